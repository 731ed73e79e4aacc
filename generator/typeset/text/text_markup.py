"""Parse light markup to spans: `**bold**`, `*italic*`, `^^small caps^^`, `{icon}`; a newline starts a paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from generator.base.errors import Fault, Faults
from generator.base.records import dataclass, replace
from generator.model.markup import unguard


@dataclass(frozen=True, slots=True)
class TextOrigin:
    """The place of a text in the user's files, as its faults name it."""

    where: str
    line: int | None = None
    key: str | None = None
    """Id of the element, or its first words."""
    report: Callable[[str], Fault] | None = None
    """Function that makes a fault where the line is to be found out first."""

    def fault(self, fault: str) -> Fault:
        """Return a fault with a message, at the place of the text in the user's files."""
        return self.report(fault) if self.report else Fault(self.where, fault, line=self.line, key=self.key)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in one style, or one inline icon.

    Fields left at their default take the style of the paragraph or line. A newline starts a paragraph.
    """

    text: str
    bold: bool | None = None
    italic: bool | None = None
    small_caps: bool = False
    icon: str = ""
    """Id of an icon; the text is then empty."""
    role: str = ""
    colour: str = ""
    tone: str = ""
    """`#rrggbb`: the second colour of an icon."""
    scale: float = 1.0
    """Size relative to the paragraph's: a tspan of 6 pt in a text of 9 pt has 2/3."""


PLAIN = Span("")
"""The style a text starts in."""

_SPACE = re.compile(r"[ \t\r\n]+")
_TOKEN = re.compile(r"\\([*^{}\\])|(\*\*|\*|\^\^)|\{([^{}\n]*)(\}?)")
_ICON = re.compile(r"[a-z0-9][a-z0-9_-]*")
_MARKUP_CHAR = re.compile(r"[*^{}\\]")
_STYLES = {"**": "bold", "*": "italic", "^^": "small_caps"}


def plain(text: str, base: Span = PLAIN) -> tuple[Span, ...]:
    r"""Return text without markup as at most one span; a run of white space becomes one space.

    >>> [span.text for span in plain("2 *\n 3")]
    ['2 * 3']
    """
    words = " ".join(_SPACE.split(unguard(text)))
    return (_span(words, base),) if words else ()


def parse(text: str, origin: TextOrigin, base: Span = PLAIN) -> tuple[Span, ...]:
    r"""Return light markup as spans; a backslash makes a sign of markup after it a plain character.

    Raises Faults for a marker that is never closed and for `{` without the name of an icon.

    >>> [(span.text, span.bold, span.icon) for span in parse(r"**2** {coin} \*", TextOrigin("cards.csv"))]
    [('2', True, ''), (' ', None, ''), ('', None, 'coin'), (' *', None, '')]
    """
    if not _MARKUP_CHAR.search(text):  # as most texts are
        return (_span(unguard(text), base),) if text else ()
    reader = _MarkupReader(origin, base)
    position = 0
    for token in _TOKEN.finditer(text):
        reader.add_text(text[position : token.start()])
        reader.add_token(token)
        position = token.end()
    reader.add_text(text[position:])
    return reader.spans()


def to_markup(spans: Iterable[Span]) -> str:
    r"""Return spans as light markup, from which `parse` makes them again.

    >>> to_markup((Span("2 * "), Span("3", bold=True)))
    '2 \\* **3**'
    """
    text, before = "", PLAIN
    # A plain span at the end closes all marks.
    for span in (*spans, PLAIN):
        text += "".join(sign for sign, name in _STYLES.items() if getattr(span, name) != getattr(before, name))
        text += f"{{{span.icon}}}" if span.icon else _MARKUP_CHAR.sub(r"\\\g<0>", span.text)
        before = span
    return text


def split_spans(spans: Iterable[Span], count: int) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return spans split after `count` characters and icons; spaces do not count."""
    parts: tuple[list[Span], list[Span]] = ([], [])
    for span in spans:
        if span.icon:
            parts[count <= 0].append(span)
            count -= 1
            continue
        index = _index_after(span.text, count)
        for part, words in zip(parts, (span.text[:index], span.text[index:]), strict=True):
            if words:
                part.append(_span(words, span))
        count -= len("".join(span.text[:index].split()))
    return tuple(parts[0]), tuple(parts[1])


def _index_after(text: str, count: int) -> int:
    """Return the index after `count` characters that are no spaces, or the end of the text."""
    for index, char in enumerate(text):
        if count <= 0:
            return index
        # Spaces are not counted, as those at the ends of lines were dropped.
        count -= not char.isspace()
    return len(text)


def _span(text: str, style: Span) -> Span:
    """Return words as a span in the style of another one."""
    return Span(text) if style is PLAIN else replace(style, text=text)  # most texts are plain, and `replace` is slow


class _MarkupReader:
    """Reads tokens one by one; knows the current style and the place of each open marker."""

    def __init__(self, origin: TextOrigin, base: Span) -> None:
        """Begin in the style `base`; faults name the place `origin`."""
        self._origin, self._base, self._style = origin, base, base
        self._open: dict[str, int] = {}
        self._spans: list[Span] = []
        self._words: list[str] = []
        self._faults: list[Fault] = []

    def add_text(self, words: str) -> None:
        """Add plain words in the current style."""
        if words:
            self._words.append(words)

    def add_token(self, token: re.Match[str]) -> None:
        """Add an escaped character, a marker such as `**`, or an icon."""
        escaped, marker, icon, closed = token.groups()
        if escaped:
            self.add_text(escaped)
        elif marker:
            self._toggle(marker, token.start())
        elif not closed:
            self._fault(f"'{{' at character {token.start() + 1} is never closed; write '\\{{' for the sign itself")
        elif not _ICON.fullmatch(icon):
            self._fault(
                f"{{{icon}}} at character {token.start() + 1} is no icon's name; write '\\{{' for the sign itself"
            )
        else:
            self._end_span()
            self._spans.append(replace(self._style, icon=icon))

    def spans(self) -> tuple[Span, ...]:
        """Return the spans of the whole text. Raises Faults for markers and braces that are wrong."""
        self._end_span()
        for marker, position in self._open.items():
            plain_form = "".join("\\" + char for char in marker)
            self._fault(
                f"{marker!r} at character {position + 1} is never closed; write '{plain_form}' for the sign itself"
            )
        if self._faults:
            raise Faults(self._faults)
        return tuple(self._spans)

    def _toggle(self, marker: str, position: int) -> None:
        """Switch bold, italic or small capitals on or off at a marker such as `**`."""
        self._end_span()
        name = _STYLES[marker]
        closing = self._open.pop(marker, None) is not None
        if not closing:
            self._open[marker] = position
        # A closing marker leads back to the style around the text, which may be bold itself.
        changes: dict[str, Any] = {name: getattr(self._base, name) if closing else True}
        self._style = replace(self._style, **changes)

    def _end_span(self) -> None:
        """Add the words so far as a span in the current style; nothing where there are none."""
        if self._words:
            self._spans.append(_span(unguard("".join(self._words)), self._style))
            self._words.clear()

    def _fault(self, fault: str) -> None:
        """Add a fault of the markup, to be raised at the end."""
        self._faults.append(self._origin.fault(fault))
