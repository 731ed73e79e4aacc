"""From finished faces to press sheets: which piece goes where, on both sides of the paper, and the marks around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.base.errors import Fault, Faults
from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.impose.full_size_page import plan_full_size
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter, size_in_mm
from generator.impose.layout.tiles import is_too_large, plan_tiling
from generator.impose.planned_sheets import PlannedSheets
from generator.impose.poster import Poster
from generator.impose.sheet_plan import SheetPlan, plan_sheets
from generator.model.paper import FULL, Paper
from generator.model.press_sheet import PressSheet

__all__ = ["ImposedSheets", "ImpositionOptions", "PieceToPrint", "SlugWords", "TextSetter", "impose", "split_sides"]


@dataclass(frozen=True, slots=True)
class ImposedSheets:
    """Press sheets in printing order."""

    sheets: tuple[PressSheet, ...]
    grids: tuple[str, ...] = ()
    """The names of the layouts used, `a4-63x88-3x3`; an equal name means equal places."""
    duplex: str | None = None
    """The edge to turn the paper over, `long` or `short`, where there are versos."""
    warnings: tuple[str, ...] = ()


def impose(
    pieces: Sequence[PieceToPrint], paper: Paper, how: ImpositionOptions, slug: SlugWords, label: TextSetter
) -> ImposedSheets:
    """Lay pieces on as few sheets as they need; `label` sets the words of the slug line and the scale bar.

    Sheets come as recto, verso, recto, verso where backs are asked for and any piece has one; else as rectos. A piece
    larger than the paper comes last, in tiles, without its back; on the paper FULL every piece has a page of its size.
    Raises Faults for pieces with a back of another size or too large for a folded half, UsageError for a skip that
    leaves a sheet empty or an overlap too large for the paper.
    """
    _backs_match(pieces)
    large = _large(pieces, paper)
    small = [piece for piece in pieces if piece.front.trim not in large] if large else pieces
    backed = how.backs != "none" and any(piece.back for piece in small)
    flip = how.flip if backed and how.backs == "duplex" else None
    runs: list[PlannedSheets | Poster] = [
        PlannedSheets(plan, how, flip) for plan in _plans(small, paper, how, backed=backed)
    ]
    for piece in pieces if large else ():
        if piece.front.trim in large:
            tiling = plan_tiling(how.kind_of(piece.front), paper, how.overlap)
            runs.append(Poster(piece, tiling, how, two_sided=flip is not None))
    return _furnished(runs, flip, slug, label)


def _large(pieces: Iterable[PieceToPrint], paper: Paper) -> set[Size]:
    """The trims that go on tiles."""
    trims = {piece.front.trim for piece in pieces}
    return {trim for trim in trims if is_too_large(trim, paper)}


def _plans(
    pieces: Sequence[PieceToPrint], paper: Paper, how: ImpositionOptions, *, backed: bool
) -> tuple[SheetPlan, ...]:
    if not pieces:
        return ()
    if paper == FULL:
        return tuple(plan_full_size(pieces, how))
    return plan_sheets(pieces, paper, how, folded=backed and how.backs == "fold")


def _furnished(
    runs: Sequence[PlannedSheets | Poster], flip: str | None, slug: SlugWords, label: TextSetter
) -> ImposedSheets:
    """The sheets of all runs, numbered through."""
    total = sum(run.count for run in runs)
    sheets: list[PressSheet] = []
    warnings: list[str] = []
    first = 1
    for run in runs:
        words = {number: slug.words(number, total, run.grid) for number in range(first, first + run.count)}
        run.furnish(slug, words, label)
        sheets += run.sheets()
        warnings += run.warnings
        first += run.count
    return ImposedSheets(tuple(sheets), tuple(run.grid for run in runs), flip, tuple(dict.fromkeys(warnings)))


def split_sides(
    sheets: Iterable[PressSheet], *, backwards: bool = False
) -> tuple[tuple[PressSheet, ...], tuple[PressSheet, ...]]:
    """Rectos and versos as two documents, for a printer that prints one side.

    Versos come in the order of their rectos, or backwards for printers that hand the stack back last sheet first;
    they stand as the flip edge asks, the edge over which the whole stack is turned.
    """
    sheets = tuple(sheets)
    rectos, versos = (tuple(sheet for sheet in sheets if sheet.side == side) for side in ("recto", "verso"))
    return rectos, versos[::-1] if backwards else versos


def _backs_match(pieces: Sequence[PieceToPrint]) -> None:
    faults = {
        piece.piece.partition("#")[0]: f"the back is '{size_in_mm(piece.back.trim)}' mm, the front "
        f"'{size_in_mm(piece.front.trim)}' mm; give both one trim"
        for piece in pieces
        if piece.back and piece.back.trim != piece.front.trim
    }
    if faults:
        raise Faults(Fault(where, what) for where, what in faults.items())
