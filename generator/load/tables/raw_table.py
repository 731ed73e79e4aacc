"""Tables of text cells, as a file holds them before the cells are given types."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from generator.base.errors import Fault
from generator.base.records import NamedTuple
from generator.load.files.fault_report import quote
from generator.load.files.toml_document import LONGEST, value_fault

MOST_ROWS = 20_000
MOST_COLUMNS = 200
BLANK = " \t\n\N{NO-BREAK SPACE}\N{ZERO WIDTH SPACE}\N{ZERO WIDTH NO-BREAK SPACE}"
"""Characters cut from both ends of a cell; not the ideographic space, which begins a Japanese paragraph."""


class RawRow(NamedTuple):
    """The line of a row and its cells by column, without those that JSON or TOML leave out."""

    line: int
    cells: Mapping[str, str]
    shown: Mapping[str, str] = {}
    """Display texts of a workbook's cells that differ from their values: `50%` for 0.5."""
    styled: Mapping[str, str] = {}
    """Cells of a workbook with bold or italic letters as light markup, or the sign alone for the whole cell."""
    faults: Mapping[str, Fault] = {}
    """Cells of a workbook that have no value, such as formulas that were never calculated."""


class TableForm(NamedTuple):
    """Format of a file of rows; empty fields are guessed from the file."""

    separator: str = ""
    """The sign between the columns of a .csv or .tsv file."""
    decimal: str = ""
    """The sign before the decimals of a number."""
    sheet: str = ""
    """The sheet of a workbook; the first one if empty."""
    header: int = 0
    """The line of the headings."""
    headings: frozenset[str] = frozenset()
    """Tidied headings that identify the line of headings."""
    ignored: tuple[str, ...] = ()
    """Headings of columns that are left out, or `*`."""


class RawTable(NamedTuple):
    """All rows of a file."""

    where: str
    header: tuple[str, ...]
    line: int | None
    """The line of the header; None if every row names its cells itself, as in JSON and TOML."""
    rows: tuple[RawRow, ...]
    form: TableForm = TableForm()
    headings: Mapping[str, str] = {}
    """Headings in the file, by column name, where they differ."""
    places: tuple[str, ...] = ()
    """The names of all columns of a sheet from its left edge on; empty for one without a name."""
    hidden: frozenset[str] = frozenset()
    """The names of columns that a workbook hides."""


def cell_text(value: object) -> str:
    """Return a value of JSON, TOML or a workbook as cell text. Raises ValueError for tables and similar.

    >>> cell_text(3.0), cell_text(True), cell_text(["sword", "cup"])
    ('3', 'yes', 'sword cup')
    """
    if isinstance(value, list):
        if len(value) > LONGEST:
            raise ValueError(f"a list of more than {LONGEST:,} items")
        return " ".join(map(_item, value))
    return _single(value)


def _single(value: object) -> str:
    """Return a value that is no list as cell text. Raises ValueError for tables and similar."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case str():
            text = value.replace("\r\n", "\n").strip(BLANK)
        case int() | float():
            text = _number(value)
        case datetime.date() | datetime.time():
            text = value.isoformat()
        case _:
            raise ValueError(f"{quote(value)} cannot stand in a cell")
    if problem := value_fault(text):
        raise ValueError(problem)
    return text


def _number(value: float) -> str:
    """Return a number as cell text. Raises ValueError for one that is not finite or too large."""
    if problem := value_fault(value):
        raise ValueError(problem)
    # A float that is whole prints as `3`, as a person would have typed it.
    return str(int(value)) if value == int(value) else str(value)


def _item(value: object) -> str:
    """Return an item of a list as text without spaces. Raises ValueError for any other."""
    text = _single(value)
    # Items are separated by spaces, so none may contain one.
    if not text or text.split() != [text]:
        raise ValueError(f"{quote(value)} cannot stand in a list; its items are words or numbers")
    return text
