"""Parts of a game that a process which loads it again and again keeps while all they were read from stays the same.

Most changes of a game are of one row, and its scoresheets take half of the time of loading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from generator.base.file_memory import active_memory
from generator.load.load_context import LoadContext
from generator.model.game import Row

T = TypeVar("T")
Rows = Mapping[str, Mapping[str, Row]]
"""Rows by id, by the id of their table or component."""


GAME_FILE = "game.toml"
CREDITS_FILE = "credits.toml"
PICTURES = "pictures"
"""Table of the credits that has a line for each picture."""
FIGURES_FILE = "rules/figures.toml"


class UsedRows(Mapping[str, Mapping[str, Row]]):
    """Rows that remember which tables were looked at."""

    def __init__(self, rows: Rows) -> None:
        """Wrap rows; `used` gets the rows of each table that is looked up."""
        self._rows = rows
        self.used: dict[str, Mapping[str, Row]] = {}

    def __getitem__(self, table: str) -> Mapping[str, Row]:
        """Return the rows of a table, and remember the table."""
        # Asking whether a table exists does not count: the names of all tables are part of the key anyway.
        rows = self.used[table] = self._rows[table]
        return rows

    def __contains__(self, table: object) -> bool:
        return table in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def read_or_keep(part: str, context: LoadContext, names: Sequence[str], rows: Rows, read: Callable[[Rows], T]) -> T:
    """Return the result of `read` from the last load if its files and rows are the same, else call it.

    `names` are the files that it depends on besides the languages and the rows that it looks at. Nothing is kept of a
    game with faults: they must be found each time. What was noted while reading is noted again.
    """
    memory = active_memory()
    if memory is None or context.report.total:
        return read(rows)
    name, files = f"{part} {context.folder.root}", _contents(context, names)
    # The ids of the tables are part of the key: a formula may name one that did not exist before.
    key = context.folder.shown, context.languages, tuple(rows), files
    stored: tuple[object, Rows, T, tuple[str, ...]] | None = memory.part(name)
    if stored and stored[0] == key and all(_are_same(old_rows, rows[table]) for table, old_rows in stored[1].items()):
        context.report.notes += stored[3]
        return stored[2]
    looked_at, notes = UsedRows(rows), len(context.report.notes)
    value = read(looked_at)
    if not context.report.total and _contents(context, names) == files:  # else some may have been read before a change
        memory.keep_part(name, (key, looked_at.used, value, tuple(context.report.notes[notes:])))
    return value


def _are_same(one: Mapping[str, Row], other: Mapping[str, Row]) -> bool:
    """Whether two tables have equal rows, also in order and types: `==` would take 1 for 1.0."""
    return one is other or (one == other and repr(one) == repr(other))


def _contents(context: LoadContext, names: Sequence[str]) -> dict[str, bytes | None]:
    """Return the bytes of the files that exist, by name; None for one that cannot be read, which has a fault."""
    return {name: context.folder.read_or_none(name) for name in names if not context.folder.lacks(name)}
