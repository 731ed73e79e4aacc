"""Things of a game by the words that a player may type for them: printed names first, then other names and ids."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.word_matching import list_words, match_word
from generator.play.text.item_names import ItemNames

_NEAREST = 3
"""Names that are suggested for a word that names nothing."""


class PrintedNames:
    """An index of ids by the words for them; messages suggest printed names, and quote a word as it was typed."""

    def __init__(
        self, noun: str, things: Iterable[tuple[str, str, Iterable[str]]], numbered: Mapping[str, str] | None = None
    ) -> None:
        """Take the id, the printed name and other words of each thing; of things with one name the first is meant.

        `noun` is the key of the message that names the kind of thing. `numbered` has ids by names that are too many to
        be suggested, and have to be typed whole.
        """
        self._noun = noun
        self._numbered = {_letters(word): id_ for word, id_ in (numbered or {}).items()}
        self._ids: dict[str, str] = {}
        self._words: dict[str, str] = {}
        """Printed names by their own letters, and by those of other words."""
        listed = [(id_, printed, tuple(words)) for id_, printed, words in things if printed]
        for id_, printed, _ in listed:
            self._ids.setdefault(printed, id_)
            self._words.setdefault(_letters(printed), printed)
        # A printed name goes before the id of another thing.
        for id_, printed, words in listed:
            for word in (id_, *words):
                self._words.setdefault(_letters(word), printed)

    def has(self, typed: str) -> bool:
        """Whether a word names a thing by itself, and is no beginning or part of a name."""
        return _letters(typed) in self._words or _letters(typed) in self._numbered

    def find(self, typed: str) -> str:
        """Return the id of the thing that a word means; raise PlayError with the nearest printed names for others."""
        letters = _letters(typed)
        if letters in self._numbered:
            return self._numbered[letters]
        inside = dict.fromkeys(printed for word, printed in self._words.items() if letters and letters in word)
        try:
            # A word in the middle of a single name is enough too.
            if len(inside) == 1:
                return self._ids[next(iter(inside))]
            return self._ids[match_word(letters, self._ids, self._noun, self._words)]
        except PlayError as error:
            if error.key in {"unknown", "misspelt"} and inside:
                raise PlayError(key="several", typed=repr(typed), known=list_words(tuple(inside))) from None
            # The word is quoted as it was typed, not in the letters that were compared.
            values: dict[str, Any] = error.values | {"typed": repr(typed), "noun": self._noun}
            if error.key != "unknown":
                raise PlayError(key=error.key, **values) from None
            raise self._unnamed(letters, values) from None

    def _unnamed(self, letters: str, values: dict[str, Any]) -> PlayError:
        """Return the error for a word that names nothing: the likest names if some are near, and how to list all."""
        near = tuple(dict.fromkeys(self._words[word] for word in get_close_matches(letters, self._words, n=_NEAREST)))
        key = "unnamed_near" if near else "unnamed"
        return PlayError(key=key, near=list_words(near), listing=self._noun, **values)


def _letters(word: str) -> str:
    """Return a word in a form for comparing: without differences of case, width, spaces and underscores.

    >>> _letters("Large  temple") == _letters("large_temple")
    True
    """
    return "".join(unicodedata.normalize("NFKC", word).casefold().replace("_", " ").split())


def part_names(names: ItemNames, *, areas: bool) -> PrintedNames:
    """Return the index of the tracks and boxes of the sheets, with `areas` of the areas before them."""
    book = names.book.boxes.book
    parts = (*(book.areas if areas else ()), *book.tracks.values(), *book.boxes.values())
    titled = ((part.id, names.text(part.title), ()) for part in parts)
    # The boxes of a plain row have the name of their track and a number.
    numbered = {word: box.id for box in book.boxes.values() if not box.title for word in (names.box(box.id), box.id)}
    return PrintedNames("part", titled, numbered)
