"""Reads typed actions: a verb and words, such as `mark fort_02 soldier`, `reveal F17`, `favour left temple`.

Reading forgives: large and small letters, the start of a word, the later part of one (`large` for `large_road`), the
words in any order, a track for its next box, `wall 3` for `wall_03`, any label of a card, and filling words. What is
written that way must mean exactly one legal action. Three things can be wrong:

UnreadableActionError     a word means nothing here
AmbiguousError      several legal actions fit
IllegalActionError  it can be read, and is not possible now
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeAlias

from generator.base.errors import UsageError
from generator.solo.action import MARK, PLACE, SHUFFLE, STOPPED, VERBS, Action
from generator.solo.compiled.rulebook import OWN, Rulebook
from generator.solo.explain.reason import Reason
from generator.solo.hadrians_wall import legal
from generator.solo.reasons import IllegalActionError, why_not
from generator.solo.state import State

FILLING = frozenset(("pay", "with", "raid", "the", "on", "a", "card"))
"""Words that are ignored."""

LONGEST = 200
"""Characters of the longest line that is read."""

_CLEAR = 3
"""Letters that are enough for a track although others begin with them too, if only it can be marked."""

_LOOKED_AT = 100
"""Actions that are examined for the reason why none of them is legal."""

Fit: TypeAlias = Callable[[Rulebook, str, str], bool]
"""Whether a word can stand for a word of an action."""

# The number is split off without its zeros: `wall3`, `wall 3` and `wall_03` name the same box.
_NUMBERED = re.compile(r"(.*?[a-z])[_ ]?0*([1-9][0-9]?)\Z")


class UnreadableActionError(UsageError):
    """A text that is no action: `reason` has the key `strange`, `no_action` or `long_text`."""

    def __init__(self, reason: Reason, legal: Sequence[Action]) -> None:
        """Take the reason, and the actions that are legal."""
        self.reason = reason
        self.legal = tuple(legal)
        super().__init__(str(reason))


class AmbiguousError(UsageError):
    """A text that several legal actions fit."""

    def __init__(self, text: str, fitting: Sequence[Action]) -> None:
        """Take the typed text, and the legal actions that fit it."""
        self.text = text
        self.fitting = tuple(fitting)
        super().__init__(f"{text}: ambiguous {', '.join(map(str, fitting))}")


def read_action(book: Rulebook, state: State, text: str) -> Action:
    """Return the one legal action that a typed text means.

    Raises UnreadableActionError, AmbiguousError or IllegalActionError.
    """
    possible = legal(book, state)
    plain = _plain(text, possible)
    # The whole notation first: it is never ambiguous, even where a longer word begins with it.
    exact = next((action for action in possible if str(action).lower() == plain), None)
    if exact:
        return exact
    verb, words = _split(plain, possible)
    # Equal boxes are one choice to a player, and the first of them is as good as any.
    fitting = without_equals(book, _fitting(book, verb, words, possible))
    if len(fitting) == 1:
        _check_short(book, plain, words, fitting[0])
        return fitting[0]
    if fitting:
        raise AmbiguousError(plain, fitting)
    raise _wrong(book, state, verb, words, possible)


def without_equals(book: Rulebook, legal: Sequence[Action]) -> tuple[Action, ...]:
    """Return legal actions without those that fill an equal box of the same track for the same price.

    The needs of such boxes make no difference any more, as they are met.
    """
    first: dict[object, Action] = {}
    for action in legal:
        first.setdefault(_equal_move(book, action) if action.verb == MARK else action, action)
    return tuple(first.values())


def _equal_move(book: Rulebook, action: Action) -> tuple[object, ...]:
    """Return the contents of a `mark` action without its box's number: equal for moves that differ in nothing else."""
    box = book.boxes.book.box(action.words[0])
    gives = box.gains, box.one_of, box.yearly, box.yearly_one_of, box.outcomes
    return box.track, box.section, box.title, box.tags, gives, action.words[1:]


