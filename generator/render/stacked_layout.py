"""The default layout of a scoresheet: areas stacked, tracks in rows, boxes as large as the face allows.

If the sheet has columns, the boxes of a track and the fields of a score are in them. A box with a title of its own has
a spot of the box's id for the title, to its left. Each rank has a spot too, `rank_1` and so on.

Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import east_asian_width

from generator.base.geometry import Size
from generator.model.sheet import Area, Box, Sheet, Track
from generator.model.sheet_layout import Cells, Layout
from generator.render.templates.budget import TemplateError

EDGE = 6.0  # free at the edges of the face
HEAD = 11.0  # height of the sheet's title
TITLE, NOTE = 6.0, 4.5  # height of an area's title, and of the line under it
LABEL = 0.24  # the share of the width for the names of tracks
AIR, GAP = 2.0, 1.0  # between areas, and between boxes
LARGEST, SMALLEST = 10.0, 5.5  # sides of a box: the preferred one, and the least that a pencil needs
ROUNDING = 1e-6  # what sums of lengths may be off by: far above what floats lose, far below what anybody sees
_TEXT, _CHOICE = 8.0, 4.0  # widths of a text field and a choice, in boxes
LETTER = 1.7  # width of a Latin letter of a box's title; a wide East Asian character counts as two
RANK, RANK_WIDTH = 6.0, 44.0  # height and least width of a rank


def stack_sheet(sheet: Sheet, size: Size) -> Layout:
    """Lay out a sheet on a face of `size` millimetres; its grid has cells of 1 mm.

    Raises TemplateError if the boxes would be too small to mark.
    """
    side = LARGEST
    while side >= SMALLEST:
        layout = _layout(sheet, size, side)
        if layout:
            return layout
        side -= 0.25
    problem = f"the boxes of sheet {sheet.id!r} do not fit at {SMALLEST:g} mm"
    raise TemplateError(f"{problem}; print it larger, or give it a layout in 'sheets/{sheet.id}.layout.toml'")


def _layout(sheet: Sheet, size: Size, side: float) -> Layout | None:
    """Return the layout with boxes of one size (`side`, in millimetres); None if it does not fit."""
    areas: dict[str, Cells] = {}
    boxes: dict[str, Cells] = {}
    spots: dict[str, Cells] = {}
    y = EDGE + HEAD
    for area in sheet.areas:
        top = y
        y += TITLE + (NOTE if area.note else 0)
        for id_, place, name in _area(area, size.width, y, side, len(sheet.columns)):
            boxes[id_] = place
            spots |= {id_: name} if name else {}
        y = AIR + max(boxes[box.id][1] + boxes[box.id][3] for track in area.tracks for box in track.boxes)
        areas[area.id] = EDGE, top, size.width - 2 * EDGE, y - top
        y += AIR
    values, bottom = _values(sheet, size.width, y)
    ranks = dict(_ranks(sheet, size.width, max(bottom, y)))
    lowest = max(bottom, y - AIR, *(place[1] + place[3] for place in ranks.values()))
    rightmost = max(place[0] + place[2] for place in boxes.values())
    # Sums of the same lengths in another order differ in their last digits.
    overflows = lowest > size.height - EDGE + ROUNDING or rightmost > size.width - EDGE - AIR + ROUNDING
    if overflows or min(place[2] for place in boxes.values()) < SMALLEST - ROUNDING:
        return None
    lines = {track.id: track.columns for track in sheet.tracks if track.columns}
    return Layout(size.width, size.height, areas, boxes, values=values, spots={**spots, **ranks}, lines=lines)


_PlacedBox = tuple[str, Cells, "Cells | None"]
"""A box's id, its place, and the place of its own title if it has one."""


def _area(area: Area, width: float, y: float, side: float, columns: int) -> Iterator[_PlacedBox]:
    """Yield the boxes of an area with their places, from `y` down; `columns` is the number of the sheet's columns."""
    left, right = _sides(width)
    for track in area.tracks:
        bottom = y
        in_columns = columns and len(track.boxes) == columns
        boxes = _in_columns(track, width, y, side) if in_columns else _in_lines(track, left, right, y, side)
        for placed in boxes:
            bottom = max(bottom, placed[1][1] + placed[1][3])
            yield placed
        y = bottom + GAP


