"""The benchmark: our build of the 187-card deck against other programs, in fresh processes, shuffled.

    python tests/bench/run.py [--runs 7] [--slow-runs 3] [--routes ours,typst] [--json FILE] [--record PAGE]

Needs the `bench` extra (typst, svglib, cairosvg, pikepdf). Wall time is what counts for a person; CPU time and the
ratios hold on a busy machine. Memory is the largest single process. All programs run with compiled bytecode.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import deck
from process import ROOT, Measured, environment_of, forget, median, say, started
from warm import Talker, UnaskedProcess, WarmProcess

HERE = Path(__file__).parent
SLOW = ("svglib", "cairosvg")
OURS = ("ours, cold", "ours, two cards changed", "ours, nothing changed")
WARM = ("ours, cold, warm process", "ours, two cards changed, warm", "ours, nothing changed, warm")
SMALL, FEW = "ours, ten cards, cold", 10
UNASKED = "ours, two cards changed, warm unasked"
WATCH, MEMORY = "ours, two cards changed, watch", "typst, two cards changed, in memory"


@dataclass(frozen=True, slots=True)
class Route:
    """One way to print the deck."""

    name: str
    command: tuple[str, ...]
    pdf: Path
    environment: Mapping[str, str]
    prepare: Callable[[int], None] = lambda _: None
    """Called with the number of the run before the clock starts."""
    ask: Callable[[], None] | None = None
    """Has a process that goes on running make the PDF; None for a process of its own."""
    cpu: Callable[[], float] = lambda: 0.0
    """The processor time until now of a process that goes on running."""
    close: Callable[[], None] = lambda: None
    """Ends it."""
    cards: int = deck.CARDS
    """Number of cards that are printed."""


def main() -> None:
    """Measure and print."""
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="vallum-bench-") as folder:
        routes = [route for route in all_routes(Path(folder)) if route.name.startswith(tuple(options.routes))]
        try:
            for route in routes:  # once, not counted: bytecode, our font cache and what a rebuild starts from
                route.prepare(0)
                run(route)
                check(route)
            times = measured(routes, options)
        finally:
            for route in routes:
                route.close()
    report(times)
    if options.record:
        record(options.record, {name: median(some) for name, some in times.items() if some})
    if options.json:
        plain = {name: [vars_of(one) for one in some] for name, some in times.items()}
        options.json.write_text(json.dumps(plain, indent=1))


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7, help="runs of each fast program (7)")
    parser.add_argument("--slow-runs", type=int, default=3, help="runs of svglib and cairosvg (3)")
    parser.add_argument("--routes", type=lambda text: text.split(","), default=[""], help="names or their beginnings")
    parser.add_argument("--record", type=Path, help="add a line to the table of this page, such as docs/performance.md")
    parser.add_argument("--json", type=Path, help="also write every measurement to this file")
    return parser.parse_args()


def all_routes(folder: Path) -> Iterator[Route]:
    """Every route, its input made below `folder`."""
    environment = environment_of(folder)
    yield from our_routes(folder, environment)
    deck.rival_input(folder / "rivals")
    environment["FONTCONFIG_FILE"] = str(folder / "rivals" / "fonts.conf")
    scripts = {
        "typst": ("typst_wheel.py",),
        "typst, untagged": ("typst_wheel.py", "untagged"),
        "svglib": ("svglib_reportlab.py",),
        "cairosvg": ("cairosvg_pikepdf.py",),
    }
    for name, (script, *more) in scripts.items():
        pdf = folder / f"{name.replace(', ', '-')}.pdf"
        command = (sys.executable, str(HERE / "rivals" / script), str(folder / "rivals"), str(pdf), *more)
        yield Route(name, command, pdf, environment)
    yield typst_in_memory(folder, environment)


def typst_in_memory(folder: Path, environment: Mapping[str, str]) -> Route:
    """Typst's compiler kept in a process, which compiles again after two cards have changed."""
    pdf = folder / "typst-memory.pdf"
    command = (sys.executable, str(HERE / "rivals" / "typst_memory.py"), str(folder / "rivals"), str(pdf))
    talker = Talker(command, environment, "ready", "done")

    def prepare(number: int) -> None:
        talker.process.poll()  # started before the clock
        deck.write_cards(folder / "rivals", reworded(number))

    return Route(MEMORY, command, pdf, environment, prepare, lambda: talker.ask("compile"), talker.cpu, talker.close)


def our_routes(folder: Path, environment: Mapping[str, str]) -> Iterator[Route]:
    """Ours with nothing but the font cache, after a change to two cards, and with nothing to do."""
    prepare = {OURS[0]: clear, OURS[1]: change, OURS[2]: leave}
    for name in OURS:
        place = folder / name.split()[1]
        deck.vallum_game(place / "bench")
        options = ("--paper", "a4", "--out", str(place / "out"), "--timings")
        command = (sys.executable, "-m", "generator", "build", str(place / "bench"), *options)
        pdf = place / "out" / "bench" / "deck-a4-en.pdf"
        own = {**environment, "XDG_CACHE_HOME": str(place / "cache")}
        yield Route(name, command, pdf, own, lambda number, place=place, ready=prepare[name]: ready(place, number))
    yield small_route(folder / "small", environment)
    yield from warm_routes(folder, environment)


