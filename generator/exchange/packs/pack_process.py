"""Runs a command on strangers' packs: in a process of its own, with limits kept by the system and without a network."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from generator.base.errors import OutputError, fault
from generator.base.system.part_files import remove_left_folders
from generator.base.system.process_limits import ProcessLimits, limit_process, refuse_network
from generator.build.options import GameFolder
from generator.exchange.packs.pack_format import MOST_BYTES
from generator.exchange.packs.pack_reader import unpack
from generator.load.game_locations import names_pack

LIMITS = ProcessLimits(memory=1 << 30, seconds=300, file_size=MOST_BYTES, open_files=512)
"""What unpacking and building a pack may use. The largest shipped game needs a tenth of it."""

_FOLDER = "vallum-pack"
"""Begins the names of the temporary folders in which packs are unpacked."""

Guard = Callable[[Callable[[], int]], int]
"""Runs something to its exit code, and prints what was wrong."""


def run_on_packs(names: Sequence[str], run: Callable[[list[str | GameFolder]], int], guard: Guard) -> int:
    """Unpack the packs among some names, and run a command on the games; return its exit code.

    `run` takes what was named, with folders for packs. It runs in a process of its own, inside `guard`, where the
    system can fork one. Raises Faults if that process used more than it may, OutputError if it was ended otherwise.
    """
    import shutil
    import tempfile

    remove_left_folders(Path(tempfile.gettempdir()), _FOLDER)
    folder = Path(tempfile.mkdtemp(prefix=f".{_FOLDER}.", suffix=f".{os.getpid()}.part"))
    try:
        if not hasattr(os, "fork"):
            return run(_unpacked(names, folder))
        shown = ", ".join(filter(names_pack, names))
        return _in_child(lambda: guard(lambda: _within_memory(lambda: run(_unpacked(names, folder)), shown)), shown)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unpacked(names: Sequence[str], folder: Path) -> list[str | GameFolder]:
    found: list[str | GameFolder] = []
    for number, name in enumerate(names):
        if not names_pack(name):
            found.append(name)
            continue
        try:
            found.append(GameFolder(unpack(Path(name), name, folder / str(number)), name))
        except OSError as error:
            raise OutputError(f"{name}: cannot be unpacked: {(error.strerror or str(error)).lower()}") from None
    return found


def _within_memory(run: Callable[[], int], shown: str) -> int:
    try:
        return run()
    except MemoryError:
        raise fault(shown, f"needs more than {LIMITS.memory >> 20:,} MB of memory", unreadable=True) from None


def _in_child(run: Callable[[], int], shown: str) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if not process:
        limit_process(LIMITS)
        refuse_network()
        _end(run)
    return _wait(process, shown)


def _end(run: Callable[[], int]) -> NoReturn:
    """Run the command and end this process, without the clean-up of the process that it was forked from."""
    code = 1
    try:
        code = run()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def _wait(process: int, shown: str) -> int:
    """Return the exit code of the process. Ctrl-C reaches it too, and it ends by itself."""
    while True:
        with suppress(KeyboardInterrupt):
            _, status = os.waitpid(process, 0)
            break
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    number = os.WTERMSIG(status)
    if number in {signal.SIGXCPU, signal.SIGKILL}:
        what = f"takes more than {LIMITS.seconds} seconds of computing, or more memory than there is"
        raise fault(shown, what, unreadable=True)
    raise OutputError(f"{shown}: the process that read it was ended by the system (signal {number})")
