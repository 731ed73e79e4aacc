"""Typst from its wheel on PyPI, with the template beside this file; a third argument `untagged` leaves out PDF tags."""

import sys
from pathlib import Path

import typst


def main(folder: Path, out: Path, *how: str) -> None:
    fonts = {"font_paths": [folder / "fonts"], "ignore_system_fonts": True}
    typst.compile(folder / "deck.typ", output=out, root=folder, pdf_tags="untagged" not in how, **fonts)


main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
