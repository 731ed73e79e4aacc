"""Digests of texts and of files, and stamps by which a file is recognized without reading it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from generator.base.file_memory import FileMemory, active_memory


def digest(*parts: str | bytes) -> str:
    """Return a SHA-256 key for what depends on exactly these parts, as 64 hexadecimal digits."""
    hashed: list[bytes] = []
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        hashed += (len(data).to_bytes(8, "little"), data)  # with its length, so that ("ab", "c") and ("a", "bc") differ
    return hashlib.sha256(b"".join(hashed)).hexdigest()  # joined, since most parts are shorter than a call takes


def file_digests(folder: Path, memory: FileMemory | None = None) -> dict[str, str]:
    """Return the SHA-256 of every file below a folder, by its path relative to the folder, sorted.

    Files whose digests a memory has, by default that of this process, are not read again while they are unchanged.
    """
    memory = memory or active_memory()
    # A process that keeps digests may have another working folder at the next call.
    root = os.path.abspath(folder) if memory else str(folder)  # noqa: PTH100
    start, found = len(root) + 1, dict[str, str]()
    for path in sorted(_files(root)):
        with suppress(FileNotFoundError):  # removed in this very moment, as by an editor that saves
            found[path[start:]] = memory.digest(path, _digest_of) if memory else _digest_of(path)
    return found


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, read piece by piece; empty for one that is not regular or cannot be read."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _digest_of(path: str) -> str:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123  bare: a Path and a buffer take longer than the reading
        return hashlib.sha256(file.read()).hexdigest()


MISSING = (-1, -1)
"""The stamp of a file that is not there."""


def file_stamp(path: str | Path) -> tuple[int, int]:
    """Return when a file was changed, in nanoseconds, and its size, or MISSING; equal stamps mean an unchanged file."""
    try:
        status = os.stat(path)  # noqa: PTH116  asked of every file of every build
    except OSError:
        return MISSING
    return status.st_mtime_ns, status.st_size


def folder_stamp(folder: Path, ending: str = "") -> str:
    """Return a digest of the files below a folder by name, size and times of change, without reading them."""
    start, parts = len(str(folder)), []
    for path in sorted(_files(str(folder))):
        if path.endswith(ending):
            with suppress(FileNotFoundError):  # removed in this very moment
                status = os.stat(path)  # noqa: PTH116  asked of every file of the program in every build
                # The time of the last change of status cannot be set: installers give files of many versions one time.
                parts.append(f"{path[start:]} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}")
    return digest(*parts)


def _files(folder: str) -> Iterable[str]:
    """Yield the regular files below a folder; links are not followed, because the loader refuses them."""
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
