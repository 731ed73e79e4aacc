"""Turns raw rows into typed rows by their declared columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping

from generator.base.errors import Fault, HandledError, suggestion
from generator.base.records import NamedTuple
from generator.load.files.fault_report import FaultReport, quote
from generator.load.headings.heading_words import as_toml, means
from generator.load.tables.cell_reader import Tables, cell_parser, empty_value, provenance_parser
from generator.load.tables.column import Column
from generator.load.tables.column_headings import Declared, offered_mapping, with_columns
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


class CellError(HandledError):
    """A cell that has no value of its column's type."""

    def __init__(self, header: str, message: str) -> None:
        """Take the name of the cell's column, and the fault."""
        super().__init__(message)
        self.header = header


class RowTyping(NamedTuple):
    """The declarations that rows are read by."""

    columns: tuple[Column, ...]
    languages: tuple[str, ...]
    tables: Tables
    noun: str = "row"
    """Noun that begins made-up ids for rows whose name has no letters a to z."""


def read_rows(raw: RawTable, typing: RowTyping, report: FaultReport) -> tuple[Row, ...]:
    """Read every raw row, in order; a cell with a fault is added to the report and left empty."""
    raw = with_columns(raw, Declared(typing.columns, typing.languages, raw.form.ignored, typing.noun), report)
    _check_header(raw, typing, report)
    fractions = [column.name for column in typing.columns if column.decimals or column.type == "length"]
    raw = with_decimal_points(_with_shown_words(raw, typing), fractions, report)
    raw = _with_styles(_without_html(raw, typing, report), typing)
    parsers = [(column, _parser(column, typing, raw.header)) for column in typing.columns]
    rich = tuple(column.name for column in typing.columns if column.rich)
    lines: dict[str, int] = {}
    typed = []
    for row in raw.rows:
        # Parsed without collecting faults first: nearly all rows have none, and exceptions per cell are slow.
        try:
            cells = {column.name: parse(row.cells) for column, parse in parsers}
        except CellError:  # once more, to find the faults of all cells
            cells = {column.name: _value(raw, row, column, parse, report) for column, parse in parsers}
        id_ = str(cells.pop("id"))
        _check_id(raw.where, id_, row.line, lines, report)
        typed.append(Row(id_, cells, f"{raw.where}:{row.line}", rich))
    return tuple(typed)


def _without_html(raw: RawTable, typing: RowTyping, report: FaultReport) -> RawTable:
    """Return a table whose columns of HTML hold light markup; a tag that is not printed is a fault."""
    names = [name for column in typing.columns if column.has_html for name in column.headers(typing.languages)]
    if not names:
        return raw

    def markup(row: RawRow, name: str) -> str:
        """Return the light markup of a cell with HTML; empty after a fault."""
        try:
            from generator.load.markdown.html_cells import html_markup

            return html_markup(row.cells[name])
        except ValueError as error:
            report.add(Fault(raw.where, str(error), row.line, key=raw.headings.get(name, name)))
            return ""

    converted = ({name: markup(row, name) for name in names if row.cells.get(name)} for row in raw.rows)
    rows = (row._replace(cells={**row.cells, **texts}) for row, texts in zip(raw.rows, converted, strict=True))
    return raw._replace(rows=tuple(rows))


def _with_styles(raw: RawTable, typing: RowTyping) -> RawTable:
    """Return a table whose rich columns have the bold and italic letters of a workbook as light markup."""
    if not any(row.styled for row in raw.rows):
        return raw
    rich = {name for column in typing.columns if column.rich for name in column.headers(typing.languages)}

    def styled(row: RawRow) -> RawRow:
        """Return a row whose rich cells have signs of bold and italic letters."""
        texts = {name: text for name, text in row.styled.items() if name in rich and row.cells.get(name)}
        whole = {name: f"{text}{row.cells[name]}{text[::-1]}" for name, text in texts.items() if not text.strip("*")}
        return row._replace(cells={**row.cells, **texts, **whole}) if texts else row

    return raw._replace(rows=tuple(map(styled, raw.rows)))


def _with_shown_words(raw: RawTable, typing: RowTyping) -> RawTable:
    """Return a table whose columns of words have the displayed texts of a workbook, and other columns the values."""
    if not any(row.shown for row in raw.rows):
        return raw
    words = {name for column in typing.columns if column.type in _SHOWN for name in column.headers(typing.languages)}
    displayed = ({name: text for name, text in row.shown.items() if name in words} for row in raw.rows)
    rows = (row._replace(cells={**row.cells, **texts}) for row, texts in zip(raw.rows, displayed, strict=True))
    return raw._replace(rows=tuple(rows))


def _value(raw: RawTable, row: RawRow, column: Column, parse: RowParser, report: FaultReport) -> Value:
    """Return the value of a cell; after a fault, which is reported, the value of an empty one."""
    try:
        return parse(row.cells)
    except CellError as error:
        if error.header not in row.faults:  # the fault of a cell without a value is reported already
            report.add(Fault(raw.where, str(error), row.line, key=raw.headings.get(error.header, error.header)))
        return empty_value(column)


def _check_id(where: str, id_: str, line: int, lines: dict[str, int], report: FaultReport) -> None:
    """Add a fault for an id that an earlier row has; `lines` has the line of each id so far."""
    if id_ in lines:
        report.add(Fault(where, f"id {quote(id_)} given twice, lines {lines[id_]} and {line}", line, key="id"))
    elif id_:
        lines[id_] = line


