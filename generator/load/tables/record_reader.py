"""Rows from a JSON list of objects or from the `[[row]]` tables of a TOML file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from generator.base.errors import Fault, Faults, fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import DEPTH, TomlDocument, read_toml
from generator.load.tables.raw_table import MOST_COLUMNS, MOST_ROWS, RawRow, RawTable, cell_text

_SPACE = " \t\n"
_SHAPE = 'rows are objects in a list: [{"id": "a"}, {"id": "b"}]'


def read_records(folder: Folder, name: str, report: FaultReport) -> RawTable:
    """The rows of a .json or .toml file; raises Faults where the file cannot be parsed or holds something else."""
    where = folder.place(name)
    if name.lower().endswith(".toml"):
        return _table(where, _toml_rows(read_toml(folder, name)), report)
    return _table(where, _json_rows(folder.text(name), where), report)


def _table(where: str, records: Iterable[tuple[int, Mapping[str, Any]]], report: FaultReport) -> RawTable:
    header: dict[str, None] = {}
    rows: list[RawRow] = []
    for number, (line, record) in enumerate(records):
        flat = list(_flat(record))
        header.update((name, None) for name, _ in flat)
        if number == MOST_ROWS or len(header) > MOST_COLUMNS:
            most = f"{MOST_ROWS:,} rows" if number == MOST_ROWS else f"{MOST_COLUMNS} columns"
            raise fault(where, f"more than {most}", line=line, unreadable=True)
        cells = _cells(where, line, flat, report)
        if len(cells) == len(flat):
            rows.append(RawRow(line, cells))
    if not header:
        raise fault(where, "has no rows", unreadable=True)
    return RawTable(where, tuple(header), None, tuple(rows))


def _cells(where: str, line: int, flat: Iterable[tuple[str, Any]], report: FaultReport) -> dict[str, str]:
    """The cells of one record, less those that are faulty."""
    cells: dict[str, str] = {}
    for name, value in flat:
        try:
            text = cell_text(value)
        except ValueError as error:
            report.add(Fault(where, str(error), line, key=name))
            continue
        if name in cells:
            report.add(Fault(where, f"{quote(name)} given twice", line, key=name))
        cells[name] = text
    return cells


def _flat(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Keys and values of a record; `{"name": {"en": "Sword"}}` gives `name.en`."""
    for key, value in record.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{part}", each) for part, each in value.items())
        else:
            yield key, value


def _toml_rows(document: TomlDocument) -> Iterator[tuple[int, Mapping[str, Any]]]:
    rows = document.data.get("row")
    others = [key for key in document.data if key != "row"]
    if others or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        line = document.line(others[0]) if others else document.line("row")
        raise fault(document.where, "rows are tables called [[row]], and nothing else", line=line, unreadable=True)
    for index, row in enumerate(rows):
        yield document.line("row", index) or 1, row


def _json_rows(text: str, where: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Each object of the list with the line it begins on: the parser is asked for one at a time."""
    decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_endless, parse_int=_whole, parse_float=_finite)
    at = _skip(text, 0)
    if at == len(text):
        raise fault(where, "file is empty", unreadable=True)
    if text[at] != "[":
        raise _misshapen(text, at, where)
    at = _skip(text, at + 1)
    line, counted = 1, 0
    while text[at : at + 1] != "]":
        line, counted = line + text.count("\n", counted, at), at
        record, at = _decoded(decoder, text, at, line, where)
        if not isinstance(record, dict):
            raise _misshapen(text, counted, where)
        yield line, record
        at = _next(text, at, where)
    if _skip(text, at + 1) != len(text):
        raise _misshapen(text, _skip(text, at + 1), where)


def _decoded(decoder: json.JSONDecoder, text: str, at: int, line: int, where: str) -> tuple[Any, int]:
    try:
        return decoder.raw_decode(text, at)
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        raise fault(where, what, line=error.lineno, column=error.colno, unreadable=True) from None
    except RecursionError:
        raise fault(where, f"nested deeper than {DEPTH}", line=line, unreadable=True) from None
    except ValueError as error:
        raise fault(where, str(error), line=line, unreadable=True) from None


def _next(text: str, at: int, where: str) -> int:
    """Where the next object or the closing bracket stands."""
    at = _skip(text, at)
    if text[at : at + 1] == "]":
        return at
    following = _skip(text, at + 1)
    if text[at : at + 1] != "," or text[following : following + 1] == "]":
        raise _misshapen(text, at, where)
    return following


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


def _misshapen(text: str, at: int, where: str) -> Faults:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return fault(where, _SHAPE, line=line, column=column, unreadable=True)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"{quote(next(key for key in keys if keys.count(key) > 1))} given twice")
    return record


def _endless(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number here; it must be a finite number")


def _whole(digits: str) -> int:
    if len(digits) > 17:
        raise ValueError("number out of range")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if value in {float("inf"), float("-inf")}:
        raise ValueError(f"{quote(digits)} is too large; it must be a finite number")
    return value
