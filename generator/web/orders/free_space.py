"""Whether there is room to make files: on the disk of the output folder, and in memory."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from pathlib import Path

LEAST_FREE = {"disk": 200 << 20, "memory": 256 << 20}
"""Bytes that must be free for a job to begin."""
_MEGABYTE = 1 << 20


def shortage(folder: Path) -> tuple[str, int]:
    """Return the resource that a job writing to a folder lacks, `disk` or `memory`, and the megabytes left of it.

    The resource is empty if there is enough of both, or if the system does not tell.
    """
    free = {"disk": _free_disk(folder), "memory": _free_memory()}
    for name, least in LEAST_FREE.items():
        free_bytes = free[name]
        if free_bytes is not None and free_bytes < least:
            return name, free_bytes // _MEGABYTE
    return "", 0


def _free_disk(folder: Path) -> int | None:
    """Return the free bytes on the disk of a folder, which need not exist yet; None if the system does not tell."""
    # The folder may not exist yet; its parent lies on the same disk.
    for place in (folder, *folder.absolute().parents):
        with suppress(OSError):
            return shutil.disk_usage(place).free
    return None


def _free_memory() -> int | None:
    """Return the bytes that Linux could give a new process; None on other systems."""
    with suppress(OSError):
        # MemFree would leave out the caches that the system can give up.
        match = re.search(r"^MemAvailable: +([0-9]+) kB$", Path("/proc/meminfo").read_text("ascii"), re.MULTILINE)
        return int(match[1]) << 10 if match else None
    return None
