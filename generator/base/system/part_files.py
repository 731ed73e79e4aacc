"""Files and folders that are being written, and the removal of those that a dead process has left."""

from __future__ import annotations

import atexit
import os
import re
import time
from contextlib import suppress
from pathlib import Path

from generator.base.errors import OutputError

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from types import FrameType

_NAME = r"(?s)\..+\.(\d{1,9})\.part\Z"  # compiled when used: most folders have no such file
_OLD = 86_400.0
"""Age in seconds at which a temporary file counts as abandoned, on systems that cannot ask for its process."""
_TEMPORARY = "vallum"
_own_folders: dict[Path, int] = {}
"""Temporary folders with the id of the process that made each: a forked process removes none of its parent's."""


def part_file(path: Path) -> Path:
    """Return the path of a temporary file beside a file; its name tells which process writes it."""
    return path.with_name(f".{path.name}.{os.getpid()}.part")


def remove_left_parts(folder: Path) -> None:
    """Remove temporary files in a folder whose processes no longer run. Errors are ignored."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".part") and (match := re.match(_NAME, entry.name)):
                _remove_left(entry, int(match[1]))


def remove_left_folders(parent: Path, name: str = "") -> None:
    """Remove the temporary folders `.<name>.….part` that killed processes have left; of all names without `name`.

    Errors are ignored.
    """
    import shutil

    begins = f".{name}." if name else "."
    with suppress(OSError):
        entries = [entry for entry in os.scandir(parent) if entry.name.startswith(begins)]
        for entry in entries:
            match = re.match(_NAME, entry.name) if entry.is_dir(follow_symlinks=False) else None
            if match and _is_left(entry, int(match[1])):
                shutil.rmtree(entry.path, ignore_errors=True)


def make_temporary_folder(kind: str) -> Path:
    """Make a folder for temporary files of this process, and remove folders that killed processes have left.

    Code that ends this process with `os._exit` calls `remove_own_folders` before. Raises OutputError.
    """
    import tempfile

    if not _own_folders:
        atexit.register(remove_own_folders)
        _clear_up_when_ended()
    try:
        remove_left_temporary_folders()
        folder = Path(tempfile.mkdtemp(prefix=f".{_TEMPORARY}.{kind}-", suffix=f".{os.getpid()}.part"))
    except OSError:
        raise OutputError("no folder for temporary files can be written to; set TMPDIR to one that can") from None
    _own_folders[folder] = os.getpid()
    return folder


def remove_temporary_folder(folder: Path) -> None:
    """Remove a temporary folder that this process made. Errors are ignored."""
    if _own_folders.get(folder) == os.getpid():
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
        del _own_folders[folder]


def remove_own_folders() -> None:
    """Remove the temporary folders that this process made and has not removed."""
    for folder in [*_own_folders]:
        remove_temporary_folder(folder)


def _clear_up_when_ended() -> None:
    """Remove the temporary folders also where a signal ends the process: `kill`, a time limit, a closed terminal."""
    import signal

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # A server has handlers of its own, after which it ends as usual; in another thread there can be none.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with suppress(ValueError):
                signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    """Remove the temporary folders of this process, and end it by the signal that it got."""
    import shutil
    import signal
    import tempfile

    # By their names: the last one may have been made a moment ago, and not be noted yet.
    for folder in Path(tempfile.gettempdir()).glob(f".{_TEMPORARY}.*.{os.getpid()}.part"):
        shutil.rmtree(folder, ignore_errors=True)
    # By the same signal, as whoever sent it looks at how the process ended.
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def remove_left_temporary_folders() -> None:
    """Remove the temporary folders of processes that were killed."""
    import tempfile

    with suppress(OSError):
        remove_left_folders(Path(tempfile.gettempdir()), _TEMPORARY)


def _remove_left(entry: os.DirEntry[str], process: int) -> None:
    """Remove a temporary file if the process that wrote it no longer runs."""
    with suppress(OSError):
        if _is_left(entry, process):
            os.unlink(entry.path)  # noqa: PTH108  an entry of scandir has no Path


def _is_left(entry: os.DirEntry[str], process: int) -> bool:
    """Whether the process that made a file no longer runs; on Windows, whether the file is a day old."""
    return not _is_running(process) if os.name == "posix" else time.time() - entry.stat().st_mtime > _OLD


def _is_running(process: int) -> bool:
    """Whether a process of this number runs; only for POSIX, as on Windows the same call would end it."""
    if process < 1:
        return False
    if not hasattr(os, "kill"):
        return process == os.getpid()
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        # Somebody else's process: it runs.
        pass
    return True
