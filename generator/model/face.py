"""Faces: one side of one piece, typeset, as `typeset` makes it and `impose` and `write` take it.

No later stage shapes or measures text. Lengths are points, y grows downwards, and the origin of a face is the top left
corner of its trim, so that bleeding art has negative coordinates. All records can be hashed and pickled. Colours are
`#rrggbb` in lower case.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence

from generator.base.errors import Fault, Faults
from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.base.stored_data import StoredData

Stop = tuple[float, str, float]
"""Offset from 0 to 1, colour, opacity."""


@dataclass(frozen=True, slots=True)
class LinearGradient:
    """A linear gradient from (x1, y1) to (x2, y2); `matrix` maps these points to the coordinates of the path."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[Stop, ...]
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class RadialGradient:
    """A radial gradient from a focal circle to an outer one; `matrix` maps its coordinates to those of the path.

    Where neither circle lies in the other it is a cone, outside of which nothing is painted.
    """

    cx: float
    cy: float
    r: float
    fx: float
    fy: float
    stops: tuple[Stop, ...]
    matrix: Matrix
    fr: float = 0.0
    """Radius of the focal circle."""


Paint = str | LinearGradient | RadialGradient


@dataclass(frozen=True, slots=True)
class Stroke:
    """How an outline is drawn; width, dashes and their offset are in the units of the path."""

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
    spot: str = ""
    """Name of an ink of its own in a PDF, such as `CutContour`, by which a cutting machine finds the line.

    The line lies over what is printed below it, and the paint, a colour, is how a screen shows it.
    """


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, filled and then stroked.

    `path` is absolute and has only M, L, C and Z, with one space between all letters and numbers:
    `M 0 0 L 10 0 C 10 5 5 10 0 10 Z`. SVG and PDF are written by reordering these words.
    """

    path: str
    fill: Paint | None = None
    opacity: float = 1.0
    """Opacity of the fill."""
    even_odd: bool = False
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class GlyphRun:
    """Shaped and placed glyphs of one font, size and colour on one baseline.

    The three tuples are parallel: the glyph id, the x of its origin relative to `x`, and the text that it stands for:
    several characters for a ligature, and none for the second glyph of a character.
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
    is_rtl: bool = False
    """Whether its text runs from right to left; the glyphs always stand from left to right."""

    @property
    def text(self) -> str:
        """Characters of the run in the order in which they are read."""
        return "".join(self.sources[::-1] if self.is_rtl else self.sources)


@dataclass(frozen=True, slots=True)
class Image:
    """A raster picture in a rectangle; `raster` is the key of a Raster of the same Drawing."""

    raster: str
    rect: Rect
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Use:
    """A Part of the same Drawing by its key, placed by a matrix: an icon, an ornament."""

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
    """Ink that is moved, faded or clipped together; with `opacity` below 1 it is composited as one picture."""

    ink: tuple[Ink, ...]
    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    clip: Clip | None = None
    """Clipping path in the outer coordinates, before `matrix`."""


BLENDS = (
    *("normal", "multiply", "screen", "overlay", "darken", "lighten"),
    *("hard-light", "soft-light", "difference", "exclusion"),
)
"""Blend modes, by their names in CSS; PDF viewers and browsers differ in what they draw with the others."""


@dataclass(frozen=True, slots=True)
class Composite:
    """Ink drawn as a separate picture, then masked and blended with the drawing below it."""

    ink: tuple[Ink, ...]
    blend: str = "normal"
    """One of BLENDS."""
    mask: tuple[Ink, ...] = ()
    """Mask in the same coordinates; empty for no mask."""
    mask_by_alpha: bool = False
    """Whether the mask's opacity counts, as in CSS `mask-type: alpha`, and not its brightness."""


# Defined after the records that hold ink, whose annotations are not evaluated.
Ink = Shape | GlyphRun | Image | Use | Group | Composite


@dataclass(frozen=True, slots=True)
class Part:
    """A drawing used in many places and compiled once; `key` is a hash of all that it depends on."""

    key: str
    box: Rect
    """Clipping rectangle, in the part's coordinates."""
    ink: tuple[Ink, ...]
    icon: str = ""
    """Name of the icon, as templates write it; empty for other drawings."""


