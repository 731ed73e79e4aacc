"""Press sheets, which `impose` makes and `write` draws. Points, y downwards, origin at the sheet's top left."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.base.records import dataclass, field
from generator.model.face import Face, Ink


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """One face on a press sheet."""

    piece: str
    """`<component>/<piece>#<copy>`, the same on both sides; names the marked content in the PDF."""
    face: Face
    matrix: Matrix
    """Matrix from the face's coordinates to the sheet's."""
    trim: Rect
    """Outline of the cut piece on the sheet."""
    clip: Rect
    """Part of the sheet where its art is printed: the trim and as much bleed as its neighbours leave."""
    is_square: bool = False
    """Whether it is cut along its trim, though its face has an outline."""


@dataclass(frozen=True, slots=True)
class PressSheet:
    """One side of one sheet of paper."""

    size: Size
    side: str
    """`recto` or `verso`; a folded sheet has only a recto."""
    number: int
    """Number of the sheet from 1; its two sides have the same."""
    placed: tuple[PlacedFace, ...]
    marks: tuple[Ink, ...] = ()
    """Crop and fold marks, slug and scale bar: everything outside the trims."""
    adjust: Matrix = IDENTITY
    """Correction for a calibrated printer, applied to the whole side; page boxes are not corrected."""


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A heading that a reader can jump to."""

    title: str
    level: int
    """Depth from 1."""
    page: int
    """Index of the press sheet."""
    y: float
    """Height of the heading's upper edge on the sheet."""


@dataclass(frozen=True, slots=True)
class PressDocument:
    """Press sheets in printing order, for one file."""

    title: str
    author: str
    subject: str
    language: str
    date: str
    """ISO day."""
    sheets: tuple[PressSheet, ...]
    duplex: str | None = None
    """The edge over which the printer turns the paper, `long` or `short`; None for one-sided files."""
    origin: Mapping[str, str] = field(default_factory=dict)
    """Facts for the metadata: `game`, `language`, `theme` and so on."""
    outline: tuple[OutlineEntry, ...] = ()
    """Headings in reading order."""
