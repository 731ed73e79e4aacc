"""What a cutting machine does to one sheet of paper: paths of straight lines and arcs, in points, y downwards."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.geometry import Size
from generator.base.records import dataclass

CUT, FOLD = "cut", "fold"
COLOURS: Mapping[str, str] = {CUT: "#ff0000", FOLD: "#0000ff"}
"""Colour of each layer's lines in cutting files: programs of cutting machines sort paths by colour."""

Vertex = tuple[float, float, float]
"""x, y, and the bulge of the arc to the next vertex: the tangent of a quarter of its angle, positive where the arc runs
clockwise on the page; 0 for a straight line."""


@dataclass(frozen=True, slots=True)
class CutPath:
    """One path of the knife or of the creasing tool."""

    layer: str
    """CUT or FOLD."""
    vertices: tuple[Vertex, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class CutSheet:
    """The paths of one sheet: folds first, as paper is creased before pieces come loose, then cuts."""

    size: Size
    paths: tuple[CutPath, ...]
