"""The chart of scores: a dot for each game on a scale, with its number, and a line for the mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from generator.base.geometry import Size
from generator.base.messages import Messages, format_signed
from generator.model.face import Ink, Shape, Stroke
from generator.play.stats.chart_drawing import ACCENT, INK, PALE, Label, circle, draw_chart, line

SIZE = Size(360.0, 240.0)
"""In points: as wide as a phone, so that its numbers can be read there."""
_LEFT, _TOP, _RIGHT, _BOTTOM = 36.0, 40.0, 346.0, 208.0
_LETTER = 3.7
"""Mean width of a letter of a name, in points."""
_NAMES = 12
"""Games named below the scale; the names of more would be too short to read."""


def draw_score_chart(
    points: Sequence[tuple[str, int]], words: Messages, language: str, kind: str, *, marked: str = ""
) -> bytes:
    """The chart as the bytes of an `.svg` or a `.png`; the game called `marked` gets a ring."""
    return draw_chart(lambda label: _marks(points, words, label, marked), SIZE, words("list.plot"), language, kind)


def _marks(points: Sequence[tuple[str, int]], words: Messages, label: Label, marked: str) -> Iterator[Ink]:
    values = [value for _, value in points]
    low, high = min(0, *values), max(10, *values)
    step = next(step for step in (5, 10, 20, 50, 100, 1000) if (high - low) / step <= 8)
    low, high = low // step * step, -(-high // step) * step

    def y(value: float) -> float:
        return _BOTTOM - (value - low) / (high - low) * (_BOTTOM - _TOP)

    yield from label(words("list.plot"), 14.0, _LEFT, 22.0, "start", INK)
    for value in range(low, high + 1, step):
        yield line(_LEFT, y(value), _RIGHT, y(value), PALE, 0.5)
        yield from label(format_signed(value), 11.0, _LEFT - 6, y(value) + 4, "end", INK)
    mean = sum(values) / len(values)
    if len(values) > 1:
        yield line(_LEFT, y(mean), _RIGHT, y(mean), INK, 0.8)
        yield from label(words("list.mean", n=f"{mean:.1f}"), 11.0, _RIGHT, 22.0, "end", INK)
    yield from _dots(points, y, mean, label, marked)


def _dots(
    points: Sequence[tuple[str, int]], y: Callable[[float], float], mean: float, label: Label, marked: str
) -> Iterator[Ink]:
    """The games, each with its number above it, or below it where the line of the mean would cross the number."""
    width = (_RIGHT - _LEFT) / len(points)
    for number, (name, value) in enumerate(points):
        x = _LEFT + (number + 0.5) * width
        yield Shape(circle(x, y(value), 3.0), fill=ACCENT)
        if name == marked:
            yield Shape(circle(x, y(value), 5.0), stroke=Stroke(INK, 1.0))
        if len(points) <= 3 * _NAMES:
            is_crossed = 2 < y(value) - y(mean) < 22
            yield from label(format_signed(value), 10.0, x, y(value) + (16 if is_crossed else -8), "middle", INK)
        if len(points) <= _NAMES:
            yield from label(_short(name, int(width / _LETTER)), 7.0, x, _BOTTOM + 12, "middle", INK)


def _short(name: str, most: int) -> str:
    """A name cut at its beginning, since the names of sessions differ in the number at their end."""
    return name if len(name) <= most else "…" + name[len(name) - most + 1 :]
