"""Figures of a rulebook: faces of the game laid out, filled in and numbered; lengths are in millimetres."""

from __future__ import annotations

from generator.base.records import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Callout:
    """A number of a figure, with a line to what it stands for."""

    number: int
    point: Point | str
    """A place on the face, from the corner of its trim, or the id of a box; on no face a place in the figure."""
    line: int
    side: str = ""
    """Where the number stands: `left`, `right`, `top` or `bottom`; empty for the nearer of left and right."""
    at: Point | None = None
    """Where the number stands in the figure, instead of a side."""


@dataclass(frozen=True, slots=True)
class FigureFace:
    """A face in a figure."""

    show: str
    """`orders/bath` or `orders/bath/back`."""
    line: int
    at: Point | None = None
    """The left and top of what is seen of it, in the figure; None for right of the face before."""
    turn: float = 0.0
    """Degrees clockwise."""
    scale: float = 1.0
    crop: tuple[float, float, float, float] | None = None
    """Left, top, width and height of the part that is seen; None for the whole face."""
    marks: tuple[str, ...] = ()
    """Boxes that are crossed: `wall_01`, a whole track `wall`, or some of its boxes, `wall[1:3]`."""
    values: tuple[tuple[str, str], ...] = ()
    """What is written in boxes."""
    callouts: tuple[Callout, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """Faces, the first at the bottom, and the numbers of a figure."""

    id: str
    where: str
    """The file, for faults."""
    line: int
    faces: tuple[FigureFace, ...]
    callouts: tuple[Callout, ...] = ()
    """With places in the figure."""
    width: float | None = None
    """Of the figure on the page with its numbers; None for the size of the faces."""
    gap: float = 3.0
    """Between faces in a row."""


@dataclass(frozen=True, slots=True)
class FigureSize:
    """What a figure takes on a page, in points: a drawing that can be scaled, and room for its numbers that cannot."""

    width: float
    height: float
    beside: float = 0.0
    above: float = 0.0
    asked: float | None = None
    """The width that is asked for, with the numbers."""
    least_height: float = 0.0
    """The height that the numbers on one side need."""
    numbers: int = 0
    """How many numbers it has."""
