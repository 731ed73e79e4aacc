"""The cells of a card, to be changed beside its picture."""

from __future__ import annotations

from typing import NamedTuple

from generator.base.errors import Faults
from generator.model.game import Row
from generator.web.editing.row_form import RowForm, row_form
from generator.web.editing.table_change import OpenTable
from generator.web.editing.table_edits import TableEdits


class CardCells(NamedTuple):
    """Form of a card's row, or the reason why the row cannot be changed."""

    form: RowForm | None = None
    refusal: str = ""
    """Key of a message; empty for a card that comes from no row of a table."""
    file: str = ""
    line: int = 0


def card_cells(edits: TableEdits, game: str, row: Row, *, back: str, is_away: bool) -> CardCells:
    """Return the form that edits the table row of a card, or the reason why that row cannot be edited.

    `back` is the address of the card's page, `is_away` whether the request comes from another computer.
    """
    where, _, line = row.source.rpartition(":")
    try:
        table = next(
            (named_table for named_table in edits.tables(game) if edits.place(game, named_table) == where), None
        )
        if table is None or not line.isdecimal():
            return CardCells()
        if refusal := edits.refusal(game, table, is_away=is_away):
            return CardCells(None, refusal, table.file, int(line))
        now = edits.open(game, table)
    except Faults:  # the page of the card tells them
        # The page of the card shows these faults itself.
        return CardCells()
    number = _number(now, row.id, int(line))
    form = None if number is None else row_form(now, number)._replace(back=back)
    return CardCells(form, "", table.file, int(line))


def _number(now: OpenTable, id_: str, line: int) -> int | None:
    """Return the number of the row with an id, else of the row on a line of the file; None for neither.

    A piece made for each row of another table has an id made of both rows, which no row of the table itself has.
    """
    number = now.text.find(id_)
    return number if number is not None else next((n for n, row in enumerate(now.text.rows) if row.line == line), None)