def _sides(width: float) -> tuple[float, float]:
    """Return the x where boxes begin, after the names of tracks, and the x where they end."""
    return EDGE + AIR + LABEL * (width - 2 * EDGE), width - EDGE - AIR


def _columns(width: float, count: int) -> tuple[tuple[float, float], ...]:
    """Return x and width of each of `count` columns on a face of a width."""
    left, right = _sides(width)
    pitch = (right - left + GAP) / count
    return tuple((left + pitch * number, pitch - GAP) for number in range(count))


def _in_columns(track: Track, width: float, y: float, side: float) -> Iterator[_PlacedBox]:
    """Yield the boxes of a track, each in its column; boxes for marks stay square."""
    for box, (x, wide) in zip(track.boxes, _columns(width, len(track.boxes)), strict=True):
        box_width = min(wide, side) if box.kind in {"mark", "mark2"} else wide
        yield box.id, (x + (wide - box_width) / 2, y, box_width, side), None


def _in_lines(track: Track, left: float, right: float, y: float, side: float) -> Iterator[_PlacedBox]:
    """Yield the boxes of a track, in as many lines as they need, each after its own title."""
    x, in_line = left, 0
    title = _title_width(track, right - left - side)
    for box in track.boxes:
        wide = min({"text": _TEXT, "choice": _CHOICE}.get(box.kind, 1.0) * side, right - left - title)
        if in_line and (x + title + wide > right + ROUNDING or in_line == track.columns):
            x, y, in_line = left, y + side + GAP, 0
        place = (x, y, title - GAP, side) if title and has_own_title(box, track) else None
        yield box.id, (x + title, y, wide, side), place
        x, in_line = x + title + wide + GAP * (3 if title else 1), in_line + 1


def _title_width(track: Track, most: float) -> float:
    """Return the width of the widest box title of a track, at most `most`; 0 if its boxes have no own titles."""
    words = [word for box in track.boxes if box.title and has_own_title(box, track) for _, word in box.title.by]
    return min(LETTER * max(map(_letter_count, words)) + 2 * GAP, most) if words else 0.0


def has_own_title(box: Box, track: Track) -> bool:
    """Whether a box has a title besides the title of its track."""
    return bool(box.title) and (len(track.boxes) > 1 or box.title != track.title)


def _letter_count(words: str) -> int:
    """Return the width of a text in Latin letters."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in words)


def _ranks(sheet: Sheet, width: float, y: float) -> Iterator[tuple[str, Cells]]:
    """Yield a spot for each rank, `rank_1` and so on, side by side from `y` down."""
    rows, wide = len(sheet.ranks.rows) if sheet.ranks else 0, width - 2 * (EDGE + AIR)
    across = max(1, min(rows, int(wide // RANK_WIDTH)))
    for n in range(rows):
        corner = EDGE + AIR + wide / across * (n % across), y + (RANK + GAP) * (n // across)
        yield f"rank_{n + 1}", (*corner, wide / across, RANK)


def _values(sheet: Sheet, width: float, y: float) -> tuple[dict[str, Cells], float]:
    """Return fields for the scores, one row below the other, and the y where they end.

    They stand at the right, or in the columns of the sheet.
    """
    high, wide = 7.0, 22.0
    places: dict[str, Cells] = {}
    in_columns = tuple(zip(sheet.columns, _columns(width, len(sheet.columns) or 1), strict=False))
    for score in sheet.scores:
        x, field_width = next(
            (place for column, place in in_columns if score.value.endswith(f"_{column.id}")), (None, wide)
        )
        first = x is None or x == in_columns[0][1][0]
        y += high + GAP if places and first else 0
        places[score.value] = width - EDGE - AIR - wide if x is None else x, y, field_width, high
    return places, y + (high + GAP if places else 0)
