"""The differences between two states of a game: files, and in tables the cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from generator.base.errors import Faults, OutputError
from generator.load.table_edits.table_text import TableText, read_table_text
from generator.load.tables.table_reader import SEPARATED

MOST_CELLS = 12
"""Cells of a table that are named; more are counted."""
LARGEST = 2 << 20
"""Bytes of the largest file that is looked into."""
_TEXTS = (".toml", ".md", ".j2", ".svg", ".txt", ".json")

Read = Callable[[str, str], bytes]
"""Function that returns the content of a file by its digest and path; raises OutputError."""


class CellDifference(NamedTuple):
    """A cell of a table before and after."""

    row: str
    """Id of the row, or its number."""
    column: str
    before: str
    after: str


class FileDifference(NamedTuple):
    """A file before and after."""

    path: str
    kind: str
    """Kind of difference: `added`, `removed` or `changed`."""
    cells: tuple[CellDifference, ...] = ()
    cell_count: int = 0
    """Number of changed cells, of which the first are in `cells`."""
    rows_added: int = 0
    rows_removed: int = 0
    lines: int = 0
    """Number of lines that a text has more or less."""


def state_differences(before: Mapping[str, str], after: Mapping[str, str], read: Read) -> list[FileDifference]:
    """Return the files in which two states differ; both are digests by path."""
    differences = []
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old == new:
            continue
        if old is None or new is None:
            differences.append(FileDifference(path, "added" if old is None else "removed"))
        else:
            differences.append(_file_difference(path, old, new, read))
    return differences


def _file_difference(path: str, old: str, new: str, read: Read) -> FileDifference:
    """Return the difference of a file with two digests; without details where it cannot be looked into."""
    plain = FileDifference(path, "changed")
    if not path.lower().endswith((*SEPARATED, *_TEXTS)):
        return plain
    try:
        data = read(old, path), read(new, path)
    # The page shows that the file differs; only bringing it back needs the copy.
    except OutputError:
        return plain
    return _compared(path, *data) if max(map(len, data)) <= LARGEST else plain


@lru_cache(maxsize=256)  # twenty states are shown again with every look at the page
def _compared(path: str, old: bytes, new: bytes) -> FileDifference:
    """Return the difference of the contents of a file."""
    if path.lower().endswith(SEPARATED):
        try:
            return _table_difference(path, read_table_text(old, path, ""), read_table_text(new, path, ""))
        # A table with faults is compared as a text.
        except Faults:
            pass
    lines = [Counter(data.splitlines()) for data in (old, new)]
    return FileDifference(path, "changed", lines=max((lines[0] - lines[1]).total(), (lines[1] - lines[0]).total()))


def _table_difference(path: str, old: TableText, new: TableText) -> FileDifference:
    """Return the difference of two tables; rows are matched by their ids, or where they have none by their numbers."""
    rows = _rows(old), _rows(new)
    cells = []
    for id_ in [id_ for id_ in rows[0] if id_ in rows[1]]:
        before, after = rows[0][id_], rows[1][id_]
        cells += [
            CellDifference(id_, column, before.get(column, ""), after.get(column, ""))
            for column in dict.fromkeys([*before, *after])
            if before.get(column, "") != after.get(column, "")
        ]
    added, removed = (len(one.keys() - other.keys()) for one, other in (rows[::-1], rows))
    return FileDifference(path, "changed", tuple(cells[:MOST_CELLS]), len(cells), added, removed)


def _rows(table: TableText) -> dict[str, dict[str, str]]:
    """Return the rows of a table, as values by column, by their ids or numbers."""
    ids = table.rows_by_id() if "id" in table.names else {}
    names = {number: id_ for id_, number in ids.items()}
    # Without a name of its own a row is called by its number, as in the margin of a spreadsheet.
    return {
        names.get(number, str(number + 1)): dict(zip(table.names, table.values(number), strict=False))
        for number in range(len(table.rows))
    }
