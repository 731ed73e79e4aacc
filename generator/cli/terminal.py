"""Input and output of the commands: results on stdout, all else on stderr. Only this module prints."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from generator.base.errors import BIDI, Faults, GeneratorError, OutputError, printable, shorten
from generator.base.fault_groups import group_faults
from generator.base.terminal_text import NARROW, WIDTH, format_data_table, obeys_escapes
from generator.load.game_locations import templates_root

if TYPE_CHECKING:
    from generator.base.shown_faults.fault_translation import FaultTranslation

MOST_FAULTS = 20
"""Most faults and warnings that are printed; the others are counted."""

_JSON_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), *map(ord, BIDI))}
"""Escapes of characters that JSON allows in a string and a terminal would obey."""

_LONGEST_READ = 1 << 16
"""Most characters of a piped line that are read at once; the rest of a longer line is thrown away."""

_USUAL_COLUMNS = 80
"""Columns of a terminal that does not tell its width, and of no terminal."""

_ENGLISH = frozenset({"en", "C", "POSIX", ""})
"""Languages of the texts in the code; C and POSIX are locales without a language."""
_TELLING = frozenset({"win32", "darwin"})
"""Systems that tell the language of their menus without the environment."""
_language = "en"
"""Language of faults and warnings."""


def set_fault_language(arguments: Sequence[str]) -> None:
    """Choose the language of faults and warnings: the first `--lang` that they are written in, else the computer's."""
    global _language  # noqa: PLW0603  a process prints in one language, and a warm one is told it by each command
    _language = fault_language(arguments, os.environ)
    # Pieces may be in many languages, or in one that is misspelt.
    if _language not in _ENGLISH and _catalogue() is None:
        _language = fault_language((), os.environ)


def fault_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of faults and warnings of a command.

    >>> fault_language(["check", "my-game", "--lang=ja"], {"LANG": "de_DE.UTF-8"})
    'ja'
    >>> fault_language(["check", "my-game"], {"LANG": "ja_JP.UTF-8"})
    'ja'
    """
    for index, word in enumerate(arguments):
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang":
            return "".join(arguments[index + 1 : index + 2])
    return computer_language(environment).replace("_", ".").partition(".")[0]


def computer_language(environment: Mapping[str, str]) -> str:
    """Return the language of the environment, else the one of the system; empty where there is none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")  # in the order of POSIX
    named = next((environment[name] for name in names if environment.get(name)), "")
    if named or sys.platform not in _TELLING:
        return named
    from generator.base.system.system_language import system_language

    return system_language()


def fault_language_in_use() -> str:
    """Return the language of faults and warnings of this process."""
    return _language


def translated(line: str) -> str:
    """Return a sentence in the language of faults; in English if there is no translation."""
    catalogue = _catalogue() if line else None
    return catalogue.line(line) if catalogue else line


def _catalogue() -> FaultTranslation | None:
    """Return the translations for the chosen language; None for English and for a language without a catalogue."""
    if _language in _ENGLISH:
        return None
    from generator.base.shown_faults.fault_translation import fault_translation

    return fault_translation(templates_root() / "faults", _language)


def prepare_streams() -> None:
    """Set stdout and stderr to UTF-8 in any locale, as titles may be Japanese; replaces closed streams."""
    for name in ("stdout", "stderr"):  # None in a process started without them, as by pythonw
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  open to the end
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def print_line(line: str = "") -> None:
    """Print a line of the result; characters that would steer the terminal are escaped."""
    print_raw(printable(line))


def print_summary(line: str) -> None:
    """Print a sentence of the result in the language of faults; `print_line` prints data as they are."""
    print_raw(translated(printable(line)))


def print_raw(text: str) -> None:
    """Print a text as it is, with the control characters in it."""
    with stdout_errors():
        print(text)


def print_note(line: str) -> None:
    """Print a line on stderr that is no part of the result."""
    print(printable(line), file=sys.stderr)


def flush() -> None:
    """Write out all text that stdout has buffered."""
    with stdout_errors():
        sys.stdout.flush()


def print_json(document: dict[str, object], *, ok: bool = True) -> None:
    """Print the one JSON document of a command run with `--json`."""
    import json

    print_raw(json.dumps({"schema": 1, "ok": ok, **document}, ensure_ascii=False).translate(_JSON_ESCAPES))


