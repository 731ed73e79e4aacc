"""How long the cuts of press sheets are, which people make by hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from generator.base.geometry import Rect
from generator.base.units import MM
from generator.impose.cutting.arc_fitting import arc_paths
from generator.impose.cutting.cut_paths import is_tile
from generator.model.cutting.cut_sheet import Vertex
from generator.model.cutting.knife_work import NO_WORK, SMALL, KnifeWork
from generator.model.press_sheet import PressSheet

_STEP = 0.05 * MM  # edges that differ by less are one cut


def knife_work(sheets: Iterable[PressSheet]) -> KnifeWork:
    """Return the work of cutting the pieces out of some press sheets."""
    return sum((_sheet_work(sheet) for sheet in sheets if sheet.side == "recto"), NO_WORK)


def _sheet_work(sheet: PressSheet) -> KnifeWork:
    """Return the work of one sheet: the edges of its trims, each once, and the outlines of other pieces."""
    across: dict[int, list[tuple[float, float]]] = {}
    down: dict[int, list[tuple[float, float]]] = {}
    work = NO_WORK
    for placed in sheet.placed:
        if placed.face.cut and not placed.is_square and not is_tile(placed):
            work += sum(map(_outline_work, arc_paths(placed.face.cut, placed.matrix)), NO_WORK)
            continue
        trim = placed.trim
        # Of a tile the tabs stay: it is cut on the left and above.
        sides = 1 if is_tile(placed) else 2
        for x in (trim.x, trim.right)[:sides]:
            down.setdefault(round(x / _STEP), []).append((trim.y, trim.bottom))
        for y in (trim.y, trim.bottom)[:sides]:
            across.setdefault(round(y / _STEP), []).append((trim.x, trim.right))
    lengths = list(map(_reach, (*across.values(), *down.values())))
    return work + KnifeWork(len(lengths), sum(lengths))


def _reach(spans: list[tuple[float, float]]) -> float:
    """Return the length from the first begin to the last end of some spans."""
    return max(end for _, end in spans) - min(start for start, _ in spans)


def _outline_work(outline: tuple[tuple[Vertex, ...], bool]) -> KnifeWork:
    """Return the work of an outline: all of it with scissors where it is small or curved, else side by side."""
    sides, box = list(_sides(*outline)), Rect.around([(x, y) for x, y, _ in outline[0]])
    curved, length = sum(side for side, bulge in sides if bulge), sum(side for side, _ in sides)
    if curved > length / 2 or max(box.width, box.height) < SMALL:
        return KnifeWork(curved=length)
    return KnifeWork(sum(not bulge for _, bulge in sides), length)


def _sides(vertices: tuple[Vertex, ...], closed: bool) -> Iterator[tuple[float, float]]:
    """Yield the length of each side of an outline, and its bulge."""
    following = (*vertices[1:], vertices[0]) if closed else vertices[1:]
    for (x, y, bulge), (end_x, end_y, _) in zip(vertices, following, strict=False):
        chord, angle = math.hypot(end_x - x, end_y - y), 4 * math.atan(abs(bulge))
        yield (chord if angle == 0 else chord * angle / 2 / math.sin(angle / 2)), bulge
