"""Names of cells of a piece on a table."""

from __future__ import annotations

from generator.model.game import Row, Value
from generator.model.text import Text


def piece_words(value: Value, language: str) -> str:
    """Return the words of a cell, such as a die's face: its text, or the name of the row that it refers to.

    >>> piece_words("gold", "en")
    'gold'
    """
    if isinstance(value, Row):
        value = value.cells.get("name", value.id)
    return value[language] if isinstance(value, Text) else str(value)
