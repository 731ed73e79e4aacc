"""Tables that scripts read with Ruby's own libraries: `CSV.read` and `Roo::Excelx.new`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.imports.ruby.methods.list_methods import list_method
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyModule,
    RubyObject,
    RubyText,
    RubyUnknownError,
)
from generator.imports.squib.squib_frames import FrameReader, csv_value

_LIST_METHODS = (
    *("each", "map", "select", "reject", "delete_if", "reduce", "inject", "size", "length", "count", "<<", "push"),
    *("each_with_index", "first", "last", "find", "to_a", "group_by", "sort_by", "flat_map", "sum", "shift", "drop"),
)


class CsvTable(RubyObject):
    """Rows with headings; an index is a row by its number, or a column by its heading."""

    def __init__(self, headings: Sequence[str], rows: list[Any]) -> None:
        """Take the headings of a table, and its rows as dictionaries by heading."""
        self.headings, self.rows = headings, rows

    def item(self, key: Any) -> Any:
        """Return a column by its heading, or a row by its number; None without such a row."""
        if isinstance(key, RubyText):
            return [row.get(key) for row in self.rows]
        return self.rows[key] if -len(self.rows) <= key < len(self.rows) else None


def _of_rows(name: str) -> Any:
    """Return a method of lists as a method of tables."""

    def method(table: CsvTable, arguments: list[Any], block: RubyBlock | None) -> Any:
        """Return the result of the list method on the rows of a table."""
        result = list_method(table.rows, name, arguments, block, _no_call)
        # `each` returns its receiver, which to the script is the table.
        return table if result is table.rows else result

    return method


CsvTable.methods = {
    **{name: _of_rows(name) for name in _LIST_METHODS},
    "[]": lambda table, arguments, _: table.item(arguments[0]),
    "headers": lambda table, *_: [RubyText(heading) for heading in table.headings],
    # No mode is needed, because an index tells by its kind whether it is a row or a column.
    "by_col": lambda table, *_: table,
}


class RooSheet(RubyObject):
    """The first sheet of a workbook, with rows and columns counted from 1."""

    def __init__(self, lines: Sequence[Sequence[str]]) -> None:
        """Take the cells of the sheet; empty cells are None."""
        self.lines = [[RubyText(cell) if cell else None for cell in line] for line in lines]

    def row(self, number: int) -> list[Any]:
        """Return the cells of a row, counted from 1."""
        return [*self.lines[number - 1]] if 0 < number <= len(self.lines) else []

    def column(self, number: int) -> list[Any]:
        """Return the cells of a column, counted from 1."""
        return [_cell(line, number) for line in self.lines]


RooSheet.methods = {
    "row": lambda sheet, arguments, _: sheet.row(arguments[0]),
    "column": lambda sheet, arguments, _: sheet.column(arguments[0]),
    "cell": lambda sheet, arguments, _: _cell(sheet.row(arguments[0]), arguments[1]),
    "each": lambda sheet, _, block: [block([*line]) if block else [*line] for line in sheet.lines],
    "first_row": lambda *_: 1,
    "last_row": lambda sheet, *_: len(sheet.lines),
    "last_column": lambda sheet, *_: max(map(len, sheet.lines), default=0),
}


def csv_module(frames: FrameReader) -> RubyModule:
    """Return Ruby's module `CSV`, which reads files of the project only."""

    def read(arguments: Sequence[Any], block: RubyBlock | None) -> Any:
        """Return the table in a CSV file of the project."""
        return _table(frames, {"file": arguments[0]}, _options(arguments), block)

    def parse(arguments: Sequence[Any], block: RubyBlock | None) -> Any:
        """Return the table in a text of CSV."""
        return _table(frames, {"data": arguments[0]}, _options(arguments), block)

    functions = {"read": read, "table": read, "foreach": read, "parse": parse}
    return RubyModule("CSV", functions=functions)


def roo_module(frames: FrameReader) -> RubyModule:
    """Return Ruby's module `Roo`, which reads workbooks of the project only."""

    def open_book(arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Return the first sheet of a workbook."""
        return RooSheet(frames.lines("xlsx", {"file": arguments[0]}))

    excel = RubyModule("Excelx", create=open_book)
    book = RubyModule("Spreadsheet", functions={"open": open_book})
    return RubyModule("Roo", {"Excelx": excel, "Spreadsheet": book})


def _table(frames: FrameReader, source: Mapping[str, Any], options: Mapping[str, Any], block: RubyBlock | None) -> Any:
    """Return a table as lists, or with headings as a CsvTable, or the results of a block for each row."""
    lines = frames.lines("csv", {**source, **options})
    has_headings, has_numbers = bool(options.get("headers")), options.get("converters") is not None
    cells = [[csv_value(cell) if has_numbers else _text(cell) for cell in line] for line in lines]
    if not has_headings:
        return [block(line) for line in cells] if block else cells
    headings = [line.strip() for line in lines[0]] if lines else []
    keys = [RubyText(heading) for heading in headings]
    rows = [dict(zip(keys, line, strict=False)) for line in cells[1:]]
    return [block(row) for row in rows] if block else CsvTable(headings, rows)


def _text(cell: str) -> Any:
    """Return a cell of CSV as text, None for an empty one."""
    value = csv_value(cell)
    return value if value is None or isinstance(value, RubyText) else RubyText(cell)


def _options(arguments: Sequence[Any]) -> dict[str, Any]:
    """Return the named arguments of a call, by their names."""
    options = arguments[-1] if isinstance(arguments[-1], dict) else {}
    return {str(key): value for key, value in options.items()}


def _cell(line: Sequence[Any], column: int) -> Any:
    """Return the cell in a column counted from 1; None beyond the ends."""
    return line[column - 1] if 0 < column <= len(line) else None


def _no_call(_value: Any, name: str, _arguments: list[Any], _block: RubyBlock | None) -> Any:
    """Raise RubyUnknownError, as methods of the rows' items are not needed."""
    raise RubyUnknownError(name)