@dataclass(frozen=True, slots=True)
class EncodedPixels:
    """Pixels as PDF can embed them: a whole JPEG file, or the joined IDAT chunks (zlib rows) of a PNG file."""

    data: StoredData
    colours: str = "rgb"
    """`rgb`, `grey`, `palette`, or, in a document for a print shop, `cmyk` or `cmyk-palette`."""
    is_jpeg: bool = False
    bits: int = 8
    """Bits of one channel of one pixel."""
    palette: bytes = b""
    """Red, green and blue, or the four inks, of each colour of a palette."""

    @property
    def channels(self) -> int:
        """Number of values of one pixel: 3 or 4; 1 for grey, and for the index of a palette."""
        return {"rgb": 3, "cmyk": 4}.get(self.colours, 1)


# CMYK values of pictures are kept as 4 channels; palettes and grey have one.


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture of pixels. It holds no pixels itself: they are stored once for all faces that show it."""

    key: str
    width: int
    height: int
    pixels: EncodedPixels
    alpha: EncodedPixels | None = None
    """Grey, as large as the picture; None for an opaque one."""
    digest: str = ""
    """Digest of pixels and mask by `image_digest`; empty if it was not computed."""

    @property
    def is_stored(self) -> bool:
        """Whether the data of the picture is still where it was stored."""
        return all(data.is_there() for data in self.stored)

    @property
    def stored(self) -> tuple[StoredData, ...]:
        """Stored data of the picture: its pixels and, where it has one, its mask."""
        return (self.pixels.data, self.alpha.data) if self.alpha else (self.pixels.data,)


def image_digest(width: int, height: int, space: str, pixels: bytes, alpha: bytes) -> str:
    """Return the digest of an image; `pixels` are 8-bit RGB rows, or a JPEG file, `alpha` 8-bit rows or empty."""
    # The size belongs to it: the same bytes could be the rows of another width.
    return digest("image", f"{width} {height}", space, pixels, alpha)


@dataclass(frozen=True, slots=True)
class FormField:
    """A box of a scoresheet on a face, with the id that it has in the rules, in forms and in the browser."""

    id: str
    kind: str
    """`mark`, `mark2`, `year`, `number`, `choice`, `text` or `sum`."""
    rect: Rect
    label: str = ""
    free: Rect | None = None
    """Part of the box where nothing is printed that a mark would hide; None for the whole box."""


@dataclass(frozen=True, slots=True)
class TextFit:
    """How one text fits its rectangle, for the fit report."""

    element: str
    """Id of the text element, or the first words of the text."""
    asked: float
    used: float
    """Font size in points."""
    floor: float
    """The smallest size allowed."""
    lines: int
    overflow: float = 0.0
    """Points by which the text is too large at its smallest size; 0 if it fits."""

    @property
    def is_tight(self) -> bool:
        """Whether the text was shrunk or does not fit."""
        # A text can be at its smallest size, and still be too large.
        return self.used < self.asked or self.overflow > 0


@dataclass(frozen=True, slots=True)
class PictureUse:
    """How fine a picture of pixels is where a face shows it."""

    file: str
    dpi: float
    """Resolution at the printed size, in pixels per inch."""
    enough: float
    """Highest resolution that is printed, in dpi; 0 for no limit."""

    @property
    def is_fine(self) -> bool:
        """Whether the picture is finer than is printed, and so reduced.

        One that is hardly finer than needed is not: reducing it would blur it for nothing.
        """
        return 0 < self.enough * FINER < self.dpi


# Five per cent: reducing by less blurs the picture and saves next to nothing.
FINER = 1.05
"""How much finer than needed a picture may be before it is reduced."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of one piece, typeset."""

    key: str
    """Hash of everything the face is made from; faces with equal keys are equal."""
    trim: Size
    bleed: float
    ink: Drawing
    cut: str = ""
    """Outline to cut, as the path of a Shape; empty for the trim rectangle."""
    folds: tuple[str, ...] = ()
    """Folds that are printed as dashed lines."""
    scores: tuple[str, ...] = ()
    """Folds on edges that are seen: no line is printed on them."""
    fields: tuple[FormField, ...] = ()
    fits: tuple[TextFit, ...] = ()
    warnings: tuple[str, ...] = ()
    """Warnings with their places, as text."""
    pictures: tuple[PictureUse, ...] = ()
    """Picture files of pixels that it shows."""
    edge: str = ""
    """Colour of its edge, `#rrggbb`: that of the last bleed which covers the trim; empty for none."""

    @property
    def box(self) -> Rect:
        """Rectangle of the face with its bleed; the origin is the top left corner of the trim."""
        return Rect(0, 0, self.trim.width, self.trim.height).expand(self.bleed)


