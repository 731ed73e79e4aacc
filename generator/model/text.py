"""Words in several languages side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One phrase in each of its languages, in the order of the data."""

    by: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, words: Mapping[str, str]) -> Text:
        """A phrase from a mapping of language code to words."""
        return cls(tuple(words.items()))

    def __getitem__(self, language: str) -> str:
        """The phrase in a language; KeyError where it has none."""
        return dict(self.by)[language]

    def __iter__(self) -> Iterator[str]:
        """The language codes it has."""
        return (language for language, _ in self.by)
