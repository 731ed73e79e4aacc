"""The learned evaluation aimed at the goals of a fort: points for progress toward them, added to the learned tables.

Goals are formulas over the sheets. What each level of a track brings is computed from the formula; what must be marked
before follows from the needs of the boxes, and what it takes from their prices. A goal that reads most boxes, such as
a total, is left to the learned tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from typing import NamedTuple, TypeAlias

from generator.model.sheet import Box
from generator.model.solo.campaign import Goal
from generator.model.weights import POINT, ValueTables
from generator.solo.ai.position_features import MOST_LOST
from generator.solo.compiled.boxes import BoxView
from generator.solo.compiled.rulebook import Rulebook

_Row: TypeAlias = Sequence[int]
"""A number for each level of a track, from 0 on."""

_CIRCLED, _FILLED = 1, 2
"""The marks of a box that is circled first and may be filled later."""

_LATER = 4
"""A disdain that a later attack may bring, or that a favour may prevent, counts a fourth of one that has come."""


class GoalAim(NamedTuple):
    """How much a player gives for the goals, in thousandths of a point."""

    met: int = 15 * POINT
    """Value of a goal that is met; a part of the way is worth its share."""
    needed: int = 3 * POINT // 2
    """Value of each item in the price of a box that must be marked before those that a goal counts."""
    feared: int = 12 * POINT
    """Penalty for each step beyond a goal that sets a limit, at the end of the last year."""
    early: int = 25
    """The percentage of `feared` that holds in the first year; it grows evenly until the last."""
    soon: int = 70
    """The percentage of `met` and `needed` that holds in the first year; it grows evenly until the last."""


def aimed_tables(book: Rulebook, tables: ValueTables, aim: GoalAim) -> ValueTables:
    """Return the learned tables with points for the goals of the rulebook's fort added; unchanged in a plain game."""
    by_kind = {kind: dict(by_id) for kind, by_id in tables.kept.items()}
    for (kind, id_), years in _GoalTables(book, aim).found.items():
        learned = tables.kept.get(kind, {}).get(id_, [[0]] * len(years))
        by_kind.setdefault(kind, {})[id_] = tuple(map(tuple, _summed(learned, years)))
    return ValueTables(tables.start, by_kind, tables.playing)


