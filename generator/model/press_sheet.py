"""Faces on paper: what `impose` makes and `write` draws. Points, y downwards, origin at the sheet's top left."""

from __future__ import annotations

from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.base.records import dataclass
from generator.model.face import Face, Ink


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """One face on a press sheet."""

    piece: str
    """`<component>/<piece>#<copy>`, the same on both sides: pieces are counted by it in the PDF itself."""
    face: Face
    matrix: Matrix
    """Takes the face's coordinates to the sheet's."""
    trim: Rect
    """Where the piece is cut, on the sheet."""
    clip: Rect
    """How far its art may reach, on the sheet: the trim plus the bleed left to it by its neighbours."""


@dataclass(frozen=True, slots=True)
class PressSheet:
    """One side of one sheet of paper."""

    size: Size
    side: str
    """`recto` or `verso`; a folded sheet has only a recto."""
    number: int
    """From 1, the same for both sides of a sheet."""
    placed: tuple[PlacedFace, ...]
    marks: tuple[Ink, ...] = ()
    """Crop and fold marks, slug line and scale bar: everything outside the trims."""
    adjust: Matrix = IDENTITY
    """Applied to the whole side by a calibrated printer's profile; the boxes are those before it."""

    @property
    def trim_box(self) -> Rect:
        """The rectangle around all trims; the whole sheet where nothing is placed."""
        return _around([placed.trim for placed in self.placed], self.size)

    @property
    def bleed_box(self) -> Rect:
        """The rectangle around all that bleeds; the whole sheet where nothing is placed."""
        return _around([placed.clip for placed in self.placed], self.size)


@dataclass(frozen=True, slots=True)
class PressDocument:
    """Press sheets in printing order, as one file."""

    title: str
    author: str
    subject: str
    language: str
    date: str
    """ISO day."""
    sheets: tuple[PressSheet, ...]
    duplex: str | None = None
    """The edge that printers flip over, `long` or `short`; None for a one-sided file."""


def _around(rects: list[Rect], sheet: Size) -> Rect:
    around = rects[0] if rects else Rect(0.0, 0.0, sheet.width, sheet.height)
    for rect in rects[1:]:
        around = around.union(rect)
    return around