def _check_short(book: Rulebook, plain: str, words: tuple[str, ...], action: Action) -> None:
    """Raise AmbiguousError for one or two letters that begin several tracks, although only one can be marked now."""
    if action.verb != MARK:
        return
    track = book.boxes.boxes[book.boxes.index[action.words[0]]].track
    for word in words:
        short = _NUMBERED.match(word)
        begins = short[1].rstrip("_") if short else word
        tracks = [candidate for candidate in book.boxes.tracks if candidate.id.startswith(begins)]
        # With one or two letters a player may have meant a track that is closed just now.
        if len(begins) < _CLEAR and track.startswith(begins) and len(tracks) > 1:
            raise AmbiguousError(plain, [Action(MARK, (candidate.boxes[0].id,)) for candidate in tracks])


def _plain(text: str, possible: Sequence[Action]) -> str:
    """Return a typed text in small letters with single spaces; raise UnreadableActionError for one too long."""
    if len(text) > LONGEST:
        raise UnreadableActionError(Reason("long_text", (("n", len(text)),)), possible)
    return " ".join(text.lower().replace(",", " ").split())


def _split(plain: str, possible: Sequence[Action]) -> tuple[str, tuple[str, ...]]:
    """Return the verb of a text, empty where it begins without one, and its other words."""
    # Only after the exact notation was tried: a card or a box may be called like a filling word.
    words = [word for word in plain.split() if word not in FILLING]
    if not words:
        raise UnreadableActionError(Reason("no_action", (("text", plain),)), possible)
    verbs = [verb for verb in VERBS if verb.startswith(words[0])]
    # Without a verb, all words are words of the action.
    return (words[0], tuple(words[1:])) if verbs else ("", tuple(words))


