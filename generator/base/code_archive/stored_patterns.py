"""Regular expressions, and functions of records, from an archive: a tenth of the time that compiling them takes."""

from __future__ import annotations

import marshal
import sys
from contextlib import suppress

from generator.base.code_archive.compiled_texts import compile_plainly, use_compiler

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from collections.abc import Callable
    from re import Pattern
    from types import CodeType
    from typing import Any

    from generator.base.code_archive.archive_file import ArchiveFile
    from generator.base.code_archive.missing_code import MissingCode, TextKey

LOCALE = 4
"""Flag of expressions that depend on the language of the system."""

_PLAIN = 2 | 8 | 16 | 32 | 64 | 256
"""Flags of `re` that change nothing but the expression: not DEBUG, TEMPLATE and LOCALE."""


class StoredPatterns:
    """Compiler of regular expressions in the place of the one in `re`, and of the functions of records."""

    def __init__(self, archive: ArchiveFile, missing: MissingCode) -> None:
        """Take the archive, and the list that gets the expressions it lacks."""
        self._archive, self._missing = archive, missing
        self._stored: dict[TextKey, bytes] | None = None
        self._compiler: Any = sys.modules["re._compiler"]
        self._compile: Callable[[Any, int], Pattern[Any]] = self._compiler.compile
        self._make: Callable[..., Pattern[Any]] = self._compiler._sre.compile

    def install(self) -> None:
        """Let Python's `re` compile expressions by `compile` of this object, and records by `compile_text`."""
        self._compiler.compile = self.compile
        use_compiler(self.compile_text)

    def compile(self, pattern: Any, flags: int = 0) -> Pattern[Any]:
        """Return a compiled regular expression. Raises the errors of `re.compile`."""
        is_plain = type(pattern) in {str, bytes} and type(flags) is int and not flags & ~_PLAIN
        if not is_plain:
            return self._compile(pattern, flags)
        key = type(pattern) is bytes, pattern, flags
        if data := self._find(key):
            return self._make(pattern, *marshal.loads(data))  # noqa: S302  its hash is right
        compiled = self._compile(pattern, flags)
        if not compiled.flags & LOCALE:
            self._missing.add_pattern(key, compiled)
        return compiled

    def compile_text(self, text: str) -> CodeType:
        """Return the code of a function of a record. Raises SyntaxError."""
        if data := self._find(text):
            stored: CodeType = marshal.loads(data)  # noqa: S302  its hash is right
            return stored
        compiled = compile_plainly(text)
        self._missing.add_pattern(text, compiled)
        return compiled

    def _find(self, key: TextKey) -> bytes | None:
        """Return the stored form of an expression, or of a function by its text; None if there is none."""
        if self._stored is None:
            self._stored = stored_patterns(self._archive)
        return self._stored.get(key)


def can_store_patterns() -> bool:
    """Whether Python's `re` has the private parts that this module uses; another version may lack them."""
    compiler = sys.modules.get("re._compiler")
    return all(hasattr(compiler, name) for name in ("compile", "_code", "_parser", "_sre"))


def stored_patterns(archive: ArchiveFile) -> dict[TextKey, bytes]:
    """Return the compiled regular expressions and functions of an archive, as bytes; none if they are damaged."""
    with suppress(ValueError, EOFError, TypeError):
        if data := archive.pattern_bytes():
            stored: dict[TextKey, bytes] = marshal.loads(data)  # noqa: S302  its hash is right
            return stored
    return {}
