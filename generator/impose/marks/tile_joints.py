"""What tiles show where they meet: tabs to glue on, lines to cut along, and crosses to align by.

A tile is cut on its left and at its head and laid on the tabs of its neighbours there. The cut goes through the middle
of the crosses, so that an arm on the tile goes on in the arm that is still seen beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.geometry import Matrix, Rect
from generator.base.units import MM
from generator.impose.imposition_inputs import TextSetter
from generator.impose.layout.mirror import Segment
from generator.impose.layout.tiles import Tile, Tiling
from generator.impose.marks.cut_marks import BLACK, HAIRLINE, OFFSET, lines_path
from generator.impose.marks.slug_items import box_path
from generator.model.face import Group, Ink, Shape, Stroke

_WHITE = "#ffffff"
_CARE = 0.7 * MM
"""From a neighbour's edge to the blank of the tab under it: it need not lie exactly."""
_HALO = 0.6 * MM
"""White around black lines, to be seen on any art."""
_DASH = (2 * MM, 1 * MM)


def tile_joints(tiling: Tiling, tile: Tile, word: str, label: TextSetter) -> tuple[Ink, ...]:
    """Tabs, cuts and crosses of one tile, in the face's coordinates; `word` says what a tab is for."""
    arm = tiling.arm
    crosses = [line for x, y in tiling.crosses(tile) for line in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm))]
    ink = [each for tab in _tabs(tiling, tile) for each in _tab(tab, word, label)]
    return (*ink, *(each for line in tiling.cuts(tile) for each in _cut(line)), *_on_any_ground(crosses))


def extend_cut(line: Segment, reach: float, page: Rect) -> tuple[Segment, Segment]:
    """A cut prolonged at both ends, beyond the art and at most to the edges of the page."""
    x1, y1, x2, y2 = line
    far = OFFSET + reach
    if x1 == x2:
        top, bottom = max(page.y, y1 - far), min(page.bottom, y2 + far)
        return (x1, top, x1, y1 - OFFSET), (x1, y2 + OFFSET, x1, bottom)
    left, right = max(page.x, x1 - far), min(page.right, x2 + far)
    return (left, y1, x1 - OFFSET, y1), (x2 + OFFSET, y1, right, y1)


def _tabs(tiling: Tiling, tile: Tile) -> Iterator[Rect]:
    """On the right and at the foot, where a neighbour comes to lie; the corner belongs to the right one."""
    kept, x, y = tile.kept, tile.seen.right + _CARE, tile.seen.bottom + _CARE
    beside, below = tile.column < tiling.across.count - 1, tile.row < tiling.down.count - 1
    if beside:
        yield Rect(x, kept.y, kept.right - x, kept.height)
    if below:
        yield Rect(kept.x, y, (x if beside else kept.right) - kept.x, kept.bottom - y)


def _tab(tab: Rect, word: str, label: TextSetter) -> Iterator[Ink]:
    path = box_path(tab.x, tab.y, tab.width, tab.height)
    yield Shape(path, fill=_WHITE, stroke=Stroke(BLACK, 0.1 * MM))
    x, y = tab.centre
    size = min(7.0, 0.5 * min(tab.width, tab.height))
    runs = label(word, size, 0.0, 0.35 * size, "middle", BLACK)
    turned = Matrix(0.0, -1.0, 1.0, 0.0, x, y)
    yield Group(runs, turned if tab.height > tab.width else Matrix.translation(x, y))


def _cut(line: Segment) -> Iterator[Ink]:
    """A dashed line on white, all on the side that is cut off."""
    for width, colour, dash in ((_HALO, _WHITE, ()), (HAIRLINE, BLACK, _DASH)):
        x1, y1, x2, y2 = line
        dx, dy = (width / 2, 0.0) if x1 == x2 else (0.0, width / 2)
        yield Shape(lines_path([(x1 - dx, y1 - dy, x2 - dx, y2 - dy)]), stroke=Stroke(colour, width, dash=dash))


def _on_any_ground(lines: Sequence[Segment]) -> tuple[Ink, ...]:
    if not lines:
        return ()
    path = lines_path(lines)
    return Shape(path, stroke=Stroke(_WHITE, _HALO / 2)), Shape(path, stroke=Stroke(BLACK, 0.1 * MM))
