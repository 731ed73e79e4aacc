"""One thing that a page paints."""

from __future__ import annotations

from typing import Any

from generator.base.geometry import Matrix, Rect
from generator.base.records import dataclass
from generator.preflight.content.colour_space import Colour, ColourSpace
from generator.preflight.content.paint_state import PaintState
from generator.preflight.content.painted_path import PaintedPath

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


@dataclass(slots=True)
class Painted:
    """One thing that a page paints: where, and in which state."""

    kind: str
    """PATH, TEXT, IMAGE, SHADING, or GROUP for a transparency group."""
    bounds: Rect
    """On the page, within the clip; of a text it is estimated."""
    state: PaintState
    is_filled: bool = True
    is_stroked: bool = False
    image: PlacedImage | None = None
    shading: Any = None
    shading_space: ColourSpace | None = None
    font: Any = None
    size: float = 0.0
    """Height of the letters of a text, in units of the page."""
    path: PaintedPath | None = None

    @property
    def colours(self) -> list[Colour]:
        """Return the fill and stroke colours that the object is painted with."""
        return [*[self.state.fill] * self.is_filled, *[self.state.stroke] * self.is_stroked]

    @property
    def thickness(self) -> float:
        """Return the shorter side of a path, without its line and beyond the clip."""
        bounds = self.path.bounds() if self.path else self.bounds
        return min(bounds.width, bounds.height)

    def style(self) -> tuple[object, ...] | None:
        """Return a key of everything but the place of a path or text; None for pictures, shadings and groups."""
        state = self.state
        if self.kind == PATH:
            kind: object = PATH
        # A font that is written where it is used has no number by which it is known.
        elif self.kind == TEXT and self.font is not None and self.font.is_indirect:
            kind = (self.font.objgen, self.size)
        else:
            return None
        fill = (state.fill, state.fill_overprint, state.fill_alpha) if self.is_filled else None
        stroke = (state.stroke, state.stroke_overprint, state.stroke_alpha) if self.is_stroked else None
        return (kind, fill, stroke, state.blend, state.has_mask, state.has_transfer)

    def places(self) -> list[Rect]:
        """Return the places of the object's parts: lines of a path, shapes of a filled one, or else its bounds."""
        if self.path is None:
            return [self.bounds]
        parts = self.path.areas() if self.is_filled else self.path.lines()
        return [part.intersection(self.state.clip) for part in parts if part.overlaps(self.state.clip, slack=0)]
