"""Finds what a script of Squib draws, without running it: it is a program, of which only plain calls are understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from generator.exchange.imports.project import MOST_DECKS

_DECK = re.compile(r"Squib::Deck\.new\b")
_USED_LAYOUT = re.compile(r"\buse_layout\b[^\n]*")
_LAYOUT_FILE = re.compile(r"['\"]([^'\"\n]+\.ya?ml)['\"]")
_END = re.compile(r"^end\b", re.MULTILINE)
_TABLE = re.compile(r"\b(?:csv|xlsx)\b[^\n]*?\bfile:\s*(['\"])(?P<name>[^'\"\n]+)\1")
_CALL = re.compile(r"[ \t]*(text|svg|png|rect|circle|ellipse|background)\b[ \t(]*")
_OPTION = re.compile(r"\s*(\w+):\s*(.*)\Z", re.DOTALL)
_QUOTED = re.compile(r"'([^'\\]*)'\Z|\"([^\"\\#]*)\"\Z")
_SYMBOL = re.compile(r":(\w+)\Z|(-?\d+(?:\.\d+)?)\Z")
_COLUMN = re.compile(r"\w+\[\s*(?:'([^']+)'|\"([^\"]+)\"|:(\w+))\s*\]\Z|\w+\.(\w+)\Z")
_CHANGED_COLUMN = re.compile(r"\w+\[\s*['\"]([^'\"]+)['\"]\s*\]\s*\.")
_LONGEST = 1_000_000
_LONGEST_LINE = 2_000
"""Characters; what is longer is no script that somebody wrote."""

_OPENED, _CLOSED = "([{", ")]}"


class ScriptValue(NamedTuple):
    """The value of an option: words, or the name of a column; neither where it must be worked out."""

    words: str | None = None
    column: str | None = None
    is_changed: bool = False
    """Whether the script goes on to change the words of the column."""


class ScriptCall(NamedTuple):
    """A call such as `text str: data['Name'], layout: 'title'`."""

    command: str
    options: Mapping[str, ScriptValue]
    line: int


class ScriptDeck(NamedTuple):
    """One `Squib::Deck.new` with what it draws."""

    options: Mapping[str, ScriptValue]
    layouts: Sequence[str]
    table: str
    calls: Sequence[ScriptCall]


def read_script(text: str) -> list[ScriptDeck]:
    """Return the decks of a script, in their order; of many the first, and one that tells that there are more."""
    text = "\n".join(line[:_LONGEST_LINE] for line in text[:_LONGEST].split("\n"))
    starts = [found.start() for found in islice(_DECK.finditer(text), MOST_DECKS + 1)]
    ends = [*starts[1:], len(text)] if starts else []
    return [_deck(text, start, end) for start, end in zip(starts, ends, strict=True)]


def _deck(text: str, start: int, end: int) -> ScriptDeck:
    body = _END.split(text[start:end], maxsplit=1)[0]
    head, _, rest = body.partition(" do\n") if " do\n" in body else body.partition("do")
    inside = head[len("Squib::Deck.new") :].strip().removeprefix("(").removesuffix(")")
    parts = _split(inside)
    layout = next((part for part in parts if part.strip().startswith("layout:")), "")
    named = layout + "".join(found[0] for found in _USED_LAYOUT.finditer(rest))
    body_tables = [found["name"] for found in _TABLE.finditer(body)]
    tables = body_tables[:1] or [found["name"] for found in _TABLE.finditer(text, 0, start)][-1:]
    first_line = text.count("\n", 0, start + len(head)) + 1
    calls = [*_calls(rest, first_line + 1)]
    return ScriptDeck(_options(parts), _LAYOUT_FILE.findall(named), "".join(tables), calls)


def _calls(text: str, line: int) -> Iterator[ScriptCall]:
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        begun = at
        call, at = _logical_line(lines, at)
        if found := _CALL.match(call):
            inside = call[found.end() :].strip().removesuffix(")")
            yield ScriptCall(found[1], _options(_split(inside)), line + begun)


def _logical_line(lines: list[str], at: int) -> tuple[str, int]:
    """A line with those that go on with it: behind a comma, or where a bracket is open."""
    whole = _uncommented(lines[at])
    at += 1
    while at < len(lines) and (whole.rstrip().endswith(",") or _depth(whole) > 0) and len(whole) < 5000:
        whole += " " + _uncommented(lines[at]).strip()
        at += 1
    return whole, at


def _uncommented(line: str) -> str:
    return re.sub(r"(^|\s)#(?!\{).*$", "", line) if "'#" not in line and '"#' not in line else line


def _depth(text: str) -> int:
    return sum(text.count(sign) for sign in _OPENED) - sum(text.count(sign) for sign in _CLOSED)


def _options(parts: Sequence[str]) -> dict[str, ScriptValue]:
    found = map(_OPTION.match, parts)
    return {option[1]: _value(option[2].strip()) for option in found if option}


def _value(text: str) -> ScriptValue:
    if words := _QUOTED.match(text) or _SYMBOL.match(text):
        return ScriptValue(words=next(part for part in words.groups() if part is not None))
    if column := _COLUMN.match(text):
        return ScriptValue(column=next(part for part in column.groups() if part is not None))
    if column := _CHANGED_COLUMN.match(text):
        return ScriptValue(column=column[1], is_changed=True)
    return ScriptValue()


def _split(text: str) -> list[str]:
    """The parts between commas that stand in no quotes and brackets."""
    edges, depth, quote = [-1], 0, ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        depth += 0 if quote else (char in _OPENED) - (char in _CLOSED)
        if char == "," and not quote and depth <= 0:
            edges.append(at)
    return [text[start + 1 : end] for start, end in pairwise([*edges, len(text)])]
