"""Checks that a page for a shop of cards holds one card: sheets to cut at home hold several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.preflight.card_grid import SMALLEST, count_places, find_cards, is_as_small_as_a_card, is_card
from generator.preflight.content.painted import GROUP, IMAGE, PATH, Painted
from generator.preflight.crop_marks import CropMarks, find_crop_marks
from generator.preflight.drawn_page import DrawnPage
from generator.preflight.page_check import PageCheck

SHEET = "sheet"
"""Name of the check."""
FOLLOWING = frozenset(
    {
        *("trim-box", "bleed", "art-in-bleed", "marks", "text-near-cut", "text-cut", "page-size", "page-sizes"),
        *("page-order", "page-count", "registration-colour", "empty-page"),
    }
)
"""Checks that mean nothing for a page which is cut into several cards."""
_MOST_LINES = 5_000
"""Lines of a page that are kept."""
_MOST_MARKS = 20_000
"""Things that a page paints of which the rectangles are kept: cards are painted with fewer."""
_LONGEST_PATH = 500
"""Operators of a path that is looked into."""
_THICKEST = 0.5 * MM
_LONG_LINE = 60 * MM
"""Along which several cards are cut."""
_MOST_CUTS = 30
_THINNEST_BAND = 5 * MM
"""Marks and lines of text beside the cards are narrower."""


class SheetCheck:
    """Collects what a page paints, and tells whether it is a sheet with several cards."""

    def __init__(self, page: PageCheck) -> None:
        """Start the check whether a page is a sheet with several cards."""
        self._page = page
        self._is_needed = not page.rules.takes_sheets
        self._rects: set[Rect] = set()
        self._lines: list[Rect] = []
        self._marks = 0

    def collect(self, painted: Painted) -> None:
        """Keep the rectangles and lines of a painted object; cards on a sheet are counted with them."""
        if not self._is_needed or self._marks >= _MOST_MARKS:
            return
        self._marks += 1
        # Art that is larger than its card shows the card by the clip alone.
        self._rects.add(painted.state.clip)
        if painted.kind in {IMAGE, GROUP}:
            self._rects.add(painted.bounds)
        path = painted.path
        if painted.kind == PATH and path is not None and len(path.operators) <= _LONGEST_PATH:
            self._rects.update(path.areas())
            if len(self._lines) < _MOST_LINES:
                # Some programs draw their marks as thin filled shapes.
                self._lines += path.lines() if painted.is_stroked else path.areas()

    def finish(self, drawn: DrawnPage | None) -> None:
        """Report a page that is a sheet with several cards; `drawn` is its picture, None if it cannot be drawn."""
        if not self._is_needed:
            return
        boxes, is_small = self._page.boxes, is_as_small_as_a_card(self._area())
        if len(boxes.pieces) > 1 or (boxes.is_sheet and not is_small):
            self._tell(len(boxes.pieces))
        elif not boxes.pieces and not is_small:
            count = self._count_cards(drawn)
            if count or self._has_marks_of_several():
                self._tell(count)

    def _area(self) -> Rect:
        """Return the cut area if a page box states it, or else the crop box."""
        return self._page.area.cut if self._page.area.is_stated else self._page.boxes.crop

    def _count_cards(self, drawn: DrawnPage | None) -> int:
        """Return the number of cards, seen by their rectangles, their cuts or the paper around them."""
        area, unit = self._area(), self._page.boxes.unit
        sizes = [Size(size.width / unit, size.height / unit) for size in self._page.rules.card_sizes]
        count = find_cards(self._rects, sizes, area) or find_cards(self._cells(), sizes, area)
        # On a sheet that is one picture, only the paper between the cards tells them apart.
        if not count and drawn is not None and drawn.is_drawable():
            parts = [*_parts(drawn)]
            count = find_cards(parts, sizes, area) or int(_is_one_card(parts, sizes))
        return count or int(self._has_marks_of_one())

    def _cut_lines(self) -> list[Rect]:
        """Return the lines along which several cards are cut: those across much of the page, and crop marks."""
        thin = [line for line in self._lines if min(line.width, line.height) <= _THICKEST]
        long = [line for line in thin if max(line.width, line.height) >= _LONG_LINE]
        marks = find_crop_marks(self._lines)
        return [*long, *(marks.lines if marks else ())]

    def _cells(self) -> Iterator[Rect]:
        """Yield the rectangles between lines along which cards are cut."""
        lines = self._cut_lines()
        xs = sorted({round(line.x) for line in lines if line.height > line.width})
        ys = sorted({round(line.y) for line in lines if line.width > line.height})
        # More lines are a table or a hatching, with a cell for each pair of them.
        if max(len(xs), len(ys)) > _MOST_CUTS:
            return
        for start, end in pairwise(xs):
            yield from (Rect(start, low, end - start, high - low) for low, high in pairwise(ys))

    def _has_marks_of_one(self) -> bool:
        """Return whether crop marks stand around a single card."""
        marks = self._marks_of_cards()
        return marks is not None and is_as_small_as_a_card(marks.frame) and marks.has_all_corners()

    def _has_marks_of_several(self) -> bool:
        """Return whether crop marks show more than one card."""
        marks = self._marks_of_cards()
        if marks is None or is_as_small_as_a_card(marks.frame):
            return False
        level = count_places(line.y for line in marks.lines if line.width > line.height)
        upright = count_places(line.x for line in marks.lines if line.width <= line.height)
        # A single card has two cuts in each direction.
        return max(level, upright) > 2

    def _marks_of_cards(self) -> CropMarks | None:
        """Return the crop marks of the page, unless they cut out less than a card."""
        marks = find_crop_marks(self._lines)
        return marks if marks and min(marks.frame.width, marks.frame.height) >= SMALLEST else None

    def _tell(self, count: int) -> None:
        """Report a sheet with a number of pieces, 0 if it is not known."""
        rules, game = self._page.rules, self._page.game
        cards = f"{count} pieces" if count > 1 else "a piece to be cut out" if count else "several pieces"
        remedy = "make a page for each side of a card"
        if game and rules.target:
            remedy = f"export the deck with vallum export {game} --to {rules.target}"
        self._page.flaws.fault(SHEET, f"the page is a sheet with {cards}; {rules.shop} takes one a page, so {remedy}")


def _parts(drawn: DrawnPage) -> Iterator[Rect]:
    """Yield the rectangles with ink between the rows and columns of a page that are paper throughout."""
    for low, high in _bands(drawn.inked_rows(), drawn):
        yield from (Rect(start, low, end - start, high - low) for start, end in _bands(drawn.inked_columns(), drawn))


def _is_one_card(parts: Sequence[Rect], sizes: Sequence[Size]) -> bool:
    """Return whether all that a page shows is a single card."""
    return len(parts) == 1 and is_card(Size(parts[0].width, parts[0].height), sizes)


def _bands(inked: list[bool], drawn: DrawnPage) -> list[tuple[float, float]]:
    """Return the beginning and end of each band of inked rows or columns, in units of the page."""
    edges = [place for place, (before, now) in enumerate(pairwise([False, *inked, False])) if before != now]
    bands = [(first / drawn.scale, last / drawn.scale) for first, last in zip(edges[::2], edges[1::2], strict=True)]
    return [band for band in bands if band[1] - band[0] >= _THINNEST_BAND]
