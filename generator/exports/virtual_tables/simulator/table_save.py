"""A table of Tabletop Simulator with everything of a game in its place, and the same pieces as a saved object."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from generator.base.units import MM
from generator.exports.virtual_tables.laid_table import LaidObject, LaidTable, bounds
from generator.exports.virtual_tables.simulator import object_states as states
from generator.exports.virtual_tables.simulator.object_states import INCH, Pose, State
from generator.exports.virtual_tables.simulator.table_objects import TILE_THICKNESS, TableObjects
from generator.model.game import Game
from generator.model.virtual_tables.table_setup import Seat

TABLE = "Table_RPG"
"""The largest rectangle of the program's own tables."""
TABLE_SIZE = 88.0, 52.0
"""Units of its width and depth (squares of an inch, as its users count them)."""
UNUSED_AT = 3 - TABLE_SIZE[0] / 2, 3 - TABLE_SIZE[1] / 2
"""The near left corner of the table, where the bag of unused pieces lies."""
SURFACE = 1.0
"""Units of the height on which boards lie."""
ON_BOARDS = 1.2
HAND_HEIGHT = 3.0

HAND_SIZE = (12.0, 6.0, 4.0)
"""Units of the place where a hand is held: width, height and depth."""
COLOURS = ("White", "Red", "Yellow", "Green", "Blue", "Purple", "Pink", "Orange", "Teal", "Brown")
"""The program's names for players, in the order of seats that have no colour of their own."""

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom in millimetres."""

_WHITE = states.WHITE
_GREY = {"r": 0.5, "g": 0.5, "b": 0.5}


def table_save(game: Game, title: str, note: str, things: Sequence[State]) -> State:
    """Return a saved table as JSON, with the date of the game's data, so that the same game gives the same file."""
    epoch, date = _date(game.date)
    return _SAVE | {
        "SaveName": title,
        "EpochTime": epoch,
        "Date": date,
        "GameMode": title,
        "Note": note,
        "ObjectStates": list(things),
    }


def saved_object(things: Sequence[State]) -> State:
    """Return objects as JSON that players can put onto any table."""
    no_table = dict.fromkeys(("VersionNumber", "Table", "Sky"), "")  # as in the program's own saved objects
    return _SAVE | no_table | {"ObjectStates": list(things)}


def laid_objects(table: LaidTable, objects: TableObjects, language: str, unused: str) -> Iterator[State]:
    """Yield the objects on the table, and a place for the hand at each seat.

    Unused pieces would often lie beyond the edge of the table: they are in a bag titled `unused`.
    """
    used = [it for it in table.objects if not it.is_unused]
    for laid, level in zip(used, _levels(used, objects), strict=True):
        yield from _objects(laid, level, objects, language)
    left_over = [copy for laid in table.objects if laid.is_unused for copy in laid.copies]
    if left_over:
        yield objects.bag_of_any(left_over, Pose(UNUSED_AT[0], ON_BOARDS, UNUSED_AT[1]), unused)
    # A table without seats has one player, at its near side.
    seats = table.seats or (Seat((0.0, _reach(table, None))),)
    # The program has ten players: seats beyond them get no hand.
    for number, (seat, colour) in enumerate(zip(seats, _colours(seats), strict=False)):
        yield _hand_zone(number, seat, colour, table, objects)


def _levels(used: Sequence[LaidObject], objects: TableObjects) -> list[int]:
    """Return the number of objects below each one, as the program throws objects in the same place apart.

    Boards and hands count for nothing.
    """
    lying: list[tuple[Edges, int]] = []
    levels: list[int] = []
    for laid in used:
        if laid.form == "hand" or objects.is_board(laid.copies[0]):
            levels.append(0)
            continue
        edges = bounds(laid)
        level = max((below + 1 for other, below in lying if _overlap(edges, other)), default=0)
        lying.append((edges, level))
        levels.append(level)
    return levels


def _overlap(one: Edges, other: Edges) -> bool:
    """Return whether two rectangles overlap, given by their edges."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _colours(seats: Sequence[Seat]) -> list[str]:
    """Return the program's player names (colours) for as many seats as it takes.

    A seat has the colour of its pieces, or else a free one.
    """
    # The program writes its colours with a capital.
    seat_colours = [seat.player.title() for seat in seats[: len(COLOURS)]]
    free = iter([colour for colour in COLOURS if colour not in seat_colours])
    return [colour if colour in COLOURS else next(free) for colour in seat_colours]


def _objects(laid: LaidObject, level: int, objects: TableObjects, language: str) -> Iterator[State]:
    """Yield the program's objects for an object on the table; `level` is the number of objects below."""
    first = laid.copies[0]
    title = objects.title_of(laid, language)
    x, z = _place(laid.x, laid.y)
    y = SURFACE if objects.is_board(first) else ON_BOARDS + level * TILE_THICKNESS
    pose = Pose(x, y, z, laid.turn, laid.face_up)
    match laid.form:
        case "bag":
            yield objects.bag(laid.copies, pose, title)
        case "hand":
            # Face up, as their owner reads them: the program hides cards in a hand from the others.
            yield from objects.hand(laid.copies, Pose(x, HAND_HEIGHT, z, laid.turn))
        case "pile":
            yield from objects.pile(laid.copies, pose, title)
        case _:
            yield from (objects.piece(copy, pose) for copy in laid.copies)


