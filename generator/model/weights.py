"""The weights by which the built-in players evaluate a position, in points; data, but no part of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from generator.base.records import dataclass

Course: TypeAlias = tuple[float, ...]
"""The worth of one unit in each year, the first year first."""


@dataclass(frozen=True, slots=True)
class EvaluationWeights:
    """Weights by id; whatever has none is worth 0."""

    items: Mapping[str, Course]
    """Of an item in hand."""
    tracks: Mapping[str, Course]
    """Of a marked box of a track."""
    waiting: Mapping[str, Course]
    """Of a pending choice, such as a scout to be placed."""
    paths: Mapping[str, Course]
    """Of a card kept as a path, before anything counts for it."""
    counts: Mapping[str, Course]
    """Of each thing that counts for a card kept as a path."""
