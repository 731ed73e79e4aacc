"""From finished faces to press sheets: which piece goes where, on both sides of the paper, and the marks around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.base.errors import Fault, Faults
from generator.base.records import dataclass
from generator.impose.full_size_page import plan_full_size
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter, size_in_mm
from generator.impose.layout.tiles import is_too_large, plan_tiling
from generator.impose.planned_sheets import PlannedSheets
from generator.impose.poster import Poster
from generator.impose.sheet_plan import plan_sheets
from generator.model.paper import FULL, Paper
from generator.model.press_sheet import PressSheet


@dataclass(frozen=True, slots=True)
class ImposedSheets:
    """Press sheets in printing order."""

    sheets: tuple[PressSheet, ...]
    grids: tuple[str, ...] = ()
    """The names of the layouts used, `a4-63x88-3x3`; an equal name means equal places."""
    duplex: str | None = None
    """The edge to turn the paper over, `long` or `short`; None if there are no versos."""
    warnings: tuple[str, ...] = ()


def impose(
    pieces: Sequence[PieceToPrint], paper: Paper, options: ImpositionOptions, slug: SlugWords, set_text: TextSetter
) -> ImposedSheets:
    """Lay pieces on as few sheets as they need.

    Sheets come as recto, verso, recto, verso if backs are asked for and any piece has one, else as rectos alone. A
    piece larger than the paper comes last, in tiles, without its back. On the paper FULL every piece gets a page of
    its own size. Raises Faults for pieces whose back has another size or that are too large for a folded half, and
    UsageError for a skip that leaves a sheet empty or an overlap too large for the paper.

    >>> from generator.base.geometry import Size
    >>> from generator.base.units import MM
    >>> from generator.model.face import Drawing, Face
    >>> def face(name):
    ...     return Face(name, Size(63 * MM, 88 * MM), 3 * MM, Drawing.of(()))
    >>> cards = [PieceToPrint(f"deck/{name}#1", face(name), face(name.upper())) for name in "abcde"]
    >>> a4 = Paper("a4", Size(210 * MM, 297 * MM), 5 * MM)
    >>> slug = SlugWords("Picket", "Deck", "version 1", "sheet {} of {}".format)
    >>> imposed = impose(cards, a4, ImpositionOptions(), slug, lambda *line: ())
    >>> imposed.grids, imposed.duplex
    (('a4-63x88-3x3',), 'long')
    >>> for sheet in imposed.sheets:
    ...     by_place = sorted(sheet.placed, key=lambda placed: (placed.trim.y, placed.trim.x))
    ...     print(sheet.side, *(placed.face.key for placed in by_place))
    recto a b c d e
    verso C B A E D
    """
    _check_backs(pieces)
    tiled = {trim for trim in {piece.front.trim for piece in pieces} if is_too_large(trim, paper)}
    whole = [piece for piece in pieces if piece.front.trim not in tiled]
    backed = options.backs != "none" and any(piece.back for piece in whole)
    flip = options.flip if backed and options.backs == "duplex" else None
    if paper == FULL:
        plans = plan_full_size(whole, options)
    else:
        plans = plan_sheets(whole, paper, options, folded=backed and options.backs == "fold") if whole else ()
    runs: list[PlannedSheets | Poster] = [PlannedSheets(plan, options, flip) for plan in plans]
    for piece in pieces if tiled else ():
        if piece.front.trim in tiled:
            tiling = plan_tiling(options.kind_of(piece.front), paper, options.overlap)
            runs.append(Poster(piece, tiling, options, two_sided=flip is not None))
    return _number_sheets(runs, flip, slug, set_text)


def _number_sheets(
    runs: Sequence[PlannedSheets | Poster], flip: str | None, slug: SlugWords, set_text: TextSetter
) -> ImposedSheets:
    """The sheets of all runs with their slugs, numbered from 1 throughout."""
    total = sum(run.count for run in runs)
    sheets: list[PressSheet] = []
    warnings: list[str] = []
    first = 1
    for run in runs:
        parts = {number: slug.parts(number, total, run.grid) for number in range(first, first + run.count)}
        run.place_slug(slug, parts, set_text)
        sheets += run.sheets()
        warnings += (f"{run.grid} has no room for the {what}" for what in run.missing)
        first += run.count
    return ImposedSheets(tuple(sheets), tuple(run.grid for run in runs), flip, tuple(dict.fromkeys(warnings)))


def split_sides(
    sheets: Iterable[PressSheet], *, backwards: bool = False
) -> tuple[tuple[PressSheet, ...], tuple[PressSheet, ...]]:
    """Rectos and versos as two documents, for a printer that prints one side.

    Versos come in the order of their rectos, or backwards for printers that deliver the stack last sheet first. They
    are turned for the flip edge over which the whole stack is turned.
    """
    sheets = tuple(sheets)
    rectos, versos = (tuple(sheet for sheet in sheets if sheet.side == side) for side in ("recto", "verso"))
    return rectos, versos[::-1] if backwards else versos


def _check_backs(pieces: Sequence[PieceToPrint]) -> None:
    faults = {
        piece.source: f"the back is '{size_in_mm(piece.back.trim)}' mm, the front "
        f"'{size_in_mm(piece.front.trim)}' mm; give both one trim"
        for piece in pieces
        if piece.back and piece.back.trim != piece.front.trim
    }
    if faults:
        raise Faults(Fault(where, what) for where, what in faults.items())
