"""Choose the lines of a paragraph whose lines should end between phrases: the best of all lines that fit."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from generator.base.records import dataclass

PHRASE, WORD, CHARACTER = range(3)
"""Kinds of boxes at possible breaks: one that begins a phrase, a word inside a phrase, or neither."""

_COST = (0.0, 2.0, 8.0)
"""Cost of a line that ends before each kind; the blank end of a line costs the square of its share of the measure."""
_LINE = 1.0
"""Cost of a further line: less than a word torn from its phrase costs."""
_SHORT, _SHORT_LINE = 0.2, 0.5
"""Share of the measure below which a last line looks lost, and its cost."""
_STRETCH_COST = (0.0, 0.3, 1.0)
"""Cost of a justified line that ends before each kind."""
_UNSEEN = 0.06
"""Stretch, as a share of the measure, that costs 1; more costs its square, so that narrow columns fill their lines."""
_LOST, _LOST_LINE = 1.75, 2.0
"""Ems up to which the last line of a justified paragraph looks lost, and its cost."""
_SLACK = 1e-6

LineRange = tuple[int, int]
"""The first box of a line and the one after its last. A box is the text between two possible breaks."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Texts between possible breaks: where each begins and ends on an endless line, in ems, and its kind."""

    starts: Sequence[float]
    ends: Sequence[float]
    kinds: Sequence[int]
    """PHRASE, WORD or CHARACTER of each."""

    def lines(self, measure: float, most: float, *, even: bool) -> list[LineRange]:
        """Return at most `most` lines of at most `measure` ems; empty where there are none.

        Lines end between phrases. A phrase is divided where it is longer than a line, and others only where there would
        be too many lines: between its words, and inside a word as the last resort.
        """
        # Lines end inside a phrase only where it cannot be helped.
        for kind in (PHRASE, WORD, CHARACTER):
            breaks = self._breaks(kind, measure)
            chosen = self._best(breaks, measure, even=even)
            # The faster search knows no limit of lines.
            if len(chosen) > most:
                chosen = self._best_of_few(breaks, measure, most, even=even)
            if chosen:
                return chosen
        return []

    def line_to_stretch(self, fullest: LineRange, measure: float) -> LineRange:
        """Return a line to be stretched to a measure of ems: the fullest, or one that ends earlier between words."""
        first, after = fullest
        lowest, chosen = inf, after
        for stop in range(after if after < len(self.starts) else first, first, -1):
            stretch = (max(0.0, measure - (self.ends[stop - 1] - self.starts[first])) / measure / _UNSEEN) ** 2
            # Shorter lines only cost more.
            if stretch >= lowest:
                break
            is_lost = self.ends[-1] - self.starts[stop] <= _LOST
            cost = stretch + _STRETCH_COST[self.kinds[stop]] + (_LOST_LINE if is_lost else 0.0)
            if cost < lowest:
                lowest, chosen = cost, stop
        return first, chosen

    def _breaks(self, kind: int, measure: float) -> list[int]:
        """Return the boxes that may begin a line: boxes of a kind or a better one.

        Others may begin one inside a phrase or word that is longer than a line.
        """
        count = len(self.starts)
        begins = [index for index in range(count) if self.kinds[index] <= kind]
        if kind == CHARACTER:
            return begins
        breaks: list[int] = []
        for first, after in zip(begins, [*begins[1:], count], strict=True):
            breaks.append(first)
            if self.ends[after - 1] - self.starts[first] > measure + _SLACK:
                breaks += self._inside(first, after, kind + 1, measure)
        return breaks

    def _inside(self, first: int, after: int, kind: int, measure: float) -> list[int]:
        """Return the breaks inside one phrase or word that is longer than a line."""
        # The part as a paragraph of its own, which begins with a phrase.
        part = Boxes(self.starts[first:after], self.ends[first:after], [PHRASE, *self.kinds[first + 1 : after]])
        return [first + index for index in part._breaks(kind, measure) if index]

    def _best(self, breaks: list[int], measure: float, *, even: bool) -> list[LineRange]:
        """Return the lines between some breaks that cost least.

        The rules of a game try ten thousand lines here at each size, so the costs of `_cost` are written out here.
        """
        stops = [*breaks, len(self.starts)]
        starts = [self.starts[box] for box in breaks]
        costs, before = [0.0], [0]
        for stop in range(1, len(stops)):
            end, is_last = self.ends[stops[stop] - 1], stop == len(stops) - 1
            least = _LINE if is_last else _LINE + _COST[self.kinds[stops[stop]]]
            lowest, chosen = inf, 0
            for first in range(stop - 1, -1, -1):
                # Lines only get wider from here; a single box too wide is taken all the same.
                width = end - starts[first]
                if width > measure + _SLACK and stop - first > 1:
                    break
                blank = 1.0 - width / measure
                blank_cost = blank * blank if even or not is_last else _SHORT_LINE if blank > 1 - _SHORT else 0.0
                cost = costs[first] + (least + blank_cost)
                if cost < lowest:
                    lowest, chosen = cost, first
            costs.append(lowest)
            before.append(chosen)
        return _trace_back(before, stops)

    def _best_of_few(self, breaks: list[int], measure: float, most: float, *, even: bool) -> list[LineRange]:
        """Return at most `most` lines between some breaks, the ones that cost least.

        Empty where there are none.
        """
        stops = [*breaks, len(self.starts)]
        # For each break, and each count of lines before it: the cost, and the break before.
        best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
        for stop in range(1, len(stops)):
            reached: dict[int, tuple[float, int]] = {}
            for first in range(stop - 1, -1, -1):
                width = self.ends[stops[stop] - 1] - self.starts[stops[first]]
                if width > measure + _SLACK and stop - first > 1:
                    break
                cost = self._cost(stops[stop], 1.0 - width / measure, even=even)
                _extend(reached, best[first], cost, first, most)
            best.append(reached)
        return _trace(best, stops)

    def _cost(self, after: int, blank: float, *, even: bool) -> float:
        """Return the cost of a line that ends before a box, where a share of the measure is `blank`."""
        if after < len(self.kinds):
            return _LINE + _COST[self.kinds[after]] + blank * blank
        return _LINE + (blank * blank if even else _SHORT_LINE if blank > 1 - _SHORT else 0.0)


def _extend(
    reached: dict[int, tuple[float, int]], before: dict[int, tuple[float, int]], cost: float, first: int, most: float
) -> None:
    """Add a line that begins at the break `first` to the lines before it, for each count of lines up to `most`."""
    for count, (so_far, _) in before.items():
        if count + 1 <= most and so_far + cost < reached.get(count + 1, (inf, 0))[0]:
            reached[count + 1] = so_far + cost, first


def _trace_back(before: list[int], stops: list[int]) -> list[LineRange]:
    """Return the lines that lead to the last break.

    `before` has for each break the one at which the line that ends there begins.
    """
    stop, chosen = len(before) - 1, list[LineRange]()
    while stop:
        chosen.append((stops[before[stop]], stops[stop]))
        stop = before[stop]
    return chosen[::-1]


def _trace(best: list[dict[int, tuple[float, int]]], stops: list[int]) -> list[LineRange]:
    """Return the lines that lead to the last break, from its cheapest count of lines back; empty where none do."""
    if not best[-1]:
        return []
    stop, lines = len(best) - 1, min(best[-1], key=lambda count: best[-1][count][0])
    chosen: list[LineRange] = []
    while stop:
        first = best[stop][lines][1]
        chosen.append((stops[first], stops[stop]))
        stop, lines = first, lines - 1
    return chosen[::-1]
