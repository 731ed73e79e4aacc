"""The declaration of a column of a data file."""

from __future__ import annotations

from collections.abc import Collection

from generator.base.records import NamedTuple
from generator.load.tables.raw_table import RawTable

PLAIN = ("word", "number")
"""The types of a list's items, besides rows of a table."""


class Column(NamedTuple):
    """A declared column; type `words` has one column for each language in the file, such as `name.en`."""

    name: str
    type: str
    optional: bool = False
    rich: bool = False
    """Whether its texts are read as light markup."""
    has_html: bool = False
    """Whether its texts are HTML, which becomes light markup."""
    least: float | None = None
    most: float | None = None
    decimals: bool = False
    of: str = ""
    """The table of a `row` or `list`, or the type of a list's items."""
    one_of: tuple[str, ...] = ()
    default: str | None = None
    """Text of an empty cell; None if it has no default."""
    sources: tuple[tuple[str, str], ...] = ()
    """Headings in the file by the column's name, and for words by name and language."""

    @property
    def needed(self) -> bool:
        """Whether a file must have the column, and a value in each of its cells."""
        return not self.optional and self.default is None

    @property
    def table(self) -> str:
        """The table that a `row` or `list` names rows of; empty for other columns."""
        return self.of if self.of not in PLAIN else ""

    def headers(self, languages: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of the columns in the file: one for each language if the type is `words`."""
        return tuple(f"{self.name}.{language}" for language in languages) if self.type == "words" else (self.name,)

    def heading(self, header: str) -> str:
        """Return the heading under which a column `header` stands in the file."""
        return dict(self.sources).get(header, header)


ID_COLUMN = Column("id", "id")
COPIES = Column("copies", "copies", default="1")
LABEL = Column("label", "text", optional=True)
PROVENANCE = Column("provenance", "provenance", optional=True)

NUDGE = "at."
"""Beginning of the headings of columns that move a box on single pieces; the id of the box follows."""
CROP = "crop."
"""Beginning of the headings of columns that show another part of a picture on single pieces; its id follows."""
_OF_BOXES = {NUDGE: "nudge", CROP: "crop"}
"""Types of the columns that are about one box, by the beginning of their headings."""


def box_columns(declared: Collection[Column], languages: tuple[str, ...], raw: RawTable) -> tuple[Column, ...]:
    """Return the columns of a file that are about one box, such as `at.title`: they are declared nowhere."""
    reserved = {name for column in declared for name in column.headers(languages)} | {*raw.form.ignored}
    # The words of a declared column `at` stand under `at.en` and so on.
    names = {column.name for column in declared}
    types = {start: type_ for start, type_ in _OF_BOXES.items() if start.removesuffix(".") not in names}
    pairs = [(name, start) for name in raw.header for start in types if name.startswith(start) and name != start]
    return tuple(Column(name, types[start], optional=True) for name, start in pairs if name not in reserved)