def _parser(column: Column, typing: RowTyping, header: Collection[str]) -> RowParser:
    """Return the parser of a column's cells; a column that the file lacks gets the empty value in every row."""
    if _missing(column, typing, header):
        blank = empty_value(column)
        return lambda _cells: blank
    if column.type == "words":
        return _words(column, typing.languages)
    if column.type == "provenance":
        names = [
            name
            for other_column in typing.columns
            for name in (other_column.name, *other_column.headers(typing.languages))
        ]
        return _single(column, provenance_parser(names))
    return _single(column, cell_parser(column, typing.tables))


def _single(column: Column, parse: Callable[[str], Value]) -> RowParser:
    """Return the parser of a column of one cell per row.

    The parser raises CellError for a cell that `parse` refuses.
    """
    name = column.name
    empty = _empty_parser(column, parse)

    def read(cells: Mapping[str, str]) -> Value:
        """Return the value of the column's cell in a row."""
        text = cells.get(name)
        if not text:
            return empty(text)
        try:
            return parse(text)
        except ValueError as error:
            raise CellError(name, str(error)) from None

    return read


def _empty_parser(column: Column, parse: Callable[[str], Value]) -> Callable[[str | None], Value]:
    """Return a function for empty cells: it gives the column's default or empty value, or raises CellError."""
    blank = empty_value(column)

    def value(_text: str | None) -> Value:
        if column.default is not None:
            return parse(column.default)
        if column.optional:
            return blank
        raise CellError(column.name, f"empty; {_NEEDED.get(column.type, 'something')} is needed")

    return value


def _words(column: Column, languages: tuple[str, ...]) -> RowParser:
    """Return the parser of a phrase, which has a cell for each language.

    The parser raises CellError for a phrase that lacks one of the languages.
    """
    names = [f"{column.name}.{language}" for language in languages]

    def read(cells: Mapping[str, str]) -> Text:
        """Return the phrase in the column's cells of a row."""
        texts = [cells.get(name, "") for name in names]
        pairs = tuple(zip(languages, texts, strict=True))
        if all(texts):
            # Two question marks may be meant, as in "Who goes there??"; only texts without letters are suspected.
            if any("??" in words for words in texts):
                _check_letters(column.name, pairs)
            return Text(pairs)
        filled = next((f"{column.name}.{language}" for language, words in pairs if words), None)
        if filled:
            bare = next(f"{column.name}.{language}" for language, words in pairs if not words)
            raise CellError(bare, f"empty, and {quote(filled)} is not; a phrase has words in every language or in none")
        if not column.optional:
            raise CellError(column.name, "empty; words are needed")
        return Text(pairs)

    return read


def _check_letters(name: str, pairs: Iterable[tuple[str, str]]) -> None:
    """Raise CellError for a language with bare question marks, beside a language with letters.

    Excel writes `?` for letters that an encoding lacks.
    """
    bare = [(language, re.sub(r"\{.*?\}", "", words)) for language, words in pairs]  # without icons
    lettered = {language for language, words in bare if any(map(str.isalpha, words))}
    for language, words in bare:
        if lettered and language not in lettered and "??" in words:
            message = "its letters were lost when the file was saved; save it again in the spreadsheet as 'CSV UTF-8'"
            raise CellError(f"{name}.{language}", f"nothing but question marks; {message}")


def _check_header(raw: RawTable, typing: RowTyping, report: FaultReport) -> None:
    """Add the faults of a file's headings: unknown ones, and missing ones."""
    columns = {name: column for column in typing.columns for name in column.headers(typing.languages)}
    missing = {name: column for column in typing.columns for name in _missing(column, typing, raw.header)}
    foreign = [name for name in raw.header if name not in columns]
    for name in foreign:
        report.add(Fault(raw.where, _unknown(name, columns, missing, report), raw.line, key=name))
    for name, column in missing.items():
        if column.name in foreign and not column.sources:
            continue  # the fault of that heading says what to write
        report.add(Fault(raw.where, _absent(name, column, raw), raw.line, key=name))


def _absent(name: str, column: Column, raw: RawTable) -> str:
    """Return the fault for a column that the file lacks."""
    header = [heading for heading in raw.places if heading] or [raw.headings.get(name, name) for name in raw.header]
    if column.sources:
        heading = dict(column.sources).get(column.name) or column.heading(name)
        return f"no heading {quote(heading)} for the column {name!r}{suggestion(heading, header)}"
    if column.type == "id" and header:
        like = next((heading for heading in header if means(heading, "title")), header[0])
        return f"column {quote(name)} is missing; add it, or have it made of another: columns.id.from = {as_toml(like)}"
    return f"column {quote(name)} is missing"


def _unknown(name: str, columns: Mapping[str, Column], missing: Collection[str], report: FaultReport) -> str:
    """Return the fault for a heading that means no column; `missing` are columns it might stand for."""
    base, dot, language = name.partition(".")
    words = {column.name for column in columns.values() if column.type == "words"}
    if base in words and not dot:
        names = ", ".join(repr(other) for other in columns if other.startswith(f"{base}."))
        return f"column {quote(name)} names no language; write {names}"
    if base in words:
        return f"{quote(language)} is not a language of the game; add it to languages in game.toml"
    return f"unknown column {quote(name)}{offered_mapping(name, [*missing], report.suggestion(name, columns))}"


def _missing(column: Column, typing: RowTyping, header: Collection[str]) -> list[str]:
    """Return the names that a header lacks for a column: needed ones, and languages if it has another language."""
    names = column.headers(typing.languages)
    bare = [name for name in names if name not in header]
    return bare if column.needed or column.sources or len(bare) < len(names) else []
