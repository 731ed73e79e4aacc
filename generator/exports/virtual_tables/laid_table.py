"""Lays the pieces of a game on a table; lengths are millimetres, (0, 0) is the middle, y grows towards the reader.

Where a game says nothing of its set-up, decks lie in a row, boards in the middle, supplies in bags.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.base.records import dataclass, replace
from generator.base.units import to_mm
from generator.model.game import Component, Game
from generator.model.text import Text
from generator.model.virtual_tables.piece_stock import (
    BOARD_KINDS,
    ENDLESS_KINDS,
    LAID_KINDS,
    PieceCopy,
    PieceStock,
    objects,
)
from generator.model.virtual_tables.table_setup import Place, Seat, Selection, SetupEntry, TableSetup

OBJECT_FORMS = {"spread": "piece", "piles": "pile", "bags": "bag"}
"""Forms of objects by the forms of their entries, where the names differ."""
GAP = 4.0
"""Millimetres between things in a row."""

_A4 = (210.0, 297.0)
"""Size of components that fill the paper, whichever it is: A4."""

_ROWS = (("cards",), ("boards",), ("tokens",), ("dice", "standees"), ENDLESS_KINDS)
"""The kinds of components in each row of the table, from the head."""

_WIDEST = 1600.0
"""Millimetres of the longest row; longer ones are broken. Virtual tables and rooms are about twice as wide as deep."""


@dataclass(frozen=True, slots=True)
class LaidObject:
    """A piece, pile, bag or hand of cards on the table."""

    form: str
    """`piece`, `pile`, `bag` or `hand`."""
    copies: tuple[PieceCopy, ...]
    """Its pieces, the uppermost first."""
    x: float
    """Horizontal place of its centre; `y` is the vertical one."""
    y: float
    width: float
    """Width of its uppermost piece, before it is turned."""
    height: float
    turn: float
    """Degrees clockwise, seat and object together."""
    face_up: bool
    title: Text | None = None
    seat: int | None = None
    """Number of the seat that it lies before, from 0; None in the middle."""
    is_unused: bool = False
    """Whether the set-up has no use for it: it lies at the foot of the table, so that the whole game is there."""


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A game set up; objects come in the order in which they are laid, boards first."""

    objects: tuple[LaidObject, ...]
    seats: tuple[Seat, ...]
    note: Text | None = None


class _Frame(NamedTuple):
    """Where a list of entries is laid."""

    seat: int | None
    origin: Place
    turn: float
    player: str


def lay_table(game: Game, setup: TableSetup | None) -> LaidTable:
    """Lay all pieces of a game on a table: as its set-up says, or without one in tidy rows.

    The set-up has been checked before. Pieces that it does not use lie in rows at the foot of the table, so that the
    whole game is there.
    """
    # The rows of a default set-up begin at (0, 0), so they are moved to the middle of the table.
    if setup is None:
        return _in_the_middle(lay_table(game, default_setup(game)))
    components = {it.id: it for it in game.components}
    stock = PieceStock(game.components, setup.seed)
    laid: list[LaidObject] = []
    # Players take first: the middle gets all that is left (data/README.md).
    for number, seat in enumerate(setup.seats):
        frame = _Frame(number, seat.at, seat.turn, seat.player)
        laid += _laid(setup, frame, stock, components)
    middle = _Frame(None, (0.0, 0.0), 0.0, "")
    laid += _laid(setup, middle, stock, components)
    left_over = TableSetup(middle=tuple(left_over_entries(list(stock.left()), foot(laid))))
    laid += [replace(it, is_unused=True) for it in _laid(left_over, middle, stock, components)]
    return LaidTable(tuple(_boards_first(laid, components)), setup.seats, setup.note)


def _in_the_middle(table: LaidTable) -> LaidTable:
    """Return a table moved so that the middle of all objects is (0, 0)."""
    if not table.objects:
        return table
    lefts, tops, rights, feet = zip(*map(bounds, table.objects), strict=True)
    x, y = (min(lefts) + max(rights)) / 2, (min(tops) + max(feet)) / 2
    moved = (replace(it, x=round(it.x - x, 3), y=round(it.y - y, 3)) for it in table.objects)
    return replace(table, objects=tuple(moved))


def foot(laid: Sequence[LaidObject]) -> float:
    """Return the lowest edge of some objects in mm, 0 for none."""
    return max((bounds(it)[3] for it in laid), default=0.0)


