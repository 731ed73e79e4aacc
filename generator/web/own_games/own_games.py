"""The games that are made on the pages: begun from a starter, copied, brought in, removed and brought back."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.base.errors import Fault, Faults, OutputError, UsageError
from generator.base.records import replace
from generator.base.system.file_exchange import replace_content
from generator.base.system.output_file import write_file
from generator.base.text_files.toml_syntax import toml_text
from generator.build.schemas.schema_files import write_schemas
from generator.imports.decks.table_deck import TableFile, deck_of_table
from generator.imports.packs.pack_reader import unpack
from generator.imports.packs.pack_writer import write_pack
from generator.load.files.characters import unfit_characters
from generator.load.files.folder import Folder, game_name_fault
from generator.load.files.toml_document import read_toml
from generator.load.game_loader import load
from generator.load.game_locations import PACK_ENDING, find_starter, is_shipped, templates_root
from generator.load.kept_parts import CREDITS_FILE, GAME_FILE, PICTURES
from generator.load.new_game import SCHEMA_FOLDER, schema_line, titled, without_makers, write_game
from generator.load.toml_edits.added_language import with_language
from generator.web.kept_states.state_store import StateStore
from generator.web.previews.served_games import ServedGames

LONGEST_TITLE = 80
"""Most characters of a title."""
LONGEST_NAME = 40
"""Most characters of a folder's name that is made from a title."""
MOST_REMOVED = 20
"""Most removed games that can be brought back; the oldest are deleted for good."""
REMOVED = ".removed"
"""Folder of the removed games, beside the others."""
TABLES = (".csv", ".tsv", ".xlsx", ".ods")
"""Endings of the files that a deck is made from."""
_ART = "art/"
_NO_NAME = re.compile(r"[^\w]+")


