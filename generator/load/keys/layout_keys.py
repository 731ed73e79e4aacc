"""The keys of layouts, `sheets/<id>.layout.toml`, and of `rules/figures.toml`."""

from __future__ import annotations

from generator.base.units import MM
from generator.model.keys.key_table import Key, KeyTable

FINEST = 1000
"""The most cells of a grid across and down."""

_CELL = Key("number", low=0, high=FINEST)
_PAIR = Key("numbers", low=2, high=2)
_PLACE = Key("numbers", low=4, high=4)
_PLACES = KeyTable("places", {}, other_key=_PLACE)

LINE = KeyTable(
    "line",
    {
        "at": _PAIR._replace(required=True),
        "size": _PAIR._replace(required=True),
        "pitch": _CELL,
        "down": _CELL,
        "line": Key("integer", low=1, high=FINEST),
        "gaps": Key("table", inner=KeyTable("gaps", {}, other_key=Key("number"), pattern="^[1-9][0-9]*$")),
        "widths": Key("numbers"),
    },
)

LAYOUT = KeyTable(
    "layout",
    {
        "grid": _PAIR._replace(required=True),
        "tracks": Key("table", inner=KeyTable("track_places", {}, other_key=Key("table", inner=LINE))),
        "boxes": Key("table", inner=_PLACES),
        "areas": Key("table", inner=_PLACES),
        "values": Key(
            "table",
            inner=KeyTable(
                "value_places", {}, other_key=_PLACE._replace(inner=LINE, either=(Key("table", inner=LINE),))
            ),
        ),
        "spots": Key("table", inner=_PLACES),
    },
)

MOST_TURN = 360
SCALES = (0.05, 20.0)
SIDES = ("left", "right", "top", "bottom")
_POINT = _PAIR._replace(either=(Key("text"),))
CALLOUT = KeyTable("number", {"point": _POINT._replace(required=True), "side": Key("choice", words=SIDES), "at": _PAIR})
_NUMBERS = Key(
    "table",
    inner=KeyTable(
        "numbers",
        {},
        other_key=_PAIR._replace(inner=CALLOUT, either=(Key("text"), Key("table", inner=CALLOUT))),
        pattern="^[1-9][0-9]?$",
    ),
)
_FACE = {
    "turn": Key("number", low=-MOST_TURN, high=MOST_TURN),
    "crop": _PLACE,
    "marks": Key("texts"),
    "values": Key("table", inner=KeyTable("written", {}, other_key=Key("integer", either=(Key("text"),)))),
    "numbers": _NUMBERS,
}
PLACED = KeyTable(
    "placed",
    {
        "show": Key("text", required=True),
        "at": _PAIR,
        "scale": Key("number", low=SCALES[0], high=SCALES[1]),
        "pile": Key("integer", low=1, high=20, default=1),
        **_FACE,
    },
)
FIGURE = KeyTable(
    "figure",
    {
        "show": Key("text", either=(Key("texts"),), without=("faces",)),
        "faces": Key("tables", low=1, inner=PLACED),
        "width": Key("length", low=5 * MM, high=500 * MM),
        "gap": Key("number"),
        **{name: key if name == "numbers" else key._replace(without=("faces",)) for name, key in _FACE.items()},
    },
)
FIGURES = KeyTable("figures", {}, other_key=Key("table", inner=FIGURE))
