"""The block of a report about a bug: the program, the system, and the place in the code; and where reports go."""

from __future__ import annotations

import platform
import traceback
from pathlib import Path

from generator import __version__

_PACKAGE = Path(__file__).parents[1]
_PLACE_OF_REPORTS = "Issues on the page of the project"
"""Place of reports for an installation whose metadata name no address, such as a checkout."""


def system_line() -> str:
    """Return program, Python and system in one line, as a report needs them."""
    python = f"Python {platform.python_version()}"
    return f"Vallum {__version__}, {python}, {platform.system()} {platform.release()} {platform.machine()}"


def place_of_reports() -> str:
    """Return the address under which bugs are reported, by the metadata of the installed program."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        links = [link.partition(", ") for link in metadata("vallum").get_all("Project-URL") or ()]
    except PackageNotFoundError:
        links = []
    return next((address for name, _, address in links if name.lower() == "issues"), _PLACE_OF_REPORTS)


def bug_lines(error: Exception) -> list[str]:
    """Return the lines of a report about an exception: the system, and the calls of this program that led to it.

    No path of the user's is among them: modules are named from the folder of the program.
    """
    # Paths of libraries would show the name of the user.
    frames = traceback.extract_tb(error.__traceback__)
    places = [(Path(frame.filename), frame) for frame in frames]
    calls = [
        f"  {path.relative_to(_PACKAGE.parent).as_posix()}:{frame.lineno} in {frame.name}"
        for path, frame in places
        if path.is_relative_to(_PACKAGE)
    ]
    return [system_line(), f"{type(error).__name__}: {error}", *calls[-_MOST_CALLS:]]


_MOST_CALLS = 6
"""Innermost calls that a report names; those above them are the same for every command."""
