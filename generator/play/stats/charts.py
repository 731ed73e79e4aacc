"""Charts as SVG or PNG: the scores of finished games, and how often each total was reached in a study."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.base.messages import Messages, format_signed
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import templates_root
from generator.model.face import Drawing, Face, GlyphRun, Ink, Shape, Stroke
from generator.model.press_sheet import PressDocument, PressSheet
from generator.write.png import page_png

Label = Callable[[str, float, float, float, str, str], tuple[GlyphRun, ...]]
"""Sets one line: text, size, x, y, anchor, colour."""
Scale = Callable[[float], float]
"""Turns a value into a place on a page, in points."""

_INK, _PALE, _ACCENT = "#222222", "#cccccc", "#8a3b2a"
_TOP = 40.0
_DPI = 144.0
_DATE = "2026-01-01"
"""PDF wants a date; a fixed one keeps the bytes of a PNG the same."""

SCORES = Size(360.0, 240.0)
"""Size of the chart in points: as wide as a phone, so that its numbers can be read there."""
_LEFT, _RIGHT, _BOTTOM = 36.0, 346.0, 208.0
_LETTER = 3.7
"""Mean width of a letter of a name, in points."""
_NAMES = 12
"""Games named below the scale; the names of more would be too short to read."""

_TOTALS = Size(480.0, 270.0)
_TOTALS_LEFT, _TOTALS_RIGHT, _TOTALS_BOTTOM = 40.0, 460.0, 235.0
_BARS = 60
"""Most bars of a histogram; in a wider range several totals share one."""


def draw_score_chart(
    points: Sequence[tuple[str, int]], messages: Messages, language: str, kind: str, *, marked: str = ""
) -> bytes:
    """Draw a dot for each game on a scale, with its number, and a line for the mean, as an `.svg` or a `.png`.

    The game called `marked` gets a ring.
    """
    title = messages("list.plot")
    return _draw_chart(lambda label: score_marks(points, messages, label, marked), SCORES, title, language, kind)


def draw_histogram(counts: Sequence[tuple[int, int]], title: str, language: str, kind: str) -> bytes:
    """Draw totals and how often each was reached as bars, with a line for the mean, as an `.svg` or a `.png`."""
    return _draw_chart(lambda label: _total_marks(counts, title, label), _TOTALS, title, language, kind)


def _draw_chart(marks: Callable[[Label], Iterable[Ink]], size: Size, title: str, language: str, kind: str) -> bytes:
    """Return the bytes of a chart on a white page; `marks` is called with a function that sets labels.

    `kind` is `.svg` or `.png`.
    """
    white = bar(0, 0, size.width, size.height, "#ffffff")
    return draw_page(lambda labels: (white, *marks(partial(labels.label, language))), size, title, language, kind)


def draw_page(marks: Callable[[Labels], Iterable[Ink]], size: Size, title: str, language: str, kind: str) -> bytes:
    """Return a page as the bytes of an `.svg` or a `.png`; `marks` gets the program's fonts and returns the drawing."""
    labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(user_cache()))
    ink = tuple(marks(labels))
    if kind == ".svg":
        from generator.write.svg.document import svg

        return svg(Face("", size, 0.0, Drawing.of(ink)), labels.fonts).encode()
    from generator.write.pdf.document import pdf

    sheet = PressSheet(size, "recto", 1, (), ink)
    return page_png(pdf(PressDocument(title, "Vallum", "", language, _DATE, (sheet,)), {}, labels.fonts), _DPI)


# scores


def score_marks(points: Sequence[tuple[str, int]], messages: Messages, label: Label, marked: str) -> Iterator[Ink]:
    """Yield the shapes and labels of the chart of scores, in points; `marked` names the game that gets a ring."""
    values = [value for _, value in points]
    # 0 is always on the scale, so that bars of different charts compare.
    low, high = min(0, *values), max(10, *values)
    step = _step(high - low, 8, least=5)
    low, high = low // step * step, -(-high // step) * step

    def y(value: float) -> float:
        """Return the height of a score on the page, in points from the top."""
        return _BOTTOM - (value - low) / (high - low) * (_BOTTOM - _TOP)

    yield from label(messages("list.plot"), 14.0, _LEFT, 22.0, "start", _INK)
    for value in range(low, high + 1, step):
        yield line(_LEFT, y(value), _RIGHT, y(value), _PALE, 0.5)
        yield from label(format_signed(value), 11.0, _LEFT - 6, y(value) + 4, "end", _INK)
    mean = sum(values) / len(values)
    if len(values) > 1:
        yield line(_LEFT, y(mean), _RIGHT, y(mean), _INK, 0.8)
        yield from label(messages("list.mean", n=f"{mean:.1f}"), 11.0, _RIGHT, 22.0, "end", _INK)
    yield from _dots(points, y, mean, label, marked)


