"""Conditions of Handlebars in templates of Cider, worked out for the rows of a deck."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

Row = Mapping[str, str]
"""The values of a card by the names of its attributes in small letters."""

VALUE = re.compile(r"\{\{\{?\s*(.*?)\s*\}?\}\}", re.DOTALL)
"""A value or a command in braces."""

_OPEN = re.compile(r"#(if|unless)\s+(.+)\Z", re.DOTALL)
_TOKEN = re.compile(r"[()]|'[^']*'|\"[^\"]*\"|(?:[^\s()\[]|\[[^\]]*\])+")
_ATTRIBUTE = re.compile(r"(?:this\.)?card\.\[?([\w -]+?)\]?(\.length)?\Z")
_FALSE = {"", "false"}
_DEEPEST = 8
"""Brackets in brackets."""


def _number(text: str) -> float:
    """Return a value as a number, an empty one as 0 as JavaScript has it. Raises ValueError for words."""
    return float(text or 0)


_COMPARED: Mapping[str, Callable[[str, str], bool]] = {
    "eq": lambda one, other: one == other,
    "ne": lambda one, other: one != other,
    "gt": lambda one, other: _number(one) > _number(other),
    "gte": lambda one, other: _number(one) >= _number(other),
    "lt": lambda one, other: _number(one) < _number(other),
    "lte": lambda one, other: _number(one) <= _number(other),
}


def begins_condition(command: str) -> bool:
    """Return whether a command in braces begins, divides or ends a condition."""
    return _OPEN.match(command) is not None or command in {"else", "/if", "/unless"}


def holds(command: str, row: Row) -> bool | None:
    """Return whether the condition `#if …` or `#unless …` is true of a row; None where it cannot be worked out.

    >>> holds("#if (gt card.cost 3)", {"cost": "4"}), holds("#unless card.cost", {"cost": "4"}), holds("#if x", {})
    (True, False, None)
    """
    match = _OPEN.match(command)
    tokens = _TOKEN.findall(match[2]) if match else []
    # Handlebars takes `#if (eq a b)` with brackets, `#if a` without.
    try:
        value = _read([*tokens], row, 0) if len(tokens) == 1 or tokens[:1] == ["("] else _call([*tokens, ")"], row, 0)
    except (ValueError, IndexError):
        return None
    return (value not in _FALSE) == (match is not None and match[1] == "if")


def _read(tokens: list[str], row: Row, depth: int) -> str:
    """Take a value off the front of tokens and return it. Raises ValueError where it cannot be known."""
    word = tokens.pop(0)
    if word == "(" and depth < _DEEPEST:
        return _call(tokens, row, depth + 1)
    if word[0] in "'\"":
        return word[1:-1]
    if attribute := _ATTRIBUTE.match(word):
        text = row.get(attribute[1].strip().lower(), "")
        return str(len(text)) if attribute[2] else text
    if word in {"true", "false"} or word.lstrip("-").replace(".", "", 1).isdecimal():
        return word
    raise ValueError(word)


def _call(tokens: list[str], row: Row, depth: int) -> str:
    """Take a comparison and its bracket off tokens, and return "true" or "". Raises ValueError for an unknown one."""
    name = tokens.pop(0)
    values = []
    while tokens[0] != ")":
        values.append(_read(tokens, row, depth))
    tokens.pop(0)
    # Every value but an empty one and "false" is true, also "0", as all values of a table are texts.
    truths = [value not in _FALSE for value in values]
    if name in _COMPARED and len(values) == 2:
        return "true" if _COMPARED[name](*values) else ""
    if name in {"and", "or", "not"} and truths:
        is_true = {"and": all(truths), "or": any(truths), "not": not truths[0]}[name]
        return "true" if is_true else ""
    raise ValueError(name)


class RowConditions:
    """The conditions that are open at a place of a template, for each row of the deck."""

    def __init__(self, rows: Sequence[Row]) -> None:
        """Begin outside of all conditions."""
        self._rows = rows
        self._open: list[list[bool] | None] = []
        self.unknown = 0
        """Conditions that could not be worked out, inside of which everything is drawn."""

    @property
    def rows(self) -> tuple[bool, ...]:
        """Return for each row whether all open conditions are true of it."""
        flags = [condition for condition in self._open if condition is not None]
        return tuple(all(condition[place] for condition in flags) for place in range(len(self._rows)))

    @contextmanager
    def inside(self, expression: str) -> Iterator[None]:
        """Open the condition that an expression has a value, for a `with` block; none for an empty expression."""
        if expression:
            self._obey(" ".join(("#if", expression)))
        yield
        if expression:
            self._obey("/if")

    def read(self, text: str) -> None:
        """Open, turn round and close the conditions whose commands stand in a text."""
        for match in VALUE.finditer(text):
            self._obey(match[1])

    def _obey(self, command: str) -> None:
        """Open, turn round or close a condition; other commands change nothing."""
        if _OPEN.match(command):
            truths = [holds(command, row) for row in self._rows]
            # One row that cannot be judged makes the whole condition unknown, or cards would differ by chance.
            is_known = None not in truths
            self.unknown += not is_known
            self._open.append([bool(truth) for truth in truths] if is_known else None)
        elif command == "else" and self._open:
            last = self._open[-1]
            self._open[-1] = [not truth for truth in last] if last is not None else None
        elif command in {"/if", "/unless"} and self._open:
            self._open.pop()
