"""Numbers for programs that learn: every action of a game has a number, and every state is a row of bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, chain
from typing import get_args

from generator.solo.action import STOPPED, Action
from generator.solo.availability import attack_counts
from generator.solo.compiled.rulebook import OWN, Rulebook
from generator.solo.hadrians_wall import setup
from generator.solo.state import OVER, Pending, State

_MOST = 255
"""The greatest number that a byte holds; no count of a game comes near it."""

_DIGITS = bytes.maketrans(b"01", b"\0\1")
_KINDS = tuple(choice._field_defaults["kind"] for choice in get_args(Pending))
"""The kinds of pending choices."""


class ActionNumbers:
    """Every action that a player of a game can ever do, numbered; the numbers change only with the data of the game."""

    def __init__(self, book: Rulebook) -> None:
        """Number the actions of a game, in an order that follows from its data."""
        self.actions = tuple(dict.fromkeys(_every_action(book)))
        self._numbers = {action: number for number, action in enumerate(self.actions)}

    def number(self, action: Action) -> int:
        """Return the number of an action; raise KeyError for an action that no player can do."""
        return self._numbers[action]

    def numbers(self, actions: Iterable[Action]) -> list[int]:
        """Return the numbers of actions, in their order."""
        return [self._numbers[action] for action in actions]


def _every_action(book: Rulebook) -> Iterator[Action]:
    """Yield every action that a player can ever do; some come more than once."""
    neutral = book.deck(book.solo.neutral.deck)
    patterns = [(OWN, pattern) for pattern in book.placements]
    patterns += zip(neutral.names, book.neutral_patterns, strict=True)
    yield from book.boxes.actions
    yield from book.choices.values()
    yield from book.deck(book.solo.hand.deck).paths
    yield from book.sources.values()
    yield from (action for pattern in patterns for _, action in book.places(*pattern))
    yield from chain.from_iterable(favours.actions for favours in book.favours)
    yield STOPPED


class StateEncoder:
    """Writes what a player knows of a state as a row of bytes, always of one length.

    `parts` has the place of each part in the row. A set of cards has a byte of 0 or 1 for each card of its deck, in the
    order of the data.
    """

    def __init__(self, book: Rulebook) -> None:
        """Lay out the row of bytes for the states of a game."""
        self._book = book
        self._phases = (*book.phases, OVER)
        self._neutral = len(book.deck(book.solo.neutral.deck).names)
        self._choices = [[choice.id for choice in setting.choices] for setting in book.solo.settings]
        # A part is as long in every state, so that the first state tells where each begins.
        first = self._parts(setup(book))
        ends = list(accumulate(map(len, first.values())))
        starts = (0, *ends)
        self.parts: Mapping[str, slice] = dict(zip(first, map(slice, starts, ends), strict=False))
        self.length = ends[-1]

    def encode(self, state: State) -> bytes:
        """Return the part of a state that the player knows, as a row of `length` bytes."""
        return b"".join(self._parts(state).values())

    def _parts(self, state: State) -> dict[str, bytes]:
        """Return the bytes of each part of the row, by its name; in an order that is the same for every state."""
        book = self._book
        pending = [choice.kind for choice in state.pending]
        parts = {
            "year": bytes((state.year,)),
            "phase": _one_hot(self._phases.index(state.phase), len(self._phases)),
            "asked": _one_hot(_KINDS.index(pending[0]), len(_KINDS)) if pending else bytes(len(_KINDS)),
            "pending": bytes(map(pending.count, _KINDS)),
            "settings": bytes(map(list.index, self._choices, state.settings)),
            "boxes": state.boxes,
            "used": state.used,
            # A row has a fixed length, so that a count has a byte even where a rule sets no limit.
            "items": bytes([min(count, _MOST) for count in state.items]),
            "hand": _one_hot_of(state.hand, len(book.deck(book.solo.hand.deck).names)),
            "prospect": _one_hot(state.prospect, len(book.deck(book.solo.hand.deck).names)),
            "neutral": self._neutral_cards(state),
            "attack": bytes(attack_counts(book, state.attack)),
            "cancelled": bytes(state.cancelled),
            "shuffles": bytes(state.shuffles),
        }
        for cards, unseen, discards in zip(book.decks, state.unseen, state.discards, strict=True):
            parts[f"unseen {cards.deck.id}"] = _card_set(unseen, len(cards.names))
            parts[f"discards {cards.deck.id}"] = _card_set(discards, len(cards.names))
        return parts

    def _neutral_cards(self, state: State) -> bytes:
        """Return three bytes for each neutral card: whether it is on the table, its tokens for goods and scouts."""
        cards = bytearray(3 * self._neutral)
        for card, goods, scouts in state.neutral:
            # By card and not by place on the table, so that a learner finds a card always in the same bytes.
            cards[3 * card : 3 * card + 3] = 1, goods, scouts
        return bytes(cards)


def _one_hot(place: int, count: int) -> bytes:
    """Return a 1 at one place among `count` bytes of zeros; only zeros for the place -1."""
    return _one_hot_of((place,) if place >= 0 else (), count)


def _one_hot_of(places: Iterable[int], count: int) -> bytes:
    """Return a 1 at each of some places among `count` bytes of zeros."""
    bits = bytearray(count)
    for place in places:
        bits[place] = 1
    return bytes(bits)


def _card_set(mask: int, count: int) -> bytes:
    """Return a byte of 0 or 1 for each of `count` cards: whether the mask has the card."""
    # Card 0 is the lowest bit, and the first byte.
    return f"{mask:0{count}b}"[::-1].encode().translate(_DIGITS)
