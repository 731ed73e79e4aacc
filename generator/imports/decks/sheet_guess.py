"""Guesses what the columns of a sheet are for: a title, a text, numbers, a picture, a colour, copies, or notes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from generator.base.units import half_width
from generator.load.files.folder import PIXELS
from generator.load.files.toml_table import ID
from generator.load.headings.copy_counts import are_copies, are_running
from generator.load.headings.heading_words import common_headings, means, place_of
from generator.load.headings.row_ids import id_of
from generator.load.headings.row_kinds import is_total
from generator.load.tables.raw_table import RawRow, RawTable

MEANINGS = ("id", "title", "text", "flavour", "picture", "notes")
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
    """`title`, `text`, `flavour`, `picture`, `kind` (few repeated words), `number`, `tick`, `copies`, `id`, `notes`."""
    name: str = ""
    """Name of the column in the game."""
    is_rich: bool = False
    """Whether bold and italic letters of a workbook stand in it, and no signs that markup would take."""
    is_formatted: bool = False
    """Whether a workbook shows its numbers otherwise than they are, such as `$3`."""

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
        return not self.is_formatted and self.is_full and all(_WHOLE.match(half_width(value)) for value in self.values)

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
    rows = [row for row in table.rows if sum(map(bool, row.cells.values())) > 1 or len(table.header) == 1]
    rows = [row for row in rows if row is rows[0] or not is_total(row.cells.values())]
    columns = [
        SheetColumn(
            name,
            tuple(row.cells.get(name, "") for row in rows),
            is_rich=_is_rich(name, rows),
            is_formatted=any(row.shown.get(name, row.cells.get(name)) != row.cells.get(name) for row in rows),
        )
        for name in table.header
    ]
    # A formula without a saved value is no empty cell: the column stays, and the check of the game names it.
    columns = [column for column in columns if column.filled or any(column.heading in row.faults for row in rows)]
    roles = dict.fromkeys(table.hidden & {column.heading for column in columns}, "notes")
    roles |= _by_heading([column for column in columns if column.heading not in roles], pictures)
    _guess_texts([column for column in columns if column.heading not in roles], roles, columns)
    named = [column._replace(role=roles[column.heading]) for column in columns]
    used = [column for column in named if column.role != "notes"]
    return DeckColumns(tuple(_named(used)), tuple(column.heading for column in named if column.role == "notes"))


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
    if "picture" not in roles.values():
        free = [column for column in columns if column.heading not in roles]
        likely = [column.heading for column in free if _are_pictures(column) or _are_stems(column, pictures)]
        roles.update(dict.fromkeys(likely[:1], "picture"))
    return roles


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
    return sum(value.lower().endswith(PICTURES) for value in column.filled) > 0.7 * len(column.filled)


def _are_stems(column: SheetColumn, pictures: Collection[str]) -> bool:
    """Return whether a column names pictures without their endings: `fox` below `Art`, beside a file fox.png."""
    stems = sum(value.casefold() in pictures for value in column.filled)
    return means(column.heading, "picture") and 2 * stems > len(column.filled)


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
    # A list of questions has no names: each of them fills its card.
    is_list = len(columns) == 1 and bool(words) and words[0].length > _LONGEST_WORD
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
    plain = {"title": "name", **{role: role for role in ("text", "flavour", "picture", "id", "copies")}}
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
