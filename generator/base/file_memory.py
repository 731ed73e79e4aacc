"""What a process that builds again and again keeps of the files it has read. One that builds once keeps nothing."""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cachetools import LRUCache

    from generator.base.memory.limited_cache import LimitedCache

YOUNG = 2_000_000_000
"""Nanoseconds: two changes so close together can leave equal stamps, as FAT counts in steps of two seconds."""

MOST_FILES = 50_000
"""Files whose digests are kept."""

MOST_PARTS = 64
"""Parts of games that are kept."""

MOST_BYTES = 96 << 20
"""Size of the cache entries, as they are on the disk, whose values are kept, unless a process asks for less."""

StampedDigest = tuple[tuple[int, ...], str]
"""Stamp of a file (times, size, inode, device) and its SHA-256; the digest holds as long as the stamp does."""


class FileMemory:
    """Digests of files, values of cache entries, and cache entries that are still to be written."""

    def __init__(self, digests: Mapping[str, StampedDigest] | None = None, most_bytes: int = MOST_BYTES) -> None:
        """Take digests of files that an earlier process has kept, by absolute path, and the bound of cache entries."""
        self.defers_writes = False
        """Whether cache entries wait in `writes` until the files they were made from are known to be unchanged."""
        self.writes: dict[Path, bytes] = {}
        self._digests: OrderedDict[str, StampedDigest] = OrderedDict(digests or {})
        self._most_bytes = most_bytes

    @cached_property
    def _values(self) -> LimitedCache[bytes, tuple[Any, int]]:
        """The values of cache entries, each with the size of its entry in bytes.

        A build that ends has none, and never loads the library.
        """
        from generator.base.memory.limited_cache import LimitedCache

        return LimitedCache(self._most_bytes, lambda value: value[1])

    @cached_property
    def _parts(self) -> LRUCache[str, Any]:
        """The parts of games that are kept, the least recently used first."""
        from cachetools import LRUCache

        return LRUCache(MOST_PARTS)

    def digest(self, path: str, read: Callable[[str], str]) -> str:
        """Return the digest of the file at an absolute path.

        `read` computes it if the file may have changed since the last call.
        """
        status = os.stat(path)  # noqa: PTH116  asked of every file of every build
        # The time of the last change of status cannot be set: it tells a file whose own time was put back.
        stamp = status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino, status.st_dev
        stamped = self._digests.get(path)
        if stamped and stamped[0] == stamp:
            return stamped[1]
        is_young = time.time_ns() - max(stamp[:2]) < YOUNG
        digest = read(path)
        if is_young:
            self._digests.pop(path, None)
            return digest
        self._digests[path] = stamp, digest
        if len(self._digests) > MOST_FILES:
            self._digests.popitem(last=False)
        return digest

    def digests(self, folder: str) -> dict[str, StampedDigest]:
        """Return the digests of the files below a folder that were not changed a moment ago, for a later process."""
        return {path: stamped for path, stamped in self._digests.items() if path.startswith(folder + os.sep)}

    def take_writes(self) -> dict[Path, bytes]:
        """Return the cache entries to write, and keep none."""
        writes, self.writes = self.writes, {}
        return writes

    def value(self, key: bytes) -> Any | None:
        """Return the value of the cache entry with this name and digest; callers must not change it."""
        stored = self._values.get(key)
        return None if stored is None else stored[0]

    def keep_value(self, key: bytes, value: object, size: int) -> None:
        """Keep the value of a cache entry of `size` bytes; the values not used for longest make room."""
        if key not in self._values:
            self._values[key] = value, size

    def part(self, name: str) -> Any | None:
        """Return the object last kept under this name, or None; callers must not change it."""
        return self._parts.get(name)

    def keep_part(self, name: str, value: object) -> None:
        """Keep a part of a game; replaces the part of that name, or drops the least recently used of MOST_PARTS."""
        self._parts[name] = value


_memories: list[FileMemory] = []
"""The memory of this process: empty, or one item."""


def keep_files(most_bytes: int = MOST_BYTES) -> FileMemory:
    """Let this process remember files that it reads, and values of cache entries up to so many bytes.

    Returns the memory, the same one at each call.
    """
    if not _memories:
        _memories.append(FileMemory(most_bytes=most_bytes))
    return _memories[0]


def forget_files() -> None:
    """Empty the memory of this process and switch it off."""
    _memories.clear()


def active_memory() -> FileMemory | None:
    """Return the memory of files that this process keeps, or None if it keeps none."""
    return _memories[0] if _memories else None