class OwnGames:
    """The folder of games made on the pages. One thread at a time is to use it."""

    def __init__(self, games: ServedGames, home: Path, kept_states: StateStore | None = None) -> None:
        """Take the folder of the games, and where their states are kept before they are removed."""
        self.home = home
        self._games = games
        self._kept = kept_states
        for file in sorted(home.glob(f"*/{GAME_FILE}")):
            games.add(file.parent)

    def has(self, id_: str) -> bool:
        """Return whether a game lies in the folder of games made on the pages, so that it can be removed there."""
        place = self._games.folders.get(id_)
        return place is not None and place.folder.resolve().parent == self.home.resolve()

    def create(self, title: str, starter: str) -> str:
        """Begin a game from a starter; return its id. Raises UsageError, OutputError."""
        files = _files(find_starter(starter))
        return self._write(title, files | {GAME_FILE: without_makers(files[GAME_FILE])})

    def copy(self, id_: str, title: str) -> str:
        """Copy a game with all that it needs; return the id of the copy. Raises UsageError, Faults, OutputError."""
        folder = self._games.folders[id_].folder.resolve()
        drawings = templates_root() / folder.name
        files = _files(folder)
        # The drawings of a shipped game lie under its name, which the copy does not have.
        if is_shipped(folder) and drawings.is_dir():
            files = {f"templates/{name}": data for name, data in _files(drawings).items()} | files
        return self._write(title, files)

    def bring(self, title: str, name: str, path: Path) -> str:
        """Make a game of a pack or of a sheet that was sent; return its id. Raises Faults, UsageError, OutputError."""
        if name.casefold().endswith(PACK_ENDING):
            with TemporaryDirectory(prefix="vallum-pack-") as folder:
                files = _files(unpack(path, name, Path(folder)))
            if GAME_FILE not in files:
                raise Faults([Fault(name, f"no {GAME_FILE} in it; a pack is made with: vallum pack FOLDER")])
            return self._write(title, files)
        deck = deck_of_table(TableFile(Path(name).name, path.read_bytes(), name), checked_title(title))
        return self._write(title, deck.files)

    def take(self, title: str, folder: Path) -> str:
        """Make a game of the files in a folder, with a line for the maker of each picture; return its id.

        Raises Faults, UsageError, OutputError.
        """
        files = _files(folder)
        pictures = sorted(name for name in files if name.startswith(_ART))
        lines = [f"{toml_text(name)} = {toml_text('')}\n" for name in pictures]
        credits = {CREDITS_FILE: "".join([f"[{PICTURES}]\n", *lines]).encode()} if lines else {}
        return self._write(title, credits | files)

    def rename(self, id_: str, title: str) -> str:
        """Give a game another title, in each of its languages; its folder and all other bytes stay. Return its id.

        Raises UsageError, Faults, OutputError.
        """
        place, title = self._games.folders[id_], checked_title(title)
        files = Folder(place.folder.resolve(), place.shown)
        before = files.read(GAME_FILE)
        if not replace_content(files.root / GAME_FILE, files.place(GAME_FILE), before, _with_title(before, title)):
            raise UsageError(f"{files.place(GAME_FILE)} was changed meanwhile; try again")
        return id_

    def add_language(self, id_: str, language: str) -> str:
        """Give a game one more language, with the words of its first one to be translated; return its id.

        Its state is kept before. Raises UsageError, Faults, OutputError; the files are then as they were.
        """
        place, language = self._games.folders[id_], language.strip()
        files = Folder(place.folder.resolve(), place.shown)
        languages = load(files.root, prefix=place.shown).languages
        if language in languages:
            raise UsageError(f"the game is in {language!r} already")
        try:
            changed = with_language(files, languages, language)
        except ValueError:
            raise UsageError("a language cannot be added here, by the way the files are written") from None
        with TemporaryDirectory(prefix="vallum-new-") as folder:
            trial = Path(folder, files.root.name)
            write_game(trial, _files(files.root) | changed)
            load(trial, prefix=place.shown)
        if self._kept:
            self._kept.keep_state(files.root, "before")
        before = {name: files.read_or_none(name) for name in changed}
        try:
            for name, data in changed.items():
                write_file(files.root / name, data)
        except OutputError:
            for name, old in before.items():
                _put_back(files.root / name, old)
            raise
        return id_

    def remove(self, id_: str) -> str:
        """Take a game out of the pages, and return its id; `restore` brings it back. Raises OutputError."""
        bin_ = self.home / REMOVED
        if self._kept:
            self._kept.keep_state(self._games.folders[id_].folder, "before")
        try:
            bin_.mkdir(exist_ok=True)
            # A game that was removed before under this name gives way.
            shutil.rmtree(bin_ / id_, ignore_errors=True)
            self._games.folders[id_].folder.rename(bin_ / id_)
            # The time of the folder's change is the time of its removal, by which the oldest are found.
            (bin_ / id_).touch()
            for folder in self.removed()[MOST_REMOVED:]:
                shutil.rmtree(bin_ / folder, ignore_errors=True)
        except OSError as error:
            raise OutputError(f"{id_}: cannot be removed: {(error.strerror or '').lower()}") from None
        self._games.drop(id_)
        return id_

    def removed(self) -> list[str]:
        """Return the names of the removed games, the last one first."""
        folders = [file.parent for file in (self.home / REMOVED).glob(f"*/{GAME_FILE}")]
        return [folder.name for folder in sorted(folders, key=lambda folder: -folder.stat().st_mtime)]

    def restore(self, name: str) -> str:
        """Bring a removed game back; return its id. Raises UsageError for a name of none, OutputError."""
        if name not in self.removed():
            raise UsageError(f"no removed game called {name!r}")
        target = self.home / free_name(name, self._taken())
        try:
            (self.home / REMOVED / name).rename(target)
        except OSError as error:
            raise OutputError(f"{name}: cannot be brought back: {(error.strerror or '').lower()}") from None
        return self._games.add(target)

    def pack(self, id_: str) -> bytes:
        """Return a game as a pack. Raises Faults for a game that cannot be loaded."""
        place = self._games.folders[id_]
        with TemporaryDirectory(prefix="vallum-pack-") as folder:
            return write_pack(place.folder, place.shown, Path(folder)).path.read_bytes()

    def _taken(self) -> set[str]:
        """Return the names that a new game cannot have."""
        names = {path.name for path in self.home.iterdir()} if self.home.is_dir() else set()
        return {*self._games.folders, *names}

    def _write(self, title: str, files: Mapping[str, bytes]) -> str:
        """Write a new game with a title from its files, given by path, and return its id.

        Raises UsageError, Faults, OutputError.
        """
        title = checked_title(title)
        # Both are written anew, and would stand there twice.
        files = {
            name: data.removeprefix(schema_line(name).encode())
            for name, data in files.items()
            if not name.startswith(f"{SCHEMA_FOLDER}/")
        }
        files[GAME_FILE] = _with_title(files[GAME_FILE], title)
        folder = self.home / free_name(title, self._taken())
        with TemporaryDirectory(prefix="vallum-new-") as trial:
            write_game(Path(trial, folder.name), files)
            # Loaded before it stands among the others: a sheet with faults leaves no game behind.
            load(Path(trial, folder.name), prefix=folder.name)
        write_game(folder, files)
        write_schemas(folder)
        return self._games.add(folder)


