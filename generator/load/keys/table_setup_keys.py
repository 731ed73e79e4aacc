"""The keys of `table.toml`: how a game is set up on a table."""

from __future__ import annotations

from generator.model.keys.key_table import Key, KeyTable
from generator.model.virtual_tables.table_setup import FORMS

MOST_TURN = 360
MOST_PIECES = 5000
"""Most pieces that are laid on a table."""
FARTHEST = 5000
"""Greatest distance from the middle of the table, in millimetres."""
FACES = ("up", "down")

_PAIR = Key("numbers", low=2, high=2)
_AREA = Key("numbers", low=4, high=4)
_COMPONENTS = Key("text", either=(Key("texts"),))
_COUNT = Key("integer", low=1, high=MOST_PIECES)
_SELECTION = {
    "of": _COMPONENTS,
    "pieces": Key("texts"),
    "where": Key("table", inner=KeyTable("cells", {}, other_key=Key("text"))),
    "count": _COUNT,
    "each": _COUNT,
    "shuffle": Key("flag"),
}
TAKEN = KeyTable("taken", {**_SELECTION, "of": _COMPONENTS._replace(required=True)})
ENTRY = KeyTable(
    "laid",
    {
        **{name: key._replace(without=("take",)) for name, key in _SELECTION.items()},
        "take": Key("tables", low=1, inner=TAKEN),
        "as": Key("choice", words=FORMS, default="spread"),
        "at": _PAIR._replace(required=True, either=(Key("list", low=1, either=(_PAIR,)),)),
        "on": Key("text"),
        "turn": Key("number", low=-MOST_TURN, high=MOST_TURN),
        "step": _PAIR,
        "across": _COUNT,
        "face": Key("choice", words=FACES, default="up"),
        "title": Key("phrase"),
        "seats": Key("numbers"),
    },
)
SEAT = KeyTable(
    "seat",
    {
        "at": _PAIR._replace(required=True),
        "turn": Key("number", low=-MOST_TURN, high=MOST_TURN),
        "player": Key("text"),
    },
)
TABLE_SETUP = KeyTable(
    "table_setup",
    {
        "seed": Key("integer", low=0, high=10**9, default=1),
        "note": Key("phrase"),
        "room": _AREA,
        "player_room": _AREA,
        "seats": Key("tables", high=12, inner=SEAT),
        "each_player": Key("tables", high=500, inner=ENTRY),
        "middle": Key("tables", high=500, inner=ENTRY),
    },
)
