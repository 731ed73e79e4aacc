"""Remove from the user's cache what has not been used for long: each version of the program has entries of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from generator.base.cache import DAY
from generator.base.records import NamedTuple
from generator.base.system.part_files import remove_left_parts

UNUSED = 30 * DAY
"""Seconds after which an entry that was not used is removed. The cache is looked through once a day at most."""

MOST_BYTES = 2_000_000_000
"""Size of all entries beyond which the least recently used are removed, but for those of the last day."""

FOLDERS = frozenset({"art", "code", "faces", "made", "pages", "print-plans", "prose", "summaries"})
PREFIXES = ("compiled-", "render-")
"""Folders of the cache that are looked through; `print-plans` is of earlier versions.

Others stay: fonts are slow to make, and on some systems the user's own files, such as saved sessions, lie in the same
place.
"""

_STAMP = "pruned"
"""Empty file whose modification time is when the cache was last pruned."""


class _Entry(NamedTuple):
    used: float
    size: int
    path: str


def prune_cache(cache: Path | None, now: float | None = None) -> None:
    """Remove old entries below a folder, if the last look was a day ago. Errors are ignored: others may be at work.

    An entry that is removed while another process needs it is a miss there, which only costs time.
    """
    # Negative ages come from a clock that was set back; the stamp then counts as old.
    now = time.time() if now is None else now
    if cache is None or not _is_due(cache / _STAMP, now):
        return
    free_bytes = MOST_BYTES
    for entry in sorted(_entries(cache), reverse=True):  # those used last come first
        free_bytes -= entry.size
        age = now - entry.used
        if age > UNUSED or (free_bytes < 0 and age > DAY):
            with suppress(OSError):
                os.unlink(entry.path)  # noqa: PTH108  thousands of files
    for folder in _folders(cache):
        _remove_empty(folder)


def _is_due(stamp: Path, now: float) -> bool:
    """Whether a day has passed since the last look, and note this one.

    The stamp, an empty file, tells other processes so.
    """
    try:
        if stamp.exists() and 0 <= now - stamp.stat().st_mtime < DAY:
            return False
        stamp.touch()
        os.utime(stamp, (now, now))
    except OSError:
        return False
    return True


def _folders(cache: Path) -> list[str]:
    """Return the folders of the cache that are looked through."""
    with suppress(OSError), os.scandir(cache) as entries:
        return [
            entry.path
            for entry in entries
            if entry.is_dir(follow_symlinks=False) and (entry.name in FOLDERS or entry.name.startswith(PREFIXES))
        ]
    return []


def _entries(cache: Path) -> Iterator[_Entry]:
    """Yield the entries of the cache, files in its folders."""
    for top in _folders(cache):
        for folder, _, names in os.walk(top):  # links are not followed
            yield from filter(None, (_entry(f"{folder}/{name}") for name in names))


def _entry(path: str) -> _Entry | None:
    """Return the date and size of an entry; None if it is gone by now."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return _Entry(status.st_mtime, status.st_size, path)


def _remove_empty(top: str) -> None:
    """Remove the empty folders below one, and files that a dead process has left there."""
    for folder, _, _ in os.walk(top, topdown=False):
        remove_left_parts(Path(folder))
        with suppress(OSError):  # it is not empty
            os.rmdir(folder)  # noqa: PTH106  as above
