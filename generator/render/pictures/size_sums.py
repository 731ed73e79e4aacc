"""Lengths of a drawing that stretches, as sums of its size: `w-1.2`, `h/2+span`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from generator.base.units import decimal

SizeSum: TypeAlias = tuple[tuple[float, str], ...]
"""The terms of a sum: a factor and the name that it multiplies, '' for a plain number."""

PathTemplate: TypeAlias = tuple["str | SizeSum", ...]
"""A path with text and sums in order."""

_TERM = re.compile(r"([+-]?)(\d+\.?\d*|\.\d+)?([a-z]+)?(?:/(\d+\.?\d*))?")
# Capitals alone: small letters are the names of lengths.
_COMMANDS = frozenset("MLHVCSQTAZ")


def parse_sum(text: str) -> SizeSum:
    """Parse a sum of numbers and names; a name may have a factor before it and a divisor after it.

    Raises ValueError for anything else.

    >>> parse_sum(".5w-1.2")
    ((0.5, 'w'), (-1.2, ''))
    """
    terms: list[tuple[float, str]] = []
    position = 0
    while position < len(text):
        term = _TERM.match(text, position)
        # Every term has a number or a name, and every term but the first a sign.
        if not term or not (term[2] or term[3]) or (position and not term[1]):
            raise ValueError(f"{text!r} is no sum; write it like 'w/2-1.5'")
        factor = float(term[2] or 1) / (float(term[4] or 1) or 1)
        terms.append((-factor if term[1] == "-" else factor, term[3] or ""))
        position = term.end()
    return tuple(terms)


def sum_names(terms: SizeSum) -> Iterable[str]:
    """Return the names of lengths in a sum, such as `w`."""
    return (name for _, name in terms if name)


def evaluate(terms: SizeSum, values: Mapping[str, float]) -> float:
    """Return the value of a sum. Raises KeyError for a name without a value.

    >>> evaluate(parse_sum("w/2-1"), {"w": 12})
    5.0
    """
    total = 0.0
    for factor, name in terms:
        total += factor * values[name] if name else factor
    return total


def parse_path(text: str) -> PathTemplate:
    """Parse a path whose numbers may be sums, all separated by spaces; commands are capitals.

    Raises ValueError for anything else.

    >>> parse_path("M 0 h L w/2 0")
    ('M', '0', ((1.0, 'h'),), 'L', ((0.5, 'w'),), '0')
    """
    parts: list[str | SizeSum] = []
    for word in text.split():
        terms: str | SizeSum = word if word in _COMMANDS else parse_sum(word)
        parts.append(
            decimal(evaluate(terms, {})) if not isinstance(terms, str) and not any(sum_names(terms)) else terms
        )
    return tuple(parts)


def draw_path(path: PathTemplate, values: Mapping[str, float]) -> str:
    """Return the SVG path of a template for one size: its sums are computed from `values`.

    >>> draw_path(parse_path("M 0 h L w/2 0"), {"w": 9, "h": 3})
    'M 0 3 L 4.5 0'
    """
    return " ".join([part if isinstance(part, str) else decimal(evaluate(part, values)) for part in path])
