"""The ICC profiles of printing conditions, which `data/profiles/profiles.toml` lists."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.base.errors import UsageError, suggestion
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.game_locations import data_root
from generator.write.colours.cmyk_colours import InkProfile

PROFILES = "profiles"
_MOST_INK = 400


def ink_profile(name: str) -> InkProfile:
    """Return a profile by its name.

    Raises UsageError for one that is not there, Faults for a faulty list.
    """
    return find_profile(data_root() / PROFILES, name)


def find_profile(folder: Path, name: str) -> InkProfile:
    """Return a profile of a folder with a list by its name. Raises as `ink_profile`."""
    with FaultReport() as report:
        top = TomlTable(read_toml(Folder(folder, PROFILES), "profiles.toml"), report)
        known = {id_: _read(id_, top.table(id_), folder) for id_ in top.data}
    return _find(name, known)


def _find(name: str, known: Mapping[str, InkProfile]) -> InkProfile:
    if name not in known:
        raise UsageError(f"no colour profile called {quote(name)}{suggestion(name, known)}")
    return known[name]


def _read(name: str, entry: TomlTable, folder: Path) -> InkProfile:
    file, condition = entry.text("file"), entry.text("condition")
    ink = entry.integer("ink", 1, _MOST_INK)
    entry.close()
    path = folder / Path(file).name
    if file and not path.is_file():
        entry.fault("file", f"there is no file {quote(file)} beside the list")
        return InkProfile(name, b"", condition, ink)
    return InkProfile(name, path.read_bytes() if file else b"", condition, ink)
