"""Finds out which program a project comes from, by the ending of its file, and has it read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from generator.base.errors import UsageError
from generator.exchange.imports.cardmaker_reader import read_cardmaker
from generator.exchange.imports.nandeck_reader import read_nandeck
from generator.exchange.imports.project import ForeignProject
from generator.exchange.imports.squib_reader import read_squib
from generator.load.files.fault_report import quote
from generator.load.files.folder import Folder

_READERS: Mapping[str, Callable[[Folder, str], ForeignProject]] = {
    ".cmp": read_cardmaker,
    ".yml": read_squib,
    ".yaml": read_squib,
    ".rb": read_squib,
    ".nde": read_nandeck,
    ".txt": read_nandeck,
}


def read_project(path: Path) -> ForeignProject:
    """Read the project in a file; raises UsageError if no project is there, Faults if it cannot be read."""
    ending = path.suffix.lower()
    if ending not in _READERS:
        kinds = ", ".join(_READERS)
        raise UsageError(f"{quote(path.name)} is no project that can be taken over; those are {kinds} files")
    if not path.is_file():
        raise UsageError(f"no file {quote(str(path))}; name the project's file")
    return _READERS[ending](Folder(path.absolute().parent), path.name)
