"""The boxes of a page: paper, bleed and trim, and the trims of the pieces on a sheet of ours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass
from generator.base.units import MM, to_mm
from generator.preflight.content.content_reader import Operators
from generator.preflight.content.pdf_values import has_entries
from generator.preflight.print_flaw import Place

_LETTER = Rect(0, 0, 612, 792)
"""Paper size of viewers for a page without a size."""
PIECE_MARK = b"/Piece"
"""The name by which our pages mark their pieces."""
_LARGEST = 1e6
"""Units of a coordinate; those beyond are no boxes."""

_WIDEST_BLEED = 3.175 * MM
"""Widest bleed that a shop asks for, an eighth of an inch."""


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """The boxes of a page, in its units; y grows upwards."""

    media: Rect
    crop: Rect
    """Area that viewers show."""
    trim: Rect | None
    bleed: Rect | None
    art: Rect | None
    pieces: tuple[Rect, ...] = ()
    """Trims of the pieces that a sheet of Vallum names."""
    has_outline: bool = False
    """Whether a piece is cut along an outline of its own, as coins are, and not along its trim."""
    unit: float = 1.0
    """Points in a unit."""
    turned: int = 0
    """Degrees by which viewers turn the page, clockwise."""

    @property
    def cut(self) -> Rect:
        """Return the box along which the page is cut: trim box, else art box, else the edge of the page."""
        return self.trim or self.art or self.crop

    @property
    def cuts(self) -> tuple[Rect, ...]:
        """Return the boxes of everything that is cut out of the page: its pieces, or else its own cut."""
        return self.pieces or (self.cut,)

    @property
    def is_sheet(self) -> bool:
        """Return whether several pieces are cut out of the page, or one without a trim box."""
        return len(self.pieces) > 1 or bool(self.pieces and not (self.trim or self.art))

    @property
    def printed(self) -> Rect:
        """Return the area that needs ink: the bleed box, or else the cut with the widest bleed that a shop asks for."""
        if self.bleed or not (self.trim or self.art):
            return self.bleed or self.media
        return self.cut.expand(_WIDEST_BLEED / self.unit).intersection(self.crop.union(self.cut))

    @property
    def kept_clear(self) -> Rect:
        """Return the area where PDF/X allows no annotation: the bleed box, without one the cut."""
        return self.bleed or self.cut

    def size(self, box: Rect) -> Size:
        """Return the size of a box in points, as viewers turn the page."""
        size = Size(box.width * self.unit, box.height * self.unit)
        return size.transpose() if self.turned % 180 else size

    def place(self, box: Rect) -> Place:
        """Return the place of a box in mm, from the top left corner of the page as viewers show it."""
        before, after = box.x - self.crop.x, self.crop.right - box.right
        below, above = box.y - self.crop.y, self.crop.bottom - box.bottom
        x, y = {0: (before, above), 90: (below, before), 180: (after, below), 270: (above, after)}[self.turned]
        size = self.size(box)
        mm = (to_mm(x * self.unit), to_mm(y * self.unit), to_mm(size.width), to_mm(size.height))
        # Adding 0.0 turns -0.0 into 0.0.
        return tuple(round(length, 1) + 0.0 for length in mm)  # type: ignore[return-value]  # four


def page_boxes(page: Any, operators: Operators) -> PageBoxes:
    """Return the boxes of a pikepdf page. Values that make no sense are replaced by defaults."""
    media = box_of(page.obj.get("/MediaBox")) or box_of(_inherited(page, "mediabox")) or _LETTER
    crop = box_of(_inherited(page, "cropbox")) or media
    # A crop box counts only as far as it lies in the media box (ISO 32000-1, 14.11.2).
    crop = crop.intersection(media) if crop.overlaps(media) else media
    # Unlike the media and the crop box, these are not inherited (ISO 32000-1, table 30).
    trim, bleed, art = (box_of(page.obj.get(name)) for name in ("/TrimBox", "/BleedBox", "/ArtBox"))
    unit = _number(page.obj.get("/UserUnit"), 1.0)
    # Rotate may be negative; only multiples of 90 are valid (ISO 32000-1, table 30).
    turned = int(_number(_inherited(page, "Rotate"), 0.0)) % 360 // 90 * 90
    marks = [*piece_marks(operators)]
    trims = (box_of(mark.get("/Trim")) for mark in marks)
    pieces = tuple(dict.fromkeys(trim_box for trim_box in trims if trim_box is not None))
    has_outline = any("/Cut" in mark for mark in marks)
    return PageBoxes(
        media,
        crop,
        trim,
        bleed,
        art=art,
        pieces=pieces,
        has_outline=has_outline,
        unit=unit if 0 < unit < _LARGEST else 1.0,
        turned=turned,
    )


def _inherited(page: Any, name: str) -> Any:
    """Return a value of a page that it may have from its parents; None for a damaged page."""
    try:
        if name == "Rotate":
            return page.obj.get("/Rotate", page.obj.get("/Parent", {}).get("/Rotate", 0))
        return getattr(page, name)
    except Exception:  # whatever pikepdf makes of a damaged page
        return None


def box_of(value: Any) -> Rect | None:
    """Return a box from any two opposite corners; None for a value that is no box."""
    try:
        x_min, y_min, x_max, y_max = map(float, value)
    except (TypeError, ValueError):
        return None
    if not all(abs(coordinate) <= _LARGEST for coordinate in (x_min, y_min, x_max, y_max)):
        return None
    box = Rect.around([(x_min, y_min), (x_max, y_max)])
    return box if box.width and box.height else None


def _number(value: Any, default: float) -> float:
    """Return a value as a finite number, or else a default."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return default
    return number if math.isfinite(number) else default


def piece_marks(operators: Operators) -> Iterator[Any]:
    """Yield the property lists with which this program's pages mark their pieces."""
    return (operands[1] for name, operands in operators if is_piece_mark(name, operands))


def is_piece_mark(name: str, operands: Sequence[Any]) -> bool:
    """Return whether an operator begins the marked content of a piece on a page of this program."""
    # A mark may also name its properties in the resources (ISO 32000-1, table 320); ours never do.
    return name == "BDC" and str(operands[0]) == "/Piece" and has_entries(operands[1])
