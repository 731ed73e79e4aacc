"""The value of a game over its moves as an SVG chart, whose moves are links; all lengths in units of its view box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

WIDE, HIGH = 480, 150
_LEFT, _RIGHT, _TOP, _BOTTOM = 30.0, 474.0, 10.0, 128.0
_LINES = 5
"""Lines across, about."""


class ChartMark(NamedTuple):
    """A value on the chart."""

    move: int
    x: float
    y: float
    value: float
    is_costly: bool


class ValueChart(NamedTuple):
    """The parts of the chart."""

    path: str
    """The line through all values."""
    marks: tuple[ChartMark, ...]
    levels: tuple[tuple[float, int], ...]
    """Places and values of the lines across."""
    years: tuple[tuple[float, int], ...]
    """Places and numbers of the years, where they begin."""
    steps: tuple[tuple[int, float, float], ...]
    """For each move its number, left edge and width."""
    cursor: float
    """The place of the move that is shown."""


def value_chart(
    values: Mapping[int, float], years: Mapping[int, int], moves: int, shown: int, costly: Sequence[int]
) -> ValueChart:
    """Lay out a chart of values by move, from 0 to `moves`; `years` are the years by the move that begins them."""
    step = _step([*values.values()])
    low = step * int(min(values.values(), default=0) // step)
    high = max(low + step, -step * int(-max(values.values(), default=0) // step))

    def across(move: int) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * move / max(1, moves), 1)

    def down(value: float) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low), 1)

    marks = [ChartMark(move, across(move), down(value), value, move in costly) for move, value in values.items()]
    width = round((_RIGHT - _LEFT) / max(1, moves), 2)
    return ValueChart(
        path="M" + "L".join(f"{each.x:g} {each.y:g}" for each in marks) if marks else "",
        marks=tuple(marks),
        levels=tuple((down(level), level) for level in range(low, high + 1, step)),
        years=tuple((across(move), year) for move, year in years.items()),
        steps=tuple((move, round(across(move) - width / 2, 2), width) for move in range(moves + 1)),
        cursor=across(shown),
    )


def _step(values: Sequence[float]) -> int:
    """A round distance of the lines across."""
    span = max(values, default=0) - min(values, default=0)
    return next((step for step in (2, 5, 10, 20, 50) if span / step <= _LINES), 100)
