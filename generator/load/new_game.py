"""Creates a new game as a copy of the sample or of a starter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from generator.base.errors import OutputError, UsageError
from generator.base.system.part_files import part_file, remove_left_folders
from generator.base.text_files.toml_syntax import toml_text
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder, game_name_fault

SCHEMA_FOLDER = "schemas"
"""The folder of a game in which its JSON Schemas lie."""

_SCHEMAS = (
    ("game.toml", "game"),
    ("sheets/*.layout.toml", "layout"),
    ("sheets/*.toml", "sheet"),
    ("logs/*.toml", "sheet"),
    ("rules/figures.toml", "figures"),
    ("table.toml", "table"),
    ("templates/themes/*.toml", "theme"),
    ("templates/fonts.toml", "fonts"),
)
"""Schema of each file of a game, by patterns of names; the first match counts."""

_PART = "new-game"
"""Start of the name of the temporary folder in which a new game is written."""

_TABLES = re.compile(rb"^\[", re.MULTILINE)
_SAMPLE = re.compile(rb"^sample[ \t]*=.*\n(?:[ \t]+#.*\n)*", re.MULTILINE)
"""The key, and the comment lines below it."""
_MAKERS = re.compile(rb"^(?:designer|year|date)[ \t]*=.*\n(?:[ \t]+#.*\n)*", re.MULTILINE)
"""The keys that say who designed a game, and when."""
_TITLE = re.compile(r"^title[ \t]*=[^\n]*", re.MULTILINE)
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def create_game(target: Path, source: Path) -> tuple[str, ...]:
    """Copy a game to a new folder, titled after the folder and without its key `sample`; return the names of the files.

    Raises UsageError and OutputError as `write_game` does.
    """
    _check_name(target)  # first, as a name that is no text cannot become a title
    original = Folder(source)
    files = {name: original.read(name) for name in original.names()}
    files["game.toml"] = titled(without_makers(files["game.toml"]), folder_title(target.absolute().name))
    write_game(target, files)
    return (*files,)


def write_game(target: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a game into a new folder, each with a line that names its schema for editors.

    `build.schemas` writes the schemas. Raises UsageError if the target is not empty or its name cannot name a game,
    OutputError if it cannot be written.
    """
    _check_name(target)
    try:
        # A process that was killed may have left its temporary folder behind.
        remove_left_folders(target if target.is_dir() else target.absolute().parent, _PART)
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise UsageError(f"{quote(str(target))} is there already; choose a new name or an empty folder")
        _write_together(target, files)
    except OSError as error:
        raise OutputError(f"{quote(str(target))} cannot be written: {(error.strerror or '').lower()}") from None


def _check_name(target: Path) -> None:
    """Raise UsageError if the last part of a path cannot name a game."""
    if problem := game_name_fault(target.absolute().name):
        raise UsageError(problem)


def _write_together(target: Path, files: Mapping[str, bytes]) -> None:
    """Write all files into a temporary folder and move them at the end.

    A full disk or a killed process then leaves no part of a game.
    """
    import shutil

    folder = target.absolute()
    place = folder if folder.is_dir() else folder.parent
    part = part_file(place / _PART)
    try:
        part.mkdir(parents=True)
        for file, data in files.items():
            (part / file).parent.mkdir(parents=True, exist_ok=True)
            (part / file).write_bytes(schema_line(file).encode() + data)
        if place is folder:  # somebody may stand in it, so it is filled and not replaced
            for entry in part.iterdir():
                entry.rename(folder / entry.name)
        else:
            part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def schema_line(file: str) -> str:
    """Return the comment line that names a file's JSON Schema to editors; empty for a file without one.

    >>> schema_line("sheets/night.layout.toml").strip()
    '#:schema ../schemas/layout.schema.json'
    """
    kind = next((kind for names, kind in _SCHEMAS if fnmatchcase(file, names)), None)
    up = "../" * file.count("/") or "./"
    return f"#:schema {up}{SCHEMA_FOLDER}/{kind}.schema.json\n" if kind else ""


def _without_sample_key(data: bytes) -> bytes:
    """Return a file game.toml without the key `sample` and its comment."""
    top, *tables = _TABLES.split(data, maxsplit=1)
    return b"[".join([_SAMPLE.sub(b"", top), *tables])


def folder_title(name: str) -> str:
    """Return a title for a game by the name of its folder.

    >>> folder_title("my-game")
    'My Game'
    """
    words = re.split(r"[-_\s]+", name)
    return " ".join(word[:1].upper() + word[1:] for word in words if word) or name


def titled(data: bytes, title: str) -> bytes:
    """Return a file game.toml with another title, in each of its languages; the key `sample` is left out."""
    data = _without_sample_key(data)
    quoted = toml_text(title)
    top, *tables = _TABLES.split(data, maxsplit=1)
    # A title is one line: `title = { en = "…", ja = "…" }`.
    titled = _TITLE.sub(lambda line: _QUOTED.sub(lambda _: quoted, line[0]), top.decode("utf-8"), count=1)
    return b"[".join([titled.encode("utf-8"), *tables])


def without_makers(data: bytes) -> bytes:
    """Return a file game.toml for a game that begins as a copy, without designer, year and date."""
    top, *tables = _TABLES.split(data, maxsplit=1)
    return b"[".join([_MAKERS.sub(b"", top), *tables])
