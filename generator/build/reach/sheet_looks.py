"""Whether sheets look the same: their pieces, marks and words lie where those of others lie."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.face import Face

_TOLERANCE = 0.01
"""Points by which lengths may differ that are computed in two ways."""


def look_alike(one: object, other: object) -> bool:
    """Return whether records, sequences and texts are equal but for rounding; numbers in texts count as numbers.

    >>> look_alike(("M 0 1.00001", 2.0), ("M 0 1", 2.0001))
    True
    >>> look_alike(("M 0 1", 2.0), ("M 0 1", 2.1))
    False
    """
    if one is other or one.__class__ is not other.__class__:
        return one is other
    match one, other:
        case float(), float():
            return abs(one - other) < _TOLERANCE
        case str(), str():
            # Paths are texts of commands and numbers between spaces.
            return one == other or _alike_words(one.split(" "), other.split(" "))
        case tuple(), tuple():
            return _all_alike(one, other)
    # Faces are compared as they are: equal ones are one object.
    is_record = hasattr(one, "__match_args__") and not isinstance(one, Face)
    return _all_alike(_values(one), _values(other)) if is_record else one == other


def _all_alike(first: Sequence[object], second: Sequence[object]) -> bool:
    """Whether two sequences are of one length and look alike item by item."""
    return len(first) == len(second) and all(map(look_alike, first, second))


def _values(record: object) -> list[object]:
    """Return the values of a record's fields."""
    return [getattr(record, name) for name in record.__match_args__]  # type: ignore[attr-defined]  # a record has it


def _alike_words(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether two lists of words are equal but for rounding of numbers."""
    return len(first) == len(second) and all(map(_alike_word, first, second))


def _alike_word(one: str, other: str) -> bool:
    """Whether two words are equal, or are numbers that differ by rounding."""
    if one == other:
        return True
    try:
        return abs(float(one) - float(other)) < _TOLERANCE
    except ValueError:
        return False
