"""A face larger than the paper, split into tiles that overlap: on the fewest sheets, and no tile a sliver.

Tiles are named as on a map, and each is glued onto the tabs of its neighbours:

    A1 B1 C1
    A2 B2 C2
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import UsageError
from generator.base.geometry import Rect, Size
from generator.base.records import dataclass, replace
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind, millimetres, size_in_mm
from generator.impose.layout.mirror import Segment
from generator.impose.layout.oriented_paper import OrientedPaper, orientations
from generator.impose.layout.slot_layout import centred_starts, fit_grid
from generator.impose.layout.tile_axes import CUT, MARKS, STRIP, TileAxis, plan_axis
from generator.model.game import NO_SEAMS, Seams
from generator.model.paper import FULL, Paper

_ARM = 2.5 * MM  # the longest arm of an alignment cross; in a small overlap it is as long as what is cut off
_INSET = 15 * MM  # from the end of a joint to its crosses, on a joint that is long enough


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet's part of a face, in the face's coordinates."""

    column: int
    row: int
    art: Rect
    """All that is printed, with bleed at the face's own edges."""
    trim: Rect
    """The part that is left by cutting, with the tabs on the right and at the foot."""
    visible: Rect
    """The part that is seen when the neighbours lie on the tabs; these parts of all tiles make up the face."""

    @property
    def name(self) -> str:
        """Name of the tile as on a map: `B1` is to the right of `A1`, `A2` below it."""
        letters, number = "", self.column + 1
        while number:
            number, letter = divmod(number - 1, 26)
            letters = chr(65 + letter) + letters
        return f"{letters}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A face in tiles, each with its top left corner in the same place of its sheet."""

    paper: OrientedPaper
    across: TileAxis
    downs: tuple[TileAxis, ...]
    """The axis of each column; they differ in their seams only."""
    place: Rect
    """The part of every sheet where its tile's art lies; the largest tile fills it."""

    def art_place(self, tile: Tile) -> Rect:
        """Return where a sheet has its tile's art."""
        return Rect(self.place.x, self.place.y, tile.art.width, tile.art.height)

    @property
    def down(self) -> TileAxis:
        """The axis of the column with the longest tile."""
        return max(self.downs, key=lambda axis: axis.length)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, row by row from the top left."""
        return tuple(self._tile(column, row) for row in range(self.down.count) for column in range(self.across.count))

    @property
    def arm(self) -> float:
        """Length of an alignment cross from its middle to an end."""
        return min(CUT * self.across.overlap, _ARM)

    @property
    def name(self) -> str:
        """Name of the tiling, like a grid's: `a4-684x480-4x2`."""
        size = size_in_mm(Size(self.across.trim, self.down.trim))
        return f"{self.paper.name}-{size}-{self.across.count}x{self.down.count}"

    def crosses(self, tile: Tile) -> tuple[tuple[float, float], ...]:
        """Return the middles of a tile's alignment crosses: two on every cut to a neighbour, near its ends."""
        joints = [index for index in (tile.column, tile.column + 1) if 0 < index < self.across.count]
        upright = [(self.across.cut(index), y) for index in joints for y in _near_ends(*self._joint(index, tile.row))]
        down, visible = self.downs[tile.column], tile.visible
        ys = [down.cut(index) for index in (tile.row, tile.row + 1) if 0 < index < down.count]
        return (*upright, *((x, y) for y in ys for x in _near_ends(visible.x, visible.right)))

    def _joint(self, index: int, row: int) -> tuple[float, float]:
        """Return where an upright joint of a row begins and ends; the columns beside it may be cut differently."""
        sides = self.downs[index - 1 : index + 1]
        return max(side.cut(row) for side in sides), min(side.cut(row + 1) for side in sides)

    def cuts(self, tile: Tile) -> tuple[Segment, ...]:
        """Return the lines where a tile is cut to go on its neighbours' tabs, across all its art."""
        trim, art = tile.trim, tile.art
        upright = ((trim.x, art.y, trim.x, art.bottom),) if tile.column else ()
        return (*upright, (art.x, trim.y, art.right, trim.y)) if tile.row else upright

    def _tile(self, column: int, row: int) -> Tile:
        """Return the tile in a column and a row, both from 0."""
        across, down = self.across, self.downs[column]
        (left, right), (top, bottom) = across.art(column), down.art(row)
        art = Rect(left, top, right - left, bottom - top)
        x, y = across.cut(column), down.cut(row)
        trim = Rect(x, y, across.end(column) - x, down.end(row) - y)
        visible = Rect(x, y, across.cut(column + 1) - x, down.cut(row + 1) - y)
        return Tile(column, row, art, trim, visible)


