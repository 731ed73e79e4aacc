"""Runs a command to its exit code: what goes wrong is printed in one line, and an unknown exception is a bug."""

from __future__ import annotations

import os
from collections.abc import Callable

from generator.base.errors import GeneratorError, OutputError, UsageError
from generator.cli import terminal
from generator.cli.resident.resident_client import INTERRUPTED

BUG = 70
"""Exit code of a bug in this program, `EX_SOFTWARE` of sysexits.h."""

_SHAPER = "uharfbuzz"
"""Name of the library that shapes text, the only needed one that may be missing: no wheel for Windows on ARM."""
_NO_SHAPER = (
    "text is set with HarfBuzz, and its library uharfbuzz is not installed; on Windows on ARM, use the 64-bit Python "
    "for Intel and AMD from python.org, for which there is one"
)


def exit_code(run: Callable[[], int], *, as_json: bool) -> int:
    """Run a command and return its exit code; prints the error or the bug that ended it."""
    try:
        try:
            code = _known(run)
        except GeneratorError as error:
            terminal.print_error(error, as_json=as_json)
            code = error.exit_code
        terminal.flush()
    except OutputError as error:  # stdout itself
        terminal.print_error(error, as_json=False)
        return error.exit_code
    except BrokenPipeError:  # a reader such as `head` has seen enough
        terminal.discard_stdout()
        return 0
    # Ctrl-C needs no message: the person knows.
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _known(run: Callable[[], int]) -> int:
    """Return the exit code of a command, BUG after an unexpected exception. Raises GeneratorError."""
    try:
        return run()
    except (GeneratorError, BrokenPipeError):
        raise
    # Work can be as large as a person orders: no bug.
    except MemoryError as error:
        raise OutputError("there is not enough memory; end other programs, or print less with --only") from error
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == _SHAPER:
            raise UsageError(_NO_SHAPER) from None
        # Any call that takes a relative path fails then, with errors that do not tell why.
        if _has_no_folder():
            raise OutputError("the folder you work in was removed; change to another") from error
        if os.environ.get("VALLUM_DEBUG"):
            raise
        terminal.print_bug(error)
        return BUG


def _has_no_folder() -> bool:
    """Return whether the working folder was removed, so that relative paths lead nowhere."""
    try:
        os.getcwd()  # noqa: PTH109  nothing is done with it
    except FileNotFoundError:
        return True
    return False
