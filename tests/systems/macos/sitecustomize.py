"""Makes Python on Linux answer as on macOS, as far as this program asks: loaded from PYTHONPATH before everything else.

macOS lets no process limit its memory (CPython reports ValueError), writes to its disk with F_FULLFSYNC, which some file
systems refuse, and lacks calls of Linux.
"""

import asyncio
import fcntl
import multiprocessing
import os
import resource
import select
import socket
import ssl
import subprocess
import sys
import tempfile
import webbrowser
from pathlib import Path

LOADED = asyncio, multiprocessing, ssl, subprocess, tempfile, webbrowser
"""Their own code for this system stays; it is not what is tested."""

set_limit = resource.setrlimit
control = fcntl.fcntl


def refuse_memory(kind, limits):
    """Set a limit, but none of memory."""
    if kind == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    set_limit(kind, limits)


def refuse_full_sync(descriptor, command, argument=0):
    """Control a file of a network disk, which has no full sync."""
    if command == fcntl.F_FULLFSYNC:
        raise OSError(45, "Operation not supported")
    return control(descriptor, command, argument)


fcntl.F_FULLFSYNC = 51
fcntl.fcntl = refuse_full_sync
resource.setrlimit = refuse_memory
for module, names in (
    (os, ("sched_getaffinity", "copy_file_range", "splice", "memfd_create", "eventfd", "pidfd_open", "posix_fadvise")),
    (os, ("posix_fallocate", "fdatasync", "pipe2", "getrandom", "setresuid")),
    (select, ("epoll",)),
    (socket, ("SO_PEERCRED", "AF_NETLINK", "AF_PACKET", "SOCK_CLOEXEC", "SOCK_NONBLOCK")),
    (resource, ("prlimit",)),
):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)


def show_macos():
    """Let the program see macOS."""
    sys.platform = "darwin"


def show_linux():
    """Let libraries see Linux."""
    sys.platform = "linux"


sys.path.append(str(Path(__file__).parents[1]))
from library_view import LibraryView  # noqa: E402

LibraryView(show_macos, show_linux).start()
