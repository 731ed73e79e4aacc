"""A state of Hadrian's Wall while it changes: boxes are filled, and their gains are given until none is left.

A gain that needs no decision is given at once, first in, first out; the others wait in `pending`. The order of the
icons of one box makes no difference: tracks only grow, and a box gives the same whenever it is filled (rules,
"Rulings": order of icons).
"""

from __future__ import annotations

from collections import deque

from generator.solo.compiled.boxes import CHOICE, FILL, ITEM, BoxRules, BoxView
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import ChooseIcon, ChooseTrack, NeutralState, Pending, PlacePattern, State

_new_tuple = tuple.__new__


class StateDraft:
    """A state while it changes; its fields are those of `State`, as lists and byte arrays."""

    __slots__ = ("book", "queue", "rules", *State._fields)

    def __init__(self, book: Rulebook, state: State) -> None:
        """Copy the fields of a state that may change in place."""
        self.book = book
        self.rules: BoxRules = book.boxes
        self.queue: deque[tuple[int, int | str, int]] = deque()
        """Gains to be given: what an icon does, its item, track or name, and the box that it comes from or -1."""
        self.settings = state.settings
        self.year = state.year
        self.phase = state.phase
        self.pending: list[Pending] = list(state.pending)
        self.boxes = bytearray(state.boxes)
        self.levels = bytearray(state.levels)
        self.closed = state.closed
        self.used = bytearray(state.used)
        self.items = list(state.items)
        # Few actions move cards, so their decks are not copied but replaced.
        self.unseen = state.unseen
        self.discards = state.discards
        self.shuffles = state.shuffles
        self.hand = state.hand
        self.prospect = state.prospect
        self.neutral: tuple[NeutralState, ...] = state.neutral
        self.attack = state.attack
        self.cancelled = state.cancelled
        self.on_paper = state.on_paper
        self.attacks = state.attacks

    def freeze(self) -> State:
        """Return the state that this draft has come to."""
        # In the order of the fields, as `State._make`: 19 arguments by name take twice as long.
        return _new_tuple(
            State,
            (
                self.settings,
                self.year,
                self.phase,
                bytes(self.boxes),
                bytes(self.levels),
                self.closed,
                bytes(self.used),
                tuple(self.items),
                self.unseen,
                self.discards,
                self.shuffles,
                self.cancelled,
                tuple(self.pending),
                self.hand,
                self.prospect,
                self.neutral,
                self.attack,
                self.on_paper,
                self.attacks,
            ),
        )

    # boxes

    def pay(self, pays: tuple[tuple[int, int], ...]) -> None:
        """Take the price of a move, pairs of item and count, out of the items in hand."""
        for item, count in pays:
            self.items[item] -= count

    def mark(self, box: int, *, chosen: int = 0, without: tuple[str, ...] = ()) -> None:
        """Fill a box and queue its gains; `chosen` is the number written in it, or the number of its option.

        Icons in `without` are not offered where the box gives one of several.
        """
        self.write(box, chosen)
        self.queue += self.rules.queued[box]
        if one_of := self.rules.boxes[box].one_of:
            self.choose(box, tuple(icon for icon in one_of if icon not in without))

    def mark_all(self, boxes: tuple[int, ...], *, chosen: int = 0, without: tuple[str, ...] = ()) -> None:
        """Fill boxes of one track together, and gain the bonuses of values that rise with them, such as map rows."""
        # A bonus follows from a value that rises, however many boxes were filled at once: all boxes first, then the
        # values.
        values = self.rules.bonuses.get(self.rules.track_of[boxes[0]])
        before = [self.value(value) for value, _ in values] if values else ()
        for box in boxes:
            self.mark(box, chosen=chosen, without=without)
        for (value, (kind, arg)), least in zip(values or (), before, strict=True):
            self.queue.extend([(kind, arg, -1)] * (self.value(value) - least))

    def refill(self, track: int) -> bool:
        """Fill in the first circled box of a track; return False if no box is circled."""
        start = self.rules.starts[track]
        box = self.boxes.find(1, start, start + self.rules.lengths[track])
        if box >= 0:
            self.boxes[box] = 2
        return box >= 0

    def value(self, id_: str) -> int:
        """Return a value of the sheets by its id, such as a level or a count."""
        return self.rules.book.value(id_, BoxView(self.rules, self.boxes))

    def write(self, box: int, chosen: int = 0) -> None:
        """Fill a box without its gains; `chosen` is the number written in it, 0 for the box's usual mark."""
        # A box that is marked already counts in its level, its limits and its moves.
        if not self.boxes[box]:
            self.levels[self.rules.track_of[box]] += 1
            self.closed |= self.rules.moves_of[box]
            for limit in self.rules.limits_of[box]:
                self.used[limit] += 1
        # A year box is marked with the year, and everything else with 1 or the chosen number.
        self.boxes[box] = chosen or (self.year if self.rules.boxes[box].kind == "year" else 1)

    def set_level(self, track: int, level: int) -> None:
        """Set the level (number of marked boxes) of a track without gains, for sheets on paper."""
        for number, box in enumerate(self.rules.span(track)):
            self.boxes[box] = number < level
        self.levels[track] = level

    # what is gained

    def gain(self, kind: int, arg: int | str, times: int = 1) -> None:
        """Queue the effect of an icon, `times` over, as a gain from no box.

        `kind` is ITEM, FILL, CHOICE or EFFECT, and `arg` the item, track or name that goes with it.
        """
        self.queue.extend([(kind, arg, -1)] * times)

    def gain_items(self, counts: tuple[int, ...]) -> None:
        """Add counts to the items in hand; with sheets on paper the player counts them."""
        if not self.on_paper:
            self.items = [have + count for have, count in zip(self.items, counts, strict=True)]

    def choose(self, box: int, icons: tuple[str, ...]) -> None:
        """Ask the player for one of some icons that a box gives."""
        self.pending.append(ChooseIcon(self.rules.boxes[box].id, icons))

    def run(self) -> None:
        """Give all queued gains, and further gains that follow from them (rules, "Filling boxes")."""
        # Read once, as this loop runs after every action that a computer player tries.
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
        """Fill the next box of a track by an icon; the icon is lost if the track is full or the box is not open."""
        level = self.levels[track]
        if level < self.rules.lengths[track]:
            box = self.rules.starts[track] + level
            # Without its needs the step is lost, as the rules say of an icon whose box is closed.
            if self.rules.holds(box, self.levels, self.boxes) and not self.book.closing_of(box, self.year):
                self.mark_all((box,))

    def _effect(self, icon: str, box: int) -> None:
        """Do the effect of an icon that fills in a circled box or lays a pattern; any other icon is lost."""
        track = self.book.removes.get(icon, -1)
        if track >= 0:
            self.refill(track)
        elif icon == self.book.solo.scouting.icon:
            self.pending.append(PlacePattern(self.rules.boxes[box].id))

    # cards

    def discard(self, deck: int, card: int) -> None:
        """Put a card on the discards of its deck."""
        self.discards = _replaced(self.discards, deck, self.discards[deck] | 1 << card)

    def take(self, deck: int, card: int) -> None:
        """Take a card, by its number, out of its deck."""
        self.unseen = _replaced(self.unseen, deck, self.unseen[deck] & ~(1 << card))

    def add_token(self, card: int, *, goods: int = 0, scouts: int = 0) -> None:
        """Lay the items paid for a good or a pattern on a neutral card (it stands for a neighbour)."""
        self.neutral = tuple(
            NeutralState(card, neutral.goods + goods, neutral.scouts + scouts) if neutral.card == card else neutral
            for neutral in self.neutral
        )

    def shuffle(self, deck: int, *, every: bool) -> None:
        """Make a new deck of the discards, or with `every` of all its cards."""
        cards = self.book.decks[deck].full if every else self.discards[deck]
        self.unseen = _replaced(self.unseen, deck, cards)
        self.discards = _replaced(self.discards, deck, 0)
        self.shuffles = _replaced(self.shuffles, deck, self.shuffles[deck] + 1)


def _replaced(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """Return the numbers with another number in one place."""
    return (*numbers[:place], number, *numbers[place + 1 :])
