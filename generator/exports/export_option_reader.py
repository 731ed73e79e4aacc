"""Reads how to export games from a command line or from the form of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import UsageError, suggestion
from generator.base.units import half_width
from generator.build.options import (
    RANGES,
    BuildOptions,
    check_choice,
    check_range,
    check_type,
    option_flag,
    read_length,
)
from generator.exports.export_options import OWN_OPTIONS, PAPER, ExportOptions
from generator.exports.targets import Target, options_read

# Nine digits: int() refuses a number of thousands of digits with an error of its own.
_PLACES = re.compile(r"([0-9]{1,9})(?:\s*[-–]\s*([0-9]{1,9}))?")
_MOST_PLACES = 999
"""The largest number of a place that can be typed."""


PICTURES = ("png", "jpeg")
CORNERS = ("square", "round")
_BUILD_WORDS = {"lang", "only", "copies", "size", "theme", "ids", "out", "jobs"}
"""Words of a build that an export takes too; others, such as `bleed`, mean something else to it."""
EXPORT_WORDS = frozenset({*_BUILD_WORDS, *OWN_OPTIONS, "reader"})
"""The words that `read_export_options` takes."""


def read_export_options(words: Mapping[str, Any], targets: Sequence[Target]) -> ExportOptions:
    """Return the options of an export, read from words of the command line; a word that is None is left out.

    Raises UsageError for an unknown word and one that none of the targets reads, for a value out of range, and for
    everything that `BuildOptions.of` refuses.
    """
    read = options_read(targets)
    given_words = {word: value for word, value in words.items() if value is not None}
    for word in given_words:
        if word not in EXPORT_WORDS:
            raise UsageError(f"{option_flag(word)} is no option of an export{suggestion(word, EXPORT_WORDS)}")
        if word not in {*_BUILD_WORDS, "reader"} and word not in read:
            names = ", ".join(target.name for target in targets)
            raise UsageError(f"{option_flag(word)} means nothing to {names}; leave it out")
    build = {word: given_words.pop(word) for word in _BUILD_WORDS & given_words.keys()}
    build["paper"] = given_words.pop("paper", None) or [PAPER]
    for word, reader in _READERS.items():
        if word in given_words:
            given_words[word] = reader(given_words[word])
    options = ExportOptions(BuildOptions.of(**build), **given_words)
    _check(options)
    return options


def _places(value: Any) -> tuple[int, ...]:
    """Return places to leave empty, from one text or several."""
    words = value if isinstance(value, (list, tuple)) else [value]
    return read_places(map(str, words))


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "skip": _places,
    "bleed": lambda value: read_length("bleed", value) if isinstance(value, str) else value,
    "under": lambda value: Path(value) if isinstance(value, str) else value,
}


def _check(options: ExportOptions) -> None:
    """Raise UsageError for types and ranges that the command line refuses."""
    check_range("--dpi", options.dpi, 72, 1200, is_length=False)
    if options.bleed is not None:
        check_range("--bleed", options.bleed, *RANGES["bleed"])
    check_choice("--picture", options.picture, PICTURES)
    check_choice("--corners", options.corners, CORNERS)
    check_type("--split", options.split, (bool,), "True or False")
    for word in ("product", "url_prefix"):
        check_type(option_flag(word), getattr(options, word), (str,), "a text")
    check_type("--under", options.under, (Path, type(None)), "a path")


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
