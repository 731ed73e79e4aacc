"""The digest of a state, by ids: it stays the same when the order of the data changes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from generator.solo.compiled.boxes import bits
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import State, pending_words


def state_document(book: Rulebook, state: State) -> dict[str, Any]:
    """Return a state as values for JSON.

    Sets of cards are in the order of the data, so nothing tells which card comes next.
    """
    return {
        "settings": dict(zip(book.settings, state.settings, strict=True)),
        "year": state.year,
        "phase": state.phase,
        "pending": [list(pending_words(pending)) for pending in state.pending],
        "boxes": {box.id: mark for box, mark in zip(book.boxes.boxes, state.boxes, strict=True) if mark},
        "trained": {
            book.boxes.tracks[gladiator.trained].id: state.used[gladiator.flag] for gladiator in book.gladiators
        },
        "items": dict(zip(book.items, state.items, strict=True)),
        "unseen": _sets(book, state.unseen),
        "discards": _sets(book, state.discards),
        "shuffles": dict(zip(book.deck_index, state.shuffles, strict=True)),
        "hand": [book.name(book.solo.hand.deck, card) for card in state.hand],
        "prospect": book.name(book.solo.hand.deck, state.prospect) if state.prospect >= 0 else None,
        "neutral": [[book.name(book.solo.neutral.deck, card), *paid] for card, *paid in state.neutral],
        "attack": [book.name(book.solo.attack.deck, card) for card in state.attack],
        "cancelled": dict(zip(book.directions, state.cancelled, strict=True)),
    }


def digest_state(book: Rulebook, state: State) -> str:
    """Return a hash of a whole state, the same on every machine; session files hold it."""
    # Keys are sorted, so that the digest does not depend on the order in which they are written here.
    text = json.dumps(state_document(book, state), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _sets(book: Rulebook, masks: Iterable[int]) -> dict[str, list[str]]:
    """Return for each deck the names of the cards in a mask, in the order of the data."""
    return {
        cards.deck.id: [cards.names[card] for card in bits(mask)] for cards, mask in zip(book.decks, masks, strict=True)
    }
