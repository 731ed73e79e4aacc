"""Write one press sheet as an SVG file, to be seen before it is printed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from generator.base.geometry import IDENTITY, Rect
from generator.base.units import decimal, to_mm
from generator.model.face import Clip, Face, Font, Group, Part, Use
from generator.model.press_sheet import PlacedFace, PressSheet
from generator.write.svg.drawing import SvgDrawing


def sheet_svg(sheet: PressSheet, fonts: Mapping[str, Font]) -> str:
    """Return one side of a sheet of paper as SVG, true to size: every face once, however often it is placed.

    Raises Faults for a font that cannot be read, LostDataError where a picture is not stored any more.
    """
    faces = {placed.face.key: placed.face for placed in sheet.placed}
    inks = {key: face.ink.unpack() for key, face in faces.items()}
    parts = chain.from_iterable(own for _, own in inks.values())
    whole = (Part(_part_name(face), _box(face), inks[key][0]) for key, face in faces.items())
    drawing = SvgDrawing((*parts, *whole), fonts, outlines=True)
    ink = (*(_placed(each) for each in sheet.placed), *sheet.marks)
    elements = drawing.elements((Group(ink, sheet.adjust),) if sheet.adjust != IDENTITY else ink)
    width, height = sheet.size.width, sheet.size.height
    size = f'width="{decimal(to_mm(width))}mm" height="{decimal(to_mm(height))}mm"'
    definitions = "\n".join(["<defs>", *drawing.definitions, "</defs>\n"]) if drawing.definitions else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1"'
        f' {size} viewBox="0 0 {decimal(width)} {decimal(height)}">\n'
        f'<rect width="{decimal(width)}" height="{decimal(height)}" fill="#ffffff"/>\n{definitions}{elements}\n</svg>\n'
    )


def _placed(placed: PlacedFace) -> Group:
    left, top, right, bottom = map(decimal, (placed.clip.x, placed.clip.y, placed.clip.right, placed.clip.bottom))
    clip = Clip(f"M {left} {top} L {right} {top} L {right} {bottom} L {left} {bottom} Z")
    return Group((Use(_part_name(placed.face), placed.matrix),), clip=clip)


def _part_name(face: Face) -> str:
    return f"face {face.key}"


def _box(face: Face) -> Rect:
    return Rect(0, 0, face.trim.width, face.trim.height).expand(face.bleed)
