"""The pieces of a component as a table: a row for each kind of piece, a column for what stands on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.build.faces.piece_titles import piece_name
from generator.model.game import Component, Game, Piece, Row, Value
from generator.model.markup import guard
from generator.model.prose import Block, ListItem, Paragraph, TableBlock
from generator.model.text import Text

TITLE, WORD = "column.", "word."
"""What precedes a column, or the word in a cell, in the keys of a game's strings."""

_ENDS = (".", "!", "?", "。", "！", "？")


@dataclass(frozen=True, slots=True)
class _Kind:
    """The pieces that are made from one row."""

    piece: Piece
    sets: tuple[Row, ...]
    """The rows of another table that it is made for, such as players."""


class ComponentBlocks:
    """Tables of pieces in one language."""

    def __init__(self, game: Game, language: str, words: Messages) -> None:
        self._language, self._words = language, words
        self._strings = {key: text[language] for key, text in game.strings.items()}
        self._has_titles = any(key.startswith(TITLE) for key in self._strings)

    def of(self, part: Component) -> Iterator[Block]:
        """Yield a note on the sets of a component, where it has several, and its table, or a list of names alone."""
        kinds = _kinds(part)
        sets = dict.fromkeys(piece_name(row, self._language) or row.id for kind in kinds for row in kind.sets)
        if sets:
            listed = self._words("between").join(map(guard, sets))
            yield Paragraph(self._words("text_page.sets", names=listed), 0)
        names = self._names(part, kinds)
        columns = list(self._columns(part, kinds))
        if columns:
            head = (self._words("text_page.piece"), *(title for title, _ in columns))
            rows = tuple(zip(names, *(cells for _, cells in columns), strict=True))
            yield TableBlock(("left",) * len(head), head, rows, 0)
        else:
            yield from (ListItem("•", 0, name, 0) for name in names)

    def _columns(self, part: Component, kinds: Sequence[_Kind]) -> Iterator[tuple[str, list[str]]]:
        """Yield the title and the cells of each column that is read; copies first, where there are several."""
        if any(kind.piece.copies != 1 for kind in kinds):
            yield self._words("text_page.copies"), [str(kind.piece.copies) for kind in kinds]
        for column in dict.fromkeys(column for kind in kinds for column in kind.piece.row.cells):
            if self._is_read(column, part, kinds):
                title = self._title(column, part) or column.replace("_", " ").capitalize()
                yield guard(title), [self._cell(kind.piece.row, column) for kind in kinds]

    def _names(self, part: Component, kinds: Sequence[_Kind]) -> list[str]:
        """Return what each kind of piece is called, with the label that is printed on it; each set has its own labels.

        Pieces without a name of their own are called as what they refer to, if that tells them apart.
        """
        rows = [kind.piece.row for kind in kinds]
        names = [self._own_name(row) or piece_name(row, self._language) for row in rows]
        if len(set(names)) < len(names):
            names = [self._own_name(row) for row in rows]
        if len(kinds) == 1:
            names = [names[0] or part.title[self._language]]
        labels = ["" if kind.sets else kind.piece.label for kind in kinds]
        pairs = zip(map(guard, names), map(guard, labels), strict=True)
        return [f"{name} ({label})" if name and label else name or label for name, label in pairs]

    def _title(self, column: str, part: Component) -> str | None:
        """Return the game's own title of a column; empty for one that is not read, None where it has none."""
        own = self._strings.get(f"{TITLE}{part.id}.{column}")
        return self._strings.get(TITLE + column) if own is None else own

    def _is_read(self, column: str, part: Component, kinds: Sequence[_Kind]) -> bool:
        """Whether a column is read: where the game has titles for columns, all that have one, and all words."""
        values = [value for kind in kinds if (value := kind.piece.row.cells.get(column)) not in (None, "", ())]
        title = self._title(column, part)
        if title == "" or not any(self._value(value, rich=False) for value in values):
            return False
        if title or isinstance(values[0], Text):
            return not self._is_name(column, kinds)
        return not self._has_titles and not any(isinstance(value, str) or _is_plain_list(value) for value in values)

    def _is_name(self, column: str, kinds: Sequence[_Kind]) -> bool:
        """Whether a column holds what the pieces are called, which begins their rows."""
        return all(self._name_column(kind.piece.row) == column for kind in kinds)

    def _own_name(self, row: Row) -> str:
        """Return the first text of a row, if it is a name and not a rule; it may be empty."""
        return self._words_of(row.cells.get(self._name_column(row)))

    def _name_column(self, row: Row) -> str:
        column = next((name for name, cell in row.cells.items() if isinstance(cell, Text)), "")
        return "" if column in row.rich else column

    def _words_of(self, value: Value | None) -> str:
        return dict(value.by).get(self._language, "") if isinstance(value, Text) else ""

    def _cell(self, row: Row, column: str) -> str:
        value = row.cells.get(column)
        return "" if value is None else self._value(value, rich=column in row.rich)

    def _value(self, value: Value, *, rich: bool) -> str:
        """Return a value in light markup."""
        match value:
            case Text():
                return self._words_of(value) if rich else guard(self._words_of(value))
            case Row():
                return guard(piece_name(value, self._language))
            case tuple():
                return self._list(value)
            case bool():
                return self._words("text_page.yes" if value else "text_page.no")
            case int() | float():
                return f"{value:g}"
        return guard(self._strings.get(WORD + value) or value.replace("_", " "))

    def _list(self, values: tuple[Value, ...]) -> str:
        """Return values one after the other; rows with a text beside their name with that text."""
        texts = [self._with_text(value) if isinstance(value, Row) else "" for value in values]
        if any(texts):
            return self._joined([text for text in texts if text])
        return self._words("between").join(filter(None, (self._value(value, rich=False) for value in values)))

    def _joined(self, sentences: Sequence[str]) -> str:
        """Return rules one after the other, with a sign between them where one does not end with its own."""
        ended = (text if text.endswith(_ENDS) else text + self._words("sheet.next").strip() for text in sentences[:-1])
        return " ".join([*ended, sentences[-1]])

    def _with_text(self, row: Row) -> str:
        """Return the rules in a row, after its name; empty for a row without any."""
        texts = (self._words_of(row.cells.get(column)) for column in row.rich)
        joined = " ".join(filter(None, texts))
        name = guard(self._own_name(row))
        return self._words("sheet.about", box=name, what=joined) if name and joined else joined


def _kinds(part: Component) -> list[_Kind]:
    """Return the pieces of a component by the row that they are made from."""
    by_row: dict[str, list[Piece]] = {}
    for piece in part.pieces:
        by_row.setdefault(piece.row.id, []).append(piece)
    return [_Kind(some[0], tuple(each.per for each in some if each.per is not None)) for some in by_row.values()]


def _is_plain_list(value: Value) -> bool:
    """Whether a value is a list of words or numbers, which mean something to a template alone."""
    return isinstance(value, tuple) and not any(isinstance(each, Row) for each in value)
