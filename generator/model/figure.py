"""Figures of a rulebook: faces of the game laid out, filled in and numbered; lengths are in millimetres."""

from __future__ import annotations

from generator.base.records import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Callout:
    """A number in a circle, with a line to the place that it explains."""

    number: int
    point: Point | str
    """Target of the line: a place on the face, from the corner of its trim, or the id of a box; in a callout of the
    figure itself, a place in the figure.
    """
    line: int
    side: str = ""
    """Where the number stands: `left`, `right`, `top` or `bottom`; empty for the nearer of left and right."""
    at: Point | None = None
    """Centre of the number in the figure; None to place it at a side."""


@dataclass(frozen=True, slots=True)
class FigureFace:
    """A face in a figure."""

    show: str
    """`orders/bath` or `orders/bath/back`."""
    line: int
    at: Point | None = None
    """Left top corner of the visible part in the figure; None to stand right of the face before."""
    turn: float = 0.0
    """Degrees clockwise."""
    scale: float = 1.0
    crop: tuple[float, float, float, float] | None = None
    """Left, top, width and height of the visible part; None for the whole face."""
    marks: tuple[str, ...] = ()
    """Boxes that are crossed: `wall_01`, a whole track `wall`, or some of its boxes, `wall[1:3]`."""
    values: tuple[tuple[str, str], ...] = ()
    """Ids of boxes with the text to write into them."""
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
    """Callouts whose places are in the figure, not on a face."""
    width: float | None = None
    """Width of the figure on the page, numbers included; None for the sum of its faces."""
    gap: float = 3.0
    """Between faces in a row."""


@dataclass(frozen=True, slots=True)
class FigureSize:
    """Space for a figure on a page, in points: a drawing that can be scaled, and numbers that cannot."""

    width: float
    height: float
    beside: float = 0.0
    above: float = 0.0
    requested: float | None = None
    """Requested width, numbers included; None for the natural width."""
    least_height: float = 0.0
    """Height that the numbers at one side need."""
    numbers: int = 0
    """Number of callouts."""
