"""Turns the text of a cell into the value that its column's type asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from generator.base.errors import suggestion
from generator.base.units import decimal, half_width, to_mm
from generator.load.files.fault_report import quote
from generator.load.files.toml_table import GREATEST, id_fault, parse_length
from generator.load.headings.copy_counts import COUNT
from generator.load.tables.column import Column
from generator.model.game import Crop, Nudge, Row, Value
from generator.model.text import Text

CellParser: TypeAlias = Callable[[str], Value]
"""Turns the text of a cell into its value; raises ValueError with the fault."""

Tables: TypeAlias = Mapping[str, Mapping[str, Row]]
"""Rows by id, by the name of their table; without the tables that could not be read."""

TOKENS = ("seed", "public", "derived", "house")
"""Where a value comes from: the collected facts, public knowledge, a calculation, or an invention of ours."""

# Fifteen digits: as many as a float, and so a spreadsheet, keeps exactly.
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}(\.0{1,15})?\Z")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?\Z")
_FORMATTED = re.compile(r"[0-9] ?[%€$£¥₪]|[€$£¥₪] ?[0-9]|[0-9][.,'\s][0-9]{3}(?![0-9])")
"""A number as a spreadsheet shows it, with a currency, in percent or with a sign between thousands."""
_EMPTY: Mapping[str, Value] = {"words": Text(()), "number": 0, "copies": 0, "yes": False, "list": (), "length": 0.0}
_MOST_COPIES = 999
_MOST_ZOOM = 20
"""Largest enlargement of a picture: a twentieth of its sides fills the frame then."""
_YES, _NO = ("yes", "true"), ("no", "false")
"""Also as spreadsheets write boxes that are ticked."""


def empty_value(column: Column) -> Value:
    """Return the value of an empty cell in an optional column, and of a cell with a fault."""
    return _EMPTY.get(column.type, "")


def cell_parser(column: Column, tables: Tables) -> CellParser:
    """Return the function that turns a filled cell of a column into its value, or raises ValueError.

    >>> cell_parser(Column("strength", "number", least=1), {})("3")
    3
    """
    if column.type in _PARSER_FACTORIES:
        return _PARSER_FACTORIES[column.type](column, tables)
    return _PARSERS.get(column.type, str)


def provenance_parser(names: Collection[str]) -> CellParser:
    """Return a parser of the column that says where values come from, such as `public copies=house`.

    The first token is for the whole row, others for single columns, whose `names` are given.
    """

    def read(text: str) -> str:
        """Return the text if all its tokens and columns are known; raises ValueError otherwise."""
        default, *exceptions = text.split()
        _token(default)
        for other in exceptions:
            name, sign, token = other.partition("=")
            if not sign:
                raise ValueError(f"{quote(other)} is not like 'copies=house'; one word stands for the row")
            if name not in names:
                raise ValueError(f"no column called {quote(name)}{suggestion(name, names)}")
            _token(token)
        return text

    return read


def parse_id(text: str) -> str:
    """Return an id; raises ValueError for any other text."""
    if problem := id_fault(text):
        raise ValueError(problem)
    return text


def _token(word: str) -> None:
    """Raise ValueError for a word that is none of `TOKENS`."""
    if word not in TOKENS:
        raise ValueError(f"no provenance called {quote(word)}{suggestion(word, TOKENS)}")


def _word(column: Column, _tables: Tables) -> CellParser:
    """Return a parser of words such as `swords`, which must be in the column's list if it has one."""
    words = column.one_of

    def read(text: str) -> str:
        """Return the word of a cell. Raises ValueError for an unknown one."""
        if words and text not in words:
            raise ValueError(f"no {_noun(column)} called {quote(text)}{suggestion(text, words)}")
        if problem := id_fault(text, "a word"):
            raise ValueError(problem)
        return text

    return read


def _number(column: Column, _tables: Tables) -> CellParser:
    """Return a parser of numbers within the limits of a column."""
    pattern, least, most = (_DECIMAL if column.decimals else _WHOLE), column.least, column.most

    def read(cell: str) -> int | float:
        """Return the number in a cell, also in full-width digits."""
        text = half_width(cell)
        value = float(text) if pattern.match(text) else None
        if value is None or (least is not None and value < least) or (most is not None and value > most):
            raise ValueError(f"{quote(cell)} is not {_wanted(column)}{_number_advice(text, column)}")
        # A column with decimals keeps `2.0` as a float, because templates print it.
        return int(value) if value.is_integer() and not ("." in text and column.decimals) else value

    return read


def _number_advice(text: str, column: Column) -> str:
    """Return advice for a cell that is no number, such as to leave out a currency; empty if none fits."""
    if _DECIMAL.match(text):
        return "" if column.decimals or "." not in text else "; decimals = true in its column allows parts of one"
    return "; write it without currency, percent or a sign for thousands" if _FORMATTED.search(text) else ""


