"""The weights by which the built-in players evaluate a position, in points; data, but no part of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from generator.base.records import dataclass

Course: TypeAlias = tuple[float, ...]
"""The worth of one unit in each year, the first year first."""


POINT = 1000
"""The tables hold thousandths of a point, in whole numbers: every machine adds them up alike."""

YearTables: TypeAlias = tuple[tuple[int, ...], ...]
"""What each value of a feature is worth: one table for each year, the first year first."""

FeatureTables: TypeAlias = Mapping[str, Mapping[str, YearTables]]
"""The tables by kind of feature, then by the id of what it is about; those that are left out are worth 0."""


@dataclass(frozen=True, slots=True)
class ValueTables:
    """The learned evaluation: a table of points for each feature and year."""

    start: tuple[int, ...]
    """What is added in each year."""
    kept: FeatureTables
    """What is worth something at the end of a year."""
    playing: FeatureTables
    """What is added while the year goes on, such as for items in hand."""


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
    learned: ValueTables | None = None
    """The learned evaluation of the strong player; None if the game has none."""
