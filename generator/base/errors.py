"""What can go wrong, said once: where, what was found, and what would do.

GeneratorError            the root; `cli` alone prints it and picks the exit code
  ├─ UsageError           the command line asks for something that is not there (exit 2)
  ├─ Faults               one or more faults in data, templates, pictures or fonts (exit 3)
  ├─ OutputError          the output folder cannot be written (exit 5)
  ├─ DamagedError         a saved session is not as it was written (exit 5)
  └─ InUseError           a saved session is open in another process, or has moved on there (exit 6)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable

from generator.base.records import dataclass

BIDI = set("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction or the lines of what stands around them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in the input: where it stands, what it is, and what would do."""

    where: str
    """File as the user knows it, relative to the game's folder or to the working folder."""
    what: str
    """Lower case, no full stop, the offending value in quotes, the remedy after a semicolon."""
    line: int | None = None
    column: int | None = None
    key: str | None = None
    """Column of a table, key of a TOML file, or element of a drawing."""
    unreadable: bool = False
    """The file could not be read at all, so nothing in it was checked."""

    def __str__(self) -> str:
        """As it is shown: `cards/raid.csv:7 [suit]: no suit called 'swrods'; did you mean 'swords'?`."""
        place = self.where
        if self.line is not None:
            place += f":{self.line}"
        if self.column is not None:
            place += f":{self.column}"
        if self.key is not None:
            place += f" [{self.key}]"
        return printable(f"{place}: {self.what}")


class GeneratorError(Exception):
    """Anything a user can cause and mend."""

    exit_code = 3


class UsageError(GeneratorError):
    """The command line names something that is not there."""

    exit_code = 2


class OutputError(GeneratorError):
    """A file could not be written; nothing earlier was harmed."""

    exit_code = 5


class DamagedError(GeneratorError):
    """A saved session is not as this program wrote it; what is good of it can still be read."""

    exit_code = 5


class InUseError(GeneratorError):
    """Another process holds a saved session, or has gone on with it since this one looked."""

    exit_code = 6


class Faults(GeneratorError):  # noqa: N818  it is a list of faults, and reads so
    """Every fault found, together, in the order of files and lines."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))

    def __reduce__(self) -> tuple[type[Faults], tuple[tuple[Fault, ...]]]:
        """Faults cross from a worker process whole."""
        return Faults, (self.faults,)


def fault(where: str, what: str, **place: int | str | bool | None) -> Faults:
    """A single fault, ready to raise."""
    return Faults([Fault(where, what, **place)])  # type: ignore[arg-type]  # the keywords are Fault's own


def suggestion(word: str, known: Collection[str]) -> str:
    """The end of a sentence that names the nearest known word, or all of them when they are few.

    >>> suggestion("swrods", ["swords", "cups"])
    "; did you mean 'swords'?"
    >>> suggestion("x", ["swords", "cups"])
    "; it is one of 'swords', 'cups'"
    """
    if len(word) > 80:  # the search takes the product of the lengths
        return ""
    import difflib  # for the few who need it

    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]!r}?"
    if 0 < len(known) <= 12:
        return f"; it is one of {', '.join(map(repr, known))}"
    return ""


def printable(text: str) -> str:
    r"""Text that is safe on a terminal: control characters, bidi controls and lone surrogates as escapes.

    >>> shown("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(_escaped(char) if _unsafe(char) else char for char in text)


def _unsafe(char: str) -> bool:
    return char in BIDI or unicodedata.category(char) in {"Cc", "Cs"}


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
