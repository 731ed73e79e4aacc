"""The printing conditions that files are made for, which `data/profiles/conditions.toml` lists."""

from __future__ import annotations

from generator.base.errors import UsageError, suggestion
from generator.base.records import dataclass
from generator.exchange.exports.press.ink_profiles import PROFILES, profile_for
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


def output_condition(name: str, limit: float) -> OutputCondition:
    """Return a condition by its name in the registry, with a profile of no more ink than a limit, in per cent.

    Raises UsageError for one that is not there or has no such profile, Faults for a faulty list.
    """
    return read_condition(Folder(data_root() / PROFILES, f"data/{PROFILES}"), name, limit)


def read_condition(folder: Folder, name: str, limit: float) -> OutputCondition:
    """Return a condition of the list in a folder. Raises as `output_condition`."""
    with FaultReport() as report:
        top = TomlTable(read_toml(folder, "conditions.toml"), report)
        if name not in top.data:
            raise UsageError(f"no printing condition called {quote(name)}{suggestion(name, top.data)}")
        entry = top.table(name)
        title, registry = entry.text("title"), entry.text("registry")
        entry.close()
    profile = profile_for(name, limit)
    embedded = profile.content if profile.condition == name else b""
    return OutputCondition(OutputIntent(name, title, registry, embedded), profile)
