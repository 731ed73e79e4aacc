"""Warn of words on cards that are probably misspelt.

Games are full of words that no dictionary has. So a word is told only where a single slip makes it of a word that the
dictionary has, where it stands in small letters, and where the game writes it no more than twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeAlias

from generator.build.spelling.word_list import WordList, read_words, word_list
from generator.load.files.folder import Folder
from generator.model.game import Game
from generator.model.text import Text

Places: TypeAlias = Mapping[str, list[str]]
"""Words with the places where they stand."""
OWN_WORDS = "spelling.txt"
"""The file of a game with words that are right."""
_WORD = re.compile(r"(?<![\w{&/.@#'’-])[^\W\d_]+(?:['’][^\W\d_]+)*(?![\w}/@-]|[.:]\w)")
_ICON = re.compile(r"\{[^{}]*\}")
_SHORTEST, _LONGEST = 3, 30
_MOST = 1000
"""Unknown words of a game that are compared with the list, each with a thousand possible slips."""
_MOST_OFTEN = 2
"""Times that a game writes a word before it is one of its own."""
_LARGEST_SHARE = 0.25
"""Share of unknown words of a text that is in the language of the list."""


def misspelt_words(game: Game, languages: Iterable[str]) -> list[str]:
    """Return a warning for each word that is probably misspelt, in the languages that there are word lists of."""
    allowed = read_words(Folder(game.folder), OWN_WORDS)
    warnings: list[str] = []
    for language in languages:
        dictionary = word_list(language)
        if dictionary is None:
            continue
        # Collected for each language, as each has its own list.
        words = _words(game, language)
        for word, near in _slips(words, dictionary, allowed):
            advice = f"did you mean {near!r}? if it is right, add it to {OWN_WORDS}, a word a line"
            warnings += [f"{place}: {word!r} may be misspelt; {advice}" for place in dict.fromkeys(words[word])]
    return warnings


def _slips(words: Places, dictionary: WordList, allowed: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield the words that are probably misspelt, each with the word that may be meant."""
    unknown = [word for word in words if word not in allowed and not dictionary.has(word)]
    # Words in the column of one language may be in another, as in a game that is being translated.
    if len(unknown) > _LARGEST_SHARE * len(words):
        return
    # A slip is made once; what stands there again and again is a word of the game.
    rare = (word for word in unknown if len(words[word]) <= _MOST_OFTEN)
    for word in islice(rare, _MOST):
        if near := dictionary.nearest(word):
            yield word, near


def _words(game: Game, language: str) -> Places:
    """Return the words in small letters in the rows of a game, each with its places, as often as it stands there."""
    pieces = (piece.row for component in game.components for piece in component.pieces)
    # By its source, as a row that several components or copies use is one text to be mended.
    rows = {row.source: row for row in (*pieces, *(row for table in game.tables.values() for row in table))}
    places: dict[str, list[str]] = {}
    texts = ((row, *cell) for row in rows.values() for cell in row.cells.items())
    for row, column, text in texts:
        # Names begin with capitals, and short words are too near to each other.
        for word in _plain_words(text[language]) if isinstance(text, Text) and language in [*text] else ():
            places.setdefault(word, []).append(f"{row.source} [{column}.{language}]")
    return places


def _plain_words(text: str) -> list[str]:
    """Return the words of a text in small letters, without icons, too short or too long ones."""
    words = (word for word in _WORD.findall(_ICON.sub(" ", text)) if word.islower())
    return [word for word in words if _SHORTEST <= len(word) <= _LONGEST]
