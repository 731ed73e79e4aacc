"""Light markup to styled spans: `**bold**`, `*italic*`, `^^small caps^^`, `{icon}`, newline for a new paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from generator.base.errors import Fault, Faults
from generator.base.records import dataclass, replace
from generator.model.markup import unguard


@dataclass(frozen=True, slots=True)
class TextOrigin:
    """Where a text stands in the user's files: what its faults name."""

    where: str
    line: int | None = None
    key: str | None = None
    """Id of the element, or its first words."""

    def fault(self, what: str) -> Fault:
        """A fault of this text."""
        return Fault(self.where, what, line=self.line, key=self.key)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in one style, or one inline icon.

    What is left at its default is taken from the style of the paragraph or line. A newline starts a paragraph.
    """

    text: str
    bold: bool | None = None
    italic: bool | None = None
    small_caps: bool = False
    icon: str = ""
    """Id of an icon; the text is then empty."""
    role: str = ""
    colour: str = ""
    """`#rrggbb`."""
    tone: str = ""
    """`#rrggbb`: the second colour of an icon."""
    scale: float = 1.0
    """Size as a part of the paragraph's: a tspan of 6pt in a text of 9pt has 2/3."""


PLAIN = Span("")
"""The style a text starts in."""

_SPACE = re.compile(r"[ \t\r\n]+")
_TOKEN = re.compile(r"\\([*^{}\\])|(\*\*|\*|\^\^)|\{([^{}\n]*)(\}?)")
_ICON = re.compile(r"[a-z0-9][a-z0-9_-]*")
_SIGN = re.compile(r"[*^{}\\]")
_STYLES = {"**": "bold", "*": "italic", "^^": "small_caps"}


def plain(text: str, base: Span = PLAIN) -> tuple[Span, ...]:
    r"""Text without markup as spans: a run of white space is one space.

    >>> [span.text for span in plain("2 *\n 3")]
    ['2 * 3']
    """
    words = " ".join(_SPACE.split(unguard(text)))
    return (_saying(words, base),) if words else ()


def parse(text: str, place: TextOrigin, base: Span = PLAIN) -> tuple[Span, ...]:
    """Light markup as spans; a backslash before `*`, `^`, `{`, `}` or a backslash makes it a plain character.

    Raises Faults for a marker that is never closed and for `{` without the name of an icon.
    """
    reading = _Reading(place, base)
    at = 0
    for token in _TOKEN.finditer(text):
        reading.say(text[at : token.start()])
        reading.take(token)
        at = token.end()
    reading.say(text[at:])
    return reading.spans()


def to_markup(spans: Iterable[Span]) -> str:
    r"""Spans as light markup again.

    >>> marked((Span("2 * "), Span("3", bold=True)))
    '2 \\* **3**'
    """
    text, before = "", PLAIN
    for span in (*spans, PLAIN):
        text += "".join(sign for sign, name in _STYLES.items() if getattr(span, name) != getattr(before, name))
        text += f"{{{span.icon}}}" if span.icon else _SIGN.sub(r"\\\g<0>", span.text)
        before = span
    return text


def split_spans(spans: Iterable[Span], signs: int) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Spans cut in two after so many characters and icons, spaces not counted."""
    parts: tuple[list[Span], list[Span]] = ([], [])
    for span in spans:
        if span.icon:
            parts[signs <= 0].append(span)
            signs -= 1
            continue
        at = _after(span.text, signs)
        for part, words in zip(parts, (span.text[:at], span.text[at:]), strict=True):
            if words:
                part.append(_saying(words, span))
        signs -= len("".join(span.text[:at].split()))
    return tuple(parts[0]), tuple(parts[1])


def _after(text: str, signs: int) -> int:
    """The place after so many characters that are no spaces, or the end of the text."""
    for at, char in enumerate(text):
        if signs <= 0:
            return at
        signs -= not char.isspace()
    return len(text)


def _saying(words: str, style: Span) -> Span:
    return Span(words) if style is PLAIN else replace(style, text=words)  # most texts are plain, and `replace` is slow


class _Reading:
    """The state of a text that is being read: the style so far, and where each open marker stands."""

    def __init__(self, place: TextOrigin, base: Span) -> None:
        self._place, self._base, self._style = place, base, base
        self._open: dict[str, int] = {}
        self._spans: list[Span] = []
        self._words: list[str] = []
        self._faults: list[Fault] = []

    def say(self, words: str) -> None:
        """Add words in the current style."""
        if words:
            self._words.append(words)

    def take(self, token: re.Match[str]) -> None:
        """Obey one escape, marker or icon."""
        escaped, marker, icon, closed = token.groups()
        if escaped:
            self.say(escaped)
        elif marker:
            self._turn(marker, token.start())
        elif not closed:
            self._wrong(f"'{{' at character {token.start() + 1} is never closed; write '\\{{' for the sign itself")
        elif not _ICON.fullmatch(icon):
            self._wrong(
                f"{{{icon}}} at character {token.start() + 1} is no icon's name; write '\\{{' for the sign itself"
            )
        else:
            self._end()
            self._spans.append(replace(self._style, icon=icon))

    def spans(self) -> tuple[Span, ...]:
        """All that was read; raises Faults."""
        self._end()
        for marker, at in self._open.items():
            plain_form = "".join("\\" + char for char in marker)
            self._wrong(f"{marker!r} at character {at + 1} is never closed; write '{plain_form}' for the sign itself")
        if self._faults:
            raise Faults(self._faults)
        return tuple(self._spans)

    def _turn(self, marker: str, at: int) -> None:
        self._end()
        name = _STYLES[marker]
        closing = marker in self._open
        if closing:
            del self._open[marker]
        else:
            self._open[marker] = at
        turned: dict[str, Any] = {name: getattr(self._base, name) if closing else True}
        self._style = replace(self._style, **turned)

    def _end(self) -> None:
        if self._words:
            self._spans.append(_saying(unguard("".join(self._words)), self._style))
            self._words.clear()

    def _wrong(self, what: str) -> None:
        self._faults.append(self._place.fault(what))
