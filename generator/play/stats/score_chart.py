"""Points over games, as one drawing: dots on a scale, each with its number, and a line for the mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.base.messages import format_signed
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import templates_root
from generator.model.face import Drawing, Face, GlyphRun, Ink, Shape, Stroke

if TYPE_CHECKING:
    from generator.base.messages import Messages

Label = Callable[[str, float, float, float, str, str], tuple[GlyphRun, ...]]
"""Sets a few words: text, size, x, y, anchor, colour."""

SIZE = Size(360.0, 240.0)
"""Of the drawing in points: as wide as a phone, so that its numbers can be read there."""
_LEFT, _TOP, _RIGHT, _BOTTOM = 36.0, 40.0, 346.0, 208.0
_INK, _PALE, _DOT = "#222222", "#cccccc", "#8a3b2a"
_DPI = 144.0
_DATE = "2026-01-01"
_LETTER = 3.7
"""Points of a name for each letter."""
_NAMES = 12
"""Games that are named below the scale; more would not be read."""


def draw_score_chart(
    points: Sequence[tuple[str, int]], words: Messages, language: str, kind: str, *, marked: str = ""
) -> bytes:
    """The chart as the bytes of an `.svg` or a `.png`; `marked` names the game that is ringed."""
    return draw_chart(lambda label: _marks(points, words, label, marked), SIZE, words("list.plot"), language, kind)


def draw_chart(marks: Callable[[Label], Iterable[Ink]], size: Size, title: str, language: str, kind: str) -> bytes:
    """A drawing of marks and their labels as the bytes of an `.svg` or a `.png`."""
    labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(user_cache()))
    ink = tuple(marks(partial(labels.label, language)))
    if kind == ".svg":
        from generator.write.svg.document import svg

        return svg(Face("", size, 0.0, Drawing.of(ink)), labels.fonts).encode()
    from generator.model.press_sheet import PressDocument, PressSheet
    from generator.write.pdf.document import pdf
    from generator.write.png import page_png

    sheet = PressSheet(size, "recto", 1, (), ink)
    return page_png(pdf(PressDocument(title, "Vallum", "", language, _DATE, (sheet,)), {}, labels.fonts), _DPI)


def _marks(points: Sequence[tuple[str, int]], words: Messages, label: Label, marked: str) -> Iterator[Ink]:
    values = [value for _, value in points]
    low, high = min(0, *values), max(10, *values)
    step = next(step for step in (5, 10, 20, 50, 100, 1000) if (high - low) / step <= 8)
    low, high = low // step * step, -(-high // step) * step

    def y(value: float) -> float:
        return _BOTTOM - (value - low) / (high - low) * (_BOTTOM - _TOP)

    ground = f"M 0 0 L {SIZE.width:g} 0 L {SIZE.width:g} {SIZE.height:g} L 0 {SIZE.height:g} Z"
    yield Shape(ground, fill="#ffffff")
    yield from label(words("list.plot"), 14.0, _LEFT, 22.0, "start", _INK)
    for value in range(low, high + 1, step):
        yield _line(_LEFT, y(value), _RIGHT, y(value), _PALE, 0.5)
        yield from label(format_signed(value), 11.0, _LEFT - 6, y(value) + 4, "end", _INK)
    mean = sum(values) / len(values)
    if len(values) > 1:
        yield _line(_LEFT, y(mean), _RIGHT, y(mean), _INK, 0.8)
        yield from label(words("list.mean", n=f"{mean:.1f}"), 11.0, _RIGHT, 22.0, "end", _INK)
    yield from _dots(points, y, mean, label, marked)


def _dots(
    points: Sequence[tuple[str, int]], y: Callable[[float], float], mean: float, label: Label, marked: str
) -> Iterator[Ink]:
    """The games; their numbers stand above them, or below where the line of the mean would run through."""
    width = (_RIGHT - _LEFT) / len(points)
    for number, (name, value) in enumerate(points):
        x = _LEFT + (number + 0.5) * width
        yield Shape(_disc(x, y(value), 3.0), fill=_DOT)
        if name == marked:
            yield Shape(_disc(x, y(value), 5.0), stroke=Stroke(_INK, 1.0))
        if len(points) <= 3 * _NAMES:
            is_crossed = 2 < y(value) - y(mean) < 22
            yield from label(format_signed(value), 10.0, x, y(value) + (16 if is_crossed else -8), "middle", _INK)
        if len(points) <= _NAMES:
            yield from label(_short(name, int(width / _LETTER)), 7.0, x, _BOTTOM + 12, "middle", _INK)


def _short(name: str, most: int) -> str:
    """The end of a name where it is too long, as games of one kind begin alike."""
    return name if len(name) <= most else "…" + name[len(name) - most + 1 :]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> Shape:
    return Shape(f"M {x1:g} {y1:g} L {x2:g} {y2:g}", stroke=Stroke(colour, width))


def _disc(x: float, y: float, r: float) -> str:
    """A circle as four curves."""
    c = 0.5523 * r
    curves = [(r, c, c, r, 0.0, r), (-c, r, -r, c, -r, 0.0), (-r, -c, -c, -r, 0.0, -r), (c, -r, r, -c, r, 0.0)]
    path = f"M {x + r:g} {y:g}"
    for x1, y1, x2, y2, x3, y3 in curves:
        path += f" C {x + x1:g} {y + y1:g} {x + x2:g} {y + y2:g} {x + x3:g} {y + y3:g}"
    return path + " Z"
