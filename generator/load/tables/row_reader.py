"""Turns raw rows into typed rows by their declared columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from generator.base.errors import Fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.tables.cell_reader import Tables, cell_parser, empty_value, provenance_parser
from generator.load.tables.column import Column
from generator.load.tables.decimal_sign import with_decimal_points
from generator.load.tables.raw_table import RawRow, RawTable
from generator.model.game import Row, Value
from generator.model.text import Text

RowParser = Callable[[Mapping[str, str]], Value]
"""Turns the cells of a raw row into the value of one column; raises CellError."""

_NEEDED = {
    "id": "an id",
    "copies": "a whole number from 0 to 999",
    "number": "a number",
    "yes": "'yes' or 'no'",
    "length": "a length like '5mm'",
}


_SHOWN = {"text", "words"}


class CellError(ValueError):
    """A cell that has no value of its column's type."""

    def __init__(self, header: str, what: str) -> None:
        super().__init__(what)
        self.header = header


class RowTyping(NamedTuple):
    """The declarations that rows are read by."""

    columns: tuple[Column, ...]
    languages: tuple[str, ...]
    tables: Tables


def read_rows(raw: RawTable, typing: RowTyping, report: FaultReport) -> tuple[Row, ...]:
    """Read every raw row, in order; a cell with a fault is added to the report and left empty."""
    _check_header(raw, typing, report)
    fractions = [column.name for column in typing.columns if column.decimals or column.type == "length"]
    raw = with_decimal_points(_with_shown_words(raw, typing), fractions, report)
    parsers = [(column, _parser(column, typing, raw.header)) for column in typing.columns]
    rich = tuple(column.name for column in typing.columns if column.rich)
    lines: dict[str, int] = {}
    typed = []
    for row in raw.rows:
        try:
            cells = {column.name: parse(row.cells) for column, parse in parsers}
        except CellError:  # once more, to find the faults of all cells
            cells = {column.name: _value(raw.where, row, column, parse, report) for column, parse in parsers}
        id_ = str(cells.pop("id"))
        _check_id(raw.where, id_, row.line, lines, report)
        typed.append(Row(id_, cells, f"{raw.where}:{row.line}", rich))
    return tuple(typed)


def _with_shown_words(raw: RawTable, typing: RowTyping) -> RawTable:
    """A table whose columns of words hold what the cells of a workbook show; all others hold values."""
    if not any(row.shown for row in raw.rows):
        return raw
    words = {name for column in typing.columns if column.type in _SHOWN for name in column.headers(typing.languages)}
    shown = ({name: text for name, text in row.shown.items() if name in words} for row in raw.rows)
    rows = (row._replace(cells={**row.cells, **texts}) for row, texts in zip(raw.rows, shown, strict=True))
    return raw._replace(rows=tuple(rows))


def _value(where: str, row: RawRow, column: Column, parse: RowParser, report: FaultReport) -> Value:
    try:
        return parse(row.cells)
    except CellError as error:
        report.add(Fault(where, str(error), row.line, key=error.header))
        return empty_value(column)


def _check_id(where: str, id_: str, line: int, lines: dict[str, int], report: FaultReport) -> None:
    if id_ in lines:
        report.add(Fault(where, f"id {quote(id_)} given twice, lines {lines[id_]} and {line}", line, key="id"))
    elif id_:
        lines[id_] = line


def _parser(column: Column, typing: RowTyping, header: Collection[str]) -> RowParser:
    if _missing(column, typing, header):
        blank = empty_value(column)
        return lambda _cells: blank
    if column.type == "words":
        return _words(column, typing.languages)
    if column.type == "provenance":
        known = [name for each in typing.columns for name in (each.name, *each.headers(typing.languages))]
        return _single(column, provenance_parser(known))
    return _single(column, cell_parser(column, typing.tables))


def _single(column: Column, parse: Callable[[str], Value]) -> RowParser:
    name = column.name
    empty = _empty_parser(column, parse)

    def read(cells: Mapping[str, str]) -> Value:
        text = cells.get(name)
        if not text:
            return empty(text)
        try:
            return parse(text)
        except ValueError as error:
            raise CellError(name, str(error)) from None

    return read


def _empty_parser(column: Column, parse: Callable[[str], Value]) -> Callable[[str | None], Value]:
    blank = empty_value(column)

    def value(text: str | None) -> Value:
        # Empty copies in a file that has the column may mean none, one or forgotten.
        unclear = column.type == "copies" and text == ""
        if column.default is not None and not unclear:
            return parse(column.default)
        if column.optional:
            return blank
        raise CellError(column.name, f"empty; {_NEEDED.get(column.type, 'something')} is needed")

    return value


def _words(column: Column, languages: tuple[str, ...]) -> RowParser:
    names = [f"{column.name}.{language}" for language in languages]

    def read(cells: Mapping[str, str]) -> Text:
        found = [cells.get(name, "") for name in names]
        by = tuple(zip(languages, found, strict=True))
        if all(found):
            if any("??" in words for words in found):
                _check_letters(column.name, by)
            return Text(by)
        filled = next((f"{column.name}.{language}" for language, words in by if words), None)
        if filled:
            bare = next(f"{column.name}.{language}" for language, words in by if not words)
            raise CellError(bare, f"empty, and {quote(filled)} is not; a phrase has words in every language or in none")
        if not column.optional:
            raise CellError(column.name, "empty; words are needed")
        return Text(by)

    return read


def _check_letters(name: str, by: Iterable[tuple[str, str]]) -> None:
    """Raise CellError for bare question marks beside a language with letters: Excel writes `?` for those it loses."""
    bare = [(language, re.sub(r"\{.*?\}", "", words)) for language, words in by]  # without icons
    lettered = {language for language, words in bare if any(map(str.isalpha, words))}
    for language, words in bare:
        if lettered and language not in lettered and "??" in words:
            what = "its letters were lost when the file was saved; save it again in the spreadsheet as 'CSV UTF-8'"
            raise CellError(f"{name}.{language}", f"nothing but question marks; {what}")


def _check_header(raw: RawTable, typing: RowTyping, report: FaultReport) -> None:
    known = {name: column for column in typing.columns for name in column.headers(typing.languages)}
    for name in raw.header:
        if name not in known:
            report.add(Fault(raw.where, _unknown(name, known, report), raw.line, key=name))
    for column in typing.columns:
        for name in _missing(column, typing, raw.header):
            report.add(Fault(raw.where, f"column {quote(name)} is missing", raw.line, key=name))


def _unknown(name: str, known: Mapping[str, Column], report: FaultReport) -> str:
    base, dot, language = name.partition(".")
    words = {column.name for column in known.values() if column.type == "words"}
    if base in words and not dot:
        names = ", ".join(repr(other) for other in known if other.startswith(f"{base}."))
        return f"column {quote(name)} names no language; write {names}"
    if base in words:
        return f"{quote(language)} is not a language of the game; add it to languages in game.toml"
    return f"unknown column {quote(name)}{report.suggestion(name, known)}"


def _missing(column: Column, typing: RowTyping, header: Collection[str]) -> list[str]:
    """The names that a header lacks for a column: those needed, and languages if it has another language."""
    names = column.headers(typing.languages)
    bare = [name for name in names if name not in header]
    return bare if column.needed or len(bare) < len(names) else []
