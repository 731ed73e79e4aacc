"""Match typed words with known ones: exactly, whatever their case, or by their beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches

from generator.play.rules.rules_protocol import PlayError

NEAR = 0.8
"""Likeness of two words from which on one is the other misspelt."""
MOST = 8
"""Words that a message lists."""


def match_word(typed: str, candidates: Iterable[str], noun: str, aliases: Mapping[str, str] | None = None) -> str:
    """Return the known word that a typed one means; `noun` is the key of the message that names the kind of word.

    >>> match_word("eng", ("engineer", "merchant"), "card_in_deck")
    'engineer'

    Raises PlayError, with the nearest words, where it means none or begins several.
    """
    names = tuple(dict.fromkeys(candidates))
    meant = {name.casefold(): name for name in names}
    meant |= {word.casefold(): name for word, name in (aliases or {}).items() if name in names}
    folded = typed.casefold()
    if folded in meant:
        return meant[folded]
    # Several words may be aliases of one card, which then is not ambiguous.
    begun = tuple(dict.fromkeys(name for word, name in meant.items() if folded and word.startswith(folded)))
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise PlayError(key="several", typed=repr(typed), known=list_words(begun))
    # The likeliest words first; the list is cut after a few.
    near = get_close_matches(folded, meant, n=2)
    if near and SequenceMatcher(None, folded, near[0]).ratio() > NEAR:
        raise PlayError(key="misspelt", typed=repr(typed), noun=noun, near=repr(meant[near[0]]))
    listed = tuple(dict.fromkeys((*(meant[word] for word in near), *names)))
    raise PlayError(key="unknown", typed=repr(typed), noun=noun, known=list_words(listed) or "…")


def list_words(words: Sequence[object], form: Callable[[object], str] = repr) -> str:
    """Return the first few words of a list as text.

    `form` turns a word into text; by default it is quoted, and `str` leaves actions as they are.
    """
    return ", ".join(map(form, words[:MOST])) + (" …" if len(words) > MOST else "")


def parse_numbers(words: Sequence[str], count: int, example: str) -> tuple[int, ...]:
    """Return typed words as `count` whole numbers; raise PlayError with `example`, a line that is typed right."""
    if len(words) != count or not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in words):
        raise PlayError(key="numbers", typed=repr(" ".join(words)), n=count, example=example)
    return tuple(map(int, words))
