"""Short rules of the parts of a game's sheets, for somebody who asks what a label, a header or an icon means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.base.records import dataclass
from generator.model.text import Text


@dataclass(frozen=True, slots=True)
class ShortRule:
    """Purpose of a part of the sheets, in a sentence or two."""

    text: Text
    """Explanation in light markup, with icons."""
    rule: str
    """The id of the heading of the rules that says more; empty for none."""
    title: Text | None = None
    """Name of the part, if the sheets do not print one."""


@dataclass(frozen=True, slots=True)
class ShortRules:
    """The short rules of a game; empty for a game that has none."""

    areas: Mapping[str, ShortRule]
    """Rules by the id of an area."""
    icons: Mapping[str, ShortRule]
    """Rules by the name of an icon."""
    spots: Mapping[tuple[str, str], ShortRule]
    """Rules by the id of a sheet and the name of a spot of its layout."""
    terms: Mapping[str, ShortRule]
    """Rules of words that stand on no sheet, by the word as it is typed."""

    def all(self) -> Iterator[ShortRule]:
        """Yield every short rule: of areas, icons, spots and terms."""
        yield from (*self.areas.values(), *self.icons.values(), *self.spots.values(), *self.terms.values())
