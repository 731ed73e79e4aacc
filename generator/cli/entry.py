"""Where `vallum` starts: a build goes to the resident if one runs, and everything else to the command line.

This comes before the parser and all else that takes time to load.
"""

from __future__ import annotations

import gc
import os
import sys

from generator.base.code_archive.deferred_modules import defer_modules
from generator.cli.resident.resident_client import run_by_resident

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from typing import NoReturn


OLDEST_PYTHON = (3, 11)


def _refuse_old_python() -> None:
    """End the process with a sentence where this Python lacks libraries that the program needs."""
    if tuple(sys.version_info) < OLDEST_PYTHON:
        needed, present = (".".join(map(str, numbers)) for numbers in (OLDEST_PYTHON, sys.version_info[:3]))
        sys.stderr.write(f"vallum: needs Python {needed} or newer; this is Python {present}\n")
        sys.exit(2)


def _has_pack(arguments: list[str]) -> bool:
    """Return whether a word may name a pack, which is built in a process with limits; a folder may match too."""
    return any(word.lower().endswith(".zip") for word in arguments)


def run_and_exit() -> NoReturn:
    """Run the command line of this process and end the process.

    A slow exit would only free the memory piece by piece: a tenth of the time of a build with nothing to do. A build
    also adds compiled code that the archive in the cache lacks.
    """
    _refuse_old_python()
    arguments = sys.argv[1:]
    is_build = arguments[:1] == ["build"] and "--watch" not in arguments
    if is_build and os.environ.get("VALLUM_WARM") != "0" and not _has_pack(arguments):
        code = run_by_resident(arguments)
        if code is not None:
            os._exit(code)  # nothing was opened or printed here
    # While modules are loaded the collector would find nothing, for a tenth of the time of a build with nothing to do.
    gc.set_threshold(50_000)
    if is_build:
        defer_modules()
    from generator.base.code_archive.archive_finder import import_from_archive

    opened = import_from_archive()
    # A shell asks for the words that can stand at the cursor.
    if "_ARGCOMPLETE" in os.environ:
        from generator.cli.completion.shell_completion import complete_line

        complete_line()
        os._exit(0)
    from generator.cli import main

    code = main.run()
    if opened and code == 0 and arguments[:1] == ["build"]:
        from generator.base.code_archive.archive_writer import complete_archive

        # Windows replaces no file that is open, and workers have it open.
        if spawned := sys.modules.get("generator.base.parallel.spawned_workers"):
            spawned.end_idle_workers()
        complete_archive(*opened)
    os._exit(code)
