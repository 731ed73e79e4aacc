"""The keys of game.toml."""

from __future__ import annotations

from generator.base.units import MM
from generator.model.game import MATERIALS
from generator.model.keys.key_table import Key, KeyTable, by_id

FOLDUPS = ("dice", "standees", "boxes")
FLAT = ("cards", "tokens", "sheets", "boards", "booklets")
KINDS = (*FLAT, *FOLDUPS)
SHAPES = ("rect", "round", "hex")

FORMS = ("net", "stickers")
"""A die is folded from paper, or six stickers on a blank die."""

STANDS = ("feet", "tent")
"""A standee is glued together and stands on two flaps, or stands astride like a roof."""

TYPES = ("words", "text", "word", "number", "yes", "row", "list", "length")
"""The types of a column."""

MARKUPS = ("html",)
"""Languages for the cells of a column, besides light markup."""

SEPARATOR_KEYS = {",": ",", ";": ";", "tab": "\t", "|": "|"}
"""The values of `separator`, with the sign of each."""

DECIMAL_KEYS = {",": "comma", ".": "point"}
"""The values of `decimal`, with their names in faults."""

MOST_PIECES = 1_000_000
MOST_PLAYERS = 99
_WITH_ROWS = tuple(kind for kind in KINDS if kind != "booklets")
_NO_ROWS = ("sheets", "logs")

COLUMN = KeyTable(
    "column",
    {
        "type": Key("choice", words=TYPES),
        "from": Key("text", either=(Key("phrase"),)),
        "optional": Key("flag"),
        "rich": Key("flag", kinds=("words", "text")),
        "markup": Key("choice", words=MARKUPS, default="", kinds=("words", "text")),
        "decimals": Key("flag", kinds=("number",)),
        "of": Key("id", kinds=("row", "list")),
        "min": Key("number", kinds=("number", "list")),
        "max": Key("number", kinds=("number", "list")),
        "one_of": Key("ids", kinds=("word", "list")),
        "default": Key("scalar", kinds=("text", "word", "number", "yes", "length")),
    },
    switch="type",
)

_MEANT = Key("table", inner=KeyTable("heading", {"from": Key("text", required=True)}))


def _columns(*built_in: str) -> Key:
    """Return the key that describes `columns`; the `built_in` columns can only be given another heading."""
    return Key(
        "table", inner=KeyTable("columns", dict.fromkeys(built_in, _MEANT), other_key=Key("table", inner=COLUMN))
    )


_ROWS = {
    "rows": Key("text", required=True),
    "sheet": Key("text", default=""),
    "header": Key("integer", low=1, high=20_000, default=0),
    "ignore": Key("texts", either=(Key("choice", words=("*",)),)),
    "separator": Key("choice", words=tuple(SEPARATOR_KEYS), default=""),
    "decimal": Key("choice", words=tuple(DECIMAL_KEYS), default=""),
    "source": Key("address", default=""),
    "columns": _columns("id", "provenance"),
}
"""Keys for the file of rows, which a lookup table and a component share."""

TABLE = KeyTable("table", _ROWS)

_PLACES = Key("list", either=(Key("place"),))
_SEAM_KEYS = {"x": _PLACES, "y": _PLACES, "columns": Key("list", either=(_PLACES,))}
SEAMS = KeyTable("seams", _SEAM_KEYS)
SEAMS_OF_PIECES = KeyTable("seams", _SEAM_KEYS, other_key=Key("table", inner=SEAMS))

