"""Finished work kept between runs, by content: a lost or damaged entry only costs time."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

_DIGEST = 32


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


def user_cache() -> Path | None:
    """Where this user's finished work is kept; None where there is no home to keep it in."""
    return _home("XDG_CACHE_HOME", ".cache", "LOCALAPPDATA", "Caches")


def user_config() -> Path | None:
    """Where this user's printer profiles are kept."""
    return _home("XDG_CONFIG_HOME", ".config", "APPDATA", "Application Support")


def user_data() -> Path | None:
    """Where this user's saved sessions are kept."""
    return _home("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA", "Application Support")


def _home(variable: str, dot: str, windows: str, mac: str) -> Path | None:
    """The XDG folder where one is named (a relative one is ignored, as the XDG says), else the system's own."""
    named = Path(os.environ.get(variable) or (os.environ.get(windows) if sys.platform == "win32" else None) or "")
    if named.is_absolute():
        return named / "vallum"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if home == home.parent:  # HOME is empty, and the root of the disk is nobody's home
        return None
    return home / ("Library/" + mac if sys.platform == "darwin" else dot) / "vallum"


class Cache:
    """Values by name below one folder, each guarded by a digest; every failure to keep or find is a miss."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, name: str) -> Any | None:
        """The value kept under a name, or None."""
        if self.folder is None:
            return None
        try:
            data = (self.folder / name).read_bytes()
            if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
                return None
            return pickle.loads(data[_DIGEST:])  # noqa: S301  written by this program in the user's own cache
        except Exception:  # an unpickler may raise anything; the entry is made anew
            return None

    def put(self, name: str, value: object) -> None:
        """Keep a value under a name, if it can be kept."""
        if self.folder is None:
            return
        data = pickle.dumps(value, protocol=5)
        path = self.folder / name
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(hashlib.sha256(data).digest() + data)
            beside.replace(path)
        except OSError:
            with suppress(OSError):
                beside.unlink()

    def below(self, name: str) -> Cache:
        """The part of the cache below a name."""
        return Cache(self.folder / name if self.folder else None)
