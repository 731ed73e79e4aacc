"""Checks of the place where the program runs: its libraries, fonts, folders and printers, and one card drawn."""

from __future__ import annotations

import os
import platform
import stat
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import GeneratorError
from generator.base.records import dataclass
from generator.base.user_folders import user_cache, user_config, user_data
from generator.build.options import BuildOptions, game_folders, printers_file
from generator.build.pipeline import check
from generator.build.printer_profiles import read_profiles
from generator.cli.commands.browser_opener import has_desktop
from generator.cli.terminal import computer_language

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
    mend: Callable[[], object] | None = None
    """Function that does away with the cause, which raises OSError where it cannot; None where only the user can."""


def examine(out: Path) -> Iterator[HealthCheck]:
    """Yield the result of every check; `out` is the folder that a build would write into."""
    yield _libraries()
    yield _extras()
    yield _terminal()
    yield from _folders(out)
    yield _printers()
    yield _browser()
    yield _card()


def examine_again(out: Path) -> Iterator[HealthCheck]:
    """Mend the faults that can be mended, and yield every check as it is after that."""
    for health_check in examine(out):
        # A second check tells whether it helped.
        if health_check.state != OK and health_check.mend:
            with suppress(OSError):
                health_check.mend()
    yield from examine(out)


def _libraries() -> HealthCheck:
    """Return whether all libraries are installed that the program always needs."""
    needed = [requirement.name for requirement in _requirements() if not requirement.extra]
    missing = sorted(name for name in needed if not _is_installed(name))
    if not missing:
        from importlib.metadata import version

        versions = ", ".join(f"{name} {version(name)}" for name in _NAMED if name in needed)
        return HealthCheck("libraries", OK, f"all {len(needed)} are installed; {versions}")
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


_NAMED = ("reportlab", "uharfbuzz", "jinja2", "pillow", "pypdfium2", "pikepdf")
"""Libraries whose versions a report names: what is drawn and written depends on them most."""
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


def _terminal() -> HealthCheck:
    """Return how the system encodes names of files, and the language of the system and of messages."""
    # Windows and old settings of Linux have encodings that lack most scripts.
    encoding = sys.getfilesystemencoding()
    about = f"file names in {encoding}, language {computer_language(os.environ) or 'none'}"
    if encoding.lower() == "utf-8":
        return HealthCheck("terminal", OK, about)
    return HealthCheck("terminal", NOTE, about, "set PYTHONUTF8=1, or names in other scripts are refused")


def _browser() -> HealthCheck:
    """Return whether `vallum serve` can open its pages by itself."""
    if not has_desktop():
        return HealthCheck("browser", NOTE, "there is no desktop here; vallum serve prints a link to open")
    try:
        webbrowser.get()
    except webbrowser.Error:
        return HealthCheck("browser", NOTE, "none was found; vallum serve prints a link to open")
    return HealthCheck("browser", OK, "vallum serve opens it")


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
            yield HealthCheck(name, state, f"{folder}: {problem}", remedy, partial(_give_rights, folder))
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


def _give_rights(folder: Path) -> None:
    """Make a folder, and let its owner read and write it. Raises OSError."""
    # Rights of others stay as they are.
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(folder.stat().st_mode | stat.S_IRWXU)


def _printers() -> HealthCheck:
    """Return which printers were calibrated."""
    try:
        names = sorted(read_profiles(printers_file()))
    except GeneratorError as error:
        return HealthCheck("printers", FAULT, str(error), "vallum calibrate", _put_printers_aside)
    if names:
        return HealthCheck("printers", OK, f"calibrated: {', '.join(names)}")
    return HealthCheck("printers", NOTE, "none was calibrated; backs may be off by a millimetre", "vallum calibrate")


def _put_printers_aside() -> None:
    """Rename the damaged file of printers, so that a new one can be begun. Raises OSError."""
    # Not deleted: somebody may still read the numbers off it.
    file = printers_file()
    file.replace(file.with_suffix(".damaged"))


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
    seconds = time.monotonic() - began
    return HealthCheck("card", OK, f"{SAMPLE} {FACE} is drawn, in Latin and Japanese letters, in {seconds:.1f} s")
