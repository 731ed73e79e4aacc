"""Which piece goes where on sheets of labels or perforated cards, whose places are fixed."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from generator.base.errors import Fault, Faults, UsageError
from generator.base.geometry import Rect, Size
from generator.base.records import replace
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind, PieceToPrint, size_in_mm
from generator.impose.layout.oriented_paper import orientations
from generator.impose.layout.slot_layout import FilledSlots, SlotItem, SlotLayout, filled_places, free_places
from generator.impose.sheet_plan import SheetPlan
from generator.model.paper import LabelCells, Paper

_EXACT = 0.05 * MM  # sizes of one standard, given in inches and in millimetres, differ by no more


def fits_cell(trim: Size, cells: LabelCells, *, is_round: bool = False) -> bool:
    """Whether a piece lies on a card of the sheet, upright or turned; `is_round` for one with a round outline."""
    width, height = sorted((trim.width, trim.height))
    least, most = sorted((cells.card.width, cells.card.height))
    # In a circle a rectangle fits by its diagonal.
    if cells.round and not is_round:
        return hypot(width, height) <= least + _EXACT
    return width <= least + _EXACT and height <= most + _EXACT


def plan_label_sheets(
    pieces: Sequence[PieceToPrint], paper: Paper, options: ImpositionOptions
) -> tuple[SheetPlan, ...]:
    """Return a plan with every piece in the middle of a card, turned by a quarter where it fits only so.

    Art reaches beyond a piece no further than half-way to the next, which is the perforation where cards touch. Raises
    Faults for pieces larger than a card, UsageError for a skip that leaves nothing of a sheet.
    """
    cells = paper.cells
    if cells is None or not pieces:
        return ()
    kinds = {piece.front.trim: _lying(options.kind_of(piece.front), cells) for piece in pieces}
    fits = {piece.source: fits_cell(piece.front.trim, cells, is_round=bool(piece.front.cut)) for piece in pieces}
    if not all(fits.values()):
        fault = f"is larger than a card of {paper.id!r}, {size_in_mm(cells.card)} mm"
        raise Faults(Fault(where, fault) for where, fitting in fits.items() if not fitting)
    places = cells.rects
    if options.skip >= len(places):
        most = len(places) - 1
        raise UsageError(f"a skip of {options.skip} leaves nothing of a sheet of {len(places)}; skip at most {most}")
    empty = options.empty if free_places(len(places), options.empty) else ()
    items: list[SlotItem] = [None] * options.skip + list(pieces)
    usual = kinds[pieces[0].front.trim]
    sheets = []
    for filled in filled_places(items, len(places), empty):
        slots = (*filled, *[None] * (len(places) - len(filled)))
        lying = tuple(kinds[item.front.trim] if item else usual for item in slots)
        sheets.append(FilledSlots(SlotLayout(tuple(map(_centred, places, lying)), lying), slots))
    # A label sheet goes through the printer upright.
    sheet = next(orientations(paper))
    name = f"{paper.id}-{size_in_mm(cells.card)}-{cells.across}x{cells.down}"
    return (SheetPlan(sheet, name, tuple(sheets), places),)


def _lying(kind: PieceKind, cells: LabelCells) -> PieceKind:
    """Return the kind upright or turned as the card takes it; without a gap, since the places are fixed."""
    kind = replace(kind, gap=0.0)
    is_upright = kind.width <= cells.card.width + _EXACT and kind.height <= cells.card.height + _EXACT
    return kind if is_upright else kind.quarter_turn


def _centred(place: Rect, kind: PieceKind) -> Rect:
    """Return the trim of a piece in the middle of its place."""
    x, y = place.centre
    return Rect(x - kind.width / 2, y - kind.height / 2, kind.width, kind.height)
