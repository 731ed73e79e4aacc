"""One thing that a page paints."""

from __future__ import annotations

from typing import Any

from generator.base.geometry import Matrix, Rect
from generator.base.records import dataclass
from generator.exchange.preflight.content.colour_space import Colour, ColourSpace
from generator.exchange.preflight.content.paint_state import PaintState

PATH, TEXT, IMAGE, SHADING, GROUP = "path", "text", "image", "shading", "group"


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """A picture of pixels where a page shows it."""

    width: int
    height: int
    """Pixels."""
    bits: int
    is_stencil: bool
    """Whether its pixels let the colour through that is set, as with a stencil."""
    space: ColourSpace | None
    """None for a stencil, and for JPEG 2000 that brings its own."""
    stream: Any
    """The image of the file; None for one in the content of the page."""
    matrix: Matrix
    """From the unit square to the page."""
    is_smoothed: bool = False
    """Whether `/Interpolate` is set."""


@dataclass(frozen=True, slots=True)
class Painted:
    """One thing that a page paints: where, and in which state."""

    what: str
    """PATH, TEXT, IMAGE, SHADING, or GROUP for a transparency group."""
    bounds: Rect
    """On the page, within the clip; of a text it is estimated."""
    state: PaintState
    is_filled: bool = True
    is_stroked: bool = False
    image: PlacedImage | None = None
    shading: Any = None
    font: Any = None
    size: float = 0.0
    """Height of the letters of a text, in units of the page."""
    thickness: float = 0.0
    """The shorter side of a filled path."""

    @property
    def colours(self) -> list[Colour]:
        """Those of its inside and its line."""
        return [*[self.state.fill] * self.is_filled, *[self.state.stroke] * self.is_stroked]
