"""The pictures that pages have put into the folders of games, and those that undo takes back."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from html import escape
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from generator.base.errors import OutputError
from generator.base.hashing import file_digest, file_digests
from generator.base.system.file_exchange import add_content, remove_content
from generator.base.system.output_file import write_file
from generator.load.files.folder import Folder
from generator.load.kept_parts import CREDITS_FILE, PICTURES
from generator.load.toml_edits.picture_credits import with_credits
from generator.load.toml_edits.toml_changes import MISSING, changed_toml

_TABLES = (".csv", ".tsv", ".json")
_TEXTS = (*_TABLES, ".j2", ".svg", ".toml", ".md", ".html", ".css", ".txt")
_REMARK = re.compile(rb"(?:^|\s)#[^\"'\n]*$", re.MULTILINE)
_WORKBOOKS = (".xlsx", ".xlsm", ".ods")


class BroughtPicture(NamedTuple):
    """A picture that came with an edit."""

    path: str
    digest: str
    """Hash of its file as it was brought."""
    content: bytes = b""
    """Its file, while undo has taken it back; empty while it lies in the folder."""


class BroughtPictures:
    """Stores pictures in games' folders. One thread at a time is to use it."""

    def __init__(self) -> None:
        """Begin without any: pictures of an earlier run are nobody's."""
        self._new: dict[tuple[Path, str], BroughtPicture] = {}

    def store(self, game: Path, path: str, data: bytes) -> None:
        """Write a new picture into a game's folder, with a line for its maker in the credits. Raises OutputError."""
        write_file(game / path, data)
        add_credit(Folder(game), path)
        self._new[game, path] = BroughtPicture(path, file_digest(game / path))

    def claimed(self, game: Path, path: str) -> BroughtPicture | None:
        """Return the new picture of a path for the edit that shows it first; None for one that was there before."""
        return self._new.pop((game, path), None)

    def take_back(self, game: Path, picture: BroughtPicture) -> BroughtPicture:
        """Remove a picture that nothing uses any more and its credit, and return it with its content; else unchanged.

        A picture that was changed since, or whose maker was written down, stays.
        """
        file = game / picture.path
        if file_digest(file) != picture.digest or _is_used(game, picture.path):
            return picture
        # What cannot be removed stays: the edit is taken back all the same.
        with suppress(OutputError, OSError, ValueError):
            content = file.read_bytes()
            if _without_credit(Folder(game), picture.path) and remove_content(file, picture.path, content):
                # The folder may have come with the picture; with others in it, it stays.
                with suppress(OSError):
                    file.parent.rmdir()
                return picture._replace(content=content)
        return picture

    def put_back(self, game: Path, picture: BroughtPicture) -> BroughtPicture:
        """Write a picture that was taken back into its place again, with its credit. Raises OutputError."""
        if not picture.content:
            return picture
        file = game / picture.path
        file.parent.mkdir(parents=True, exist_ok=True)
        if add_content(file, picture.path, picture.content):
            add_credit(Folder(game), picture.path)
        return picture._replace(content=b"")


def add_credit(files: Folder, picture: str) -> None:
    """Write a line for the maker of a picture into the game's credits, unless the picture has one."""
    try:
        text = (files.read_or_none(CREDITS_FILE) or b"").decode()
        if picture not in tomllib.loads(text).get(PICTURES, ()):
            write_file(files.root / CREDITS_FILE, with_credits(text, {picture: ""}).encode())
    # Faults of the file are told where the game is shown: the picture is stored all the same.
    except (ValueError, TypeError):
        return


def _without_credit(files: Folder, picture: str) -> bool:
    """Remove the line for a picture from the credits, and a file that has no other; False for a maker that is named.

    Raises OutputError, and ValueError for credits that cannot be changed.
    """
    text = (files.read_or_none(CREDITS_FILE) or b"").decode()
    maker = tomllib.loads(text).get(PICTURES, {}).get(picture)
    if maker is None:
        return True
    if maker:
        return False
    changed = changed_toml(text, (PICTURES, picture), MISSING)
    # The heading alone was written with the first picture.
    if changed.strip() == f"[{PICTURES}]":
        (files.root / CREDITS_FILE).unlink()
    else:
        write_file(files.root / CREDITS_FILE, changed.encode())
    return True


def _is_used(game: Path, picture: str) -> bool:
    """Return whether a file of a game may name a picture: by its file, or in a table without its ending."""
    name, stem = PurePosixPath(picture).name, PurePosixPath(picture).stem
    names = {word.encode() for word in (name, escape(name), escape(name).replace("{", "&#123;"))}
    # A word of a text is no name of a picture, but a whole cell may be one.
    bare = re.compile(rf"(?:^|[,;\t\"]) *{re.escape(stem)} *(?:\r?$|[,;\t\"])".encode(), re.MULTILINE)
    for path in file_digests(game):
        kind = PurePosixPath(path).suffix.casefold()
        # The cells of a workbook are not searched: any of them may name it.
        if kind in _WORKBOOKS:
            return True
        if kind in _TEXTS and path not in (CREDITS_FILE, picture):
            # Remarks in settings give examples of names.
            content = _REMARK.sub(b"", (game / path).read_bytes()) if kind == ".toml" else (game / path).read_bytes()
            if any(word in content for word in names) or (kind in _TABLES and bare.search(content)):
                return True
    return False