def bounds(laid: LaidObject) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an object in mm as it lies, with its turn."""
    # Absolute, as the box around a turned rectangle is the same for opposite turns.
    cosine, sine = (abs(trig(math.radians(laid.turn))) for trig in (math.cos, math.sin))
    across, down = laid.width * cosine + laid.height * sine, laid.width * sine + laid.height * cosine
    return laid.x - across / 2, laid.y - down / 2, laid.x + across / 2, laid.y + down / 2


def _laid(
    setup: TableSetup, frame: _Frame, stock: PieceStock, components: Mapping[str, Component]
) -> Iterator[LaidObject]:
    """Yield the objects that a set-up's entries lay in a frame: before a seat, or in the middle.

    Their pieces are taken from the stock.
    """
    boards: dict[str, Place] = {}
    for _, entry in setup.entries(frame.seat):
        copies = [copy for chosen in entry.selections for copy in stock.take(chosen, frame.player)]
        origin = boards.get(entry.on, (0.0, 0.0))
        for number, object_copies in enumerate(objects(entry.form, copies)):
            first = object_copies[0]
            size = lying_size(components[first.component])
            left, top = _place(entry, number, size)
            corner = left + origin[0], top + origin[1]
            # Entries on a board count from its corner; the name of a component alone means its last board.
            boards[first.component] = boards[f"{first.component}/{first.piece}"] = corner
            yield _object(entry, object_copies, frame, corner, size)


def _place(entry: SetupEntry, number: int, size: Place) -> Place:
    """Return the left top corner of an entry's object with a number, in mm.

    `size` is the width and height of a piece.
    """
    if len(entry.places) > 1:
        return entry.places[number]
    step = entry.step or (size[0] + GAP, size[1] + GAP)
    line, column = divmod(number, entry.across) if entry.across else (0, number)
    return entry.places[0][0] + column * step[0], entry.places[0][1] + line * step[1]


def _object(entry: SetupEntry, copies: tuple[PieceCopy, ...], frame: _Frame, corner: Place, size: Place) -> LaidObject:
    """Return an object of an entry, turned and moved as its seat is; `corner` and `size` are in mm."""
    x, y = corner[0] + size[0] / 2, corner[1] + size[1] / 2
    # Places are rounded below, since sines of quarter turns are not exactly 0 and 1.
    angle = math.radians(frame.turn)
    return LaidObject(
        form="piece" if len(copies) == 1 and entry.form != "bag" else OBJECT_FORMS.get(entry.form, entry.form),
        copies=copies,
        x=round(frame.origin[0] + x * math.cos(angle) - y * math.sin(angle), 3),
        y=round(frame.origin[1] + x * math.sin(angle) + y * math.cos(angle), 3),
        width=size[0],
        height=size[1],
        turn=(frame.turn + entry.turn) % 360,
        face_up=entry.face_up,
        title=entry.title,
        seat=frame.seat,
    )


def _boards_first(laid: Sequence[LaidObject], components: Mapping[str, Component]) -> list[LaidObject]:
    """Return objects with boards and sheets first, since others may lie on them; the order is kept otherwise."""
    # Python's sort keeps the order of equal entries.
    return sorted(laid, key=lambda it: components[it.copies[0].component].kind not in BOARD_KINDS)


def lying_size(component: Component) -> Place:
    """Return the width and height of a component's pieces on the table, in mm; booklets and sheets are A4 at most."""
    if component.kind == "dice":
        return to_mm(component.measures["edge"]), to_mm(component.measures["edge"])
    if component.trim is None:
        return _A4[::-1] if component.turned else _A4
    return to_mm(component.trim.width), to_mm(component.trim.height)


def default_setup(game: Game) -> TableSetup:
    """Return a set-up in rows: decks face down, boards, bags of tokens, dice and figures, sheets and booklets."""
    entries: list[SetupEntry] = []
    top = 0.0
    for kinds in _ROWS:
        row, top = _row([it for it in game.components if it.kind in kinds], top)
        entries += row
    return TableSetup(middle=tuple(entries))


def left_over_entries(unused: Iterable[tuple[Component, Sequence[PieceCopy]]], foot: float) -> list[SetupEntry]:
    """Return entries that lay unused pieces in rows below `foot`, the lowest edge of the table in mm."""
    components = [it for it, _ in unused if it.kind in LAID_KINDS]
    return _row(components, foot + 10 * GAP)[0]


def _row(components: Sequence[Component], top: float) -> tuple[list[SetupEntry], float]:
    """Return the entries of a row of the table that begins at `top` (mm), and the top of the next row."""
    entries: list[SetupEntry] = []
    left, below = 0.0, top
    for component in components:
        form, count = _form(component), _count(component)
        width, height = lying_size(component)
        # A component wider than a whole row still begins one.
        if left and left + count * (width + GAP) > _WIDEST:
            left, top = 0.0, below
        across = max(1, int((_WIDEST - left) / (width + GAP)))
        lines = -(-count // across)
        place = left, top
        # Of kinds that can be printed again one piece is enough: its bag never runs out.
        chosen = Selection((component.id,), per_kind=1 if component.kind in ENDLESS_KINDS and component.pieces else 0)
        entries.append(
            # Decks lie face down, but cards without a back would then show nothing.
            SetupEntry((chosen,), form, (place,), across=across, face_up=not (form == "pile" and component.back))
        )
        left += min(count, across) * (width + GAP) + GAP
        below = max(below, top + lines * (height + GAP) + GAP)
    return entries, below


def _form(component: Component) -> str:
    """Return the form in which a component's pieces are laid on the table: "pile", "bags" or "spread"."""
    return {"cards": "pile", "tokens": "bags", "standees": "bags"}.get(component.kind, "spread")


def _count(component: Component) -> int:
    """Return the number of objects that a component makes on the table."""
    match _form(component):
        case "pile":
            return 1
        case "bags":
            # Each kind of token or figure gets a bag of its own.
            return len(component.pieces)
    if component.kind in ENDLESS_KINDS:
        return max(1, len(component.pieces))
    return component.count