class Drawing:
    """The ink of a face and the parts that it uses, unpickled only when asked for: most builds never look at it."""

    __slots__ = ("_content", "_packed")

    def __init__(self, packed: bytes) -> None:
        """Take ink that was pickled; empty bytes stand for ink that was left out."""
        self._packed: bytes | None = packed
        self._content: tuple[tuple[Ink, ...], tuple[Part | Raster, ...]] | None = None

    @classmethod
    def of(cls, ink: tuple[Ink, ...], parts: tuple[Part | Raster, ...] = ()) -> Drawing:
        """Return the drawing of some ink; `parts` are all drawings and pictures that the ink refers to."""
        drawing = cls(b"")
        drawing._packed, drawing._content = None, (ink, parts)
        return drawing

    @property
    def has_ink(self) -> bool:
        """Whether the ink was not left out."""
        return self._content is not None or self._packed != b""

    @property
    def packed(self) -> bytes:
        """The ink as pickled bytes; empty if it was left out."""
        if self._packed is None:
            self._packed = pickle.dumps(self._content, protocol=5)
        return self._packed

    @classmethod
    def omitted(cls) -> Drawing:
        """Return a drawing without its ink.

        Only SVG files need the ink of a compiled face, and without it a face is pickled ten times as fast.
        """
        return cls(b"")

    def unpack(self) -> tuple[tuple[Ink, ...], tuple[Part | Raster, ...]]:
        """Return the ink in drawing order, and the parts and pictures that it refers to."""
        if self._content is not None:
            return self._content
        # Not remembered, so that the unpacked ink can be freed while the face stays.
        ink, parts = pickle.loads(self.packed)  # noqa: S301  packed by this program in this user's own cache
        return ink, parts

    def __reduce__(self) -> tuple[type[Drawing], tuple[bytes]]:
        """Let pickle store the drawing as bytes that were pickled already."""
        return Drawing, (self.packed,)

    def __eq__(self, other: object) -> bool:  # equal ink may be pickled to different bytes
        """Whether two drawings have the same ink and parts."""
        # Pickles of equal values may differ in shared references, so the values are compared.
        return isinstance(other, Drawing) and self.unpack() == other.unpack()

    def __hash__(self) -> int:
        """Return a hash of the ink, equal for equal drawings."""
        return hash(self.unpack())


@dataclass(frozen=True, slots=True)
class TextExcess:
    """A text that leaves its limit; lengths in points."""

    box: Rect
    """Bounding box of the text's ink."""
    limit: Rect | None
    """Rectangle that the text should stay in; None for a limit of another shape."""
    matrix: Matrix = IDENTITY
    """Matrix from the coordinates of `box` and `limit` to the coordinates of the face."""


class UnfinishedFaceError(Faults):
    """The faults of a face, and what could be drawn of it: for those who mend it, and not for print."""

    def __init__(self, faults: Sequence[Fault], face: Face, excesses: Sequence[TextExcess] = ()) -> None:
        """Take all faults; `excesses` has one for each text that leaves its limit, other faults mean missing ink."""
        # Several texts may raise the same fault.
        super().__init__(dict.fromkeys(faults))
        self.face, self.excesses = face, tuple(excesses)
        self.is_whole = len(excesses) == len(faults)
        """Whether the face shows all its ink: its only faults are texts that leave their limits."""

    def __reduce__(self) -> tuple[type[Faults], tuple[tuple[Fault, ...]]]:
        """Pickle the faults alone: other processes draw for print."""
        return Faults, (self.faults,)


@dataclass(frozen=True, slots=True)
class Font:
    """A font file with TrueType outlines of one weight, to shape with and to embed."""

    id: str
    """`alegreya-sans-bold`; also the name of the embedded subset."""
    path: str
    licence: str
