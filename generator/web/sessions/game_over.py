"""The end of a game: its score, its score line, and the player's other games."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.base.errors import UsageError
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.play.campaigns.campaign_record import campaign_place
from generator.play.challenge_link import PATH, ChallengeLink, short_rules
from generator.play.live_session import LiveSession
from generator.play.rules.rules_protocol import FULL
from generator.play.rules.visible_state import VisibleState
from generator.play.score_line import DEALT, TYPED, score_line
from generator.play.session_summaries import SessionSummary, known_points
from generator.play.text.session_text import claim_lines
from generator.play.text.solo_text import ScoreTextRow
from generator.session.header import Header
from generator.web.sessions.new_session_form import EARLIER, NewSessionForm


@dataclass(frozen=True, slots=True)
class GameOverView:
    """A game that is over."""

    name: str
    game: str
    """Id of the game whose sheets were played."""
    event: int
    rows: tuple[ScoreTextRow, ...]
    """Rows of the score with the total; empty for a paper game."""
    points: int | None
    """Total; for a paper game the one that the player entered."""
    rank: str
    results: tuple[str, ...]
    """What each attack of a paper game left to mark, in sentences."""
    fort: tuple[str, ...]
    """Results of a fort's goals, and whether it is won; empty for a plain game."""
    judges: bool
    """Whether the player says how the goals ended, because the sheets are on paper."""
    campaign: str
    """Campaign that goes on in the terminal; empty for a plain game."""
    claims: tuple[str, ...]
    """Sentences about peeked or corrected cards, and about the settings."""
    line: str
    """Score line, for others to verify; empty for a paper game."""
    seed: str
    again: tuple[tuple[str, str], ...]
    """Fields of a form that begins another game with the same choices."""
    same_decks: tuple[tuple[str, str], ...]
    """Fields of a form for another game with the same choices and decks; empty for cards turned up by the player."""
    challenge: str
    """Address of a challenge with the same decks; empty if a link cannot begin them."""
    history: tuple[tuple[str, int], ...] = ()
    """Name and points of the player's finished games of this kind, the oldest first."""

    @property
    def key(self) -> str:
        """Checksum of the view; the page replaces the part with the result if it changes."""
        return digest(repr(self))[:12]


def game_over_view(session: LiveSession[Any]) -> GameOverView | None:
    """Return the view of a game that is over, without the player's other games; None if the game goes on."""
    state, text = session.visible, session.solo_text
    if not state.over:
        return None
    points = known_points(state, session.play)
    again = _same_choices(session.play.header, state)
    return GameOverView(
        name=state.session,
        game=Path(session.play.header.place).name,
        event=state.event,
        rows=tuple(text.score_rows(state)),
        points=points,
        rank="" if points is None else text.rank(points),
        # Points are known only for sheets on the screen, where the marks are made already.
        results=() if state.points else tuple(text.results(state)),
        fort=tuple(text.forts.ending(state)),
        judges=state.fort is not None and state.marks is None,
        campaign=_campaign(session.play.header),
        claims=tuple(claim_lines(text.messages, state)),
        # Without sheets the program cannot replay the points, so there is nothing to verify.
        line=score_line(session) if state.kind == FULL else "",
        seed="" if state.typed else state.seed,
        again=again.fields(),
        same_decks=() if state.typed else replace(again, decks=EARLIER, seed=state.seed).fields(),
        # Cards that a player typed come from no seed, and a link names no fort.
        challenge="" if state.typed or state.fort else f"{PATH}?{_challenge(session.play.header, state).query}",
    )


def _campaign(header: Header) -> str:
    """Return the name of the campaign that a game belongs to.

    Empty for a plain game, and if the header cannot be read.
    """
    with suppress(UsageError):
        place = campaign_place(header)
        return place.name if place else ""
    return ""


def _challenge(header: Header, state: VisibleState) -> ChallengeLink:
    """Return the challenge with the same decks and settings as a game."""
    decks = {"challenge": state.challenge} if state.challenge else {"seed": state.seed}
    settings, rules = dict(state.settings), short_rules(header.rules)
    return ChallengeLink(header.game, **decks, kind=state.kind, undo=header.mode, settings=settings, rules=rules)


def _same_choices(header: Header, state: VisibleState) -> NewSessionForm:
    """Return the form for another game with the same choices, without the name."""
    form = NewSessionForm(state.kind, TYPED if state.typed else DEALT, header.mode, settings=dict(state.settings))
    return replace(form, game=Path(header.place).name)


def finished_games(newest: tuple[SessionSummary, ...], name: str = "") -> tuple[tuple[str, int], ...]:
    """Return names and points of finished games, oldest first; with a session's name, only of its game."""
    # A session that is not among the newest gives no game; then all games count.
    games = {summary.game for summary in newest if summary.name == name} or {summary.game for summary in newest}
    over = [summary for summary in reversed(newest) if summary.over and summary.game in games]
    return tuple((summary.name, summary.points) for summary in over if summary.points is not None)
