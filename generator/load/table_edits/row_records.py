"""The rows of a table as records of plain texts, and records of any plain values as a table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator.base.errors import UsageError, fault, suggestion
from generator.load.files.folder import Folder
from generator.load.table_edits.named_tables import NamedTable, named_tables
from generator.load.table_edits.table_text import TableText, read_table_text

_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+\Z")
"""A number with a decimal comma."""


def find_table(folder: Folder, component: str) -> NamedTable:
    """Return the .csv or .tsv file with the rows of a component or lookup table. Raises UsageError without one."""
    tables = {user: table for table in named_tables(folder) for user in table.users}
    if component not in tables:
        raise UsageError(f"no table of rows for {component!r}{suggestion(component, tables)}")
    if not tables[component].is_text:
        raise UsageError(f"{tables[component].file} is no .csv or .tsv file; change it with the program that made it")
    return tables[component]


def read_records(folder: Folder, table: NamedTable) -> list[dict[str, str]]:
    """Return the rows of a file as written, each by the names of its columns."""
    text = _table_text(folder, table)
    return [dict(zip(text.names, text.values(row), strict=False)) for row in range(len(text.rows))]


def write_records(folder: Folder, table: NamedTable, records: Iterable[Mapping[str, Any]]) -> bytes:
    """Return a file with other rows; columns stand as before, new ones behind them.

    Numbers, None, NaN and lists are written as a table has them. Raises Faults for rows that would be comments.
    """
    records, text = list(records), _table_text(folder, table)
    used = dict.fromkeys(str(name) for record in records for name in record)
    names = [
        *(name for name in text.names if name in used or not used),
        # Without any records all columns stay: an empty table keeps its header.
        *(name for name in used if name not in text.names),
    ]
    decimal = _decimal_sign(text)
    file = io.StringIO()
    writer = csv.writer(file, delimiter=text.separator, lineterminator="\n")
    writer.writerow(names)
    for number, record in enumerate(records, 2):
        cells = {str(name): cell_text(value, decimal) for name, value in record.items()}
        row = [cells.get(name, "") for name in names]
        if row[0].startswith("#"):
            message = "a row that begins with # is a comment; begin with another sign"
            raise fault(folder.place(table.file), message, line=number, key=names[0])
        writer.writerow(row)
    return file.getvalue().encode()


def cell_text(value: Any, decimal: str = ".") -> str:
    """Return a value of Python as the text of a table's cell; `decimal` is the sign before decimals.

    >>> [cell_text(value) for value in (3, 2.0, 1.5, None, float("nan"), True, ["fire", "wood"], "plain")]
    ['3', '2', '1.5', '', '', 'yes', 'fire wood', 'plain']
    """
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    if _is_missing(value):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value).replace(".", decimal)
    if isinstance(value, (list, tuple)):
        return " ".join(cell_text(item, decimal) for item in value)
    return str(value)


def _is_missing(value: Any) -> bool:
    """Whether a value stands for none: NaN is not equal to itself, and NA of pandas not even unequal."""
    try:
        return value is None or bool(value != value)  # noqa: PLR0124
    except TypeError:
        return True


def _table_text(folder: Folder, table: NamedTable) -> TableText:
    """Return the text of a file of rows, with the places of its cells."""
    return read_table_text(folder.read(table.file), folder.place(table.file), table.separator)


def _decimal_sign(text: TableText) -> str:
    """Return the decimal sign of a file: a comma if any of its cells is a number with one, else a point."""
    cells: Sequence[str] = [cell for row in range(len(text.rows)) for cell in text.values(row)]
    return "," if any(map(_COMMA.match, cells)) else "."
