"""Reads how to export games from a command line or from the form of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator.base.errors import UsageError
from generator.base.units import half_width
from generator.build.options import OPTION_WORDS, BuildOptions
from generator.exports.export_options import OWN_OPTIONS, PAPER, ExportOptions
from generator.exports.targets import Target, options_read

# Nine digits: int() refuses a number of thousands of digits with an error of its own.
_PLACES = re.compile(r"([0-9]{1,9})(?:\s*[-–]\s*([0-9]{1,9}))?")
_MOST_PLACES = 999
"""The largest number of a place that can be typed."""


def read_export_options(words: Mapping[str, Any], targets: Sequence[Target]) -> ExportOptions:
    """Return the options that the words of the command line stand for.

    Raises UsageError for one that none of the targets reads, and for what `BuildOptions.of` refuses.
    """
    read = options_read(targets)
    values = {name: value for name in OWN_OPTIONS if (value := words.get(name)) is not None}
    for name in values:
        if name not in read:
            word = "--paper" if name == "papers" else f"--{name.replace('_', '-')}"
            raise UsageError(f"{word} means nothing to {', '.join(target.name for target in targets)}; leave it out")
    # Some words mean something else to an export than to a build.
    build = {word: value for word, value in words.items() if word in OPTION_WORDS - {"bleed", "split", "skip"}}
    build["paper"] = values.pop("papers", None) or [PAPER]
    if "skip" in values:
        values["skip"] = read_places(values["skip"])
    return ExportOptions(BuildOptions.of(**build), **values, reader=words.get("reader", ""))


def read_places(words: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of places, `1,5` or `1-3`, in their order. Raises UsageError for anything else.

    >>> read_places(["5,1-3", "1"])
    (1, 2, 3, 5)
    """
    places: set[int] = set()
    for word in [word.strip() for argument in words for word in argument.split(",")]:
        # Japanese keyboards type digits in full width.
        numbers = _PLACES.fullmatch(half_width(word))
        first, last = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (0, 0)
        if not 1 <= first <= last <= _MOST_PLACES:
            message = f"is no number of a place from 1 to {_MOST_PLACES}; write it like --skip 1,5 or --skip 1-3"
            raise UsageError(f"--skip {word!r} {message}")
        places.update(range(first, last + 1))
    return tuple(sorted(places))
