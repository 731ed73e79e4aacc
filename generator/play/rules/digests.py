"""Digests that session files hold: of the rules a session was begun with, and of its states."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from generator.model.form_stamp import rules_digest
from generator.model.game import Component, Game, Row
from generator.model.sheet import Value
from generator.model.solo.campaign import Fort
from generator.model.solo.solo_rules import SoloRules
from generator.model.text import Text


def digest_state_values(state: Any) -> str:
    """Return the digest of a state that is given as values that JSON can hold."""
    return _hash(json.dumps(state, separators=(",", ":"), ensure_ascii=True))


def digest_solo_rules(game: Game, solo: SoloRules) -> str:
    """Return the digest of all data that solo play reads, without names and texts.

    A corrected text so leaves old sessions valid.
    """
    decks = [game.component(deck.cards) for deck in solo.decks]
    tables = [(name, rows) for name, rows in sorted(game.tables.items())]
    return _hash(_spell((rules_digest(game.sheets.values()), solo, tables, [_cards(deck) for deck in decks])))


def digest_fort(rules: str, fort: Fort, values: Iterable[Value]) -> str:
    """Return the digest of a fort, from the digest of the game's rules, the fort's changes, goals and values."""
    return _hash(_spell((rules, fort, list(values))))


def digest_deck(component: Component) -> str:
    """Return the digest of the cards of a component."""
    return _hash(_spell(_cards(component)))


def _cards(component: Component) -> list[tuple[Any, ...]]:
    """Return id, label, copies and data of each piece of a component."""
    return [(piece.id, piece.label, piece.copies, piece.row) for piece in component.pieces]


def _spell(noun: Any) -> str:
    """Return data as text in which equal data are equal; texts for readers and sources of values are left out."""
    # A corrected text leaves old sessions valid.
    if isinstance(noun, Text):
        return ""
    if isinstance(noun, Row):
        # The source of a value changes nothing in play.
        cells = {name: cell for name, cell in noun.cells.items() if name != "provenance"}
        return f"{noun.id}:{_spell(cells)}"
    if isinstance(noun, Mapping):
        return _spell(sorted(noun.items()))
    if isinstance(noun, list | tuple):
        return f"({','.join(map(_spell, noun))})"
    # Records are spelled field by field, so that the texts in them are left out too.
    names: Iterable[str] | None = getattr(noun, "__match_args__", None)
    return repr(noun) if names is None else _spell([getattr(noun, name) for name in names])


def _hash(text: str) -> str:
    """Return the first 32 hexadecimal digits of the SHA-256 of a text."""
    return sha256(text.encode()).hexdigest()[:32]
