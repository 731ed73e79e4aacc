"""Colours as a PDF names them: the operators, the steps of gradients, and pictures, in one colour space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from generator.model.face import Raster, Stop
from generator.write.pdf_syntax import colour, fine, name

_GREYS = {"#000000": "0 g", "#ffffff": "1 g"}

Step = tuple[float, str]
"""Offset from 0 to 1, and the operands of a colour."""


@lru_cache(maxsize=1024)
def _rgb_fill(paint: str) -> str:
    """Return the operator of a colour. Black and white are grey, so that printers use black ink alone for text."""
    return _GREYS.get(paint) or f"{colour(paint)} rg"


class WrittenColours:
    """The colours of one document; these are RGB, as screens and home printers take them."""

    name = "rgb"
    """Name of the colours in keys: a drawing that was compiled in other colours has another."""
    space = "/DeviceRGB"
    """Colour space in which they are given and blended."""
    areas: Mapping[str, str] = {}
    """Operators of the colours that are written in another way where they fill a large shape."""
    fill = staticmethod(_rgb_fill)
    """Returns the operator that fills shapes with a colour."""
    text = staticmethod(_rgb_fill)
    """Returns the operator that fills text with a colour."""
    stroke = staticmethod(_rgb_fill)
    """Returns the operator that strokes with a colour, in small letters."""
    operands = staticmethod(colour)
    """Returns the numbers of a colour in the space."""

    @property
    def of_parts(self) -> WrittenColours:
        """The colours of parts, whose size on paper is not known while they are compiled."""
        return self

    @property
    def translucent(self) -> WrittenColours:
        """The colours of semi-transparent ink."""
        return self

    @property
    def of_masks(self) -> WrittenColours:
        """The colours of masks that work by their brightness."""
        return self

    def ramp(self, stops: Sequence[Stop]) -> list[Step]:
        """Return the steps of a gradient, between which a viewer mixes the colours evenly."""
        return [(offset, self.operands(paint)) for offset, paint, _ in stops]

    def spot_space(self, ink: str, paint: str) -> str:
        """Return the colour space of an ink of its own (ISO 32000-1, 8.6.6.4), which screens show as a paint."""
        tint = f"<</FunctionType 2/Domain[0 1]/N 1/C0[{self.operands('#ffffff')}]/C1[{self.operands(paint)}]>>"
        return f"[/Separation{name(ink)}{self.space}{tint}]"

    def picture(self, raster: Raster) -> Raster:
        """Return a picture of pixels in the colour space of the document."""
        return raster


@lru_cache(maxsize=1024)
def brightness(paint: str) -> str:
    """Return how bright a colour is, as PDF weighs red, green and blue (ISO 32000-1, 11.5.3).

    >>> brightness("#ffffff"), brightness("#ff0000"), brightness("#000000")
    ('1', '0.3', '0')
    """
    red, green, blue = bytes.fromhex(paint[1:])
    return fine((0.3 * red + 0.59 * green + 0.11 * blue) / 255)


def mixed_colour(one: str, other: str, part: float) -> str:
    """Return the colour at a part (0 to 1) of the way from one colour to another.

    >>> mixed_colour("#ffffff", "#000000", 0.2), mixed_colour("#000000", "#ff8000", 0.5)
    ('#cccccc', '#804000')
    """
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(start + (end - start) * part) for start, end in pairs).hex()


class GreyColours(WrittenColours):
    """Brightness only: a mask is the same whatever the colours that it is drawn in."""

    name = "grey"
    space = "/DeviceGray"
    operands = staticmethod(brightness)

    def __init__(self) -> None:
        """Use the same grey for shapes, text and lines."""
        self.fill = self.text = self.stroke = lru_cache(maxsize=1024)(lambda paint: f"{brightness(paint)} g")


RGB = WrittenColours()
GREY = GreyColours()
