"""Compiled forms and images: PDF content that is written once and drawn many times (ISO 32000-1, 8.10 and 8.9).

They refer to fonts and to each other by key, not by object number, so they can be cached between builds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from generator.base.geometry import Rect
from generator.base.records import NamedTuple, dataclass
from generator.model.face import Raster

NOTHING = "\u200b"
"""The text of a glyph that is only part of a letter: a space of no width, for readers that ignore ActualText."""
_READING = "\n"
"""Separator that no id of fonts.toml has."""


def reading_of(id_: str, number: int) -> str:
    """Return the name of a font with a further map from its glyphs to text; the first has the font's own id.

    >>> [font_id(reading_of("sans", number)) for number in (0, 1)]
    ['sans', 'sans']
    """
    return f"{id_}{_READING}{number}" if number else id_


def font_id(name: str) -> str:
    """Return the id of the font that `reading_of` made a name of."""
    return name.partition(_READING)[0]


class GraphicsState(NamedTuple):
    """The graphics parameters of transparency (ISO 32000-1, 11.6)."""

    fill: float = 1.0
    """Opacity of fills."""
    stroke: float = 1.0
    mask: str = ""
    """Key of the form that masks what is drawn; empty for no mask."""
    mask_by_alpha: bool = False
    """Whether the opacity of that form masks, not its brightness."""
    blend: str = ""
    """Name of a blend mode, such as `/Multiply`; empty for the normal one."""
    overprints: bool = False
    """Whether inks that are not named stay as they are below: for a line in an ink of its own."""

    @property
    def look(self) -> tuple[object, ...]:
        """The values in which the state differs from others, without its mask."""
        special = (self.blend, "alpha" if self.mask_by_alpha else "", *(("overprint",) if self.overprints else ()))
        return (self.fill, self.stroke, *special) if any(special) else (self.fill, self.stroke)


@dataclass(frozen=True, slots=True)
class FormXObject:
    """A content stream and its resources.

    Those are Fn (fonts), Xn (XObjects), Gn (graphics states), Pn (patterns) and Sn (colour spaces).
    """

    key: str
    box: Rect
    """Box that the stream is clipped to."""
    stream: bytes
    """Content stream, compressed with zlib."""
    fonts: Mapping[str, Mapping[int, str]]
    """Font id to the glyphs used and the text of each; the same font may have several readings, see `reading_of`."""
    uses: tuple[str, ...] = ()
    """Keys of the XObjects it draws."""
    states: tuple[GraphicsState, ...] = ()
    patterns: tuple[str, ...] = ()
    """Pattern dictionaries of gradients."""
    spaces: tuple[str, ...] = ()
    """Colour spaces of inks of their own."""
    group: str = ""
    """Colour space of a transparency group, `/DeviceRGB` or `/DeviceGray`, with ISOLATED where it is isolated.

    Empty for a plain form.
    """
    digest: str = ""
    """Digest of what it draws itself, see `face_digest`; empty for the content of a page."""


XObject = FormXObject | Raster
"""A picture of pixels is stored as PDF takes it, so it needs no form of its own."""

ISOLATED = "/I true"
"""Behind the colour space of a group whose content does not blend with what lies below the group."""


class StoredXObjects(Mapping[str, XObject]):
    """XObjects by key that are made anew whenever one is asked for, which takes time."""

    __slots__ = ()

    @abstractmethod
    def drawn_by(self, key: str) -> tuple[str, ...]:
        """Return the keys of the XObjects that one draws, without making it."""


def drawn_by(xobject: XObject) -> tuple[str, ...]:
    """Return the keys of the XObjects that one draws."""
    if not isinstance(xobject, FormXObject):
        return ()
    return (*xobject.uses, *(state.mask for state in xobject.states if state.mask))
