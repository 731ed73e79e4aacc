"""Runs a command on strangers' packs: in a process of its own, with limits kept by the system and without a network."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from generator.base.errors import OutputError, fault
from generator.base.system.limited_child import ChildEnd, LimitedChild
from generator.base.system.part_files import (
    make_temporary_folder,
    remove_left_temporary_folders,
    remove_temporary_folder,
)
from generator.base.system.process_limits import ProcessLimits, limit_process, refuse_network
from generator.imports.packs.pack_format import MOST_BYTES
from generator.imports.packs.pack_reader import unpack
from generator.load.game_locations import GameFolder, names_pack

LIMITS = ProcessLimits(memory=1 << 30, seconds=300, file_size=MOST_BYTES, open_files=512, wall=1800)
"""What unpacking and building a pack may use. The largest shipped game needs a tenth of it."""

Guard = Callable[[Callable[[], int]], int]
"""Runs something to its exit code, and prints what was wrong."""


def run_on_packs(names: Sequence[str], run: Callable[[list[str | GameFolder]], int], guard: Guard) -> int:
    """Unpack the packs among `names`, and run a command on the games; return its exit code.

    `run` takes the names, with folders in place of packs. It runs in a process of its own, inside `guard`, where the
    system can fork one. Raises Faults if that process exceeded its limits, OutputError if it ended otherwise.
    """
    if not hasattr(os, "fork"):  # Windows: this process reads it, and ends when the command does
        limit_process(LIMITS)
        refuse_network()
        return _run_unpacked(names, run)
    pack_names = ", ".join(filter(names_pack, names))
    return _in_child(lambda: guard(lambda: _within_memory(lambda: _run_unpacked(names, run), pack_names)), pack_names)


def _run_unpacked(names: Sequence[str], run: Callable[[list[str | GameFolder]], int]) -> int:
    """Run a command on games, with packs unpacked into a temporary folder that is removed afterwards."""
    folder = make_temporary_folder("pack")
    try:
        return run(_unpacked(names, folder))
    finally:
        remove_temporary_folder(folder)


def _unpacked(names: Sequence[str], folder: Path) -> list[str | GameFolder]:
    """Return names of games, with a folder for each pack, unpacked below `folder`."""
    games: list[str | GameFolder] = []
    for number, name in enumerate(names):
        if not names_pack(name):
            games.append(name)
            continue
        try:
            games.append(GameFolder(unpack(Path(name), name, folder / str(number)), name))
        except OSError as error:
            raise OutputError(f"{name}: cannot be unpacked: {(error.strerror or str(error)).lower()}") from None
    return games


def _within_memory(run: Callable[[], int], pack_name: str) -> int:
    """Return the exit code of `run`. Raises Faults, which name the pack, if the memory does not suffice."""
    try:
        return run()
    except MemoryError:
        raise fault(pack_name, f"needs more than {LIMITS.memory >> 20:,} MB of memory", unreadable=True) from None


def _in_child(run: Callable[[], int], pack_name: str) -> int:
    """Run a function in a forked process with limits; return its exit code.

    Raises Faults if a limit ended the process, OutputError if another signal did.
    """
    child = LimitedChild(lambda _, __: run(), None, LIMITS, shares_terminal=True)
    code = _wait(child)
    if child.end is ChildEnd.DONE:
        return code
    # A process that was killed could not remove its own files.
    remove_left_temporary_folders()
    if child.end is ChildEnd.CLOCK:
        raise fault(pack_name, f"takes more than {LIMITS.wall // 60:.0f} minutes", unreadable=True)
    if child.end.is_limit:
        problem = f"takes more than {LIMITS.seconds} seconds of computing, or more memory than there is"
        raise fault(pack_name, problem, unreadable=True)
    raise OutputError(f"{pack_name}: the process that read it was ended by the system (signal {-code})")


def _wait(child: LimitedChild) -> int:
    """Return the exit code of the process. Ctrl-C reaches that process too, which ends by itself."""
    while True:
        with suppress(KeyboardInterrupt):
            return child.wait()
