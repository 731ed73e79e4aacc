"""A text in several languages, and the direction that a language is written in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from generator.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One text in each of its languages, in the order of the data."""

    by: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, words: Mapping[str, str]) -> Text:
        """Return a text from a mapping of language codes to words.

        >>> Text.of({"en": "wall", "ja": "城壁"})["ja"]
        '城壁'
        """
        return cls(tuple(words.items()))

    @classmethod
    def blank(cls, languages: Iterable[str]) -> Text:
        """Return a text that is empty in each of some languages."""
        return cls(tuple((language, "") for language in languages))

    def __getitem__(self, language: str) -> str:
        """Return the words in a language; raises KeyError where there are none."""
        return dict(self.by)[language]

    def __iter__(self) -> Iterator[str]:
        """Yield the languages in the order of the data."""
        return (language for language, _ in self.by)


# `iw` is the code that Hebrew had until 1989.
_RTL_LANGUAGES = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "syr", "ug", "ur", "yi"})
"""Language codes without region."""


def is_rtl_language(language: str) -> bool:
    """Whether a language is written from right to left; of several, as in `he+en`, the first counts.

    >>> is_rtl_language("ar-EG"), is_rtl_language("he+en"), is_rtl_language("en")
    (True, True, False)
    """
    # The first language of a file decides on which side its sheets are bound.
    return language.partition("+")[0].partition("-")[0] in _RTL_LANGUAGES
