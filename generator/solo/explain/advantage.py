"""Reasons for a recommended action, found by doing its plan and the plan of the other action, and comparing the ends.

Every number is one of the engine's: a level, a count, points of the score, or a box that opens. Both plans begin in one
state and lead to the next unseen card, so that their ends can be compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from generator.solo.action import PATH as CHOSEN_PATH
from generator.solo.action import Action
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.explain.outcome import changes_of
from generator.solo.hadrians_wall import apply, legal
from generator.solo.scoring import score
from generator.solo.state import State

Line: TypeAlias = tuple[Action, ...]
"""Actions that follow each other, such as an action with its plan."""

OPENS, YEARLY, STOPS, POINTS, PATH, PAYS = "opens", "yearly", "stops", "points", "path", "pays"
FEWER, SIDES, TRACKS, ITEMS, FORGOES, SAME, GOAL = "fewer", "sides", "tracks", "items", "forgoes", "same", "goal"
GIVES = "gives"
"""Kinds of advantages, in the order in which they are told: the first that holds."""


class Advantage(NamedTuple):
    """An advantage of one plan over another: a key of the section `advice` of the messages, and its values."""

    key: str
    boxes: tuple[str, ...] = ()
    """Ids of boxes that open, or that are paid."""
    levels: tuple[tuple[str, int, int], ...] = ()
    """Ids of tracks, counted values or path cards, each with its number after this plan and after the other."""
    amounts: tuple[tuple[tuple[str, ...], int], ...] = ()
    """Icons with a number; of several icons in one entry one is chosen each time."""
    number: int = 0
    """Points, attack cards or years, as the kind says."""


class PlanSummary(NamedTuple):
    """The changes that a plan makes up to the next unseen card."""

    levels: tuple[tuple[str, int, int], ...]
    """Ids of the tracks that are filled further, each with its level before and after."""
    points: int
    """Points that the sheets are worth more afterwards."""
    items: tuple[tuple[str, int], ...]
    """Items in hand at the end, which would go back with the year."""
    ends_year: bool
    """Whether the plan ends the actions of the year."""


class PlanComparison:
    """Two plans from one state."""

    def __init__(self, book: Rulebook, state: State, plan: Line, other: Line = ()) -> None:
        """Follow both plans; without another one, the plan is compared with the state itself."""
        self._book, self._state, self._plan, self._others = book, state, plan, other
        self._end, self._other = end_of(book, state, plan), end_of(book, state, other)

    def advantage(self) -> Advantage:
        """Return the first kind of advantage that the plan has over the other one."""
        kinds: tuple[Callable[[], Advantage | None], ...] = (
            self._goal,
            self._opens,
            self._yearly,
            self._stops,
            self._points,
            self._paths,
            self._pays,
            self._fewer,
            self._sides,
            self._tracks,
            self._gives,
            self._items,
            self._forgoes,
        )
        # Computed one after the other: most hints need the first few only.
        return next((advantage for kind in kinds if (advantage := kind())), Advantage(SAME))

    def summary(self) -> PlanSummary:
        """Return the changes of the plan up to its end."""
        return PlanSummary(
            tuple((track, before, after) for track, after, before in self._further(self._end, self._state)),
            score(self._book, self._end).total - score(self._book, self._state).total,
            tuple((item, count) for item, count in zip(self._book.items, self._end.items, strict=True) if count),
            self._end.phase != self._state.phase,
        )

    def _gained(self, end: State, less: State) -> list[int]:
        """Return the numbers of the boxes that are marked in one state and not in the other."""
        return [number for number, mark in enumerate(end.boxes) if mark and not less.boxes[number]]

    def _goal(self) -> Advantage | None:
        """Return the counts and points that two path cards have now, where the better one is chosen; else None."""
        cards = [action.words[0] for action in (self._plan[0], *self._others[:1]) if action.verb == CHOSEN_PATH]
        if len(cards) < 2:
            return None
        boxes, hand = self._book.boxes, self._book.solo.hand
        values = boxes.book.calculate(boxes.contents(self._state.boxes))
        goals = tuple((card, values[hand.counts + card], values[hand.points + card]) for card in cards)
        # A path that has not begun to count says nothing for its card.
        return Advantage(GOAL, levels=goals) if goals[0][2] > goals[1][2] else None

    def _opens(self) -> Advantage | None:
        """Return the boxes that the first action opens and the plan fills.

        The next boxes in the rows of the action are no news to a player.
        """
        changes = changes_of(self._book, self._state, self._plan[0])
        sheets = self._book.boxes.book
        rows = {sheets.box(id_).track for id_ in changes.filled}
        boxes = [self._book.boxes.boxes[number] for number in self._gained(self._end, self._other)]
        fresh = [box.id for box in boxes if box.id in changes.opened and box.track not in rows]
        return Advantage(OPENS, boxes=tuple(fresh)) if fresh else None

    def _yearly(self) -> Advantage | None:
        """Return the yearly gains that only this plan brings, with the number of years that are still to come."""
        gains = self._yearly_gains(self._gained(self._end, self._other))
        # Gains that the other plan has too say nothing for this one.
        gains -= self._yearly_gains(self._gained(self._other, self._end))
        # Income comes at the beginning of a year: in the last one there is none to come.
        years = len(self._book.years) - self._state.year
        return Advantage(YEARLY, amounts=tuple(gains.items()), number=years) if gains and years > 0 else None

    def _yearly_gains(self, boxes: Iterable[int]) -> Counter[tuple[str, ...]]:
        """Return the icons that boxes give every year; icons to choose between are one entry."""
        gains: Counter[tuple[str, ...]] = Counter()
        for number in boxes:
            box = self._book.boxes.boxes[number]
            gains.update((icon,) for icon in box.yearly)
            gains.update([box.yearly_one_of] if box.yearly_one_of else [])
        return gains

    def _stops(self) -> Advantage | None:
        """Return the cohorts with more boxes after this plan, where all cohorts together stop more attack cards."""
        further = self._cohorts(self._end, self._other)
        lead = _lead(further) - _lead(self._cohorts(self._other, self._end))
        return Advantage(STOPS, levels=further) if lead > 0 else None

    def _sides(self) -> Advantage | None:
        """Return the cohorts with more boxes after this plan, where all cohorts together do not stop more cards."""
        further = self._cohorts(self._end, self._other)
        return Advantage(SIDES, levels=further) if further else None

    def _cohorts(self, one: State, other: State) -> tuple[tuple[str, int, int], ...]:
        """Return the cohorts with more boxes in one state than in another, each with both levels."""
        cohorts = [self._book.boxes.tracks[track].id for track in self._book.cohorts]
        return tuple(level for level in self._further(one, other) if level[0] in cohorts)

    def _further(self, one: State, other: State) -> Iterator[tuple[str, int, int]]:
        """Yield the tracks that are filled further in one state than in another, each with both levels.

        Paths are left out: a card is kept every year, whatever else is done.
        """
        for number, track in enumerate(self._book.boxes.tracks):
            if one.levels[number] > other.levels[number] and number != self._book.paths:
                yield track.id, one.levels[number], other.levels[number]

    def _points(self) -> Advantage | None:
        """Return the lead in points of the sheets as they stand, with the rows of the score that differ."""
        mine, theirs = score(self._book, self._end), score(self._book, self._other)
        if mine.total <= theirs.total:
            return None
        rows = zip(mine.rows, theirs.rows, strict=True)
        differing = tuple((row, one, other) for (row, one), (_, other) in rows if one != other)
        # The row of the total repeats the lead.
        ranks = self._book.boxes.ranks
        levels = tuple(level for level in differing if level[0] != ranks.of)
        return Advantage(POINTS, levels=levels, number=mine.total - theirs.total)

    def _paths(self) -> Advantage | None:
        """Return the paths whose counted goal is further after this plan, though it may bring no point yet."""
        # A path that only one of the plans keeps is no progress of a path.
        counts = {path.card: path.counted for path in score(self._book, self._other).paths}
        paths = score(self._book, self._end).paths
        further = tuple(
            (path.card, path.counted, counts[path.card])
            for path in paths
            if path.card in counts and path.counted > counts[path.card]
        )
        return Advantage(PATH, levels=further) if further else None

    def _pays(self) -> Advantage | None:
        """Return the items that the first action gives and the box of the plan that could not be paid without them."""
        after = apply(self._book, self._state, self._plan[0])
        gained = [max(0, now - before) for now, before in zip(after.items, self._state.items, strict=True)]
        poorer = after._replace(items=tuple(now - more for now, more in zip(after.items, gained, strict=True)))
        # Without what it gives, the same plan shows what it is needed for.
        unpaid = self._first_illegal(poorer) if any(gained) else None
        if unpaid is None or not unpaid.words or unpaid.words[0] not in self._book.boxes.index:
            return None
        items = tuple(((item,), count) for item, count in zip(self._book.items, gained, strict=True) if count)
        return Advantage(PAYS, boxes=(unpaid.words[0],), amounts=items)

    def _first_illegal(self, state: State) -> Action | None:
        """Return the first action of the rest of the plan that cannot be done from a state; None if all of it can."""
        for action in self._plan[1:]:
            if action not in legal(self._book, state):
                return action
            state = apply(self._book, state, action)
        return None

    def _fewer(self) -> Advantage | None:
        """Return the attack cards that this plan adds less, by paying less onto neutral cards."""
        # Each payment onto a neutral card is one more card of this year's attack.
        spared = _added(self._other) - _added(self._end)
        return Advantage(FEWER, number=spared) if spared > 0 else None

    def _tracks(self) -> Advantage | None:
        """Return the tracks that are filled further after this plan."""
        further = tuple(self._further(self._end, self._other))
        return Advantage(TRACKS, levels=further) if further else None

    def _items(self) -> Advantage | None:
        """Return the items that are in hand in greater number after this plan."""
        # At the end of the year they go back.
        more = () if self._end.phase != self._state.phase else self._more_items(self._end, self._other)
        return Advantage(ITEMS, amounts=more) if more else None

    def _gives(self) -> Advantage | None:
        """Return the items that the card which is not chosen as the path gives more than the other one would."""
        first = [line[0] for line in (self._plan, self._others) if line and line[0].verb == CHOSEN_PATH]
        ends = [apply(self._book, self._state, action) for action in first]
        more = self._more_items(*ends) if len(ends) > 1 else ()
        return Advantage(GIVES, amounts=more) if more else None

    def _more_items(self, one: State, other: State) -> tuple[tuple[tuple[str, ...], int], ...]:
        """Return the items that are in hand in greater number in one state than in another, with the difference."""
        counts = zip(self._book.items, one.items, other.items, strict=True)
        return tuple(((item,), mine - theirs) for item, mine, theirs in counts if mine > theirs)

    def _forgoes(self) -> Advantage | None:
        """Return the tracks that only the other plan fills further: then this one saves their price."""
        lost = tuple((track, mine, theirs) for track, theirs, mine in self._further(self._other, self._end))
        return Advantage(FORGOES, levels=lost) if lost else None


def end_of(book: Rulebook, state: State, line: Line) -> State:
    """Return the state after the actions of a line; raises IllegalActionError for one that is not legal."""
    for action in line:
        state = apply(book, state, action)
    return state


def _lead(levels: Iterable[tuple[str, int, int]]) -> int:
    """Return the sum of the differences between the first and the second level of tracks."""
    return sum(mine - theirs for _, mine, theirs in levels)


def _added(state: State) -> int:
    """Return the attack cards that are added by payments onto neutral cards."""
    return sum(neutral.goods + neutral.scouts for neutral in state.neutral)
