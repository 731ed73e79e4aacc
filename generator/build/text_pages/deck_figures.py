"""Counts of the cards of a deck by the values of its columns, and the chances to draw one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import NamedTuple

from generator.base.units import decimal
from generator.model.game import Component, Game, Piece, Row, Value
from generator.model.text import Text

DRAWN = (1, 3, 5, 7)
"""Cards drawn without putting any back, for which chances are told: one, and usual hands."""
MOST_VALUES = 14
"""Most values of a column that are counted: a column with more hardly repeats any."""
_DRAWN_FROM = frozenset({"cards", "tokens"})
"""Kinds of components that are shuffled and drawn."""
_PROVENANCE = "provenance"


class ValueFigures(NamedTuple):
    """The cards of a deck that have one value in a column."""

    deck: str
    column: str
    value: str
    kinds: int
    copies: int
    total: int
    """Copies of all cards of the deck."""

    def chance(self, drawn: int) -> float:
        """Return the chance that at least one of some drawn cards has the value: a hypergeometric one."""
        drawn = min(drawn, self.total)
        return 1 - comb(self.total - self.copies, drawn) / comb(self.total, drawn)

    def cells(self) -> tuple[str, ...]:
        """Return the cells of a line of a table."""
        counts = (self.copies, self.kinds, *(round(100 * self.chance(drawn)) for drawn in DRAWN))
        return self.deck, self.column, self.value, *map(str, counts)

    def document(self) -> dict[str, object]:
        """Return the figures for JSON."""
        chances = {str(drawn): round(self.chance(drawn), 4) for drawn in DRAWN}
        return self._asdict() | {"chances": chances}


HEAD = ("deck", "column", "value", "copies", "kinds", *(f"in {drawn} %" for drawn in DRAWN))
"""Heads of the columns of a table of figures."""


def deck_figures(game: Game, language: str) -> list[ValueFigures]:
    """Return the figures of each deck of a game; words are in a language of the game."""
    decks = [part for part in game.components if part.kind in _DRAWN_FROM and not part.prose]
    return [figures for deck in decks for figures in _figures(deck, language)]


def _figures(deck: Component, language: str) -> Iterator[ValueFigures]:
    """Yield the figures of each column of a deck whose values repeat, numbers and words in rising order."""
    names = dict.fromkeys(name for piece in deck.pieces for name in piece.row.cells if name != _PROVENANCE)
    for name in names:
        pieces: dict[str, list[Piece]] = {}
        for piece in deck.pieces:
            for value in dict.fromkeys(_words(piece.row.cells.get(name, ""), language)):
                pieces.setdefault(value, []).append(piece)
        # A value on each card, or one on none other, tells nothing about the deck.
        if not 2 <= len(pieces) <= MOST_VALUES or len(pieces) >= len(deck.pieces):
            continue
        for value in sorted(pieces, key=_order):
            copies = sum(piece.copies for piece in pieces[value])
            yield ValueFigures(deck.id, name, value, len(pieces[value]), copies, deck.count)


def _order(value: str) -> tuple[float, str]:
    """Return the sort key of a value: numbers by size, before words."""
    try:
        return float(value), ""
    except ValueError:
        return float("inf"), value


def _words(value: Value, language: str) -> Sequence[str]:
    """Return the values in a cell as words: one for each item of a list, and the id of a row."""
    match value:
        case tuple():
            return [words for item in value for words in _words(item, language)]
        case bool():
            return ["yes" if value else "no"]
        case int() | float():
            return [decimal(float(value))]
        case Row():
            return [value.id]
        case Text():
            return [value[language]] if value[language] else []
    return [str(value)] if value else []
