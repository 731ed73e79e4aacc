"""Write a file completely or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from generator.base.errors import OutputError
from generator.base.system.part_files import part_file, remove_left_parts
from generator.base.system.regular_file import create_new

_REASONS = {
    errno.ENOSPC: "the disk is full; free some space",
    errno.EDQUOT: "the disk quota is used up; free some space",
    errno.EROFS: "the disk cannot be written to; choose another folder with --out",
    errno.EACCES: "permission denied; close it where it is open, or choose another folder with --out",
    errno.EPERM: "permission denied; close it where it is open, or choose another folder with --out",
    errno.ENOTDIR: "a file stands where a folder is needed; move it away or choose another folder with --out",
    errno.EEXIST: "a file stands where a folder is needed; move it away or choose another folder with --out",
    errno.EISDIR: "a folder of that name is in the way; move it away or choose another folder with --out",
    errno.ENAMETOOLONG: "the name is too long; choose a shorter folder with --out",
}


LONGEST_PATH = 248
"""Characters from which on Windows may refuse the path of a folder; that of a file may have twelve more."""

_PIECE = 1 << 20
"""Bytes that are read at once when two files are compared."""

MOST_OPEN = 32
"""Files that are flushed to the disk together."""


def write_file(path: Path, data: bytes, *, settle: bool = True) -> None:
    """Write a file so that a crash or a power cut leaves the old file or the new one, never a part.

    Missing folders are made. A file that already has these bytes is not touched, so its date stays.
    Without `settle` the caller is to call `settle_folders`: until then a power cut may bring back the old file.
    Raises OutputError; the old file is then unchanged.
    """
    if not _holds(path, data):
        write_chunks(path, (data,), settle=settle)


def write_files(files: Iterable[tuple[Path, bytes]]) -> None:
    """Write many files like `write_file`, but wait for the disk once for several of them.

    That takes a tenth of the time. The caller is to call `settle_folders`. Raises OutputError; each file is then the
    old one or the new one.
    """
    begun: list[tuple[Path, BinaryIO]] = []
    try:
        for path, data in files:
            if not _holds(path, data):
                begun.append((path, _begin(path, data)))
            if len(begun) == MOST_OPEN:
                _finish(begun)
        _finish(begun)
    finally:
        for _, file in begun:
            file.close()
            with contextlib.suppress(OSError):
                Path(file.name).unlink()


def _begin(path: Path, data: bytes) -> BinaryIO:
    """Write data to a temporary file beside `path` and return it, open. Raises OutputError."""
    with output_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = create_new(part_file(path))
        try:
            file.write(data)
            file.flush()
        except BaseException:
            file.close()
            Path(file.name).unlink()
            raise
        return file


def _finish(begun: list[tuple[Path, BinaryIO]]) -> None:
    """Move finished temporary files to their paths, and take them off the list. Raises OutputError."""
    for path, file in begun:
        with output_errors(path):
            os.fsync(file.fileno())  # the first call waits for the disk, the others find little left to do
            file.close()
    while begun:
        path, file = begun[-1]
        with output_errors(path):
            os.replace(file.name, path)  # noqa: PTH105  the bare call, as the tests break it
        begun.pop()


def settle_folders(folders: Iterable[Path]) -> None:
    """Flush folders to the disk, so that the names of new files survive a power cut. Raises OutputError."""
    for folder in folders:
        remove_left_parts(folder)
        with output_errors(folder):
            settle_folder(folder)


def write_chunks(path: Path, chunks: Iterable[bytes], *, settle: bool = True) -> None:
    """Write a file like `write_file` from its pieces, which need not be in memory at the same time."""
    beside = part_file(path)
    with output_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            if not _write_unless_equal(beside, chunks, path):
                beside.unlink()
                return
            os.replace(beside, path)  # noqa: PTH105  the bare call, as the tests break it
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
        if settle:
            settle_folder(path.parent)


@contextlib.contextmanager
def output_errors(path: Path) -> Iterator[None]:
    """Turn a failure to write a file into OutputError."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: {_reason(path, error)}") from error


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file has exactly these bytes."""
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _write_unless_equal(path: Path, chunks: Iterable[bytes], old: Path) -> bool:
    """Write a file; return whether it differs from the old one. Only then are its bytes known to be on the disk."""
    with create_new(path) as file:
        file.writelines(chunks)
        file.flush()
        if _are_equal(path, old):
            return False
        # The bytes must be on the disk before the name points to them.
        os.fsync(file.fileno())
    return True


def _are_equal(path: Path, other: Path) -> bool:
    """Whether two files have the same bytes, read piece by piece; False if one cannot be read."""
    try:
        if path.stat().st_size != other.stat().st_size:
            return False
        with path.open("rb") as one, other.open("rb") as two:
            return all(piece == two.read(_PIECE) for piece in iter(partial(one.read, _PIECE), b""))
    except OSError:
        return False


def settle_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk. Raises OSError."""
    # Windows can flush no folder.
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reason(path: Path, error: OSError) -> str:
    """Return why a file cannot be written, with a remedy where one is known."""
    number = error.errno or 0
    # Windows says of a path that is too long that there is no such file.
    if sys.platform == "win32" and number == errno.ENOENT and len(str(path.absolute())) >= LONGEST_PATH:
        number = errno.ENAMETOOLONG
    return _REASONS.get(number) or f"cannot be written ({(error.strerror or str(error)).lower()})"
