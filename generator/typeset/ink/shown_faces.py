"""`<image href="piece:…">`: a finished face on another one, such as a card in a figure of the rules."""

from __future__ import annotations

from collections.abc import Callable

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import NamedTuple
from generator.model.face import Clip, Face, Group, Ink, Part, Shape, Stroke, Use
from generator.typeset.ink.compiler import Canvas, CompiledElement, Compiler
from generator.typeset.ink.image_element import draw_image
from generator.typeset.paths.path_geometry import transform_path
from generator.typeset.paths.shape_paths import rect_path
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element

PREFIX = "piece:"
_OUTLINE = 0.5
"""Width of the outline around a face, in points of the page where it is not scaled again."""


class ShownFace(NamedTuple):
    """A face to draw on another one."""

    face: Face
    outline: str
    """Path along which it is cut, as the path of a Shape."""


def cut_outline(face: Face, front: Face, corner: float) -> str:
    """Return the path along which a face is cut, in points.

    It is the face's own, else that of the front, mirrored, else the trim with corners of a radius `corner`.
    """
    trim = Rect(0, 0, face.trim.width, face.trim.height)
    if front.cut and not face.cut:
        return transform_path(front.cut, Matrix(-1, 0, 0, 1, face.trim.width, 0), 4)
    return face.cut or rect_path(trim, corner, corner)


FindFace = Callable[[str], ShownFace]
"""Takes what stands behind the prefix; raises Faults for a face that cannot be drawn."""


class ShownFaces:
    """Draws images, those of faces too."""

    def __init__(self, find: FindFace) -> None:
        """Take the function that finds the face behind the prefix `piece:`."""
        self._find = find

    def draw(
        self, compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas
    ) -> CompiledElement | None:
        """Draw a face, cut along its outline, which is drawn in the colour `color`; other images as ever."""
        href = element.get("href") or ""
        if not href.startswith(PREFIX):
            return draw_image(compiler, element, style, matrix, canvas)
        x, y, width, height = compiler.lengths(element, x=0, y=0, width=0, height=0)
        shown_face = self._find(href.removeprefix(PREFIX))
        face, ink = shown_face.face, _ink(shown_face, style.inherited.color)
        scale = Matrix.scaling(width / face.trim.width, height / face.trim.height)
        parts = (*face.ink.unpack()[1], _part(face))
        matrix = compiler.transform(element) @ Matrix.translation(x, y) @ scale
        return Group(ink, matrix), parts, 1


def _part(face: Face) -> Part:
    """Return a face as a part: it compiles to the form that the face has where it is printed."""
    bleed = face.box
    return Part(face.key, bleed, face.ink.unpack()[0])


def _ink(shown_face: ShownFace, colour: str) -> tuple[Ink, ...]:
    """Return the ink of a shown face: white paper, the face cut along its outline, and that outline in a colour."""
    cut = Group((Use(shown_face.face.key, IDENTITY),), clip=Clip(shown_face.outline))
    paper = Shape(shown_face.outline, fill="#ffffff")  # covers what lies below, as a printed piece does
    return paper, cut, Shape(shown_face.outline, stroke=Stroke(colour, _OUTLINE))
