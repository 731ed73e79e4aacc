"""A cache of pickled values on the disk, in which a missing or damaged entry only costs time."""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from generator.base.file_memory import FileMemory, active_memory
from generator.base.system.part_files import part_file
from generator.base.system.regular_file import create_new, open_regular

_DIGEST = 32
"""Bytes of a SHA-256 digest."""

DAY = 86_400.0
"""Seconds after which the date of an entry that is read is set anew: daily use must not write all the time."""


class Cache:
    """Values by name below a folder, each with a SHA-256; any failure to read or write counts as a miss.

    The digest is of name and value, so that an entry that was put in another's place is a miss.
    """

    def __init__(self, folder: Path | None, within: str = "") -> None:
        """Take `within`: the name that the folder has in a larger cache, which may be moved as a whole."""
        self.folder, self._within = folder, within

    def get(self, name: str, *, keep: bool = False) -> Any | None:
        """Return the value of a name, or None for a miss.

        With `keep`, a process that builds again and again keeps the value in memory: the caller must not change it.
        """
        if self.folder is None:
            return None
        path, memory = self.folder / name, active_memory()
        if memory and path in memory.writes:
            return _read(io.BytesIO(memory.writes[path]), self._salt(name), memory if keep else None)
        try:
            with open_regular(path) as file:
                mark_used(path, file.fileno())
                return _read(file, self._salt(name), memory if keep else None)
        except (OSError, ValueError):  # ValueError: a name that no file can have
            return None

    def put(self, name: str, value: object, *, keep: bool = False, at_once: bool = False) -> None:
        """Store a value under a name; with `keep`, it also stays in memory, as in `get`.

        With `at_once` it is written also where entries wait until the files they were made from are known to be
        unchanged.
        """
        if self.folder is None:
            return
        data, memory = pickle.dumps(value, protocol=5), active_memory()
        # The salt is hashed but not stored: an entry copied to another name no longer matches its digest.
        head = _digest(self._salt(name), data)
        if keep and memory:
            memory.keep_value(self._salt(name) + head, value, len(data))
        if memory and memory.defers_writes and not at_once:
            memory.writes[self.folder / name] = head + data
        else:
            write_entry(self.folder / name, head + data)

    def below(self, name: str) -> Cache:
        """Return the cache of a folder inside the cache's own."""
        return Cache(self.folder / name if self.folder else None, f"{self._within}{name}/")

    def _salt(self, name: str) -> bytes:
        """Return the bytes that enter the digest of an entry besides its value: the entry's full name."""
        return f"{self._within}{name}\0".encode()


def mark_used(path: Path, handle: int) -> None:
    """Set the date of a cache entry to now if it is older than a day; `cache_pruning` removes entries by that date."""
    now = time.time()
    if now - os.fstat(handle).st_mtime > DAY:
        with suppress(OSError):
            os.utime(path, (now, now))


def write_entry(path: Path, data: bytes) -> bool:
    """Write the file of a cache entry, whole or not at all; return whether it was written."""
    temporary = part_file(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with create_new(temporary) as file:
            file.write(data)
        temporary.replace(path)  # atomic: a reader sees the old entry or the new one
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        return False
    return True


def _digest(salt: bytes, data: bytes) -> bytes:
    """Return the SHA-256 of an entry's name (`salt`) and value."""
    whole = hashlib.sha256(salt)
    whole.update(data)
    return whole.digest()


def _read(file: BinaryIO | io.BytesIO, salt: bytes, memory: FileMemory | None) -> Any | None:
    """Return the value of an entry, or None for a damaged one; `memory` keeps it if given."""
    try:
        head = file.read(_DIGEST)
        if memory and head and (cached := memory.value(salt + head)) is not None:
            return cached
        data = file.read()
        if not data or _digest(salt, data) != head:
            return None
        value = pickle.loads(data)  # noqa: S301  written by this program in the user's own cache
    except Exception:  # an unpickler may raise anything, and a damaged entry is a miss
        return None
    if memory:
        memory.keep_value(salt + head, value, len(data))
    return value