def is_too_large(trim: Size, paper: Paper) -> bool:
    """Whether a piece fits the paper neither upright nor on its side; the paper FULL and label sheets have no tiles."""
    kind = PieceKind(trim.width, trim.height, 0.0, 0.0)
    return (
        paper != FULL
        and not paper.cells
        and not any(fit_grid(kind, sheet.area).capacity for sheet in orientations(paper))
    )


def plan_tiling(kind: PieceKind, paper: Paper, overlap: float, seams: Seams = NO_SEAMS) -> Tiling:
    """Return the way to divide a face into tiles on the fewest sheets.

    Among equals decide the seams that lie where `seams` says, then the most bleed, then the most space around the art.
    Raises UsageError if the overlap would take most of each tile.

    >>> a4 = Paper("a4", Size(210 * MM, 297 * MM), 5 * MM)
    >>> tiling = plan_tiling(PieceKind(400 * MM, 270 * MM, 0, 0), a4, 8 * MM)
    >>> tiling.name, [tile.name for tile in tiling.tiles]
    ('a4-400x270-3x1', ['A1', 'B1', 'C1'])
    """
    tilings = [tiling for sheet in orientations(paper) for tiling in _tilings(kind, sheet, overlap, seams)]
    if not tilings:
        raise UsageError(f"an overlap of {millimetres(overlap)} mm is too much for {paper.id!r}; give a smaller one")
    return min(tilings, key=_cost)


def _tilings(kind: PieceKind, sheet: OrientedPaper, overlap: float, seams: Seams) -> Iterator[Tiling]:
    """Yield the tilings of one sheet with the strip at the foot, and with the strip on the right."""
    printable = sheet.printable
    width, height = (TileAxis(trim, kind.bleed, overlap, ()) for trim in (kind.width, kind.height))
    for foot in (True, False):
        across = plan_axis(width, printable.width, seams.x, strip=not foot)
        down = plan_axis(height, printable.height, seams.y, strip=foot)
        if across and down:
            downs = _columns(height, printable.height, across, seams, strip=foot) or (down,) * across.count
            tall = max(axis.length for axis in downs)
            yield Tiling(sheet, across, downs, _place(printable, across.length, tall, foot=foot))


def _columns(
    axis: TileAxis, space: float, across: TileAxis, seams: Seams, *, strip: bool
) -> tuple[TileAxis, ...] | None:
    """Return the axis of each column of tiles, with the level seams that the face names for that column.

    None if the face names seams for another number of columns, or the paper does not take them all.
    """
    if not across.keeps_seams or len(seams.columns) != across.count:
        return None
    planned = [plan_axis(axis, space, allowed, strip=strip) for allowed in seams.columns]
    seamed = [axis_ for axis_ in planned if axis_ and axis_.keeps_seams]
    if len(seamed) < across.count:
        return None
    return tuple(replace(axis_, bleed=min(other.bleed for other in seamed)) for axis_ in seamed)


def _place(printable: Rect, width: float, height: float, *, foot: bool) -> Rect:
    """Return the place of the largest tile, centred in the part of the printable area without the strip."""
    strip = min(STRIP, (printable.height - height if foot else printable.width - width) - MARKS)
    (x,) = centred_starts(printable.x, printable.width - (0 if foot else strip), 1, width, 0)
    (y,) = centred_starts(printable.y, printable.height - (strip if foot else 0), 1, height, 0)
    return Rect(x, y, width, height)


def _cost(tiling: Tiling) -> tuple[float, ...]:
    """Return a sort key of tilings: fewer sheets, then seams kept, then more bleed, then more space."""
    printable, across, down = tiling.paper.printable, tiling.across, tiling.down
    spare = min(printable.width - across.length, printable.height - down.length)
    seams_kept = across.keeps_seams + down.keeps_seams
    return across.count * down.count, -seams_kept, -min(across.bleed, down.bleed), -spare


def _near_ends(start: float, end: float) -> tuple[float, float]:
    """Return two places near the ends of a joint."""
    inset = min(_INSET, (end - start) / 4)
    return start + inset, end - inset
