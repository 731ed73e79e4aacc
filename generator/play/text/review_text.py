"""The text of a review: the points of each year, the path choices and the moves that cost most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from generator.base.messages import Messages
from generator.base.terminal_text import format_data_table, line_width, wrap
from generator.play.adviser import margin_text
from generator.play.live_session import LiveSession
from generator.play.session_review import SessionReview
from generator.play.text.item_names import ItemNames
from generator.play.text.solo_text import SoloText
from generator.solo.action import Action
from generator.solo.ai.game_review import JudgedMove, Progress

COLUMNS = 80
"""The most columns of a line."""
NameMove: TypeAlias = Callable[[JudgedMove, Action], str]
"""Gives the words for an action, at a move that is judged."""


def note_tenths(messages: Messages, note: Callable[[str], None]) -> Progress:
    """Return a progress function that passes a line to `note` for each tenth of the games played."""

    def progress(percent: int) -> None:
        """Pass a line to `note` for a whole tenth; `percent` is the share of the games played."""
        if percent % 10 == 0:
            note(messages("review.progress", n=percent))

    return progress


def review_lines(session: LiveSession[Any], review: SessionReview) -> Iterator[str]:
    """Yield the whole review of a session for a terminal, in the language of the session."""
    assert isinstance(session.text, SoloText)  # noqa: S101  decks have no review
    return ReviewText(review, session.text.names).lines()


class ReviewText:
    """Tells a review in one language; `name` says what an action is called, by default how it is typed."""

    def __init__(self, review: SessionReview, names: ItemNames, name: NameMove = lambda _, action: str(action)) -> None:
        """Take a review, and the names of the game's things; `name` gives the words for an action."""
        self.found, self._names, self._messages, self._name = review, names, names.messages, name

    def lines(self) -> Iterator[str]:
        """Yield the whole review as lines for a terminal."""
        yield self.head("years")
        yield from ("  " + line for line in format_data_table(*self.table()))
        yield from paragraph(self.head("paths"), *self.paths())
        yield from paragraph(self.head("costly"), *self.costly())
        yield from paragraph(self.how())

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the points of each year: a heading row, and a row for each row of the score column."""
        years = [str(year.year) for year in self.found.review.years]
        rows = [[self._names.score_row(row), *map(str, points)] for row, points in self.found.points().items()]
        return [self._messages("review.year"), *years, self._messages("review.all")], rows

    def paths(self) -> Iterator[str]:
        """Yield a sentence for each choice of a path (the card of a year that is kept for points)."""
        for move in self.found.review.paths:
            clear = "better" if move.margin.points > 0 else "worse"
            yield self._sentence(clear if move.margin.is_clear else "equal", move)

    def costly(self) -> Iterator[str]:
        """Yield a sentence for each move that cost points, the worst first."""
        for move in self.found.review.costly:
            yield self._sentence("cost", move)

    def _sentence(self, key: str, move: JudgedMove) -> str:
        """Return the sentence for a judged move, with its margin.

        `key` names the message, such as `better` or `cost`.
        """
        is_loss = key in ("worse", "cost")
        # A loss is told as a positive number of points.
        margin = margin_text(move.margin.turned()).removeprefix("+") if is_loss else margin_text(move.margin)
        return self._messages(
            f"review.{key}",
            year=move.year,
            event=self.found.events[move.place],
            action=self._name(move, move.action),
            other=self._name(move, move.other),
            margin=margin,
        )

    def how(self) -> str:
        """Return the sentence on how the review was made: games played and decisions compared."""
        review = self.found.review
        return self._messages("review.how", n=review.playouts, decisions=review.decisions)

    def head(self, part: str) -> str:
        """Return the heading of a part of the review: `years`, `paths` or `costly`."""
        is_empty = part == "costly" and not self.found.review.costly
        return self._messages("review.no_costly" if is_empty else f"review.{part}")


def paragraph(*sentences: str) -> Iterator[str]:
    """Yield an empty line, and sentences wrapped to the width of the terminal."""
    yield ""
    for sentence in sentences:
        yield from wrap(sentence, min(COLUMNS, line_width()))
