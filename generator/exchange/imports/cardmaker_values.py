"""The values of CardMaker: references such as `@[title]`, escapes, and the choices `#(switch;…)#` and `#(if …)#`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_REFERENCE = re.compile(r"@\[([^\[\]]*)\]")
_CHOICE = re.compile(r"#\(((?:(?!#\(|\)#).)*)\)#", re.DOTALL)
_IF = re.compile(
    r"if\s+(?P<one>.*?)\s*(?P<sign>==|!=)\s*(?P<other>.*?)\s+then\s+(?P<then>.*?)(?:\s+else\s+(?P<else>.*))?"
)
_OTHER = re.compile(r"#bg(?:shape|graphic)::.*|[$!&]\[[^\[\]]*\]|##?\w*;[^#]*#|#\(|\)#", re.DOTALL)
"""Grounds, overrides of elements, values of the program and counters, which have no like here."""

_TAG = re.compile(r"</?[a-z]+(?:=[^<>]*)?>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>")
_ESCAPES = {"\\n": "\n", "\\q": '"', "\\c": ",", "\\s": " "}
_DEEPEST = 10
_LONGEST = 20_000
_LONGEST_IF = 500
"""Characters; the time of the search grows with the square."""


class PartLostError(Exception):
    """A value has a part that cannot be worked out here; `rest` is what remains without it."""

    def __init__(self, part: str, rest: str) -> None:
        super().__init__(part)
        self.rest = rest


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
    text = _repeated(_REFERENCE, lambda found: values.get(found[1].strip().lower(), ""), text)
    text = _repeated(_CHOICE, _chosen, text)
    text = _BREAK.sub("\n", text.replace("#empty", "").replace("#nodraw", ""))
    other = _OTHER.search(text) or _TAG.search(text)
    words = _unescaped(_TAG.sub("", _repeated(_OTHER, lambda _: "", text)))
    if other:
        raise PartLostError(other[0][:40], words)
    return words


def _repeated(pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str], text: str) -> str:
    """Replace what a pattern finds, and what it then finds, as values may stand in values."""
    for _ in range(_DEEPEST):
        before, text = text, pattern.sub(replace, text)[:_LONGEST]
        if text == before:
            break
    return text


def _chosen(found: re.Match[str]) -> str:
    """What a choice without others in it gives; nothing if it is of another kind."""
    command, *parts = found[1].split(";")
    if command == "switch" and parts:
        key, *pairs = parts
        cases: dict[str, str] = dict(zip(pairs[::2], pairs[1::2], strict=False))
        return cases.get(key, cases.get("#default", ""))
    body = found[1].strip()
    if choice := _IF.fullmatch(body) if len(body) < _LONGEST_IF else None:
        one, sign, other, then, otherwise = (str(part or "") for part in choice.groups())
        return then if (one == other) == (sign == "==") else otherwise
    return ""


def _unescaped(text: str) -> str:
    for escape, char in _ESCAPES.items():
        text = text.replace(escape, char)
    return text
