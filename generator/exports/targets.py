"""The targets of exports, by name; the code of one is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol, cast

from generator.base.errors import UsageError
from generator.base.records import dataclass
from generator.model import shop

if TYPE_CHECKING:
    from generator.exports.export_folder import ExportFolder
    from generator.exports.export_options import ExportOptions
    from generator.exports.export_request import ExportRequest
    from generator.exports.findings import Report


class TargetModule(Protocol):
    """Functions that the module of a target has."""

    def check_options(self, options: ExportOptions) -> None:
        """Raise UsageError for options that no game could be exported with; called before anything is made."""

    def write(self, request: ExportRequest, folder: ExportFolder) -> Report:
        """Write the files into a folder, and return the report; the folder is thrown away if the report has faults.

        All faults are in one report. Raises Faults for faults of the game's own data.
        """

    def products(self) -> Iterable[str]:
        """Return the names that `--product` may have; only targets that read that option have this function."""


GROUPS = ("shops", "press", "cutters", "virtual_tables")
"""Kinds of places, in the order in which people are shown them; their titles are words: `groups.<name>`."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place where a game can go. Its title and a sentence about it are words: `targets.<name>.title`, `.about`."""

    name: str
    module: str
    """Name of its module below `generator.exports`, a TargetModule."""
    options: frozenset[str] = frozenset()
    """Words of the options that it reads, besides those of a build."""

    @property
    def group(self) -> str:
        """Return the group of the target, one of GROUPS: the folder of its module."""
        folder = self.module.partition(".")[0]
        return folder if folder in GROUPS else GROUPS[0]

    def load(self) -> TargetModule:
        """Import the target's module and return it."""
        from importlib import import_module

        return cast("TargetModule", import_module(f"generator.exports.{self.module}"))

    def products(self) -> tuple[str, ...]:
        """Return the names that `--product` may have; empty for a target that does not read it."""
        return tuple(self.load().products()) if "product" in self.options else ()


def _target(name: str, module: str, *options: str) -> Target:
    """Return a target with its module below `generator.exports` and the options that it reads."""
    return Target(name, module, frozenset(options))


_ALL = (
    # One line for each: its name, its module, and the options that it reads.
    _target("pictures", "face_files", "dpi", "bleed", "corners", "picture"),
    _target("mpc", "shops.card_order", "dpi", "product", "split"),
    _target("tgc", "shops.crafted_parts", "dpi", "product", "split"),
    _target("pdfx-4", "press.press_files"),
    _target("pdfx-1a", "press.press_files"),
    _target("drivethrucards", "press.press_files", "split"),
    _target("mbprint", "press.press_files", "split"),
    _target("japan", "press.press_files"),
    _target("cut", "cutters.cut_target", "paper", "skip"),
    _target("silhouette", "cutters.silhouette_target", "paper", "product", "skip"),
    _target("silhouette-4", "cutters.silhouette_target", "paper", "product", "skip"),
    _target("cutcontour", "cutters.contour_target", "paper", "skip"),
    _target("cricut", "cutters.cricut_target", "paper", "under", "skip"),
    _target("tts", "virtual_tables.simulator.simulator_target", "dpi", "url_prefix"),
    _target("playground", "virtual_tables.playground.playground_target", "dpi"),
    _target("tabletopia", "virtual_tables.tabletopia_target", "dpi"),
    _target("playingcards", "virtual_tables.web_room.room_target"),
)
TARGETS = {target.name: target for group in GROUPS for target in _ALL if target.group == group}
SHORT_NAMES: Mapping[str, str] = {
    **shop.SHORT_NAMES,
    **dict.fromkeys(("png", "images"), "pictures"),
    **dict.fromkeys(("dxf", "svg"), "cut"),
    "pdf": "pdfx-4",
    "tabletop": "tts",
    "ttpg": "playground",
    **dict.fromkeys(("pcio", "playingcardsio"), "playingcards"),
}
"""Names by which people call some targets: of a file, of a program."""


def options_read(targets: Iterable[Target]) -> frozenset[str]:
    """Return the names of the options that any of some targets reads."""
    return frozenset[str]().union(*(target.options for target in targets))


def find_target(name: str) -> Target:
    """Return a target by its name or a short one, in capitals or not, with or without hyphens.

    Raises UsageError, with the nearest name, for an unknown one.
    """
    # People write names such as PDF/X-4 in many ways.
    names = {_letters(name): name for name in TARGETS}
    typed = _letters(name)
    if typed not in names and typed not in SHORT_NAMES:
        raise UsageError(f"no target called {name!r}{_near_target(name)}")
    return TARGETS[names.get(typed) or SHORT_NAMES[typed]]


def _near_target(name: str) -> str:
    """Return the end of a message, with the target that the name of a shop or program stands for, or a like name."""
    from generator.exports.export_words import export_words

    # Names of shops and programs are the same in all languages.
    words = export_words("en")
    by_text = {_letters(words(f"targets.{target}.{key}")): target for target in TARGETS for key in ("about", "title")}
    typed = _letters(name)
    # One or two letters are a part of many titles.
    meant = [by_text[text] for text in reversed(by_text) if len(typed) > 2 and typed in text]
    near = meant[0] if meant else _nearest(typed)
    return f"; did you mean {near!r}?" if near else "; vallum export --list names them"


def _nearest(typed: str) -> str:
    """Return the target whose name or short name is nearest; empty if none is near."""
    import difflib

    names = {**{_letters(name): name for name in TARGETS}, **SHORT_NAMES}
    near = difflib.get_close_matches(typed, names, n=1, cutoff=0.6)
    return names[near[0]] if near else ""


def _letters(text: str) -> str:
    """Return the letters and digits of a name in small letters, to compare names by."""
    return "".join(filter(str.isalnum, text.lower()))
