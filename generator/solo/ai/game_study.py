"""Whole games played by our own players, and what they come to together."""

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
"""What chance does where it is asked."""

_SURE = NormalDist().inv_cdf(0.975)
"""Standard errors on each side of a mean within which the true one lies 19 times out of 20."""


class GameOutcome(NamedTuple):
    """How one game went; all of it survives JSON."""

    seed: str
    total: int
    rows: tuple[int, ...]
    """The score column."""
    lost: tuple[int, ...]
    """What the attack of each year cost."""
    shuffles: tuple[int, ...]
    """For each deck, how often it was shuffled again."""
    levels: tuple[int, ...]
    """Boxes marked on each track."""
    decisions: int
    """How often there was something to decide."""


def play_game(book: Rulebook, first: State, player: Player, deal: ChanceSource, seed: str = "") -> GameOutcome:
    """Play a game from its first state to its end."""
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
    """A mean with the interval that holds the true one 19 times out of 20."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """That of some values, of which there is at least one; a single one says nothing of how sure it is."""
        mean = fmean(values)
        half = _SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
        return cls(mean, mean - half, mean + half)


class TrackUse(NamedTuple):
    """How much a track is used."""

    track: str
    mean: float
    """Boxes marked on average."""
    unused: float
    """Share of games that mark none."""
    full: float
    """Share of games that mark all."""


class Summary(NamedTuple):
    """What some games come to together."""

    games: int
    total: Mean
    deviation: float
    quantiles: tuple[int, ...]
    """Totals below which 0, 5, 25, 50, 75, 95 and 100 of 100 games stay."""
    counts: tuple[tuple[int, int], ...]
    """Every total that was reached, and how often."""
    ranks: tuple[float, ...]
    """Share of games for each rank, the lowest first."""
    rows: tuple[tuple[str, float], ...]
    """The mean of each row of the score column."""
    lost: tuple[float, ...]
    """What the attack of each year costs on average."""
    held: tuple[float, ...]
    """Share of games in which it costs nothing."""
    exhausted: tuple[tuple[str, float], ...]
    """For each deck, the share of games in which it ran out."""
    uses: tuple[TrackUse, ...]


QUANTILES = (0, 5, 25, 50, 75, 95, 100)


def summarise(book: Rulebook, outcomes: Sequence[GameOutcome]) -> Summary:
    """What games come to, of which there is at least one."""
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
    """By how much one player beats another on the same seeds, game by game."""
    return Mean.of([one.total - other.total for one, other in zip(these, those, strict=True)])
