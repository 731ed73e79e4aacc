"""Deals cards by a seed: each deck has an order of its own for every time it is shuffled.

The order runs over all cards of the deck, and cards that are not in it now are skipped. So nothing has to be stored,
and every order of the others is equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from generator.base.records import dataclass
from generator.base.rng import Stream
from generator.solo.action import REVEAL, SHUFFLE, Action
from generator.solo.compiled.boxes import bits
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import Reveal, Shuffle, State

Card = TypeVar("Card")


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """A request to turn up a card."""

    deck: str
    reason: str
    """What it is for, such as `income` or `attack`; empty for a deck by itself."""
    count: int
    """Cards still to come for it."""
    turn: int
    """Shuffles of the deck so far; each has an order of its own."""
    every: tuple[str, ...]
    """All cards of the deck, in the order of the data."""
    unseen: tuple[str, ...]
    """Cards that may come, in the same order; none if the deck must be shuffled first."""


def draw_request(book: Rulebook, state: State) -> DrawRequest | None:
    """Return the card that a state of solo play awaits; None where the player decides, or the game is over."""
    awaits = state.awaits
    if awaits is None:
        return None
    # Cards are named in the order of the data, which says nothing of the order in which they come.
    number = book.deck_index[awaits.deck]
    names, unseen = book.decks[number].names, state.unseen[number]
    # A deck that awaits a shuffle is empty, and no card of it may come.
    in_deck = tuple(names[card] for card in bits(unseen)) if isinstance(state.pending[0], Reveal) else ()
    return DrawRequest(awaits.deck, awaits.reason, awaits.cards, state.shuffles[number], names, in_deck)


class Dealer:
    """Deals from the decks of one seed."""

    __slots__ = ("_orders", "_seed")

    def __init__(self, seed: str) -> None:
        """Take the seed from which all orders of cards follow."""
        self._seed = seed
        self._orders: dict[tuple[str, int], tuple[str, ...]] = {}

    def action(self, draw: DrawRequest) -> Action:
        """Return the action that reveals the card on top, or shuffles if no card is left."""
        if not draw.unseen:
            return Action(SHUFFLE, (draw.deck,))
        key = draw.deck, draw.turn
        if key not in self._orders:
            self._orders[key] = _shuffled(self._seed, draw.deck, draw.turn, draw.every)
        # Cards that left the deck in another way are passed over.
        return Action.parse(f"{REVEAL} {_top(self._orders[key], Counter(draw.unseen))}")


class StateDealer:
    """Deals the cards that states of solo play await: the same as `Dealer`, without naming the unseen ones first.

    Naming them took a third of a game played at random.
    """

    __slots__ = ("_book", "_orders", "_seed")

    def __init__(self, book: Rulebook, seed: str) -> None:
        """Take the rules, and the seed from which all orders of cards follow."""
        self._book, self._seed = book, seed
        self._orders: dict[tuple[int, int], tuple[int, ...]] = {}

    def action(self, state: State) -> Action | None:
        """Return the action that reveals the card on top, or shuffles if no card is left.

        None where the player decides. None also where the game is over.
        """
        head = state.pending[0] if state.pending else None
        if not isinstance(head, Reveal | Shuffle):
            return None
        number = self._book.deck_index[head.deck]
        unseen = state.unseen[number]
        if isinstance(head, Shuffle) or not unseen:
            return Action(SHUFFLE, (head.deck,))
        order = self._order(number, head.deck, state.shuffles[number])
        return self._book.decks[number].reveals[next(card for card in order if unseen >> card & 1)]

    def _order(self, number: int, deck: str, turn: int) -> tuple[int, ...]:
        """Return the numbers of all cards of a deck in the order of one of its shuffles."""
        key = number, turn
        if key not in self._orders:
            numbers = range(len(self._book.decks[number].names))
            self._orders[key] = _shuffled(self._seed, deck, turn, numbers)
        return self._orders[key]


def _shuffled(seed: str, deck: str, turn: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a deck in the order of one of its shuffles: both dealers deal by the same stream."""
    return Stream(seed, f"{deck}/{turn}").shuffled(cards)


def _top(order: tuple[str, ...], unseen: Counter[str]) -> str:
    """Return the top card of an order, in which only the last `unseen` copies of each card are still in the deck."""
    # Copies of a card share a name: the last ones of the order are those that are still in the deck.
    top = order[-1]
    for card in reversed(order):
        if unseen[card]:
            unseen[card] -= 1
            top = card
    return top
