"""Statistics of many games: means with their intervals, ranks, years, path cards, tracks, and two players compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf
from operator import sub
from statistics import fmean, stdev
from typing import NamedTuple

from generator.solo.ai.game_study import GameOutcome
from generator.solo.ai.student_t import interval_half
from generator.solo.compiled.rulebook import Rulebook


class Mean(NamedTuple):
    """A mean with its 95 % confidence interval."""

    mean: float
    half: float
    """Half the width of the interval; infinite for a single value."""

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Return the mean of at least one value, with its interval."""
        # A single game has no spread, and its interval is unknown.
        half = interval_half(stdev(values), len(values)) if len(values) > 1 else inf
        return cls(fmean(values), half)

    @property
    def low(self) -> float:
        """Return the lower end of the interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """Return the upper end of the interval."""
        return self.mean + self.half


class TrackUse(NamedTuple):
    """Use of a track over all games."""

    track: str
    mean: float
    """Average level at the end."""
    unused: float
    """Share of games that mark none."""
    full: float
    """Share of games that mark all."""


class PathUse(NamedTuple):
    """Use of a path card over all games."""

    card: str
    kept_share: float
    """Share of games that keep it as path."""
    points: Mean | None
    """Its points where it was kept; None where it never was."""


class YearMeans(NamedTuple):
    """Means of one year."""

    income: tuple[float, ...]
    """Mean number of each item in hand when the actions begin."""
    marks: float
    """Mean number of boxes that were paid for."""
    lost: float
    """Mean disdain by the attack."""
    held_share: float
    """Share of games without disdain in that year."""


class Summary(NamedTuple):
    """Statistics of some games."""

    games: int
    total: Mean
    deviation: float
    quantiles: tuple[int, ...]
    """Totals at QUANTILES per cent."""
    counts: tuple[tuple[int, int], ...]
    """Each total with its number of games."""
    ranks: tuple[float, ...]
    """Share of games for each rank, the lowest first."""
    rows: tuple[tuple[str, float], ...]
    """Mean of each row of the score column."""
    years: tuple[YearMeans, ...]
    paths: tuple[PathUse, ...]
    """The cards in the order of their deck."""
    exhausted: tuple[tuple[str, float], ...]
    """Share of games in which each deck ran out."""
    uses: tuple[TrackUse, ...]


QUANTILES = (0, 5, 25, 50, 75, 95, 100)


def summarise(book: Rulebook, outcomes: Sequence[GameOutcome]) -> Summary:
    """Return the statistics of at least one game."""
    totals = sorted(outcome.total for outcome in outcomes)
    ranks = book.boxes.ranks
    reached = Counter(ranks.rows.index(ranks.rank(total)) for total in totals)
    rows = [row.value for sheet in book.boxes.book.sheets for row in sheet.scores]
    # By deck, over all games.
    again = tuple(zip(*(outcome.shuffles for outcome in outcomes), strict=True))
    return Summary(
        games=len(totals),
        total=Mean.of(totals),
        # `stdev` refuses a single value.
        deviation=stdev(totals) if totals[1:] else 0.0,
        quantiles=tuple(totals[(len(totals) - 1) * percent // 100] for percent in QUANTILES),
        counts=tuple(sorted(Counter(totals).items())),
        ranks=tuple(reached[number] / len(totals) for number in range(len(ranks.rows))),
        rows=tuple(zip(rows, map(fmean, zip(*(outcome.rows for outcome in outcomes), strict=True)), strict=True)),
        years=_years(book, outcomes),
        paths=_paths(book, outcomes),
        exhausted=tuple(
            (cards.deck.id, 1 - _share(reshuffles, 0)) for cards, reshuffles in zip(book.decks, again, strict=True)
        ),
        uses=_uses(book, outcomes),
    )


def _years(book: Rulebook, outcomes: Sequence[GameOutcome]) -> tuple[YearMeans, ...]:
    """Return for each year the means of income, paid boxes and disdain over all games."""
    items = len(book.items)
    income = [fmean(counts) for counts in zip(*(outcome.income for outcome in outcomes), strict=True)]
    marks = zip(*(outcome.marks for outcome in outcomes), strict=True)
    lost = zip(*(outcome.lost for outcome in outcomes), strict=True)
    return tuple(
        YearMeans(tuple(income[year * items : (year + 1) * items]), fmean(boxes), fmean(losses), _share(losses, 0))
        for year, (boxes, losses) in enumerate(zip(marks, lost, strict=True))
    )


def _paths(book: Rulebook, outcomes: Sequence[GameOutcome]) -> tuple[PathUse, ...]:
    """Return for each path card how often it was kept, and its points."""
    rows = book.deck(book.solo.hand.deck).rows
    points: list[list[int]] = [[] for _ in rows]
    for outcome in outcomes:
        for card, score in zip(outcome.paths, outcome.path_points, strict=True):
            points[card].append(score)
    return tuple(
        PathUse(row.id, len(scores) / len(outcomes), Mean.of(scores) if scores else None)
        for row, scores in zip(rows, points, strict=True)
    )


def _uses(book: Rulebook, outcomes: Sequence[GameOutcome]) -> tuple[TrackUse, ...]:
    """Return for each track its mean level, and the shares of games that left it empty or filled it."""
    levels = zip(*(outcome.levels for outcome in outcomes), strict=True)
    return tuple(
        TrackUse(track.id, fmean(reached), _share(reached, 0), _share(reached, length))
        for track, length, reached in zip(book.boxes.tracks, book.boxes.lengths, levels, strict=True)
    )


def _share(values: Sequence[int], value: int) -> float:
    """Return the share of values that equal one value."""
    return sum(item == value for item in values) / len(values)


class Comparison(NamedTuple):
    """The games of one player against those of another on the same seeds."""

    lead: Mean
    """Its total less that of the other."""
    ahead: float
    """Share of games in which it has more points."""
    level: float
    """Share of games in which both have the same."""
    rows: tuple[Mean, ...]
    """Its lead in each row of the score column."""

    @property
    def is_sure(self) -> bool:
        """Return whether the interval of the lead leaves out 0."""
        return self.lead.low > 0 or self.lead.high < 0


def compare(these: Sequence[GameOutcome], those: Sequence[GameOutcome]) -> Comparison:
    """Return the comparison of games with other games on the same seeds, pair by pair."""
    pairs = list(zip(these, those, strict=True))
    leads = [one.total - other.total for one, other in pairs]
    by_row = zip(*(map(sub, one.rows, other.rows) for one, other in pairs), strict=True)
    return Comparison(
        lead=Mean.of(leads),
        ahead=sum(lead > 0 for lead in leads) / len(leads),
        level=_share(leads, 0),
        rows=tuple(map(Mean.of, by_row)),
    )