def small_route(place: Path, environment: Mapping[str, str]) -> Route:
    """Ours with a deck of a few cards: the time of a start, of the print plan and of little else."""
    deck.vallum_game(place / "bench", FEW)
    command = (sys.executable, "-m", "generator", "build", str(place / "bench"), "--paper", "a4")
    command += ("--out", str(place / "out"))
    own = {**environment, "XDG_CACHE_HOME": str(place / "cache")}
    pdf = place / "out" / "bench" / "deck-a4-en.pdf"
    return Route(SMALL, command, pdf, own, lambda number: clear(place, number), cards=FEW)


def warm_routes(folder: Path, environment: Mapping[str, str]) -> Iterator[Route]:
    """Ours through the warm process, and by `--watch` from the save of a file to the line that says what is written."""
    prepare = {WARM[0]: clear, WARM[1]: change, WARM[2]: leave, UNASKED: change}
    for number, name in enumerate((*WARM, UNASKED, WATCH)):
        place = folder / f"w{number}"
        deck.vallum_game(place / "bench")
        command = (sys.executable, "-m", "generator", "build", str(place / "bench"), "--paper", "a4")
        command += ("--out", str(place / "out"))
        pdf = place / "out" / "bench" / "deck-a4-en.pdf"
        own = {**environment, "XDG_CACHE_HOME": str(place / "cache"), "XDG_RUNTIME_DIR": str(place / "run")}
        if name == WATCH:
            yield watch_route(place, command, pdf, own)
            continue
        resident = UnaskedProcess(own, command[3:]) if name == UNASKED else WarmProcess(own)

        def get_ready(number: int, name: str = name, place: Path = place, resident: WarmProcess = resident) -> None:
            if name == WARM[0]:
                resident.stop()  # it keeps no face of the run before
            prepare[name](place, number)
            resident.start()

        yield Route(name, command, pdf, own, get_ready, None, resident.cpu, resident.stop)


def watch_route(place: Path, command: tuple[str, ...], pdf: Path, environment: Mapping[str, str]) -> Route:
    """From the save of the table to the line of `--watch`."""
    talker, counter = Talker((*command, "--watch"), environment, "watching", "deck-a4-en.pdf"), iter(range(10**6))

    def save() -> None:
        change(place, next(counter))
        talker.ask()

    return Route(
        WATCH, command, pdf, environment, lambda _: talker.process.poll() and None, save, talker.cpu, talker.close
    )


def clear(place: Path, _: int) -> None:
    """Forget earlier builds."""
    forget(place)


def change(place: Path, number: int) -> None:
    """Reword two cards, differently every time."""
    deck.write_rows(place / "bench", reworded(number))


def reworded(number: int) -> list[deck.Card]:
    """The cards, two of them with other words for every number."""
    rows = deck.cards()
    for at in (10, 100):
        rows[at] = replace(rows[at], text=f"Draw {number} cards. {rows[at].text}"[:198])
    return rows


def leave(_: Path, __: int) -> None:
    """Change nothing."""


def measured(routes: list[Route], options: argparse.Namespace) -> dict[str, list[Measured]]:
    """Every run of every route, in an order of chance."""
    plan = [
        (route, number)
        for route in routes
        for number in range(options.slow_runs if route.name.startswith(SLOW) else options.runs)
    ]
    Random(time.time_ns()).shuffle(plan)
    times: dict[str, list[Measured]] = {route.name: [] for route in routes}
    for done, (route, number) in enumerate(plan):
        note(f"\r{done + 1}/{len(plan)} {route.name:<30}")
        route.prepare(number + 1)
        times[route.name].append(run(route))
    note("\r" + " " * 50 + "\r")
    return times


def run(route: Route) -> Measured:
    """One run, from start to exit or to the answer."""
    before = route.cpu()
    if route.ask:
        start = time.perf_counter()
        route.ask()
        wall = time.perf_counter() - start
        return Measured(wall, route.cpu() - before, 0.0, route.pdf.stat().st_size / 1000)
    found = started(route.command, route.environment, route.pdf)
    return replace(found, cpu=found.cpu + route.cpu() - before)


