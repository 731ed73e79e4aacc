"""Compiled forms and images: PDF content that is written once and drawn many times (ISO 32000-1, 8.10 and 8.9).

They refer to fonts and to each other by key, not by object number, so they can be cached between builds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.model.face import Raster

State = tuple[float, float, str]
"""Opacity of fills, opacity of strokes, and the key of the form whose brightness masks both; empty for no mask."""


@dataclass(frozen=True, slots=True)
class FormXObject:
    """A content stream and its resources: Fn (fonts), Xn (XObjects), Gn (graphics states) and Pn (patterns)."""

    key: str
    box: Rect
    """The stream is clipped to it."""
    stream: bytes
    """Content stream, compressed with zlib."""
    fonts: Mapping[str, Mapping[int, str]]
    """Font id to the glyphs used and the text of each."""
    uses: tuple[str, ...] = ()
    """Keys of the XObjects it draws."""
    states: tuple[State, ...] = ()
    patterns: tuple[str, ...] = ()
    """Pattern dictionaries of gradients."""
    group: str = ""
    """Colour space of a transparency group, `/DeviceRGB` or `/DeviceGray`; empty for a plain form."""
    digest: str = ""
    """Digest of what it draws itself, see `face_digest`; empty for the content of a page."""


XObject = FormXObject | Raster
"""A picture of pixels is stored as PDF takes it, so it needs no form of its own."""


class StoredXObjects(Mapping[str, XObject]):
    """XObjects by key that are made anew whenever one is asked for, which takes time."""

    __slots__ = ()

    @abstractmethod
    def drawn_by(self, key: str) -> tuple[str, ...]:
        """Return what `drawn_by` returns for one of them, without making it."""


def drawn_by(xobject: XObject) -> tuple[str, ...]:
    """Return the keys of the XObjects that one draws."""
    if not isinstance(xobject, FormXObject):
        return ()
    return (*xobject.uses, *(mask for *_, mask in xobject.states if mask))
