"""A resident that starts by itself where a person builds one folder again and again, and nowhere else."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from generator.base.errors import GeneratorError
from generator.base.hashing import digest
from generator.cli.resident.resident_socket import folder, is_available, is_private

REPEATED_SECONDS = 600
"""Longest time between two builds of one folder after which a third is likely."""

IDLE_SECONDS = 600
"""Time without a command after which a resident that nobody asked for ends."""

UNASKED_NOTE = (
    "from now on builds start at once: a process keeps this program in memory for 10 minutes (VALLUM_WARM=0: never)"
)

_AUTOMATIC = ("CI", "CONTINUOUS_INTEGRATION", "GITHUB_ACTIONS", "GITLAB_CI", "BUILD_NUMBER", "TF_BUILD", "JENKINS_URL")
"""Variables by which services that build without a person say so."""
_CONTAINER = ("container", "KUBERNETES_SERVICE_HOST")
"""Variables of systemd-nspawn, Podman and Kubernetes; a process that stays would hold up the end of a container."""
_CONTAINER_FILES = ("/.dockerenv", "/run/.containerenv")
"""Files of Docker and Podman."""

_NOTED = "noted"
"""File of the runtime folder: the line about the process was shown."""
_BUILT = "built-"
"""Beginning of the names of files whose modification times are those of builds."""


def may_start(environment: Mapping[str, str]) -> bool:
    """Whether a resident may be started unasked: a person works at a terminal, not a service or a container."""
    is_off = environment.get("VALLUM_WARM") == "0" or not is_available()
    if is_off or any(environment.get(name) for name in (*_AUTOMATIC, *_CONTAINER)):
        return False
    return os.isatty(0) and os.isatty(2) and not any(os.path.exists(name) for name in _CONTAINER_FILES)  # noqa: PTH110


def is_repeated(folders: Iterable[Path], now: float | None = None) -> bool:
    """Return whether one of some folders was built in the last minutes, and note that they are built now.

    False if the notes cannot be written.
    """
    now, place = time.time() if now is None else now, Path(folder())
    with suppress(OSError):
        # Notes lie beside the socket, in a folder that is closed to other users.
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_private(str(place)):
            _forget_old(place, now)
            files = {place / f"{_BUILT}{digest(str(game.resolve()))[:24]}" for game in folders}
            return True in {_is_noted(file, now) for file in files}
    return False


def _is_noted(file: Path, now: float) -> bool:
    """Return whether a build was noted in a file, and note a build there now."""
    is_there = file.exists()
    file.touch(mode=0o600)
    os.utime(file, (now, now))
    return is_there


def _forget_old(place: Path, now: float) -> None:
    """Delete the notes of builds that are longer ago than REPEATED_SECONDS."""
    for file in place.glob(f"{_BUILT}*"):
        # A negative age is that of a clock that was set back.
        if not 0 <= now - file.stat().st_mtime <= REPEATED_SECONDS:
            file.unlink(missing_ok=True)


def start_unasked(start: Callable[[float], object]) -> None:
    """Start the process that keeps games in memory (the resident) without being asked, unless one runs.

    A child process does it by `start`, a function of the idle seconds; nothing is waited for.
    """
    with suppress(OSError):
        if not os.fork():
            _start_alone(start)


def _start_alone(start: Callable[[float], object]) -> NoReturn:
    """Start a resident in this child process, unless one runs, and end the child process."""
    try:
        from generator.cli.resident.resident_control import resident_status
        from generator.cli.resident.resident_process import use_no_streams

        # Programs that read the output of this command wait until all who may write it have ended.
        use_no_streams()
        os.setsid()
        with suppress(OSError, GeneratorError):
            if resident_status() is None:  # one of another version is left alone
                start(IDLE_SECONDS)
    finally:
        os._exit(0)


def is_first_note() -> bool:
    """Whether the line about the process is to be shown: once after each start of the computer."""
    with suppress(OSError):
        Path(folder(), _NOTED).touch(mode=0o600, exist_ok=False)
        return True
    return False
