"""How time and memory grow with the input: cards, pictures, cells of a board and boxes of a sheet, beside other programs.

    python tests/bench/growth.py [--runs 3] [--only cards,art,cells,boxes] [--small] [--write docs/performance.md]

Needs the `bench` extra. Every figure is the median of some runs, each in a fresh process with an empty cache but for
fonts; programs take turns. `--write` replaces the growth section of the page.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import deck
from process import Measured, environment_of, forget, median, say, started, table

HERE = Path(__file__).parent
BEGIN, END = "<!-- growth: begin -->", "<!-- growth: end -->"


@dataclass(frozen=True, slots=True)
class Series:
    """One input that grows."""

    id: str
    title: str
    unit: str
    sizes: tuple[int, ...]
    make: Callable[[Path, int], None]
    """Write the input of a size for every program below a folder: ours is its folder `game`."""
    peers: tuple[str, ...]
    """Names of the programs in `rivals/growth.py`."""


def cards(folder: Path, count: int) -> None:
    """A deck with a picture of its own on each card."""
    deck.vallum_game(folder / "game", count)
    deck.rival_input(folder, count)


def pictures(folder: Path, count: int) -> None:
    """Cards of 63 x 88 mm that are a PNG of 1500 x 2100 pixels each: flat grounds with grain and soft shapes."""
    from PIL import Image, ImageFilter

    art = folder / "game" / "art"
    art.mkdir(parents=True)
    grain = Image.effect_noise((1500, 2100), 24).convert("RGB")
    for number in range(count):
        chance = Random(f"picture {number}")
        small = Image.new("RGB", (15, 21))
        small.putdata([tuple(chance.randrange(256) for _ in range(3)) for _ in range(15 * 21)])
        smooth = small.resize((1500, 2100), Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(8))
        Image.blend(smooth, grain, 0.12).save(art / f"p{number:04}.png", compress_level=1)
    rows = "".join(f"p{number:04},house\n" for number in range(count))
    image = '<image href="art/{{ card.id }}.png" x="0" y="0" width="63" height="88" preserveAspectRatio="none"/>'
    own_game(folder / "game", "cards", ("63mm", "88mm"), image, f"id,provenance\n{rows}")


def cells(folder: Path, count: int) -> None:
    """A board of square cells, each with a ground, a line and a dot."""
    side = round(count**0.5)
    size = 180 / side
    shapes = []
    for number in range(count):
        x, y = number % side * size, number // side * size
        shapes.append(
            f'<rect x="{x:.3f}" y="{y:.3f}" width="{size * 0.9:.3f}" height="{size * 0.9:.3f}" '
            f'fill="#{number * 977 % 0xFFFFFF:06x}"/>'
            f'<path d="M{x:.3f} {y:.3f}l{size:.3f} {size:.3f}" stroke="#333333" stroke-width="0.1"/>'
            f'<circle cx="{x + size / 2:.3f}" cy="{y + size / 2:.3f}" r="{size / 4:.3f}" fill="#ffffff"/>'
        )
    drawing = "\n".join(shapes)
    own_game(folder / "game", "boards", ("180mm", "180mm"), drawing, "id,provenance\nboard,house\n")
    (folder / "board.svg").write_text(svg(180, 180, drawing))


def boxes(folder: Path, count: int) -> None:
    """A sheet of boxes to tick, with their number."""
    game = folder / "game"
    (game / "sheets").mkdir(parents=True)
    ids = "\n".join(f'  {{ id = "b{number:05}", title = {{ en = "{number}" }} }},' for number in range(count))
    (game / "sheets" / "tally.toml").write_text(
        f'title = {{ en = "Tally" }}\nversion = "1"\n\n[areas.all]\ntitle = {{ en = "All" }}\nkind = "mark"\n'
        f'order = "any"\nprovenance = "house"\nboxes = [\n{ids}\n]\n\n[values.total]\ntitle = {{ en = "Total" }}\n'
        'is = "count(all)"\n\n[[scores]]\nvalue = "total"\n\n[ranks]\nof = "total"\n'
        'rows = [{ from = 0, title = { en = "done" } }]\n'
    )
    part = 'kind = "sheets"\ntitle = { en = "Tally" }\ntrim = "page"\nbleed = "0mm"\nsheets = ["tally"]\n'
    (game / "game.toml").write_text(f"{deck.ABOUT}[expect]\nthings = 1\n\n[components.things]\n{part}")


def own_game(folder: Path, kind: str, trim: tuple[str, str], drawing: str, rows: str) -> None:
    """Write a game with one component without bleed."""
    (folder / "templates").mkdir(parents=True)
    width, height = (float(side.removesuffix("mm")) for side in trim)
    (folder / "templates" / "thing.svg.j2").write_text(svg(width, height, drawing))
    (folder / "things.csv").write_text(rows)
    part = f'kind = "{kind}"\ntitle = {{ en = "Things" }}\ntrim = ["{trim[0]}", "{trim[1]}"]\nbleed = "0mm"\n'
    part += 'rows = "things.csv"\nfront = "thing.svg.j2"\n'
    count = rows.count("\n") - 1
    (folder / "game.toml").write_text(f"{deck.ABOUT}[expect]\nthings = {count}\n\n[components.things]\n{part}")


def svg(width: float, height: float, inside: str) -> str:
    """A drawing of this size in millimetres."""
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{inside}\n</svg>\n'


ALL = (
    Series("cards", "Cards", "cards", (200, 1000, 5000, 20000), cards, ("typst",)),
    Series("art", "Pictures of 1500 x 2100 pixels", "pictures", (10, 30, 60, 200), pictures, ("typst", "reportlab")),
    Series("cells", "Cells of a board", "cells", (100, 484, 1024, 2025), cells, ("typst", "svglib")),
    Series("boxes", "Boxes of a sheet to fill in", "boxes", (25, 50, 100, 150), boxes, ("reportlab",)),
)


def main() -> None:
    """Measure and print, or write."""
    options = arguments()
    chosen = [series for series in ALL if series.id in (options.only or [each.id for each in ALL])]
    parts = []
    for series in chosen:
        with tempfile.TemporaryDirectory(prefix="vallum-growth-") as kept:
            measured(series, series.sizes[0], 1, Path(kept))  # not counted: it writes bytecode and pins fonts
            sizes = series.sizes[: 2 if options.small else None]
            found = {size: measured(series, size, options.runs, Path(kept)) for size in sizes}
        parts.append("\n".join(section(series, found)))
        say(parts[-1] + "\n")
    if options.write:
        text = options.write.read_text(encoding="utf-8")
        before, after = text.partition(BEGIN)[0], text.partition(END)[2]
        options.write.write_text(f"{before}{BEGIN}\n\n" + "\n\n".join(parts) + f"\n\n{END}{after}", encoding="utf-8")


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3, help="runs of each program at each size (3)")
    parser.add_argument("--only", type=lambda text: text.split(","), help="series, such as cards,art")
    parser.add_argument("--small", action="store_true", help="the two smallest sizes of each")
    parser.add_argument("--write", type=Path, help="replace the growth section of this page")
    return parser.parse_args()


def measured(series: Series, size: int, runs: int, kept: Path) -> dict[str, Measured]:
    """The medians of every program at one size; `kept` has bytecode and our cache."""
    with tempfile.TemporaryDirectory(prefix="vallum-growth-") as scratch:
        folder = Path(scratch)
        apart(lambda: series.make(folder, size))
        commands = dict(all_commands(series, folder, kept))
        times: dict[str, list[Measured]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, (command, environment, out) in commands.items():
                forget(folder)
                forget(kept)
                times[name].append(started(command, environment, out))
        return {name: median(some) for name, some in times.items()}


def apart(work: Callable[[], None]) -> None:
    """Work in a process of its own: what it holds would count as memory of every program that is started later."""
    child = os.fork()
    if not child:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    if os.waitpid(child, 0)[1]:
        raise SystemExit("the input could not be made")


Command = tuple[tuple[str, ...], dict[str, str], Path]


def all_commands(series: Series, folder: Path, kept: Path) -> Iterator[tuple[str, Command]]:
    """Ours and each peer's: its command, environment, and the file or folder that it writes."""
    environment = environment_of(kept)
    out = folder / "out"
    ours = (sys.executable, "-m", "generator", "build", str(folder / "game"), "--paper", "a4", "--out", str(out))
    yield "Vallum", (ours, environment, out)
    for peer in series.peers:
        pdf = folder / f"{peer}.pdf"
        script = (sys.executable, str(HERE / "rivals" / "growth.py"), peer, series.id, str(folder), str(pdf))
        yield peer, (script, environment, pdf)


def section(series: Series, found: dict[int, dict[str, Measured]]) -> Iterator[str]:
    """A heading, a plot and a table, in Markdown."""
    yield f"### {series.title}\n"
    names = list(next(iter(found.values())))
    yield "```mermaid\nxychart-beta"
    yield f'    title "Seconds; lines in this order: {", ".join(names)}"'
    yield f'    x-axis "{series.unit}" [{", ".join(map(str, found))}]'
    yield '    y-axis "s"'
    for name in names:
        yield f"    line [{', '.join(f'{each[name].wall:.2f}' for each in found.values())}]"
    yield "```\n"
    rows = [(series.unit, *(f"{name}: {what}" for name in names for what in ("s", "MiB", "MB of PDF")))]
    for size, each in found.items():
        figures = [(f"{one.wall:.2f}", f"{one.mebibytes:.0f}", f"{one.kilobytes / 1000:.1f}") for one in each.values()]
        rows.append((f"{size:,}", *(cell for some in figures for cell in some)))
    yield from table(rows)


if __name__ == "__main__":
    main()
