"""How to export games: what a command line or a page asks for."""

from __future__ import annotations

from pathlib import Path

from generator.base.records import dataclass, replace
from generator.build.options import BuildOptions

DPI = 300
"""Default resolution of pictures."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How to export games. Lengths are in points; a target reads those options that it names."""

    build: BuildOptions
    """Which pieces in which languages, theme and paper, the output folder, and the number of processes."""
    dpi: int = DPI
    product: str = ""
    """Product of a shop that cards are made as; empty for the one that fits."""
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

    def in_language(self, language: str) -> ExportOptions:
        """Return the options for one language."""
        return replace(self, build=replace(self.build, languages=(language,)))
