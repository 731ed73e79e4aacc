"""Lines that a command asks for: typed at a terminal, or read from a pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from generator.cli.terminal_output import flush, print_line

_LONGEST_READ = 1 << 16
"""Characters of a line of a pipe that are read at once; the rest of a longer one is thrown away."""


def ask(prompt: str, known: Callable[[], Sequence[str]]) -> str | None:
    """A line that is typed, or the next one of a pipe, which is printed as if it had been typed; None at the end."""
    flush()  # a program at the other end of two pipes waits for the output before it answers
    if sys.stdin is None:
        return None
    if sys.stdin.isatty():
        return _type(prompt, known)
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    line = sys.stdin.readline(_LONGEST_READ)
    while line and not line.endswith("\n") and (rest := sys.stdin.readline(_LONGEST_READ)):
        line = line[:-1] + rest[-1:] if rest.endswith("\n") else line
    if line and prompt:
        print_line(prompt + line.rstrip())
    return line or None


def _type(prompt: str, known: Callable[[], Sequence[str]]) -> str | None:
    """A line from the keyboard, with completion where the system has it; None at the end of input."""
    with suppress(ImportError):  # Windows has no readline
        import readline

        readline.set_completer_delims("")
        readline.set_completer(lambda text, at: [*(word for word in known() if word.startswith(text)), None][at])
        readline.parse_and_bind("tab: complete")
    try:
        return input(prompt)
    except EOFError:
        print_line()
        return None
