"""Press sheets for cutting machines that find the sheet by marks: on the places of a template, or where pieces fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass, replace
from generator.impose.cutting.cut_paths import is_tile
from generator.impose.cutting.cutter_grid import CutterGrid
from generator.impose.cutting.registration_marks import registration_marks
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter
from generator.impose.press_sheets import ImposedSheets, impose
from generator.model.cutting.cutter import RegistrationMarks
from generator.model.face import Ink
from generator.model.paper import Paper
from generator.model.press_sheet import PressSheet


@dataclass(frozen=True, slots=True)
class CutterSetup:
    """The marks and the gap that all sheets of one machine share."""

    marks: RegistrationMarks
    count: int
    """Number of the marks, 3 or 4."""
    gap: float
    """The smallest gap between pieces."""


@dataclass(frozen=True, slots=True)
class CutterSheets:
    """Press sheets with marks, and the length of the arms of these."""

    imposed: ImposedSheets
    arm: float


def impose_on_template(
    pieces: Sequence[PieceToPrint],
    name: str,
    grid: CutterGrid,
    setup: CutterSetup,
    options: ImpositionOptions,
    slug: SlugWords,
    set_text: TextSetter,
) -> CutterSheets:
    """Place pieces of one size where the template of a name cuts them; they bleed by half of the gap at most.

    Raises what `impose` raises for label sheets.
    """
    marks, bleed = setup.marks, setup.gap / 2
    bleed = bleed if options.bleed is None else min(bleed, options.bleed)
    corners = max(marks.kept, marks.inset + grid.arm + marks.clear)
    paper = Paper(name, grid.page, marks.inset, grid.cells, corners=corners)
    imposed = impose(pieces, paper, replace(options, bleed=bleed), slug, set_text)
    return CutterSheets(_marked(imposed, setup, grid.arm), grid.arm)


def impose_between_marks(
    pieces: Sequence[PieceToPrint],
    paper: Paper,
    setup: CutterSetup,
    options: ImpositionOptions,
    slug: SlugWords,
    set_text: TextSetter,
) -> CutterSheets:
    """Place pieces of any size in the middle of sheets, clear of the marks, on as few sheets as they need.

    Raises what `impose` raises.
    """
    marks = setup.marks
    pieces = [replace(piece, gap=max(piece.gap, setup.gap)) for piece in pieces]
    inset, inside = marks.inset, marks.kept
    candidates = [replace(paper, margins=margins, corners=inside) for margins in ((inset, inside), (inside, inset))]
    # Without texts, as only the number of sheets counts here.
    tried = [(candidate, impose(pieces, candidate, options, slug, _no_text)) for candidate in candidates]
    chosen, imposed = min(tried, key=lambda attempt: (_count_tiles(attempt[1]), len(attempt[1].sheets)))
    # As long as all sheets have room for, so that one setting of the machine does for all.
    arm = min((_free_arm(sheet, setup) for sheet in imposed.sheets), default=marks.least)
    arm = min(max(arm, marks.least), marks.most)
    chosen = replace(chosen, corners=max(inside, inset + arm + marks.clear))
    imposed = impose(pieces, chosen, options, slug, set_text)
    return CutterSheets(_marked(imposed, setup, arm), arm)


def _count_tiles(imposed: ImposedSheets) -> int:
    """Return the number of tiles of pieces that are larger than the space between the marks."""
    return sum(is_tile(placed) for sheet in imposed.sheets for placed in sheet.placed)


def _no_text(*_line: object) -> tuple[()]:
    """Set no text: stands in for a typesetter while sheets are only counted."""
    return ()


def _free_arm(sheet: PressSheet, setup: CutterSetup) -> float:
    """Return the longest arms that end before the print begins, across or down."""
    printed = reduce(Rect.union, (placed.clip for placed in sheet.placed))
    before = max(min(printed.x, sheet.size.width - printed.right), min(printed.y, sheet.size.height - printed.bottom))
    return before - setup.marks.inset - setup.marks.clear


def _marked(imposed: ImposedSheets, setup: CutterSetup, arm: float) -> ImposedSheets:
    """Return sheets with registration marks whose arms have this length, in points."""
    return replace(imposed, sheets=tuple(_with_marks(imposed.sheets, setup, arm)))


def _with_marks(sheets: Iterable[PressSheet], setup: CutterSetup, arm: float) -> Iterable[PressSheet]:
    """Yield the sheets with marks on the rectos: the machine sees no other side."""
    marks_by_size: dict[Size, tuple[Ink, ...]] = {}
    for sheet in sheets:
        if sheet.side != "recto":
            yield sheet
            continue
        if sheet.size not in marks_by_size:
            marks_by_size[sheet.size] = registration_marks(sheet.size, setup.marks, arm, setup.count)
        yield replace(sheet, marks=(*sheet.marks, *marks_by_size[sheet.size]))
