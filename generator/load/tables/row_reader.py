"""Raw rows under declared columns: typed rows, and every fault that stands between the two."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from generator.base.errors import Fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.tables.cell_reader import Tables, cell_parser, empty_value, provenance_parser
from generator.load.tables.column import Column
from generator.load.tables.raw_table import RawRow, RawTable
from generator.model.game import Row, Value
from generator.model.text import Text

Reader = Callable[[Mapping[str, str]], Value]
"""From the cells of a raw row to the value of one column; raises Misread."""

_NEEDED = {
    "id": "an id",
    "copies": "a whole number from 0 to 999",
    "provenance": "seed, public, derived or house",
    "number": "a number",
    "yes": "'yes' or 'no'",
    "length": "a length like '5mm'",
}


class CellError(ValueError):
    """A cell that does not mean what its column says."""

    def __init__(self, header: str, what: str) -> None:
        super().__init__(what)
        self.header = header


class RowTyping(NamedTuple):
    """What a file's rows are read by."""

    columns: tuple[Column, ...]
    languages: tuple[str, ...]
    tables: Tables


def read_rows(raw: RawTable, typing: RowTyping, report: FaultReport) -> tuple[Row, ...]:
    """Every raw row as a Row, in order; a faulty cell is noted in the report and left empty."""
    _check_header(raw, typing, report)
    readers = [(column, _reader(column, typing, raw.header)) for column in typing.columns]
    rich = tuple(column.name for column in typing.columns if column.rich)
    lines: dict[str, int] = {}
    typed = []
    for row in raw.rows:
        cells = {column.name: _value(raw.where, row, column, read, report) for column, read in readers}
        id_ = str(cells.pop("id"))
        _check_id(raw.where, id_, row.line, lines, report)
        typed.append(Row(id_, cells, f"{raw.where}:{row.line}", rich))
    return tuple(typed)


def _value(where: str, row: RawRow, column: Column, read: Reader, report: FaultReport) -> Value:
    try:
        return read(row.cells)
    except CellError as misread:
        report.add(Fault(where, str(misread), row.line, key=misread.header))
        return empty_value(column)


def _check_id(where: str, id_: str, line: int, lines: dict[str, int], report: FaultReport) -> None:
    if id_ in lines:
        report.add(Fault(where, f"id {quote(id_)} given twice, lines {lines[id_]} and {line}", line, key="id"))
    elif id_:
        lines[id_] = line


def _reader(column: Column, typing: RowTyping, header: Collection[str]) -> Reader:
    if _lacks(column, typing, header):
        blank = empty_value(column)
        return lambda _cells: blank
    if column.type == "words":
        return _words(column, typing.languages)
    if column.type == "provenance":
        known = [name for each in typing.columns for name in (each.name, *each.headers(typing.languages))]
        return _single(column, provenance_parser(known))
    return _single(column, cell_parser(column, typing.tables))


def _single(column: Column, means: Callable[[str], Value]) -> Reader:
    name = column.name
    otherwise = _otherwise(column, means)

    def read(cells: Mapping[str, str]) -> Value:
        text = cells.get(name)
        if not text:
            return otherwise(text)
        try:
            return means(text)
        except ValueError as error:
            raise CellError(name, str(error)) from None

    return read


def _otherwise(column: Column, means: Callable[[str], Value]) -> Callable[[str | None], Value]:
    """What a cell that is empty, or absent (None), stands for."""
    blank = empty_value(column)

    def value(text: str | None) -> Value:
        # A file that has a column of copies and leaves one empty may mean none, one or forgotten.
        unclear = column.type == "copies" and text == ""
        if column.default is not None and not unclear:
            return means(column.default)
        if column.optional:
            return blank
        raise CellError(column.name, f"empty; {_NEEDED.get(column.type, 'something')} is needed")

    return value


def _words(column: Column, languages: tuple[str, ...]) -> Reader:
    pairs = [(language, f"{column.name}.{language}") for language in languages]

    def read(cells: Mapping[str, str]) -> Text:
        by = tuple([(language, cells.get(name, "")) for language, name in pairs])
        if all(words for _, words in by):
            return Text(by)
        filled = next((f"{column.name}.{language}" for language, words in by if words), None)
        if filled:
            bare = next(f"{column.name}.{language}" for language, words in by if not words)
            raise CellError(bare, f"empty, and {quote(filled)} is not; a phrase has words in every language or in none")
        if not column.optional:
            raise CellError(column.name, "empty; words are needed")
        return Text(by)

    return read


def _check_header(raw: RawTable, typing: RowTyping, report: FaultReport) -> None:
    known = {name: column for column in typing.columns for name in column.headers(typing.languages)}
    for name in raw.header:
        if name not in known:
            report.add(Fault(raw.where, _unknown(name, known, report), raw.line, key=name))
    for column in typing.columns:
        for name in _lacks(column, typing, raw.header):
            report.add(Fault(raw.where, f"column {quote(name)} is missing", raw.line, key=name))


def _unknown(name: str, known: Mapping[str, Column], report: FaultReport) -> str:
    base, dot, language = name.partition(".")
    words = {column.name for column in known.values() if column.type == "words"}
    if base in words and not dot:
        alike = ", ".join(repr(other) for other in known if other.startswith(f"{base}."))
        return f"column {quote(name)} names no language; write {alike}"
    if base in words:
        return f"{quote(language)} is not a language of the game; add it to languages in game.toml"
    return f"unknown column {quote(name)}{report.suggestion(name, known)}"


def _lacks(column: Column, typing: RowTyping, header: Collection[str]) -> list[str]:
    """Names that a header ought to have for a column: each that is needed, and languages beside one that is there."""
    names = column.headers(typing.languages)
    bare = [name for name in names if name not in header]
    return bare if column.needed or len(bare) < len(names) else []
