"""The exceptions of this program, and faults: where something is wrong, what is there, and what is expected.

ProgramError
    GeneratorError                  the user can correct it; only `cli` prints it and exits with its code
        UsageError                  the command line names something that does not exist (exit 2)
            AmbiguousError, IllegalActionError, UnreadableActionError                                   an action typed
        Faults                      one or more faults in data, templates, pictures or fonts (exit 3)
            UnfinishedFaceError     a face that shows what it could
        PlayError                   a game cannot go on so (exit 3)
            StaleLineError          a number typed for a list of before
        OutputError                 the output folder cannot be written (exit 5)
            LostDataError           a file of the cache is gone
            LostWorkerError         a worker process died; a ChildProcessError too
        DamagedError                a saved session has been changed or cut off (exit 5)
        StudyWorkersError           nobody is left to play the games of a study (exit 5)
        InUseError                  a saved session is open in another process, or was continued there (exit 6)
    HandledError                    its caller handles it: one that gets out is a bug
        CellError, _UnreadError                                                                         load
        MissingGlyphError, NoIcuError, TooManyReferencesError, UnusableFontError, UnusablePictureError  typeset
        UnreadableDrawingError                                                                          typeset
        TemplateError, UnknownNameError, _TooLargeError                                                 render
        BadRecordError, WrongEventError                                                                 session
        _ForeignError                                                                                   build
        NotFlatError                                                                                    exports
        DownloadError, ForbiddenAddressError, PartLostError                                             imports
        RubyLeaveError, RubyLimitError, RubyUnknownError                                                imports
        ImageDamageError, SlowPageError, StrangeValueError, TooMuchContentError                         preflight
        UnknownFilterError, UnreadPixelsError                                                           preflight
        _GaveUpError                                                                                    scoresheets
        UnreadableFormError                                                                             scoresheets
            _UnreadablePhotoError
        ChangedMeanwhileError, FaultyValueError, LostPlaceError, RefusedFileError, RefusedPictureError      web, tables
        StaleLayoutError                                                                                web, layout
        FormError, InterruptedDrawingError, QueueFullError, _ClientError, _ClosedError                  web

Some are a ValueError too: their callers handle those of Python and its libraries as well. What a signal raises in the
resident process is no error, so that nothing handles it on its way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

from generator.base.records import dataclass

BIDI = set("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction or the line of the text around them (Unicode annex 9, and line separators)."""

# Fault messages are one or two lines; a value longer than this comes from a mistake such as an unclosed quote.
_SHORT = 100
_COMMAND = "install it with: "
_LONGEST_COMMAND = 2000
_LONG_VALUE = r"""'(?:[^'\\]|\\.){80,}'|"(?:[^"\\]|\\.){80,}\""""
"""A value in quotes that is too long to be read."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in the input: where it is, what is there, and what is expected."""

    where: str
    """The file, relative to the game's folder or to the working folder."""
    what: str
    """Lower case, no full stop, the offending value in quotes, the remedy after a semicolon."""
    line: int | None = None
    column: int | None = None
    key: str | None = None
    """Column of a table, key of a TOML file, or element of a drawing."""
    unreadable: bool = False
    """The file could not be read at all, so nothing in it was checked."""

    def __str__(self) -> str:
        """Return, for example, `cards/raid.csv:7 [suit]: no suit called 'swrods'; did you mean 'swords'?`."""
        place = self.where
        if self.line is not None:
            place += f":{self.line}"
        if self.column is not None:
            place += f":{self.column}"
        if self.key is not None:
            place += f" [{self.key}]"
        return printable(f"{place}: {shorten(self.what)}")


class ProgramError(Exception):
    """Base of all exceptions of this program."""


class HandledError(ProgramError):
    """Something that a caller handles; it reaches no user."""


class GeneratorError(ProgramError):
    """An error that the user can correct; any other exception is a bug."""

    exit_code = 3


class UsageError(GeneratorError):
    """The command line names something that does not exist."""

    exit_code = 2


class OutputError(GeneratorError):
    """A file could not be written; files written before are whole."""

    exit_code = 5


class DamagedError(GeneratorError):
    """A saved session is not as this program wrote it; the events before the damage can still be read."""

    exit_code = 5


class InUseError(GeneratorError):
    """A saved session is open in another process, or was continued there since it was read."""

    exit_code = 6


class Faults(GeneratorError):  # noqa: N818  it is a list of faults, and reads so
    """All faults found, in the order of files and lines."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Take the faults, in the order in which they are shown."""
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))

    def __reduce__(self) -> tuple[type[Faults], tuple[tuple[Fault, ...]]]:
        """Pickle the faults and not their text, to send them from a worker process."""
        return Faults, (self.faults,)


def fault(where: str, what: str, **place: int | str | bool | None) -> Faults:
    """Return an exception with a single fault, to be raised; `place` may have its line, column and key."""
    return Faults([Fault(where, what, **place)])  # type: ignore[arg-type]  # the keywords are Fault's own


def suggestion(word: str, names: Collection[str]) -> str:
    """Return the end of a message: the nearest known word, or all of them where there are 12 at most, or nothing.

    The only word that begins as the typed one does is near, however long it is.

    >>> suggestion("swrods", ["swords", "cups"])
    "; did you mean 'swords'?"
    >>> suggestion("CUPS", ["swords", "cups"])
    "; did you mean 'cups'?"
    >>> suggestion("glory", ["glory-to-rome", "arena"])
    "; did you mean 'glory-to-rome'?"
    >>> suggestion("x", ["swords", "cups"])
    "; it is one of 'swords', 'cups'"
    """
    if len(word) > 80:  # the search takes the product of the lengths
        return ""
    import difflib  # only messages need it

    near = [name for name in names if name.lower() == word.lower()]
    begun = [name for name in names if name.startswith(word)] if len(word) > 2 else []
    near = near or (begun if len(begun) == 1 else difflib.get_close_matches(word, begun or names, n=1, cutoff=0.6))
    if near:
        return f"; did you mean {near[0]!r}?"
    if 0 < len(names) <= 12:
        return f"; it is one of {', '.join(map(repr, names))}"
    return ""


def shorten(message: str) -> str:
    """Return a message with long values in quotes cut after 60 characters: a name may have thousands.

    >>> shorten(f"no suit called '{'x' * 500}'") == f"no suit called '{'x' * 59}…'"
    True
    """
    if len(message) <= _SHORT:
        return message
    text, words, command = message.rpartition(_COMMAND)
    if not words or len(command) > _LONGEST_COMMAND:
        text, words, command = message, "", ""
    # A command is pasted into a shell, with the whole of a long path.
    return re.sub(_LONG_VALUE, lambda match: f"{match[0][:60]}…{match[0][-1]}", text) + words + command


def printable(text: str) -> str:
    r"""Return a text for a terminal, with control characters, bidi controls and lone surrogates as escapes.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    if text.isprintable():  # nearly all: to look at each character takes long for the titles of a large deck
        return text
    return "".join(_escape(char) if _is_unsafe(char) else char for char in text)


def _is_unsafe(char: str) -> bool:
    """Whether a character could change how a terminal shows the text around it."""
    return char in BIDI or unicodedata.category(char) in {"Cc", "Cs"}


def _escape(char: str) -> str:
    r"""Return a character as an escape such as `\x1b`."""
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
