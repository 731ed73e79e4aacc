"""Saves settings in game.toml as exact changes of its text, unless the game would have faults that it has not now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.base.errors import Fault
from generator.base.system.file_exchange import is_locked
from generator.load.kept_parts import GAME_FILE
from generator.load.toml_edits.toml_changes import changed_toml
from generator.load.toml_edits.toml_places import Path
from generator.web.editing.table_change import SETTINGS, CellChange, OpenText, TableChange, difference
from generator.web.editing.table_edits import FaultyValueError, TableEdits


class SettingEdits:
    """Changes game.toml of served games. One thread at a time is to use it."""

    def __init__(self, table_edits: TableEdits) -> None:
        self._edits = table_edits

    def refusal(self, game: str, *, is_away: bool) -> str:
        """Return the key of a message that says why the settings are not changed here; empty if they can be.

        `is_away` is whether somebody on another computer asks.
        """
        if is_away:
            return "away"
        if self._edits.is_shipped(game):
            return "shipped"
        return "locked" if is_locked(self._edits.path(game, GAME_FILE)) else ""

    def save_settings(self, game: str, digest: str, changes: Mapping[Path, Any]) -> bool:
        """Write values at their paths, which undo takes back as one change.

        False if the file was changed since a page read it, with `digest` as its checksum. Raises FaultyValueError for
        values with which the game would have faults, OutputError, Faults for a file that cannot be read.
        """
        now = self._edits.open_settings(game)
        if now.digest != digest:
            return False
        changed = _with_settings(now, changes)
        if changed.data == now.data:
            return True
        return self.save_text(game, now, changed, [".".join(map(str, path)) for path in changes])

    def save_text(self, game: str, now: OpenText, changed: OpenText, names: Sequence[str]) -> bool:
        """Write a changed text file of a game and record it for undo; `names` are of its changed keys.

        False if the file is no longer as it was; raises FaultyValueError and OutputError.
        """
        # Not to be saved in spite of them, unlike a cell: a game with a wrong game.toml shows no cards at all.
        if faults := self._edits.new_faults(game, changed):
            raise FaultyValueError(faults, may_be_saved=False)
        if not self._edits.put_content(game, now, changed.data):
            return False
        cells = tuple(CellChange(name, "", "") for name in names)
        splice = difference(now.text, changed.text)
        change = TableChange(
            now.file, SETTINGS, "", "", cells, splice, digest_before=now.digest, digest_after=changed.digest
        )
        self._edits.record(game, change)
        return True


def _with_settings(now: OpenText, changes: Mapping[Path, Any]) -> OpenText:
    """Return the file with new values. Raises FaultyValueError for values that have no place of their own in it."""
    text = now.text
    faults: list[Fault] = []
    for path, value in changes.items():
        try:
            text = changed_toml(text, path, value)
        # Of a table that is written on one line with others, or the like: rare, and left to an editor.
        except ValueError:
            words = "cannot be changed here, by the way it is written; change it in an editor"
            faults.append(Fault(now.where, words, key=".".join(map(str, path))))
    if faults:
        raise FaultyValueError(tuple(faults), may_be_saved=False)
    return now.with_text(text)
