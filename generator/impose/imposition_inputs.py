"""What imposition is given: pieces with their faces, how to lay them out, and the words of the slug line."""

from __future__ import annotations

from collections.abc import Callable

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.base.units import MM, to_mm
from generator.model.face import Face, GlyphRun

TextSetter = Callable[[str, float, float, float, str, str], tuple[GlyphRun, ...]]
"""Sets a line of text: the words, size, x, baseline, anchor (`start`, `middle`, `end`) and colour."""


@dataclass(frozen=True, slots=True)
class PieceToPrint:
    """One piece to print."""

    piece: str
    """`<component>/<piece>#<copy>`."""
    front: Face
    back: Face | None = None
    name: str = ""
    """What its tiles are called by, in the language of the file."""
    gap: float = 0.0
    """The least space between it and its like, whatever else is asked for."""


@dataclass(frozen=True, slots=True)
class ImpositionOptions:
    """How faces are laid on paper; the words are those of the command line, lengths are points."""

    backs: str = "duplex"
    """`duplex`: on the other side of the paper; `fold`: beside the fronts, behind a fold; `none`: not printed."""
    flip: str = "long"
    """The edge that the paper is turned over, `long` or `short`."""
    marks: str = "corners"
    """`corners`: short crop marks; `lines`: cut lines through all the waste; `none`."""
    bleed: float | None = None
    """No more bleed than this; None for as much as each face has."""
    gap: float = 0.0
    """Between trims; at 0 neighbours share a cut."""
    skip: int = 0
    """How many slots of the first sheet stay empty."""
    overlap: float = 8 * MM
    """What neighbouring tiles of a piece larger than the paper both show."""

    def kind_of(self, face: Face, gap: float = 0.0) -> PieceKind:
        """What the layout needs to know of a face whose pieces lie at least `gap` apart."""
        bleed = face.bleed if self.bleed is None else min(face.bleed, self.bleed)
        # Round and hex pieces are cut one by one, so they gain nothing from touching and lose their bleed by it.
        gap = max(self.gap, gap, 2 * bleed if face.cut else 0.0)
        return PieceKind(face.trim.width, face.trim.height, bleed, gap, bool(face.cut))


@dataclass(frozen=True, slots=True)
class PieceKind:
    """Pieces that can share rows: their trim, bleed and gap."""

    width: float
    height: float
    bleed: float
    gap: float
    outlined: bool = False
    """Not cut along the edges of its trim, but along an outline of its own."""

    @property
    def sure(self) -> float:
        """The bleed that a piece has on every side, wherever it lies: half the gap at most."""
        return min(self.bleed, self.gap / 2)

    @property
    def trim(self) -> str:
        """Width and height in millimetres, as in the name of a grid: `63.5x88.9`."""
        return size_in_mm(Size(self.width, self.height))


@dataclass(frozen=True, slots=True)
class SlugWords:
    """The words of the slug line, already in the language of the file."""

    game: str
    component: str
    version: str
    sheet_of: Callable[[int, int], str]
    """Makes `sheet 2 of 21` of 2 and 21."""
    language: str = ""
    front_note: str = ""
    """One line for whoever prints by hand, on every recto: what to do with this sheet; empty for none."""
    back_note: str = ""
    tab: str = ""
    """On the tabs of tiles: `glue here`."""
    join_note: str = ""
    """One line on every tile: how they become one piece."""
    fold_note: str = ""
    """One line on every sheet of a booklet: how they become one."""

    def words(self, number: int, total: int, grid: str) -> tuple[str, ...]:
        """The parts of the line, in order; the grid's name begins with the paper's."""
        parts = (self.game, self.component, self.version, self.sheet_of(number, total), grid, self.language)
        return tuple(part for part in parts if part)


def millimetres(points: float) -> str:
    """Points as short text in millimetres, to a hundredth.

    >>> millimetres(72)
    '25.4'
    """
    return f"{to_mm(points):.2f}".rstrip("0").rstrip(".")


def size_in_mm(size: Size) -> str:
    """A size in millimetres, as in the name of a grid.

    >>> size_in_mm(Size(180, 252))
    '63.5x88.9'
    """
    return f"{millimetres(size.width)}x{millimetres(size.height)}"
