"""Reads the rows of a JSON list of objects, or of the `[[row]]` tables of a TOML file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from generator.base.errors import Fault, Faults, fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import DEPTH, TomlDocument, read_toml
from generator.load.tables.raw_table import MOST_COLUMNS, MOST_ROWS, RawRow, RawTable, cell_text

_START = re.compile(r"[ \t\n]*\[[ \t\n]*")
_NEXT = re.compile(r"[ \t\n]*(?:,[ \t\n]*(?!\])|(?=\]))")
"""Text between objects of a list: a comma with another object behind it, or the closing bracket."""
_END = re.compile(r"\][ \t\n]*")


def read_records(folder: Folder, name: str, report: FaultReport) -> RawTable:
    """Read the rows of a .json or .toml file; raises Faults if it cannot be parsed or holds something else."""
    where = folder.place(name)
    if name.lower().endswith(".toml"):
        return _table(where, _toml_records(read_toml(folder, name)), report)
    return _table(where, _json_records(folder.text(name), where), report)


def _table(where: str, records: Iterable[tuple[int, Mapping[str, Any]]], report: FaultReport) -> RawTable:
    """Return records with their lines as a table; a record with a fault is left out. Raises Faults for too many."""
    header: dict[str, None] = {}
    rows: list[RawRow] = []
    for number, (line, record) in enumerate(records):
        items = list(_items(record))
        header.update((name, None) for name, _ in items)
        # Checked on the way, before a huge file fills the memory.
        if number == MOST_ROWS or len(header) > MOST_COLUMNS:
            most = f"{MOST_ROWS:,} rows" if number == MOST_ROWS else f"{MOST_COLUMNS} columns"
            raise fault(where, f"more than {most}", line=line, unreadable=True)
        cells = _cells(where, line, items, report)
        # A record that lost a cell to a fault would have further faults for that cell.
        if len(cells) == len(items):
            rows.append(RawRow(line, cells))
    if not header:
        raise fault(where, "has no rows", unreadable=True)
    return RawTable(where, tuple(header), None, tuple(rows))


def _cells(where: str, line: int, items: Iterable[tuple[str, Any]], report: FaultReport) -> dict[str, str]:
    """Return the cells of a record as texts; values that no cell can hold, and repeated names, are faults."""
    cells: dict[str, str] = {}
    for name, value in items:
        try:
            text = cell_text(value)
        except ValueError as error:
            report.add(Fault(where, str(error), line, key=name))
            continue
        if name in cells:
            report.add(Fault(where, f"{quote(name)} given twice", line, key=name))
        cells[name] = text
    return cells


def _items(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield names and values of a record; `{"name": {"en": "Sword"}}` gives `name.en`."""
    for key, value in record.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{part}", item) for part, item in value.items())
        else:
            yield key, value


def _toml_records(document: TomlDocument) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield each `[[row]]` of a TOML file with its line."""
    rows = document.data.get("row")
    other_keys = [key for key in document.data if key != "row"]
    if other_keys or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        line = document.line(other_keys[0]) if other_keys else document.line("row")
        raise fault(document.where, "rows are tables called [[row]], and nothing else", line=line, unreadable=True)
    for index, row in enumerate(rows):
        yield document.line("row", index) or 1, row


def _json_records(text: str, where: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield each object of a list with its line.

    They are decoded one by one, as the parser does not give their lines.
    """
    decoder = json.JSONDecoder(
        object_pairs_hook=_object, parse_constant=_refuse_constant, parse_int=_integer, parse_float=_number
    )
    if not text.strip(" \t\n"):
        raise fault(where, "file is empty", unreadable=True)
    index = _skip(_START, text, 0, where)
    line, counted = 1, 0
    while text[index : index + 1] != "]":
        # Lines are counted from the last object on; counting from the start would take time by the square.
        line, counted = line + text.count("\n", counted, index), index
        record, index = _decode(decoder, text, index, line, where)
        if not isinstance(record, dict):
            raise _shape_fault(text, counted, where)
        yield line, record
        index = _skip(_NEXT, text, index, where)
    if _skip(_END, text, index, where) < len(text):
        raise _shape_fault(text, _skip(_END, text, index, where), where)


def _decode(decoder: json.JSONDecoder, text: str, start: int, line: int, where: str) -> tuple[Any, int]:
    """Decode the JSON value at an index; return it with the index behind it. Raises Faults for wrong syntax."""
    try:
        return decoder.raw_decode(text, start)
    except json.JSONDecodeError as error:
        from generator.base.text_files.json_syntax import json_fault

        raise fault(where, json_fault(error.msg), line=error.lineno, column=error.colno, unreadable=True) from None
    except RecursionError:
        raise fault(where, f"nested deeper than {DEPTH}", line=line, unreadable=True) from None
    except ValueError as error:
        raise fault(where, str(error), line=line, unreadable=True) from None


def _skip(pattern: re.Pattern[str], text: str, index: int, where: str) -> int:
    """Return the index behind a pattern. Raises Faults if the text does not go on with it."""
    match = pattern.match(text, index)
    if match:
        return match.end()
    raise _shape_fault(text, index + len(text[index:]) - len(text[index:].lstrip(" \t\n")), where)


def _shape_fault(text: str, index: int, where: str) -> Faults:
    """Return the fault for JSON that is no list of objects, at an index of the text."""
    line, column = text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
    message = 'rows are objects in a list: [{"id": "a"}, {"id": "b"}]'
    return fault(where, message, line=line, column=column, unreadable=True)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON. Raises ValueError for a key that is given twice."""
    record = dict(pairs)
    if len(record) < len(pairs):  # JSON allows repeated keys, of which Python keeps the last
        keys = [key for key, _ in pairs]
        raise ValueError(f"{quote(next(key for key in keys if keys.count(key) > 1))} given twice")
    return record


def _refuse_constant(name: str) -> NoReturn:
    """Raise ValueError for NaN and infinity, which Python's parser would accept."""
    raise ValueError(f"{name} is not a number here; it must be a finite number")


def _integer(digits: str) -> int:
    """Return a whole number of JSON. Raises ValueError for a very long one."""
    if len(digits) > 17:  # int() takes the square of the digits in time
        raise ValueError("number out of range")
    return int(digits)


def _number(digits: str) -> float:
    """Return a fraction of JSON. Raises ValueError for one that is too large for a float."""
    value = float(digits)
    if value in {float("inf"), float("-inf")}:
        raise ValueError(f"{quote(digits)} is too large; it must be a finite number")
    return value
