"""The words of a language, and the ones that differ from a word by a slip of the keyboard."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from generator.base.records import dataclass
from generator.load.files.folder import Folder
from generator.load.game_locations import templates_root

_POSSESSIVE = ("", "'s", "’s", "'", "’")
_INFLECTED = ("s", "es", "d", "ed")
_SHORTEST_STEM = 5
"""Letters of a word whose regular forms are words too; of shorter ones, a letter more is as often a slip."""


@dataclass(frozen=True, slots=True)
class WordList:
    """Words in small letters, and the letters in them."""

    words: frozenset[str]
    letters: str

    def has(self, word: str) -> bool:
        """Whether a word is in the list, also as a possessive, or if it is long as a plural or in the past tense."""
        # The straight and the curly apostrophe are both in use.
        plain = {word.removesuffix(end) for end in _POSSESSIVE}
        stems = (word.removesuffix(end) for end in _INFLECTED if word.endswith(end))
        return not self.words.isdisjoint({*plain, *(stem for stem in stems if len(stem) >= _SHORTEST_STEM)})

    def nearest(self, word: str) -> str:
        """Return a word of the list that becomes this one by a single slip; empty where there is none.

        >>> WordList(frozenset({"the", "shadows"}), "adehostw").nearest("teh")
        'the'
        """
        return next((other for other in _slips(word, self.letters) if other in self.words), "")


def word_list(language: str) -> WordList | None:
    """Return the words of a language such as `en` or `en-GB`; None where there is no list of it."""
    return _read_list(language.partition("-")[0])


@lru_cache(maxsize=4)
def _read_list(language: str) -> WordList | None:
    """Return the list of a language that comes with the program; None if there is none."""
    lines = read_words(Folder(templates_root(), "templates"), f"spelling/{language}.txt")
    return WordList(lines, "".join(sorted(set().union(*lines)))) if lines else None


def read_words(folder: Folder, name: str) -> frozenset[str]:
    """Return the words of a file, one a line, in small letters; none where there is no file. `#` begins a comment."""
    if not folder.has(name):
        return frozenset()
    # Some editors of Windows write a byte order mark at the start.
    text = folder.read(name).decode("utf-8-sig", "replace")
    lines = (line.partition("#")[0].strip().lower() for line in text.splitlines())
    return frozenset(line for line in lines if line)


def _slips(word: str, letters: Collection[str]) -> Iterator[str]:
    """Yield the words with two letters the other way round, a letter less, another letter, or a letter more."""
    # The likeliest slips come first, as the first that gives a word is told.
    parts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    yield from (before + after[1] + after[0] + after[2:] for before, after in parts if len(after) > 1)
    yield from (before + after[1:] for before, after in parts if after)
    yield from (before + letter + after[1:] for before, after in parts if after for letter in letters)
    yield from (before + letter + after for before, after in parts for letter in letters)
