"""Limits that the operating system keeps for a process and for those that it starts."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.base.records import dataclass


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """What each process may use at most."""

    memory: int
    """Bytes of address space, beyond those that it has when the limits are set: a large process can fork this one."""
    seconds: int
    """Seconds of computing; the process is then killed."""
    file_size: int
    """Bytes of a file that it writes."""
    open_files: int
    """Files that are open, beyond those that are when the limits are set: a server with many can fork this process."""


def limit_process(limits: ProcessLimits) -> None:
    """Hold this process to limits, of which it cannot rid itself; nothing happens where the system has none."""
    try:
        import resource
    except ImportError:  # Windows
        return
    kinds = {
        "RLIMIT_AS": _address_space() + limits.memory,
        "RLIMIT_CPU": limits.seconds,
        "RLIMIT_FSIZE": limits.file_size,
        "RLIMIT_NOFILE": _first_free_number() + limits.open_files,
        "RLIMIT_CORE": 0,
    }
    for name, value in kinds.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        with suppress(ValueError, OSError):  # macOS has kinds that it does not let a process set
            most = resource.getrlimit(kind)[1]
            least = value if most == resource.RLIM_INFINITY else min(value, most)
            resource.setrlimit(kind, (least, least))


def _address_space() -> int:
    """Return the bytes of address space that this process has, or 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _first_free_number() -> int:
    """Return the number above those of all open files, which the system limits, or 0 where it does not list them."""
    try:
        return 1 + max((int(entry.name) for entry in Path("/dev/fd").iterdir()), default=-1)
    except OSError:
        return 0


def refuse_network() -> None:
    """Let this process open no socket. Python asks the hook before it opens one; a hook cannot be removed."""
    sys.addaudithook(_refuse_socket)


def _refuse_socket(event: str, _arguments: tuple[Any, ...]) -> None:
    if event.startswith("socket."):
        raise PermissionError("a pack is read without a network")
