"""Pages on landscape sheets that are laid on each other, folded in the middle and stapled through the fold.

The first sheet is the outermost. Nothing is done about creep, by which each sheet pushes those inside it outwards: it
is about a sixth of a millimetre a sheet of common paper, and the booklet of a game has few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.base.errors import Fault, Faults
from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter, size_in_mm
from generator.impose.layout.face_slots import FaceSlot
from generator.impose.layout.mirror import Mirror, Segment, verso_mirror
from generator.impose.layout.oriented_paper import OrientedPaper, orientations
from generator.impose.marks.cut_marks import HAIRLINE, OFFSET, crop_marks, draw_lines
from generator.impose.marks.slug_area import SlugArea
from generator.impose.marks.slug_items import SlugItems, SlugPlacer
from generator.impose.planned_sheets import PAPER_EDGE, SLUG_TRIES, line_box
from generator.impose.press_sheets import ImposedSheets
from generator.model.paper import Paper
from generator.model.press_sheet import PlacedFace, PressSheet

_TICK = 3 * MM
"""A fold mark on pages that fill the paper."""
_DASH = (1.5 * MM, 1 * MM)
_STAPLE = 12 * MM
"""The back of a common staple (26/6)."""
_BAR = 1 * MM
"""The strokes at the ends of a staple's mark."""


@dataclass(frozen=True, slots=True)
class BookletSheet:
    """A sheet of a booklet by its pages, counted from 1; those beyond the last page stay blank."""

    outer: tuple[int, int]
    """Left and right, on the side that is printed first."""
    inner: tuple[int, int]
    """Behind them, in the same order of places: what lies behind the left page comes first."""


