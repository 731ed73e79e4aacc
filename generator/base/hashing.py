"""Digests of texts and of files, and stamps by which a file is recognized without reading it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path


def digest(*parts: str | bytes) -> str:
    """A key for what depends on exactly these parts."""
    state = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        state.update(len(data).to_bytes(8, "little"))
        state.update(data)
    return state.hexdigest()


def file_digests(folder: Path) -> dict[str, str]:
    """A digest of every file below a folder, by its name relative to the folder, sorted."""
    start = len(str(folder)) + 1
    return {path[start:]: _digest_of(path) for path in sorted(_files(str(folder)))}


def _digest_of(path: str) -> str:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123  bare: a Path and a buffer take longer than the reading
        return hashlib.sha256(file.read()).hexdigest()


MISSING = (-1, -1)


def file_stamp(path: str | Path) -> tuple[int, int]:
    """When a file was changed, in nanoseconds, and how long it is, to know it again; GONE where it is not there."""
    try:
        about = os.stat(path)  # noqa: PTH116  asked of every file of every build
    except OSError:
        return MISSING
    return about.st_mtime_ns, about.st_size


def program_stamp(package: Path) -> str:
    """A digest of the program's own files by name, size and time of change: cheap, and new whenever they are."""
    parts = []
    for path in sorted(_files(str(package))):
        if path.endswith(".py"):
            about = os.stat(path)  # noqa: PTH116  a Path for each file would cost more than the stat
            parts.append(f"{path.removeprefix(str(package))} {about.st_size} {about.st_mtime_ns}")
    return digest(*parts)


def _files(folder: str) -> Iterable[str]:
    """Regular files below a folder; links are not followed, as the loader refuses them."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                yield from _files(entry.path)
        elif entry.is_file(follow_symlinks=False):
            yield entry.path
