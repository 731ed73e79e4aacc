"""Find sheets whose boxes cost more than can have been there to spend.

All that is marked must have been paid from cards, income and rewards. For each set of items (see `item_flow`) the most
that they can have given is compared with the least that was paid: by now, and by each year for the boxes that have it
written in them and all that these need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from generator.model.formula import State
from generator.model.sheet import Box, Need
from generator.scoresheets.flaw import Flaw
from generator.scoresheets.judge.game_limits import GameLimits
from generator.scoresheets.judge.item_flow import Counts

_MOST_NAMED = 3
"""Tracks whose last boxes are named."""


def overspending(state: State, limits: GameLimits) -> Iterator[Flaw]:
    """Yield one flaw: for all marks if they cost too much together, or else for the first year whose marks do."""
    ledger, last = _Ledger(state, limits), limits.latest_year(state)
    for year in (last, *range(1, last)):
        needed = ledger.marked.keys() if year == last else ledger.needed_by(year)
        balance = ledger.balance(year, needed)
        short = min(balance)
        if short < 0:
            # The smallest set of items says most plainly of what there was too little.
            item_set = min((item_set for item_set in limits.flow.sets if balance[item_set] == short), key=int.bit_count)
            paid = ledger.paid(needed, item_set)
            facts = {"items": limits.flow.names(item_set), "count": paid, "most": paid + short, "year": year}
            boxes = ledger.costly(item_set) if year == last else ledger.dated(year)
            yield Flaw("spent", boxes, facts)
            return


class _Ledger:
    """Costs and gains of the boxes of one sheet."""

    def __init__(self, state: State, limits: GameLimits) -> None:
        """Take the contents of a sheet and the limits of its game."""
        self._state, self._limits, self._flow = state, limits, limits.flow
        boxes = limits.book.boxes
        self.marked = {id_: boxes[id_] for id_ in self._flow.nets if state.get(id_)}
        self._saved = self._flow.add(self._paid_by_icons())

    def balance(self, year: int, needed: Collection[str]) -> Counts:
        """Return the most items that can be left after a year: needed boxes are marked by then, others if they pay."""
        gains = [self._flow.gains[id_] for id_ in self.marked if not self._is_later(id_, year)]
        losses = [self._flow.losses[id_] for id_ in needed]
        return self._flow.add((*gains, *losses, self._saved, self._limits.supply(self._state, year)))

    def paid(self, needed: Collection[str], item_set: int) -> int:
        """Return the cost of boxes in a set of items, less the savings on boxes that icons filled."""
        return max(0, sum(self._flow.costs[id_][item_set] for id_ in needed) - self._saved[item_set])

    def needed_by(self, year: int) -> set[str]:
        """Return the ids of boxes marked by a year: boxes that bear this or an earlier year, and their needs."""
        needed: set[str] = set()
        ahead = [id_ for id_, box in self.marked.items() if box.kind == "year" and not self._is_later(id_, year)]
        while ahead:
            id_ = ahead.pop()
            if id_ in self.marked and id_ not in needed:
                needed.add(id_)
                ahead += self._needs(self.marked[id_])
        return needed

    def costly(self, item_set: int) -> tuple[str, ...]:
        """Return the last boxes of the tracks that cost most of a set of items."""
        costs: Counter[str] = Counter()
        for id_, box in self.marked.items():
            costs[box.track] += self._flow.costs[id_][item_set]
        dearest = [track for track, cost in costs.most_common(_MOST_NAMED) if cost]
        return tuple([id_ for id_, box in self.marked.items() if box.track == track][-1] for track in dearest)

    def dated(self, year: int) -> tuple[str, ...]:
        """Return the ids of the boxes in which a year is written."""
        return tuple(id_ for id_, box in self.marked.items() if box.kind == "year" and self._state[id_] == year)

    def _is_later(self, id_: str, year: int) -> bool:
        """Return whether a later year is written in a box."""
        value = self._state[id_]
        return self.marked[id_].kind == "year" and isinstance(value, int) and value > year

    def _needs(self, box: Box) -> Iterable[str]:
        """Yield the ids of boxes that a box surely needs: the boxes before it in its row, and its conditions."""
        rules = self._limits.rulebook.boxes
        track = self._limits.book.track(box.track)
        if track.order == "row" and track.id not in self._limits.tracks_in_any_order:
            yield from (earlier.id for earlier in track.boxes[: box.number - 1])
        for need in rules.needs[rules.index[box.id]]:
            if isinstance(need, Need):
                yield need.value  # where it is no box, the caller skips it
            elif rules.tracks[need[0]].order == "row":
                yield from (earlier.id for earlier in rules.tracks[need[0]].boxes[: need[1]])

    def _paid_by_icons(self) -> Iterator[Counts]:
        """Yield the most that icons can have saved on each track that they fill too: the costs of its dearest boxes."""
        book = self._limits.book
        boxes = [box for box in book.boxes.values() if self._state.get(box.id)]
        icons = Counter(icon for box in boxes for icon in (*box.gains, *set(box.one_of)))
        for track in book.tracks.values():
            again = not self._limits.icons_that_come_again.isdisjoint(track.filled_by)
            # Icons that come every year may have paid for any number of boxes.
            number = len(track.boxes) if again else sum(icons[icon] for icon in track.filled_by)
            costs = [self._flow.costs[box.id] for box in track.boxes if box.id in self.marked]
            if number and costs:
                yield self._flow.largest(number, costs)
