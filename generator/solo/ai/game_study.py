"""Whole games of the computer players, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple, TypeAlias

from generator.solo.action import Action
from generator.solo.ai.players import Player
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.hadrians_wall import apply, is_over, legal
from generator.solo.scoring import score
from generator.solo.state import State

ChanceSource: TypeAlias = Callable[[State], Action]
"""Gives the action of chance in a state that awaits one."""

_SURE = NormalDist().inv_cdf(0.975)
"""Half width of a 95 % confidence interval, in standard errors."""


class GameOutcome(NamedTuple):
    """The result of one game, in values that JSON keeps."""

    seed: str
    total: int
    rows: tuple[int, ...]
    """The score column."""
    lost: tuple[int, ...]
    """Disdain by the attack of each year."""
    shuffles: tuple[int, ...]
    """Reshuffles of each deck."""
    levels: tuple[int, ...]
    decisions: int
    """Times that several actions were legal."""


def play_game(book: Rulebook, first: State, player: Player, deal: ChanceSource, seed: str = "") -> GameOutcome:
    """Play a game to its end."""
    state, decisions = first, 0
    lost: list[int] = []
    while not is_over(state):
        actions = legal(book, state)
        if state.awaits:
            action = deal(state)
        else:
            action = player.choose(state, actions)
            decisions += len(actions) > 1
        after = apply(book, state, action)
        if state.year and (after.year != state.year or is_over(after)):
            lost.append(after.levels[book.disdain] - sum(lost))
        state = after
    found = score(book, state)
    rows = tuple(points for _, points in found.rows)
    again = tuple(count - 1 for count in state.shuffles)
    return GameOutcome(seed, found.total, rows, tuple(lost), again, tuple(state.levels), decisions)


class Mean(NamedTuple):
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """The mean of at least one value; for a single one the interval is empty."""
        mean = fmean(values)
        half = _SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
        return cls(mean, mean - half, mean + half)


class TrackUse(NamedTuple):
    """Use of a track over all games."""

    track: str
    mean: float
    """Average level at the end."""
    unused: float
    """Share of games that mark none."""
    full: float
    """Share of games that mark all."""


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
    lost: tuple[float, ...]
    """Mean disdain by the attack of each year."""
    held: tuple[float, ...]
    """Share of games without disdain, by year."""
    exhausted: tuple[tuple[str, float], ...]
    """Share of games in which each deck ran out."""
    uses: tuple[TrackUse, ...]


QUANTILES = (0, 5, 25, 50, 75, 95, 100)


def summarise(book: Rulebook, outcomes: Sequence[GameOutcome]) -> Summary:
    """The statistics of at least one game."""
    totals = sorted(outcome.total for outcome in outcomes)
    ranks = next(sheet.ranks for sheet in book.boxes.book.sheets if sheet.ranks)
    reached = Counter(ranks.rows.index(ranks.rank(total)) for total in totals)
    rows = [each.value for sheet in book.boxes.book.sheets for each in sheet.scores]
    lost = tuple(zip(*(outcome.lost for outcome in outcomes), strict=True))
    again = tuple(zip(*(outcome.shuffles for outcome in outcomes), strict=True))
    return Summary(
        games=len(totals),
        total=Mean.of(totals),
        deviation=stdev(totals) if totals[1:] else 0.0,
        quantiles=tuple(totals[(len(totals) - 1) * percent // 100] for percent in QUANTILES),
        counts=tuple(sorted(Counter(totals).items())),
        ranks=tuple(reached[number] / len(totals) for number in range(len(ranks.rows))),
        rows=tuple(zip(rows, map(fmean, zip(*(outcome.rows for outcome in outcomes), strict=True)), strict=True)),
        lost=tuple(map(fmean, lost)),
        held=tuple(_share(year, 0) for year in lost),
        exhausted=tuple((cards.deck.id, 1 - _share(each, 0)) for cards, each in zip(book.decks, again, strict=True)),
        uses=_uses(book, outcomes),
    )


def _uses(book: Rulebook, outcomes: Sequence[GameOutcome]) -> tuple[TrackUse, ...]:
    levels = zip(*(outcome.levels for outcome in outcomes), strict=True)
    return tuple(
        TrackUse(track.id, fmean(each), _share(each, 0), _share(each, length))
        for track, length, each in zip(book.boxes.tracks, book.boxes.lengths, levels, strict=True)
    )


def _share(values: Sequence[int], value: int) -> float:
    return sum(each == value for each in values) / len(values)


def difference(these: Sequence[GameOutcome], those: Sequence[GameOutcome]) -> Mean:
    """The mean lead of one player over another on the same seeds."""
    return Mean.of([one.total - other.total for one, other in zip(these, those, strict=True)])
