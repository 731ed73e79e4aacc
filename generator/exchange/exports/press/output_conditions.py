"""The printing conditions that files are made for, which `data/profiles/conditions.toml` lists."""

from __future__ import annotations

from generator.base.errors import UsageError, suggestion
from generator.base.records import dataclass
from generator.exchange.exports.press.ink_profiles import PROFILES, ink_profile
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.game_locations import data_root
from generator.write.colours.cmyk_colours import InkProfile
from generator.write.pdf.pdfx import OutputIntent


@dataclass(frozen=True, slots=True)
class OutputCondition:
    """A printing condition, and the profile that colours are converted by."""

    intent: OutputIntent
    profile: InkProfile

    @property
    def is_exact(self) -> bool:
        """Whether the profile is of this very condition."""
        return self.profile.condition == self.intent.condition


def output_condition(name: str) -> OutputCondition:
    """Return a condition by its name in the registry.

    Raises UsageError for one that is not there, Faults for a faulty list.
    """
    return read_condition(Folder(data_root() / PROFILES, PROFILES), name)


def read_condition(folder: Folder, name: str) -> OutputCondition:
    """Return a condition of the list in a folder. Raises as `output_condition`."""
    with FaultReport() as report:
        top = TomlTable(read_toml(folder, "conditions.toml"), report)
        if name not in top.data:
            raise UsageError(f"no printing condition called {quote(name)}{suggestion(name, top.data)}")
        entry = top.table(name)
        title, registry, profile_name = (entry.text(key) for key in ("title", "registry", "profile"))
        is_embedded = entry.flag("embed")
        entry.close()
    profile = ink_profile(profile_name)
    return OutputCondition(OutputIntent(name, title, registry, profile.content if is_embedded else b""), profile)
