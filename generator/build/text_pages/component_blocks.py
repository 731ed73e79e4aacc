"""The pieces of a component as a table: a row for each kind of piece, a column for what stands on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.build.faces.piece_titles import piece_name
from generator.build.text_pages.icon_words import words_alone
from generator.build.text_pages.printed_words import PrintedWords, bare, is_printed, words_left
from generator.model.game import Component, Game, Piece, Row, Value
from generator.model.markup import guard
from generator.model.prose import Block, ListItem, Paragraph, TableBlock
from generator.model.text import Text

TITLE, WORD = "column.", "word."
"""Prefixes of the keys of columns, and of words in cells, in a game's strings."""

_ENDS = (".", "!", "?", "。", "！", "？")


@dataclass(frozen=True, slots=True)
class _Kind:
    """The pieces that are made from one row."""

    piece: Piece
    sets: tuple[Row, ...]
    """Rows of another table that the piece is made for, such as players."""


class ComponentBlocks:
    """Tables of pieces in one language."""

    def __init__(self, game: Game, language: str, words: Messages, printed: PrintedWords | None = None) -> None:
        """Take `printed`, the words on the pieces, if they are drawn."""
        self._language, self._words, self._printed = language, words, printed
        self._titles = (game.title[language], *game.makers)
        self._printed_columns: frozenset[str] = frozenset()
        """Columns of plain text whose words stand on the pieces of the current component."""
        self._printed_names: frozenset[str] = frozenset()
        """Printed columns whose words can serve as names of its pieces."""
        self._strings = {key: text[language] for key, text in game.strings.items()}
        self._has_titles = any(key.startswith(TITLE) for key in self._strings)

    def of(self, part: Component) -> Iterator[Block]:
        """Yield the blocks about a component: a note on its sets, if it has any, and a table or list of its pieces."""
        kinds = _kinds(part)
        self._printed_columns = frozenset(self._find_printed(part, kinds))
        self._printed_names = frozenset(name for name in self._printed_columns if self._names_pieces(name, part, kinds))
        sets = dict.fromkeys(piece_name(row, self._language) or row.id for kind in kinds for row in kind.sets)
        if sets:
            listed = self._words("between").join(map(guard, sets))
            yield Paragraph(self._words("text_page.sets", names=listed), 0)
        names = self._names(part, kinds)
        columns = list(self._columns(part, kinds))
        further_words = self._words_left_on(part, kinds, [names, *(cells for _, cells in columns)]) if not sets else []
        # A line on all of them, such as a symbol's name, is said once for all.
        shared = (
            [line for line in further_words[0] if all(line in lines for lines in further_words)]
            if len(further_words) > 1
            else []
        )
        if shared:
            yield Paragraph(self._words("text_page.on_each", words=guard(" ".join(shared))), 0)
        further_cells = [guard(" ".join(line for line in lines if line not in shared)) for lines in further_words]
        if any(further_cells):
            columns.append((self._words("text_page.others"), further_cells))
        if columns:
            head = (self._words("text_page.piece"), *(title for title, _ in columns))
            rows = tuple(zip(names, *(cells for _, cells in columns), strict=True))
            yield TableBlock(("left",) * len(head), head, rows, 0)
        else:
            yield from (ListItem("•", 0, name, 0) for name in names)

    def _find_printed(self, part: Component, kinds: Sequence[_Kind]) -> Iterator[str]:
        """Yield the columns of plain text whose words stand on the pieces, and in no other column."""
        rows = [(kind.piece.row.cells, self._lines(part, kind)) for kind in kinds]
        for column in dict.fromkeys(name for cells, _ in rows for name in cells) if self._printed else ():
            texts = [(cells[column], cells, lines) for cells, lines in rows if cells.get(column) not in (None, "")]
            on_pieces = all(_is_on_piece(text, lines) for text, _, lines in texts)
            if on_pieces and any(_is_told_by_itself(text, column, cells) for text, cells, _ in texts):
                yield column

    def _names_pieces(self, column: str, part: Component, kinds: Sequence[_Kind]) -> bool:
        """Whether a column of plain text can name pieces: it has another word for each, and no title of its own."""
        values = [kind.piece.row.cells.get(column, "") for kind in kinds]
        return len(set(values)) == len(values) and self._title(column, part) is None

    def _lines(self, part: Component, kind: _Kind) -> tuple[str, ...]:
        """Return the words printed on a kind of piece, line by line; none if it is not drawn."""
        return self._printed.of(part.id, kind.piece.id, self._language) if self._printed else ()

    def _words_left_on(
        self, part: Component, kinds: Sequence[_Kind], columns: Sequence[Sequence[str]]
    ) -> list[tuple[str, ...]]:
        """Return the words on each kind of piece that are not told yet, line by line."""
        words_by_kind = []
        for number, kind in enumerate(kinds):
            cells = [words_alone(column[number]) for column in columns]
            row = kind.piece.row
            texts = [words_alone(text) for text in map(self._words_of, row.cells.values()) if text]
            names = [self._own_name(row), piece_name(row, self._language), kind.piece.label, part.title[self._language]]
            texts_told = [*cells, *texts, *names, *self._titles]
            words_by_kind.append(words_left(self._lines(part, kind), texts_told))
        return words_by_kind

    def _columns(self, part: Component, kinds: Sequence[_Kind]) -> Iterator[tuple[str, list[str]]]:
        """Yield the title and the cells of each column that is read; copies first, where there are several."""
        if any(kind.piece.copies != 1 for kind in kinds):
            yield self._words("text_page.copies"), [str(kind.piece.copies) for kind in kinds]
        for column in dict.fromkeys(column for kind in kinds for column in kind.piece.row.cells):
            if self._is_read(column, part, kinds):
                # A column without a title of the game is called by its id.
                title = self._title(column, part) or column.replace("_", " ").capitalize()
                yield guard(title), [self._cell(kind.piece.row, column) for kind in kinds]

    def _names(self, part: Component, kinds: Sequence[_Kind]) -> list[str]:
        """Return the name of each kind of piece, with the label printed on it; each set has its own labels.

        Pieces without a name of their own are called as what they refer to, if that tells them apart.
        """
        rows = [kind.piece.row for kind in kinds]
        names = [self._own_name(row) or piece_name(row, self._language) for row in rows]
        # Names that do not tell the pieces apart are of no use to somebody who listens.
        if len(set(names)) < len(names):
            names = [self._own_name(row) for row in rows]
        if len(kinds) == 1:
            names = [names[0] or part.title[self._language]]
        labels = ["" if kind.sets else kind.piece.label for kind in kinds]
        pairs = zip(map(guard, names), map(guard, labels), strict=True)
        return [f"{name} ({label})" if name and label else name or label for name, label in pairs]

    def _title(self, column: str, part: Component) -> str | None:
        """Return the game's own title of a column.

        An empty text means that the column is not read out; None that the game gives no title.
        """
        own_title = self._strings.get(f"{TITLE}{part.id}.{column}")
        return self._strings.get(TITLE + column) if own_title is None else own_title

    def _is_read(self, column: str, part: Component, kinds: Sequence[_Kind]) -> bool:
        """Whether a column is read out: if it has a title, or words, or if the game gives no titles at all."""
        values = [value for kind in kinds if (value := kind.piece.row.cells.get(column)) not in (None, "", ())]
        title = self._title(column, part)
        if title == "" or not any(self._value(value, rich=False) for value in values):
            return False
        if title or isinstance(values[0], Text) or column in self._printed_columns:
            return not self._is_name(column, kinds)
        return not self._has_titles and not any(isinstance(value, str) or _is_plain_list(value) for value in values)

    def _is_name(self, column: str, kinds: Sequence[_Kind]) -> bool:
        """Whether a column holds the names of the pieces, which stand at the beginning of each row."""
        return all(self._name_column(kind.piece.row) == column for kind in kinds)

    def _own_name(self, row: Row) -> str:
        """Return the first text of a row, if it is a name and not a rule; it may be empty."""
        value = row.cells.get(self._name_column(row))
        return value if isinstance(value, str) else self._words_of(value)

    def _name_column(self, row: Row) -> str:
        """Return the column with the name of a row's piece; empty if its first text is a rule."""
        texts = [name for name, cell in row.cells.items() if isinstance(cell, Text)]
        printed = [name for name in row.cells if name in self._printed_names]
        column = next(iter([*texts, *printed]), "")
        return "" if column in row.rich else column

    def _words_of(self, value: Value | None) -> str:
        """Return a text in the language; empty for any other value."""
        return dict(value.by).get(self._language, "") if isinstance(value, Text) else ""

    def _cell(self, row: Row, column: str) -> str:
        """Return a cell of a row as a text in light markup (`**bold**`, `{icon}`); signs of plain cells are escaped."""
        value = row.cells.get(column)
        if isinstance(value, str) and column in self._printed_columns:
            return value if column in row.rich else guard(value)
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
            # Before numbers, because to Python a bool is an integer.
            case bool():
                return self._words("text_page.yes" if value else "text_page.no")
            case int() | float():
                return f"{value:g}"
        return guard(self._strings.get(WORD + value) or value.replace("_", " "))

    def _list(self, values: tuple[Value, ...]) -> str:
        """Return a list of values as words, one after the other; rows with rules in them with those rules."""
        texts = [self._with_text(value) if isinstance(value, Row) else "" for value in values]
        if any(texts):
            return self._joined([text for text in texts if text])
        return self._words("between").join(filter(None, (self._value(value, rich=False) for value in values)))

    def _joined(self, sentences: Sequence[str]) -> str:
        """Return rules as one text, with a sign between two of them where the first ends without punctuation."""
        ended = (text if text.endswith(_ENDS) else text + self._words("sheet.next").strip() for text in sentences[:-1])
        return " ".join([*ended, sentences[-1]])

    def _with_text(self, row: Row) -> str:
        """Return the rules in a row, after its name; empty for a row without any."""
        texts = (self._words_of(row.cells.get(column)) for column in row.rich)
        joined = " ".join(filter(None, texts))
        name = guard(self._own_name(row))
        return self._words("sheet.about", box=name, what=joined) if name and joined else joined


