"""How often each total was reached in a study: bars on a scale, with a line for the mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from generator.base.geometry import Size
from generator.model.face import Ink
from generator.play.stats.chart_drawing import ACCENT, INK, PALE, Label, bar, draw_chart, line

_SIZE = Size(480.0, 270.0)
_LEFT, _TOP, _RIGHT, _BOTTOM = 40.0, 40.0, 460.0, 235.0
_BARS = 60
"""Bars at most; of a wider range several totals share one."""


def draw_histogram(counts: Sequence[tuple[int, int]], title: str, language: str, kind: str) -> bytes:
    """The drawing as the bytes of an `.svg` or a `.png`, from totals and how often each was reached."""
    return draw_chart(lambda label: _marks(counts, title, label), _SIZE, title, language, kind)


def bin_totals(counts: Sequence[tuple[int, int]]) -> tuple[int, int, tuple[int, ...]]:
    """The first total, how many totals share a bar, and how many games are in each bar."""
    low, high = counts[0][0], counts[-1][0]
    width = -(-(high - low + 1) // _BARS)
    bars = [0] * ((high - low) // width + 1)
    for total, games in counts:
        bars[(total - low) // width] += games
    return low, width, tuple(bars)


def _marks(counts: Sequence[tuple[int, int]], title: str, label: Label) -> Iterator[Ink]:
    low, width, bars = bin_totals(counts)
    step, most = (_RIGHT - _LEFT) / (len(bars) * width), max(bars)

    def x(total: float) -> float:
        return _LEFT + (total - low) * step

    def y(games: float) -> float:
        return _BOTTOM - games / most * (_BOTTOM - _TOP)

    yield from label(title, 12.0, _LEFT, 22.0, "start", INK)
    for games in _scale(0, most, 5):
        yield line(_LEFT, y(games), _RIGHT, y(games), PALE, 0.5)
        yield from label(str(games), 8.0, _LEFT - 6, y(games) + 3, "end", INK)
    for number, games in enumerate(bars):
        start = low + number * width
        if games:
            yield bar(x(start) + step * width * 0.06, y(games), x(start + width) - step * width * 0.06, _BOTTOM, ACCENT)
    yield from _below(low, low + len(bars) * width, x, label)
    mean = sum(total * games for total, games in counts) / sum(games for _, games in counts)
    yield line(x(mean + 0.5), _TOP, x(mean + 0.5), _BOTTOM, INK, 0.8)
    yield from label(f"{mean:.1f}", 8.0, x(mean + 0.5), _TOP - 3, "middle", INK)


def _below(low: int, high: int, x: Callable[[float], float], label: Label) -> Iterator[Ink]:
    """The scale of totals; each stands below the middle of its own place."""
    yield line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, INK, 0.8)
    for total in _scale(low, high - 1, 10):
        yield from label(str(total), 8.0, x(total + 0.5), _BOTTOM + 12, "middle", INK)


def _scale(low: int, high: int, marks: int) -> range:
    """Round numbers between two others, about so many."""
    step = next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if (high - low) / step <= marks), 1000)
    return range(-(-low // step) * step, high + 1, step)