def _place(x: float, y: float) -> tuple[float, float]:
    """Return a place in mm in units of the program, whose third axis points away from the reader."""
    return x * MM / INCH, -y * MM / INCH


def _hand_zone(number: int, seat: Seat, colour: str, table: LaidTable, objects: TableObjects) -> State:
    """Return the place of a player's hand: where the set-up lays it, else behind everything of that player."""
    hand = next((it for it in table.objects if it.form == "hand" and it.seat == number), None)
    if hand:
        x, z = _place(hand.x, hand.y)
    else:
        angle, away = math.radians(seat.turn), _reach(table, number) if table.seats else 0.0
        x, z = _place(seat.at[0] - away * math.sin(angle), seat.at[1] + away * math.cos(angle))
    # A pose adds READABLE, which the place of a hand does not need.
    pose = Pose(x, HAND_HEIGHT, z, seat.turn - states.READABLE)
    return states.hand_zone(objects.ids.new("hand", str(number)), pose, colour, HAND_SIZE)


def _reach(table: LaidTable, seat: int | None) -> float:
    """Return the distance in mm from a seat to its hand, beyond all that lies there; from the middle for None."""
    depth = HAND_SIZE[2] * INCH / MM
    lying = [it for it in table.objects if it.seat == seat]
    if seat is None:
        # Half of the longer side is enough whichever way something is turned.
        return max((it.y + max(it.width, it.height) / 2 for it in lying), default=0.0) + depth
    origin, angle = table.seats[seat].at, math.radians(table.seats[seat].turn)
    away = ((it.y - origin[1]) * math.cos(angle) - (it.x - origin[0]) * math.sin(angle) + it.height / 2 for it in lying)
    return max(away, default=0.0) + depth


def _date(written: str) -> tuple[int, str]:
    """Return an ISO date as seconds since 1970, and as the program writes it; (0, "") for an empty one."""
    if not written:
        return 0, ""
    # In UTC: the time zone of the computer would change the file.
    date = datetime.fromisoformat(written).replace(tzinfo=UTC)
    return int(date.timestamp()), f"{date.month}/{date.day}/{date.year} 12:00:00 AM"


_SAVE: dict[str, Any] = {
    "SaveName": "",
    "EpochTime": 0,
    "Date": "",
    "VersionNumber": "v13.2.2",
    "GameMode": "",
    "GameType": "",
    "GameComplexity": "",
    "PlayingTime": [0, 0],
    "PlayerCounts": [0, 0],
    "Tags": [],
    "Gravity": 0.5,
    "PlayArea": 0.5,
    "Table": TABLE,
    "Sky": "Sky_Museum",
    "SkyURL": "",
    "Note": "",
    "TabStates": {},
    "MusicPlayer": {
        "RepeatSong": False,
        "PlaylistEntry": -1,
        "CurrentAudioTitle": "",
        "CurrentAudioURL": "",
        "AudioLibrary": [],
    },
    "Grid": {
        "Type": 0,
        "Lines": False,
        "Color": {"r": 0.0, "g": 0.0, "b": 0.0},
        "Opacity": 0.75,
        "ThickLines": False,
        "Snapping": False,
        "Offset": False,
        "BothSnapping": False,
        "xSize": 2.0,
        "ySize": 2.0,
        "PosOffset": {"x": 0.0, "y": 1.0, "z": 0.0},
    },
    "Lighting": {
        "LightIntensity": 0.54,
        "LightColor": _WHITE,
        "AmbientIntensity": 1.3,
        "AmbientType": 0,
        "AmbientSkyColor": _GREY,
        "AmbientEquatorColor": _GREY,
        "AmbientGroundColor": _GREY,
        "ReflectionIntensity": 1.0,
        "LutIndex": 0,
        "LutContribution": 1.0,
        "LutURL": "",
    },
    "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
    "ComponentTags": {"labels": []},
    "Turns": {
        "Enable": False,
        "Type": 0,
        "TurnOrder": [],
        "Reverse": False,
        "SkipEmpty": False,
        "DisableInteractions": False,
        "PassTurns": True,
        "TurnColor": "White",
    },
    "DecalPallet": [],
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
    "CustomUIAssets": [],
    "SnapPoints": [],
    "ObjectStates": [],
}
"""Values that every saved table has, as the program writes them for a new one."""
