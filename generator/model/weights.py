"""What our own players hold things to be worth, in points: opinions, not rules, and so data apart from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from generator.base.records import dataclass

Course: TypeAlias = tuple[float, ...]
"""What one of something is worth in each year, the first year first."""


@dataclass(frozen=True, slots=True)
class EvaluationWeights:
    """What is worth how much, by id; what it does not name is worth nothing."""

    items: Mapping[str, Course]
    """An item in hand."""
    tracks: Mapping[str, Course]
    """A box marked on a track."""
    waiting: Mapping[str, Course]
    """Something that waits for an answer, such as a scout to be placed."""
    paths: Mapping[str, Course]
    """A card kept as a path, before anything counts for it."""
    counts: Mapping[str, Course]
    """Each thing that counts for a card kept as a path."""
