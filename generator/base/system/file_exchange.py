"""Saves a file that others may save too: whatever they wrote meanwhile is kept."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from generator.base.errors import OutputError
from generator.base.system.folder_exchange import swap_names
from generator.base.system.output_file import settle_folder
from generator.base.system.part_files import part_file, remove_left_parts
from generator.base.system.regular_file import create_new, open_regular


def replace_content(path: Path, display_name: str, expected: bytes, data: bytes) -> bool:
    """Put new content into the place of `expected`; return False, and change nothing, if the file holds something else.

    A crash or a power cut leaves the old file or the new one, never a part. Where the system can exchange two names in
    one step, a change in the last moment is noticed too, and stays. Owner's permissions are kept.
    Raises OutputError; the old file is then unchanged.
    """
    beside = part_file(path)
    remove_left_parts(path.parent)
    try:
        try:
            _write_beside(path, beside, data)
            # Compared before the exchange and in it: somebody may save in between.
            if _content(path) != expected or not _exchange(beside, path, expected):
                return False
            # Only then does the new name survive a power cut.
            settle_folder(path.parent)
        finally:
            with suppress(OSError):
                beside.unlink()
    except OSError as error:
        raise _unsaved(display_name, error) from error
    return True


def add_content(path: Path, display_name: str, data: bytes) -> bool:
    """Write a new file; return False, and write nothing, if there is a file of its name. Raises OutputError."""
    try:
        path.open("xb").close()
    except FileExistsError:
        return False
    except OSError as error:
        raise _unsaved(display_name, error) from error
    is_written = False
    try:
        is_written = replace_content(path, display_name, b"", data)
    finally:
        if not is_written:
            remove_content(path, display_name, b"")
    return is_written


def remove_content(path: Path, display_name: str, expected: bytes) -> bool:
    """Remove a file; return False, and leave it, if it holds something else than `expected`. Raises OutputError."""
    beside = part_file(path)
    try:
        if _content(path) != expected:
            return False
        path.replace(beside)
        # Somebody saved in the last moment: their file goes back to its place.
        if _content(beside) != expected:
            beside.replace(path)
            return False
        beside.unlink()
        settle_folder(path.parent)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _unsaved(display_name, error) from error
    return True


def _unsaved(display_name: str, error: OSError) -> OutputError:
    """Return the error for a file that the system does not let be written."""
    return OutputError(f"{display_name}: cannot be saved: {(error.strerror or str(error)).lower()}")


def is_locked(path: Path) -> bool:
    """Return whether a file must not be written to, by its permissions or its owner."""
    try:
        return not path.stat().st_mode & stat.S_IWUSR or not os.access(path, os.W_OK)
    except OSError:
        return True


def _write_beside(path: Path, beside: Path, data: bytes) -> None:
    """Write the new content to the temporary file `beside` on the disk, with the permissions of the file at `path`."""
    with create_new(beside) as file:
        file.write(data)
        file.flush()
        # The data must be on the disk before the name points at it, or a power cut leaves an empty file.
        os.fsync(file.fileno())
    # The new file would get the permissions of a fresh file otherwise.
    beside.chmod(stat.S_IMODE(path.stat().st_mode))


def _exchange(beside: Path, path: Path, expected: bytes) -> bool:
    """Exchange the new file with the old one; return False, and exchange back, if the old content is not `expected`."""
    if not swap_names(beside, path):
        beside.replace(path)
        return True
    if _content(beside) == expected:
        return True
    # Somebody saved in the last moment: their file goes back to its place.
    swap_names(beside, path)
    return False


def _content(path: Path) -> bytes:
    """Return the bytes of a file; raises OSError for links and anything else that is no regular file."""
    with open_regular(path, follow=False) as file:
        return file.read()
