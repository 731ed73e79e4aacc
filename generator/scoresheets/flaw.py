"""Flaws of a filled sheet, and notes on it, as ids and numbers."""

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


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the reader of a sheet should know and that breaks no rule."""

    rule: str
    """Key of its message."""
    facts: Facts
