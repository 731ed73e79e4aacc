"""Charts as SVG or PNG: lines, bars, dots and labels on a page of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.base.user_folders import user_cache
from generator.build.faces.labels import Labels
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_locations import templates_root
from generator.model.face import Drawing, Face, GlyphRun, Ink, Shape, Stroke
from generator.model.press_sheet import PressDocument, PressSheet
from generator.write.png import page_png

Label = Callable[[str, float, float, float, str, str], tuple[GlyphRun, ...]]
"""Sets one line: text, size, x, y, anchor, colour."""

INK, PALE, ACCENT = "#222222", "#cccccc", "#8a3b2a"
_DPI = 144.0
_DATE = "2026-01-01"
"""PDF wants a date; a fixed one keeps the bytes of a PNG the same."""


def draw_chart(marks: Callable[[Label], Iterable[Ink]], size: Size, title: str, language: str, kind: str) -> bytes:
    """The bytes of an `.svg` or a `.png` on a white page; `marks` is called with what sets labels."""
    labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(user_cache()))
    ink = (bar(0, 0, size.width, size.height, "#ffffff"), *marks(partial(labels.label, language)))
    if kind == ".svg":
        from generator.write.svg.document import svg

        return svg(Face("", size, 0.0, Drawing.of(ink)), labels.fonts).encode()
    from generator.write.pdf.document import pdf

    sheet = PressSheet(size, "recto", 1, (), ink)
    return page_png(pdf(PressDocument(title, "Vallum", "", language, _DATE, (sheet,)), {}, labels.fonts), _DPI)


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> Shape:
    """A straight line."""
    return Shape(f"M {x1:.2f} {y1:.2f} L {x2:.2f} {y2:.2f}", stroke=Stroke(colour, width))


def bar(x1: float, y1: float, x2: float, y2: float, colour: str) -> Shape:
    """A filled rectangle between two corners."""
    return Shape(f"M {x1:.2f} {y1:.2f} L {x2:.2f} {y1:.2f} L {x2:.2f} {y2:.2f} L {x1:.2f} {y2:.2f} Z", fill=colour)


def circle(x: float, y: float, r: float) -> str:
    """The path of a circle, as four curves."""
    c = 0.5523 * r  # the usual distance of control points for a quarter of a circle
    curves = [(r, c, c, r, 0.0, r), (-c, r, -r, c, -r, 0.0), (-r, -c, -c, -r, 0.0, -r), (c, -r, r, -c, r, 0.0)]
    path = f"M {x + r:g} {y:g}"
    for x1, y1, x2, y2, x3, y3 in curves:
        path += f" C {x + x1:g} {y + y1:g} {x + x2:g} {y + y2:g} {x + x3:g} {y + y3:g}"
    return path + " Z"
