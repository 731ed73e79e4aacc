"""Reads the rows of a sheet of a .xlsx or .ods workbook with python-calamine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.base.errors import Fault, Faults, fault, suggestion
from generator.base.system.limited_child import ask_child
from generator.base.system.process_limits import ProcessLimits
from generator.load.files.fault_report import FaultReport, quote
from generator.load.headings.heading_words import as_toml, tidy_heading
from generator.load.tables.calamine_process import read_cells
from generator.load.tables.raw_table import RawTable, TableForm, cell_text
from generator.load.tables.row_collector import collect_rows, known_headings

_SECONDS = 10
_MOST_SHEETS, _MOST_LISTED = 10, 6
# A few kilobytes can unpack to gigabytes, so a process with limits reads them.
_LIMITS = ProcessLimits(memory=1 << 30, seconds=_SECONDS, file_size=0, open_files=64, wall=_SECONDS)
_UNSAVED = "formula without a saved value; open the workbook in Excel or LibreOffice and save it"
_TOO_LARGE = f"cannot be read as a workbook within {_SECONDS} s and 1 GiB"
_CRASHED = (
    "the process that reads workbooks ends unexpectedly, which is a fault of this program; save the sheet as .csv"
)


def read_workbook(where: str, data: bytes, report: FaultReport, form: TableForm) -> RawTable:
    """Read the rows of a sheet; raises Faults if it cannot be read.

    A sheet with two cells in far corners makes calamine ask for half a terabyte and abort the process. So it runs in a
    process of its own, with 1 GiB and 10 seconds.
    """
    book = run_reader(where, data, form.sheet)
    try:
        table = collect_rows(where, _lines(where, book["rows"], report), report, form)
    except Faults as faults:
        raise _with_other_sheets(faults, book) from None
    _check_sheet(where, data, book, table, form)
    _note_hidden(where, table, book, report)
    return with_looks(with_faults(where, table, book, report), book)


def _note_hidden(where: str, table: RawTable, book: Mapping[str, Any], report: FaultReport) -> None:
    """Add a note on rows that the workbook hides: a filter that was left on must not cost any cards."""
    hidden = [row.line for row in table.rows if row.line - 1 in {*book.get("hidden_rows", ())}]
    if hidden:
        listed = ", ".join(map(str, hidden[:_MOST_LISTED])) + (", …" if len(hidden) > _MOST_LISTED else "")
        message = f"hidden in the sheet, and read all the same: rows {listed}; give them 0 copies, or delete them"
        report.note(Fault(where, message, key=book["sheet"]))


def run_reader(where: str, data: bytes, sheet: str = "") -> dict[str, Any]:
    """Return the cells of a sheet, by default the first, with notes on formulas and formats. Raises Faults."""
    answer, end = ask_child(read_cells, (data, sheet), _LIMITS)
    if answer is None:
        raise fault(where, _TOO_LARGE if end.is_limit else _CRASHED, unreadable=True)
    if "sheet" not in answer and "sheets" in answer:
        message = f"no sheet called {quote(sheet)}{suggestion(sheet, answer['sheets'])}"
        raise fault(where, message, key="sheet", unreadable=True)
    if "fault" in answer:
        raise fault(where, answer["fault"], unreadable=True)
    return answer


def _with_other_sheets(faults: Faults, book: Mapping[str, Any]) -> Faults:
    """Return the faults of a sheet that is no table, with the advice to name another sheet of the workbook."""
    other = next((name for name in book["sheets"] if name != book["sheet"]), "")
    if not other:
        return faults
    advice = f"; the workbook has other sheets, name one beside rows: sheet = {as_toml(other)}"
    return Faults(replace(fault, what=fault.what + advice) for fault in faults.faults)


def _check_sheet(where: str, data: bytes, book: Mapping[str, Any], table: RawTable, form: TableForm) -> None:
    """Raise Faults if no sheet is named and another sheet fits the columns better than the first one."""
    matches = len({*map(tidy_heading, table.header)} & form.headings)
    other_sheets = [name for name in book["seen"] if name != book["sheet"]]
    if form.sheet or matches > 1 or not form.headings or not other_sheets:
        return
    books = ((name, run_reader(where, data, name)["rows"]) for name in other_sheets[:_MOST_SHEETS])
    counts = {name: known_headings(_lines(where, rows, FaultReport()), form) for name, rows in books}
    best = max(counts, key=lambda name: counts[name])
    # One more heading may match by chance; two more do not.
    if counts[best] > matches + 1:
        message = f"the columns are not in the sheet {quote(book['sheet'])}; name theirs beside rows: "
        raise fault(where, f"{message}sheet = {as_toml(best)}", key=book["sheet"], unreadable=True)


def with_faults(where: str, table: RawTable, book: Mapping[str, Any], report: FaultReport) -> RawTable:
    """Return a table with faults at its cells, reported if a cell is used; reports faults outside of its rows."""
    by_line: dict[int, list[tuple[int, Fault]]] = {}
    for row, column, error in book.get("faults", ()):
        message = f"shows {error}; correct the formula" if error else _UNSAVED
        cell = Fault(where, message, row + 1, key=f"{book['sheet']}!{cell_name(row, column)}")
        by_line.setdefault(row + 1, []).append((column, cell))
    last = table.rows[-1].line if table.rows else 0
    for line in by_line.keys() - {row.line for row in table.rows}:
        is_sum = line > last and len(by_line[line]) == 1  # a bare sum below the rows
        is_row = line > (table.line or 0) and not any(any(cells) for cells in book["rows"][line - 1 : line])
        if line == table.line or (is_row and not is_sum):
            for _, cell in by_line[line]:
                report.add(cell)
    places = dict(enumerate(table.places))
    rows = (
        row._replace(faults={places[place]: cell for place, cell in by_line.get(row.line, ()) if places.get(place)})
        for row in table.rows
    )
    return table._replace(rows=tuple(rows))


def with_looks(table: RawTable, book: Mapping[str, Any]) -> RawTable:
    """Return a table with the looks of its cells: texts that are shown otherwise, bold letters, hidden columns."""
    rows = book["rows"]
    formatted = [(row, column, _formatted(rows, row, column, code)) for row, column, code in book.get("codes", ())]
    by_line: dict[int, dict[str, str]] = {}
    for row, column, text in (*book.get("shown", ()), *formatted):
        # A tuple of one empty name is a column without heading, whose cells are not read.
        if text and table.places[column : column + 1] > ("",):
            by_line.setdefault(row + 1, {})[table.places[column]] = text.replace("\N{NO-BREAK SPACE}", " ")
    styled: dict[int, dict[str, str]] = {}
    for row, column, text in book.get("styled", ()):
        if table.places[column : column + 1] > ("",):
            styled.setdefault(row + 1, {})[table.places[column]] = text
    hidden = {table.places[column] for column in book.get("hidden_columns", ()) if column < len(table.places)}
    return table._replace(
        hidden=frozenset(hidden - {""}),
        rows=tuple(
            row._replace(shown=by_line.get(row.line, {}), styled=styled.get(row.line, {})) for row in table.rows
        ),
    )


def _formatted(rows: list[list[Any]], row: int, column: int, code: str) -> str | None:
    """Return the text that a number format makes of a cell; None where the cell has no value or the code is unknown."""
    from generator.load.tables.number_format import shown_date, shown_number

    value = rows[row][column] if row < len(rows) and column < len(rows[row]) else None
    if isinstance(value, str):
        return shown_date(value, code)
    return shown_number(value, code) if isinstance(value, int | float) and not isinstance(value, bool) else None


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell by its row and column, counted from 0.

    >>> cell_name(8, 1), cell_name(0, 26)
    ('B9', 'AA1')
    """
    letters = ""
    number = column + 1
    while number:
        # Letters count from A = 1; there is no zero.
        number, letter = divmod(number - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row + 1}"


def _lines(where: str, rows: list[list[Any]], report: FaultReport) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a sheet with their line numbers, from 1; their cells become texts."""
    for line, row in enumerate(rows, 1):
        yield line, [_text(where, line, value, report) for value in row]


def _text(where: str, line: int, value: Any, report: FaultReport) -> str:
    """Return a value of a workbook as cell text; empty after a fault, which is reported."""
    try:
        return cell_text(value)
    except ValueError as error:
        report.add(Fault(where, str(error), line))
        return ""
