"""How to export games, and the names of folders that follow from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.terminal_text import number_ranges
from generator.base.units import to_mm
from generator.build.options import PLAIN_THEME, BuildOptions
from generator.build.piece_selection import CopyRule
from generator.model.paper import Paper

DPI = 300
"""Default resolution of pictures."""
PAPER = "a4"
"""Default paper of sheets."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How to export games. Lengths are in points; a target reads those options that it names."""

    build: BuildOptions
    """Which pieces in which languages, theme and paper, the output folder, and the number of processes."""
    dpi: int = DPI
    product: str = ""
    """Product of a shop that cards are made as; empty for the one that fits."""
    split: bool = False
    """Whether each component is a file, or an order, of its own where a shop sells those of one size together."""
    skip: tuple[int, ...] = ()
    """Numbers of places that stay empty on every sheet, from 1 at the upper left, row by row."""
    url_prefix: str = ""
    """Address below which pictures will be found, `https://…`; empty for files on this computer."""
    under: Path | None = None
    """PDF that a cut file is laid over."""
    bleed: float | None = None
    """Art beyond the trim in pictures; None for that of the component."""
    corners: str = "square"
    """`square`, or `round` for pictures that are transparent outside of the piece's outline."""
    picture: str = "png"
    """`png` or `jpeg`."""
    reader: str = ""
    """Language of reports; empty for that of the pieces."""

    @property
    def papers(self) -> tuple[Paper, ...]:
        """Return the papers that sheets are printed on."""
        return self.build.papers

    def in_language(self, language: str) -> ExportOptions:
        """Return the options for a single language."""
        return replace(self, build=replace(self.build, languages=(language,), combined_languages=()))


OWN_OPTIONS = ("paper", "dpi", "product", "split", "skip", "url_prefix", "under", "bleed", "corners", "picture")
"""Words of the options that only some targets read."""
_FIELDS = {"paper": "papers"}
"""Fields of ExportOptions that are named otherwise than their words."""


def folder_name(target: str, language: str, options: ExportOptions, read: Collection[str]) -> str:
    """Return the name of an export's folder: target, language, and a word for each option that is not as usual.

    `read` has the names of the options that the target reads; others change nothing.
    """
    build = options.build
    words = [word(getattr(build, name)) for name, word in _BUILD_WORDS.items()]
    words += [word(getattr(options, _FIELDS.get(name, name))) for name, word in _OWN_WORDS.items() if name in read]
    return "-".join(filter(None, [target, language, *words]))


def _only(names: tuple[str, ...]) -> str:
    """Return the word for `--only`, such as `only-cards`; empty for all pieces."""
    words = [name.replace(":", "-") for name in names]
    # Longer lists would make names that file systems refuse; a digest tells them apart.
    is_plain = len(words) <= 3 and all(re.fullmatch(r"[a-z0-9_-]+", word) for word in words)
    return "-".join(["only", *(words if is_plain else [_short(names)])]) if names else ""


def _copies(rules: tuple[CopyRule, ...]) -> str:
    """Return the word for `--copies`; empty for the usual numbers."""
    if not rules:
        return ""
    first = rules[0]
    is_plain = len(rules) == 1 and not first.component
    return f"copies-{'x' if first.is_factor else ''}{first.number}" if is_plain else f"copies-{_short(rules)}"


def _papers(papers: tuple[Paper, ...]) -> str:
    """Return the word for `--paper`; empty for the usual one."""
    names = "-".join(paper.id for paper in papers)
    return "" if names == PAPER else names


def _typed(name: str) -> Callable[[str], str]:
    """Return a function that makes the word for an option of free text."""
    # Other signs and longer texts would make names that some file systems refuse.
    return lambda text: f"{name}-{text if re.fullmatch(r'[a-z0-9_-]{1,40}', text) else _short(text)}" if text else ""


def _short(value: object) -> str:
    """Return eight digits that stand for a long value."""
    return digest(repr(value))[:8]


_BUILD_WORDS: Mapping[str, Callable[[Any], str]] = {
    "theme": lambda theme: "" if theme == PLAIN_THEME else str(theme),
    "only": _only,
    "copies": _copies,
    "size": lambda size: f"size-{size.word}" if size else "",
    "ids": lambda ids: "ids" if ids else "",
}
_OWN_WORDS: Mapping[str, Callable[[Any], str]] = {
    "paper": _papers,
    "product": _typed("product"),
    "skip": lambda places: f"skip{number_ranges(places, 'to').replace(', ', '-')}" if places else "",
    "split": lambda split: "split" if split else "",
    "dpi": lambda dpi: "" if dpi == DPI else f"{dpi}dpi",
    "picture": lambda picture: "" if picture == "png" else str(picture),
    "bleed": lambda bleed: "" if bleed is None else f"bleed{to_mm(bleed):.9g}mm",
    "corners": lambda corners: "" if corners == "square" else str(corners),
    "url_prefix": lambda prefix: f"url-{_short(prefix)}" if prefix else "",
    "under": lambda path: f"under-{_short(str(path))}" if path else "",
}
"""The word for each option that is not as usual, in the order of names. One that changes files has to be here."""
