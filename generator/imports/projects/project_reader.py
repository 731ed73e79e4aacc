"""Finds out which program a project comes from, by the ending of its file, and has it read; folders are of Cider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from generator.base.errors import UsageError
from generator.imports.foreign.project import ForeignProject
from generator.imports.projects.cardmaker_reader import read_cardmaker
from generator.imports.projects.cider_folder import deck_folders
from generator.imports.projects.cider_reader import read_cider_folder
from generator.imports.projects.json_reader import read_json_project
from generator.imports.projects.nandeck_reader import read_nandeck
from generator.imports.squib.squib_places import project_root
from generator.imports.squib.squib_reader import read_squib
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

_READERS: Mapping[str, Callable[[Folder, str], ForeignProject]] = {
    ".cmp": read_cardmaker,
    ".yml": read_squib,
    ".yaml": read_squib,
    ".rb": read_squib,
    ".nde": read_nandeck,
    ".txt": read_nandeck,
    ".json": read_json_project,
}
_TABLES = {".csv", ".tsv", ".xlsx", ".xlsm", ".ods"}
"""Endings of tables, which `vallum new` makes decks of."""
_OF_SQUIB = {".rb"}
"""Endings of files whose paths count from the folder of the project."""


def read_project(path: Path) -> ForeignProject:
    """Read the project in a file or folder, by the ending of its name.

    Raises UsageError if no project is there, Faults if it cannot be read.
    """
    ending = path.suffix.lower()
    if path.is_dir() and deck_folders((folder := Folder(path.absolute(), str(path))).names()):
        return read_cider_folder(folder, str(path))
    if ending in _TABLES:
        name = quote(path.name)
        raise UsageError(f"{name} is a table alone; make a deck of it with vallum new my-game --table {path.name}")
    if ending not in _READERS:
        kinds = ", ".join(_READERS)
        raise UsageError(
            f"{quote(path.name)} is no project that can be taken over; those are {kinds} files, and folders of Cider"
        )
    if not path.is_file():
        raise UsageError(f"no file {quote(str(path))}; name the project's file")
    script = path.absolute()
    root = project_root(script) if ending in _OF_SQUIB else script.parent
    return _READERS[ending](Folder(root), script.relative_to(root).as_posix())
