"""The keys of scoresheets, `sheets/<id>.toml`, and of logs, `logs/<id>.toml`."""

from __future__ import annotations

from generator.model.keys.key_table import Key, KeyTable, by_id
from generator.model.sheet import BOX_KINDS, TRACK_ORDERS

MOST_YEARS = 99
MOST_COLUMNS = 12
MOST_ON_A_TRACK = 400
GREATEST = 9999
"""Largest number, and most characters, of a box."""

LARGEST = 10**9
"""Largest value of a formula: far below 2**53, up to which scripts of PDF viewers compute exactly."""

_ICONS = Key("ids")
_TITLES = KeyTable("option", {}, other_key=Key("phrase"))

TRAITS = {
    "kind": Key("choice", words=BOX_KINDS),
    "pay": Key("texts"),
    "needs": Key("texts"),
    "when": Key("texts"),
    "gains": _ICONS,
    "gains_one_of": _ICONS,
    "yearly": _ICONS,
    "yearly_one_of": _ICONS,
    "outcomes": Key("table", inner=KeyTable("outcomes", {}, other_key=_ICONS, pattern=".")),
    "least": Key("integer", low=-GREATEST, high=GREATEST),
    "most": Key("integer", low=-GREATEST, high=GREATEST),
    "options": Key("ids", inner=_TITLES, either=(Key("table", inner=_TITLES),)),
    "options_of": Key("id"),
    "tags": Key("ids"),
    "provenance": Key("text"),
}
"""Keys that a track or a section sets for its boxes, and a box for itself."""

_NAMED = {"title": Key("phrase", required=True), "note": Key("phrase")}

BOX = KeyTable("box", {"id": Key("id"), "title": Key("phrase"), "start": Key("integer", low=0, high=2), **TRAITS})
_BOXES = Key("integer", low=1, high=MOST_ON_A_TRACK, inner=BOX, either=(Key("tables", low=1, inner=BOX),))
SECTION = KeyTable(
    "section", {"id": Key("id", required=True), "boxes": _BOXES._replace(required=True, either=()), **TRAITS}
)
_TRACK = {
    "like": Key("id"),
    "order": Key("choice", words=TRACK_ORDERS),
    "filled_by": _ICONS,
    "filled_from": Key("texts"),
    "columns": Key("integer", low=1, high=40, default=0),
    "boxes": _BOXES,
    "sections": Key("tables", inner=SECTION),
}
TRACK = KeyTable(
    "track", {"id": Key("id", required=True), "title": Key("phrase"), "note": Key("phrase"), **_TRACK, **TRAITS}
)
AREA = KeyTable(
    "area",
    {
        **_NAMED,
        **{name: key._replace(without=("tracks",)) for name, key in _TRACK.items()},
        "tracks": Key("tables", inner=TRACK),
        **TRAITS,
    },
)

VALUE = KeyTable("value", {"title": Key("phrase", either=(Key("text"),)), "is": Key("text", required=True)})
SCORE = KeyTable("score", {"value": Key("id", required=True), "title": Key("phrase"), "minus": Key("flag")})
RANK = KeyTable(
    "rank",
    {"from": Key("integer", required=True, low=-LARGEST, high=LARGEST), "title": Key("phrase", required=True)},
)
RANKS = KeyTable("ranks", {"of": Key("id", required=True), "rows": Key("tables", required=True, low=1, inner=RANK)})
BOUND = KeyTable(
    "bound",
    {
        "title": Key("phrase", required=True),
        "of": Key("text", required=True),
        "most": Key("text", required=True),
        "each_column": Key("flag"),
    },
)
SOURCE = KeyTable("source", {"tracks": Key("ids"), "most": Key("text", required=True)})
LIMIT = KeyTable("limit", {"boxes": Key("texts"), "most": Key("integer", required=True, low=1, high=99)})
BONUS = KeyTable("bonus", {"value": Key("id", required=True), "gains": Key("id", required=True)})

SHEET = KeyTable(
    "sheet",
    {
        "title": Key("phrase", required=True),
        "version": Key("text", required=True),
        "years": Key("integer", low=1, high=MOST_YEARS, default=0),
        "items": Key("id"),
        "effects": Key("ids"),
        "wild": Key("table", inner=KeyTable("wild", {}, other_key=Key("ids"), pattern=".")),
        "columns": Key("table", inner=KeyTable("column_titles", {}, other_key=Key("phrase")), low=1, high=MOST_COLUMNS),
        "blocks": Key("integer", low=1, high=6, default=0),
        "areas": by_id(AREA, required=True),
        "values": by_id(VALUE),
        "scores": Key("tables", inner=SCORE),
        "ranks": Key("table", inner=RANKS),
        "limits": Key("tables", inner=LIMIT),
        "different": Key("tables", inner=KeyTable("different", {"boxes": Key("texts")})),
        "sources": by_id(SOURCE),
        "bonuses": Key("tables", inner=BONUS),
        "bounds": Key("tables", inner=BOUND),
    },
)