def check(route: Route) -> None:
    """Every program has to print the whole deck."""
    import pypdfium2

    pdf = pypdfium2.PdfDocument(route.pdf)
    text = "".join(page.get_textpage().get_text_bounded() for page in pdf)
    words = "".join(text.split())
    missing = [card.title for card in deck.cards(route.cards) if "".join(card.title.split()) not in words]
    if len(pdf) != 2 * -(-route.cards // deck.ON_SHEET) or missing:
        raise SystemExit(f"{route.name} made {len(pdf)} pages without {missing[:5]}")
    pdf.close()


def report(times: Mapping[str, list[Measured]]) -> None:
    """The tables."""
    middle = {name: median(some) for name, some in times.items() if some}
    say(f"{deck.CARDS} cards, {deck.PAGES} pages of A4; medians; {os.cpu_count()} processors\n\n")
    head = ("route", "wall s", "CPU s", "cards/s", "x svglib", "x typst", "MiB", "PDF kB", "runs")
    rows = [row(name, one, middle, len(times[name])) for name, one in middle.items()]
    columns([head, *sorted(rows, key=lambda cells: float(cells[1]))])
    names = list(dict.fromkeys(stage for name in OURS if name in middle for stage in middle[name].stages))
    if names:
        say("\nour stages, milliseconds (those of faces are summed over the workers)\n\n")
        lines = [
            (name, *(millis(middle[name].stages.get(stage)) for stage in names)) for name in OURS if name in middle
        ]
        columns([("route", *names), *lines])
    verdicts(middle)


def row(name: str, one: Measured, middle: Mapping[str, Measured], runs: int) -> tuple[str, ...]:
    """One line of the table."""
    times = [f"{middle[rival].wall / one.wall:.2f}" if rival in middle else "" for rival in ("svglib", "typst")]
    figures = (f"{one.wall:.3f}", f"{one.cpu:.3f}", f"{(FEW if name == SMALL else deck.CARDS) / one.wall:.0f}")
    return (name, *figures, *times, f"{one.mebibytes:.0f}", f"{one.kilobytes:.0f}", str(runs))


REACH = (
    (OURS[0], "typst", 0.45, 0.65),
    (OURS[0], "svglib", 10, 15),
    (WARM[0], "typst", 0.6, 1),
    (OURS[1], "typst", 0.9, 1),
    (WARM[1], MEMORY, 0.8, 1.2),
    (UNASKED, "typst", 2.2, 3),
    (WATCH, MEMORY, 0.8, 1.2),
    (OURS[2], "typst", 2.8, 4),
)
"""What of ours is held to which rival: how many times as fast it shall be at least, and at best."""


def verdicts(middle: Mapping[str, Measured]) -> None:
    """The promises of speed, memory and size, each with its figure."""
    held = [
        (f"{ours}: times as fast as {rival}", middle[rival].wall / middle[ours].wall, least)
        for ours, rival, least, _ in REACH
        if {ours, rival} <= middle.keys()
    ]
    if {*OURS, "typst"} <= middle.keys():
        held.append(("memory under 69 MiB, in parts of it", 69 / max(middle[name].mebibytes for name in OURS), 1))
        held.append(
            ("PDF no larger than typst's, in parts of it", middle["typst"].kilobytes / middle[OURS[0]].kilobytes, 1)
        )
    if held:
        say("\npromises\n\n")
        columns(
            [
                (what, f"{found:.2f}", f"{least:g}", "held" if found >= least else "MISSED")
                for what, found, least in held
            ]
        )


def record(page: Path, middle: Mapping[str, Measured]) -> None:
    """Add a line to the table of the page: processor time by stage, the newest commit first."""
    text = page.read_text(encoding="utf-8")
    head, rule = (line for line in text.splitlines() if line.startswith(("| commit |", "|---|---|---:")))
    names = [name.strip() for name in head.strip("|").split("|")][7:]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    cold, changed, same = (middle[name] for name in OURS)
    load = f"{os.getloadavg()[0]:.1f}"
    about = [commit.stdout.strip(), time.strftime("%Y-%m-%d"), load]
    ratio = f"{middle['typst'].wall / cold.wall:.2f}" if "typst" in middle else ""
    spent = [millis(one.cpu).partition(".")[0] for one in (cold, changed, same)]
    stages = [millis(cold.stages.get(name)) for name in names]
    line = "| " + " | ".join([*about, ratio, *spent, *stages]) + " |"
    page.write_text(text.replace(f"{rule}\n", f"{rule}\n{line}\n", 1), encoding="utf-8")


def millis(seconds: float | None) -> str:
    """Milliseconds, or nothing."""
    return "" if seconds is None else f"{1000 * seconds:.1f}"


def columns(rows: list[tuple[str, ...]]) -> None:
    """Columns, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        say("  ".join(cells).rstrip() + "\n")


def vars_of(one: Measured) -> dict[str, object]:
    """A measurement as JSON holds it."""
    return {"wall": one.wall, "cpu": one.cpu, "MiB": one.mebibytes, "kB": one.kilobytes, "stages": dict(one.stages)}


def note(text: str) -> None:
    """To whoever waits."""
    if sys.stderr.isatty():
        sys.stderr.write(text)
        sys.stderr.flush()


main()
