"""The ICC profiles of printing conditions, which `data/profiles/profiles.toml` lists."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.base.errors import UsageError
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.game_locations import data_root
from generator.write.colours.cmyk_colours import InkProfile

PROFILES = "profiles"
_MOST_INK = 400


def profile_for(condition: str, limit: float) -> InkProfile:
    """Return the profile for a printing condition that lays down no more ink than a limit, in per cent.

    Raises UsageError if there is none, Faults for a faulty list.
    """
    known = read_profiles(data_root() / PROFILES).values()
    serving = [each for each in known if condition in (each.condition, *each.also)]
    if not serving:
        conditions = ", ".join(name for each in known for name in (each.condition, *each.also))
        raise UsageError(f"no colour profile for the printing condition {quote(condition)}; there are {conditions}")
    if min(each.ink for each in serving) > limit:
        least = min(each.ink for each in serving)
        raise UsageError(f"the colour profile for {condition} takes {least:.0f} % of ink; the shop takes {limit:.0f} %")
    return max((each for each in serving if each.ink <= limit), key=lambda each: each.ink)


def read_profiles(folder: Path) -> Mapping[str, InkProfile]:
    """Return the profiles of a folder by name. Raises Faults for a faulty list."""
    with FaultReport() as report:
        top = TomlTable(read_toml(Folder(folder, f"data/{PROFILES}"), "profiles.toml"), report)
        return {id_: _read(id_, top.table(id_), folder) for id_ in top.data}


def _read(name: str, entry: TomlTable, folder: Path) -> InkProfile:
    file, condition = entry.text("file"), entry.text("condition")
    ink, also = entry.integer("ink", 1, _MOST_INK), entry.text_list("also")
    entry.close()
    path = folder / Path(file).name
    if file and not path.is_file():
        entry.fault("file", f"there is no file {quote(file)} beside the list")
        return InkProfile(name, b"", condition, ink, also)
    return InkProfile(name, path.read_bytes() if file else b"", condition, ink, also)