class _GoalTables:
    """The tables that the goals of a fort add, by kind of feature and what it is about."""

    def __init__(self, book: Rulebook, aim: GoalAim) -> None:
        """Compute the tables for the goals of the rulebook's fort; a goal that reads most boxes gets none."""
        self._book, self._boxes, self._aim = book, book.boxes, aim
        self._years = len(book.years)
        self.found: dict[tuple[str, str], list[list[int]]] = {}
        for goal in book.fort.fort.goals if book.fort else ():
            tracks = self._tracks_of(goal)
            if 2 * sum(self._boxes.lengths[track] for track in tracks) > len(self._boxes.boxes):
                continue
            if goal.is_most:
                self._limit(goal, tracks)
            else:
                self._reach(goal, tracks)

    # what a goal counts

    def _tracks_of(self, goal: Goal) -> tuple[int, ...]:
        """Return the numbers of the tracks that the value of a goal reads."""
        boxes = self._boxes
        if goal.value in boxes.track_index:
            return (boxes.track_index[goal.value],)
        if goal.value in boxes.index:
            return (boxes.track_of[boxes.index[goal.value]],)
        counted = boxes.book.boxes_of(boxes.book.values[goal.value].formula)
        return tuple(sorted({boxes.track_of[boxes.index[box]] for box in counted}))

    def _counted(self, goal: Goal, track: int, mark: int) -> list[int]:
        """Return the rise of a goal's value at each level of one track, whose boxes all have this mark."""
        boxes, first, values = self._boxes, self._boxes.starts[track], []
        for level in range(boxes.lengths[track] + 1):
            marked = bytearray(boxes.start())
            marked[first : first + level] = bytes([mark]) * level
            values.append(boxes.book.value(goal.value, BoxView(boxes, marked)))
        return [value - values[0] for value in values]

    # goals to be reached

    def _reach(self, goal: Goal, tracks: Iterable[int]) -> None:
        """Add points for each step of the tracks toward a goal to be reached, and for the boxes needed before."""
        trained = {gladiator.trained for gladiator in self._book.gladiators}
        targets: dict[int, int] = {}
        for track in tracks:
            counted = [min(value, goal.number) for value in self._counted(goal, track, _CIRCLED)]
            # This track does not count for the goal at any level.
            if not any(counted):
                continue
            # Levels beyond the highest count bring nothing more for the goal.
            targets[track] = counted.index(max(counted))
            shares = [self._aim.met * hundredths // (100 * goal.number) for hundredths in _spread(counted)]
            self._add("tracks", track, self._growing(shares))
            if track in trained:  # one that falls is trained no more
                alive = [POINT * min(level, targets[track]) for level in range(len(counted))]
                self._add("circled", track, [alive] * self._years)
        self._add_needed(targets)

    def _add_needed(self, targets: Mapping[int, int]) -> None:
        """Add points for the boxes that must be marked before tracks can reach target levels."""
        for track, level in self._needed(targets).items():
            boxes = [self._boxes.boxes[box] for box in self._boxes.span(track)]
            prices = [_price(box) if number < level else 0 for number, box in enumerate(boxes)]
            rising = [self._aim.needed * total for total in accumulate(prices, initial=0)]
            self._add("tracks", track, self._growing(rising))

    def _needed(self, targets: Mapping[int, int]) -> dict[int, int]:
        """Return the levels of other tracks that target levels need, directly or through others."""
        levels, waiting = dict(targets), list(targets)
        while waiting:
            track = waiting.pop()
            boxes = self._boxes.span(track)[: levels[track]]
            for gate, level in chain.from_iterable(map(self._boxes.gates_of, boxes)):
                # The highest level that any box asks for; a lower one is met on the way.
                if levels.get(gate, 0) < level:
                    levels[gate] = level
                    waiting.append(gate)
        return {track: level for track, level in levels.items() if track not in targets}

    # goals that set a limit

    def _limit(self, goal: Goal, tracks: Iterable[int]) -> None:
        """Add a penalty for each step of the tracks beyond a goal that sets a limit, such as no disdain left."""
        costs = [self._aim.feared * self._share(self._aim.early, year) // 100 for year in range(self._years)]
        for track in tracks:
            circled, filled = (
                [max(0, value - goal.number) for value in self._counted(goal, track, mark)]
                for mark in (_CIRCLED, _FILLED)
            )
            if any(circled):
                self._add("circled", track, [[-cost * excess for excess in circled] for cost in costs])
                self._add_defence(track, costs[-1])
            elif any(filled):
                self._add("tracks", track, [[-cost * excess for excess in filled] for cost in costs])
                self._add("circled", track, [[cost * excess for excess in filled] for cost in costs])

    def _add_defence(self, track: int, cost: int) -> None:
        """Add to a limit on disdain (a penalty) values of later attacks, favours, and boxes that remove disdain."""
        rules, years = self._boxes, self._years - 1
        # Later attacks bring nothing but disdain.
        if track != self._book.disdain:
            return
        losses = [-cost * lost // (2 * _LATER) for lost in range(MOST_LOST + 1)]
        self._sum("attacks", "later", [losses] * years + [[0]])
        for favour in self._book.favours:
            prevented = [cost * level // _LATER for level in range(rules.lengths[favour.track] + 1)]
            self._add("circled", favour.track, [prevented] * years + [[0]])
        removing = {icon for icon, _ in self._book.solo.removes}
        # Boxes that remove disdain are worth reaching too.
        boxes = [box for box in rules.boxes if removing.intersection(box.gains)]
        self._add_needed({rules.track_index[box.track]: box.number for box in boxes})

    # how tables are added up

    def _share(self, first: int, year: int) -> int:
        """Return the percentage that holds in a year, counted from 0.

        It is `first` in the first year and grows evenly to 100 in the last.
        """
        return first + (100 - first) * year // (self._years - 1)

    def _growing(self, row: _Row) -> list[list[int]]:
        """Return a row of values for each year, a share of them in the first and all of them in the last."""
        shares = [self._share(self._aim.soon, year) for year in range(self._years)]
        return [[share * value // 100 for value in row] for share in shares]

    def _add(self, kind: str, track: int, years: Sequence[_Row]) -> None:
        """Add a row for each year to the table of a track, by the kind of feature and the track's number."""
        self._sum(kind, self._boxes.tracks[track].id, years)

    def _sum(self, kind: str, id_: str, years: Sequence[_Row]) -> None:
        """Add a row for each year to the table of a kind of feature and the id of its subject."""
        self.found[kind, id_] = _summed(self.found.get((kind, id_), [[0]] * self._years), years)


def _price(box: Box) -> int:
    """Return the number of items in the lowest price of a box; 1 for a box that is only given."""
    return min((sum(count for _, count in price.items) for price in box.costs), default=1)


def _spread(counted: _Row) -> list[int]:
    """Hundredths of the count at each level; a rise is spread evenly over the levels that lead to it.

    >>> _spread([0, 0, 1, 1])
    [0, 50, 100, 100]
    """
    rises = [level for level in range(1, len(counted)) if counted[level] > counted[level - 1]]
    spread = [0]
    for before, level in pairwise([0, *rises]):
        rise = counted[level] - counted[before]
        spread += [
            100 * counted[before] + 100 * rise * (step - before) // (level - before)
            for step in range(before + 1, level + 1)
        ]
    return spread + [100 * counted[-1]] * (len(counted) - len(spread))


def _summed(one: Sequence[_Row], other: Sequence[_Row]) -> list[list[int]]:
    """Return the sum of two tables, year by year; a shorter row goes on with its last number."""
    return [_row_sum(*rows) for rows in zip(one, other, strict=True)]


def _row_sum(one: _Row, other: _Row) -> list[int]:
    """Return the sum of two rows, level by level; the shorter row goes on with its last number."""
    length = max(len(one), len(other))
    return [one[min(level, len(one) - 1)] + other[min(level, len(other) - 1)] for level in range(length)]
