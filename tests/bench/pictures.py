"""Pictures of 300 dpi: our export against rsvg-convert and resvg, in turns, from the same faces.

    python tests/bench/pictures.py [--runs 3] [--jobs 2] [--games deck,glory-to-rome] [--routes ours,resvg]

Needs rsvg-convert (apt-get install librsvg2-bin) and resvg-py, which is among the `dev` tools. The others draw the SVG
files of `vallum build --svg`, each different face once, by as many processes as ours; a file is a process of rsvg-convert. Our
cache knows the faces, and the time of our start counts.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path

import deck
from process import Measured, environment_of, median, say, started, table

DPI = 300
OURS = "ours"
DECK = "deck"
CARDS: Mapping[str, Sequence[str]] = {DECK: ("deck",), "glory-to-rome": ("orders", "sites", "jacks", "leader")}
"""The components of a game that are drawn."""


def main() -> None:
    """Measure and print; with `--draw` be one of the rivals."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--games", type=lambda text: text.split(","), default=list(CARDS), help="games (all)")
    parser.add_argument("--routes", type=lambda text: text.split(","), default=[OURS, *RIVALS], help="programs (all)")
    parser.add_argument("--draw", nargs=3, metavar=("ROUTE", "SVG", "OUT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.draw:
        route, folder, out = options.draw
        RIVALS[route]([*Path(folder).iterdir()], Path(out), options.jobs)
        return
    rows = [("program", "game", "faces", "pictures", "faces/s", "s", "CPU s", "MiB", "MB")]
    with tempfile.TemporaryDirectory(prefix="vallum-pictures-") as scratch:
        for game in options.games:
            rows += _measured(game, Path(scratch), options)
    say("\n".join(table(rows)) + "\n")


def _measured(game: str, scratch: Path, options: argparse.Namespace) -> list[tuple[str, ...]]:
    environment = environment_of(scratch)
    source = game
    if game == DECK:
        source = str(scratch / "game" / DECK)
        deck.vallum_game(Path(source))
    svgs = scratch / f"{game}-svg"
    faces = _svg_files(source, game, svgs, environment)
    found: dict[str, list[Measured]] = {route: [] for route in options.routes}
    pictures: dict[str, tuple[int, float]] = {}
    for number in range(options.runs + 1):
        for route in options.routes:
            out = scratch / "out"
            shutil.rmtree(out, ignore_errors=True)
            out.mkdir()
            one = started(_command(route, source, game, svgs, out, options.jobs), environment, out)
            files = [*out.rglob("*.png")]
            pictures[route] = len(files), sum(file.stat().st_size for file in files) / 1e6
            if number:  # the first run writes bytecode
                found[route].append(one)
    return [_row(route, game, faces, pictures[route], median(some)) for route, some in found.items()]


def _svg_files(source: str, game: str, folder: Path, environment: Mapping[str, str]) -> int:
    """Write an SVG file of each different face; return their number."""
    out = folder.with_suffix(".build")
    command = ("build", source, *_only(game), "--svg", "--lang", "en", "--paper", "a4", "--out", str(out))
    started((sys.executable, "-m", "generator", *command), environment, out)
    folder.mkdir()
    different = {sha256(file.read_bytes()).hexdigest(): file for file in sorted(out.rglob("*.svg"))}
    for file in different.values():
        shutil.copy(file, folder)
    return len(different)


def _command(route: str, source: str, game: str, svgs: Path, out: Path, jobs: int) -> tuple[str, ...]:
    if route != OURS:
        return sys.executable, __file__, "--jobs", str(jobs), "--draw", route, str(svgs), str(out)
    words = ("export", source, *_only(game), "--to", "pictures", "--lang", "en", "--jobs", str(jobs), "--out", str(out))
    return sys.executable, "-m", "generator", *words


def _only(game: str) -> list[str]:
    return [word for part in CARDS[game] for word in ("--only", part)]


def _row(route: str, game: str, faces: int, pictures: tuple[int, float], one: Measured) -> tuple[str, ...]:
    count, megabytes = pictures
    figures = f"{faces / one.wall:.0f}", f"{one.wall:.2f}", f"{one.cpu:.2f}", f"{one.mebibytes:.0f}", f"{megabytes:.1f}"
    return route, game, str(faces), str(count), *figures


def by_rsvg(files: Sequence[Path], out: Path, jobs: int) -> None:
    """Draw with rsvg-convert."""
    program = shutil.which("rsvg-convert")
    if program is None:
        raise SystemExit("rsvg-convert is not there: apt-get install librsvg2-bin")

    def draw(file: Path) -> None:
        target = str(out / f"{file.stem}.png")
        subprocess.run([program, "-d", str(DPI), "-p", str(DPI), str(file), "-o", target], check=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(draw, files))


def by_resvg(files: Sequence[Path], out: Path, jobs: int) -> None:
    """Draw with resvg, in processes."""
    with Pool(jobs) as pool:
        pool.starmap(_resvg, [(file, out) for file in files], chunksize=4)


def _resvg(file: Path, out: Path) -> None:
    import resvg_py

    data = resvg_py.svg_to_bytes(svg_path=str(file), dpi=DPI, skip_system_fonts=True)
    (out / f"{file.stem}.png").write_bytes(bytes(data))


RIVALS = {"rsvg": by_rsvg, "resvg": by_resvg}
"""The other programs."""

if __name__ == "__main__":
    main()
