"""Guesses what the columns of a sheet are for: a title, a text, numbers, a picture, a colour, copies, or notes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from generator.base.text_files.picture_name import plain_picture_name
from generator.base.units import half_width
from generator.load.files.folder import PIXELS
from generator.load.files.toml_table import ID
from generator.load.headings.copy_counts import are_copies, are_running
from generator.load.headings.heading_words import common_headings, means, place_of
from generator.load.headings.row_ids import id_of
from generator.load.headings.row_kinds import is_rule, is_total
from generator.load.tables.raw_table import RawRow, RawTable

MEANINGS = ("id", "title", "text", "answer", "flavour", "picture", "notes")
PICTURES = (*PIXELS, ".svg")

_NUMBER = re.compile(r"[+\-−±]?[$€£¥]? ?[0-9]{1,6}([.,][0-9]+)*[+*%]? ?[$€£¥]?\Z")
"""A number, also with a currency or with commas between thousands."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}\Z")
_MARKUP = re.compile(r"[*^{}\\]")
"""Signs that mean something in rich columns."""
_TICK = {"yes", "no", "true", "false"}
_HTML = re.compile(r"<(b|i|u|em|strong|br|p|ul|ol|li|span|div|font)\b[^>]*>", re.IGNORECASE)
_ITEM = re.compile(r"^[*\-•][ \t]+\S", re.MULTILINE)
# Characters of a word such as the name of a suit, and how many such names a column may have.
_LONGEST_WORD, _MOST_KINDS = 24, 8


class SheetColumn(NamedTuple):
    """A column of a sheet, and what it is for."""

    heading: str
    values: tuple[str, ...]
    """Cells of the rows that are cards, in order."""
    role: str = "more"
    """`title`, `text`, `answer`, `flavour`, `picture`, `number`, `tick`, `copies`, `id`, `notes`, `more`, or `kind`:
    few words that repeat.
    """
    name: str = ""
    """Name of the column in the game."""
    is_rich: bool = False
    """Whether bold and italic letters of a workbook stand in it, and no signs that markup would take."""
    displayed: tuple[str, ...] = ()
    """The cells as a workbook shows them, such as `$3`, where that differs from their values."""

    @property
    def filled(self) -> list[str]:
        """Return the cells that are not empty."""
        return [value for value in self.values if value]

    @property
    def is_full(self) -> bool:
        """Return whether no cell is empty."""
        return all(self.values)

    @property
    def is_whole(self) -> bool:
        """Return whether each cell holds a whole number, written plainly: not as `$3` or `3.0`."""
        return not self.displayed and self.is_full and all(_WHOLE.match(half_width(value)) for value in self.values)

    @property
    def is_running(self) -> bool:
        """Return whether the cells count the rows: 1, 2, 3 and so on."""
        return are_running(self.values)

    @property
    def has_html(self) -> bool:
        """Return whether cells have tags of HTML, or lines that begin like items of a list."""
        return any(_HTML.search(value) or _ITEM.search(value) for value in self.values)

    @property
    def has_amounts(self) -> bool:
        """Return whether most cells begin with a number, like `3 gold`."""
        return 2 * sum(value[0].isdecimal() for value in self.filled) > len(self.filled)

    @property
    def length(self) -> float:
        """Return the average number of characters in a filled cell.

        Japanese characters count twice, as they are twice as wide.
        """
        return sum(sum(1 + (char > "\u2e7f") for char in value) for value in self.filled) / max(len(self.filled), 1)

    @property
    def longest(self) -> int:
        """Return the number of characters in the longest cell, as it is shown."""
        return max(map(len, self.displayed or self.values), default=0)

    @property
    def variety(self) -> float:
        """Return the share of filled cells that differ from one another, 0 to 1."""
        return len(set(self.filled)) / max(len(self.filled), 1)


class DeckColumns(NamedTuple):
    """The columns of a deck, with those that are left out."""

    columns: tuple[SheetColumn, ...]
    left_out: tuple[str, ...]
    """Headings."""

    def of(self, role: str) -> tuple[SheetColumn, ...]:
        """Return the columns with a role, such as "title" or "number"."""
        return tuple(column for column in self.columns if column.role == role)

    def first(self, role: str) -> SheetColumn | None:
        """Return the first column with a role, None if there is none."""
        return next(iter(self.of(role)), None)


