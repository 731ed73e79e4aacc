"""The program's own words on paper, from `templates/words/<language>.toml`, with a game's own over them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping

from generator.base.errors import fault
from generator.base.records import dataclass

FALLBACK = "en"
"""The language of words that a game's own language lacks."""


def format_signed(number: int, form: str = "") -> str:
    """A number in a format, with the minus sign that is as wide as a digit."""
    return f"{number:{form}}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True)
class Messages:
    """Phrases by key, in one language."""

    by_key: Mapping[str, str]

    def __call__(self, key: str, **names: object) -> str:
        """The phrase with its names filled in; Faults where a game's own phrase asks for another name."""
        phrase = self.by_key[key]
        try:
            return phrase.format(**names)
        except (LookupError, ValueError, AttributeError):
            known = ", ".join(f"{{{name}}}" for name in names) or "none"
            what = f"{phrase!r} cannot be filled in; the names in braces that it may have: {known}"
            raise fault("words", what, key=key) from None

    def section(self, name: str) -> dict[str, str]:
        """The phrases below a key, by the rest of their keys."""
        start = f"{name}."
        return {key.removeprefix(start): phrase for key, phrase in self.by_key.items() if key.startswith(start)}

    @classmethod
    def read(cls, files: Iterable[tuple[str, bytes]]) -> Messages:
        """The words of some files, as shown and as read, later ones over earlier ones.

        Raises Faults for a file that is not TOML.
        """
        phrases: dict[str, str] = {}
        for shown, data in files:
            try:
                phrases |= _flat(tomllib.loads(data.decode("utf-8")))
            except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
                raise fault(shown, f"cannot be read: {error}", unreadable=True) from None
        return cls(phrases)


def _flat(table: Mapping[str, object], start: str = "") -> dict[str, str]:
    phrases: dict[str, str] = {}
    for key, value in table.items():
        phrases |= _flat(value, f"{start}{key}.") if isinstance(value, dict) else {start + key: str(value)}
    return phrases
