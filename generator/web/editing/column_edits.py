"""Adds, renames, moves and removes columns: in the table, in game.toml and in the templates that name them.

Each way of following a change is tried in memory: the game must load, and its faces must look as before.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generator.base.errors import Fault, Faults
from generator.base.hashing import digest
from generator.build.layout_edits.row_drawings import GameDrawings, game_drawings
from generator.load.files.folder import Folder
from generator.load.kept_parts import GAME_FILE
from generator.load.table_edits.column_splices import (
    added_column,
    removed_column,
    renamed_column,
    swapped_columns,
)
from generator.load.table_edits.named_tables import NamedTable
from generator.load.table_edits.splices import plain_value
from generator.load.toml_edits.toml_changes import MISSING, changed_toml
from generator.load.toml_edits.toml_keys import renamed_key
from generator.load.toml_edits.toml_places import Path
from generator.web.editing.table_change import (
    COLUMNS,
    FileChange,
    OpenTable,
    OpenText,
    TableChange,
    difference,
)
from generator.web.editing.table_edits import ChangedMeanwhileError, FaultyValueError, TableEdits
from generator.web.previews.served_games import ServedGames

Files = dict[str, bytes]
"""Changed files by their names."""


class ColumnRequest(NamedTuple):
    """A change of a column that a page asks for."""

    do: str
    """One of COLUMN_CHANGES."""
    column: str
    """Heading of the column."""
    heading: str = ""
    """The new heading, of a column that is added or renamed."""


class ColumnEdits:
    """Changes columns of the tables of served games. One thread at a time is to use it."""

    def __init__(self, *, games: ServedGames, table_edits: TableEdits) -> None:
        self._games = games
        self._edits = table_edits

    def save(self, game: str, table: NamedTable, checksum: str, request: ColumnRequest) -> None:
        """Save a change of a column in all files that have to follow, which undo takes back as one.

        Raises ChangedMeanwhileError, FaultyValueError with the reason why it cannot be followed, OutputError, Faults
        for a game that cannot be read, ValueError for an unknown column.
        """
        now = self._edits.open(game, table)
        if now.digest != checksum:
            raise ChangedMeanwhileError(now)
        request = request._replace(heading=plain_value(request.heading))
        try:
            data = _changed_table(now, request)
        except ValueError as error:
            raise FaultyValueError((Fault(now.where, str(error)),), may_be_saved=False) from None
        files = self._followed(game, now, data, request)
        changed = now.with_data(files.pop(table.file))
        beside = tuple(self._file_change(game, name, content) for name, content in files.items())
        change = TableChange(
            *(table.file, COLUMNS, request.column, request.heading or request.column, ()),
            splice=difference(now.text.text, changed.text.text),
            digest_before=now.digest,
            digest_after=changed.digest,
            beside=beside,
        )
        if request.do == "remove":
            self._edits.keep_state(game)
        if not self._edits.write_together(game, change):
            raise ChangedMeanwhileError(self._edits.open(game, table))
        self._edits.record(game, change)

    def _followed(self, game: str, now: OpenTable, data: bytes, request: ColumnRequest) -> Files:
        """Return the changed files of the first way of following a change with which the game stays as it is.

        Raises FaultyValueError with the faults of the first way if there is none.
        """
        place, refused = self._games.folders[game], list[Fault]()
        # What the faces look like now is what they have to look like after a renaming or a move.
        before = game_drawings(place, {})
        files = Folder(place.folder.resolve(), place.shown)
        settings = OpenText(GAME_FILE, files.place(GAME_FILE), files.read(GAME_FILE))
        for changed in _candidates(files, settings, now, request):
            trial = changed | {now.file: data}
            try:
                after = game_drawings(place, trial)
            except Faults as error:
                refused = refused or [*error.faults]
                continue
            if faults := _new_faults(before, after):
                refused = refused or faults
            # An empty column may leave room for words; a removed one may have been an empty choice.
            elif request.do in {"remove", "add"} or after.faces == before.faces:
                return trial
        message = f"the column {request.column!r} cannot be followed through {GAME_FILE} and the templates"
        raise FaultyValueError(tuple(refused[:_MOST_FAULTS]) or (Fault(now.where, message),), may_be_saved=False)

    def _file_change(self, game: str, name: str, content: bytes) -> FileChange:
        """Return the change of a file beside the table."""
        place = self._games.folders[game]
        now = OpenText(name, name, Folder(place.folder.resolve()).read(name))
        changed = now._replace(data=content)
        return FileChange(name, difference(now.text, changed.text), now.digest, changed.digest)


_MOST_FAULTS = 5


def _changed_table(now: OpenTable, request: ColumnRequest) -> bytes:
    """Return the file of the table after a change of a column; raises ValueError where it cannot be made."""
    text, column = now.text, now.text.names.index(request.column)
    match request.do:
        case "add":
            data = added_column(text, column, request.heading)
        case "rename":
            data = renamed_column(text, column, request.heading)
        case "remove":
            data = removed_column(text, column)
        case _:
            first = column - 1 if request.do == "left" else column
            data = swapped_columns(text, first, lambda content: now.with_data(content).text)
    # Read again: a row that would begin with a number sign, or be empty, would be no row any more.
    try:
        count = len(now.with_data(data).text.rows)
    except Faults as error:
        raise ValueError(error.faults[0].what) from None
    if count != len(text.rows):
        raise ValueError("a row would be an empty line or a comment; change it first")
    return data


def _candidates(files: Folder, settings: OpenText, now: OpenTable, request: ColumnRequest) -> Iterator[Files]:
    """Yield the ways in which other files can follow a change of a column, the plainest first."""
    parts = [*_users(settings.text, now.named)]
    match request.do:
        case "add":
            yield from _with_settings(settings, [_declared(path, request.heading) for path, _ in parts])
            # A text in one more language needs no setting of its own.
            yield {}
        case "remove":
            paths = [*_named_by(parts, request.column)]
            yield from _with_settings(settings, [(path, MISSING) for path in paths])
        case "rename":
            yield from _renamings(files, settings, parts, request)
        case _:
            yield {}


def _renamings(
    files: Folder, settings: OpenText, parts: list[tuple[Path, Mapping[str, Any]]], request: ColumnRequest
) -> Iterator[Files]:
    """Yield the ways in which game.toml and templates can follow another heading."""
    old, new = request.column, request.heading
    mapped = [(*path, id_, "from") for path, columns in parts for id_ in _mapped(columns, old)]
    if mapped:
        yield from _with_settings(settings, [(path, new) for path in mapped])
        return
    # Rows of lookup tables are named by many ways in templates, so there only the settings follow.
    if _is_id(new) and all(path[0] == "components" for path, _ in parts):
        yield from _renamed_everywhere(files, settings, [path for path, _ in parts], old, new)
    yield {}
    yield from _with_settings(settings, [((*path, old, "from"), new) for path, _ in parts])


def _renamed_everywhere(files: Folder, settings: OpenText, parts: list[Path], old: str, new: str) -> Iterator[Files]:
    """Yield the files with the key of a column renamed, in game.toml, in the words and in the templates."""
    changed: Files = {}
    printed = re.compile(rf"\b((?:card|per)\s*\.\s*){re.escape(old)}\b")
    try:
        text = settings.text
        for path in parts:
            text = renamed_key(text, (*path, old), new)
        changed[GAME_FILE] = settings.to_bytes(text)
        for name in files.names():
            if name.startswith("strings.") and name.endswith(".toml"):
                words = OpenText(name, name, files.read(name))
                changed[name] = words.to_bytes(renamed_key(words.text, ("column", old), new))
            elif name.endswith((".j2", ".svg")):
                template = OpenText(name, name, files.read(name))
                changed[name] = template.to_bytes(printed.sub(rf"\g<1>{new}", template.text))
    # A file in another encoding, or a key that is written in a form that is not followed.
    except ValueError:
        return
    # Files without the name stay out, so that undo does not depend on them.
    yield {name: data for name, data in changed.items() if data != files.read(name)}


def _users(text: str, table: NamedTable) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yield the path and the settings of the columns of each table and component that reads a file."""
    data = tomllib.loads(text)
    for kind in ("components", "tables"):
        entries = data.get(kind)
        for id_, entry in entries.items() if isinstance(entries, dict) else ():
            if id_ in table.users and isinstance(entry, dict) and entry.get("rows") == table.file:
                columns = entry.get("columns")
                yield (kind, id_, "columns"), columns if isinstance(columns, dict) else {}


