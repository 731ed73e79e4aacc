"""Limits that the operating system keeps for a process and for those that it starts."""

from __future__ import annotations

import os
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.base.records import dataclass

_MORE_SECONDS = 5
"""Seconds between the signal for too much computing, which tells why a process ends, and its certain end."""
_refusals: list[Any] = []
"""The hooks that refuse the network; empty, or one item."""
_JOB = "@2qI2NIN2I6Q4N"
"""JOBOBJECT_EXTENDED_LIMIT_INFORMATION of Windows: seconds, flags, sizes of memory."""
_JOB_KIND, _JOB_TIME, _JOB_MEMORY = 9, 0x2, 0x100


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
    wall: float
    """Seconds of the clock, after which the process that has started it kills it."""


def limit_process(limits: ProcessLimits) -> None:
    """Set resource limits on this process, which it cannot lift; limits that the system lacks are left out.

    macOS has none of memory, and Windows none of files.
    """
    if sys.platform == "win32":
        _join_job(limits)
        return
    # RLIMIT_AS counts the whole address space, of which a forked server has gigabytes mapped before any work.
    _set_limit("RLIMIT_AS", _address_space() + limits.memory)
    _set_limit("RLIMIT_CPU", limits.seconds, _MORE_SECONDS)
    _set_limit("RLIMIT_FSIZE", limits.file_size)
    _set_limit("RLIMIT_NOFILE", _first_free_number() + limits.open_files)
    _set_limit("RLIMIT_CORE", 0)


def _set_limit(name: str, value: int, more: int = 0) -> None:
    """Set a limit of this process by its name in `resource`; the hard limit is `more` above it."""
    import resource

    kind = getattr(resource, name)
    with suppress(ValueError, OSError):  # macOS has RLIMIT_AS, and lets no process set it
        most = resource.getrlimit(kind)[1]
        # The hard limit comes later: SIGXCPU tells the reason, SIGKILL at the hard limit is certain.
        hard = value + more if most == resource.RLIM_INFINITY else min(value + more, most)
        resource.setrlimit(kind, (min(value, hard), hard))


def _join_job(limits: ProcessLimits) -> None:
    """Hold this process to limits by a Job Object: Windows has none for a process alone."""
    import ctypes

    if not hasattr(ctypes, "WinDLL"):
        return
    kernel = ctypes.WinDLL("kernel32")
    kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    # Windows counts in units of 100 ns.
    units = limits.seconds * 10_000_000
    information = struct.pack(_JOB, units, 0, _JOB_TIME | _JOB_MEMORY, *[0] * 12, limits.memory, 0, 0, 0)
    kernel.SetInformationJobObject(job, _JOB_KIND, information, len(information))
    kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))


def _address_space() -> int:
    """Return the bytes of address space that this process has, or 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _first_free_number() -> int:
    """Return the highest open file descriptor plus one, or 0 where the system does not list them."""
    try:
        return 1 + max((int(entry.name) for entry in Path("/dev/fd").iterdir()), default=-1)
    except OSError:
        return 0


def refuse_network() -> None:
    """Let this process open no socket. Python asks the hook before it opens one; a hook cannot be removed."""
    sys.addaudithook(_refuse_socket)
    _refusals.append(_refuse_socket)


def refuses_network() -> bool:
    """Whether this process opens no socket."""
    return bool(_refusals)


def _refuse_socket(event: str, _arguments: tuple[Any, ...]) -> None:
    """Refuse, as a hook of Python, every use of a socket by a PermissionError."""
    if event.startswith("socket."):
        raise PermissionError("a stranger's file is read without a network")