def _is_on_piece(value: Value, lines: Sequence[str]) -> bool:
    """Whether a value is a text that stands among the words of a piece."""
    return isinstance(value, str) and is_printed(words_alone(value), lines)


def _is_told_by_itself(value: Value, column: str, cells: Mapping[str, Value]) -> bool:
    """Whether a value is no part of another text: the name of a drawing often is a part of the card's name."""
    other_texts = (text for name, other in cells.items() if name != column for text in _texts_of(other))
    letters = bare(value) if isinstance(value, str) else ""
    return not any(letters in bare(text) and len(text) > len(letters) for text in other_texts)


def _texts_of(value: Value) -> tuple[str, ...]:
    """Return a value as texts, in all languages; none for numbers and lists."""
    if isinstance(value, Text):
        return tuple(words for _, words in value.by)
    return (value,) if isinstance(value, str) else ()


def _kinds(part: Component) -> list[_Kind]:
    """Return the kinds of pieces of a component: pieces that are made from one row are one kind."""
    by_row: dict[str, list[Piece]] = {}
    for piece in part.pieces:
        by_row.setdefault(piece.row.id, []).append(piece)
    return [
        _Kind(pieces[0], tuple(piece.per for piece in pieces if piece.per is not None)) for pieces in by_row.values()
    ]


def _is_plain_list(value: Value) -> bool:
    """Whether a value is a list of words or numbers, which mean something to a template alone."""
    return isinstance(value, tuple) and not any(isinstance(item, Row) for item in value)