def booklet_sheets(pages: int) -> tuple[BookletSheet, ...]:
    """The sheets of a booklet from the cover inwards.

    >>> [(sheet.outer, sheet.inner) for sheet in opened(7)]
    [((8, 1), (7, 2)), ((6, 3), (5, 4))]
    """
    last = -(-pages // 4) * 4
    return tuple(BookletSheet((last - at, at + 1), (last - at - 1, at + 2)) for at in range(0, last // 2, 2))


def impose_booklet(
    pages: Sequence[PieceToPrint], paper: Paper, how: ImpositionOptions, slug: SlugWords, label: TextSetter
) -> ImposedSheets:
    """The fronts of pages, in reading order, on both sides of as few sheets as they need, whatever backs are asked for.

    Pages keep their size where two of them fit the paper, and are else made as much smaller as it takes; a sheet that
    two pages fill has no room for slug line and bar, and needs none. Raises Faults for pages of several sizes.
    """
    if not pages:
        return ImposedSheets(())
    _one_size(pages)
    press = _Press(pages, _on_its_side(paper), how, replace(slug, front_note=slug.front_note or slug.fold_note), label)
    return ImposedSheets(tuple(press.sheets()), (press.grid,), how.flip)


def _one_size(pages: Sequence[PieceToPrint]) -> None:
    first = pages[0].front.trim
    faults = [
        Fault(
            page.piece.partition("#")[0],
            f"a page of '{size_in_mm(page.front.trim)}' mm among pages of '{size_in_mm(first)}' mm; give all one trim",
        )
        for page in pages
        if page.front.trim != first
    ]
    if faults:
        raise Faults(faults)


def _on_its_side(paper: Paper) -> OrientedPaper:
    return max(orientations(paper), key=lambda ground: ground.size.width)


class _Press:
    """A booklet being turned into press sheets; all have their pages in the same two places."""

    def __init__(
        self,
        pages: Sequence[PieceToPrint],
        ground: OrientedPaper,
        how: ImpositionOptions,
        slug: SlugWords,
        label: TextSetter,
    ) -> None:
        self.pages, self.ground, self.how = pages, ground, how
        self.opened = booklet_sheets(len(pages))
        self.mirror = verso_mirror(ground.size, how.flip)
        self.paper = Rect(0, 0, ground.size.width, ground.size.height).expand(-PAPER_EDGE)
        self.scale = _scale(pages[0].front.trim, ground.size)
        self.seats = _seats(pages[0], ground, self.scale, how)
        self.clip = self.seats[0].clip.union(self.seats[1].clip)
        self.furniture, self.crops = self._furnished(slug, label)

    @property
    def grid(self) -> str:
        """The name of the layout."""
        smaller = f"-{100 * self.scale:.0f}%" if self.scale < 1 else ""
        return f"{self.ground.name}-{size_in_mm(self.pages[0].front.trim)}-booklet{smaller}"

    def sheets(self) -> Iterator[PressSheet]:
        """Every recto with its verso, from the cover inwards."""
        size, behind = self.ground.size, [_behind(seat, self.mirror, self.scale) for seat in self.seats]
        for number, sheet in enumerate(self.opened, 1):
            staples = draw_lines(self._staples()) if number == 1 else ()
            marks = (
                *draw_lines(self.crops),
                *draw_lines(self._folds(), dash=_DASH),
                *staples,
                *self.furniture.ink(number),
            )
            yield PressSheet(size, "recto", number, tuple(self._placed(sheet.outer, self.seats)), marks)
            marks = (*draw_lines(map(self.mirror.segment, self.crops)), *self.furniture.ink_behind(number, self.mirror))
            yield PressSheet(size, "verso", number, tuple(self._placed(sheet.inner, behind)), marks)

    def _placed(self, numbers: Sequence[int], seats: Sequence[FaceSlot]) -> Iterator[PlacedFace]:
        for number, seat in zip(numbers, seats, strict=True):
            if number <= len(self.pages):
                page = self.pages[number - 1]
                yield PlacedFace(page.piece, page.front, seat.matrix, seat.trim, seat.clip)

    def _furnished(self, slug: SlugWords, label: TextSetter) -> tuple[SlugItems, tuple[Segment, ...]]:
        """As much of the furniture as finds room beside crop marks, and the crop marks."""
        total = len(self.opened)
        words = {number: slug.words(number, total, self.grid) for number in range(1, total + 1)}
        spread = self.seats[0].trim.union(self.seats[1].trim)
        for reach, beyond in SLUG_TRIES:
            crops = self._crops(spread, reach)
            taken = [self.clip, *map(line_box, crops), *map(line_box, self._folds())]
            waste = SlugArea(self.paper, self.ground.printable, taken, beyond=beyond)
            furniture = SlugPlacer(waste, label).furnish(slug, words, two_sided=True)
            if not furniture.missing:
                break
        return furniture, crops

    def _crops(self, spread: Rect, reach: float) -> tuple[Segment, ...]:
        """Marks for the edges of the pages that do not end with the paper."""
        if self.how.marks == "none":
            return ()
        found = crop_marks([spread], [self.clip], self.paper, reach)
        return tuple(line for line in found if self.paper.contains(line_box(line), slack=HAIRLINE))

    def _folds(self) -> Iterator[Segment]:
        """Along the fold at head and foot, outside the pages where there is room."""
        x, room, pages = self.ground.size.width / 2, self.ground.printable, self.clip
        yield x, self.paper.y, x, max(pages.y - OFFSET, room.y + _TICK)
        yield x, min(pages.bottom + OFFSET, room.bottom - _TICK), x, self.paper.bottom

    def _staples(self) -> Iterator[Segment]:
        """Where two staples go into the fold of the cover."""
        x, pages = self.ground.size.width / 2, self.clip
        for y in (pages.y + pages.height / 4, pages.bottom - pages.height / 4):
            yield x, y - _STAPLE / 2, x, y + _STAPLE / 2
            yield from ((x - _BAR, end, x + _BAR, end) for end in (y - _STAPLE / 2, y + _STAPLE / 2))


def _scale(page: Size, sheet: Size) -> float:
    """1, or less where two pages side by side are larger than the sheet."""
    fits = min(sheet.width / 2 / page.width, sheet.height / page.height)
    return 1.0 if fits > 1 - 1e-5 else fits


def _seats(
    page: PieceToPrint, ground: OrientedPaper, scale: float, how: ImpositionOptions
) -> tuple[FaceSlot, FaceSlot]:
    """The left and the right page, that meet in the fold; they bleed on the other three sides, as far as is printed."""
    trim, middle = page.front.trim, ground.size.width / 2
    width, height, bleed = trim.width * scale, trim.height * scale, how.kind_of(page.front).bleed * scale
    top = (ground.size.height - height) / 2
    up = max(0.0, min(bleed, top - ground.printable.y))
    out = max(0.0, min(bleed, middle - width - ground.printable.x))
    left, right = Rect(middle - width, top, width, height), Rect(middle, top, width, height)
    return (
        FaceSlot(_at(left, scale), left, Rect(left.x - out, top - up, width + out, height + 2 * up)),
        FaceSlot(_at(right, scale), right, Rect(middle, top - up, width + out, height + 2 * up)),
    )


def _at(trim: Rect, scale: float) -> Matrix:
    return Matrix.translation(trim.x, trim.y) @ Matrix.scaling(scale)


def _behind(seat: FaceSlot, mirror: Mirror, scale: float) -> FaceSlot:
    trim = mirror.rect(seat.trim)
    return FaceSlot(mirror.stand(trim) @ Matrix.scaling(scale), trim, mirror.rect(seat.clip))
