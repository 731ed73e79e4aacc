"""The paths of a cutting machine for a press sheet: trims with their corners, outlines, folds and scored edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from generator.base.geometry import Point, Rect, Size
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.cutting.arc_fitting import arc_centre, arc_paths
from generator.model.cutting.cut_sheet import CUT, FOLD, CutPath, CutSheet, Vertex
from generator.model.press_sheet import PlacedFace, PressSheet

QUARTER = math.tan(math.pi / 8)
"""Bulge of a quarter of a circle."""

_EXACT = 0.01  # points; what sizes that are written with four decimals may differ by

CornerOf = Callable[[str], float]
"""From the id of a piece, `<component>/<piece>#<copy>`, to the radius of its corners."""


@dataclass(frozen=True, slots=True)
class CutLayout:
    """The paths that some press sheets share."""

    paths: CutSheet
    sheets: tuple[int, ...]
    """Numbers of the sheets. A sheet that is not full shares the paths of a full one: the knife cuts bare paper."""


def cut_layouts(sheets: Iterable[PressSheet], corner_of: CornerOf) -> list[CutLayout]:
    """Return the paths to cut on the rectos among some sheets; sheets with equal paths have one layout."""
    groups: list[tuple[CutSheet, frozenset[CutPath], list[int]]] = []
    cuts = [(sheet.number, cut_sheet(sheet, corner_of)) for sheet in sheets if sheet.side == "recto"]
    # Full sheets first: one with fewer pieces then goes with their paths.
    for number, cut in sorted(cuts, key=lambda numbered: -len(numbered[1].paths)):
        paths = frozenset(cut.paths)
        group_with_paths = next((group for group in groups if group[0].size == cut.size and paths <= group[1]), None)
        if group_with_paths:
            group_with_paths[2].append(number)
        elif paths:
            groups.append((cut, paths, [number]))
    layouts = [CutLayout(cut, tuple(sorted(numbers))) for cut, _, numbers in groups]
    return sorted(layouts, key=lambda layout: layout.sheets)


def cut_sheet(sheet: PressSheet, corner_of: CornerOf) -> CutSheet:
    """Return the paths of one side of a press sheet, as they are before any printer's adjustment."""
    folds = [path for placed in sheet.placed for path in _folds(placed)]
    cuts = [path for placed in sheet.placed for path in _cuts(placed, corner_of(placed.piece))]
    return CutSheet(sheet.size, (*folds, *cuts))


def touching(cut: CutSheet) -> bool:
    """Whether pieces share an edge, which the knife would then follow twice."""
    boxes = sorted((_box(path.vertices) for path in cut.paths if path.layer == CUT), key=lambda box: box.x)
    for index, box in enumerate(boxes):
        for other in boxes[index + 1 :]:
            # Sorted by x: no later box can touch this one.
            if other.x > box.right + _EXACT:
                break
            if _share_an_edge(box, other):
                return True
    return False


def extent(cut: CutSheet) -> Rect:
    """Return the smallest rectangle around all paths, arcs included; raises ValueError if there are none."""
    return Rect.around([point for path in cut.paths for point in _extreme_points(path)])


def _extreme_points(path: CutPath) -> Iterator[Point]:
    """Yield the vertices, and where arcs are farthest up, down, left and right."""
    following = (*path.vertices[1:], path.vertices[0])
    for vertex, after in zip(path.vertices, following, strict=True):
        yield vertex[:2]
        if vertex[2]:
            yield from _extremes_of_arc(vertex, after)


def _extremes_of_arc(start: Vertex, end: Vertex) -> Iterator[Point]:
    """Yield the points of an arc that are farthest up, down, left or right, as far as it reaches them."""
    centre = arc_centre(start[:2], end[:2], start[2])
    radius, sweep = math.dist(centre, start[:2]), 4 * math.atan(start[2])
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    for quarter in range(4):
        turned = (quarter * math.pi / 2 - first) % math.tau
        if turned < sweep or turned - math.tau > sweep:
            angle = first + turned
            yield centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def rectangle(rect: Rect, corner: float) -> tuple[Vertex, ...]:
    """Return the vertices of a rectangle with round corners, clockwise from the top left; 0 for square corners."""
    corner = min(corner, rect.width / 2, rect.height / 2)
    left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    if corner <= 0:
        return (left, top, 0.0), (right, top, 0.0), (right, bottom, 0.0), (left, bottom, 0.0)
    corners = (
        (left + corner, top, 0.0),
        (right - corner, top, QUARTER),
        (right, top + corner, 0.0),
        (right, bottom - corner, QUARTER),
        (right - corner, bottom, 0.0),
        (left + corner, bottom, QUARTER),
        (left, bottom - corner, 0.0),
        (left, top + corner, QUARTER),
    )
    return _without_repeats(corners)


def _without_repeats(vertices: Sequence[Vertex]) -> tuple[Vertex, ...]:
    """Leave out straight lines of no length, as between the corners of a round piece."""
    following = (*vertices[1:], vertices[0])
    return tuple(
        vertex
        for vertex, after in zip(vertices, following, strict=True)
        if vertex[2] or math.dist(vertex[:2], after[:2]) > _EXACT
    )


def _cuts(placed: PlacedFace, corner: float) -> Iterator[CutPath]:
    """Yield the cuts of one placed face: its own outlines, or else its trim with round corners."""
    face = placed.face
    if face.cut and not is_tile(placed):
        outlines = [CutPath(CUT, *outline) for outline in arc_paths(face.cut, placed.matrix)]
        # What lies inside comes first: a piece that is cut loose moves on the mat.
        yield from sorted(outlines, key=lambda path: _area(path.vertices))
    else:
        yield CutPath(CUT, rectangle(placed.trim, 0.0 if is_tile(placed) else corner), closed=True)


def _folds(placed: PlacedFace) -> Iterator[CutPath]:
    """Yield the folds and scored edges of one placed face; a tile of a larger piece has none."""
    if is_tile(placed):
        return
    # A machine creases both kinds, though only folds are printed.
    for path in (*placed.face.folds, *placed.face.scores):
        for vertices, closed in arc_paths(path, placed.matrix):
            yield CutPath(FOLD, vertices, closed)


def is_tile(placed: PlacedFace) -> bool:
    """Whether only a part of the face lies on the sheet: a piece larger than the paper comes in tiles."""
    trim = placed.face.trim
    whole = placed.matrix.bounding_box(Rect(0, 0, trim.width, trim.height))
    return not _is_equal(Size(whole.width, whole.height), Size(placed.trim.width, placed.trim.height))


def _is_equal(one: Size, other: Size) -> bool:
    """Whether two sizes are the same within a tenth of a millimetre."""
    return abs(one.width - other.width) < 0.1 * MM and abs(one.height - other.height) < 0.1 * MM


def _box(vertices: Iterable[Vertex]) -> Rect:
    """Return the bounding box of some vertices; arcs between them may reach beyond."""
    return Rect.around([(x, y) for x, y, _ in vertices])


def _area(vertices: Iterable[Vertex]) -> float:
    """Return the area of the bounding box of some vertices, to compare outlines by size."""
    box = _box(vertices)
    return box.width * box.height


def _share_an_edge(one: Rect, other: Rect) -> bool:
    """Whether two boxes lie side by side, or one above the other, with a common edge."""
    beside = abs(one.right - other.x) < _EXACT and min(one.bottom, other.bottom) - max(one.y, other.y) > _EXACT
    edges = ((one.bottom, other.y), (other.bottom, one.y))
    over = min(one.right, other.right) - max(one.x, other.x) > _EXACT
    return beside or (over and any(abs(a - b) < _EXACT for a, b in edges))
