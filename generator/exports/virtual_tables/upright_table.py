"""Tables that all players see from the same side: nothing is turned, and the area of each player stays together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.base.geometry import Rect
from generator.base.records import replace
from generator.exports.virtual_tables.laid_table import LaidObject, LaidTable, bounds, lay_table
from generator.model.game import Game
from generator.model.virtual_tables.table_setup import Area, Place, TableSetup

_GAP = 25.0
"""Millimetres between the middle and the areas of players."""


def lay_upright(game: Game, setup: TableSetup | None, room: Place, is_shown: Callable[[LaidObject], bool]) -> LaidTable:
    """Lay a game on a table that all players see from the same side.

    The area of each player lies beside the middle or below it. Only objects for which `is_shown` holds are laid,
    arranged to be as large as can be in a room of a width and height.
    """
    table = _shown(lay_table(game, setup), is_shown)
    if setup is None or not setup.seats:
        return table
    # All seats in one place: of this first layout only the size of each area is needed.
    together = replace(setup, seats=tuple(replace(seat, at=(0.0, 0.0), turn=0.0) for seat in setup.seats))
    objects = _shown(lay_table(game, together), is_shown).objects
    middle = _with_room(box_around(it for it in objects if it.seat is None and not it.is_unused), setup.room)
    areas = [
        _with_room(box_around(it for it in objects if it.seat == number), setup.player_room)
        for number in range(len(setup.seats))
    ]
    # The side that fills the room most decides how large the table can be shown.
    best = min(_arrangements(middle, areas), key=lambda it: max(it.size[0] / room[0], it.size[1] / room[1]))
    seats = (replace(seat, at=place) for seat, place in zip(together.seats, best.places, strict=True))
    return _shown(lay_table(game, replace(setup, seats=tuple(seats))), is_shown)


def _shown(table: LaidTable, is_shown: Callable[[LaidObject], bool]) -> LaidTable:
    """Return a table with the objects for which `is_shown` holds."""
    return replace(table, objects=tuple(filter(is_shown, table.objects)))


def box_around(laid: Iterable[LaidObject]) -> Rect:
    """Return the rectangle around objects, in mm; an empty one around none."""
    edges = [bounds(it) for it in laid]
    if not edges:
        return Rect(0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    return Rect(min(lefts), min(tops), max(rights) - min(lefts), max(bottoms) - min(tops))


def _with_room(box: Rect, room: Area | None) -> Rect:
    """Return a box enlarged to an area that the set-up keeps free; unchanged for None."""
    return box.union(Rect(*room)) if room else box


class _Arrangement(NamedTuple):
    """Places for the areas of players, and the size of the table with them."""

    places: tuple[Place, ...]
    """Place of the origin of each player's area."""
    size: Place


def _arrangements(middle: Rect, areas: Sequence[Rect]) -> Iterator[_Arrangement]:
    """Yield all arrangements: the first areas in columns left and right of the middle, the others in rows below."""
    for beside in range(len(areas) + 1):
        left_column, right_column = areas[: beside // 2], areas[beside // 2 : beside]
        below = areas[beside:]
        # Without areas below there is still one arrangement.
        for across in range(1, len(below) + 1) or (1,):
            yield _arranged(
                middle,
                left_column,
                right_column,
                [below[start : start + across] for start in range(0, len(below), across)],
            )


def _arranged(
    middle: Rect, left_column: Sequence[Rect], right_column: Sequence[Rect], rows: Sequence[Sequence[Rect]]
) -> _Arrangement:
    """Return the places of areas in two columns beside the middle and in rows below, with the size of the table."""
    places: list[Place] = []
    edge_left = middle.x - max((it.width + _GAP for it in left_column), default=0.0)
    edge_right = middle.right + max((it.width + _GAP for it in right_column), default=0.0)
    foot = middle.bottom
    for column, x in ((left_column, edge_left), (right_column, middle.right + _GAP)):
        top = middle.y
        for area in column:
            places.append((x - area.x, top - area.y))
            top += area.height + _GAP
        # The gap below the last area of a column is not part of it.
        foot = max(foot, top - _GAP)
    for row in rows:
        width = sum(area.width for area in row) + _GAP * (len(row) - 1)
        x = middle.centre[0] - width / 2
        edge_left, edge_right = min(edge_left, x), max(edge_right, x + width)
        for area in row:
            places.append((x - area.x, foot + _GAP - area.y))
            x += area.width + _GAP
        foot += _GAP + max(area.height for area in row)
    return _Arrangement(tuple(places), (edge_right - edge_left, foot - middle.y))
