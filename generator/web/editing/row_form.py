"""The cells of one row as a form, also with what was typed and not saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from generator.base.errors import Fault
from generator.base.hashing import digest
from generator.load.files.folder import PIXELS
from generator.load.headings.heading_words import means
from generator.web.editing.table_change import OpenTable
from generator.web.http.request_form import field_value

PICTURES = (*PIXELS, ".svg", ".pdf")
"""Endings of the files that cells can name as pictures."""
_SEARCHED = 200
"""Rows that are searched for pictures."""


class FormCell(NamedTuple):
    """A cell and what is wrong with it."""

    name: str
    value: str
    """Content of the form field: the cell's value, or the text that was typed."""
    mark: str
    """Checksum of the cell's value when the form was made; tells whether the field was edited."""
    faults: tuple[Fault, ...] = ()
    now: str | None = None
    """Value in the file if it differs from the typed one; else None."""
    pictures: str = ""
    """Endings of pictures that can be chosen for the cell, for a file dialog; empty for other cells."""

    @property
    def lines(self) -> int:
        """Number of lines that the cell's text field shows."""
        # About 40 characters fit into a line; eight lines are the most before a field scrolls.
        return min(1 + self.value.count("\n") + len(self.value) // 40, 8)


class RowForm(NamedTuple):
    """The form of a row."""

    file: str
    digest: str
    row: int
    id: str
    cells: tuple[FormCell, ...]
    state: str = ""
    """Reason why the row was not saved: `fault`, `wrong` for a value that no cell can hold, `changed`, `disk`; `gone`
    for a deleted row, `refused` for a file that can no longer be changed.
    """
    faults: tuple[Fault, ...] = ()
    """Faults that belong to none of the cells."""
    back: str = ""
    """Address of the card's page if the form stands there; empty on the page of the table."""
    why: str = ""
    """Key of the message that explains why the file is not changed."""

    @property
    def is_lost(self) -> bool:
        """Whether nothing can be saved any more, and the form only shows the typed texts."""
        return self.state in ("gone", "refused")

    @property
    def key(self) -> str:
        """Checksum of the form's content; the page replaces the form if it changes."""
        return digest(repr(self))[:12]


def value_mark(value: str) -> str:
    """Return a checksum of a cell's value, from which the server sees whether the cell was edited meanwhile."""
    return digest(value)[:10]


def row_form(table: OpenTable, row: int) -> RowForm:
    """Return the form that edits a row, filled in with the values of the file."""
    named = _picture_columns(table)
    cells = tuple(
        FormCell(name, value, value_mark(value), pictures=",".join(PICTURES) if name in named else "")
        for name, value in table.cells(row).items()
    )
    return RowForm(table.named.file, table.digest, row, table.id_of(row), cells)


def _picture_columns(table: OpenTable) -> set[str]:
    """Return the names of the columns for pictures, by the first rows.

    A cell of such a column names one, or all are still empty below a heading such as `picture`.
    """
    text = table.text
    cells = [
        (name, value)
        for row in range(min(len(text.rows), _SEARCHED))
        for name, value in zip(text.names, text.values(row), strict=False)
        if value
    ]
    filled = {name for name, _ in cells}
    # The first picture is chosen with the button, as all others are.
    empty = {name for name in text.names if name not in filled and means(name, "picture")}
    return empty | {name for name, value in cells if value.casefold().endswith(PICTURES)}


def faulty_form(form: RowForm, typed: Mapping[str, str], faults: Iterable[Fault], place: tuple[str, int]) -> RowForm:
    """Return a form with typed texts and faults at their cells; `place` is the file and line of the row."""
    by_cell: dict[str, list[Fault]] = {cell.name: [] for cell in form.cells}
    general_faults: list[Fault] = []
    for fault in faults:
        name = cell_of(fault, by_cell) if (fault.where, fault.line) == place else ""
        (by_cell[name] if name else general_faults).append(fault)
    cells = tuple(
        cell._replace(value=typed.get(cell.name, cell.value), faults=tuple(by_cell[cell.name])) for cell in form.cells
    )
    return form._replace(cells=cells, faults=tuple(general_faults))


def cell_of(fault: Fault, names: Iterable[str]) -> str:
    """Return the name of the cell, among `names`, that a fault of the row concerns; empty for none.

    A fault of a text that lacks a language stands at the first of the text's cells: `name` at `name.en`.
    """
    key = fault.key or ""
    return next((name for name in names if key and (name == key or name.startswith(f"{key}."))), "")


def changed_form(form: RowForm, typed: Mapping[str, str]) -> RowForm:
    """Return a form for a row whose file was changed meanwhile.

    Each edited cell has both the typed value and the one in the file.
    """
    cells = tuple(
        cell._replace(value=typed[cell.name], now=cell.value) if cell.name in typed else cell for cell in form.cells
    )
    return form._replace(cells=cells, state="changed")


def lost_form(file: str, id_: str, typed: Mapping[str, str]) -> RowForm:
    """Return a read-only form with the texts that were typed for a row that is gone."""
    cells = tuple(FormCell(name, value, "") for name, value in typed.items())
    return RowForm(file, "", 0, id_, cells, "gone")


def typed_cells(fields: Mapping[str, list[str]]) -> dict[str, str]:
    """Return the cells of a submitted form that were changed, by the names of their columns."""
    typed = {}
    for key, values in fields.items():
        kind, _, name = key.partition(".")
        # Browsers send line ends of text areas as CR LF.
        value = values[0].replace("\r\n", "\n")
        if kind == "cell" and field_value(fields, f"was.{name}") != value_mark(value):
            typed[name] = value
    return typed
