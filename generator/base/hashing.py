"""Digests of texts and of files, and stamps by which a file is recognized without reading it."""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from generator.base.file_memory import FileMemory, active_memory
from generator.base.records import NamedTuple
from generator.base.system.regular_file import open_regular

OUTPUT = "output"
"""The folder inside a game's folder that is written and never read."""

_LARGEST = 128 << 20
"""Largest file in bytes whose content is hashed; a larger one is recognized by size and time of change."""


def digest(*parts: str | bytes) -> str:
    """Return the SHA-256 of a list of texts and bytes, as 64 hexadecimal digits; used as a cache key."""
    hashed: list[bytes] = []
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        hashed += (len(data).to_bytes(8, "little"), data)  # with its length, so that ("ab", "c") and ("a", "bc") differ
    return hashlib.sha256(b"".join(hashed)).hexdigest()  # joined, since most parts are shorter than a call takes


def content_digest(content: bytes) -> str:
    """Return the SHA-256 of the content of a file, as `file_digests` has it."""
    return hashlib.sha256(content).hexdigest()


def file_digests(folder: Path, memory: FileMemory | None = None) -> dict[str, str]:
    """Return the SHA-256 of every file below a game's folder, by its path relative to the folder, sorted.

    Hidden files and the folder `output` are left out, as the loader refuses them.
    Files whose digests a memory has, by default that of this process, are not read again while they are unchanged.
    """
    memory = memory or active_memory()
    # A process that keeps digests may have another working folder at the next call.
    root = os.path.abspath(folder) if memory else str(folder)  # noqa: PTH100
    start, digests = len(root) + 1, dict[str, str]()
    for path in sorted(_files(root, is_game=True)):
        with suppress(FileNotFoundError):  # removed in this very moment, as by an editor that saves
            digests[path[start:]] = memory.digest(path, _digest_of) if memory else _digest_of(path)
    return digests


class GameState(NamedTuple):
    """State of a game's files, by their content and by the times when they were changed."""

    content: str
    times: str
    """Stamp from before the files were digested."""

    @classmethod
    def of(cls, folder: Path) -> GameState:
        """Return the present state of the files below a game's folder."""
        times = game_stamp(folder)
        return cls(digest(repr(file_digests(folder))), times)

    def is_current(self, folder: Path) -> bool:
        """Return whether no file was written since, with the same content or not.

        What was read meanwhile is then what `content` stands for. The content alone does not tell: a program that saves
        a file empties it first, and a file that is saved unchanged has its old digest again.
        """
        return GameState.of(folder) == self


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
    """Return the digest of a file by its content, or of a very large one by its size and time of change."""
    with open_regular(path) as file:  # without a buffer, which would take longer than the reading
        status = os.fstat(file.fileno())
        if status.st_size > _LARGEST:
            return digest(f"{status.st_size} {status.st_mtime_ns}")
        return content_digest(file.read())


MISSING = (-1, -1)
"""The stamp of a file that is not there."""


def file_stamp(path: str | Path) -> tuple[int, int]:
    """Return when a file was changed, in nanoseconds, and its size, or MISSING; equal stamps mean an unchanged file."""
    try:
        status = os.stat(path)  # noqa: PTH116  asked of every file of every build
    except OSError:
        return MISSING
    return status.st_mtime_ns, status.st_size


def changed_at(path: str | Path) -> float:
    """Return when a file was changed, in seconds since 1970; less than 0 for one that is not there."""
    return file_stamp(path)[0] / 1e9


def folder_stamp(folder: Path, ending: str = "") -> str:
    """Return a digest of the files below a folder by name, size and times of change, without reading them."""
    return _stamp(folder, (path for path in _files(str(folder)) if path.endswith(ending)))


def game_stamp(folder: Path) -> str:
    """Return a digest as `folder_stamp` of the files that `file_digests` reads.

    It also differs where a file was written again with the same content.
    """
    return _stamp(folder, _files(str(folder), is_game=True))


def _stamp(folder: Path, paths: Iterable[str]) -> str:
    """Return a digest of files below a folder by name, size and times of change."""
    start, stamps = len(str(folder)), list[tuple[str, int, int, int]]()
    for path in paths:
        with suppress(FileNotFoundError):  # removed in this very moment
            status = os.stat(path)  # noqa: PTH116  asked of every file of the program in every build
            # The time of the last change of status cannot be set: installers give files of many versions one time.
            stamps.append((path[start:], status.st_size, status.st_mtime_ns, status.st_ctime_ns))
    return digest(marshal.dumps(sorted(stamps)))


def _files(folder: str, *, is_game: bool = False) -> Iterable[str]:
    """Yield the regular files below a folder; links are not followed, because the loader refuses them."""
    waiting = [folder]  # not by recursion: a stranger's folders may be nested a thousand deep
    while waiting:
        above = waiting.pop()
        for entry in _entries(above):
            if is_game and (entry.name.startswith(".") or (entry.name == OUTPUT and above == folder)):
                continue
            if entry.is_file(follow_symlinks=False):
                yield entry.path
            elif entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """Return the entries of a folder; none if it cannot be read."""
    try:
        return list(os.scandir(folder))
    except OSError:
        return []
