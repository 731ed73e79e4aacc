"""What the page of a table shows: some of its rows, where their faults are, what can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlencode

from generator.base.errors import Fault
from generator.load.table_edits.named_tables import NamedTable
from generator.web.editing.column_choices import ColumnChoice
from generator.web.editing.edit_history import EditHistory
from generator.web.editing.row_filter import RowFilter
from generator.web.editing.row_form import RowForm, cell_of
from generator.web.editing.table_change import OpenTable, TableChange, column_name

ROWS = 200
"""Most rows of a table on one page."""


class GridCell(NamedTuple):
    """A cell of the table on the page."""

    name: str
    value: str
    faults: tuple[Fault, ...]


class GridRow(NamedTuple):
    """A row of the table on the page."""

    number: int
    id: str
    line: int
    cells: tuple[GridCell, ...]
    faults: tuple[Fault, ...]
    """Faults that belong to none of the row's cells."""


class TableView(NamedTuple):
    """The page of a table."""

    tables: tuple[NamedTable, ...]
    current: NamedTable
    table: OpenTable | None
    """Table with its cells; None for a workbook or a file that cannot be read."""
    refusal: str
    """Key of the message that says why the table cannot be changed here; empty if it can."""
    rows: tuple[GridRow, ...] = ()
    first: int = 0
    """The number of the first row on the page."""
    columns: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    """Faults of the game that belong to no cell on this page."""
    undone: TableChange | None = None
    """Change that redo would make; None for none."""
    done: TableChange | None = None
    """Change that undo would take back; None for none."""
    form: RowForm | None = None
    notice: str = ""
    """Key of the message about the last change."""
    row_filter: RowFilter = RowFilter()
    shown_count: int = 0
    """Number of rows that are shown, on all pages."""
    choices: Mapping[str, ColumnChoice] = MappingProxyType({})
    """Columns whose cells are chosen."""
    refused: tuple[tuple[str, str], ...] = ()
    """Fields of a change that was not made because of its faults, to be sent once more; empty for none."""

    @property
    def row_count(self) -> int:
        """Number of rows in the whole file; 0 if it cannot be read."""
        return len(self.table.text.rows) if self.table else 0

    @property
    def shown_choices(self) -> dict[str, dict[str, Any]]:
        """Choices by column, as dictionaries for JSON."""
        return {name: choice.shown() for name, choice in self.choices.items()}

    def page(self, first: int) -> str:
        """Return the query of the page that holds a row; `first` counts the rows as they are filtered and sorted."""
        return urlencode({"file": self.current.file, **self.row_filter.fields, "from": str(first)})

    def sorted_by(self, column: str) -> str:
        """Return the query that sorts by a column: ascending, on the next click descending, then unsorted."""
        sort = {column: f"-{column}", f"-{column}": ""}.get(self.row_filter.sort, column)
        return urlencode({"file": self.current.file, **self.row_filter._replace(sort=sort).fields})


def with_rows(view: TableView, table: OpenTable, first: int, faults: Iterable[Fault]) -> TableView:
    """Return a view with a page of rows of a table, and the faults at the cells that they concern.

    `first` is a row of that page, counted as the rows are filtered and sorted.
    """
    faults, numbers = tuple(faults), view.row_filter.numbers(table.text)
    # Pages start at multiples of ROWS, so that a row is on the same page by whatever link.
    count = len(numbers)
    first = max(0, min(first, count - 1)) // ROWS * ROWS
    numbers = numbers[first : first + ROWS]
    by_line: dict[int, list[Fault]] = {}
    for fault in faults:
        if fault.where == table.where and fault.line:
            by_line.setdefault(fault.line, []).append(fault)
    rows = tuple(_row(table, number, by_line) for number in numbers)
    width = max([len(table.text.names), *(len(row.cells) for row in rows)])
    columns = tuple(column_name(table.text, number) for number in range(width))
    shown_faults = {
        fault
        for row in rows
        for fault in (*row.faults, *(cell_fault for cell in row.cells for cell_fault in cell.faults))
    }
    other_faults = tuple(fault for fault in faults if fault not in shown_faults)
    return view._replace(table=table, rows=rows, first=first, shown_count=count, columns=columns, faults=other_faults)


def with_history(view: TableView, history: EditHistory) -> TableView:
    """Return a view that names the changes that undo and redo would act on."""
    done = history.done[-1] if history.done else None
    return view._replace(done=done, undone=history.undone[-1].inverse if history.undone else None)


def _row(table: OpenTable, number: int, faults: dict[int, list[Fault]]) -> GridRow:
    """Return a row for the page; `faults` are all faults of the table by line."""
    # A row may take several lines, as cells can hold line ends; faults name the first.
    line = table.text.rows[number].line
    values = table.cells(number)
    named_faults = [(cell_of(fault, values), fault) for fault in faults.get(line, [])]
    by_cell = {name: tuple(fault for place, fault in named_faults if place == name) for name in ("", *values)}
    cells = tuple(GridCell(name, value, by_cell[name]) for name, value in values.items())
    return GridRow(number, table.id_of(number), line, cells, by_cell[""])
