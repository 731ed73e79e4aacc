"""The marks by which Silhouette's cutting machines find a printed sheet: a square and two angles, or four angles."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.geometry import Point, Size
from generator.base.units import decimal
from generator.impose.marks.cut_marks import BLACK
from generator.impose.marks.slug_items import box_path
from generator.model.cutting.cutter import RegistrationMarks
from generator.model.face import Ink, Shape, Stroke

THREE, FOUR = 3, 4
"""How many marks there are: a square and two angles for most machines, four angles for the Cameo 5 Alpha."""


def registration_marks(page: Size, marks: RegistrationMarks, arm: float, count: int) -> tuple[Ink, ...]:
    """Return the marks of a page; `arm` is the length from the corner, where the middles of two lines meet."""
    path = " ".join(_angle(corner, inwards, arm) for corner, inwards in _angles(page, marks.inset, count))
    angles = Shape(path, stroke=Stroke(BLACK, marks.thickness))
    if count == FOUR:
        return (angles,)
    # The square is as large as its side and the line around it, like the program of the machines draws it.
    square = box_path(marks.inset, marks.inset, marks.square, marks.square)
    return Shape(square, fill=BLACK, stroke=Stroke(BLACK, marks.thickness)), angles


def _angles(page: Size, inset: float, count: int) -> Iterator[tuple[Point, Point]]:
    """Yield the corner of each angle, and the directions in which its arms run."""
    left, right, head, foot = inset, page.width - inset, inset, page.height - inset
    yield (right, head), (-1, 1)
    yield (left, foot), (1, -1)
    if count == FOUR:
        yield (left, head), (1, 1)
        yield (right, foot), (-1, -1)


def _angle(corner: Point, inwards: Point, arm: float) -> str:
    """Return the path of one angle, with two arms of equal length."""
    (x, y), (across, down) = corner, inwards
    points = ((x + across * arm, y), (x, y), (x, y + down * arm))
    return "M " + " L ".join(f"{decimal(px)} {decimal(py)}" for px, py in points)
