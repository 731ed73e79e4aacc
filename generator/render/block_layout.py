"""A sheet with a small block for each of its columns, such as four players on one page: the layout of `blocks`.

Every block has the title of its column, a line for each track with the box of that column, and its own sums. The boxes
have the ids that they have side by side, so forms add up and filled sheets are read as those of any sheet with columns.

Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.base.geometry import Rect, Size
from generator.model.sheet import Area, Box, Option, Sheet
from generator.model.sheet_layout import Cells, Layout
from generator.render.stacked_layout import AIR, EDGE, GAP, HEAD, LARGEST, NOTE, SMALLEST, TITLE
from generator.render.templates.budget import TemplateError

BETWEEN = 5.0
"""Room between blocks: to cut them apart."""
_LABEL = 0.5
"""Share of a block's width for the names of tracks."""
_STEP = 0.25
_NUMBER = 2.2
"""Width of a box for a number, in heights."""


def block_sheet(sheet: Sheet, size: Size) -> Layout:
    """Lay out a sheet in blocks, one for each column, on a face of `size` millimetres; its grid has cells of 1 mm.

    Raises TemplateError if the boxes would be too small, or if a track has other boxes than one for each column.
    """
    _check(sheet)
    side = LARGEST
    while side >= SMALLEST:
        layout = _layout(sheet, size, side)
        if layout:
            return layout
        side -= _STEP
    problem = f"the blocks of sheet {sheet.id!r} do not fit with boxes of {SMALLEST:g} mm"
    raise TemplateError(f"{problem}; print it larger, or give it fewer tracks or columns")


def _check(sheet: Sheet) -> None:
    """Raise TemplateError for a sheet that cannot be in blocks: a track with boxes of its own, or ranks."""
    for track in sheet.tracks:
        if len(track.boxes) != len(sheet.columns):
            problem = f"track {track.id!r} of sheet {sheet.id!r} lists boxes of its own"
            raise TemplateError(f"{problem}; in blocks every track has one box for each column")
    if sheet.ranks:
        raise TemplateError(f"sheet {sheet.id!r} has ranks, which have no place in blocks; leave out blocks")


def _layout(sheet: Sheet, size: Size, side: float) -> Layout | None:
    """Return the layout with lines of one height (`side`, in millimetres); None if it does not fit."""
    boxes: dict[str, Cells] = {}
    values: dict[str, Cells] = {}
    spots: dict[str, Cells] = {}
    for number, (column, frame) in enumerate(zip(sheet.columns, _frames(sheet, size), strict=True)):
        lines = _Lines(frame, side)
        spots[f"head_{column.id}"] = lines.words(TITLE + AIR)
        for area in sheet.areas:
            boxes |= _area(area, number, column, lines, spots)
        values |= _values(sheet, column, lines, spots)
        spots[f"block_{column.id}"] = frame.x, frame.y, frame.width, lines.y - frame.y + AIR - GAP
        if lines.y > frame.bottom - AIR or lines.box_left < frame.x + AIR:
            return None
    return Layout(size.width, size.height, {}, boxes, values=values, spots=spots, lines={})


def _frames(sheet: Sheet, size: Size) -> Iterator[Rect]:
    """Yield the rectangle of each block, in rows from the left, in millimetres."""
    across = min(sheet.blocks, len(sheet.columns))
    # Rounded up: the last row of blocks may be shorter.
    down = -(-len(sheet.columns) // across)
    top = EDGE + HEAD
    width = (size.width - 2 * EDGE - BETWEEN * (across - 1)) / across
    height = (size.height - EDGE - top - BETWEEN * (down - 1)) / down
    for number in range(len(sheet.columns)):
        row, column = divmod(number, across)
        yield Rect(EDGE + column * (width + BETWEEN), top + row * (height + BETWEEN), width, height)


class _Lines:
    """The lines of one block, from its head down."""

    def __init__(self, frame: Rect, side: float) -> None:
        """Begin at the top of a block; `side` is the height of a line in millimetres."""
        self.y = frame.y + AIR / 2
        self.left, self.right = frame.x + AIR, frame.right - AIR
        self.box_left = self.left + _LABEL * (self.right - self.left)
        self._side = side

    def words(self, height: float) -> Cells:
        """Return the place of a line of words over the whole width, and move below it."""
        place = self.left, self.y, self.right - self.left, height
        self.y += height
        return place

    def box(self, kind: str) -> tuple[Cells, Cells]:
        """Return the places of the words and of the box in a line with a box at the right, and move below it."""
        room, side = self.right - self.box_left, self._side
        wide = side if kind in {"mark", "mark2"} else min(_NUMBER * side, room) if kind == "number" else room
        words = self.left, self.y, self.right - wide - AIR - self.left, side
        place = self.right - wide, self.y, wide, side
        self.y += side + GAP
        return words, place


def _area(area: Area, number: int, column: Option, lines: _Lines, spots: dict[str, Cells]) -> Mapping[str, Cells]:
    """Return the places of the boxes of one area in the block of a column; the places of its words go to `spots`."""
    if len(area.tracks) > 1 or area.tracks[0].title != area.title:
        spots[f"area_{area.id}_{column.id}"] = lines.words(TITLE)
    if area.note:
        spots[f"note_{area.id}_{column.id}"] = lines.words(NOTE)
    places: dict[str, Cells] = {}
    for track in area.tracks:
        box: Box = track.boxes[number]
        spots[f"name_{box.id}"], places[box.id] = lines.box(box.kind)
    return places


def _values(sheet: Sheet, column: Option, lines: _Lines, spots: dict[str, Cells]) -> Mapping[str, Cells]:
    """Return the places of the sums of one column, below its boxes; the places of their names go to `spots`."""
    places: dict[str, Cells] = {}
    for score in sheet.scores:
        if score.value.endswith(f"_{column.id}"):
            spots[f"name_{score.value}"], places[score.value] = lines.box("number")
    return places
