"""Texts of one language by key, from TOML files such as `templates/words/<language>.toml` and a game's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache

from generator.base.errors import fault
from generator.base.records import dataclass
from generator.base.text_files.toml_syntax import parse_toml_file

FALLBACK = "en"
"""The language of texts that another language lacks."""


def format_signed(number: float, form: str = "") -> str:
    """Return a number in a format, with a true minus sign, which is as wide as a digit.

    >>> format_signed(-3)
    '−3'
    """
    return f"{number:{form}}".replace("-", "\N{MINUS SIGN}")


def format_local_time(seconds: float) -> str:
    """Return the local date and minute, `2026-11-23 19:45`, of a time since 1970; empty where no calendar has it."""
    from datetime import datetime

    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
    return ""


class _Count(int):
    """A number that also chooses between two forms of a word: `{n} {n:game|games}`."""

    def __format__(self, form: str) -> str:
        """Return the form of a word for the number, of two with a bar between them, or the number itself."""
        one, bar, many = form.partition("|")
        return (one if self == 1 else many) if bar else super().__format__(form)


@dataclass(frozen=True, slots=True)
class Messages:
    """Texts by dotted key, in one language."""

    by_key: Mapping[str, str]

    def __call__(self, key: str, **names: object) -> str:
        """Return a text with its names in braces filled in; of `{n:game|games}` the first form stands for 1 alone.

        Raises Faults where a game's own text has another name in braces.
        """
        # `str.format` has no plural; only texts with a bar pay for wrapping the numbers.
        text = self.by_key[key]
        try:
            counts = {name: _Count(value) for name, value in names.items() if type(value) is int} if "|" in text else {}
            return text.format(**{**names, **counts})
        except (LookupError, ValueError, AttributeError):
            braces = ", ".join(f"{{{name}}}" for name in names) or "none"
            message = f"{text!r} cannot be filled in; the names in braces that it may have: {braces}"
            raise fault("words", message, key=key) from None

    def section(self, name: str) -> dict[str, str]:
        """Return the texts below a key, by the rest of their keys."""
        start = f"{name}."
        return {key.removeprefix(start): text for key, text in self.by_key.items() if key.startswith(start)}

    @classmethod
    def read(cls, files: Iterable[tuple[str, bytes]]) -> Messages:
        """Read files, given as the path to show and the content; later ones override earlier ones.

        Raises Faults for a file that is not TOML.
        """
        texts: dict[str, str] = {}
        for path, data in files:
            texts |= _texts(path, data)
        return cls(texts)


@lru_cache(maxsize=16)  # the words of the pages and of the play room, in two languages
def _texts(path: str, data: bytes) -> dict[str, str]:
    """Return the texts of a TOML file by dotted key."""
    return _flatten(parse_toml_file(data, path))


def _flatten(table: Mapping[str, object], start: str = "") -> dict[str, str]:
    """Return the texts of nested tables by dotted key; `start` is the key of the table with its dot."""
    texts: dict[str, str] = {}
    for key, value in table.items():
        texts |= _flatten(value, f"{start}{key}.") if isinstance(value, dict) else {start + key: str(value)}
    return texts
