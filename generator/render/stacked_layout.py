"""A sheet without a layout of its own: areas under each other, tracks in rows, boxes as large as the face allows.

Where the sheet has columns, the boxes of a track and the fields of a score stand in them. A box that has a title of its
own has a spot of its id for it, to its left; each row of the ranks has one too, `rank_1` and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unicodedata import east_asian_width

from generator.base.geometry import Size
from generator.model.sheet import Area, Box, Sheet, Track
from generator.model.sheet_layout import Cells, Layout
from generator.render.templates.budget import TemplateError

EDGE = 6.0
"""Free at the edges of the face, in millimetres."""
HEAD = 11.0
"""For the sheet's title."""
TITLE, NOTE = 6.0, 4.5
"""For an area's title, and for the line under it."""
LABEL = 0.24
"""The part of the width that names of tracks take."""
AIR, GAP = 2.0, 1.0
"""Between areas, and between boxes."""
LARGEST, SMALLEST = 10.0, 5.5
"""Sides of a box: what is pleasant, and what a pencil needs."""
_TEXT, _CHOICE = 8.0, 4.0
"""How many boxes wide words and choices are written."""
LETTER = 1.7
"""What a Latin letter of a box's title takes, in millimetres; a sign of Chinese or Japanese takes two."""
RANK, RANK_WIDTH = 6.0, 44.0
"""How high a row of the ranks is, and how wide at least."""


def stack_sheet(sheet: Sheet, size: Size) -> Layout:
    """The layout of a sheet on a face (millimetres), whose grid has cells of a millimetre.

    Raises Refused where boxes would be too small to mark.
    """
    side = LARGEST
    while side >= SMALLEST:
        made = _laid(sheet, size, side)
        if made:
            return made
        side -= 0.25
    what = f"the boxes of sheet {sheet.id!r} do not fit at {SMALLEST:g} mm"
    raise TemplateError(f"{what}; print it larger, or give it a layout in 'sheets/{sheet.id}.layout.toml'")


def _laid(sheet: Sheet, size: Size, side: float) -> Layout | None:
    """Everything with boxes of one size; None where it does not fit."""
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
    beyond = lowest > size.height - EDGE or _widest(boxes.values()) > size.width - EDGE - AIR
    if beyond or min(place[2] for place in boxes.values()) < SMALLEST:
        return None
    lines = {track.id: track.columns for track in sheet.tracks if track.columns}
    return Layout(size.width, size.height, areas, boxes, values, {**spots, **ranks}, lines)


_Placed = tuple[str, Cells, "Cells | None"]
"""A box by its id, its place, and that of its title where it has one."""


def _area(area: Area, width: float, y: float, side: float, columns: int) -> Iterator[_Placed]:
    left, right = _sides(width)
    for track in area.tracks:
        bottom = y
        in_columns = columns and len(track.boxes) == columns
        places = _beside(track, width, y, side) if in_columns else _track(track, left, right, y, side)
        for placed in places:
            bottom = max(bottom, placed[1][1] + placed[1][3])
            yield placed
        y = bottom + GAP


def _sides(width: float) -> tuple[float, float]:
    """Where boxes begin, after the names of tracks, and where they end."""
    return EDGE + AIR + LABEL * (width - 2 * EDGE), width - EDGE - AIR


def _columns(width: float, count: int) -> tuple[tuple[float, float], ...]:
    """Where each column begins, and how wide it is."""
    left, right = _sides(width)
    pitch = (right - left + GAP) / count
    return tuple((left + pitch * number, pitch - GAP) for number in range(count))


def _beside(track: Track, width: float, y: float, side: float) -> Iterator[_Placed]:
    """The boxes of a track, each in its column; those that are only marked keep their shape."""
    for box, (x, wide) in zip(track.boxes, _columns(width, len(track.boxes)), strict=True):
        own = min(wide, side) if box.kind in {"mark", "mark2"} else wide
        yield box.id, (x + (wide - own) / 2, y, own, side), None


def _track(track: Track, left: float, right: float, y: float, side: float) -> Iterator[_Placed]:
    """The boxes of a track, in as many lines as they need, each after its title."""
    x, in_line = left, 0
    named = _named(track, right - left - side)
    for box in track.boxes:
        wide = min({"text": _TEXT, "choice": _CHOICE}.get(box.kind, 1.0) * side, right - left - named)
        if in_line and (x + named + wide > right or in_line == track.columns):
            x, y, in_line = left, y + side + GAP, 0
        name = (x, y, named - GAP, side) if named and has_own_title(box, track) else None
        yield box.id, (x + named, y, wide, side), name
        x, in_line = x + named + wide + GAP * (3 if named else 1), in_line + 1


def _named(track: Track, most: float) -> float:
    """The room that titles of boxes take before each box of a track, at most so many millimetres; 0 for none."""
    words = [word for box in track.boxes if box.title and has_own_title(box, track) for _, word in box.title.by]
    return min(LETTER * max(map(_letters, words)) + 2 * GAP, most) if words else 0.0


def has_own_title(box: Box, track: Track) -> bool:
    """Whether a box has a title that the one of its track does not say already."""
    return bool(box.title) and (len(track.boxes) > 1 or box.title != track.title)


def _letters(words: str) -> int:
    """How long a word is, in Latin letters."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in words)


def _ranks(sheet: Sheet, width: float, y: float) -> Iterator[tuple[str, Cells]]:
    """The rows of the ranks, beside each other as far as there is room."""
    rows, wide = len(sheet.ranks.rows) if sheet.ranks else 0, width - 2 * (EDGE + AIR)
    across = max(1, min(rows, int(wide // RANK_WIDTH)))
    for n in range(rows):
        at = EDGE + AIR + wide / across * (n % across), y + (RANK + GAP) * (n // across)
        yield f"rank_{n + 1}", (*at, wide / across, RANK)


def _values(sheet: Sheet, width: float, y: float) -> tuple[dict[str, Cells], float]:
    """Fields for the score, each row beneath the other, at the right or in the columns, and where they end."""
    high, wide = 7.0, 22.0
    places: dict[str, Cells] = {}
    in_columns = tuple(zip(sheet.columns, _columns(width, len(sheet.columns) or 1), strict=False))
    for score in sheet.scores:
        x, own = next((place for column, place in in_columns if score.value.endswith(f"_{column.id}")), (None, wide))
        first = x is None or x == in_columns[0][1][0]
        y += high + GAP if places and first else 0
        places[score.value] = width - EDGE - AIR - wide if x is None else x, y, own, high
    return places, y + (high + GAP if places else 0)


def _widest(places: Iterable[Cells]) -> float:
    return max((place[0] + place[2] for place in places), default=0.0)
