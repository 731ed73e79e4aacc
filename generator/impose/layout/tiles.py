"""A face larger than the paper, parted into equal tiles that overlap: the fewest sheets, and no tile a sliver."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from generator.base.errors import UsageError
from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind, millimetres
from generator.impose.layout.grid import centred_starts, fit_grid
from generator.impose.layout.mirror import Segment
from generator.impose.layout.oriented_paper import OrientedPaper, orientations
from generator.model.paper import FULL, Paper

STRIP = 11 * MM
"""Along one edge of the printable area, for key map, slug line and scale bar, where there is room."""
_MARKS = 1.5 * MM
"""Between the art and the edge of the printable area, for crop marks, where there is room."""
_NARROW = 3 * MM
"""The least that art leaves of the printable area across the strip: bleed and crop marks share it."""
_SLIM = 8 * MM
"""The least that it leaves along the strip: what stands in the strip takes two thirds of it."""
_CUT = 0.25
"""Of the overlap: what is cut off to go on a neighbour's tab."""
_ARM = 2.5 * MM
"""The longest arm of an alignment cross; in a small overlap it is as long as what is cut off."""
_INSET = 15 * MM
"""From the end of a joint to its crosses, on a joint that is long enough."""
_SLACK = 0.001


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet's share of a face, in the face's coordinates."""

    column: int
    row: int
    art: Rect
    """All that is printed: at the face's own edges with bleed."""
    kept: Rect
    """What cutting leaves: from a cut or an edge of the face on the left and above, to the end of the tabs."""
    seen: Rect
    """What is still to be seen when the neighbours lie on the tabs; these parts of all tiles make up the face."""

    @property
    def name(self) -> str:
        """A letter for the column and a number for the row: `B1` is to the right of `A1`, `A2` below it."""
        letters, left = "", self.column + 1
        while left:
            left, letter = divmod(left - 1, 26)
            letters = chr(65 + letter) + letters
        return f"{letters}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class TileAxis:
    """Equal stretches that overlap, along the width or the height of a face."""

    count: int
    whole: float
    """The trim."""
    bleed: float
    """Printed at both ends."""
    overlap: float

    @property
    def length(self) -> float:
        """Of one stretch."""
        return (self.whole + 2 * self.bleed + (self.count - 1) * self.overlap) / self.count

    def start(self, index: int) -> float:
        """Where a stretch begins."""
        return index * (self.length - self.overlap) - self.bleed

    def cut(self, index: int) -> float:
        """Where a stretch is cut off: at the trim, or a little inside its art where it goes on another's tab."""
        if index in {0, self.count}:
            return 0.0 if index == 0 else self.whole
        return self.start(index) + _CUT * self.overlap

    def end(self, index: int) -> float:
        """Where a stretch ends: at the trim, or with its tab."""
        return self.whole if index == self.count - 1 else self.start(index) + self.length


@dataclass(frozen=True, slots=True)
class Tiling:
    """A face in tiles, all of one size and in one place of their sheets."""

    ground: OrientedPaper
    across: TileAxis
    down: TileAxis
    place: Rect
    """Where every sheet has its tile's art."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Row by row."""
        return tuple(self._tile(column, row) for row in range(self.down.count) for column in range(self.across.count))

    @property
    def overlap(self) -> float:
        """What two neighbours both show."""
        return self.across.overlap

    @property
    def arm(self) -> float:
        """From the middle of an alignment cross to its ends."""
        return min(_CUT * self.overlap, _ARM)

    @property
    def name(self) -> str:
        """As of a grid: `a4-684x480-4x2`."""
        size = f"{millimetres(self.across.whole)}x{millimetres(self.down.whole)}"
        return f"{self.ground.name}-{size}-{self.across.count}x{self.down.count}"

    def crosses(self, tile: Tile) -> tuple[tuple[float, float], ...]:
        """The middles of the alignment crosses that a tile shows: on every cut to a neighbour, near its ends."""
        upright = [self.across.cut(index) for index in (tile.column, tile.column + 1) if 0 < index < self.across.count]
        level = [self.down.cut(index) for index in (tile.row, tile.row + 1) if 0 < index < self.down.count]
        seen = tile.seen
        found = [(x, y) for x in upright for y in _near_ends(seen.y, seen.bottom)]
        return (*found, *((x, y) for y in level for x in _near_ends(seen.x, seen.right)))

    def cuts(self, tile: Tile) -> tuple[Segment, ...]:
        """The lines on which a tile is cut to go on its neighbours' tabs, across all its art."""
        lines: list[Segment] = []
        if tile.column:
            lines.append((tile.kept.x, tile.art.y, tile.kept.x, tile.art.bottom))
        if tile.row:
            lines.append((tile.art.x, tile.kept.y, tile.art.right, tile.kept.y))
        return tuple(lines)

    def _tile(self, column: int, row: int) -> Tile:
        across, down = self.across, self.down
        art = Rect(across.start(column), down.start(row), across.length, down.length)
        x, y = across.cut(column), down.cut(row)
        kept = Rect(x, y, across.end(column) - x, down.end(row) - y)
        seen = Rect(x, y, across.cut(column + 1) - x, down.cut(row + 1) - y)
        return Tile(column, row, art, kept, seen)


