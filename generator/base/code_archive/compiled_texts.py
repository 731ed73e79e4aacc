"""Functions that are written as text for records, compiled; a build takes them from its archive."""

from __future__ import annotations

TYPE_CHECKING = False  # the name is enough for type checkers, and `typing` takes 2 ms to load
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

_FILE = "<record>"
"""Name of the file in tracebacks."""


def compile_plainly(text: str) -> CodeType:
    """Return the code of a text."""
    return compile(text, _FILE, "exec", dont_inherit=True)


_compilers: list[Callable[[str], CodeType]] = [compile_plainly]


def compile_text(text: str) -> CodeType:
    """Return the code of a text, by the compiler that was put into use last."""
    return _compilers[-1](text)


def use_compiler(compiler: Callable[[str], CodeType]) -> None:
    """Have `compile_text` call another compiler from now on."""
    _compilers[:] = [compiler]
