"""Which rows of a table a page shows, and in which order; the file stays as it is."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import NamedTuple

from generator.load.table_edits.table_text import TableText

LONGEST = 200
"""Longest text of a search, in characters."""
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?\Z")


class RowFilter(NamedTuple):
    """Words that all occur in a row, and the column that it is sorted by."""

    words: str = ""
    sort: str = ""
    """Heading of a column, with `-` before it for descending order; empty for the order of the file."""

    @property
    def is_narrow(self) -> bool:
        """Whether the filter leaves rows out or sorts them.

        Neighbours on the page are then not neighbours in the file.
        """
        return bool(self.words or self.sort)

    @property
    def fields(self) -> dict[str, str]:
        """Fields of an address that give the same rows."""
        return {name: value for name, value in (("q", self.words), ("sort", self.sort)) if value}

    def numbers(self, text: TableText) -> list[int]:
        """Return the numbers of the table's rows that match the search, sorted as the filter says."""
        words = _folded(self.words).split()
        numbers = [row for row in range(len(text.rows)) if not words or _has_words(text, row, words)]
        name = self.sort.removeprefix("-")
        if name not in text.names:
            return numbers
        column = text.names.index(name)
        filled = [row for row in numbers if text.value(row, column)]
        filled.sort(key=lambda row: _order(text.value(row, column)), reverse=self.sort.startswith("-"))
        # Empty cells come last in both directions.
        return [*filled, *(row for row in numbers if not text.value(row, column))]


def _has_words(text: TableText, row: int, words: list[str]) -> bool:
    """Return whether all words occur in the cells of a row, without regard to case and width of letters."""
    whole = _folded("\n".join(text.values(row)))
    return all(word in whole for word in words)


def _order(value: str) -> tuple[float, str]:
    """Return a sort key for a cell's value: numbers first, by size, then words."""
    is_number = _NUMBER.match(value)
    return float(value.replace(",", ".")) if is_number else math.inf, _folded(value)


def _folded(words: str) -> str:
    """Return words in a form for comparing: without differences of case and of full and half width."""
    return unicodedata.normalize("NFKC", words).casefold()