def checked_title(title: str) -> str:
    """Return a title without blanks around it. Raises UsageError for one that no game can have."""
    title = " ".join(unicodedata.normalize("NFC", title).split())
    for _, problem in unfit_characters(title):
        raise UsageError(f"the title: {problem}")
    if not title:
        raise UsageError("a game needs a title, in any script")
    if len(title) > LONGEST_TITLE:
        raise UsageError(f"the title is longer than {LONGEST_TITLE} characters; write a shorter one")
    return title


def free_name(title: str, names_in_use: Collection[str]) -> str:
    """Return the name of a folder for a game with a title: its letters and digits in any script.

    >>> free_name("冬の砦", ()), free_name("The Wall!", ("the-wall",)), free_name("…", ())
    ('冬の砦', 'the-wall-2', 'game')
    """
    name = _NO_NAME.sub("-", unicodedata.normalize("NFKC", title).casefold()).strip("-_")[:LONGEST_NAME].strip("-_")
    stem = name if name and not game_name_fault(name) else "game"
    # Systems that do not tell capitals from small letters would take two names for one.
    used = {word.casefold() for word in names_in_use}
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, len(used) + 2))
    return next(word for word in names if word not in used)


def _files(folder: Path) -> dict[str, bytes]:
    """Return the contents of all files of a game's folder, by path."""
    files = Folder(folder)
    return {name: files.read(name) for name in files.names()}


def _put_back(path: Path, data: bytes | None) -> None:
    """Write a file as it was, or delete it if it was not there; leave it where the disk refuses."""
    with suppress(OSError, OutputError):
        if data is None:
            path.unlink(missing_ok=True)
        else:
            write_file(path, data)


def _with_title(data: bytes, title: str) -> bytes:
    """Return the file game.toml with another title; raises UsageError where its title is not written on one line."""
    # The file is changed as text, so that comments and order stay; reading it again proves the change.
    changed = titled(data, title)
    with TemporaryDirectory(prefix="vallum-title-") as folder:
        Path(folder, GAME_FILE).write_bytes(changed)
        value = read_toml(Folder(Path(folder)), GAME_FILE).data.get("title")
    if any(words != title for words in (value.values() if isinstance(value, dict) else [value])):
        raise UsageError(f"{GAME_FILE}: the title is not on one line; change it in an editor")
    return changed


def shown_faults(error: Exception) -> tuple[object, ...]:
    """Return the lines that tell an error on a page."""
    if isinstance(error, Faults):
        # Only the file's name: its folder may be a temporary one, which means nothing to the reader.
        return tuple(replace(fault, where=Path(fault.where).name) for fault in error.faults[:5])
    return (str(error),)
