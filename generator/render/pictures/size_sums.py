"""Numbers of a drawing that stretches: `w-1.2`, `h/2+span`, worked out for one size."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from generator.base.units import decimal

SizeSum: TypeAlias = tuple[tuple[float, str], ...]
"""What is added up: a factor and the name it multiplies, which is '' for a plain number."""

PathTemplate: TypeAlias = tuple["str | SizeSum", ...]
"""The path of a drawing: text as it stands, and numbers to be worked out."""

_TERM = re.compile(r"([+-]?)(\d+\.?\d*|\.\d+)?([a-z]+)?(?:/(\d+\.?\d*))?")
_COMMANDS = frozenset("MLHVCSQTAZ")


def parse_sum(text: str) -> SizeSum:
    """Read a sum of numbers and of named numbers, each with a factor before it or a divisor after it.

    Raises ValueError.

    >>> read_sum(".5w-1.2")
    ((0.5, 'w'), (-1.2, ''))
    """
    terms: list[tuple[float, str]] = []
    at = 0
    while at < len(text):
        found = _TERM.match(text, at)
        if not found or not (found[2] or found[3]) or (at and not found[1]):
            raise ValueError(f"{text!r} is no sum; write it like 'w/2-1.5'")
        factor = float(found[2] or 1) / (float(found[4] or 1) or 1)
        terms.append((-factor if found[1] == "-" else factor, found[3] or ""))
        at = found.end()
    return tuple(terms)


def sum_names(terms: SizeSum) -> Iterable[str]:
    """The names that a sum needs."""
    return (name for _, name in terms if name)


def evaluate(terms: SizeSum, values: Mapping[str, float]) -> float:
    """What a sum comes to; KeyError for a name without a value.

    >>> worked_out(read_sum("w/2-1"), {"w": 12})
    5.0
    """
    total = 0.0
    for factor, name in terms:
        total += factor * values[name] if name else factor
    return total


def parse_path(text: str) -> PathTemplate:
    """Read a path whose numbers may be sums, all parts apart: `M 0 h L w/2 0 L w h Z`; commands are capitals.

    Raises ValueError.
    """
    parts: list[str | SizeSum] = []
    for word in text.split():
        terms: str | SizeSum = word if word in _COMMANDS else parse_sum(word)
        parts.append(
            decimal(evaluate(terms, {})) if not isinstance(terms, str) and not any(sum_names(terms)) else terms
        )
    return tuple(parts)


def draw_path(track: PathTemplate, values: Mapping[str, float]) -> str:
    """The path for one size."""
    return " ".join([part if isinstance(part, str) else decimal(evaluate(part, values)) for part in track])
