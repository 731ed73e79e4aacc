"""The file of an archive: an index, then the code of modules and the compiled regular expressions.

It lies in the user's cache, one for each installation and version of Python. A file that is not the user's own, that
others may write to, that is of another version or damaged counts as empty: the modules are then imported as ever.
"""

from __future__ import annotations

import _imp
import marshal
import os
import stat
import sys
from contextlib import suppress
from importlib.util import MAGIC_NUMBER

import generator

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from pathlib import Path

    Segment = tuple[int, int, bytes]
    """Place of some bytes behind the index, their length and their hash."""
    Stamp = tuple[int, int]
    """Time of the last change in nanoseconds, and size."""
    Entry = tuple[str, str, str, str, bool, Stamp, int, Segment]
    """A module: path of its source, its folder, the folder that is searched for it, path of its bytecode, whether it is
    a package, stamp of its source, time of change of its folder, code."""

FOLDER = "code"
"""Folder of the archives in the user's cache."""

MAGIC = b"vallum code 1\n"
NUMBER = 8
"""Bytes of the length of the index, and of a hash."""
HEAD = len(MAGIC) + 2 * NUMBER

PATTERNS = "patterns"
"""Name of the segment of regular expressions."""


def bytes_hash(data: bytes) -> bytes:
    """Return the hash that Python has for source files: against damage, not against people."""
    return _imp.source_hash(0, data)


def archive_key() -> str:
    """Return the user, the program, Python and the folders of libraries: code of another key is not used."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    program = generator.__version__, os.path.dirname(generator.__file__)  # noqa: PTH120  before pathlib is loaded
    python = sys.version, MAGIC_NUMBER, sys.implementation.cache_tag, sys.flags.optimize
    # The first folder of `sys.path` is that of the command, or the working folder.
    return repr((user, program, python, sys.pycache_prefix, sys.prefix, sys.path[1:]))


def file_state(path: str) -> Stamp | None:
    """Return the stamp of a source file; None for one that is not there."""
    try:
        status = os.stat(path)  # noqa: PTH116  asked of every module
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


class ArchiveFile:
    """An archive that is open for reading; empty if there is none that may be used."""

    def __init__(self, folder: Path | None) -> None:
        """Open the archive of this program below the user's cache."""
        self.key = archive_key()
        self.path = folder and folder / FOLDER / f"{bytes_hash(self.key.encode()).hex()}.bin"
        self.modules: dict[str, Entry] = {}
        self._patterns: Segment | None = None
        self._handle, self._start = -1, 0
        with suppress(OSError, ValueError, EOFError, TypeError, KeyError):
            self._open()

    def _open(self) -> None:
        """Read the index of the archive.

        Raises OSError for no file, ValueError and others for a file that may not be used.
        """
        if self.path is None:
            return
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        self._handle = os.open(self.path, flags)
        if not _is_private(os.fstat(self._handle)):
            raise ValueError
        head = self._bytes_at(0, HEAD)
        length, check = head[len(MAGIC) : -NUMBER], head[-NUMBER:]
        if not head.startswith(MAGIC) or len(head) < HEAD:
            raise ValueError
        size = int.from_bytes(length, "little")
        data = self.read((HEAD, size, check))
        index = marshal.loads(data or b"")  # noqa: S302  written by this program, and its hash is right
        if index["key"] == self.key:
            self.modules, self._patterns, self._start = index["modules"], index[PATTERNS], HEAD + size

    def read(self, segment: Segment) -> bytes | None:
        """Return the bytes of a segment; None if they are damaged or cannot be read."""
        place, length, check = segment
        with suppress(OSError, OverflowError, MemoryError):
            data = self._bytes_at(self._start + place, length)
            if bytes_hash(data) == check:
                return data
        return None

    def pattern_bytes(self) -> bytes | None:
        """Return the bytes of the regular expressions; None if there are none or they are damaged."""
        return self._patterns and self.read(self._patterns)

    def close(self) -> None:
        """Close the file of the archive; nothing can be read from then on."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _bytes_at(self, place: int, length: int) -> bytes:
        """Return bytes of the file. They are read, not mapped: a file that shrinks would end a process that maps it."""
        if hasattr(os, "pread"):
            return os.pread(self._handle, length, place)
        os.lseek(self._handle, place, os.SEEK_SET)
        return os.read(self._handle, length)


def _is_private(status: os.stat_result) -> bool:
    """Whether an open file is a regular one that is the user's, and that nobody else can write to."""
    if not stat.S_ISREG(status.st_mode):
        return False
    return os.name == "nt" or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
