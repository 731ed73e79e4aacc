"""Write the paths of a cutting machine as SVG in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from generator.base.units import decimal, to_mm
from generator.model.cutting.cut_sheet import COLOURS, CUT, CutPath, CutSheet, Vertex

_HAIRLINE = 0.1  # millimetres; the knife follows the middle of a line


def cut_svg(sheet: CutSheet, *, fill: str = "") -> str:
    """Return a sheet's paths as an SVG file as large as the paper, one path element for each, with coordinates in mm.

    There are no clips, transforms, styles or texts, which the programs of cutting machines read in different ways.
    `fill` fills the cut paths with a colour, for programs that print the shapes as well.
    """
    width, height = decimal(to_mm(sheet.size.width)), decimal(to_mm(sheet.size.height))
    paths = "\n".join(_elements(sheet.paths, fill))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">\n{paths}\n</svg>\n'
    )


def _elements(paths: Iterable[CutPath], fill: str) -> Iterable[str]:
    """Yield the element of each path, in the colour of its layer."""
    for number, path in enumerate(paths, 1):
        inside = fill if fill and path.closed and path.layer == CUT else "none"
        yield (
            f'<path id="{path.layer}-{number}" d="{path_data(path)}" fill="{inside}"'
            f' stroke="{COLOURS[path.layer]}" stroke-width="{_HAIRLINE}"/>'
        )


def path_data(path: CutPath) -> str:
    """Return a path in the words of SVG, in millimetres.

    >>> from generator.base.units import MM
    >>> path_data(CutPath(CUT, ((0.0, 0.0, 1.0), (10 * MM, 0.0, 0.0)), closed=True))
    'M 0 0 A 5 5 0 0 1 10 0 Z'
    """
    vertices = [*path.vertices, *(path.vertices[:1] if path.closed and path.vertices[-1][2] else ())]
    words = [f"M {_point(vertices[0])}", *(_segment(one, other) for one, other in pairwise(vertices))]
    return " ".join([*words, "Z"] if path.closed else words)


def _segment(start: Vertex, end: Vertex) -> str:
    """Return the line or arc from one vertex to the next; the start's bulge tells how far an arc swells."""
    bulge = start[2]
    if not bulge:
        return f"L {_point(end)}"
    # The radius is half the chord over the sine of half the angle, whose quarter has the tangent `bulge`.
    radius = math.dist(start[:2], end[:2]) * (1 + bulge * bulge) / (4 * abs(bulge))
    length = decimal(to_mm(radius))
    return f"A {length} {length} 0 {int(abs(bulge) > 1)} {int(bulge > 0)} {_point(end)}"


def _point(vertex: Vertex) -> str:
    """Return the place of a vertex in millimetres, as text."""
    return f"{decimal(to_mm(vertex[0]))} {decimal(to_mm(vertex[1]))}"
