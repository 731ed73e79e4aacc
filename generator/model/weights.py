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
"""Worth of each value of a feature: one table for each year, the first year first."""

FeatureTables: TypeAlias = Mapping[str, Mapping[str, YearTables]]
"""Tables by kind of feature, then by the id of its subject; missing ids are worth 0."""


@dataclass(frozen=True, slots=True)
class ValueTables:
    """The learned evaluation: a table of points for each feature and year."""

    start: tuple[int, ...]
    """Constant that is added in each year."""
    kept: FeatureTables
    """Features that count at the end of a year."""
    playing: FeatureTables
    """Features that count while the year goes on, such as items in hand."""


@dataclass(frozen=True, slots=True)
class EvaluationWeights:
    """Weights by id; whatever has none is worth 0."""

    items: Mapping[str, Course]
    """Worth of an item in hand."""
    tracks: Mapping[str, Course]
    """Worth of a marked box of a track."""
    waiting: Mapping[str, Course]
    """Worth of a pending choice, such as a scout to be placed."""
    paths: Mapping[str, Course]
    """Worth of a card kept as a path, before anything counts for it."""
    counts: Mapping[str, Course]
    """Worth of each thing that counts for a card kept as a path."""
    learned: ValueTables | None = None
    """The learned evaluation of the strong player; None if the game has none."""
