"""Warn of words on cards that are probably misspelt.

Games are full of words that no dictionary has. So a word is told only where a single slip makes it of a word that the
dictionary has, where it stands in small letters, and where the game writes it no more than twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from generator.build.spelling.word_list import WordList, read_words, word_list
from generator.load.files.folder import Folder
from generator.model.game import Game
from generator.model.text import Text

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


def misspelt_words(game: Game, languages: Iterable[str]) -> Iterator[str]:
    """Yield a warning for each word that is probably misspelt, in the languages that there are word lists of."""
    allowed = read_words(Folder(game.folder), OWN_WORDS)
    for language in languages:
        dictionary = word_list(language)
        if dictionary is not None:
            yield from _warnings(game, language, dictionary, allowed)


def _warnings(game: Game, language: str, dictionary: WordList, allowed: frozenset[str]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    places: dict[str, dict[str, None]] = {}
    for place, words in _texts(game, language):
        for word in words:
            counts[word] += 1
            places.setdefault(word, {})[place] = None
    unknown = [word for word in counts if word not in allowed and not dictionary.has(word)]
    if len(unknown) > _LARGEST_SHARE * len(counts):
        return
    rare = (word for word in unknown if counts[word] <= _MOST_OFTEN)
    for word in islice(rare, _MOST):
        if near := dictionary.nearest(word):
            advice = f"did you mean {near!r}? if it is right, add it to {OWN_WORDS}, a word a line"
            yield from (f"{place}: {word!r} may be misspelt; {advice}" for place in places[word])


def _texts(game: Game, language: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the place and the words in small letters of each text in the rows of a game."""
    pieces = (piece.row for component in game.components for piece in component.pieces)
    rows = {row.source: row for row in (*pieces, *(row for table in game.tables.values() for row in table))}
    for row in rows.values():
        for column, text in row.cells.items():
            if isinstance(text, Text) and language in [*text]:
                words = _WORD.findall(_ICON.sub(" ", text[language]))
                yield (
                    f"{row.source} [{column}.{language}]",
                    [word for word in words if word.islower() and _SHORTEST <= len(word) <= _LONGEST],
                )
