"""The waist: one side of one piece, finished.

Nobody shapes text or measures after this. All lengths are points, y grows downwards, and the origin of a face is the
top left corner of its trim; art that bleeds has negative coordinates. Everything here is frozen, hashable and safe to
pickle; colours are `#rrggbb` in lower case.
"""

from __future__ import annotations

import pickle

from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.base.records import dataclass

Stop = tuple[float, str, float]
"""Offset from 0 to 1, colour, opacity."""


@dataclass(frozen=True, slots=True)
class LinearGradient:
    """A linear gradient from (x1, y1) to (x2, y2); `matrix` takes these to the coordinates of the shape's path."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[Stop, ...]
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class RadialGradient:
    """A radial gradient with focal point (fx, fy); `matrix` takes these to the coordinates of the shape's path."""

    cx: float
    cy: float
    r: float
    fx: float
    fy: float
    stops: tuple[Stop, ...]
    matrix: Matrix


Paint = str | LinearGradient | RadialGradient


@dataclass(frozen=True, slots=True)
class Stroke:
    """How an outline is drawn; width, dashes and their offset in the units of the path."""

    paint: Paint
    width: float
    cap: str = "butt"
    """`butt`, `round` or `square`."""
    join: str = "miter"
    """`miter`, `round` or `bevel`."""
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    offset: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, filled and then stroked.

    `path` is absolute and holds only M, L, C and Z, each letter and number apart by one space:
    `M 0 0 L 10 0 C 10 5 5 10 0 10 Z`. Both SVG and PDF are a reordering of these words.
    """

    path: str
    fill: Paint | None = None
    opacity: float = 1.0
    """Of the fill; a stroke has its own."""
    even_odd: bool = False
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class GlyphRun:
    """Glyphs of one font, size and colour on one baseline, already shaped and placed.

    The three tuples run in parallel: glyph id, the glyph's origin on the x axis relative to `x` (points), and the
    source text it stands for (a ligature carries several characters, the second glyph of a pair the empty string).
    """

    font: str
    """Id of a Font."""
    size: float
    x: float
    y: float
    """The baseline."""
    glyphs: tuple[int, ...]
    offsets: tuple[float, ...]
    sources: tuple[str, ...]
    width: float
    """The advance of the whole run."""
    fill: str = "#000000"
    opacity: float = 1.0

    @property
    def text(self) -> str:
        """What the run says."""
        return "".join(self.sources)


@dataclass(frozen=True, slots=True)
class Image:
    """A raster picture in a rect; `raster` is the key of a Raster on the same shelf of parts."""

    raster: str
    rect: Rect
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Use:
    """A part by its key, placed by a matrix: an icon, an ornament, a drawing."""

    part: str
    matrix: Matrix
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Clip:
    """A clipping path, in the coordinates of the group that carries it."""

    path: str
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Ink that moves, fades or is clipped together. `opacity` below 1 composites the group as one picture.

    The clip is stated in the outer coordinates, before `matrix`.
    """

    ink: tuple[Ink, ...]
    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    clip: Clip | None = None


Ink = Shape | GlyphRun | Image | Use | Group


@dataclass(frozen=True, slots=True)
class Part:
    """A drawing used in many places, compiled once; `key` is a hash of all it depends on."""

    key: str
    box: Rect
    """What it may cover, in its own coordinates; nothing outside is drawn."""
    ink: tuple[Ink, ...]


@dataclass(frozen=True, slots=True)
class Raster:
    """A decoded picture: 8-bit RGB rows (or the JPEG file itself) and 8-bit alpha rows or none."""

    key: str
    width: int
    height: int
    rgb: bytes = b""
    alpha: bytes = b""
    jpeg: bytes = b""


@dataclass(frozen=True, slots=True)
class FormField:
    """A box of a sheet that a form, a page or the rules can fill: the id is the same word in all of them."""

    id: str
    kind: str
    """`mark`, `mark2`, `year`, `number`, `choice`, `text` or `sum`."""
    rect: Rect
    label: str = ""


@dataclass(frozen=True, slots=True)
class TextFit:
    """How one text went into its rect: for the fit report."""

    element: str
    """Id of the text element, or its first words."""
    asked: float
    used: float
    """Font size in points."""
    floor: float
    lines: int
    overflow: float = 0.0
    """How far the text sticks out at its floor size, in points; 0 where it fits."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of one piece, finished."""

    key: str
    """Hash of everything the face was made from; equal keys are equal faces."""
    trim: Size
    bleed: float
    ink: Drawing
    cut: str = ""
    """Outline to cut where it is not the trim rectangle, as a path like Shape's."""
    folds: tuple[str, ...] = ()
    fields: tuple[FormField, ...] = ()
    fits: tuple[TextFit, ...] = ()
    warnings: tuple[str, ...] = ()
    """What is to be looked at, each with its place, ready to be shown."""


class Drawing:
    """The ink of a face and the parts it refers to, kept packed in a cache: an unchanged face costs nothing to load."""

    __slots__ = ("_content", "_packed")

    def __init__(self, packed: bytes) -> None:
        self._packed: bytes | None = packed
        self._content: tuple[tuple[Ink, ...], tuple[Part | Raster, ...]] | None = None

    @classmethod
    def of(cls, ink: tuple[Ink, ...], parts: tuple[Part | Raster, ...] = ()) -> Drawing:
        """Ink and every part and raster that it or its parts use; packed when that is first asked for."""
        drawing = cls(b"")
        drawing._packed, drawing._content = None, (ink, parts)
        return drawing

    @property
    def has_ink(self) -> bool:
        """Whether the ink is there: nobody but the writer of SVG asks for it once a face is compiled."""
        return self._content is not None or self._packed != b""

    @property
    def packed(self) -> bytes:
        """The whole as bytes."""
        if self._packed is None:
            self._packed = pickle.dumps(self._content, protocol=5)
        return self._packed

    @classmethod
    def omitted(cls) -> Drawing:
        """In place of ink that nobody will ask for: faces without it cross and keep ten times as fast."""
        return cls(b"")

    def unpack(self) -> tuple[tuple[Ink, ...], tuple[Part | Raster, ...]]:
        """The ink in drawing order, and the parts by which Use and Image are resolved."""
        if self._content is not None:
            return self._content
        ink, parts = pickle.loads(self.packed)  # noqa: S301  packed by this program in this user's own cache
        return ink, parts

    def __reduce__(self) -> tuple[type[Drawing], tuple[bytes]]:
        """Packed, wherever it goes."""
        return Drawing, (self.packed,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Drawing) and self.unpack() == other.unpack()

    def __hash__(self) -> int:
        return hash(self.unpack())


@dataclass(frozen=True, slots=True)
class Font:
    """A font file to shape with and to embed: TrueType outlines, one weight."""

    id: str
    """`alegreya-sans-bold`: names the embedded subset too."""
    path: str
    licence: str
