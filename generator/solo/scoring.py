"""The score of a state: the score column of the sheets, the rank, and the points of each path.

A path is a card kept for points at the end, one in each year. Disdain is the penalty for attacking cards that got
through.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.model.text import Text
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import State


class PathScore(NamedTuple):
    """A path card with its count and its points."""

    card: str
    counted: int
    points: int


class FinalScore(NamedTuple):
    """A final score, or the score of a game that ended now."""

    total: int
    rank: Text
    rows: tuple[tuple[str, int], ...]
    """The rows of the score column: ids of values, and what they are."""
    paths: tuple[PathScore, ...]
    """Scores of the path cards, in the order of the years."""
    disdain: int
    """Circled and not filled in; less of it wins a tie."""

    @property
    def path_points(self) -> int:
        """Return the points of all paths: the second tie-break, after disdain."""
        return sum(path.points for path in self.paths)

    @property
    def standing(self) -> tuple[int, int, int]:
        """Return the score to compare games by: the greater one of two is better."""
        return self.total, -self.disdain, self.path_points


def total_score(book: Rulebook, state: State) -> int:
    """Return only the total of the score, for programs that ask for it at every step."""
    return book.boxes.book.value(book.boxes.ranks.of, book.boxes.contents(state.boxes))


def score(book: Rulebook, state: State) -> FinalScore:
    """Return the score of the sheets as they stand: total, rank, rows, and points of each path."""
    contents = book.boxes.contents(state.boxes)
    values, ranks = book.boxes.book.calculate(contents), book.boxes.ranks
    row_ids = [row.value for sheet in book.boxes.book.sheets for row in sheet.scores]
    # A row may count a track or a box, which is no calculated value.
    rows = tuple((id_, values[id_] if id_ in values else book.boxes.book.value(id_, contents)) for id_ in row_ids)
    total = values[ranks.of]
    # An empty path box has no card.
    cards = [str(contents[book.boxes.boxes[box].id]) for box in book.boxes.span(book.paths)]
    hand = book.solo.hand
    paths = tuple(PathScore(card, values[hand.counts + card], values[hand.points + card]) for card in cards if card)
    start = book.boxes.starts[book.disdain]
    # Only circled boxes count: a box of disdain that was filled in is cancelled.
    disdain = state.boxes.count(1, start, start + book.boxes.lengths[book.disdain])
    return FinalScore(total, ranks.rank(total).title, rows, paths, disdain)
