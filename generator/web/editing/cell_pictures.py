"""Pictures for cells: stored in the folder `art` of a game, and named as the templates of the table read them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from html import escape
from pathlib import PurePosixPath

from generator.base.errors import Faults, HandledError
from generator.build.layout_edits.row_drawings import row_drawings
from generator.load.files.folder import Folder, name_fault
from generator.load.table_edits.named_tables import NamedTable
from generator.web.editing.table_change import OpenTable, with_cells
from generator.web.editing.table_edits import TableEdits
from generator.web.kept_states.brought_pictures import BroughtPictures
from generator.web.previews.served_games import ServedGames

FOLDER = "art"
_JPEG, _TIFF = rb"\xff\xd8\xff", rb"II\*\0|MM\0\*"
KINDS: Mapping[str, re.Pattern[bytes]] = {
    ".png": re.compile(rb"\x89PNG"),
    ".jpg": re.compile(_JPEG),
    ".jpeg": re.compile(_JPEG),
    ".webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
    ".avif": re.compile(rb"....ftyp", re.DOTALL),
    ".gif": re.compile(rb"GIF8"),
    ".bmp": re.compile(rb"BM"),
    ".tif": re.compile(_TIFF),
    ".tiff": re.compile(_TIFF),
    ".svg": re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<|\x1f\x8b", re.DOTALL),
    ".pdf": re.compile(rb".{0,1019}%PDF-", re.DOTALL),
}
"""Endings of pictures, and how such files begin."""


def picture_names(files: Folder) -> list[str]:
    """Return the names of the pictures in the folder `art` of a game."""
    return sorted(name for name in files.names(FOLDER) if PurePosixPath(name).suffix.casefold() in KINDS)


class RefusedPictureError(HandledError):
    """A picture that is not taken; `reason` is the key of the message that says why, and `file` its name."""

    def __init__(self, reason: str, file: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.reason, self.file = reason, file


class CellPictures:
    """Stores pictures for cells. One thread at a time is to use it."""

    def __init__(self, *, games: ServedGames, table_edits: TableEdits, brought_pictures: BroughtPictures) -> None:
        self._games = games
        self._edits = table_edits
        self._brought = brought_pictures

    def is_shipped(self, game: str) -> bool:
        """Return whether a game came with the program, so that no picture is written into its folder."""
        return self._edits.is_shipped(game)

    def store(self, game: str, name: str, data: bytes) -> str:
        """Write a picture into the folder `art` of a game, and return the name of its file there.

        Raises RefusedPictureError for an unknown kind, and for a name that a file with other content has already;
        OutputError.
        """
        name = file_name(name)
        if not KINDS[PurePosixPath(name).suffix.casefold()].match(data[:1024]):
            raise RefusedPictureError("kind", name)
        root = self._games.folders[game].folder.resolve()
        files, path = Folder(root), f"{FOLDER}/{name}"
        # A link in place of the folder or the file counts as another picture: nothing is written through it.
        if files.lacks(path):
            self._brought.store(root, path, data)
        elif files.read_or_none(path) != data:
            raise RefusedPictureError("other", path)
        return name

    def cell_text(self, game: str, table: NamedTable, row: int, column: str, name: str) -> tuple[str, bool]:
        """Return the text of a cell for a picture in `art`: the first notation with which a face of its row shows it.

        False beside it where no template draws it; it is then that of the other cells of the column.
        """
        now = self._edits.open(game, table)
        files = Folder(self._games.folders[game].folder.resolve())
        stems = {PurePosixPath(file).stem for file in files.names(FOLDER)}
        notations = _notations(now, column, stems, name)
        # Rows are told apart by their line, and a short table has rows that are still to be added.
        row = min(row, len(now.text.rows) - 1)
        drawn = (text for text in notations if self._is_drawn(game, now, row, {column: text}, f"{FOLDER}/{name}"))
        text = next(drawn, "")
        return text or notations[0], bool(text)

    def _is_drawn(self, game: str, now: OpenTable, row: int, values: Mapping[str, str], picture: str) -> bool:
        """Return whether a face of a row shows a picture once its cells have some values."""
        try:
            changed, _ = with_cells(now, row, values)
            source = f"{now.where}:{changed.text.rows[row].line}"
            drawings = row_drawings(self._games.folders[game], {now.named.file: changed.data}, source)
            return any(f'"{escape(picture)}"' in drawing for drawing in drawings)
        # The page of the table shows these faults itself.
        except (Faults, ValueError):
            return False


def file_name(name: str) -> str:
    """Return the name that the file of a picture gets, from its name on the disk of whoever sends it.

    Raises RefusedPictureError for an unknown kind, and for a name that no file of a game can have.
    """
    # Files of a Mac have letters and accents apart. A number sign would begin the number of a page.
    name = unicodedata.normalize("NFC", PurePosixPath(name.replace("\\", "/")).name).replace("#", "-")
    if PurePosixPath(name).suffix.casefold() not in KINDS:
        raise RefusedPictureError("kind", name)
    if name_fault(name):
        raise RefusedPictureError("name", name)
    return name


def _notations(now: OpenTable, column: str, stems: Collection[str], name: str) -> list[str]:
    """Return the ways in which a cell can name a picture, those that its column has so far first.

    `stems` are the names of the pictures that were there before, without their endings.
    """
    plain, placed, bare = name, f"{FOLDER}/{name}", PurePosixPath(name).stem
    number = now.text.names.index(column)
    values = {value for row in range(len(now.text.rows)) if (value := now.text.value(row, number))}
    if any(value.startswith(f"{FOLDER}/") for value in values):
        return [placed, plain, bare]
    return [plain, placed, bare] if values.isdisjoint(stems) else [bare, plain, placed]