def _fitting(book: Rulebook, verb: str, words: tuple[str, ...], among: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions that a verb and words can mean; those that they name in full come alone."""
    verbal = [action for action in among if action.verb.startswith(verb)]
    # A word in full wins over the words that begin with it.
    for fits in (_is_said, _is_begun):
        for joined in _joinings(words):
            meant = [_meaning(book, word) for word in joined]
            fitting = [action for action in verbal if _fits(book, action, meant, fits)]
            if fitting:
                return tuple(fitting)
    return ()


def _joinings(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield ways to join words: as they are, with a number joined to the word before, with two words joined."""
    numbered = tuple(re.sub(r"([a-z]) ([0-9]+)\b", r"\1_\2", " ".join(words)).split())
    for spelling in dict.fromkeys((words, numbered)):
        yield spelling
        for place in range(len(spelling) - 1):
            yield (*spelling[:place], "_".join(spelling[place : place + 2]), *spelling[place + 2 :])


def _meaning(book: Rulebook, word: str) -> str:
    """Return a word as the data spells it: a card by its name, a number with two digits."""
    for cards in book.decks:
        if word in cards.aliases:
            return cards.aliases[word].lower()
    match = _NUMBERED.match(word)
    return f"{match[1]}_{int(match[2]):02}" if match else word


def _fits(book: Rulebook, action: Action, words: Sequence[str], fits: Fit) -> bool:
    """Return whether each word stands for a different word of the action; with `_is_said`, for all its words."""
    unmatched = [word.lower() for word in action.words]
    for word in words:
        match = next((full for full in unmatched if fits(book, word, full)), None)
        if match is None:
            return False
        unmatched.remove(match)
    return not unmatched or fits is not _is_said


def _is_said(book: Rulebook, word: str, full: str) -> bool:
    """Return whether a typed word is a word of an action in full, or the track of the box that it names."""
    box = book.boxes.index.get(full)
    return word in (full, full.lstrip("0")) or (box is not None and book.boxes.boxes[box].track == word)


def _is_begun(book: Rulebook, word: str, full: str) -> bool:
    """Return whether a typed word begins a word of an action or one of its parts; whole ids stand for themselves."""
    if word in book.boxes.track_index or word in book.boxes.index:
        return _is_said(book, word, full)
    if word.isdecimal():
        # Numbers are compared as numbers, so that `3` means box `03` and not `30`.
        return any(part.isdecimal() and int(part) == int(word) for part in full.split("_"))
    stem, _, number = word.rpartition("_")
    # A number at the end has to agree; the rest may be a beginning.
    if stem and number.isdecimal() and full.endswith(f"_{number}"):
        word, full = stem, full.removesuffix(f"_{number}")
    return full.startswith(word) or any(part.startswith(word) for part in full.split("_")[1:])


def _wrong(book: Rulebook, state: State, verb: str, words: tuple[str, ...], possible: Sequence[Action]) -> UsageError:
    """Return the error for a text that fits no legal action: why its action is not possible now, or that it is none."""
    meant = _fitting(book, verb, words, _every(book))
    if meant:
        # A pattern has thousands of places: the reasons of the first ones say enough.
        reasons = [(action, why_not(book, state, action)) for action in meant[:_LOOKED_AT]]
        # A player wants to know why a move of this year fails, not that another phase has begun.
        timely = [pair for pair in reasons if pair[1].key != "waits"]
        # A marked box is the least useful answer where another box of the same name is still empty.
        fresh = [pair for pair in timely if pair[1].key != "marked"]
        typed = "" if timely or len(meant) == 1 else " ".join((verb, *words)).strip()
        return IllegalActionError(*(fresh or timely or reasons)[0], possible, typed)
    vocabulary = _vocabulary(book)
    strange = next((word for word in words if not any(full.startswith(word) for full in vocabulary)), "")
    if strange:
        reason = Reason("strange", (("text", strange), ("near", _near(strange, vocabulary))))
        return UnreadableActionError(reason, possible)
    return UnreadableActionError(Reason("no_action", (("text", " ".join((verb, *words)).strip()),)), possible)


def _near(strange: str, vocabulary: Sequence[str]) -> str:
    """Return the known word nearest to a strange one; empty for a number, or a known word with too large a number."""
    stem = strange.rstrip("0123456789")
    if not stem or (stem != strange and any(word.rstrip("0123456789") == stem for word in vocabulary)):
        return ""
    return next(iter(get_close_matches(strange, vocabulary, n=1)), "")


@lru_cache(maxsize=4)
def _every(book: Rulebook) -> tuple[Action, ...]:
    """Return every action that can ever be legal, and the marking of boxes that nothing pays for."""
    hand, neutral = book.deck(book.solo.hand.deck), book.deck(book.solo.neutral.deck)
    places = [action for pattern in book.placements for _, action in book.places(OWN, pattern)]
    for name, pattern in zip(neutral.names, book.neutral_patterns, strict=True):
        places += [action for _, action in book.places(name, pattern)]
    marks = [move.action for move in book.boxes.moves]
    never = [Action("mark", (box.id,)) for box in book.boxes.boxes if not box.costs]
    favours = [action for favour in book.favours for action in favour.actions]
    chance = [action for cards in book.decks for action in (*cards.reveals, Action(SHUFFLE, (cards.deck.id,)))]
    answers = (*book.choices.values(), *hand.paths, *book.sources.values(), *favours, STOPPED)
    return tuple(dict.fromkeys((*marks, *never, *answers, *chance, *places)))


@lru_cache(maxsize=4)
def _names(book: Rulebook) -> frozenset[str]:
    """Return every word that an action can have, in full, but for the cells of places."""
    return frozenset(word.lower() for action in _every(book) if action.verb != PLACE for word in action.words)


@lru_cache(maxsize=4)
def _vocabulary(book: Rulebook) -> tuple[str, ...]:
    """Return all words that may be typed for actions: ids, tracks and other labels of cards, sorted."""
    aliases = {alias for cards in book.decks for alias in cards.aliases}
    return tuple(sorted(_names(book) | set(book.boxes.track_index) | aliases | {OWN}))
