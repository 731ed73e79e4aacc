"""One run of a program in a fresh process: its time, its memory and the size of what it wrote."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

KEPT = ("fonts", "compiled")
"""Parts of our cache that are no results of a build: the pinned fonts, and what is compiled of the program itself."""


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
    said: str = field(default="", compare=False)
    """Its standard error."""


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
    return Measured(wall, used.ru_utime + used.ru_stime, memory, size(out) / 1000, said)


def size(out: Path) -> int:
    """Bytes of a file, or of the PDFs of cards, boards and sheets in a folder: the print plan has no rival."""
    files = [out] if out.is_file() else [file for file in out.rglob("*.pdf") if "print-plan" not in file.name]
    return sum(file.stat().st_size for file in files)


def forget(folder: Path) -> None:
    """Remove what an earlier build left below a folder: its output, and its cache but for what stays the same."""
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
