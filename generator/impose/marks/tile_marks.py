"""What tiles show: tabs to glue on, lines to cut along, crosses to align by, and a small map of all tiles as a key.

A tile is cut on its left and at its head and laid on the tabs of its neighbours there. The cut goes through the middle
of the crosses, so that an arm on the tile continues in the arm that is still visible beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from generator.base.geometry import Matrix, Rect
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.imposition_inputs import TextSetter
from generator.impose.layout.mirror import Segment
from generator.impose.layout.tiles import Tile, Tiling
from generator.impose.marks.cut_marks import BLACK, HAIRLINE, OFFSET, WHITE, lines_path
from generator.impose.marks.slug_items import box_path, line_width
from generator.model.face import Group, Ink, Shape, Stroke

_CARE = 0.7 * MM  # from a neighbour's edge to the blank of the tab under it: gluing by hand is not exact
_HALO = 0.6 * MM  # white around black lines, so that they show on any art
_DASH = (2 * MM, 1 * MM)

_WIDEST = 4.0  # the largest width of a map, times its height
_AIR = 1.2 * MM  # between map, tile name and title


def tile_joints(tiling: Tiling, tile: Tile, tab_text: str, set_text: TextSetter) -> tuple[Ink, ...]:
    """Return tabs, cuts and crosses of one tile, in the face's coordinates; `tab_text` is printed on each tab."""
    arm = tiling.arm
    crosses = [line for x, y in tiling.crosses(tile) for line in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm))]
    tabs = [ink for tab in _tabs(tiling, tile) for ink in _tab(tab, tab_text, set_text)]
    cuts = [ink for line in tiling.cuts(tile) for ink in _cut(line)]
    if not crosses:
        return (*tabs, *cuts)
    strokes = (Stroke(WHITE, _HALO / 2), Stroke(BLACK, 0.1 * MM))
    return (*tabs, *cuts, *(Shape(lines_path(crosses), stroke=stroke) for stroke in strokes))


def extend_cut(line: Segment, reach: float, page: Rect) -> tuple[Segment, Segment]:
    """Return the two ends of a cut beyond the art, by `reach` and at most to the edges of the page."""
    x1, y1, x2, y2 = line
    far = OFFSET + reach
    if x1 == x2:
        top, bottom = max(page.y, y1 - far), min(page.bottom, y2 + far)
        return (x1, top, x1, y1 - OFFSET), (x1, y2 + OFFSET, x1, bottom)
    left, right = max(page.x, x1 - far), min(page.right, x2 + far)
    return (left, y1, x1 - OFFSET, y1), (x2 + OFFSET, y1, right, y1)


def _tabs(tiling: Tiling, tile: Tile) -> Iterator[Rect]:
    """Yield the tabs on the right and at the foot, where a neighbour comes to lie.

    The corner belongs to the right one.
    """
    trim, x, y = tile.trim, tile.visible.right + _CARE, tile.visible.bottom + _CARE
    beside, below = tile.column < tiling.across.count - 1, tile.row < tiling.down.count - 1
    if beside:
        yield Rect(x, trim.y, trim.right - x, trim.height)
    if below:
        yield Rect(trim.x, y, (x if beside else trim.right) - trim.x, trim.bottom - y)


def _tab(tab: Rect, text: str, set_text: TextSetter) -> Iterator[Ink]:
    """Yield a tab in white with a thin frame, and its words along the longer side."""
    path = box_path(tab.x, tab.y, tab.width, tab.height)
    yield Shape(path, fill=WHITE, stroke=Stroke(BLACK, 0.1 * MM))
    x, y = tab.centre
    size = min(7.0, 0.5 * min(tab.width, tab.height))
    runs = set_text(text, size, 0.0, 0.35 * size, "middle", BLACK)
    turned = Matrix(0.0, -1.0, 1.0, 0.0, x, y)
    yield Group(runs, turned if tab.height > tab.width else Matrix.translation(x, y))


def _cut(line: Segment) -> Iterator[Ink]:
    """Yield the drawing of a cut between tiles: a dashed line on white, all on the side that is cut off."""
    for width, colour, dash in ((_HALO, WHITE, ()), (HAIRLINE, BLACK, _DASH)):
        x1, y1, x2, y2 = line
        dx, dy = (width / 2, 0.0) if x1 == x2 else (0.0, width / 2)
        yield Shape(lines_path([(x1 - dx, y1 - dy, x2 - dx, y2 - dy)]), stroke=Stroke(colour, width, dash=dash))


@dataclass(frozen=True, slots=True)
class KeyMap:
    """The key maps of all sheets of a poster; the origin is at the map's top left."""

    tiling: Tiling
    title: str
    """The piece that the tiles belong to."""
    height: float
    set_text: TextSetter

    @property
    def width(self) -> float:
        """Width of the map: in proportion to the face, but no more than _WIDEST times its height."""
        return self.height * min(_WIDEST, self.tiling.across.trim / self.tiling.down.trim)

    @property
    def length(self) -> float:
        """Distance from the map's left edge to the end of the longest text."""
        return max(self._text(tile)[1] for tile in self.tiling.tiles)

    def ink(self, tile: Tile) -> tuple[Ink, ...]:
        """Return the map with one tile filled, the tile's name and the piece's title."""
        across = self.tiling.across
        xs = [across.cut(index) / across.trim * self.width for index in range(across.count + 1)]
        columns = [
            [down.cut(index) / down.trim * self.height for index in range(down.count + 1)] for down in self.tiling.downs
        ]
        lines = [(x, 0.0, x, self.height) for x in xs]
        lines += [(xs[index], y, xs[index + 1], y) for index, ys in enumerate(columns) for y in ys]
        (left, right), (top, bottom) = xs[tile.column :][:2], columns[tile.column][tile.row :][:2]
        tile_box = box_path(left, top, right - left, bottom - top)
        grid = Shape(lines_path(lines), stroke=Stroke(BLACK, HAIRLINE, cap="square"))
        return Shape(tile_box, fill=BLACK), grid, *self._text(tile)[0]

    def _text(self, tile: Tile) -> tuple[tuple[Ink, ...], float]:
        """Return the tile's name, large, and the piece's title, with the x where they end."""
        size, base = min(16.0, self.height), 0.5 * self.height
        name = self.set_text(tile.name, size, self.width + _AIR, base + 0.35 * size, "start", BLACK)
        end = line_width(name) or self.width
        title = self.set_text(self.title, 6.0, end + _AIR, base + 0.35 * size, "start", BLACK)
        return tuple(chain(name, title)), line_width(title) or end
