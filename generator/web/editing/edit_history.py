"""The changes of each game that undo and redo act on, also after the server was started anew."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from generator.base.errors import OutputError
from generator.base.hashing import digest
from generator.base.system.output_file import write_file
from generator.load.table_edits.splices import Splice
from generator.web.editing.table_change import CellChange, FileChange, TableChange

MOST_CHANGES = 1000
"""Changes of each game that can be undone."""
MOST_BYTES = 2 << 20
"""Size of the file of a game's changes; the oldest ones give way to newer ones."""
_FORMAT = 1


class EditHistory(NamedTuple):
    """The changes of one game, the last one last."""

    done: list[TableChange]
    undone: list[TableChange]


class EditHistories:
    """The histories of all games: in memory, and as a file for each game in a folder."""

    def __init__(self, folder: Path | None) -> None:
        """Keep a file for each game in a folder; without a folder, histories last as long as the server."""
        self._folder = folder
        self._histories: dict[Path, EditHistory] = {}

    def of(self, game: Path) -> EditHistory:
        """Return the history of the game in a folder; an unreadable file gives an empty history."""
        if game not in self._histories:
            self._histories[game] = self._read(game)
        return self._histories[game]

    def save(self, game: Path) -> None:
        """Write the history of a game to a file.

        If the disk has no room, the history lasts only as long as the server.
        """
        history = self.of(game)
        del history.done[:-MOST_CHANGES]
        if file := self._file(game):
            with suppress(OutputError):
                write_file(file, _written(game, history))

    def _file(self, game: Path) -> Path | None:
        """Return the file for the history of the game in a folder; None if histories are not stored."""
        # Two games of one name lie in different folders.
        return self._folder / f"{digest(str(game))[:24]}.json" if self._folder else None

    def _read(self, game: Path) -> EditHistory:
        """Read the history of a game from its file; empty if the file is missing, damaged or of another version."""
        file = self._file(game)
        try:
            data = json.loads(file.read_bytes()) if file else {}
            if data.get("format") != _FORMAT or data.get("game") != str(game):
                return EditHistory([], [])
            return EditHistory(*([_change(values) for values in data[name]] for name in EditHistory._fields))
        # Of another version, damaged by hand, or cut off by a full disk: undo then begins anew.
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return EditHistory([], [])


def _written(game: Path, history: EditHistory) -> bytes:
    """Return a history as JSON, without its oldest changes where the file would exceed MOST_BYTES."""
    changes = list(history.done)
    while True:
        record = {"format": _FORMAT, "game": str(game), "done": changes, "undone": history.undone}
        data = json.dumps(record, ensure_ascii=False).encode()
        if len(data) <= MOST_BYTES or not changes:
            return data
        # Halved, not shortened one by one: a pasted block may be as large as all else.
        changes = changes[len(changes) // 2 + 1 :]


def _change(values: Sequence[Any]) -> TableChange:
    """Return the change that a list read from JSON stands for; raises TypeError if the list has another shape."""
    change = TableChange(*values)
    cells = tuple(CellChange(*cell) for cell in change.cells)
    beside = tuple(FileChange(file, Splice(*splice), *digests) for file, splice, *digests in change.beside)
    return change._replace(cells=cells, splice=Splice(*change.splice), beside=beside)