COMPONENT = KeyTable(
    "component",
    {
        "kind": Key("choice", required=True, words=KINDS),
        "title": Key("phrase", required=True),
        # Home printers shift a sheet by 1 to 2 mm; more than 20 mm would only be waste.
        "trim": Key("lengths", low=2, high=2, kinds=FLAT, either=(Key("choice", words=("page",)),)),
        "bleed": Key("length", low=0, high=20 * MM),  # printers ask for 3 to 5 mm
        "corner": Key("length", low=0, default="0mm", kinds=FLAT),
        "shape": Key("choice", words=SHAPES, default="rect", kinds=FLAT),
        "gap": Key("length", low=0, high=50 * MM, default="0mm", kinds=FLAT),
        "seams": Key("table", inner=SEAMS_OF_PIECES, kinds=FLAT),
        "front": Key("text"),
        "back": Key("text", kinds=FLAT),
        "light_back": Key("flag", kinds=("cards",)),
        "shared_cuts": Key("flag", kinds=("cards",)),
        "file": Key("text"),
        "material": Key("choice", words=MATERIALS),
        "turned": Key("flag"),
        "per": Key("id", default=""),
        "spare_set": Key("text", default=""),
        "copies_for": Key("integer", low=1, high=MOST_PLAYERS, default=0, kinds=_WITH_ROWS),
        "for_players": Key("texts", low=1, high=2, kinds=_WITH_ROWS, without=_NO_ROWS),
        "numbered": Key("flag", kinds=_WITH_ROWS, without=_NO_ROWS),
        **{key: it._replace(required=False, kinds=_WITH_ROWS, without=_NO_ROWS) for key, it in _ROWS.items()},
        "columns": _columns("id", "copies", "label", "provenance"),
        "sheets": Key("ids", kinds=("sheets",)),
        "logs": Key("ids", kinds=("sheets",), without=("sheets",)),
        "tables": Key("ids", kinds=_WITH_ROWS),
        "copies": Key("integer", low=1, high=99, default=1, kinds=("sheets",), without=("rows",)),
        "text": Key("text", kinds=("booklets",)),
        "across": Key("integer", low=1, high=4, default=1, kinds=("booklets",)),
        "size": Key("length", low=5, high=24, kinds=("booklets",)),
        "margin": Key("length", low=0, high=60 * MM, kinds=("booklets",)),
        "edge": Key("length", low=8 * MM, high=100 * MM, kinds=("dice",)),  # a smaller die cannot be folded by hand
        "width": Key("length", low=5 * MM, high=200 * MM, kinds=("standees",)),
        "height": Key("length", low=10 * MM, high=400 * MM, kinds=("standees",)),
        "form": Key("choice", words=(*FORMS, *STANDS), kinds=("dice", "standees")),
        "holds": Key("ids", kinds=("boxes",)),
        "stock": Key("length", low=0.05 * MM, high=5 * MM, default="0.3mm", kinds=("boxes",)),  # card of 300 g/m²
        "sleeve": Key("length", low=0, high=0.5 * MM, default="0mm", kinds=("boxes",)),
        "clearance": Key("length", low=0, high=10 * MM, default="1.5mm", kinds=("boxes",)),
    },
    switch="kind",
)

AS_PIXELS = "as pixels"
"""The value of `pictures` that draws them as pixels: all drawings that are refused, or one by its name."""

_PIXELS = Key("choice", words=(AS_PIXELS,), default="")
_PICTURES = KeyTable("pictures", {}, other_key=_PIXELS, pattern=".")

GAME = KeyTable(
    "game",
    {
        "format": Key("integer", required=True, low=1, high=9999),
        "sample": Key("flag"),
        "title": Key("phrase", required=True),
        "about": Key("phrase"),
        "designer": Key("text", default=""),
        "year": Key("integer", low=1, high=9999),
        "version": Key("text", default="1"),
        "date": Key("text", default=""),
        "languages": Key("texts", low=1),
        "players": Key("text", default=""),
        "house": Key("phrase"),
        "rights": Key("phrase"),
        "pictures": _PIXELS._replace(inner=_PICTURES, either=(Key("table", inner=_PICTURES),)),
        "expect": Key("table", inner=KeyTable("expect", {}, other_key=Key("integer", low=0, high=MOST_PIECES))),
        "tables": by_id(TABLE),
        "components": by_id(COMPONENT, required=True),
    },
)