def print_files(files: Iterable[Path], *, as_json: bool) -> None:
    """Print the names of the files that a command has written."""
    if as_json:
        print_json({"files": [file.as_posix() for file in files]})
    else:
        for file in files:
            print_line(str(file))


def print_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows in columns below a heading row, whose words are in the language of faults."""
    catalogue = _catalogue()
    heads = [catalogue.heads.get(word, word) for word in head] if catalogue else head
    for line in format_data_table(heads, [[printable(str(cell)) for cell in row] for row in rows]):
        print_raw(line)


def print_error(error: GeneratorError, *, as_json: bool) -> None:
    """Print the faults or the message of an error that ended a command."""
    lines = [str(fault) for fault in error.faults] if isinstance(error, Faults) else [printable(shorten(str(error)))]
    if as_json:
        print_json({"faults": lines}, ok=False)
    else:
        print_faults(lines)


def print_bug(error: Exception) -> None:
    """Print an unexpected exception, as a block to report, and say where."""
    from generator.cli.bug_report import bug_lines, place_of_reports

    print_note(f"vallum: a bug in this program: {type(error).__name__}: {error}")
    print_note(translated(f"please report it ({place_of_reports()}) with what you typed and these lines:"))
    for line in bug_lines(error):
        print_note(line)


def print_notes(lines: Sequence[str]) -> None:
    """Print lines on stderr that say how an order was understood, which `--strict` takes for no warnings."""
    print_faults([printable(line) for line in lines], "note: ")


def print_warnings(lines: Sequence[str]) -> None:
    """Print warnings on stderr, each mistake once."""
    print_faults([printable(line) for line in lines], "warning: ")


def print_faults(lines: Sequence[str], prefix: str = "") -> None:
    """Print faults on stderr, each mistake once, and no more than 20."""
    if not lines:
        return
    mistakes = group_faults(lines)
    # A program that reads faults has the place already; a person need not open the file.
    is_watched = obeys_cursor(sys.stderr)
    for line in mistakes[:MOST_FAULTS]:
        print(f"{translated(prefix)}{translated(line)}", file=sys.stderr)
        if is_watched:
            _print_excerpt(line)
    if len(mistakes) > MOST_FAULTS:
        print(translated(f"… and {len(mistakes) - MOST_FAULTS} more"), file=sys.stderr)


def _print_excerpt(line: str) -> None:
    """Print the line of source that a fault names, with a caret below its wrong part; nothing where there is none."""
    from generator.cli.source_excerpt import source_excerpt

    source, caret = source_excerpt(line, help_width())
    red, dim, plain = ("\x1b[1;31m", "\x1b[2m", "\x1b[0m") if has_colours(sys.stderr) else ("", "", "")
    for text, colour in ((source, dim), (caret, red)):
        if text:
            print(f"{colour}{text}{plain}", file=sys.stderr)


@contextmanager
def stdout_errors() -> Iterator[None]:
    """Turn a failed write to stdout, such as to a full disk, into OutputError; BrokenPipeError passes through."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_stdout()
        raise OutputError(f"standard output cannot be written: {(error.strerror or str(error)).lower()}") from None


def discard_stdout() -> None:
    """Redirect stdout to the null device: Python would flush it at its end and complain."""
    nowhere, stdout = os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
    os.dup2(nowhere, stdout)
    if nowhere != stdout:
        os.close(nowhere)  # a warm process goes on running


