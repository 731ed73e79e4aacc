"""Reads the tables of a game, checks and saves changes of them, and takes them back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.base.errors import Fault, Faults, HandledError
from generator.base.system.file_exchange import add_content, is_locked, remove_content, replace_content
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, data_root
from generator.load.kept_parts import GAME_FILE
from generator.load.table_edits.named_tables import NamedTable, named_tables
from generator.load.table_edits.splices import Splice, added_row, copied_row, free_id, moved_row, removed_row
from generator.load.table_edits.table_text import TableText, read_table_text
from generator.load.toml_edits.expected_counts import EXPECT, with_counts
from generator.web.editing.edit_history import EditHistories, EditHistory
from generator.web.editing.table_change import (
    COLUMNS,
    SETTINGS,
    CellChange,
    FileChange,
    OpenTable,
    OpenText,
    TableChange,
    difference,
    encoded,
    remade,
    remade_text,
    with_cells,
)
from generator.web.kept_states.state_store import StateStore
from generator.web.previews.served_games import ServedGames

ROW_CHANGES = ("copy", "add", "insert", "remove", "up", "down")
"""Changes of a row: a copy below it, a new one at the end or below it, without it, before the one above, behind the one
below."""


_DESTRUCTIVE = ("remove", "block")
"""Kinds of changes before which a state of the game is kept."""
BlockChange = Callable[[OpenTable], "tuple[OpenTable, tuple[CellChange, ...]]"]
"""Function that returns a table with several cells changed, and these cells; see `table_blocks`."""


class ChangedMeanwhileError(HandledError):
    """The file holds something else than the page shows, or the row is not there any more."""

    def __init__(self, now: OpenTable) -> None:
        super().__init__(now.where)
        self.now = now


class FaultyValueError(HandledError):
    """The game would have faults that it does not have now."""

    def __init__(self, faults: tuple[Fault, ...], *, may_be_saved: bool) -> None:
        super().__init__(str(faults))
        self.faults = faults
        self.may_be_saved = may_be_saved
        """Whether the user may save nevertheless, for instance because another cell is changed next."""


class LostPlaceError(HandledError):
    """A change cannot be taken back, as its place was changed since by somebody else."""


class RefusedFileError(HandledError):
    """A change is not taken back now, as its file may not be changed here any more; `refusal` says why."""


class EditedRow(NamedTuple):
    """Where a page asks for a change: a row of a file as the page saw it."""

    file: str
    digest: str
    row: int
    """Counted from 0, without the header."""


class TableEdits:
    """The tables of the served games. One thread at a time is to use it."""

    def __init__(
        self, games: ServedGames, histories: Path | None = None, kept_states: StateStore | None = None
    ) -> None:
        """Take a folder for histories, which then outlive the server, and the store of states for destructive acts."""
        self._kept = kept_states
        self._games = games
        self._histories = EditHistories(histories)

    def history(self, game: str) -> EditHistory:
        """Return the changes of a game that undo and redo act on."""
        return self._histories.of(self._folder(game))

    def tables(self, game: str) -> tuple[NamedTable, ...]:
        """Return the tables of a game, files such as `cards.csv`; raises Faults if game.toml cannot be parsed."""
        return named_tables(_files(self._games.folders[game]))

    def settings(self, game: str) -> Mapping[str, Any]:
        """Return the content of game.toml; raises Faults if it cannot be parsed."""
        return read_toml(_files(self._games.folders[game]), GAME_FILE).data

    def open_settings(self, game: str, file: str = GAME_FILE) -> OpenText:
        """Read game.toml, or another file that is no table, as text; raises Faults if it cannot be read.

        Any other file than game.toml may be absent.
        """
        files = _files(self._games.folders[game])
        is_absent = file != GAME_FILE and files.lacks(file)
        return OpenText(file, files.place(file), b"" if is_absent else files.read(file), is_absent)

    def is_shipped(self, game: str) -> bool:
        """Return whether a game came with the program."""
        return self._games.folders[game].folder.resolve().is_relative_to(data_root())

    def place(self, game: str, table: NamedTable) -> str:
        """Return the name of a table's file as messages about faults show it."""
        return _files(self._games.folders[game]).place(table.file)

    def refusal(self, game: str, table: NamedTable, *, is_away: bool) -> str:
        """Return the key of a message that says why a table is not changed here; empty if it can be changed.

        `is_away` is whether somebody on another computer asks.
        """
        if is_away:
            return "away"
        if self.is_shipped(game):
            # The files of the program itself are not changed from a page.
            return "shipped"
        if table.source:
            # The next fetch would overwrite a change.
            return "fetched"
        if not table.is_text:
            return table.ending
        return "locked" if is_locked(self.path(game, table.file)) else ""

    def open(self, game: str, table: NamedTable) -> OpenTable:
        """Read a table; raises Faults if it cannot be read."""
        files = _files(self._games.folders[game])
        data, where = files.read(table.file), files.place(table.file)
        return OpenTable(table, where, data, read_table_text(data, where, table.separator))

    def save_cells(
        self, game: str, table: NamedTable, place: EditedRow, values: Mapping[str, str], *, anyway: bool = False
    ) -> OpenTable:
        """Save new values of one row, given by column name, and return the saved table.

        `anyway` saves also if the game then has faults. Raises ChangedMeanwhileError, FaultyValueError, OutputError,
        Faults for a table that cannot be read, ValueError for an unknown column.
        """
        # The page may show an older state of the file.
        now = self._unchanged(game, table, place)
        try:
            changed, cells = with_cells(now, place.row, values)
        except Faults as error:
            raise FaultyValueError(error.faults, may_be_saved=False) from None
        if not cells:
            return now
        ids = now.id_of(place.row), changed.id_of(place.row)
        return self._save(game, now, changed, _change("cells", ids, cells, now, changed), anyway=anyway)

    def save_block(
        self, game: str, table: NamedTable, place: EditedRow, change: BlockChange, *, anyway: bool = False
    ) -> OpenTable:
        """Save a change of several rows, which undo takes back as one, and return the saved table.

        Raises as `save_cells`.
        """
        now = self._unchanged(game, table, place)
        try:
            changed, cells = change(now)
        except Faults as error:
            raise FaultyValueError(error.faults, may_be_saved=False) from None
        if changed.data == now.data:
            return now
        id_ = now.id_of(place.row)
        return self._save(game, now, changed, _change("block", (id_, id_), cells, now, changed), anyway=anyway)

    def change_rows(self, game: str, table: NamedTable, place: EditedRow, kind: str) -> OpenTable:
        """Copy, add, insert, remove or move the row at `place`.

        `kind` is one of ROW_CHANGES. Raises as `save_cells`.
        """
        now = self._unchanged(game, table, place)
        id_ = now.id_of(place.row)
        try:
            splice = _row_splice(now.text, place.row, kind)
        except ValueError as error:
            fault = Fault(now.where, str(error), now.text.rows[place.row].line)
            raise FaultyValueError((fault,), may_be_saved=False) from None
        changed = now.with_data(splice.apply(now.text))
        change = TableChange(
            table.file, kind, id_, id_, cells=(), splice=splice, digest_before=now.digest, digest_after=changed.digest
        )
        # A new row is empty, and its faults go with what is typed next.
        return self._save(game, now, changed, change, anyway=True)

    def undo(self, game: str) -> TableChange | None:
        """Take the last change of a game back and return it; None if there is no change.

        Raises LostPlaceError, after which the change is forgotten; RefusedFileError, OutputError and Faults, after
        which it can be taken back later.
        """
        history = self.history(game)
        return self._turn(game, history.done, history.undone)

    def redo(self, game: str) -> TableChange | None:
        """Make the change again that undo took back last, and return it; None if there is none. Raises as `undo`."""
        history = self.history(game)
        return self._turn(game, history.undone, history.done)

    def _turn(self, game: str, source: list[TableChange], target: list[TableChange]) -> TableChange | None:
        """Revert the last change of the list `source`, and append the opposite change to the list `target`.

        None if `source` is empty; raises as `undo`.
        """
        if not source:
            return None
        change = source[-1]
        if change.kind == COLUMNS or change.beside:
            return self._turn_together(game, source, target)
        now, turned = self._turned(game, change.inverse)
        is_turned = now and turned and self.put_content(game, now, turned.content)
        # A change that cannot be turned would otherwise block all changes before it.
        source.pop()
        if now and turned and is_turned:
            # Rows may have moved since, so the change lies at another place of the file than the first time.
            splice = difference(*(encoded(file).text for file in (now, turned)))
            target.append(change.inverse._replace(splice=splice, digest_before=now.digest, digest_after=turned.digest))
        self._histories.save(self._folder(game))
        if not is_turned:
            raise LostPlaceError(change.file)
        return change

    def _turn_together(self, game: str, source: list[TableChange], target: list[TableChange]) -> TableChange:
        """Revert the last change of the list `source`, of a table and the files that followed it; see `_turn`."""
        change = source[-1]
        table = next((named for named in self.tables(game) if named.file == change.file), None)
        if table and self.refusal(game, table, is_away=False):
            raise RefusedFileError(change.file)
        is_turned = table is not None and self.write_together(game, change.inverse)
        source.pop()
        if is_turned:
            target.append(change.inverse)
        self._histories.save(self._folder(game))
        if not is_turned:
            raise LostPlaceError(change.file)
        return change

    def write_together(self, game: str, change: TableChange) -> bool:
        """Write a change of a table and those beside it; False, and nothing is written, if a file has changed since.

        Raises OutputError; files that were written before it are then as they were.
        """
        table = next(named for named in self.tables(game) if named.file == change.file)
        now = self.open(game, table)
        files: list[tuple[OpenTable | OpenText, bytes]] = [(now, change.splice.apply(now.text))]
        if now.digest != change.digest_before:
            return False
        for beside in change.beside:
            read = _files(self._games.folders[game])
            other = OpenText(beside.file, read.place(beside.file), read.read_or_none(beside.file) or b"")
            # A file that was changed since has other places, and may not lose what somebody else wrote.
            if other.digest != beside.digest_before or is_locked(self.path(game, beside.file)):
                return False
            files.append((other, beside.splice.apply(other)))
        return self._written_together(game, files)

    def _written_together(self, game: str, files: Sequence[tuple[OpenTable | OpenText, bytes]]) -> bool:
        """Write several files, or none of them; raises OutputError."""
        # There is no step that exchanges several files at once, so what was written first is put back.
        done: list[tuple[OpenTable | OpenText, bytes]] = []
        is_complete = False
        try:
            for file, data in files:
                if not self.put_content(game, file, data):
                    return False
                done.append((file, data))
            is_complete = True
        finally:
            for file, data in [] if is_complete else done:
                replace_content(self.path(game, file.file), file.where, data, file.data)
        return True

    def _turned(
        self, game: str, change: TableChange
    ) -> tuple[OpenTable, OpenTable | None] | tuple[OpenText | None, OpenText | None]:
        """Return the file of a change as it is now, and with the change made; None for a missing file or place.

        Raises RefusedFileError.
        """
        if change.kind == SETTINGS:
            settings = self.open_settings(game, change.file)
            return settings, remade_text(change, settings)
        table = next((named_table for named_table in self.tables(game) if named_table.file == change.file), None)
        if table is None:
            return None, None
        if self.refusal(game, table, is_away=False):
            raise RefusedFileError(change.file)
        now = self.open(game, table)
        return now, remade(change, now)

    def _unchanged(self, game: str, table: NamedTable, place: EditedRow) -> OpenTable:
        """Read a table; raises ChangedMeanwhileError if the file or the number of rows is not as the page saw it."""
        now = self.open(game, table)
        if now.digest != place.digest or not 0 <= place.row < len(now.text.rows):
            raise ChangedMeanwhileError(now)
        return now

    def new_faults(self, game: str, changed: OpenTable | OpenText) -> tuple[Fault, ...]:
        """Return the faults that the game would have with a changed file and does not have now."""
        folder = self._games.folders[game]
        old_faults = Counter(map(_kind, self._games.get(game).faults))
        new_faults = []
        for fault in _faults(folder, {changed.file: changed.data}):
            # Counted, not only compared: a second equal fault in another row is new.
            old_faults[_kind(fault)] -= 1
            if old_faults[_kind(fault)] < 0:
                new_faults.append(fault)
        return tuple(new_faults)

    def _save(self, game: str, now: OpenTable, changed: OpenTable, change: TableChange, *, anyway: bool) -> OpenTable:
        """Write a changed table, with the numbers of pieces in game.toml that follow it, and record it for undo.

        Raises FaultyValueError, unless `anyway`, and ChangedMeanwhileError.
        """
        counts, faults = self._followed(game, changed)
        if faults and not anyway:
            raise FaultyValueError(faults, may_be_saved=True)
        change = change._replace(beside=counts)
        # A cell is taken back by undo; of rows and blocks the whole game is kept.
        if change.kind in _DESTRUCTIVE:
            self.keep_state(game)
        if not self.write_together(game, change):
            raise ChangedMeanwhileError(self.open(game, now.named))
        self.record(game, change)
        return changed

    def _followed(self, game: str, changed: OpenTable) -> tuple[tuple[FileChange, ...], tuple[Fault, ...]]:
        """Return the change of game.toml that follows a changed table, and the faults that the game would have then.

        Only numbers of pieces that were right until now follow: others are what their owner works towards.
        """
        place, faults, settings = self._games.folders[game], self.new_faults(game, changed), self.open_settings(game)
        wrong = {fault.key for fault in self._games.get(game).faults if _is_count(fault)}
        counts = [fault for fault in faults if _is_count(fault) and fault.key not in wrong]
        if not counts or is_locked(self.path(game, GAME_FILE)):
            return (), faults
        ids = [str(fault.key).removeprefix(f"{EXPECT}.") for fault in counts]
        counted = settings.with_text(with_counts(settings.text, place, {changed.file: changed.data}, ids))
        if counted.data == settings.data:
            return (), faults
        splice = difference(settings.text, counted.text)
        change = FileChange(GAME_FILE, splice, settings.digest, counted.digest)
        return (change,), tuple(fault for fault in faults if fault not in counts)

    def keep_state(self, game: str) -> None:
        """Keep the state of a game before something is removed from it."""
        if self._kept:
            self._kept.keep_state(self._folder(game), "before")

    def record(self, game: str, change: TableChange) -> None:
        """Record a saved change for undo."""
        history = self.history(game)
        history.done.append(change)
        # After a new change, an undone one no longer fits the table.
        history.undone.clear()
        self._histories.save(self._folder(game))

    def _folder(self, game: str) -> Path:
        """Return the absolute folder of a game."""
        return self._games.folders[game].folder.resolve()

    def path(self, game: str, file: str) -> Path:
        """Return the absolute path of a file of a game."""
        return self._folder(game) / file

    def put_content(self, game: str, now: OpenTable | OpenText, data: bytes | None) -> bool:
        """Replace the content of a file, or remove the file for None; False if the file is not as it was read."""
        path = self.path(game, now.file)
        if data is None:
            return remove_content(path, now.where, now.data)
        if now.content is None:
            return add_content(path, now.where, data)
        return replace_content(path, now.where, now.data, data)


