"""A column of a data file, as declared."""

from __future__ import annotations

from typing import NamedTuple

PLAIN = ("word", "number")
"""What a list can hold beside the rows of a table."""


class Column(NamedTuple):
    """A column of a data file as declared; `words` has one column a language in the file."""

    name: str
    type: str
    optional: bool = False
    rich: bool = False
    """Whether the light markup of paragraphs is live in its words."""
    least: float | None = None
    most: float | None = None
    decimals: bool = False
    of: str = ""
    """The table that a `row` or `list` refers to, or the plain type of a list's items."""
    one_of: tuple[str, ...] = ()
    default: str | None = None
    """What an empty cell stands for, written as in a cell."""

    @property
    def needed(self) -> bool:
        """Whether a file must have it and no cell of it may be empty."""
        return not self.optional and self.default is None

    @property
    def table(self) -> str:
        """The table it refers to, or nothing."""
        return self.of if self.of not in PLAIN else ""

    def headers(self, languages: tuple[str, ...]) -> tuple[str, ...]:
        """Its names in the first row of a file."""
        return tuple(f"{self.name}.{language}" for language in languages) if self.type == "words" else (self.name,)


ID_COLUMN = Column("id", "id")
COPIES = Column("copies", "copies", default="1")
LABEL = Column("label", "text", optional=True)
PROVENANCE = Column("provenance", "provenance")
