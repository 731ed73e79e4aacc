"""Regular expressions from an archive: made of their compiled form, which takes a tenth of the time."""

from __future__ import annotations

import marshal
import sys
from contextlib import suppress

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from collections.abc import Callable
    from re import Pattern
    from typing import Any

    from generator.base.code_archive.archive_file import ArchiveFile
    from generator.base.code_archive.missing_code import MissingCode, PatternKey

LOCALE = 4
"""Flag of expressions that depend on the language of the system."""

_PLAIN = 2 | 8 | 16 | 32 | 64 | 256
"""Flags of `re` that change nothing but the expression: not DEBUG, TEMPLATE and LOCALE."""


class StoredPatterns:
    """Compiler of regular expressions in the place of that of `re`."""

    def __init__(self, archive: ArchiveFile, missing: MissingCode) -> None:
        """Take the archive, and the list that gets the expressions it lacks."""
        self._archive, self._missing = archive, missing
        self._stored: dict[PatternKey, bytes] | None = None
        self._compiler: Any = sys.modules["re._compiler"]
        self._compile: Callable[[Any, int], Pattern[Any]] = self._compiler.compile
        self._make: Callable[..., Pattern[Any]] = self._compiler._sre.compile

    def install(self) -> None:
        """Let Python's `re` compile expressions by `compile` of this object."""
        self._compiler.compile = self.compile

    def compile(self, pattern: Any, flags: int = 0) -> Pattern[Any]:
        """Return a compiled regular expression. Raises the errors of `re.compile`."""
        is_plain = type(pattern) in {str, bytes} and type(flags) is int and not flags & ~_PLAIN
        if not is_plain:
            return self._compile(pattern, flags)
        key = type(pattern) is bytes, pattern, flags
        if self._stored is None:
            self._stored = stored_patterns(self._archive)
        if data := self._stored.get(key):
            return self._make(pattern, *marshal.loads(data))  # noqa: S302  its hash is right
        compiled = self._compile(pattern, flags)
        if not compiled.flags & LOCALE:
            self._missing.add_pattern(key, compiled)
        return compiled


def can_store_patterns() -> bool:
    """Whether Python's `re` has the private parts that this module uses; another version may lack them."""
    compiler = sys.modules.get("re._compiler")
    return all(hasattr(compiler, name) for name in ("compile", "_code", "_parser", "_sre"))


def stored_patterns(archive: ArchiveFile) -> dict[PatternKey, bytes]:
    """Return the compiled regular expressions of an archive, as bytes; none if they are damaged."""
    with suppress(ValueError, EOFError, TypeError):
        if data := archive.pattern_bytes():
            stored: dict[PatternKey, bytes] = marshal.loads(data)  # noqa: S302  its hash is right
            return stored
    return {}
