"""Where `vallum` starts: a build goes to the resident if one runs, and everything else to the command line.

This comes before the parser and all else that takes time to load.
"""

from __future__ import annotations

import gc
import os
import sys

from generator.cli.resident.resident_client import run_by_resident

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from typing import NoReturn


def _has_pack(arguments: list[str]) -> bool:
    """Return whether a word may name a pack, which is built in a process with limits; a folder may match too."""
    return any(word.lower().endswith(".zip") for word in arguments)


def run_and_exit() -> NoReturn:
    """Run the command of this process and end it."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["build"] and "--watch" not in arguments and not _has_pack(arguments):
        code = run_by_resident(arguments)
        if code is not None:
            os._exit(code)  # nothing was opened or printed here
    # While modules are loaded the collector would find nothing, for a tenth of the time of a build with nothing to do.
    gc.set_threshold(50_000)
    from generator.cli import main

    main.run_and_exit()
