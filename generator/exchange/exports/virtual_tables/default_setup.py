"""The table of a game that says nothing of its set-up: decks in a row, boards in the middle, supplies in bags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.base.units import to_mm
from generator.model.game import Component, Game
from generator.model.virtual_tables.piece_stock import ENDLESS_KINDS, LAID_KINDS, PieceCopy
from generator.model.virtual_tables.table_setup import Place, Selection, SetupEntry, TableSetup

GAP = 4.0
"""Millimetres between things in a row."""

_A4 = (210.0, 297.0)
"""What fills the paper is shown on A4."""

_ROWS = (("cards",), ("boards",), ("tokens",), ("dice", "standees"), ENDLESS_KINDS)
"""The kinds of components in each row of the table, from the head."""

_WIDEST = 1600.0
"""Millimetres of a row; what is wider goes on below. Virtual tables and rooms are about twice as wide as deep."""


def lying_size(component: Component) -> Place:
    """Width and height that a piece of a component takes on the table, in millimetres."""
    if component.kind == "dice":
        return to_mm(component.measures["edge"]), to_mm(component.measures["edge"])
    if component.trim is None:
        return _A4[::-1] if component.turned else _A4
    return to_mm(component.trim.width), to_mm(component.trim.height)


def default_setup(game: Game) -> TableSetup:
    """Decks face down in a row, boards, bags for each kind of token, dice, figures, and then what is read."""
    entries: list[SetupEntry] = []
    top = 0.0
    for kinds in _ROWS:
        row, top = _row([it for it in game.components if it.kind in kinds], top)
        entries += row
    return TableSetup(middle=tuple(entries))


def left_over_entries(left: Iterable[tuple[Component, Sequence[PieceCopy]]], foot: float) -> list[SetupEntry]:
    """What lays the pieces that a set-up does not use, in a row below `foot`."""
    kept = [it for it, _ in left if it.kind in LAID_KINDS]
    return _row(kept, foot + 10 * GAP)[0]


def _row(components: Sequence[Component], top: float) -> tuple[list[SetupEntry], float]:
    """The entries of a row of the table that begins at `top`, and where the next one begins."""
    entries: list[SetupEntry] = []
    left, below = 0.0, top
    for component in components:
        form, count = _form(component), _count(component)
        width, height = lying_size(component)
        if left and left + count * (width + GAP) > _WIDEST:
            left, top = 0.0, below
        across = max(1, int((_WIDEST - left) / (width + GAP)))
        lines = -(-count // across)
        place = left, top
        chosen = Selection((component.id,), each=1 if component.kind in ENDLESS_KINDS and component.pieces else 0)
        entries.append(
            SetupEntry((chosen,), form, (place,), across=across, face_up=not (form == "pile" and component.back))
        )
        left += min(count, across) * (width + GAP) + GAP
        below = max(below, top + lines * (height + GAP) + GAP)
    return entries, below


def _form(component: Component) -> str:
    return {"cards": "pile", "tokens": "bags", "standees": "bags"}.get(component.kind, "spread")


def _count(component: Component) -> int:
    """How many objects lie on the table."""
    match _form(component):
        case "pile":
            return 1
        case "bags":
            return len(component.pieces)
    if component.kind in ENDLESS_KINDS:
        return max(1, len(component.pieces))
    return component.count
