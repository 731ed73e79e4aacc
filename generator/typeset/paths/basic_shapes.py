"""The paths of basic shapes; numbers are user units."""

from __future__ import annotations

from collections.abc import Sequence

from generator.typeset.paths.path_text import write_path

QUARTER = 0.5522847498307936
"""Distance of the control points of a quarter circle, in radii: 4/3 tan(90 degrees / 4)."""

_BOX = "M # # L # # L # # L # # Z"
_CURVE = "C # # # # # #"
_ROUNDED = f"M # # L # # {_CURVE} L # # {_CURVE} L # # {_CURVE} L # # {_CURVE} Z"
_ELLIPSE = f"M # # {_CURVE} {_CURVE} {_CURVE} {_CURVE} Z"


def rect(x: float, y: float, width: float, height: float, rx: float, ry: float, *, decimals: int = 4) -> str:
    """A rectangle; the radii of its corners are limited to half a side. '' where a side is 0."""
    if width <= 0 or height <= 0:
        return ""
    right, bottom = x + width, y + height
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return write_path(_BOX, (x, y, right, y, right, bottom, x, bottom), decimals)
    kx, ky = rx * (1 - QUARTER), ry * (1 - QUARTER)
    top_right = (x + rx, y, right - rx, y, right - kx, y, right, y + ky, right, y + ry)
    bottom_right = (right, bottom - ry, right, bottom - ky, right - kx, bottom, right - rx, bottom)
    bottom_left = (x + rx, bottom, x + kx, bottom, x, bottom - ky, x, bottom - ry)
    top_left = (x, y + ry, x, y + ky, x + kx, y, x + rx, y)
    return write_path(_ROUNDED, (*top_right, *bottom_right, *bottom_left, *top_left), decimals)


def ellipse(cx: float, cy: float, rx: float, ry: float, *, decimals: int = 4) -> str:
    """An ellipse of four cubic curves, exact to 0.03 % of its radius; '' where a radius is 0."""
    if rx <= 0 or ry <= 0:
        return ""
    left, right, top, bottom = cx - rx, cx + rx, cy - ry, cy + ry
    kx, ky = rx * QUARTER, ry * QUARTER
    lower = (right, cy, right, cy + ky, cx + kx, bottom, cx, bottom, cx - kx, bottom, left, cy + ky, left, cy)
    upper = (left, cy - ky, cx - kx, top, cx, top, cx + kx, top, right, cy - ky, right, cy)
    return write_path(_ELLIPSE, (*lower, *upper), decimals)


def line(x1: float, y1: float, x2: float, y2: float, *, decimals: int = 4) -> str:
    """A line from one point to another."""
    return write_path("M # # L # #", (x1, y1, x2, y2), decimals)


def polygon(points: Sequence[float], *, closed: bool, decimals: int = 4) -> str:
    """Lines through points, given as x, y, x, y…; '' for fewer than two. Raises ValueError where the last has no y."""
    if len(points) % 2:
        raise ValueError(f"points has {len(points)} numbers; each point takes two")
    if len(points) < 4:
        return ""
    form = "M # #" + " L # #" * (len(points) // 2 - 1)
    return write_path(f"{form} Z" if closed else form, points, decimals)
