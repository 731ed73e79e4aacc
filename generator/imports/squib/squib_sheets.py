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
        self.headings, self.rows = headings, rows

    def item(self, key: Any) -> Any:
        """Return a column by its heading, or a row by its number."""
        if isinstance(key, RubyText):
            return [row.get(key) for row in self.rows]
        return self.rows[key] if -len(self.rows) <= key < len(self.rows) else None


def _of_rows(name: str) -> Any:
    """Return a method of lists as a method of tables."""

    def method(table: CsvTable, arguments: list[Any], block: RubyBlock | None) -> Any:
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
        self.lines = [[RubyText(cell) if cell else None for cell in line] for line in lines]

    def row(self, number: int) -> list[Any]:
        """Return the cells of a row."""
        return [*self.lines[number - 1]] if 0 < number <= len(self.lines) else []

    def column(self, number: int) -> list[Any]:
        """Return the cells of a column."""
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
    """Return the module `CSV`, which reads the files of the project."""

    def read(arguments: Sequence[Any], block: RubyBlock | None) -> Any:
        return _table(frames, {"file": arguments[0]}, _options(arguments), block)

    def parse(arguments: Sequence[Any], block: RubyBlock | None) -> Any:
        return _table(frames, {"data": arguments[0]}, _options(arguments), block)

    functions = {"read": read, "table": read, "foreach": read, "parse": parse}
    return RubyModule("CSV", functions=functions)


def roo_module(frames: FrameReader) -> RubyModule:
    """Return the module `Roo`, which reads the workbooks of the project."""

    def open_book(arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        return RooSheet(frames.lines("xlsx", {"file": arguments[0]}))

    excel = RubyModule("Excelx", create=open_book)
    book = RubyModule("Spreadsheet", functions={"open": open_book})
    return RubyModule("Roo", {"Excelx": excel, "Spreadsheet": book})


def _table(frames: FrameReader, source: Mapping[str, Any], options: Mapping[str, Any], block: RubyBlock | None) -> Any:
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
    value = csv_value(cell)
    return value if value is None or isinstance(value, RubyText) else RubyText(cell)


def _options(arguments: Sequence[Any]) -> dict[str, Any]:
    options = arguments[-1] if isinstance(arguments[-1], dict) else {}
    return {str(key): value for key, value in options.items()}


def _cell(line: Sequence[Any], column: int) -> Any:
    return line[column - 1] if 0 < column <= len(line) else None


def _no_call(_value: Any, name: str, _arguments: list[Any], _block: RubyBlock | None) -> Any:
    raise RubyUnknownError(name)
