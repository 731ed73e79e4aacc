"""Checks of the place where the program runs: its libraries, fonts, folders and printers, and one card drawn."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__
from generator.base.errors import GeneratorError
from generator.base.records import dataclass
from generator.base.user_folders import user_cache, user_config, user_data
from generator.build.options import BuildOptions, game_folders, printers_file
from generator.build.pipeline import check
from generator.build.printer_profiles import read_profiles

if TYPE_CHECKING:
    from generator.base.system.install_command import Requirement

OK, NOTE, FAULT = "ok", "note", "fault"
SAMPLE, FACE = "picket", "raid:scouts"
"""Smallest shipped game, and a card of it."""


@dataclass(frozen=True, slots=True)
class HealthCheck:
    """Name, state and advice of one check."""

    name: str
    state: str
    """OK, NOTE or FAULT."""
    about: str
    remedy: str = ""
    """Command or advice; empty where nothing is to be done."""


def system_line() -> str:
    """Return program, Python and system in one line, as a report needs them."""
    python = f"Python {platform.python_version()}"
    return f"Vallum {__version__}, {python}, {platform.system()} {platform.release()} {platform.machine()}"


def examine(out: Path) -> Iterator[HealthCheck]:
    """Yield the result of every check; `out` is the folder that a build would write into."""
    yield _libraries()
    yield _extras()
    yield from _folders(out)
    yield _printers()
    yield _card()


def _libraries() -> HealthCheck:
    """Return whether all libraries are installed that the program always needs."""
    needed = [requirement.name for requirement in _requirements() if not requirement.extra]
    missing = sorted(name for name in needed if not _is_installed(name))
    if not missing:
        return HealthCheck("libraries", OK, f"all {len(needed)} are installed")
    from generator.base.system.install_command import install_packages

    return HealthCheck("libraries", FAULT, f"missing: {', '.join(missing)}", install_packages(*missing))


def _extras() -> HealthCheck:
    """Return which extras are installed, and the command that installs the others."""
    needed: dict[str, list[str]] = {}
    for requirement in _requirements():
        if requirement.extra and requirement.extra not in _FOR_DEVELOPERS:
            needed.setdefault(requirement.extra, []).append(requirement.name)
    installed = sorted(extra for extra, names in needed.items() if all(map(_is_installed, names)))
    absent = sorted(needed.keys() - set(installed))
    about = f"installed: {', '.join(installed) or 'none'}; not installed: {', '.join(absent) or 'none'}"
    if not absent:
        return HealthCheck("extras", OK, about)
    from generator.base.system.install_command import install_extra

    return HealthCheck("extras", NOTE, about, install_extra(",".join(absent)))


_FOR_DEVELOPERS = frozenset({"all", "bench", "browsers", "docs", "checks", "dev"})


def _requirements() -> Iterator[Requirement]:
    """Yield the libraries that are needed on this system: some have no wheel for Windows on ARM."""
    from generator.base.system.install_command import NAME, requirements

    # Markers of `pyproject.toml` leave those libraries out there.
    is_windows_on_arm = (sys.platform, platform.machine()) == ("win32", "ARM64")
    for requirement in requirements():
        if requirement.name != NAME and not (is_windows_on_arm and "platform_machine" in requirement.marker):
            yield requirement


def _is_installed(name: str) -> bool:
    """Whether a library is installed, by the name of its distribution."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


def _folders(out: Path) -> Iterator[HealthCheck]:
    """Yield for each folder of cached work, settings, sessions and output whether it can be written."""
    places = (
        ("cache", user_cache()),
        ("settings", user_config()),
        ("sessions", user_data()),
        ("output", out.absolute()),
    )
    for name, folder in places:
        if folder is None:
            yield HealthCheck(name, FAULT, "there is no home folder", "set HOME to a folder of your own")
        elif problem := _write_problem(folder):
            # Without a cache all works, only slower.
            state = NOTE if name == "cache" else FAULT
            remedy = "choose another with --out" if name == "output" else "give yourself the right to write there"
            yield HealthCheck(name, state, f"{folder}: {problem}", remedy)
        else:
            yield HealthCheck(name, OK, f"{folder}: can be written")


def _write_problem(folder: Path) -> str:
    """Return why a folder, or the nearest existing one above it, cannot be written; empty if it can."""
    nearest = next((place for place in (folder, *folder.parents) if place.exists()), None)
    if nearest is None or not nearest.is_dir():
        return f"{nearest or folder} is no folder"
    try:
        # Rights alone do not tell: a file system may be full or read-only.
        with tempfile.NamedTemporaryFile(dir=nearest, prefix=".vallum-"):
            return ""
    except OSError as error:
        return os.strerror(error.errno) if error.errno else "cannot be written"


def _printers() -> HealthCheck:
    """Return which printers were calibrated."""
    try:
        names = sorted(read_profiles(printers_file()))
    except GeneratorError as error:
        return HealthCheck("printers", FAULT, str(error), "vallum calibrate")
    if names:
        return HealthCheck("printers", OK, f"calibrated: {', '.join(names)}")
    return HealthCheck("printers", NOTE, "none was calibrated; backs may be off by a millimetre", "vallum calibrate")


def _card() -> HealthCheck:
    """Return whether a card of the smallest game can be drawn with Latin and Japanese letters."""
    began = time.monotonic()
    try:
        (folder,) = game_folders([SAMPLE])
        report = check(folder, BuildOptions.of(only=[FACE], lang=["en", "ja"]))
    except GeneratorError as error:
        return HealthCheck("card", FAULT, str(error).splitlines()[0], "install Vallum again")
    if report.faults:
        return HealthCheck("card", FAULT, str(report.faults[0]), "install Vallum again")
    return HealthCheck("card", OK, f"{SAMPLE} {FACE} is drawn in {time.monotonic() - began:.1f} s")
