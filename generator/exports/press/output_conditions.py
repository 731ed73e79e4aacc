"""The printing conditions that files are made for, and their ICC profiles, as `data/profiles` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.base.errors import UsageError, suggestion
from generator.base.records import dataclass
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.game_locations import data_root
from generator.write.colours.cmyk_colours import InkProfile
from generator.write.pdf.pdfx import OutputIntent

PROFILES = "profiles"
# Four inks of 100 % each.
_MOST_INK = 400


@dataclass(frozen=True, slots=True)
class OutputCondition:
    """A printing condition, and the profile that colours are converted by."""

    intent: OutputIntent
    profile: InkProfile

    @property
    def is_exact(self) -> bool:
        """Return whether the profile was made for this very condition."""
        return self.profile.condition == self.intent.condition


def output_condition(name: str, limit: float) -> OutputCondition:
    """Return a printing condition by its name in the registry, with a profile of no more ink than `limit`, in per cent.

    Raises UsageError for a condition that is not there or has no such profile, Faults for a faulty list.
    """
    return read_condition(Folder(data_root() / PROFILES, f"data/{PROFILES}"), name, limit)


def read_condition(folder: Folder, name: str, limit: float) -> OutputCondition:
    """Return a condition of the list in a folder.

    Raises like `output_condition`.
    """
    with FaultReport() as report:
        top = TomlTable(read_toml(folder, "conditions.toml"), report)
        if name not in top.data:
            raise UsageError(f"no printing condition called {quote(name)}{suggestion(name, top.data)}")
        entry = top.table(name)
        title, registry = entry.text("title"), entry.text("registry")
        entry.close()
    profile = profile_for(name, limit)
    # Of a condition that the profile of another one serves, a file gives the name alone, which PDF/X-1a allows.
    embedded = profile.content if profile.condition == name else b""
    return OutputCondition(OutputIntent(name, title, registry, embedded), profile)


def profile_for(condition: str, limit: float) -> InkProfile:
    """Return the colour profile for a printing condition that lays down no more ink than `limit`, in per cent.

    Raises UsageError if there is none, Faults for a faulty list.
    """
    profiles = read_profiles(data_root() / PROFILES).values()
    serving = [profile for profile in profiles if condition in (profile.condition, *profile.also)]
    if not serving:
        conditions = ", ".join(name for profile in profiles for name in (profile.condition, *profile.also))
        raise UsageError(f"no colour profile for the printing condition {quote(condition)}; there are {conditions}")
    if min(profile.ink for profile in serving) > limit:
        least = min(profile.ink for profile in serving)
        raise UsageError(f"the colour profile for {condition} takes {least:.0f} % of ink; the shop takes {limit:.0f} %")
    # As much ink as the shop takes: less makes shadows paler.
    return max((profile for profile in serving if profile.ink <= limit), key=lambda profile: profile.ink)


def read_profiles(folder: Path) -> Mapping[str, InkProfile]:
    """Return the colour profiles of a folder by name. Raises Faults for a faulty list."""
    with FaultReport() as report:
        top = TomlTable(read_toml(Folder(folder, f"data/{PROFILES}"), "profiles.toml"), report)
        return {id_: _read(id_, top.table(id_), folder) for id_ in top.data}


def _read(name: str, entry: TomlTable, folder: Path) -> InkProfile:
    """Return a profile of the list; a missing file is a fault of the entry."""
    file, condition = entry.text("file"), entry.text("condition")
    ink, also = entry.integer("ink", 1, _MOST_INK), entry.text_list("also")
    entry.close()
    # Only the name: a path in the list could lead out of the folder.
    path = folder / Path(file).name
    if file and not path.is_file():
        entry.fault("file", f"there is no file {quote(file)} beside the list")
        return InkProfile(name, b"", condition, ink, also)
    return InkProfile(name, path.read_bytes() if file else b"", condition, ink, also)
