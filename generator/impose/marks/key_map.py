"""The key of a poster: a small map of all its tiles with one of them filled, and that one's name."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from generator.base.units import MM
from generator.impose.imposition_inputs import TextSetter
from generator.impose.layout.tiles import Tile, Tiling
from generator.impose.marks.cut_marks import BLACK, HAIRLINE, lines_path
from generator.impose.marks.slug_items import box_path, line_width
from generator.model.face import Ink, Shape, Stroke

_WIDEST = 4.0
"""Of a map, times its height."""
_AIR = 1.2 * MM
"""Between the map and the name, and between the name and the word."""


@dataclass(frozen=True, slots=True)
class KeyMap:
    """What a map of a height looks like on every sheet; the origin is at its top left."""

    tiling: Tiling
    word: str
    """Which piece the tiles belong to."""
    height: float
    label: TextSetter

    @property
    def width(self) -> float:
        """Of the map alone."""
        return self.height * min(_WIDEST, self.tiling.across.whole / self.tiling.down.whole)

    @property
    def length(self) -> float:
        """From the map to the end of the longest name."""
        return max(self._written(tile)[1] for tile in self.tiling.tiles)

    def ink(self, tile: Tile) -> tuple[Ink, ...]:
        """Map and name on one tile's sheet."""
        columns, rows = self.tiling.across.count, self.tiling.down.count
        wide, high = self.width / columns, self.height / rows
        lines = [(at * wide, 0.0, at * wide, self.height) for at in range(columns + 1)]
        lines += [(0.0, at * high, self.width, at * high) for at in range(rows + 1)]
        here = box_path(tile.column * wide, tile.row * high, wide, high)
        frame = Shape(lines_path(lines), stroke=Stroke(BLACK, HAIRLINE, cap="square"))
        return Shape(here, fill=BLACK), frame, *self._written(tile)[0]

    def _written(self, tile: Tile) -> tuple[tuple[Ink, ...], float]:
        """The tile's name, large, and the piece's; and where they end."""
        size, base = min(16.0, self.height), 0.5 * self.height
        name = self.label(tile.name, size, self.width + _AIR, base + 0.35 * size, "start", BLACK)
        end = line_width(name) or self.width
        word = self.label(self.word, 6.0, end + _AIR, base + 0.35 * size, "start", BLACK)
        return tuple(chain(name, word)), line_width(word) or end
