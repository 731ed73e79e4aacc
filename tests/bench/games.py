"""The shipped games, both scoresheets of Hadrian's Wall, PNG files and pictures of one's own: seconds and memory.

    python tests/bench/games.py [--runs 5] [--only games,sheets]

Every run is a fresh process. The cache is empty but for the pinned fonts and the program's own compiled templates; for
PNG files the faces are known.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import deck
import growth
from process import Measured, environment_of, forget, median, say, started, table


@dataclass(frozen=True, slots=True)
class Job:
    """One build to measure."""

    id: str
    title: str
    words: tuple[str, ...]
    """What follows `vallum build`."""
    make: Callable[[Path], None] = lambda _: None
    """Writes the input below a folder."""
    first: tuple[str, ...] = ()
    """A build that comes before each run and is not counted."""


def jobs(folder: Path) -> Iterator[Job]:
    """Every build to measure."""
    bench, art = str(folder / "bench"), str(folder / "game")
    yield Job("games", "five games, A4, English", ("--paper", "a4", "--lang", "en"))
    sheets = ("hadrians-wall", "--only", "sheets", "--paper", "a4", "--lang", "en")
    yield Job("sheets", "both scoresheets of Hadrian's Wall, flat and fillable", sheets)
    cards = (bench, "--paper", "a4")
    yield Job(
        "png",
        f"{deck.CARDS} cards as PNG of 300 dpi",
        (*cards, "--png", "300"),
        lambda _: deck.vallum_game(Path(bench)),
        cards,
    )
    yield Job(
        "art", "60 pictures of 1500 x 2100 pixels", (art, "--paper", "a4"), lambda place: growth.pictures(place, 60)
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="runs of each (5)")
    parser.add_argument("--only", type=lambda text: text.split(","), help="jobs, such as games,sheets")
    options = parser.parse_args()
    rows = [("what", "wall s", "CPU s", "MiB", "MB of PDF")]
    with tempfile.TemporaryDirectory(prefix="vallum-games-") as scratch:
        folder = Path(scratch)
        for job in jobs(folder):
            if not options.only or job.id in options.only:
                one = measured(job, folder, options.runs)
                figures = (one.wall, one.cpu, one.mebibytes, one.kilobytes / 1000)
                rows.append((job.title, *(f"{figure:.2f}" for figure in figures)))
    say("\n".join(table(rows)) + "\n")


def measured(job: Job, folder: Path, runs: int) -> Measured:
    """The medians of some runs, after one that writes bytecode and pins fonts."""
    growth.apart(lambda: job.make(folder))
    environment = environment_of(folder)
    found = []
    for number in range(runs + 1):
        forget(folder)
        for words in [each for each in (job.first, job.words) if each]:
            command = (sys.executable, "-m", "generator", "build", *words, "--out", str(folder / "out"))
            last = started(command, environment, folder / "out")
        if number:
            found.append(last)
    return median(found)


main()
