"""The key of a poster: a small map of all its tiles with one of them filled, and that tile's name."""

from __future__ import annotations

from itertools import chain

from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.imposition_inputs import TextSetter
from generator.impose.layout.tiles import Tile, Tiling
from generator.impose.marks.cut_marks import BLACK, HAIRLINE, lines_path
from generator.impose.marks.slug_items import box_path, line_width
from generator.model.face import Ink, Shape, Stroke

_WIDEST = 4.0  # the largest width of a map, times its height
_AIR = 1.2 * MM  # between map, tile name and title


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
        return self.height * min(_WIDEST, self.tiling.across.trim / self.tiling.down.trim)

    @property
    def length(self) -> float:
        """From the map's left edge to the end of the longest text."""
        return max(self._text(tile)[1] for tile in self.tiling.tiles)

    def ink(self, tile: Tile) -> tuple[Ink, ...]:
        columns, rows = self.tiling.across.count, self.tiling.down.count
        width, height = self.width / columns, self.height / rows
        lines = [(at * width, 0.0, at * width, self.height) for at in range(columns + 1)]
        lines += [(0.0, at * height, self.width, at * height) for at in range(rows + 1)]
        here = box_path(tile.column * width, tile.row * height, width, height)
        grid = Shape(lines_path(lines), stroke=Stroke(BLACK, HAIRLINE, cap="square"))
        return Shape(here, fill=BLACK), grid, *self._text(tile)[0]

    def _text(self, tile: Tile) -> tuple[tuple[Ink, ...], float]:
        """The tile's name, large, and the piece's title, with the x where they end."""
        size, base = min(16.0, self.height), 0.5 * self.height
        name = self.set_text(tile.name, size, self.width + _AIR, base + 0.35 * size, "start", BLACK)
        end = line_width(name) or self.width
        title = self.set_text(self.title, 6.0, end + _AIR, base + 0.35 * size, "start", BLACK)
        return tuple(chain(name, title)), line_width(title) or end