def _change(
    kind: str, ids: tuple[str, str], cells: tuple[CellChange, ...], now: OpenTable, changed: OpenTable
) -> TableChange:
    """Return the record of a change; `ids` are the id of the row before and after."""
    splice = difference(now.text.text, changed.text.text)
    return TableChange(now.file, kind, *ids, cells, splice, digest_before=now.digest, digest_after=changed.digest)


def _row_splice(text: TableText, row: int, kind: str) -> Splice:
    """Return the text replacement that makes one of ROW_CHANGES of a row; raises ValueError where it cannot be made."""
    match kind:
        case "copy":
            return copied_row(
                text, row, free_id(text, text.value(row, text.names.index("id")) if "id" in text.names else "")
            )
        case "remove":
            return removed_row(text, row)
        case "up" | "down":
            return moved_row(text, row, -1 if kind == "up" else 1)
        case _:
            return added_row(text, free_id(text, "new"), row if kind == "insert" else -1)


def _files(folder: GameFolder) -> Folder:
    """Return an object that reads the files of a game and names them in faults."""
    return Folder(folder.folder.resolve(), folder.shown)


def _faults(folder: GameFolder, changed: Mapping[str, bytes]) -> tuple[Fault, ...]:
    """Return the faults of a game as it would be with changed files, given as bytes by file name."""
    try:
        load(folder.folder, prefix=folder.shown, changed=changed)
    except Faults as error:
        return tuple(error.faults)
    return ()


def _is_count(fault: Fault) -> bool:
    """Return whether a fault is about a number of pieces that game.toml expects."""
    return (fault.key or "").startswith(f"{EXPECT}.")


def _kind(fault: Fault) -> tuple[str, str, str | None]:
    """Return a fault without its line number, which moves when rows above it change."""
    return fault.where, fault.what, fault.key
