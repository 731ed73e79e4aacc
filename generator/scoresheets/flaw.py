"""What is wrong with a filled sheet, before it is put into words."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.records import dataclass
from generator.model.text import Text

Facts = Mapping[str, "int | str | Text | tuple[str, ...]"]
"""What the words of a flaw are filled in with; what names boxes, tracks and values holds their ids."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that no legal game leaves on its sheets."""

    rule: str
    """Key of its words: `gap`, `chain`, `level`, `limit` …"""
    boxes: tuple[str, ...]
    """The boxes that it shows in, or the value where it is a total."""
    facts: Facts
