"""The size and shape that a face is drawn for."""

from __future__ import annotations

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass
from generator.typeset.paths.shape_paths import hexagon_path, rect_path


@dataclass(frozen=True, slots=True)
class FaceSize:
    """Trim, bleed and shape of a face; lengths in points."""

    trim: Size
    bleed: float
    shape: str = "rect"
    """`rect`, `round` or `hex`: what it is cut to where its drawing has no layer `cut`."""

    @property
    def rect(self) -> Rect:
        """Return the rectangle of the trim, its corner at 0, 0."""
        return Rect(0, 0, self.trim.width, self.trim.height)

    @property
    def outline(self) -> str:
        """Return the path along which a face of this shape is cut; empty for a rectangle."""
        if self.shape == "hex":
            return hexagon_path(self.rect)
        return rect_path(self.rect, self.trim.width / 2, self.trim.height / 2) if self.shape == "round" else ""
