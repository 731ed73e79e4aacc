"""Short rules of the parts of a game's sheets, for somebody who asks what a label, a header or an icon means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.base.records import dataclass
from generator.model.text import Text


@dataclass(frozen=True, slots=True)
class ShortRule:
    """What a part of the sheets is for, in a sentence or two."""

    text: Text
    """In light markup, with icons."""
    rule: str
    """The id of the heading of the rules that says more; empty for none."""
    title: Text | None = None
    """What the part is called, where the sheets do not name it."""


@dataclass(frozen=True, slots=True)
class ShortRules:
    """The short rules of a game; empty for a game that has none."""

    areas: Mapping[str, ShortRule]
    """By the id of an area of the sheets."""
    icons: Mapping[str, ShortRule]
    """By the name of an icon."""
    spots: Mapping[tuple[str, str], ShortRule]
    """By the id of a sheet and the name of a spot of its layout."""

    def all(self) -> Iterator[ShortRule]:
        """Every short rule."""
        yield from (*self.areas.values(), *self.icons.values(), *self.spots.values())
