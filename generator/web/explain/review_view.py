"""The text of a review as its page shows it."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.base.messages import Messages
from generator.play.live_session import LiveSession
from generator.play.session_review import SessionReview
from generator.play.text.review_text import ReviewText
from generator.solo.action import Action
from generator.solo.ai.game_review import JudgedMove
from generator.web.sessions.side_panel import action_name


class ReviewView(NamedTuple):
    """The text of a review."""

    head: list[str]
    rows: list[list[str]]
    paths: tuple[str, ...]
    costly: tuple[str, ...]
    costly_head: str
    how: str


def review_view(session: LiveSession[Any], session_review: SessionReview, messages: Messages) -> ReviewView:
    """Return the text of a review; call it in the thread of the sessions. `messages` are the page's."""
    # Names of actions depend on the state before them, so each is asked for at its own move.
    chains = session.chains

    def name(move: JudgedMove, action: Action) -> str:
        """Return the name of an action as the player read it at that move."""
        before = session.step(chains[move.place]).before
        return action_name(session, before, action, messages)

    text = ReviewText(session_review, session.solo_text.names, name)
    paths, costly = tuple(text.paths()), tuple(text.costly())
    return ReviewView(*text.table(), paths, costly, text.head("costly"), text.how())
