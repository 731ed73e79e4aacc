"""Costs and gains of boxes in items, counted for every set of items.

Prices and rewards leave choices: a fort box takes a builder or a soldier. By Hall's theorem a way to pay for everything
exists only if, for each set of items, what must be paid in them is no more than what there was of them. A set is a bit
mask over the items of the game, and a count is a tuple with a number for each set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import product
from operator import sub
from typing import TypeAlias

from generator.model.sheet import Box
from generator.solo.compiled.boxes import BoxRules

Counts: TypeAlias = tuple[int, ...]
"""A number for each set of items; the first one, of the empty set, is 0."""


class ItemFlow:
    """Counts of the costs and gains of boxes by their rules; tracks of `exchange` never give the item that was paid."""

    def __init__(self, rules: BoxRules, exchange: Collection[str] = ()) -> None:
        """Take the rules of the boxes of a game."""
        self.items = rules.items
        self.sets = range(1 << len(self.items))
        self._rules, self._exchange = rules, exchange
        # A box that is printed as marked was never paid for.
        deals = {box.id: tuple(self._deals(box)) for box in rules.boxes if not box.start}
        # Each set of items has its own cheapest way, so that the limits hold whatever a player chose.
        self.costs = {id_: self._each(min, [paid for paid, _ in ways]) for id_, ways in deals.items()}
        """The least that a box costs."""
        self.prices = {id_: self._each(max, [paid for paid, _ in ways]) for id_, ways in deals.items()}
        """The most that a box costs."""
        self.nets = {
            id_: self._each(max, [tuple(map(sub, got, paid)) for paid, got in ways]) for id_, ways in deals.items()
        }
        """The most that a box gives beyond what it costs, below 0 for most boxes."""
        self.gains = {id_: tuple(max(0, number) for number in net) for id_, net in self.nets.items()}
        self.losses = {id_: tuple(min(0, number) for number in net) for id_, net in self.nets.items()}

    def count(self, icons: Iterable[str]) -> Counts:
        """Return the counts of the items among icons, for every set of items."""
        icon_ids = tuple(icons)
        return self.weigh([icon_ids.count(item) for item in self.items])

    def weigh(self, numbers: Sequence[int]) -> Counts:
        """Return the total of every set of items; `numbers` has the number of each item, in the order of `items`."""
        totals = [0]
        for number in numbers:  # the sets without an item come before the same sets with it
            totals += [total + number for total in totals]
        return tuple(totals)

    def names(self, item_set: int) -> tuple[str, ...]:
        """Return the names of the items in a set, which is a bit mask."""
        return tuple(item for number, item in enumerate(self.items) if item_set >> number & 1)

    def add(self, counts: Iterable[Counts]) -> Counts:
        """Return the sum of counts, for every set of items."""
        return tuple(map(sum, zip((0,) * len(self.sets), *counts, strict=True)))

    def largest(self, number: int, counts: Collection[Counts]) -> Counts:
        """Return for every set of items the sum of its largest counts, at most `number` of them."""
        return tuple(
            sum(sorted((count[item_set] for count in counts), reverse=True)[:number]) for item_set in self.sets
        )

    def best(self, counts: Collection[Counts]) -> Counts:
        """Return for every set of items the largest of its counts."""
        return self.largest(1, counts)

    def _each(self, choose: Callable[[Iterable[int]], int], counts: Sequence[Counts]) -> Counts:
        """Return for every set of items one of its counts, chosen by a function such as `min`."""
        return tuple(map(choose, zip(*counts, strict=True)))

    def _deals(self, box: Box) -> Iterator[tuple[Counts, Counts]]:
        """Yield each way to pay for a box: the items paid, and the items that the box gives then."""
        for paid, chosen in product(self._rules.payments(box) or [()], box.one_of or ("",)):
            if not (box.track in self._exchange and chosen in paid):
                yield self.count(paid), self.count((*box.gains, chosen))
