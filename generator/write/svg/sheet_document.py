"""Write one press sheet as an SVG file, to be seen before it is printed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from generator.base.geometry import IDENTITY, Rect
from generator.model.face import Clip, Face, Font, Group, Ink, Part, Shape, Use
from generator.model.press_sheet import PlacedFace, PressSheet
from generator.write.svg.document import svg_file
from generator.write.svg.drawing import SvgDrawing, border


def sheet_svg(sheet: PressSheet, fonts: Mapping[str, Font]) -> str:
    """Return one side of a sheet of paper as SVG, true to size: every face once, however often it is placed.

    Raises Faults for a font that cannot be read, LostDataError where a picture is not stored any more.
    """
    faces = {placed.face.key: placed.face for placed in sheet.placed}
    inks = {key: face.ink.unpack() for key, face in faces.items()}
    parts = chain.from_iterable(face_parts for _, face_parts in inks.values())
    # Each face is one part, however often the sheet shows it.
    whole = (Part(_part_name(face), face.box, inks[key][0]) for key, face in faces.items())
    drawing = SvgDrawing((*parts, *whole), fonts, outlines=True)
    ink: tuple[Ink, ...] = (*(_placed(placed) for placed in sheet.placed), *sheet.marks)
    whole_sheet = Rect(0, 0, sheet.size.width, sheet.size.height)
    paper = Shape(border(whole_sheet), "#ffffff")
    elements = drawing.elements((paper, Group(ink, sheet.adjust)) if sheet.adjust != IDENTITY else (paper, *ink))
    return svg_file(whole_sheet, drawing, elements)


def _placed(placed: PlacedFace) -> Group:
    """Return a face at its place on the sheet, clipped to its slot."""
    return Group((Use(_part_name(placed.face), placed.matrix),), clip=Clip(border(placed.clip)))


def _part_name(face: Face) -> str:
    """Return the key of the part that stands for a whole face."""
    return f"face {face.key}"