def _mapped(columns: Mapping[str, Any], heading: str) -> list[str]:
    """Return the ids of the columns that name a heading with `from`."""
    return [id_ for id_, column in columns.items() if isinstance(column, dict) and column.get("from") == heading]


def _named_by(parts: list[tuple[Path, Mapping[str, Any]]], heading: str) -> Iterator[Path]:
    """Yield the paths of the settings of a column, by its heading."""
    for path, columns in parts:
        ids = _mapped(columns, heading) or ([heading] if heading in columns else [])
        yield from ((*path, id_) for id_ in ids)


def _declared(path: Path, heading: str) -> tuple[Path, object]:
    """Return the setting that makes a heading a column of text that may be empty."""
    if _is_id(heading):
        return (*path, heading), {"type": "text", "optional": True}
    id_ = re.sub(r"\W+", "_", heading.casefold()).strip("_")
    # Ids are in plain letters; a heading in another script gets one made of its digest.
    id_ = id_ if _is_id(id_) else f"column_{digest(heading)[:6]}"
    return (*path, id_), {"type": "text", "optional": True, "from": heading}


def _is_id(heading: str) -> bool:
    """Return whether a heading can be the id of its column, so that templates name it so."""
    return heading.isascii() and heading.isidentifier()


def _with_settings(settings: OpenText, changes: list[tuple[Path, object]]) -> Iterator[Files]:
    """Yield game.toml with values at their paths; nothing where its form does not allow that."""
    try:
        text = settings.text
        for path, value in changes:
            text = changed_toml(text, path, value)
    except ValueError:
        return
    yield {GAME_FILE: settings.to_bytes(text)} if text != settings.text else {}


def _new_faults(before: GameDrawings, after: GameDrawings) -> list[Fault]:
    """Return the faults of faces that a change causes."""
    old_messages = {fault.what for fault in before.faults}
    return [fault for fault in after.faults if fault.what not in old_messages]
