"""The columns of a component's table, as a person reads them: each cell as words."""

from __future__ import annotations

from collections.abc import Callable

from generator.base.records import dataclass
from generator.model.game import Component, Piece, Row, Value
from generator.model.text import Text
from generator.web.http.page_renderer import phrase

LABEL, COPIES, PER, PROVENANCE = "label", "copies", "per", "provenance"
"""Names of columns: label and copies, the row for which a piece is made, and the source of the facts."""


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """One column of a component, in one language."""

    name: str
    value: Callable[[Piece], Value]
    """Function that returns the cell of a piece; an empty text where the row has none."""
    language: str

    def words(self, piece: Piece) -> str:
        """Return the cell of a piece as a person reads it."""
        return _words(self.value(piece), self.language)

    def number(self, piece: Piece) -> float | None:
        """Return the cell of a piece as a number; None if it holds something else."""
        value = self.value(piece)
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def columns_of(part: Component, language: str) -> tuple[ShownColumn, ...]:
    """Return the columns of a component in the order of its table; empty for a component that is a text."""
    if part.prose:
        return ()
    names = list(dict.fromkeys(name for piece in part.pieces for name in piece.row.cells))
    fixed = [
        ShownColumn("id", lambda piece: piece.id, language),
        ShownColumn(LABEL, lambda piece: piece.label, language),
    ]
    fixed.append(ShownColumn(COPIES, lambda piece: piece.copies, language))
    if any(piece.per for piece in part.pieces):
        fixed.append(ShownColumn(PER, lambda piece: piece.per.id if piece.per else "", language))
    fixed_names = {column.name for column in fixed}
    # The source of a row is the least of what a reader looks for: last.
    names.sort(key=lambda name: name == PROVENANCE)
    return (*fixed, *(ShownColumn(name, _cell(name), language) for name in names if name not in fixed_names))


def _cell(name: str) -> Callable[[Piece], Value]:
    """Return a function that returns the cell of a piece in a column; an empty text where the row lacks it."""
    return lambda piece: piece.row.cells.get(name, "")


def _words(value: Value, language: str) -> str:
    """Return a cell's value as words: texts in the language, rows by id, lists with commas, yes as a tick."""
    match value:
        case Text():
            return phrase(value, language)
        case Row():
            return value.id
        case tuple():
            return ", ".join(_words(item, language) for item in value)
        case bool():
            return "✓" if value else ""
        case float():
            return f"{value:g}"
        case _:
            return str(value)
