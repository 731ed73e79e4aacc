"""The reference pages by their file names; each is made from the tables of the code that it describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from generator.cli.reference.key_page import key_page
from generator.cli.reference.option_page import option_page
from generator.cli.reference.svg_page import svg_page
from generator.cli.reference.template_page import macro_page, template_page

PAGES: Mapping[str, Callable[[], str]] = {
    "command-line.md": option_page,
    "keys.md": key_page,
    "templates.md": template_page,
    "macros.md": macro_page,
    "svg.md": svg_page,
}
"""What makes the Markdown of each page."""


def write_reference(folder: Path) -> list[Path]:
    """Write every page into a folder, made if need be; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / name for name in PAGES]
    for file in files:
        file.write_text(PAGES[file.name](), encoding="utf-8", newline="\n")
    return files
