"""One run of a program in a fresh process: its time, its memory and the size of what it wrote."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = ("fonts", "compiled-", "code", "papers")
"""Parts of our cache that hold nothing of a game: the pinned fonts, the papers, and the compiled form of the program's own
templates and code, which are made once, like Python's bytecode.
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """One run of one program."""

    wall: float
    cpu: float
    """Seconds of user and system time, workers included."""
    mebibytes: float
    """Memory of the largest single process."""
    kilobytes: float
    """Size of what it wrote."""
    stages: Mapping[str, float] = field(default_factory=dict)
    """Seconds by stage, from what our `--timings` prints."""


def environment_of(folder: Path) -> dict[str, str]:
    """The environment of a program: compiled bytecode, and our cache, below a folder."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own = {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "PYTHONPATH": str(ROOT)}
    return {**kept, **own, "XDG_CACHE_HOME": str(folder / "cache")}


def median(some: Sequence[Measured]) -> Measured:
    """The middle of each figure by itself."""
    names = dict.fromkeys(stage for one in some for stage in one.stages)
    stage = {name: statistics.median(one.stages.get(name, 0.0) for one in some) for name in names}
    figures = ("wall", "cpu", "mebibytes", "kilobytes")
    return Measured(*(statistics.median(getattr(one, figure) for one in some) for figure in figures), stage)


def started(command: Sequence[str], environment: Mapping[str, str], out: Path) -> Measured:
    """Run a program from start to exit; `out` is the file or the folder that it writes."""
    with tempfile.TemporaryFile() as errors:
        streams = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_DUP2, errors.fileno(), 2)]
        start = time.perf_counter()
        child = os.posix_spawn(command[0], command, environment, file_actions=streams)
        _, status, used = os.wait4(child, 0)
        wall = time.perf_counter() - start
        errors.seek(0)
        said = errors.read().decode(errors="replace")
    if status:
        raise SystemExit(f"{' '.join(command)} failed:\n{said}")
    memory = used.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    return Measured(wall, used.ru_utime + used.ru_stime, memory, size(out) / 1000, stages(said))


def stages(said: str) -> dict[str, float]:
    """Seconds by stage, summed over the games, from what `--timings` prints."""
    found = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    spent: dict[str, float] = {}
    for each in found[-1].values() if found else ():
        for stage, seconds in each.items():
            spent[stage] = spent.get(stage, 0.0) + seconds
    return spent


def size(out: Path) -> int:
    """Bytes of a file, or of the PDFs of cards, boards and sheets in a folder: the print plan has no rival."""
    files = [out] if out.is_file() else [file for file in out.rglob("*.pdf") if "print-plan" not in file.name]
    return sum(file.stat().st_size for file in files)


def forget(folder: Path) -> None:
    """Remove what an earlier build left below a folder: its output, and its cache but for KEPT."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    cache = folder / "cache" / "vallum"
    for entry in cache.iterdir() if cache.exists() else ():
        if not entry.name.startswith(KEPT):
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown; the first row is its head, figures stand to the right."""
    head, *others = rows
    yield "| " + " | ".join(head) + " |"
    yield "|---|" + "---:|" * (len(head) - 1)
    for row in others:
        yield "| " + " | ".join(row) + " |"


def say(text: str) -> None:
    """To the reader."""
    sys.stdout.write(text)
    sys.stdout.flush()
