"""The values of CardMaker: references such as `@[title]`, escapes, and the choices `#(switch;…)#` and `#(if …)#`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from generator.base.errors import HandledError

_REFERENCE = re.compile(r"@\[([^\[\]]*)\]")
_CHOICE = re.compile(r"#\(((?:(?!#\(|\)#).)*)\)#", re.DOTALL)
_IF = re.compile(
    r"if\s+(?P<one>.*?)\s*(?P<sign>==|!=)\s*(?P<other>.*?)\s+then\s+(?P<then>.*?)(?:\s+else\s+(?P<else>.*))?"
)
_PIECE = re.compile(r"%\[([^\[\],]*),(\d{1,4}),(\d{1,4})\]")
"""A piece of a text: where it begins, and how many characters it has."""
_OTHER = re.compile(r"#bg(?:shape|graphic)::.*|[$!&%]\[[^\[\]]*\]|##?\w*;[^#]*#|#\(|\)#", re.DOTALL)
"""Grounds, overrides of elements, values of the program and counters, which have no like here."""

_COUNTER = re.compile(r"(##|#sc;)(\d{1,6});(\d{1,6});(\d)#")
"""A number that counts cards, or the copies of one: its start, its step, and its digits."""
_INDEX = re.compile(r"!\[(deckindex|cardindex)\]", re.IGNORECASE)
CARD, COPY = "![deckindex]", "![cardindex]"
"""Names of the values that count from 1: the cards of a deck, and the copies of a row."""
_TAG = re.compile(r"</?[a-z]+(?:=[^<>]*)?>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>")
_ESCAPES = {"\\n": "\n", "\\q": '"', "\\c": ",", "\\s": " "}
# Values may stand for each other in a circle, and each pass may make the text several times as long.
_DEEPEST = 10
_LONGEST = 20_000
_LONGEST_IF = 500
"""Characters; the time of the search grows with the square."""


class PartLostError(HandledError):
    """A value has a part that cannot be worked out here; `remainder` is the text without it."""

    def __init__(self, part: str, remainder: str) -> None:
        """Take the part that cannot be worked out, and the text without it."""
        super().__init__(part)
        self.remainder = remainder


def plain_parts(text: str, columns: Mapping[str, str]) -> tuple[tuple[str, bool], ...] | None:
    """Split a text into words and columns, whose ids are given by their names; None if there is more to it.

    >>> plain_parts("Cost: @[Cost]", {"cost": "cost"})
    (('Cost: ', False), ('cost', True))
    """
    words = _unescaped(text)
    if "#" in words or _OTHER.search(words) or _TAG.search(words):
        return None
    parts: list[tuple[str, bool]] = []
    for number, part in enumerate(_REFERENCE.split(words)):
        if number % 2 and part.strip().lower() not in columns:
            return None
        if part:
            parts.append((columns[part.strip().lower()], True) if number % 2 else (part, False))
    return tuple(parts)


def evaluated(text: str, values: Mapping[str, str]) -> str:
    """Return a text with its references replaced and its choices made.

    Raises PartLostError if it has parts that cannot be worked out.

    >>> evaluated("#(switch;@[suit];cups;blue;swords;red)#", {"suit": "swords"})
    'red'
    """
    text = text[:_LONGEST]
    unknown: list[str] = []
    text = _repeated(_REFERENCE, lambda match: _value(match, values, unknown), text)
    text = _REFERENCE.sub(lambda match: _value(match, {}, unknown), text)  # of values in a circle
    # Pieces are cut before choices are made, so that a choice can compare them.
    text = _repeated(_PIECE, lambda match: match[1][int(match[2]) :][: int(match[3])], text)
    text = _repeated(_CHOICE, lambda match: _chosen(match, unknown), text)
    if CARD in values:
        text = _COUNTER.sub(lambda match: _counted(match, values), text)
        text = _INDEX.sub(lambda match: values[match[0].lower()], text)
    text = _BREAK.sub("\n", text.replace("#empty", "").replace("#nodraw", ""))
    other = _OTHER.search(text) or _TAG.search(text)
    words = _unescaped(_TAG.sub("", _repeated(_OTHER, lambda _: "", text)))
    if other or unknown:
        raise PartLostError(other[0][:40] if other else unknown[0], words)
    return words


def _value(match: re.Match[str], values: Mapping[str, str], unknown: list[str]) -> str:
    """Return the value of a reference, with its arguments in the places `{1}`, `{2}` and so on.

    An unknown name is added to `unknown`, and gives an empty text.
    """
    name, *arguments = match[1].split(",")
    value = values.get(name.strip().lower())
    if value is None:
        unknown.append(match[0][:40])
        return ""
    for number, argument in enumerate(arguments, 1):
        value = value.replace(f"{{{number}}}", argument)
    return value


def _repeated(pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str], text: str) -> str:
    """Replace the matches of a pattern until none is left, as values may be nested; at most `_DEEPEST` times."""
    for _ in range(_DEEPEST):
        before, text = text, pattern.sub(replace, text)[:_LONGEST]
        if text == before:
            break
    return text


def _chosen(match: re.Match[str], unknown: list[str]) -> str:
    """Return the result of an innermost choice `#(…)#`.

    A choice of an unknown kind is added to `unknown`, and gives an empty text.
    """
    command, *parts = match[1].split(";")
    if command == "switch" and parts:
        key, *pairs = parts
        cases: dict[str, str] = dict(zip(pairs[::2], pairs[1::2], strict=False))
        return cases.get(key, cases.get("#default", ""))
    body = match[1].strip()
    if choice := _IF.fullmatch(body) if len(body) < _LONGEST_IF else None:
        one, sign, other, then, otherwise = (str(part or "") for part in choice.groups())
        return then if (one == other) == (sign == "==") else otherwise
    unknown.append(match[0][:40])
    return ""


def counts_cards(text: str) -> bool:
    """Whether a text has a number that differs between the copies of a row.

    >>> counts_cards("##1;1;2#"), counts_cards("![deckindex]"), counts_cards("@[name]")
    (True, True, False)
    """
    return bool(_COUNTER.search(text) or _INDEX.search(text))


def _counted(match: re.Match[str], values: Mapping[str, str]) -> str:
    """Return the number of a counter for a card: start + place × step, with leading zeros."""
    place = int(values[CARD if match[1] == "##" else COPY]) - 1
    return str(int(match[2]) + place * int(match[3])).zfill(int(match[4]))


def _unescaped(text: str) -> str:
    r"""Return a text with the escapes of CardMaker, such as `\n`, as plain characters."""
    for escape, char in _ESCAPES.items():
        text = text.replace(escape, char)
    return text
