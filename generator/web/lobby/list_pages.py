"""Long lists on pages: which part of a list is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from starlette.requests import Request

from generator.base.records import dataclass

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ListPage:
    """A part of a list by its number, from 1; `key` is the field of the address that says it."""

    key: str
    number: int = 1
    size: int = 24

    @classmethod
    def of(cls, request: Request, key: str) -> ListPage:
        """Read the number of the page from an address; any other text gives the first page."""
        text = request.query_params.get(key, "")
        is_number = text.isascii() and text.isdecimal() and len(text) < 6
        return cls(key, max(1, int(text)) if is_number else 1)

    @property
    def start(self) -> int:
        """Index of the first item, from 0."""
        return (self.number - 1) * self.size

    def part(self, items: Sequence[Item]) -> Sequence[Item]:
        """Return the items of a list that stand on this page."""
        return items[self.start : self.start + self.size]

    def count(self, items: int) -> int:
        """Return the number of pages for so many items."""
        return -(-items // self.size)