def _dots(points: Sequence[tuple[str, int]], y: Scale, mean: float, label: Label, marked: str) -> Iterator[Ink]:
    """Yield a dot for each game, with its number above; below where the line of the mean would cross the number."""
    # Each game gets an equal share of the width, and its dot stands in the middle of it.
    width = (_RIGHT - _LEFT) / len(points)
    for number, (name, value) in enumerate(points):
        x = _LEFT + (number + 0.5) * width
        yield Shape(_circle(x, y(value), 3.0), fill=_ACCENT)
        if name == marked:
            yield Shape(_circle(x, y(value), 5.0), stroke=Stroke(_INK, 1.0))
        if len(points) <= 3 * _NAMES:
            is_crossed = 2 < y(value) - y(mean) < 22
            yield from label(format_signed(value), 10.0, x, y(value) + (16 if is_crossed else -8), "middle", _INK)
        if len(points) <= _NAMES:
            most = int(width / _LETTER)
            # the names of sessions differ in the number at their end, so the beginning is cut
            short = name if len(name) <= most else "…" + name[len(name) - most + 1 :]
            yield from label(short, 7.0, x, _BOTTOM + 12, "middle", _INK)


# totals of a study


def _total_marks(counts: Sequence[tuple[int, int]], title: str, label: Label) -> Iterator[Ink]:
    """Yield the shapes and labels of a histogram of totals, in points."""
    low, width, bars = bin_totals(counts)
    high = low + len(bars) * width
    step, most = (_TOTALS_RIGHT - _TOTALS_LEFT) / (high - low), max(bars)

    def x(total: float) -> float:
        """Return the place of a total on the page, in points from the left."""
        return _TOTALS_LEFT + (total - low) * step

    def y(games: float) -> float:
        """Return the height of a number of games on the page, in points from the top."""
        return _TOTALS_BOTTOM - games / most * (_TOTALS_BOTTOM - _TOP)

    yield from label(title, 12.0, _TOTALS_LEFT, 22.0, "start", _INK)
    for games in range(0, most + 1, _step(most, 5)):
        yield line(_TOTALS_LEFT, y(games), _TOTALS_RIGHT, y(games), _PALE, 0.5)
        yield from label(str(games), 8.0, _TOTALS_LEFT - 6, y(games) + 3, "end", _INK)
    for start, games in zip(range(low, high, width), bars, strict=True):
        gap = step * width * 0.06
        if games:
            yield bar(x(start) + gap, y(games), x(start + width) - gap, _TOTALS_BOTTOM, _ACCENT)
    yield line(_TOTALS_LEFT, _TOTALS_BOTTOM, _TOTALS_RIGHT, _TOTALS_BOTTOM, _INK, 0.8)
    apart = _step(high - 1 - low, 10)
    for total in range(-(-low // apart) * apart, high, apart):  # each stands below the middle of its own place
        yield from label(str(total), 8.0, x(total + 0.5), _TOTALS_BOTTOM + 12, "middle", _INK)
    mean = sum(total * games for total, games in counts) / sum(games for _, games in counts)
    yield line(x(mean + 0.5), _TOP, x(mean + 0.5), _TOTALS_BOTTOM, _INK, 0.8)
    yield from label(f"{mean:.1f}", 8.0, x(mean + 0.5), _TOP - 3, "middle", _INK)


def bin_totals(counts: Sequence[tuple[int, int]]) -> tuple[int, int, tuple[int, ...]]:
    """Return the bars of a histogram: the first total, how many totals share a bar, and the games in each bar."""
    low, high = counts[0][0], counts[-1][0]
    # Rounded up, so that there are never more bars than fit.
    width = -(-(high - low + 1) // _BARS)
    bars = [0] * ((high - low) // width + 1)
    for total, games in counts:
        bars[(total - low) // width] += games
    return low, width, tuple(bars)


# both


def _step(span: int, most: int, least: int = 1) -> int:
    """Return the round distance that divides a span into `most` parts at most; 1000 for the longest spans."""
    steps = (step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if step >= least)
    return next((step for step in steps if span / step <= most), 1000)


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> Shape:
    """Return a line between two points, with coordinates and width in points."""
    return Shape(f"M {x1:.2f} {y1:.2f} L {x2:.2f} {y2:.2f}", stroke=Stroke(colour, width))


def bar(x1: float, y1: float, x2: float, y2: float, colour: str) -> Shape:
    """Return a filled rectangle between two corners, in points."""
    return Shape(f"M {x1:.2f} {y1:.2f} L {x2:.2f} {y1:.2f} L {x2:.2f} {y2:.2f} L {x1:.2f} {y2:.2f} Z", fill=colour)


def _circle(x: float, y: float, r: float) -> str:
    """Return the path of a circle around (x, y) as four curves."""
    c = 0.5523 * r  # the usual distance of control points for a quarter of a circle
    curves = [(r, c, c, r, 0.0, r), (-c, r, -r, c, -r, 0.0), (-r, -c, -c, -r, 0.0, -r), (c, -r, r, -c, r, 0.0)]
    path = f"M {x + r:g} {y:g}"
    for x1, y1, x2, y2, x3, y3 in curves:
        path += f" C {x + x1:g} {y + y1:g} {x + x2:g} {y + y2:g} {x + x3:g} {y + y3:g}"
    return path + " Z"
