"""Typst's compiler from its wheel on PyPI, kept in memory: compiles again for each line that it reads."""

import sys
from pathlib import Path

import typst


def main(folder: Path, out: Path) -> None:
    compiler = typst.Compiler(folder / "deck.typ", root=folder, font_paths=[folder / "fonts"], ignore_system_fonts=True)
    say("ready")
    for _ in sys.stdin:
        compiler.compile(output=out)
        say("done")


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


main(Path(sys.argv[1]), Path(sys.argv[2]))
