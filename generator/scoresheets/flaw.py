"""A flaw of a filled sheet, as ids and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.records import dataclass
from generator.model.text import Text

Facts = Mapping[str, "int | str | Text | tuple[str, ...]"]
"""Parameters of the flaw's message. Boxes, tracks and values are ids."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that no legal game leaves on its sheets."""

    rule: str
    """Key of its message: `gap`, `chain`, `level`, `limit` …"""
    boxes: tuple[str, ...]
    """Ids of the boxes where it shows, or of the value for a wrong total."""
    facts: Facts
