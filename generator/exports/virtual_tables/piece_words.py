"""What the cells of a piece are called on a table."""

from __future__ import annotations

from generator.model.game import Row, Value
from generator.model.text import Text


def piece_words(value: Value, language: str) -> str:
    """Return the words of a cell, such as that of a die's face: the name of a row, or what stands there.

    >>> piece_words("gold", "en")
    'gold'
    """
    if isinstance(value, Row):
        value = value.cells.get("name", value.id)
    return value[language] if isinstance(value, Text) else str(value)
