"""Hashes: of the rules a session was begun with, and of a state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from generator.model.form_stamp import rules_digest
from generator.model.game import Component, Game, Row
from generator.model.solo_rules import SoloRules
from generator.model.text import Text
from generator.play.rules.rules_protocol import plain


def of_state(state: Any) -> str:
    """A hash of a state of plain values."""
    return _hash(json.dumps(plain(state), separators=(",", ":"), ensure_ascii=True))


def of_rules(game: Game, solo: SoloRules) -> str:
    """A hash of all that solo play reads, less the words: a corrected name changes nothing."""
    decks = [game.component(deck.cards) for deck in solo.decks]
    tables = [(name, rows) for name, rows in sorted(game.tables.items())]
    return _hash(_spelt((rules_digest(game.sheets.values()), solo, tables, [_pieces(deck) for deck in decks])))


def of_deck(component: Component) -> str:
    """A hash of the cards of a component."""
    return _hash(_spelt(_pieces(component)))


def _pieces(component: Component) -> list[tuple[Any, ...]]:
    return [(piece.id, piece.label, piece.copies, piece.row) for piece in component.pieces]


def _spelt(noun: Any) -> str:
    if isinstance(noun, Text):
        return ""
    if isinstance(noun, Row):
        cells = {name: cell for name, cell in noun.cells.items() if name != "provenance"}
        return f"{noun.id}:{_spelt(cells)}"
    if isinstance(noun, Mapping):
        return _spelt(sorted(noun.items()))
    if isinstance(noun, list | tuple):
        return f"({','.join(map(_spelt, noun))})"
    names: Iterable[str] | None = getattr(noun, "__match_args__", None)
    return repr(noun) if names is None else _spelt([getattr(noun, name) for name in names])


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]
