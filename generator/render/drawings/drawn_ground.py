"""The colour of words on a shape of a drawing."""

from __future__ import annotations

import re

from generator.render.drawings.drawing_source import DrawnElement

_DARK, _LIGHT = "#23272b", "#ffffff"
_MIDDLE = 140
"""Brightness, of 255, below which letters are light."""


def letters_on(shape: DrawnElement) -> str:
    """Return a legible colour for words on the fill of a shape.

    Gradients, faint fills and those of style sheets count as light.
    """
    from PIL import ImageColor

    # The initial fill of SVG is black.
    paint = _property(shape, "fill") or ("" if _property(shape, "class") else "black")
    opacity = [_property(shape, name) or "1" for name in ("opacity", "fill-opacity")]
    if any(not re.fullmatch(r"[01]?(\.\d+)?", share) or float(share) < 0.5 for share in opacity):
        return _DARK
    try:
        red, green, blue = ImageColor.getrgb(paint)[:3]
    except ValueError:
        return _DARK
    # Brightness as the eye weighs the colours (Rec. 601 luma).
    return _LIGHT if 0.299 * red + 0.587 * green + 0.114 * blue < _MIDDLE else _DARK


def _property(shape: DrawnElement, name: str) -> str:
    """A property of a shape or of the groups around it; empty for none."""
    for element in (shape, *shape.parents()):
        match = re.search(rf"(?:^|;)\s*{name}\s*:\s*([^;]+)", element.attributes.get("style", ""))
        if match or name in element.attributes:
            return match[1].strip() if match else element.attributes[name].strip()
    return ""
