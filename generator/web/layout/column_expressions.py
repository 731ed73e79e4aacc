"""The expressions of templates that print a column of a card, or compare it: a row is printed by its title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.load.headings.heading_words import means
from generator.model.game import Component, Row, Value
from generator.model.text import Text
from generator.web.editing.row_form import PICTURES

_TITLES = ("title", "name", "label", "text")
"""Columns that name a row, the likeliest first."""
_PER = "per"
"""Name in templates of the row that a piece is made for, and of its column in the table."""


def printed_column(part: Component, name: str) -> str:
    """Return the expression that prints a column of a component's cards, such as `card.name`.

    A row is printed by its title, `card.suit.name`, and a list with commas. A column of yes and no prints its own name
    where it says yes, and an empty cell prints nothing.
    """
    values = [*_values(part, name)]
    filled = [value for value in values if value not in (None, (), "")]
    value = filled[0] if filled else None
    column = _PER if name == _PER else f"card.{name}"
    if isinstance(value, bool):
        return f'"{name.replace("_", " ")}" if {column}'
    # Only a row that is not there has no title; all other empty cells print nothing.
    is_optional = isinstance(value, Row) and len(filled) < len(values)
    return _expression(column, value) + (f" if {column}" if is_optional else "")


def has_pictures(part: Component, name: str) -> bool:
    """Return whether a column names files of pictures: all its cells that are not empty do."""
    filled = [value for value in _values(part, name) if value not in (None, "")]
    return bool(filled) and all(isinstance(value, str) and value.lower().endswith(PICTURES) for value in filled)


def picture_columns(part: Component, names: Sequence[str]) -> list[str]:
    """Return the columns whose cells name pictures, or will: all are still empty below a heading such as `picture`."""
    # Before the first picture is there, nothing but the heading says what a column is for.
    empty = (name for name in names if means(name, "picture") and not any(_values(part, name)))
    waiting = {*empty}
    return [name for name in names if name in waiting or has_pictures(part, name)]


def is_partly_empty(part: Component, name: str) -> bool:
    """Return whether a column has empty cells beside others."""
    filled = [value not in (None, "") for value in _values(part, name)]
    return any(filled) and not all(filled)


def compared_column(part: Component, name: str, value: str) -> str:
    """Return the condition that a column of a card has a value, such as `card.kind == "animal"`.

    A row has the value that is its id or its title. The value may hold neither quotation marks nor backslashes.
    """
    column = _PER if name == _PER else f"card.{name}"
    rows = [row for row in _values(part, name) if isinstance(row, Row)]
    if rows:
        # Templates compare a row with no text, so that its id is compared.
        named = (row.id for row in rows if value in {row.id, *_words(row.cells.get(_title(row)))})
        return f'{column}.id == "{next(named, value)}"'
    return f'{column} == "{value}"'


def _expression(column: str, value: Value | None) -> str:
    """Return the expression for a column that holds such a value, which is no empty cell."""
    if isinstance(value, Row):
        return f"{column}.{_title(value)}"
    if isinstance(value, tuple):
        title = f', attribute="{_title(value[0])}"' if isinstance(value[0], Row) else ""
        return f'{column}|join(", "{title})'
    return column


def _title(row: Row) -> str:
    """Return the column of a row that names it: one called so, else its first words, else its id."""
    titles = (name for name in _TITLES if row.cells.get(name))
    words = (name for name, value in row.cells.items() if isinstance(value, Text))
    return next(titles, None) or next(words, "id")


def _words(value: Value | None) -> tuple[str, ...]:
    """Return a text in all its languages; empty for another value."""
    if isinstance(value, Text):
        return tuple(words for _, words in value.by)
    return (value,) if isinstance(value, str) else ()


def _values(part: Component, name: str) -> Iterator[Value | None]:
    """Yield the cells of a column, one for each piece; None for an empty one."""
    for piece in part.pieces:
        yield piece.per if name == _PER else piece.row.cells.get(name, "")
