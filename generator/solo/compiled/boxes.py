"""The boxes of a book, compiled: numbers for names, and a bit for every way to fill a box (a move).

The open boxes are then one `and` per track: `gates` hold, for every level of a track, the moves that this level does
not bar, by the order of the track or by what a box needs of it.

A track is a row of boxes, and its level is the number of its marked boxes. An icon in a box is a gain: an item, a step
on a track, or an effect of its own. Masks have a bit for each move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import accumulate, combinations_with_replacement, compress, product
from operator import and_, or_
from typing import Any, NamedTuple, TypeVar

from generator.model.formula import CircledBoxes, DifferentNumbers, FilledBoxes, Formula, NumberSum, box_ids, children
from generator.model.sheet import Book, Box, Need, Price, Ranks
from generator.solo.action import MARK, Action

ITEM, FILL, CHOICE, EFFECT = range(4)
"""Effects of an icon: give an item, fill a track, fill one of several tracks, or follow a rule of its own."""

MANY = 256
"""Prices are tabled for fewer items than this, and levels and years fit in a byte."""

# `compress` reads a string of digits much faster than a loop reads the bits of a number.
_DIGITS = bytes.maketrans(b"01", b"\0\1")

Thing = TypeVar("Thing")


class Move(NamedTuple):
    """One way to fill a box: the box with one of its prices."""

    box: int
    pays: tuple[tuple[int, int], ...]
    """Pairs of item and count."""
    action: Action


class Gate(NamedTuple):
    """For each level of a track, or each number of uses of a limit, the moves that it does not bar."""

    number: int
    allows: tuple[int, ...]


class FormulaNeed(NamedTuple):
    """A need that is not the level of one track: its formula is computed if one of its moves is open otherwise."""

    moves: int
    need: Need


class BoxView(Mapping[str, int | str]):
    """The boxes of a state as formulas read them: by id, options as ids."""

    __slots__ = ("_boxes", "_rules")

    def __init__(self, rules: BoxRules, state: bytes | bytearray) -> None:
        """Take the compiled boxes, and the marks of a state."""
        self._rules = rules
        self._boxes = state

    def __getitem__(self, id_: str) -> int | str:
        """Return the mark of a box by its id; for a choice box the id of its option, empty for none."""
        index = self._rules.index[id_]
        options = self._rules.boxes[index].options
        mark = self._boxes[index]
        return (options[mark - 1].id if mark else "") if options else mark

    def get(self, id_: str, default: Any = None) -> Any:
        """Return as `__getitem__`, without the exception of the inherited method, which formulas call all the time."""
        return self[id_] if id_ in self._rules.index else default

    def __iter__(self) -> Iterator[str]:
        """Return an iterator over the ids of the boxes."""
        return iter(self._rules.index)

    def __len__(self) -> int:
        """Return the number of boxes."""
        return len(self._boxes)


class BoxRules:
    """Moves, prices, needs and gains of the boxes of a book: everything about them that play does not change."""

    def __init__(self, book: Book, items: Sequence[str]) -> None:
        """Compile the boxes of all sheets; `items` are the ids of the items that players hold."""
        self.book = book
        self.items = tuple(items)
        self.boxes = tuple(box for sheet in book.sheets for box in sheet.boxes)
        self.index = {box.id: number for number, box in enumerate(self.boxes)}
        self.tracks = tuple(track for sheet in book.sheets for track in sheet.tracks)
        self.track_index = {track.id: number for number, track in enumerate(self.tracks)}
        self.starts = tuple(self.index[track.boxes[0].id] for track in self.tracks)
        self.lengths = tuple(len(track.boxes) for track in self.tracks)
        self.track_of = tuple(self.track_index[box.track] for box in self.boxes)
        self._choices = [(box.id, [option.id for option in box.options]) for box in self.boxes if box.options]
        self.wild = {word: stands_for for sheet in book.sheets for word, stands_for in sheet.wild}
        self.limits = tuple(limit for sheet in book.sheets for limit in sheet.limits)
        limits = list(enumerate(self.limits))
        self.limits_of = tuple(tuple(number for number, limit in limits if box.id in limit.boxes) for box in self.boxes)
        self.moves = tuple(move for number, box in enumerate(self.boxes) for move in self._moves(number, box))
        self.actions = tuple(move.action for move in self.moves)
        self.move_of = {move.action: number for number, move in enumerate(self.moves)}
        self.moves_of = self._moves_of()
        self.fills = self._fills()
        self.gains = tuple(tuple(self.effect(icon, box.id) for icon in box.gains) for box in self.boxes)
        self.queued = tuple(tuple((*gain, box) for gain in gains) for box, gains in enumerate(self.gains))
        """The gains of each box with its number, as a draft queues them."""
        self.needs = tuple(tuple(self._level_need(need) or need for need in box.needs) for box in self.boxes)
        self.bonuses = self._bonuses()

    # what there is

    def span(self, track: int) -> range:
        """Return the numbers of the boxes of a track."""
        return range(self.starts[track], self.starts[track] + self.lengths[track])

    def mask(self, track: int) -> int:
        """Return the moves that fill a box of a track, as a bit mask."""
        return sum(self.moves_of[box] for box in self.span(track))

    def start(self) -> bytes:
        """Return the marks of the boxes at the start of a game: some are printed filled."""
        return bytes(box.start for box in self.boxes)

    def levels(self, state: bytes) -> bytes:
        """Return the level of each track in a state: the number of its marked boxes."""
        return bytes(sum(1 for box in self.span(track) if state[box]) for track in range(len(self.tracks)))

    def closed(self, state: bytes) -> int:
        """Return the moves whose box is marked, as a bit mask."""
        return sum(compress(self.moves_of, state))

    def contents(self, state: bytes) -> dict[str, int | str]:
        """Return the marks of a state by box id, choices as option ids.

        It serves many formulas faster than a `BoxView`.
        """
        contents: dict[str, int | str] = dict(zip(self.index, state, strict=True))
        for id_, options in self._choices:
            mark = state[self.index[id_]]
            contents[id_] = options[mark - 1] if mark else ""
        return contents

    def gates_of(self, box: int) -> tuple[tuple[int, int], ...]:
        """Return the other tracks that open a box, each with the level that the box needs of it."""
        return tuple(need for need in self.needs[box] if isinstance(need, tuple) and need[0] != self.track_of[box])

    @cached_property
    def ranks(self) -> Ranks:
        """Return the ranks of the sheet that has the final score; solo rules require one."""
        return next(sheet.ranks for sheet in self.book.sheets if sheet.ranks)

    def effect(self, icon: str, box: str = "") -> tuple[int, int | str]:
        """Return the effect of an icon given by `box`: ITEM, FILL, CHOICE or EFFECT, with its item, track or name."""
        if icon in self.items:
            return ITEM, self.items.index(icon)
        # A track without `filled_from` is filled by its icon from anywhere.
        tracks = [track for track in self.fills.get(icon, ()) if box in (self.tracks[track].filled_from or (box,))]
        if len(tracks) == 1:
            return FILL, tracks[0]
        return (CHOICE if tracks else EFFECT), icon

    # what is open

    @cached_property
    def gates(self) -> tuple[Gate, ...]:
        """Return the tracks whose levels bar moves, with the moves that each level allows, as bit masks."""
        every = (1 << len(self.moves)) - 1
        barred = {number: [0] * (size + 1) for number, size in enumerate(self.lengths)}
        for number, box in enumerate(self.boxes):
            # A box bars its moves at every level outside of its windows.
            for track, low, high in self._windows(box):
                for level in [level for level in range(len(barred[track])) if not low <= level <= high]:
                    barred[track][level] |= self.moves_of[number]
        return tuple(
            Gate(track, tuple(every & ~mask for mask in masks)) for track, masks in barred.items() if any(masks)
        )

    @cached_property
    def _paired_gates(self) -> tuple[tuple[int, int, tuple[tuple[int, ...], ...]], ...]:
        """Return the gates (tracks whose levels bar moves) in pairs, with the moves that each two levels allow."""
        # Two levels at a time halve the look-ups; an odd gate is paired with itself, which bars nothing more.
        gates = [*self.gates, *self.gates[-1:]] if len(self.gates) % 2 else self.gates
        pairs = zip(gates[::2], gates[1::2], strict=True)
        return tuple(
            (one.number, two.number, tuple(tuple(first & second for second in two.allows) for first in one.allows))
            for one, two in pairs
        )

    @cached_property
    def caps(self) -> tuple[Gate, ...]:
        """Return the yearly limits on filling boxes, with the moves that each number of uses allows, as bit masks."""
        every = (1 << len(self.moves)) - 1
        # The moves that remain at the limit: all but the moves of its boxes.
        unlimited = [every & ~sum(self.moves_of[self.index[box]] for box in limit.boxes) for limit in self.limits]
        return tuple(
            Gate(
                number, tuple(every if uses < limit.most else unlimited[number] for uses in range(len(limit.boxes) + 1))
            )
            for number, limit in enumerate(self.limits)
        )

    @cached_property
    def late(self) -> tuple[FormulaNeed, ...]:
        """Return the needs that are computed by their formula, each with the moves that have it."""
        moves_by_need: dict[Need, int] = {}
        for number, box in enumerate(self.boxes):
            for need in [need for need in (*box.needs, *box.when) if not self._level_need(need)]:
                moves_by_need[need] = moves_by_need.get(need, 0) | self.moves_of[number]
        return tuple(FormulaNeed(moves, need) for need, moves in moves_by_need.items() if moves)

    @cached_property
    def affords(self) -> tuple[tuple[int, ...], ...]:
        """Return for each item the moves that each count of it can pay, as bit masks."""
        return tuple(tuple(self._affords(item)) for item in range(len(self.items)))

    def open_moves(self, levels: Sequence[int], closed: int, used: Sequence[int], state: bytes | bytearray) -> int:
        """Return the moves whose box may be filled now, not counting their price, as a bit mask.

        `levels`, `closed`, `used` and `state` are the fields of a state: levels of tracks, moves of marked boxes, uses
        of yearly limits, and the boxes.
        """
        # A bit for each move; everything that a level, a limit or a formula bars is taken away.
        mask = ~closed
        for first, second, allow in self._paired_gates:
            mask &= allow[levels[first]][levels[second]]
        for limit, allows in self.caps:
            mask &= allows[used[limit]]
        # Formulas take long, so they are read only for moves that nothing else bars.
        for moves, need in self.late:
            if mask & moves and self.book.value(need.value, BoxView(self, state)) < need.least:
                mask &= ~moves
        return mask

    @cached_property
    def _barred_by(self) -> tuple[tuple[tuple[Gate, ...], tuple[Gate, ...]], ...]:
        """Return for each move the gates (tracks whose levels bar moves) and the yearly limits that ever bar it."""
        return tuple(zip(_barring(self.gates, len(self.moves)), _barring(self.caps, len(self.moves)), strict=True))

    def is_open(self, number: int, levels: Sequence[int], closed: int, used: Sequence[int]) -> bool:
        """Return whether `open_moves` has the move of this number; only for moves whose needs are no formulas."""
        if closed >> number & 1:
            return False
        tracks, limits = self._barred_by[number]
        # Loops, as a generator for each would take longer than what it looks up.
        for track, allows in tracks:
            if not allows[levels[track]] >> number & 1:
                return False
        for limit, allows in limits:  # noqa: SIM110  `all` would be such a generator
            if not allows[used[limit]] >> number & 1:
                return False
        return True

    def paid_moves(self, items: Sequence[int]) -> int:
        """Return the moves whose price these items pay, as a bit mask."""
        # All items: a count above the table pays for everything that the table has.
        mask = -1
        for have, pays in zip(items, self.affords, strict=True):
            mask &= pays[have if have < MANY else -1]
        return mask

    def holds(self, box: int, levels: Sequence[int], state: bytes | bytearray) -> bool:
        """Return whether the needs of a box are met."""
        for need in self.needs[box]:
            if isinstance(need, Need):
                if self.book.value(need.value, BoxView(self, state)) < need.least:
                    return False
            elif levels[need[0]] < need[1]:
                return False
        return True

    def payments(self, box: Box) -> list[tuple[str, ...]]:
        """Return every way to pay for a box as items, each once; none for a box that only an icon fills."""
        # Wild items are spelled out, and different prices may come to the same payment.
        return list(dict.fromkeys(paid for price in box.costs for paid in self._paid(price)))

    # how it is compiled

    def _moves(self, number: int, box: Box) -> Iterator[Move]:
        """Yield a move for each way to pay for a box, by the box's number."""
        prices = self.payments(box)
        for paid in prices:
            counts = tuple((self.items.index(item), paid.count(item)) for item in dict.fromkeys(paid))
            yield Move(number, counts, Action(MARK, (box.id, *paid) if len(prices) > 1 else (box.id,)))

    def _paid(self, price: Price) -> Iterator[tuple[str, ...]]:
        """Yield the ways to pay a price, with wild items spelled out as the items they stand for."""
        parts = [combinations_with_replacement(self.wild.get(item, (item,)), count) for item, count in price.items]
        for chosen in product(*parts):
            # Sorted, so that two ways to the same payment are equal.
            yield tuple(sorted((item for part in chosen for item in part), key=self.items.index))

    def _moves_of(self) -> tuple[int, ...]:
        """Return for each box its moves, as a bit mask."""
        masks = [0] * len(self.boxes)
        for number, move in enumerate(self.moves):
            masks[move.box] |= 1 << number
        return tuple(masks)

    def _fills(self) -> dict[str, tuple[int, ...]]:
        """Return for each icon the numbers of the tracks that it can fill."""
        by_icon: dict[str, tuple[int, ...]] = {}
        for icon, number in [(icon, number) for number, track in enumerate(self.tracks) for icon in track.filled_by]:
            by_icon[icon] = (*by_icon.get(icon, ()), number)
        return by_icon

    def _windows(self, box: Box) -> Iterator[tuple[int, int, int]]:
        """Yield tracks, each with the lowest and highest level at which a box may be filled."""
        track = self.track_index[box.track]
        if self.tracks[track].order == "row":
            yield track, box.number - 1, box.number - 1
        for need in (*box.needs, *box.when):
            level_need = self._level_need(need)
            if level_need:
                yield level_need[0], level_need[1], MANY

    def _level_need(self, need: Need) -> tuple[int, int] | None:
        """Return (track, level) if a need is the level of one track, else None."""
        if need.value in self.track_index:
            return self.track_index[need.value], need.least
        if need.value in self.index:
            box, track = self.boxes[self.index[need.value]], self.track_of[self.index[need.value]]
            is_plain = self.tracks[track].order == "row" and need.least == 1 and box.kind != "number"
            return (track, box.number) if is_plain else None
        return self._tabled(need)

    def _tabled(self, need: Need) -> tuple[int, int] | None:
        """Return (track, level) if a formula depends on one track only and is met from some level on, else None."""
        formulas = [self.book.values[id_].formula for id_ in self.book.dependencies[need.value]]
        if any(_reads_marks(formula) for formula in formulas):
            return None
        tracks = {self.track_of[self.index[box]] for formula in formulas for box in box_ids(formula)}
        track = next(iter(tracks), -1)
        if len(tracks) != 1 or self.tracks[track].order != "row":
            return None
        track_boxes = self.tracks[track].boxes
        marked = [{box.id: 1 for box in track_boxes[:level]} for level in range(len(track_boxes) + 1)]
        enough = [self.book.value(need.value, boxes) >= need.least for boxes in marked]
        # Once met, always met: only then a single level stands for the formula.
        return (track, enough.index(True)) if enough == sorted(enough) and enough[-1] else None

    def _affords(self, item: int) -> Iterator[int]:
        """Return for 0, 1, 2 … of an item the moves that the count can pay, as bit masks."""
        costing: dict[int, int] = {}
        for number, move in enumerate(self.moves):
            price = dict(move.pays).get(item, 0)
            costing[price] = costing.get(price, 0) | 1 << number
        # Moves that cost less stay payable.
        return accumulate((costing.get(price, 0) for price in range(MANY)), or_)

    def _bonuses(self) -> dict[int, tuple[tuple[str, tuple[int, int | str]], ...]]:
        """Return for each track the values that give a bonus whenever they rise with the track."""
        by_track: dict[int, tuple[tuple[str, tuple[int, int | str]], ...]] = {}
        for bonus in [bonus for sheet in self.book.sheets for bonus in sheet.bonuses]:
            formulas = [self.book.values[id_].formula for id_ in self.book.dependencies[bonus.value]]
            for track in dict.fromkeys(
                self.track_of[self.index[box]] for formula in formulas for box in box_ids(formula)
            ):
                by_track[track] = (*by_track.get(track, ()), (bonus.value, self.effect(bonus.gains)))
        return by_track


def _barring(gates: Sequence[Gate], moves: int) -> Iterator[tuple[Gate, ...]]:
    """Yield for each move the gates that have a level at which it is barred."""
    # Most gates never bar a given move, and are left out for it.
    always = [(gate, reduce(and_, gate.allows)) for gate in gates]
    for number in range(moves):
        yield tuple(gate for gate, allows in always if not allows >> number & 1)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def select(things: Sequence[Thing], mask: int) -> tuple[Thing, ...]:
    """Return the things whose bits are set in a mask, in order; several times faster than a loop over `bits`."""
    return tuple(compress(things, f"{mask:b}"[::-1].encode().translate(_DIGITS)))


def _reads_marks(formula: Formula) -> bool:
    """Return whether a formula depends on more than which boxes are marked, such as on circles or written numbers."""
    return isinstance(formula, CircledBoxes | FilledBoxes | NumberSum | DifferentNumbers) or any(
        map(_reads_marks, children(formula))
    )
