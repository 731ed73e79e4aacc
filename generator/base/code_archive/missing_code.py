"""Modules and regular expressions that a process and its workers needed, and that the archive lacks."""

from __future__ import annotations

import io
import marshal
import os
from contextlib import suppress

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from re import Pattern
    from types import CodeType
    from typing import Any

    from generator.base.code_archive.archive_file import Stamp

    PatternKey = tuple[bool, Any, int]
    """Whether a regular expression is one of bytes, the expression, and its flags."""
    TextKey = PatternKey | str
    """Key of a regular expression, or the text of a function of a record."""

_REPORT = 4096
"""Bytes that a pipe takes whole or not at all."""


_in_use: list[MissingCode] = []
"""The list of this process: empty, or one item."""


def missing_code() -> MissingCode | None:
    """Return the code that this process found missing so far; None where it imports from no archive."""
    return _in_use[0] if _in_use else None


def note_missing_code(missing: MissingCode) -> None:
    """Set the list that `missing_code` returns."""
    _in_use[:] = [missing]


class MissingCode:
    """Code that is missing in an archive; workers report theirs by a pipe, and what finds no place there is lost."""

    def __init__(self) -> None:
        """Begin with nothing missing, and open the pipe for workers."""
        self.modules: dict[str, tuple[str, Stamp | None, CodeType | None]] = {}
        """Path of the source, its stamp and the code of a module; no stamp and no code from a worker."""
        self.patterns: dict[TextKey, Pattern[Any] | CodeType | None] = {}
        """What was compiled, by its text; None from a worker."""
        self._owner, self._pipe = os.getpid(), os.pipe() if hasattr(os, "fork") else None
        if self._pipe:
            for end in self._pipe:
                os.set_blocking(end, False)
            self._state = _file_identity(self._pipe[1])

    def add_module(self, name: str, path: str, stamp: Stamp, code: CodeType) -> None:
        """Note a module that the archive lacks; a worker reports it by the pipe."""
        if os.getpid() == self._owner:
            self.modules[name] = path, stamp, code
        else:
            self._report((name, path))

    def add_pattern(self, key: TextKey, pattern: Pattern[Any] | CodeType) -> None:
        """Note a regular expression or function that the archive lacks; a worker reports it by the pipe."""
        if os.getpid() == self._owner:
            self.patterns[key] = pattern
        else:
            self._report(key)

    def collect_reports(self) -> None:
        """Add the modules and expressions that workers have reported by the pipe."""
        self.add_reports(self._received())

    def reports(self) -> bytes:
        """Return reports of all missing code for the process that started this one, and forget the code."""
        modules = [(name, path) for name, (path, _, _) in self.modules.items()]
        reports = b"".join(map(marshal.dumps, (*modules, *self.patterns)))
        self.modules.clear()
        self.patterns.clear()
        return reports

    def add_reports(self, data: bytes) -> None:
        """Add the modules and expressions that a worker has reported."""
        reports = io.BytesIO(data)
        with suppress(EOFError, ValueError, TypeError):
            while True:
                report = marshal.load(reports)  # noqa: S302  from our own children
                if type(report) is tuple and len(report) == 2:
                    self.modules.setdefault(report[0], (report[1], None, None))
                else:
                    self.patterns.setdefault(report, None)

    def _report(self, report: tuple[str, str] | TextKey) -> None:
        """Send a report to the process that started this worker, if it fits into the pipe."""
        data = marshal.dumps(report)
        if self._pipe and len(data) <= _REPORT:
            with suppress(OSError):
                # A process that goes on running has closed it, and its number may be that of another file by now.
                if _file_identity(self._pipe[1]) == self._state:
                    os.write(self._pipe[1], data)

    def _received(self) -> bytes:
        """Return the bytes that workers have written into the pipe."""
        parts: list[bytes] = []
        with suppress(OSError):
            while self._pipe and (part := os.read(self._pipe[0], 1 << 16)):
                parts.append(part)
        return b"".join(parts)


def _file_identity(handle: int) -> tuple[int, int]:
    """Return device and inode of an open file. Raises OSError."""
    state = os.fstat(handle)
    return state.st_dev, state.st_ino
