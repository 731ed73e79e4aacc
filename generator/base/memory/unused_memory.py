"""Memory that is not used any more, and is given back to the system."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

STEP = 8 << 20
"""Bytes by which a process grows until it is searched for unused memory, which takes a tenth of a second."""

_RESIDENT = 1
"""Place of the resident pages among the numbers of `/proc/PROCESS/statm`."""
_MOST_ARENAS = -8
"""`M_ARENA_MAX` of glibc's `malloc.h`."""
_MACOS_NUMBERS, _MACOS_RESIDENT = 12, 8
"""Numbers of `rusage_info_v0` of macOS, and the place of the resident bytes among them."""


class UnusedMemory:
    """Gives memory back whenever the process has grown.

    Drawings refer to each other in circles, which Python searches for seldom in a large process, and the C library
    keeps what was freed for each of its threads.
    """

    def __init__(self, step: int = STEP) -> None:
        """Take the growth in bytes after which memory is searched."""
        self._step = step
        self._before = 0

    def give_back(self) -> bool:
        """Give unused memory back if the process has grown; return whether it was searched for."""
        if 0 < resident_bytes() < self._before + self._step:
            return False
        gc.collect()
        _trim()
        self._before = resident_bytes()
        return True


def share_one_arena() -> None:
    """Have all threads allocate from one pool, where the C library is glibc; call it before threads start.

    glibc keeps a pool for each thread, and what one has freed no other can use: 8 MiB more after all games were seen.
    """
    limit = _c_function("mallopt")
    if limit:
        limit(_MOST_ARENAS, 1)


def resident_bytes(process: int | None = None) -> int:
    """Return the bytes in memory of a process, None for the process itself; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{process or 'self'}/statm").read_text("ascii").split()[_RESIDENT])
    except (OSError, ValueError):
        return _macos_bytes(process or os.getpid()) if sys.platform == "darwin" else 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _macos_bytes(process: int) -> int:
    """Return the size in memory of a process on macOS; 0 if it cannot be asked."""
    import ctypes

    numbers = (ctypes.c_uint64 * _MACOS_NUMBERS)()
    ask = getattr(ctypes.CDLL(None), "proc_pid_rusage", None)
    return int(numbers[_MACOS_RESIDENT]) if ask and ask(process, 0, numbers) == 0 else 0


def _trim() -> None:
    """Give free memory of the C library back to the system, where it is glibc."""
    trim = _c_function("malloc_trim")
    if trim:
        trim(0)


def _c_function(name: str) -> Callable[..., int] | None:
    """Return a function of glibc; None on other systems."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    return getattr(ctypes.CDLL(None), name, None)
