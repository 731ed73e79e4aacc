"""Booklets: pages on landscape sheets that are nested, folded in the middle and stapled through the fold.

The first sheet is the outermost. Creep, by which each sheet pushes those inside it outwards, is not corrected: it is
about a sixth of a millimetre a sheet of common paper, and the booklet of a game has few sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.errors import Fault, Faults
from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass, replace
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter, size_in_mm
from generator.impose.layout.face_slots import FaceSlot
from generator.impose.layout.mirror import Segment, verso_mirror
from generator.impose.layout.oriented_paper import OrientedPaper, orientations
from generator.impose.marks.cut_marks import HAIRLINE, OFFSET, PAPER_EDGE, crop_marks, draw_lines, line_box
from generator.impose.marks.slug_items import SlugArea, SlugItems, fit_slug
from generator.impose.press_sheets import ImposedSheets
from generator.model.paper import Paper
from generator.model.press_sheet import PlacedFace, PressSheet

_TICK = 3 * MM  # length of a fold mark on pages that fill the paper
_DASH = (1.5 * MM, 1 * MM)
_STAPLE = 12 * MM  # the crown of a common staple (26/6)
_BAR = 1 * MM  # half the length of the strokes that end the mark of a staple


@dataclass(frozen=True, slots=True)
class BookletSheet:
    """The four pages of one sheet of paper, numbered through the booklet from 1; numbers beyond the last are blank."""

    outer: tuple[int, int]
    """Numbers of the left and the right page on the recto."""
    inner: tuple[int, int]
    """Numbers on the verso: the page behind the left one of the recto, then the page behind the right one."""


def booklet_sheets(pages: int, binding: str = "left") -> tuple[BookletSheet, ...]:
    """Return the sheets of a booklet from the cover inwards; `binding` is the bound edge, `left` or `right`.

    >>> [(sheet.outer, sheet.inner) for sheet in booklet_sheets(7)]
    [((8, 1), (7, 2)), ((6, 3), (5, 4))]
    """
    last = -(-pages // 4) * 4  # a sheet has four pages
    pairs = [
        ((last - outer_index, outer_index + 1), (last - outer_index - 1, outer_index + 2))
        for outer_index in range(0, last // 2, 2)
    ]
    if binding == "right":
        pairs = [(outer[::-1], inner[::-1]) for outer, inner in pairs]
    return tuple(BookletSheet(outer, inner) for outer, inner in pairs)


def impose_booklets(
    pages: Sequence[PieceToPrint], paper: Paper, options: ImpositionOptions, slug: SlugWords, set_text: TextSetter
) -> ImposedSheets:
    """Impose copies of a booklet, one after the other; `pages` has all pages of the first copy, then of the second."""
    copies: dict[str, list[PieceToPrint]] = {}
    for page in pages:
        copies.setdefault(page.id.rpartition("#")[2], []).append(page)
    first, *_ = imposed = [impose_booklet(copy, paper, options, slug, set_text) for copy in copies.values()]
    sheets: list[PressSheet] = []
    for booklet in imposed:
        before = sheets[-1].number if sheets else 0
        sheets += (replace(sheet, number=before + sheet.number) for sheet in booklet.sheets)
    return replace(first, sheets=tuple(sheets))


def impose_booklet(
    pages: Sequence[PieceToPrint], paper: Paper, options: ImpositionOptions, slug: SlugWords, set_text: TextSetter
) -> ImposedSheets:
    """Place pages, given in reading order, on both sides of as few sheets as they need; `options.backs` is ignored.

    Pages keep their size if two of them fit the paper side by side, and are scaled down otherwise. A sheet that two
    pages fill has no space for slug line and scale bar, and goes without. Raises Faults for pages of several sizes.
    """
    if not pages:
        return ImposedSheets(())
    _check_sizes(pages)
    # Folded in the middle, a sheet on its side gives two upright pages.
    landscape = max(orientations(paper), key=lambda sheet: sheet.size.width)
    slug = replace(slug, front_note=slug.front_note or slug.fold_note)
    booklet = _Booklet(pages, landscape, options)
    return ImposedSheets(tuple(booklet.sheets(slug, set_text)), (booklet.grid,), options.flip)


def _check_sizes(pages: Sequence[PieceToPrint]) -> None:
    """Check that all pages have the trim of the first. Raises Faults."""
    first = pages[0].front.trim
    among = f"among pages of '{size_in_mm(first)}' mm; give all one trim"
    other = [page for page in pages if page.front.trim != first]
    if other:
        raise Faults(Fault(page.source, f"a page of '{size_in_mm(page.front.trim)}' mm {among}") for page in other)


class _Booklet:
    """A booklet being turned into press sheets; every sheet has its pages in the same two slots."""

    def __init__(self, pages: Sequence[PieceToPrint], paper: OrientedPaper, options: ImpositionOptions) -> None:
        """Take the pages in reading order and the paper on its side."""
        self.pages, self.paper, self.options = pages, paper, options
        self.sheet_pages = booklet_sheets(len(pages), options.binding)
        self.mirror = verso_mirror(paper.size, options.flip)
        self.bounds = Rect(0, 0, paper.size.width, paper.size.height).expand(-PAPER_EDGE)
        self.scale = _scale(pages[0].front.trim, paper.size)
        self.slots = _slots(pages[0], paper, self.scale, options)
        self.clip = self.slots[0].clip.union(self.slots[1].clip)

    @property
    def grid(self) -> str:
        """Name of the layout, with the scale in per cent if pages are printed smaller."""
        smaller = f"-{100 * self.scale:.0f}%" if self.scale < 1 else ""
        return f"{self.paper.name}-{size_in_mm(self.pages[0].front.trim)}-booklet{smaller}"

    def sheets(self, slug: SlugWords, set_text: TextSetter) -> Iterator[PressSheet]:
        """Yield the recto and the verso of each sheet, from the cover inwards."""
        items, marks_of_pages = self._place_slug(slug, set_text)
        size, backs = self.paper.size, [slot.mirrored(self.mirror, self.scale) for slot in self.slots]
        crops, folds = draw_lines(marks_of_pages), draw_lines(self._folds(), dash=_DASH)
        crops_behind = draw_lines(map(self.mirror.segment, marks_of_pages))
        for number, pages in enumerate(self.sheet_pages, 1):
            # The cover is the outermost sheet, where the staples go in.
            staples = draw_lines(self._staples()) if number == 1 else ()
            marks = (*crops, *folds, *staples, *items.recto_ink(number))
            yield PressSheet(size, "recto", number, tuple(self._placed(pages.outer, self.slots)), marks)
            marks = (*crops_behind, *items.verso_ink(number, self.mirror))
            yield PressSheet(size, "verso", number, tuple(self._placed(pages.inner, backs)), marks)

    def _placed(self, numbers: Sequence[int], slots: Sequence[FaceSlot]) -> Iterator[PlacedFace]:
        """Yield the pages of these numbers in their slots; a number beyond the last page is blank."""
        for number, slot in zip(numbers, slots, strict=True):
            if number <= len(self.pages):
                page = self.pages[number - 1]
                yield slot.place(page.id, page.front)

    def _place_slug(self, slug: SlugWords, set_text: TextSetter) -> tuple[SlugItems, tuple[Segment, ...]]:
        """Return the places of the slug, and the crop marks of the length that it leaves."""
        total = len(self.sheet_pages)
        parts = {number: slug.parts(number, total, self.grid) for number in range(1, total + 1)}
        both = self.slots[0].trim.union(self.slots[1].trim)

        def area(reach: float, beyond: bool) -> SlugArea:
            """Return the free area beside crop marks of a length; `beyond` allows places outside the printable area."""
            blocked = [self.clip, *map(line_box, (*self._crops(both, reach), *self._folds()))]
            return SlugArea(self.bounds, self.paper.printable, blocked, beyond=beyond)

        items, reach = fit_slug(slug, parts, set_text, area, two_sided=True)
        return items, self._crops(both, reach)

    def _crops(self, both: Rect, reach: float) -> tuple[Segment, ...]:
        """Return crop marks for the outer edges of the page pair; an edge at the edge of the paper needs none."""
        if self.options.marks == "none":
            return ()
        marks = crop_marks([both], [self.clip], self.bounds, reach)
        return tuple(line for line in marks if self.bounds.contains(line_box(line), slack=HAIRLINE))

    def _folds(self) -> Iterator[Segment]:
        """Yield fold marks at the head and foot of the fold: outside the pages if the paper has space there."""
        x, printable, pages = self.paper.size.width / 2, self.paper.printable, self.clip
        yield x, self.bounds.y, x, max(pages.y - OFFSET, printable.y + _TICK)
        yield x, min(pages.bottom + OFFSET, printable.bottom - _TICK), x, self.bounds.bottom

    def _staples(self) -> Iterator[Segment]:
        """Yield the marks where two staples go into the fold of the cover."""
        x, pages = self.paper.size.width / 2, self.clip
        for y in (pages.y + pages.height / 4, pages.bottom - pages.height / 4):
            yield x, y - _STAPLE / 2, x, y + _STAPLE / 2
            yield from ((x - _BAR, end, x + _BAR, end) for end in (y - _STAPLE / 2, y + _STAPLE / 2))


def _scale(page: Size, sheet: Size) -> float:
    """Return the scale of pages: 1, or less where two of them side by side are larger than the sheet."""
    fits = min(sheet.width / 2 / page.width, sheet.height / page.height)
    # Rounding of points must not scale pages that just fit.
    return 1.0 if fits > 1 - 1e-5 else fits


def _slots(
    page: PieceToPrint, paper: OrientedPaper, scale: float, options: ImpositionOptions
) -> tuple[FaceSlot, FaceSlot]:
    """Return the left and the right page. They meet in the fold and bleed elsewhere, as far as the printer reaches."""
    trim, middle = page.front.trim, paper.size.width / 2
    width, height, bleed = trim.width * scale, trim.height * scale, options.kind_of(page.front).bleed * scale
    top = (paper.size.height - height) / 2
    up = max(0.0, min(bleed, top - paper.printable.y))
    out = max(0.0, min(bleed, middle - width - paper.printable.x))
    left, right = Rect(middle - width, top, width, height), Rect(middle, top, width, height)
    bleeds = [Rect(x, top - up, width + out, height + 2 * up) for x in (left.x - out, middle)]
    matrices = [Matrix.translation(trim.x, trim.y) @ Matrix.scaling(scale) for trim in (left, right)]
    return FaceSlot(matrices[0], left, bleeds[0]), FaceSlot(matrices[1], right, bleeds[1])