def guess_columns(table: RawTable, pictures: Collection[str] = ()) -> DeckColumns:
    """Guess the roles of a table's columns; the column with the shortest text is the title, the longest the text.

    `pictures` are the names of files that lie beside the sheet, in small letters and without their endings.
    """
    # A row with a single cell is a remark or a title between cards, unless the sheet has one column.
    aside = _tables_aside(table)
    header = [name for name in table.header if name not in aside]
    cells = [row.cells if not aside else {name: row.cells.get(name, "") for name in header} for row in table.rows]
    rows = [
        row._replace(cells=texts)
        for row, texts in zip(table.rows, cells, strict=True)
        if sum(map(bool, texts.values())) > 1 or len(header) == 1
    ]
    rows = [row for row in rows if not is_rule(row.cells.values())]
    rows = [row for row in rows if row is rows[0] or not is_total(row.cells.values())]
    columns = [
        SheetColumn(
            name,
            tuple(row.cells.get(name, "") for row in rows),
            is_rich=_is_rich(name, rows),
            displayed=_displayed(name, rows),
        )
        for name in header
    ]
    # A formula without a saved value is no empty cell: the column stays, and the check of the game names it.
    columns = [column for column in columns if column.filled or any(column.heading in row.faults for row in rows)]
    roles = dict.fromkeys(table.hidden & {column.heading for column in columns}, "notes")
    roles |= _by_heading([column for column in columns if column.heading not in roles], pictures)
    _guess_texts([column for column in columns if column.heading not in roles], roles, columns)
    named = [column._replace(role=roles[column.heading]) for column in columns]
    used = [column for column in named if column.role != "notes"]
    left_out = [column.heading for column in named if column.role == "notes"]
    return DeckColumns((*_named(used), *_pictures_by_name(used, pictures)), (*left_out, *aside))


def _tables_aside(table: RawTable) -> tuple[str, ...]:
    """Return the headings of other tables in the same lines, behind an empty column: such a one fills other rows.

    A single column is none, but remarks on the cards.
    """
    # The row of the headings alone says little: an empty column may only be there for looks.
    blocks: list[list[str]] = [[]]
    for place, name in enumerate(table.places, 1):
        if name:
            blocks[-1].append(name)
        elif not any(row.cells.get(str(place)) for row in table.rows):
            blocks.append([])
    first, *beyond = [block for block in blocks if block] or [[]]
    lines = _filled_lines(table, first)
    return tuple(name for block in beyond if len(block) > 1 and _fills_others(table, block, lines) for name in block)


def _filled_lines(table: RawTable, names: Sequence[str]) -> set[int]:
    """Return the lines in which at least one of some columns has a cell."""
    return {row.line for row in table.rows if any(row.cells.get(name) for name in names)}


def _fills_others(table: RawTable, names: Sequence[str], lines: Collection[int]) -> bool:
    """Whether columns fill rows without cards, or fewer than two thirds of the rows with cards."""
    filled = _filled_lines(table, names)
    return bool(filled.difference(lines)) or 3 * len(filled) <= 2 * len(lines)


def _displayed(name: str, rows: Sequence[RawRow]) -> tuple[str, ...]:
    """Return the cells of a column as a workbook shows them; none where they are shown as they are."""
    texts = tuple(row.shown.get(name, row.cells.get(name, "")) for row in rows)
    return texts if any(text != row.cells.get(name, "") for text, row in zip(texts, rows, strict=True)) else ()


def _pictures_by_name(columns: Sequence[SheetColumn], pictures: Collection[str]) -> Iterator[SheetColumn]:
    """Yield a column of pictures where the sheet has none, and most pictures beside it are called as the cards."""
    title = next((column for column in columns if column.role == "title"), None)
    if title and not any(column.role == "picture" for column in columns) and _are_stems(title, pictures):
        yield title._replace(role="picture", name="picture")


def _is_rich(name: str, rows: Sequence[RawRow]) -> bool:
    """Return whether some letters of a column are bold or italic to stand out from others in it.

    Not so where the whole column has the same letters, or cells hold signs that markup would take.
    """
    cells = [(row.cells[name], row.styled.get(name, "")) for row in rows if row.cells.get(name)]
    has_signs = any(_MARKUP.search(text) for text, styled in cells if not styled.strip("*"))
    return not has_signs and (any(styled.strip("*") for _, styled in cells) or len({styled for _, styled in cells}) > 1)


def _by_heading(columns: Sequence[SheetColumn], pictures: Collection[str]) -> dict[str, str]:
    """Return the roles of columns with a common heading, such as "Cost", and fitting cells, by heading.

    `pictures` are names of files beside the sheet, in small letters and without endings.
    """
    # Copies first: "Number" may also be a heading of plain numbers.
    counts = [column.heading for column in columns if are_copies(column.heading, column.filled)]
    roles = dict.fromkeys(counts[:1], "copies")
    for role in MEANINGS:
        fitting = [column for column in columns if column.heading not in roles and _may_be(column, role)]
        places = {column.heading: place_of(column.heading, role) for column in fitting}
        # "Name" comes before "Character".
        named = sorted((place, heading) for heading, place in places.items() if place is not None)
        roles.update((heading, role) for _, heading in (named if role == "notes" else named[:1]))
    free = [column for column in columns if column.heading not in roles]
    if "picture" not in roles.values():
        likely = [column.heading for column in free if _are_pictures(column) or _names_pictures(column, pictures)]
        roles.update(dict.fromkeys(likely[:1], "picture"))
    return dict.fromkeys((column.heading for column in free if _are_addresses(column)), "notes") | roles


def is_number(value: str) -> bool:
    """Return whether a cell is a number, as a heading hardly is."""
    return _NUMBER.match(half_width(value)) is not None


