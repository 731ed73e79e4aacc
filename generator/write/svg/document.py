"""Write one face as an SVG file."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.geometry import Rect
from generator.base.units import decimal, to_mm
from generator.model.face import Face, Font
from generator.write.svg.drawing import SvgDrawing


def svg(face: Face, fonts: Mapping[str, Font], *, outlines: bool = True, view: Rect | None = None) -> str:
    """Return a face with its bleed as SVG, true to size: width and height in mm, coordinates in points from the trim.

    Only the part of it in `view` is shown if one is given.

    With `outlines`, letters are drawn as paths with their text as a label, so the file needs no fonts. Without, they
    are text in the fonts' names wherever characters alone give the same glyphs.
    Raises Faults for a font that cannot be read.
    """
    ink, parts = face.ink.unpack()
    drawing = SvgDrawing(parts, fonts, outlines=outlines)
    elements = drawing.elements(ink)
    return svg_file(view or face.box, drawing, elements)


def svg_file(box: Rect, drawing: SvgDrawing, elements: str) -> str:
    """Return elements of a drawing as a file that shows a box of them, true to size; `box` is in points."""
    size = f'width="{decimal(to_mm(box.width))}mm" height="{decimal(to_mm(box.height))}mm"'
    view = " ".join(map(decimal, (box.x, box.y, box.width, box.height)))
    definitions = "\n".join(["<defs>", *drawing.definitions, "</defs>\n"]) if drawing.definitions else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1"'
        f' {size} viewBox="{view}">\n{definitions}{elements}\n</svg>\n'
    )