def is_too_large(trim: Size, paper: Paper) -> bool:
    """Whether a piece fits the paper neither upright nor on its side; FULL holds all."""
    kind = PieceKind(trim.width, trim.height, 0.0, 0.0)
    return paper != FULL and not any(fit_grid(kind, ground.area).holds for ground in orientations(paper))


def plan_tiling(kind: PieceKind, paper: Paper, overlap: float) -> Tiling:
    """The tiling on fewest sheets; of several the one with most bleed, then with most room around the art.

    Raises UsageError where the overlap would take most of each tile.
    """
    found = [tiling for ground in orientations(paper) for tiling in _tilings(kind, ground, overlap)]
    if not found:
        raise UsageError(f"an overlap of {millimetres(overlap)} mm is too much for {paper.id!r}; give a smaller one")
    return min(found, key=_cost)


def _tilings(kind: PieceKind, ground: OrientedPaper, overlap: float) -> Iterator[Tiling]:
    """With the strip at the foot, and with the strip on the right."""
    room = ground.printable
    for foot in (True, False):
        across = _axis(kind.width, kind.bleed, room.width, overlap, strip=not foot)
        down = _axis(kind.height, kind.bleed, room.height, overlap, strip=foot)
        if across and down:
            yield Tiling(ground, across, down, _place(room, across.length, down.length, foot=foot))


def _axis(trim: float, bleed: float, room: float, overlap: float, *, strip: bool) -> TileAxis | None:
    """The fewest stretches that fit a room; where it is narrow a third of what they leave goes to bleed."""
    least, wanted = (_SLIM, _MARKS + STRIP) if strip else (_NARROW, 2 * _MARKS)
    most = room - least
    if most < 3 * overlap:
        return None
    count = max(1, math.ceil((trim - overlap - _SLACK) / (most - overlap)))
    spare = room - TileAxis(count, trim, 0.0, overlap).length
    return TileAxis(count, trim, min(bleed, max(spare - wanted, spare / 3) * count / 2), overlap)


def _place(room: Rect, width: float, height: float, *, foot: bool) -> Rect:
    """Centred in what the strip leaves of the printable area."""
    strip = min(STRIP, (room.height - height if foot else room.width - width) - _MARKS)
    (x,) = centred_starts(room.x, room.width - (0 if foot else strip), 1, width, 0)
    (y,) = centred_starts(room.y, room.height - (strip if foot else 0), 1, height, 0)
    return Rect(x, y, width, height)


def _cost(tiling: Tiling) -> tuple[float, ...]:
    free, across, down = tiling.ground.printable, tiling.across, tiling.down
    spare = min(free.width - across.length, free.height - down.length)
    return across.count * down.count, -min(across.bleed, down.bleed), -spare


def _near_ends(start: float, end: float) -> tuple[float, float]:
    inset = min(_INSET, (end - start) / 4)
    return start + inset, end - inset
