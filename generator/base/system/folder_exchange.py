"""Put a new folder into the place of an old one, in one step where the system can."""

from __future__ import annotations

import os
from pathlib import Path

_AT_FDCWD, _RENAME_EXCHANGE = -100, 2  # linux/fcntl.h, linux/fs.h
_RENAME_SWAP = 2  # sys/stdio.h of macOS


def exchange_folders(new: Path, place: Path) -> None:
    """Move a folder to `place`; an older folder there comes to the path `new`, where the caller may delete it.

    On Linux and macOS one of the two is always in place, however this process ends. Elsewhere a process that is ended
    between two steps leaves the older one as `<name>.old`. Raises OSError.
    """
    if not place.exists():
        new.rename(place)
    elif not swap_names(new, place):
        aside = place.with_name(f"{place.name}.old")
        place.rename(aside)
        new.rename(place)
        aside.rename(new)


def swap_names(one: Path, other: Path) -> bool:
    """Exchange two folders or files in one step; False where the system or the disk cannot."""
    import ctypes

    first, second = os.fsencode(one), os.fsencode(other)
    try:
        # Python has no call for this exchange; both systems offer it to C only.
        system = ctypes.CDLL(None)
        if os.uname().sysname == "Darwin":
            return int(system.renamex_np(first, second, _RENAME_SWAP)) == 0
        return int(system.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _RENAME_EXCHANGE)) == 0
    except (AttributeError, TypeError):  # Windows, or an older C library
        return False
