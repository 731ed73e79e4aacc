"""States as plain JSON and back: everything by its id, so that a saved state outlives a change of order in the data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from generator.solo.boxes import bits
from generator.solo.rulebook import Rulebook
from generator.solo.state import NeutralState, State


def to_json(book: Rulebook, state: State) -> dict[str, Any]:
    """A state as JSON holds it; cards of decks are in the order of the data, which says nothing of what comes next."""
    return {
        "settings": dict(zip(book.settings, state.settings, strict=True)),
        "year": state.year,
        "phase": state.phase,
        "pending": [list(pending) for pending in state.pending],
        "boxes": {box.id: mark for box, mark in zip(book.boxes.boxes, state.boxes, strict=True) if mark},
        "trained": dict(zip(_gladiators(book), state.used[len(book.boxes.limits) :], strict=True)),
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


def from_json(book: Rulebook, data: Mapping[str, Any]) -> State:
    """The state that `to_json` wrote; KeyError or ValueError for anything else."""
    boxes = bytes(data["boxes"].get(box.id, 0) for box in book.boxes.boxes)
    hand = book.deck(book.solo.hand.deck).index
    neutral = book.deck(book.solo.neutral.deck).index
    return State(
        settings=tuple(data["settings"][setting] for setting in book.settings),
        year=data["year"],
        phase=data["phase"],
        pending=tuple(tuple(pending) for pending in data["pending"]),
        boxes=boxes,
        levels=book.boxes.levels(boxes),
        closed=book.boxes.closed(boxes),
        used=_used(book, boxes, data["year"]) + bytes(data["trained"][track] for track in _gladiators(book)),
        items=tuple(data["items"][item] for item in book.items),
        unseen=_masks(book, data["unseen"]),
        discards=_masks(book, data["discards"]),
        shuffles=tuple(data["shuffles"][deck] for deck in book.deck_index),
        hand=tuple(hand[name] for name in data["hand"]),
        prospect=-1 if data["prospect"] is None else hand[data["prospect"]],
        neutral=tuple(NeutralState(neutral[name], *paid) for name, *paid in data["neutral"]),
        attack=tuple(book.deck(book.solo.attack.deck).index[name] for name in data["attack"]),
        cancelled=tuple(data["cancelled"][direction] for direction in book.directions),
    )


def digest(book: Rulebook, state: State) -> str:
    """A hash of a whole state, the same on every machine."""
    text = json.dumps(to_json(book, state), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _gladiators(book: Rulebook) -> list[str]:
    return [track for track, _ in book.solo.fights.gladiators]


def _used(book: Rulebook, boxes: bytes, year: int) -> bytes:
    """How often the year stands in the boxes of each limit."""
    index = book.boxes.index
    return bytes(sum(1 for box in limit.boxes if boxes[index[box]] == year) for limit in book.boxes.limits)


def _sets(book: Rulebook, masks: Iterable[int]) -> dict[str, list[str]]:
    return {
        cards.deck.id: [cards.names[card] for card in bits(mask)] for cards, mask in zip(book.decks, masks, strict=True)
    }


def _masks(book: Rulebook, sets: Mapping[str, Iterable[str]]) -> tuple[int, ...]:
    return tuple(sum(1 << cards.index[name] for name in sets[cards.deck.id]) for cards in book.decks)
