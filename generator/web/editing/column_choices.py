"""What cells of a column can hold, where that is a choice: ids of rows, words, yes and no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.load.table_edits.named_tables import NamedTable
from generator.model.game import Game

MOST_OPTIONS = 300
"""Most options that a list has; among more, typing finds a value sooner."""


class ColumnChoice(NamedTuple):
    """The choice in a column of a table."""

    kind: str
    """`tick` for yes or no, `choice` for one of the options."""
    options: tuple[str, ...] = ()

    def shown(self) -> dict[str, Any]:
        """Return the choice as a dictionary for JSON, which the script of the page reads."""
        return {"kind": self.kind, "options": self.options}


def column_choices(data: Mapping[str, Any], table: NamedTable, game: Game | None) -> dict[str, ColumnChoice]:
    """Return the choices for the columns of a table whose cells are picked from a list or ticked, by heading.

    `data` is the content of game.toml, which may be malformed, as the game may have faults.
    """
    parts = [_columns(data, kind, user) for user in table.users for kind in ("tables", "components")]
    columns = {str(column.get("from", name)): column for part in parts for name, column in part.items()}
    choices = {heading: _choice(column, game) for heading, column in columns.items()}
    return {heading: choice for heading, choice in choices.items() if choice}


def _columns(data: Mapping[str, Any], kind: str, user: str) -> dict[str, Mapping[str, Any]]:
    """Return the column settings of one table or component (`user`) in game.toml; empty where `data` is malformed."""
    value: Any = data
    for key in (kind, user, "columns"):
        value = value.get(key) if isinstance(value, dict) else None
    columns = value.items() if isinstance(value, dict) else ()
    return {str(name): column for name, column in columns if isinstance(column, dict)}


def _choice(column: Mapping[str, Any], game: Game | None) -> ColumnChoice | None:
    """Return the choice that a column's type allows: yes or no, ids of another table, fixed words.

    None for free text.
    """
    # Only these types have a finite set of values; all others are typed freely.
    match column.get("type"):
        case "yes":
            return ColumnChoice("tick")
        case "row":
            return _options(_ids(game, str(column.get("of", ""))), column)
        case "word":
            words = column.get("one_of")
            return _options([str(word) for word in words] if isinstance(words, list) else [], column)
        case _:
            return None


def _ids(game: Game | None, id_: str) -> list[str]:
    """Return the ids of the rows of a table; empty for an unknown table, or without a loaded game."""
    try:
        return [row.id for row in game.rows(id_)] if game else []
    except KeyError:
        return []


def _options(values: Sequence[str], column: Mapping[str, Any]) -> ColumnChoice | None:
    """Return a choice of some values, the empty one first where a cell may be empty; None for no values or too many."""
    if not 0 < len(values) <= MOST_OPTIONS:
        return None
    # A cell may also be empty where the column is optional or has a default.
    empty = ("",) if column.get("optional") or "default" in column else ()
    return ColumnChoice("choice", (*empty, *dict.fromkeys(values)))
