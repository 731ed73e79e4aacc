"""The cards of a deck, compiled: names, items and columns by card number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.model.game import Component, Row
from generator.model.solo.solo_rules import SoloDeck
from generator.solo.action import PATH, REVEAL, Action

_ZEROS = re.compile(r"\b([a-z]*)0+(?=[1-9])")
"""Leading zeros of a label's number: `f07` may be typed as `f7`."""


class DeckCards:
    """The cards of a deck by number, in the order of the data."""

    def __init__(self, deck: SoloDeck, component: Component, items: Sequence[str]) -> None:
        """Compile the cards of a deck; `items` are the ids of the items that cards may give."""
        self.deck = deck
        pieces = {piece.row.id: piece for piece in reversed(component.pieces)}
        pieces = dict(reversed(pieces.items()))
        self.rows = tuple(piece.row for piece in pieces.values())
        self.names = tuple(piece.label if deck.named_by == "label" else id_ for id_, piece in pieces.items())
        self.index = {name: number for number, name in enumerate(self.names)}
        self.full = (1 << len(self.names)) - 1
        self.items = tuple(tuple(whole_number(row, item) for item in items) for row in self.rows)
        self.reveals = tuple(Action(REVEAL, (name,)) for name in self.names)
        self.paths = tuple(Action(PATH, (name,)) for name in self.names)
        self.aliases = self._aliases(component)

    def column(self, name: str) -> tuple[int, ...]:
        """Return a column of whole numbers, by card; 0 where a card has none."""
        return tuple(whole_number(row, name) for row in self.rows)

    def links(self, name: str) -> tuple[str, ...]:
        """Return the row ids in a column that names rows of a table, by card; empty where a card names none."""
        cells = [row.cells.get(name) for row in self.rows]
        return tuple(cell.id if isinstance(cell, Row) else "" for cell in cells)

    def _aliases(self, component: Component) -> dict[str, str]:
        """Return the words that mean a card, in small letters, with its name: its id and the labels of its copies."""
        name_of = dict(zip((row.id for row in self.rows), self.names, strict=True))
        labels = {piece.label.lower(): name_of[piece.row.id] for piece in component.pieces}
        short = {_ZEROS.sub(r"\1", label): name for label, name in labels.items()}
        return {**short, **labels, **name_of}


def whole_number(row: Row, column: str) -> int:
    """Return the whole number in a column of a row; 0 where the row has none."""
    cell = row.cells.get(column)
    return cell if isinstance(cell, int) else 0
