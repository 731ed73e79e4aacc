"""What imposition is given: the pieces to print, its options, and the words of the slug line. Lengths are points."""

from __future__ import annotations

from collections.abc import Callable

from generator.base.geometry import Size
from generator.base.records import dataclass, replace
from generator.base.units import MM, to_mm
from generator.model.face import Face, GlyphRun
from generator.model.game import NO_SEAMS, Seams

LEAST_AROUND = 2 * MM
"""The smallest gap around round and hex pieces, where their whole bleed would cost a sheet of paper."""

TextSetter = Callable[[str, float, float, float, str, str], tuple[GlyphRun, ...]]
"""Sets a line of text: the words, font size, x, baseline, anchor (`start`, `middle`, `end`) and colour."""


@dataclass(frozen=True, slots=True)
class PieceToPrint:
    """One copy of a piece with its two faces."""

    id: str
    """`<component>/<piece>#<copy>`."""
    front: Face
    back: Face | None = None
    title: str = ""
    """Printed in the key map of a tiled piece, in the language of the file."""
    gap: float = 0.0
    """The smallest gap to its neighbours, whatever the options ask for."""
    seams: Seams = NO_SEAMS
    """Where it may be divided if it is larger than the paper."""
    edge: str = ""
    """Colours of the edges of a piece that is cut along its trim, whatever its outline: pieces of one share cuts."""

    @property
    def source(self) -> str:
        """Component and piece without the number of the copy, for faults."""
        return self.id.partition("#")[0]


@dataclass(frozen=True, slots=True)
class ImpositionOptions:
    """How faces are laid out on paper. The words are those of the command line."""

    backs: str = "duplex"
    """`duplex`: on the verso; `fold`: beside the fronts, behind a fold; `none`: not printed."""
    flip: str = "long"
    """The edge that the paper is turned over, `long` or `short`."""
    marks: str = "corners"
    """`corners`: crop marks; `lines`: cut lines across the whole sheet outside the pieces; `none`."""
    bleed: float | None = None
    """Upper limit of the bleed; None leaves each face its own."""
    gap: float | None = 0.0
    """Gutter between trims; at 0 neighbours share a cut. None for the widest that costs no sheet of paper."""
    skip: int = 0
    """How many slots of the first sheet stay empty, for paper that is partly used."""
    overlap: float = 8 * MM
    """Length that neighbouring tiles of a piece larger than the paper both show."""
    order: str = "rows"
    """`rows`: pieces follow each other on a sheet; `stack`: through the sheets, place by place, to be cut at once."""
    binding: str = "left"
    """The edge at which a booklet is bound: `right` where its language is written from right to left."""
    empty: tuple[int, ...] = ()
    """Numbers of the places that stay empty on every sheet, from 1 at the upper left, row by row."""
    has_photo_marks: bool = False
    """Whether marks stand in the corners of each sheet by which a photo of it is laid flat."""

    def kind_of(self, face: Face, own_gap: float = 0.0, spare: float = 0.0, edge: str = "") -> PieceKind:
        """Return the size, bleed and gap of a piece with this face.

        `own_gap` is the piece's smallest gap; `spare` the gap that the paper has room for, where no gap is asked for.
        `edge` is that of the piece.
        """
        bleed = face.bleed if self.bleed is None else min(face.bleed, self.bleed)
        if edge:
            return PieceKind(face.trim.width, face.trim.height, bleed, max(self.gap or 0.0, own_gap), edge=edge)
        # Round and hex pieces are cut one by one: they gain nothing from touching, and would lose their bleed.
        if self.gap is None:
            gap = min(2 * bleed, max(spare, LEAST_AROUND if face.cut else 0.0))
        else:
            gap = max(self.gap, 2 * bleed if face.cut else 0.0)
        return PieceKind(face.trim.width, face.trim.height, bleed, max(gap, own_gap), bool(face.cut))


@dataclass(frozen=True, slots=True)
class PieceKind:
    """Trim, bleed and gap of pieces that can share a grid."""

    width: float
    height: float
    bleed: float
    gap: float
    has_outline: bool = False
    """Cut along an outline of its own, not along the edges of its trim."""
    turned: bool = False
    """Lies a quarter turn clockwise; width and height are those on the sheet."""
    edge: str = ""
    """Colours of the edges, if pieces of the same colours share cuts."""

    @property
    def quarter_turn(self) -> PieceKind:
        """The same pieces turned by a quarter: upright if these are turned, else turned."""
        return PieceKind(
            self.height, self.width, self.bleed, self.gap, self.has_outline, turned=not self.turned, edge=self.edge
        )

    def is_as_large(self, other: PieceKind) -> bool:
        """Whether both have one size and bleed, and differ in their edges at most."""
        return self == replace(other, edge=self.edge)

    @property
    def guaranteed_bleed(self) -> float:
        """The bleed on every side wherever the piece lies: half the gap at most."""
        return min(self.bleed, self.gap / 2)

    @property
    def trim_in_mm(self) -> str:
        """Width and height in millimetres, as in the name of a grid: `63.5x88.9`."""
        return size_in_mm(Size(self.width, self.height))


@dataclass(frozen=True, slots=True)
class SlugWords:
    """The words of the slug line and the notes, in the language of the file; empty notes are not printed."""

    game: str
    component: str
    version: str
    sheet_of: Callable[[int, int], str]
    """From the sheet's number and the total to `sheet 1 of 3`."""
    language: str = ""
    front_note: str = ""
    """Note on every recto for printing by hand: the use of this sheet."""
    back_note: str = ""
    """Note for the same on every verso."""
    tab: str = ""
    join_note: str = ""
    """Note on every tile: how to join them."""
    fold_note: str = ""
    """Note on every sheet of a booklet: how to fold and staple them."""
    dot: str = " · "
    """Sign between the parts of the line."""

    def parts(self, number: int, total: int, grid: str) -> tuple[str, ...]:
        """Return the parts of one sheet's slug line, in order; `grid` begins with the paper's name."""
        parts = (self.game, self.component, self.version, self.sheet_of(number, total), grid, self.language)
        return tuple(part for part in parts if part)


def millimetres(points: float) -> str:
    """Return points as short text in millimetres, to a hundredth.

    >>> millimetres(72)
    '25.4'
    """
    return f"{to_mm(points):.2f}".rstrip("0").rstrip(".")


def size_in_mm(size: Size) -> str:
    """Return a size in millimetres, as in the name of a grid.

    >>> size_in_mm(Size(180, 252))
    '63.5x88.9'
    """
    return f"{millimetres(size.width)}x{millimetres(size.height)}"
