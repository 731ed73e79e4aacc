"""The proportions of a picture file, for a box that is as wide and as high as it."""

from __future__ import annotations

import re

from generator.typeset.ink.raster import UnusablePictureError, read_header

_VIEW_BOX = re.compile(rb"\bviewBox\s*=\s*[\"'](?:\s*-?[\d.]+[\s,]+){2}([\d.]+)[\s,]+([\d.]+)\s*[\"']")
"""The width and the height of the page of a drawing."""
_HEAD = 4096
"""Bytes of a drawing in which its page is looked for."""
_NARROWEST, _WIDEST = 0.1, 10.0
"""Proportions beyond which a box would be too narrow for the mouse."""


def picture_proportions(data: bytes) -> float:
    """Return the width of a picture as a share of its height; 1 for a file that does not say it."""
    try:
        header = read_header(data)
        width, height = float(header.width), float(header.height)
    # A drawing has no header of pixels, and what is damaged is told by the trial of the box.
    except UnusablePictureError:
        page = _VIEW_BOX.search(data[:_HEAD])
        width, height = _sides(page) if page else (1.0, 1.0)
    return min(max(width / height, _NARROWEST), _WIDEST) if width and height else 1.0


def _sides(page: re.Match[bytes]) -> tuple[float, float]:
    """Return the width and the height of the page of a drawing; both 1 for sides that are no numbers."""
    try:
        return float(page[1]), float(page[2])
    except ValueError:
        return 1.0, 1.0
