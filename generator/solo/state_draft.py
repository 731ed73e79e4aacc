"""A state of Hadrian's Wall while it changes: boxes are filled, and what they give is given until nothing is left.

What needs no decision happens at once, first in, first out; the rest waits in `pending`. The order of the icons of one
box makes no difference: tracks only grow, and each box gives the same whenever it is filled (edge case EC-05).
"""

from __future__ import annotations

from collections import deque

from generator.solo.compiled.boxes import CHOICE, FILL, ITEM, BoxRules, BoxView
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import ChooseIcon, ChooseTrack, NeutralState, Pending, PlacePattern, State


class StateDraft:
    """A state while it changes; the names are those of `State`."""

    __slots__ = (
        "attack",
        "attacks",
        "book",
        "boxes",
        "cancelled",
        "closed",
        "discards",
        "hand",
        "items",
        "levels",
        "neutral",
        "on_paper",
        "pending",
        "phase",
        "prospect",
        "queue",
        "rules",
        "settings",
        "shuffles",
        "unseen",
        "used",
        "year",
    )

    def __init__(self, book: Rulebook, state: State) -> None:
        self.book = book
        self.rules: BoxRules = book.boxes
        self.queue: deque[tuple[int, int | str, int]] = deque()
        """What is gained and not given yet: what it does, with what, and the box that it comes from."""
        self.settings = state.settings
        self.year = state.year
        self.phase = state.phase
        self.pending: list[Pending] = list(state.pending)
        self.boxes = bytearray(state.boxes)
        self.levels = bytearray(state.levels)
        self.closed = state.closed
        self.used = bytearray(state.used)
        self.items = list(state.items)
        self.unseen = list(state.unseen)
        self.discards = list(state.discards)
        self.shuffles = state.shuffles
        self.hand = state.hand
        self.prospect = state.prospect
        self.neutral: tuple[NeutralState, ...] = state.neutral
        self.attack = state.attack
        self.cancelled = state.cancelled
        self.on_paper = state.on_paper
        self.attacks = state.attacks

    def freeze(self) -> State:
        """The state as it is now."""
        return State(
            self.settings,
            self.year,
            self.phase,
            tuple(self.pending),
            bytes(self.boxes),
            bytes(self.levels),
            self.closed,
            bytes(self.used),
            tuple(self.items),
            tuple(self.unseen),
            tuple(self.discards),
            self.shuffles,
            self.hand,
            self.prospect,
            self.neutral,
            self.attack,
            self.cancelled,
            self.on_paper,
            self.attacks,
        )

    # boxes

    def pay(self, pays: tuple[tuple[int, int], ...]) -> None:
        """Give items away; they are there."""
        for item, count in pays:
            self.items[item] -= count

    def mark(self, box: int, *, chosen: int = 0, without: tuple[str, ...] = ()) -> None:
        """Fill a box, with a number or option that was chosen where it takes one, and gain what it gives.

        Of the icons that it gives one of, those that are `without` are not offered.
        """
        self.write(box, chosen)
        for kind, arg in self.rules.gains[box]:
            self.queue.append((kind, arg, box))
        about = self.rules.boxes[box]
        if about.one_of:
            self.choose(box, tuple(icon for icon in about.one_of if icon not in without))

    def mark_all(self, boxes: tuple[int, ...], *, chosen: int = 0, without: tuple[str, ...] = ()) -> None:
        """Fill boxes of one track together, and gain what values give that rise by it."""
        values = self.rules.bonuses.get(self.rules.track_of[boxes[0]], ())
        before = [self.value(value) for value, _ in values]
        for box in boxes:
            self.mark(box, chosen=chosen, without=without)
        for (value, (kind, arg)), least in zip(values, before, strict=True):
            self.queue.extend([(kind, arg, -1)] * (self.value(value) - least))

    def refill(self, track: int) -> bool:
        """Fill the first circled box of a track in; false where none is circled."""
        start = self.rules.starts[track]
        box = self.boxes.find(1, start, start + self.rules.lengths[track])
        if box >= 0:
            self.boxes[box] = 2
        return box >= 0

    def value(self, id_: str) -> int:
        """A value of the book as the boxes stand."""
        return self.rules.book.value(id_, BoxView(self.rules, self.boxes))

    def write(self, box: int, chosen: int = 0) -> None:
        """Fill a box, and gain nothing."""
        if not self.boxes[box]:
            self.levels[self.rules.track_of[box]] += 1
            self.closed |= self.rules.moves_of[box]
            for limit in self.rules.limits_of[box]:
                self.used[limit] += 1
        self.boxes[box] = chosen or (self.year if self.rules.boxes[box].kind == "year" else 1)

    def set_level(self, track: int, level: int) -> None:
        """Mark just the first boxes of a track that no move marks, and gain nothing."""
        for number, box in enumerate(self.rules.span(track)):
            self.boxes[box] = number < level
        self.levels[track] = level

    # what is gained

    def gain(self, kind: int, arg: int | str, times: int = 1) -> None:
        """Gain something that no box gives."""
        self.queue.extend([(kind, arg, -1)] * times)

    def gain_items(self, counts: tuple[int, ...]) -> None:
        """Gain items; with sheets on paper the player keeps them."""
        if not self.on_paper:
            self.items = [have + count for have, count in zip(self.items, counts, strict=True)]

    def choose(self, box: int, icons: tuple[str, ...]) -> None:
        """Wait for one of some icons to be chosen."""
        self.pending.append(ChooseIcon(self.rules.boxes[box].id, icons))

    def run(self) -> None:
        """Give everything gained, and what that gives, until nothing is left but what waits for an answer."""
        queue, items = self.queue, self.items
        while queue:
            kind, arg, box = queue.popleft()
            if kind == ITEM:
                items[int(arg)] += 1
            elif kind == FILL:
                self.fill(int(arg))
            elif kind == CHOICE:
                self.pending.append(ChooseTrack(str(arg)))
            else:
                self._effect(str(arg), box)

    def fill(self, track: int) -> None:
        """Fill the next box of a track by an icon; lost where it is full or its next box cannot be filled."""
        level = self.levels[track]
        if level < self.rules.lengths[track]:
            box = self.rules.starts[track] + level
            if self.rules.holds(box, self.levels, self.boxes):
                self.mark_all((box,))

    def _effect(self, icon: str, box: int) -> None:
        """Icons that fill a circled box in, or ask for a place on the map; any other is lost."""
        track = self.book.removes.get(icon, -1)
        if track >= 0:
            self.refill(track)
        elif icon == self.book.solo.scouting.icon:
            self.pending.append(PlacePattern(self.rules.boxes[box].id))

    # cards

    def discard(self, deck: int, card: int) -> None:
        """Put a card on its discards."""
        self.discards[deck] |= 1 << card

    def add_token(self, card: int, *, goods: int = 0, scouts: int = 0) -> None:
        """Lay what was paid on a neutral card; nothing where the card is not there."""
        self.neutral = tuple(
            NeutralState(card, each.goods + goods, each.scouts + scouts) if each.card == card else each
            for each in self.neutral
        )

    def shuffle(self, deck: int, *, every: bool) -> None:
        """Make a new deck of the discards, or of every card."""
        self.unseen[deck] = self.book.decks[deck].full if every else self.discards[deck]
        self.discards[deck] = 0
        self.shuffles = tuple(count + (number == deck) for number, count in enumerate(self.shuffles))
