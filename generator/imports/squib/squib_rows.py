"""The table of a deck of Squib: its columns as the file has them, and those that the script makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.imports.foreign.project import BUILT_IN, NewIds, as_id, column_ids
from generator.imports.foreign.project_files import copies_of
from generator.imports.ruby.values.ruby_values import RubyUnknownError, text_of
from generator.imports.squib.squib_frames import SquibFrame

_COUNTED = ("qty", "quantity", "copies", "count")
# The last three are Spanish, French and Italian.
_NAMING = ("name", "title", "id", "card", "nombre", "titre", "nome")


class CardRows:
    """A row for each card, which become rows with copies where cards of one row are the same."""

    def __init__(self, count: int, frame: SquibFrame | None) -> None:
        """Take the number of cards, and the table that they come from; None for a script without one."""
        self._count, self._frame = count, frame
        self._columns: dict[str, list[str]] = {}
        """Cells by the ids of their columns."""
        self._ids: dict[str, str] = {}
        """Ids of the columns of the file, by their headings."""
        self._as_text: set[str] = set()
        self._as_pictures: set[str] = set()
        self._texts: dict[str, list[str]] = {}
        self._made: dict[tuple[str, ...], str] = {}
        """Columns that are made here, by their cells."""
        self.copies_column = ""
        """The heading of the column that counts the copies without the script's doing."""
        if frame:
            self._take_frame(frame)

    def _take_frame(self, frame: SquibFrame) -> None:
        """Take over the columns of a table, but for the one that counts copies."""
        # Rows that were repeated need no column that counts them.
        headings = [name for name in frame.cells if name.lower() != "qty" or not self._is_exploded]
        plain = [name for name in headings if name.strip().lower() in _COUNTED]
        if plain and not self._is_exploded and all(cell.isdecimal() or not cell for cell in frame.cells[plain[0]]):
            self.copies_column = plain[0]
        columns = [name for name in headings if name != self.copies_column]
        self._ids = dict(zip(columns, column_ids(columns), strict=True))
        for name, id_ in self._ids.items():
            self._columns[id_] = [*frame.cells[name]]
            self._texts[name] = [_text(value) for value in frame.source[name]]

    @property
    def _is_exploded(self) -> bool:
        """Return whether rows of the table were repeated for their copies."""
        frame = self._frame
        return frame is not None and len({*frame.row_numbers}) < len(frame.row_numbers)

    def text_column(self, values: Mapping[int, str], stem: str) -> str:
        """Return the id of a column with these texts by card, one of the table or a new one named after `stem`."""
        for name, texts in self._texts.items():
            id_ = self._ids[name]
            # A column that names pictures has other words in the game than in the script.
            if id_ not in self._as_pictures and all(texts[card] == text for card, text in values.items()):
                self._as_text.add(id_)
                return id_
        return self._new_column(values, stem)

    def picture_column(self, files: Mapping[int, str], names: Mapping[int, str], stem: str) -> str:
        """Return the id of a column of pictures, one of the table that names the files, or a new one.

        `files` and `names` are the files in the script and in the game, by card.
        """
        for name, texts in self._texts.items():
            id_ = self._ids[name]
            if id_ in self._as_text or not any(files.values()):
                continue
            if all(texts[card] == file for card, file in files.items()):
                self._as_pictures.add(id_)
                for card, picture in names.items():
                    self._columns[id_][card] = picture
                return id_
        return self._new_column(names, stem)

    def is_blank_elsewhere(self, id_: str, cards: Sequence[int]) -> bool:
        """Return whether a column is empty on all cards but `cards`."""
        return all(not cell for card, cell in enumerate(self._columns[id_]) if card not in {*cards})

    def mark(self, cards: Sequence[int]) -> str:
        """Return the id of a column that marks `cards` with "yes"."""
        return self._new_column(dict.fromkeys(cards, "yes"), "drawn")

    def _new_column(self, values: Mapping[int, str], stem: str) -> str:
        """Return the id of a column with values by card, made at the first call."""
        cells = tuple(values.get(card, "") for card in range(self._count))
        # Equal columns are made once, as boxes are often drawn on the same cards.
        if cells not in self._made:
            id_ = as_id(stem, {*self._columns, *BUILT_IN}, otherwise="text")
            self._columns[id_] = [*cells]
            self._made[cells] = id_
        return self._made[cells]

    def written(self) -> list[dict[str, str]]:
        """Return the rows of the written table, with `id` and `copies`."""
        ids, rows = NewIds(), []
        numbers = self._frame.row_numbers if self._frame else [0] * self._count
        cards = [(numbers[card], tuple(cells[card] for cells in self._columns.values())) for card in range(self._count)]
        # Cards of one row that are drawn alike are copies of one card.
        for (_, cells), same in groupby(enumerate(cards), key=lambda entry: entry[1]):
            group = [card for card, _ in same]
            row = dict(zip(self._columns, cells, strict=True))
            copies = str(len(group)) if not self.copies_column else self._counted(group[0])
            rows.append({"id": ids.add(self._name(row), otherwise="card"), "copies": copies, **row})
        return rows

    def _counted(self, card: int) -> str:
        """Return the copies of a card from the column that counts them."""
        frame = self._frame
        return copies_of(frame.cells[self.copies_column][card]) if frame else "1"

    def _name(self, row: Mapping[str, str]) -> str:
        """Return the name of a row's card, from a column for names or else the first."""
        by_name = {name.strip().lower(): id_ for name, id_ in self._ids.items()}
        column = next((by_name[name] for name in _NAMING if name in by_name), next(iter(by_name.values()), ""))
        return row.get(column, "")


def main_frame(frames: Sequence[SquibFrame], count: int, values: Sequence[Sequence[Any]]) -> SquibFrame | None:
    """Return the table of a deck: the one from which most of its lists come, with a row for each card.

    None if no table has as many rows as the deck has cards (`count`).
    """
    fitting = [frame for frame in frames if len(frame.row_numbers) == count]
    scores = [sum(_is_of(frame, value) for value in values) for frame in fitting]
    best = max(scores, default=0)
    return fitting[scores.index(best)] if best else fitting[-1] if fitting else None


def _is_of(frame: SquibFrame, values: Sequence[Any]) -> bool:
    """Return whether a list is a column of a table, now or as it was read."""
    return any(column is values or column == values for column in (*frame.columns.values(), *frame.source.values()))


def _text(value: Any) -> str:
    """Return a value as text; a text that no cell has for an unknown value."""
    try:
        return text_of(value)
    except RubyUnknownError:
        # A value that is not known is to be equal to no cell of a table.
        return "\0"
