"""What the text of a cell means under its column's type."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from generator.base.errors import suggestion
from generator.load.files.fault_report import quote
from generator.load.files.toml_table import GREATEST, ID, parse_length
from generator.load.tables.column import Column
from generator.model.game import Row, Value
from generator.model.text import Text

CellParser: TypeAlias = Callable[[str], Value]
"""From the text of a cell to its value; raises ValueError whose text is the fault."""

Tables: TypeAlias = Mapping[str, Mapping[str, Row]]
"""Rows by id, by the name of their table; a table that could not be read is absent."""

TOKENS = ("seed", "public", "derived", "house")
"""Where a datum comes from: the fact base's seed, public knowledge, worked out, or a value of our own."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,15}\Z")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?\Z")
_EMPTY: Mapping[str, Value] = {
    "words": Text(()),
    "number": 0,
    "copies": 0,
    "yes": False,
    "list": (),
    "length": 0.0,
}
_MOST_COPIES = 999


def empty_value(column: Column) -> Value:
    """What an optional column holds where nothing is given, and a faulty cell until the faults are raised."""
    return _EMPTY.get(column.type, "")


def cell_parser(column: Column, tables: Tables) -> CellParser:
    """The function that reads the cells of a column with one cell a row; it is not asked about empty cells."""
    return _MEANINGS.get(column.type, _text)(column, tables)


def provenance_parser(names: Collection[str]) -> CellParser:
    """Reads `public` or `public copies=house`: a token for the row, then others for single columns."""

    def read(text: str) -> str:
        default, *others = text.split()
        _token(default)
        for other in others:
            name, sign, token = other.partition("=")
            if not sign:
                raise ValueError(f"{quote(other)} is not like 'copies=house'; one word stands for the row")
            if name not in names:
                raise ValueError(f"no column called {quote(name)}{suggestion(name, names)}")
            _token(token)
        return text

    return read


def parse_id(text: str) -> str:
    """The id of a row."""
    if not ID.match(text):
        raise ValueError(f"{quote(text)} is not an id; write it with a-z, 0-9 and _, a letter first, at most 41 long")
    return text


def _token(word: str) -> None:
    if word not in TOKENS:
        raise ValueError(f"no provenance called {quote(word)}{suggestion(word, TOKENS)}")


def _text(_column: Column, _tables: Tables) -> CellParser:
    return lambda text: text


def _id(_column: Column, _tables: Tables) -> CellParser:
    return parse_id


def _word(column: Column, _tables: Tables) -> CellParser:
    known = column.one_of

    def read(text: str) -> str:
        if known and text not in known:
            raise ValueError(f"no {_noun(column)} called {quote(text)}{suggestion(text, known)}")
        if not ID.match(text):
            raise ValueError(f"{quote(text)} is not a word; write it with a-z, 0-9 and _, a letter first")
        return text

    return read


def _number(column: Column, _tables: Tables) -> CellParser:
    pattern, least, most = (_DECIMAL if column.decimals else _WHOLE), column.least, column.most

    def read(text: str) -> int | float:
        value = float(text) if pattern.match(text) else None
        if value is None or (least is not None and value < least) or (most is not None and value > most):
            raise ValueError(f"{quote(text)} is not {_wanted(column)}")
        return int(text) if value.is_integer() and "." not in text else value

    return read


def _wanted(column: Column) -> str:
    noun = "a number" if column.decimals else "a whole number"
    match column.least, column.most:
        case None, None:
            return noun
        case least, None:
            return f"{noun} of at least {least}"
        case None, most:
            return f"{noun} of at most {most}"
    return f"{noun} from {column.least} to {column.most}"


def _copies(_column: Column, _tables: Tables) -> CellParser:
    def read(text: str) -> int:
        if not _WHOLE.match(text) or not 0 <= int(text) <= _MOST_COPIES:
            raise ValueError(f"copies must be 0 to {_MOST_COPIES}, not {quote(text)}")
        return int(text)

    return read


def _yes(_column: Column, _tables: Tables) -> CellParser:
    def read(text: str) -> bool:
        if text not in {"yes", "no"}:
            raise ValueError(f"{quote(text)} is neither 'yes' nor 'no'")
        return text == "yes"

    return read


def _row(column: Column, tables: Tables) -> CellParser:
    rows = tables.get(column.of)
    if rows is None:  # its own fault is told already
        return lambda _text: ""

    def read(text: str) -> Row:
        if text not in rows:
            raise ValueError(f"no {_noun(column)} called {quote(text)}{_near_row(text, rows)}")
        return rows[text]

    return read


def _near_row(text: str, rows: Mapping[str, Row]) -> str:
    return suggestion(text, rows) if len(rows) <= 500 else ""


def _list(column: Column, tables: Tables) -> CellParser:
    item = (_row if column.table else _MEANINGS.get(column.of, _text))(column, tables)
    return lambda text: tuple(map(item, text.split()))


def _length(_column: Column, _tables: Tables) -> CellParser:
    return lambda text: parse_length(text, -GREATEST, GREATEST)


def _noun(column: Column) -> str:
    return column.name.replace("_", " ")


_MEANINGS: Mapping[str, Callable[[Column, Tables], CellParser]] = {
    "id": _id,
    "text": _text,
    "word": _word,
    "number": _number,
    "copies": _copies,
    "yes": _yes,
    "row": _row,
    "list": _list,
    "length": _length,
}