def has_colours(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that takes ANSI escape sequences, and `NO_COLOR` is not set."""
    return not os.environ.get("NO_COLOR") and obeys_cursor(stream)


def obeys_cursor(stream: TextIO) -> bool:
    """Return whether a stream is a terminal on which a line can be redrawn, with or without colours."""
    return stream.isatty() and os.environ.get("TERM") != "dumb" and obeys_escapes(stream)


def help_width() -> int:
    """Return the columns of a line of help: two fewer than the terminal, at most 98; 78 where there is none."""
    return max(NARROW, min(WIDTH, _columns()) - 2)


def _columns() -> int:
    """Return the columns of the terminal on stdout, or those that `COLUMNS` says."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdecimal() and int(columns[:4]):
        return int(columns[:4])
    # As shutil does, whose import of compressors would take 3 ms, and which the timer may interrupt.
    with suppress(OSError):  # there is no terminal
        return os.get_terminal_size(1).columns or _USUAL_COLUMNS
    return _USUAL_COLUMNS


PATIENCE, EVERY, REDRAWN = 0.7, 0.1, 0.5
"""Seconds before the first progress line, between two drawn steps, and between two calls of the timer.

A quick build shows none, and drawing it takes no time.
"""


class ProgressBar:
    """Line on stderr that is redrawn while a longer build runs, only on a terminal.

    It is drawn at steps, and by a timer of the system where a step takes long.
    """

    def __init__(self, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin to measure time; nothing is drawn if `quiet` or if stderr is no terminal."""
        self.drawn = not quiet and obeys_cursor(sys.stderr)
        self._clock, self._begun = clock, clock()
        self._due = self._begun + PATIENCE
        self._step = "starting", 0, 0
        self._before: Any = None
        """Handler of the timer's signal before this object set its own."""

    def __enter__(self) -> ProgressBar:
        """Start the timer that redraws the line."""
        if self.drawn:
            self._set_timer()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the timer and clear the line."""
        if self._before is not None:
            import signal

            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        self._draw("")

    def step(self, activity: str, done: int, total: int) -> None:
        """Show a step of the work on the progress line, as `done` of `total`; 0 if the total is not known."""
        self._step = activity, done, total
        now = self._clock()
        if now >= self._due and self.drawn:
            self._show(now)

    def _set_timer(self) -> None:
        """Start the timer that redraws the line during long steps, on systems that have one."""
        import signal

        if not hasattr(signal, "setitimer"):  # Windows
            return
        with suppress(ValueError):  # signals are for the main thread alone
            self._before = signal.signal(signal.SIGALRM, lambda *_: self._redraw())
            signal.setitimer(signal.ITIMER_REAL, PATIENCE, REDRAWN)

    def _redraw(self) -> None:
        """Draw the line again, with the seconds that have passed."""
        with suppress(RuntimeError):  # the timer has interrupted a line that is being written
            self._show(self._clock())

    def _show(self, now: float) -> None:
        """Draw the present activity, its bar, and the seconds since the begin."""
        self._due = now + EVERY
        activity, done, total = self._step
        full = round(24 * done / max(1, total))
        bar = f"[{'#' * full}{'.' * (24 - full)}] {done} of {total}  " if total else ""
        # A longer one would fill two lines of the terminal, and only one be cleared.
        line = f"{bar}{printable(activity)}  {now - self._begun:.0f} s"
        self._draw(line[: _columns() - 1])

    def _draw(self, line: str) -> None:
        """Replace the line on stderr; an empty one clears it."""
        if self.drawn:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def has_keyboard() -> bool:
    """Return whether lines are typed by a person, not piped in by a program."""
    return sys.stdin is not None and sys.stdin.isatty()


def ask(prompt: str, completions: Callable[[], Sequence[str]]) -> str | None:
    """Return a line that is typed after a prompt, or the next line of a pipe; None at the end of the input.

    A line of a pipe is printed as if it had been typed.
    """
    flush()  # a program at the other end of two pipes waits for the output before it answers
    if sys.stdin is None:
        return None
    if has_keyboard():
        return _type(prompt, completions)
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    line = sys.stdin.readline(_LONGEST_READ)
    while line and not line.endswith("\n") and (next_part := sys.stdin.readline(_LONGEST_READ)):
        line = line[:-1] + next_part[-1:] if next_part.endswith("\n") else line
    if line and prompt:
        print_line(prompt + line.rstrip())
    return line or None


def _type(prompt: str, completions: Callable[[], Sequence[str]]) -> str | None:
    """Return a line from the keyboard, with completion if the system has it; None at the end of input."""
    with suppress(ImportError):  # Windows has no readline
        import readline

        readline.set_completer_delims("")
        readline.set_completer(
            lambda text, index: [*(word for word in completions() if word.startswith(text)), None][index]
        )
        readline.parse_and_bind("tab: complete")
    try:
        return input(prompt)
    except EOFError:
        print_line()
        return None