def _wanted(column: Column) -> str:
    """Return which numbers a column takes, in words: `a whole number from 1 to 9`."""
    noun = "a number" if column.decimals else "a whole number"
    match column.least, column.most:
        case None, None:
            return noun
        case least, None:
            return f"{noun} of at least {least}"
        case None, most:
            return f"{noun} of at most {most}"
    return f"{noun} from {column.least} to {column.most}"


def _parse_copies(cell: str) -> int:
    """Return how many copies of a card are printed: `2`, `2x` or `2枚`. Raises ValueError for other texts."""
    match = COUNT.match(half_width(cell))
    if not match or not 0 <= int(match[1]) <= _MOST_COPIES:
        raise ValueError(f"copies must be 0 to {_MOST_COPIES}, not {quote(cell)}")
    return int(match[1])


def _parse_yes(cell: str) -> bool:
    """Return whether a cell says yes. Raises ValueError for a cell that says neither yes nor no."""
    text = cell.lower()
    if text not in _YES and text not in _NO:
        raise ValueError(f"{quote(cell)} is neither 'yes' nor 'no'")
    return text in _YES


def parse_nudge(cell: str) -> Nudge:
    """Return by how many millimetres a box is moved and resized: one to four numbers between spaces.

    Numbers that are left out are 0. Raises ValueError for other texts, and for more than the largest length.

    >>> parse_nudge("0.5 -1")
    (0.5, -1.0, 0.0, 0.0)
    """
    numbers = half_width(cell).split()
    most = to_mm(GREATEST)
    if len(numbers) > 4 or not all(_DECIMAL.match(text) and abs(float(text)) <= most for text in numbers):
        raise ValueError(
            f"{quote(cell)} is not one to four numbers of mm, right, down, wider and higher, like '0.5 -1 0 2'; "
            f"each is from -{decimal(most)} to {decimal(most)}, with a point before its decimals"
        )
    right, down, wider, higher = (*map(float, numbers), 0.0, 0.0, 0.0, 0.0)[:4]
    return right, down, wider, higher


def parse_crop(cell: str) -> Crop:
    """Return the part of a picture that is shown: two percentages and an enlargement, 1 by default.

    Raises ValueError for other texts.

    >>> parse_crop("30 50")
    (30.0, 50.0, 1.0)
    """
    texts = half_width(cell).split()
    numbers = [float(text) for text in texts if _DECIMAL.match(text)]
    across, down, zoom = (*numbers, 1.0, 0.0, 0.0)[:3]
    is_right = len(numbers) == len(texts) in {2, 3} and min(across, down) >= 0 and max(across, down) <= 100
    if not is_right or not 1 <= zoom <= _MOST_ZOOM:
        raise ValueError(
            f"{quote(cell)} is not a place in the picture in percent from its left and top, and how much it is "
            f"enlarged, from 1 to {_MOST_ZOOM}, like '30 50 1.5'"
        )
    return across, down, zoom


def _checked(parse: Callable[[str], object]) -> CellParser:
    """Return a parser that keeps a text as it is if another parser can read it."""

    def read(cell: str) -> str:
        """Return the text. Raises ValueError where it cannot be read."""
        parse(cell)
        return cell

    return read


def _row(column: Column, tables: Tables) -> CellParser:
    """Return a parser of ids, which become the rows they name; empty texts if that table could not be read."""
    rows = tables.get(column.of)
    if rows is None:  # the fault of the table is reported already
        return lambda _text: ""

    def read(text: str) -> Row:
        """Return the row that a cell names. Raises ValueError for an unknown one."""
        if text not in rows:
            near = suggestion(text, rows) if len(rows) <= 500 else ""  # it is slow, and each cell may have this fault
            raise ValueError(f"no {_noun(column)} called {quote(text)}{near}")
        return rows[text]

    return read


def _list(column: Column, tables: Tables) -> CellParser:
    """Return a parser of items between spaces: words, numbers or rows of a table."""
    factory = _row if column.table else _PARSER_FACTORIES.get(column.of)
    # Other columns of lists hold rows of a table, and such a table was checked before.
    item = factory(column, tables) if factory else str
    return lambda text: tuple(map(item, text.split()))


def _noun(column: Column) -> str:
    """Return the name of a column as words for faults."""
    return column.name.replace("_", " ")


_PARSERS: Mapping[str, CellParser] = {
    "id": parse_id,
    "copies": _parse_copies,
    "yes": _parse_yes,
    "nudge": _checked(parse_nudge),
    "crop": _checked(parse_crop),
    "length": lambda text: parse_length(text, -GREATEST, GREATEST),
}
_PARSER_FACTORIES: Mapping[str, Callable[[Column, Tables], CellParser]] = {
    "word": _word,
    "number": _number,
    "row": _row,
    "list": _list,
}
"""Make the parsers of the types that depend on the rest of the declaration."""