def _may_be(column: SheetColumn, role: str) -> bool:
    """Return whether a column's cells allow a role.

    An id has unique words, a picture file names; notes may be anything, and other roles are no numbers.
    """
    match role:
        case "id":
            return column.variety == 1 and column.is_full and all(map(ID.match, column.values))
        case "picture":
            return _are_pictures(column)
        case "notes":
            return True
    return not all(_NUMBER.match(half_width(value)) for value in column.filled)


def _are_pictures(column: SheetColumn) -> bool:
    """Return whether most cells of a column are names of picture files."""
    names = (plain_picture_name(value).lower() for value in column.filled)
    return sum(name.endswith(PICTURES) for name in names) > 0.7 * len(column.filled)


def _names_pictures(column: SheetColumn, pictures: Collection[str]) -> bool:
    """Return whether a column whose heading means pictures names those beside the sheet."""
    return means(column.heading, "picture") and _are_stems(column, pictures)


def _are_stems(column: SheetColumn, pictures: Collection[str]) -> bool:
    """Return whether a column names pictures without their endings: `fox`, beside a file fox.png."""
    stems = sum(value.casefold() in pictures for value in column.filled)
    return 2 * stems > len(column.filled)


def _are_addresses(column: SheetColumn) -> bool:
    """Return whether most cells hold addresses of the web, which nobody prints on a card."""
    return 2 * sum("://" in value for value in column.filled) > len(column.filled)


def _guess_texts(open_: Sequence[SheetColumn], roles: dict[str, str], columns: Sequence[SheetColumn]) -> None:
    """Add to `roles` the columns whose headings say nothing, judged by their cells.

    `open_` are these columns, `columns` all of the sheet.
    """
    words = []
    for column in open_:
        if _are_numbers(column):
            roles[column.heading] = "more" if column.is_running else "number"
        elif all(value.lower() in _TICK for value in column.filled):
            roles[column.heading] = "tick"
        else:
            words.append(column)
    # Questions have no names: each of them fills its card.
    is_list = len(columns) == 1 and bool(words) and words[0].length > _LONGEST_WORD
    is_list |= {"text", "answer"} <= {*roles.values()}
    if "title" not in roles.values() and not is_list and (title := _likely_title(words)):
        roles[title.heading] = "title"
        words.remove(title)
    # The title is taken first: in a deck with one column of words they are names, not rules.
    text = max(words, key=lambda column: column.length, default=None)
    if text and "text" not in roles.values() and _is_prose(text):
        roles[text.heading] = "text"
        words.remove(text)
    roles.update((column.heading, "kind" if _is_kind(column) else "more") for column in words)
    if not {"title", "text"} & {*roles.values()}:  # a sheet of numbers: the first column names the cards
        roles[columns[0].heading] = "title"


def _are_numbers(column: SheetColumn) -> bool:
    """Return whether cells are numbers; among costs or mostly numbers, brief cells such as `X` or `2+` pass too."""
    numbers = sum(_NUMBER.match(half_width(value)) is not None for value in column.filled)
    is_brief = all(len(value) <= 3 for value in column.filled)
    return numbers == len(column.filled) or (
        is_brief and (2 * numbers > len(column.filled) or means(column.heading, "cost"))
    )


def _is_prose(column: SheetColumn) -> bool:
    """Return whether a column holds sentences: long cells, or fairly long ones that hardly repeat."""
    return column.length > 2 * _LONGEST_WORD or (column.variety > 0.7 and column.length > 12)


def _likely_title(words: Sequence[SheetColumn]) -> SheetColumn | None:
    """Return the column that likely names the cards: the first brief varied text, or else the shortest text.

    None if no column has words.
    """
    varied = [column for column in words if column.variety > 0.7 and len(column.filled) > 0.6 * len(column.values)]
    brief = [column for column in varied if column.length <= _LONGEST_WORD and not column.has_amounts]
    return next(iter(brief), None) or min(varied or words, key=lambda column: column.length, default=None)


def _is_kind(column: SheetColumn) -> bool:
    """Return whether a column sorts cards into kinds: a few short words, without digits, that repeat."""
    values = set(column.filled)
    is_short = all(len(value) <= _LONGEST_WORD for value in values)
    is_word = not any(char.isdigit() for value in values for char in value)
    return is_short and is_word and 1 < len(values) <= _MOST_KINDS and len(column.filled) > 1.5 * len(values)


def _named(columns: Sequence[SheetColumn]) -> Iterator[SheetColumn]:
    """Yield columns with names for the game: `name`, `text`, `id` and so on, or names made of their headings."""
    plain = {"title": "name", **{role: role for role in ("text", "answer", "flavour", "picture", "id", "copies")}}
    # Templates read these as attributes of every card.
    used_names = {*plain.values(), "label", "provenance", "in_lang"}
    for number, column in enumerate(columns, 1):
        name = plain.get(column.role) or id_of(column.heading, column.role)[:38]
        if not column.heading.isascii() and column.role not in plain:
            meanings = (meaning for meaning in common_headings() if means(column.heading, meaning))
            name = next((meaning for meaning in meanings if meaning not in used_names), f"{column.role}_{number}")
        while column.role not in plain and name in used_names:
            name = f"{name}_{number}"
        used_names.add(name)
        yield column._replace(name=name)
