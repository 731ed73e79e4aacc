"""The tables that a script of Squib reads, as the script works with them: columns of values, a row for each card."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.base.errors import Faults
from generator.base.text_files.text_encoding import decode_table
from generator.imports.foreign.project import ImportCount
from generator.imports.foreign.yaml_file import read_yaml
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyObject,
    RubySymbol,
    RubyText,
    RubyUnknownError,
    ruby_value,
    text_of,
)
from generator.imports.squib.squib_places import SquibPlaces
from generator.load.files.fault_report import quote
from generator.load.tables.raw_table import MOST_ROWS, cell_text
from generator.load.tables.separator import split_separator
from generator.load.tables.workbook_reader import run_reader

_WHOLE = re.compile(r"[+-]?[0-9][0-9_]{0,14}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}\.[0-9]{1,15}(?:[eE][+-]?[0-9]{1,2})?")
_OLD_NAMES = {"size", "length", "keys", "values", "delete", "key?"}
_MOST_CARDS = 20_000
BLANK = "\x01"
"""The sign for an empty cell in quotes."""


class SquibFrame(RubyObject):
    """A table: columns by their headings, which the script may change and add."""

    def __init__(self, key: str, cells: Mapping[str, list[str]], values: Mapping[str, list[Any]]) -> None:
        """Take a table's file (`key`), its cells as texts, and their values, each by column."""
        self.key = key
        """The file, with its sheet where one is named."""
        self.cells = cells
        """The cells as they are in the file, a row for each card."""
        self.columns: dict[str, list[Any]] = dict(values)
        self.source = {name: [*column] for name, column in values.items()}
        """The values as they were read."""
        self.row_numbers = [*range(self.row_count)]
        """The row of the file from which each card is made."""

    @property
    def row_count(self) -> int:
        """Return the number of rows."""
        return max(map(len, self.columns.values()), default=0)

    @property
    def _by_method(self) -> dict[str, str]:
        """Return the headings by the method names under which a script may call them: `Card Name` by `card_name`."""
        # Reversed, so that the first of two columns with one such name is found.
        return {_snake_case(name): name for name in reversed(self.columns)}

    def has(self, name: str) -> bool:
        """Return whether a script may call a method of the table: each column is one too."""
        return name in self.methods or name in self._by_method

    def send(self, name: str, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of a method, or the column of that name."""
        is_column = name in self._by_method and (name in _OLD_NAMES or name not in self.methods)
        return self.columns[self._by_method[name]] if is_column else super().send(name, arguments, block)

    def set(self, name: str, values: Any) -> Any:
        """Set a column of the table to values; return them."""
        self.columns[name] = values
        return values

    def row(self, number: int) -> dict[Any, Any]:
        """Return the values of a row by their headings; None where a column is shorter."""
        rows = {RubyText(column): values for column, values in self.columns.items()}
        return {column: values[number] if number < len(values) else None for column, values in rows.items()}

    def exploded(self, column: str) -> SquibFrame:
        """Return the table with each row repeated as often as a column says; without that column the table itself."""
        if column not in self.columns:
            return self
        counts = [_count(value) for value in self.columns[column]]
        rows = [row for row, count in enumerate(counts) for _ in range(count)][:_MOST_CARDS]
        cells = {name: [values[row] for row in rows] for name, values in self.cells.items()}
        frame = SquibFrame(self.key, cells, {name: [v[row] for row in rows] for name, v in self.columns.items()})
        frame.source = {name: [values[row] for row in rows] for name, values in self.source.items()}
        frame.row_numbers = rows
        return frame


def _walk(frame: SquibFrame, _: list[Any], block: RubyBlock | None) -> SquibFrame:
    """Call a block with each heading and column; return the table."""
    for column, values in [*frame.columns.items()]:
        block and block(RubyText(column), values)
    return frame


def _mapped(frame: SquibFrame, _: list[Any], block: RubyBlock | None) -> list[Any]:
    """Return the results of a block for each heading and column."""
    pairs = [(RubyText(name), values) for name, values in frame.columns.items()]
    return [block(*pair) if block else [*pair] for pair in pairs]


SquibFrame.methods = {
    "[]": lambda frame, arguments, _: frame.columns.get(text_of(arguments[0])),
    "[]=": lambda frame, arguments, _: frame.set(text_of(arguments[0]), arguments[1]),
    **dict.fromkeys(("columns", "keys"), lambda frame, *_: [RubyText(column) for column in frame.columns]),
    "values": lambda frame, *_: [*frame.columns.values()],
    **dict.fromkeys(("col?", "key?", "has_key?"), lambda frame, arguments, _: text_of(arguments[0]) in frame.columns),
    "ncolumns": lambda frame, *_: len(frame.columns),
    **dict.fromkeys(("nrows", "size", "length"), lambda frame, *_: frame.row_count),
    "row": lambda frame, arguments, _: frame.row(arguments[0]),
    "delete": lambda frame, arguments, _: frame.columns.pop(text_of(arguments[0]), None),
    **dict.fromkeys(("each", "each_pair"), _walk),
    "map": _mapped,
    "to_h": lambda frame, *_: {RubyText(column): values for column, values in frame.columns.items()},
}


def _count(value: Any) -> int:
    """Return the number at the start of a cell, 0 without one."""
    number = re.match(r"\s*[0-9]{1,4}", text_of(value)) if not isinstance(value, list) else None
    return int(number[0]) if number else 0


def _snake_case(name: str) -> str:
    """Return a heading as a method name of Ruby, in small letters with underscores."""
    words = re.sub(r"\s+", "_", name.strip())
    words = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", words)
    return re.sub(r"([a-z]+)([A-Z])", r"\1_\2", words).lower()


class FrameReader:
    """Reads the tables of a project; `lost` collects those that cannot be read."""

    def __init__(self, places: SquibPlaces, lost: list[str]) -> None:
        """Take the files of the project, and the list to which unreadable tables are added."""
        self._places, self._lost = places, lost
        self.frames: dict[str, SquibFrame] = {}
        """Tables that were read, by their files and sheets."""
        self._named: dict[str, bool] = {}

    @property
    def count(self) -> ImportCount:
        """Return how many tables the script names, and how many of them were read."""
        return ImportCount(sum(self._named.values()), len(self._named))

    def read(self, kind: str, options: Mapping[Any, Any], block: RubyBlock | None) -> SquibFrame:
        """Return a table of a kind, `csv`, `xlsx` or `yaml`.

        A block changes each value. Raises RubyUnknownError if it cannot be read; `lost` then says why.
        """
        plain = {str(key): value for key, value in options.items()}
        key = _key(plain)
        if kind == "yaml":
            frame = _frame_of_records(key, self._noted(key, lambda: self._records(plain)))
        else:
            frame = _frame_of_lines(key, self.lines(kind, plain), has_numbers=kind == "csv")
        if block:
            for name, values in frame.columns.items():
                values[:] = [block(RubyText(name), value) for value in [*values]]
        # Squib repeats rows by the column `qty` where no other is named.
        frame = frame.exploded(text_of(plain.get("explode", "qty")))
        self.frames[key] = frame
        return frame

    def note(self, key: str) -> None:
        """Count a file that a script reads as a table without this reader."""
        self._named[key] = True

    def lines(self, kind: str, options: Mapping[str, Any]) -> list[list[str]]:
        """Return the cells of a table, `csv` or `xlsx`.

        Raises RubyUnknownError if it cannot be read; `lost` then says why.
        """
        read = self._sheet_lines if kind == "xlsx" else self._text_lines
        lines: list[list[str]] = self._noted(_key(options), lambda: read(options))
        return lines

    def _noted(self, key: str, read: Callable[[], Any]) -> Any:
        """Return the content of a table, and count it, whether it can be read or not.

        Raises RubyUnknownError if it cannot.
        """
        self._named[key] = False
        try:
            content = read()
        except Faults as faults:
            self._lost.append(f"table {quote(key)}: {faults.faults[0].what}")
            raise RubyUnknownError(f"table {quote(key)}") from None
        except RubyUnknownError as problem:
            self._lost.append(f"table: {problem} must be worked out; put the rows into the game's table")
            raise
        self._named[key] = True
        return content

    def _file(self, options: Mapping[str, Any]) -> str:
        """Return the path of a table's file in the project."""
        file = text_of(options.get("file"))
        return self._places.find(file) or next(iter(self._places.names(file)), file)

    def _text_lines(self, options: Mapping[str, Any]) -> list[list[str]]:
        """Return the cells of a CSV file, or of CSV text in the script."""
        separator = text_of(options.get("col_sep"))[:1]
        if options.get("data") is not None:
            data = text_of(options["data"])
        else:
            name = self._file(options)
            data = decode_table(self._places.folder.read(name), self._places.folder.place(name))
        if not separator:
            separator, data = split_separator(data, "") if ";" in data[:5] else (",", data)
        quotes = text_of(options.get("quote_char"))[:1] or '"'
        return csv_lines(data, separator, quotes)

    def _sheet_lines(self, options: Mapping[str, Any]) -> list[list[str]]:
        """Return the cells of a sheet in a workbook, chosen by name or number, without empty lines at its ends."""
        folder, name = self._places.folder, self._file(options)
        data, place, sheet = folder.read(name), folder.place(name), options.get("sheet", 0)
        sheet_name = "" if not isinstance(sheet, RubyText | RubySymbol) else text_of(sheet)
        book = run_reader(place, data, sheet_name)
        if isinstance(sheet, int) and sheet and 0 < sheet < len(book["sheets"]):
            book = run_reader(place, data, book["sheets"][sheet])
        elif isinstance(sheet, int) and sheet:
            raise RubyUnknownError(f"sheet {sheet} of {len(book['sheets'])} in {quote(name)}")
        rows = [[_cell(value) for value in row] for row in book["rows"]]
        while rows and not any(rows[0]):
            rows.pop(0)
        while rows and not any(rows[-1]):
            rows.pop()
        # One more for the line of headings.
        return rows[: MOST_ROWS + 1]

    def _records(self, options: Mapping[str, Any]) -> Any:
        """Return the values of a YAML file."""
        if options.get("data") is not None:
            raise RubyUnknownError("YAML in the script")
        return read_yaml(self._places.folder, self._file(options))


def csv_lines(data: str, separator: str, quotes: str) -> list[list[str]]:
    """Return the cells of CSV text.

    An empty cell in quotes is BLANK: Ruby tells it from an empty cell without quotes.
    """
    # Scripts ask `cell.empty?`, which only a text can answer.
    empty = re.compile(rf"(^|{re.escape(separator)}){quotes * 2}(?={re.escape(separator)}|\r?$)", re.MULTILINE)
    marked = empty.sub(rf"\g<1>{BLANK}", data.lstrip("\ufeff"))
    lines = csv.reader(io.StringIO(marked), delimiter=separator, quotechar=quotes)
    return [line for line in lines if line][: MOST_ROWS + 1]


def _key(options: Mapping[str, Any]) -> str:
    """Return the name of a table: its file, with its sheet where one is named."""
    file, sheet = options.get("file"), options.get("sheet", 0)
    name = text_of(file) if file is not None else "data"
    return f"{name} [{text_of(sheet)}]" if sheet else name


def _cell(value: Any) -> str:
    """Return a cell's value as text, empty for a value that no table can hold."""
    try:
        return cell_text(value)
    except ValueError:
        return ""


def _frame_of_lines(key: str, lines: Sequence[Sequence[str]], *, has_numbers: bool) -> SquibFrame:
    """Return a table whose first line has the headings; empty cells are `nil`."""
    cells: dict[str, list[str]] = {}
    for column, heading in enumerate(lines[0] if lines else []):
        # Blanks around headings are invisible in a sheet, and no part of a name.
        name = heading.strip()
        if name and name not in cells:
            cells[name] = [line[column].strip() if column < len(line) else "" for line in lines[1:]]
    read: Callable[[str], Any] = csv_value if has_numbers else _sheet_value
    values = {name: [read(cell) for cell in column] for name, column in cells.items()}
    return SquibFrame(key, {name: [cell.strip(BLANK) for cell in column] for name, column in cells.items()}, values)


def _frame_of_records(key: str, records: Any) -> SquibFrame:
    """Return a table of records of YAML. Raises RubyUnknownError if they are no list of dictionaries."""
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise RubyUnknownError("YAML that is no list of cards")
    names = [str(name) for record in records for name in record]
    columns = {name: [record.get(name) for record in records] for name in dict.fromkeys(names)}
    cells = {name: [_plain_cell(value) for value in column] for name, column in columns.items()}
    return SquibFrame(key, cells, {name: [ruby_value(value) for value in column] for name, column in columns.items()})


def _plain_cell(value: Any) -> str:
    """Return a value of YAML as a cell; lists and dictionaries are empty."""
    return "" if isinstance(value, list | dict) else _cell(value)


def csv_value(cell: str) -> Any:
    """Return a cell of CSV as Ruby's library reads it: a number, a text, or None for an empty cell."""
    if not cell or cell == BLANK:
        return RubyText("") if cell else None
    if _WHOLE.fullmatch(cell):
        # Ruby takes `_` between the digits of a number.
        return int(cell.replace("_", ""))
    return float(cell) if _DECIMAL.fullmatch(cell) else RubyText(cell)


def _sheet_value(cell: str) -> Any:
    """Return a cell of a workbook as a text of Ruby, None for an empty one."""
    return RubyText(cell) if cell else None
