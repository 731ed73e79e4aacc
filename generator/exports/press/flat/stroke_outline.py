"""The outline of a stroke as a path that can clip, by Skia."""

from __future__ import annotations

from functools import lru_cache

from generator.exports.press.flat.skia_paths import draw_path, path_words, skia_library
from generator.model.face import Stroke

_EXACT = 0.002
"""How far, in points, an outline may be from the exact one: far below what any printer shows."""


@lru_cache(maxsize=64)
def stroke_outline(path: str, stroke: Stroke) -> str:
    """Return the outline of a stroked path, filled by the nonzero rule, in the same coordinates.

    Raises UsageError where Skia is not installed.
    """
    skia = skia_library()
    drawn = skia.Path()
    draw_path(drawn.getPen(), path.split())
    cap, join = skia.LineCap[f"{stroke.cap.upper()}_CAP"], skia.LineJoin[f"{stroke.join.upper()}_JOIN"]
    # Dashes that add up to 0 are a solid line (SVG 2, `stroke-dasharray`).
    # An odd list of dashes goes on with gaps and dashes exchanged; Skia takes even ones only.
    dashes = list(stroke.dash) * (1 + len(stroke.dash) % 2) if sum(stroke.dash) > 0 else None
    drawn.stroke(stroke.width, cap, join, stroke.miter, dashes, stroke.offset)
    # Round caps and joins are conics in Skia, and PDF has none.
    drawn.convertConicsToQuads(_EXACT)
    return " ".join(path_words(drawn))
