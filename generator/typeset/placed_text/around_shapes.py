"""`pnp:around="#id"`: the outlines of the shapes that a paragraph leaves room for."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.errors import suggestion
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.typeset.paths.path_geometry import flattened, subpaths, transform_path
from generator.typeset.paths.shape_paths import lengths, rect_path, shape_path
from generator.typeset.placed_text.path_track import STEPS
from generator.typeset.placed_text.text_around import Obstacle
from generator.typeset.svg.attribute_values import length
from generator.typeset.svg.coordinate_systems import transform
from generator.typeset.svg.profile import SHAPES
from generator.typeset.svg.svg_tree import Element, SvgTree

GAP = "2"
"""User units between a shape and the text around it, where `pnp:gap` says nothing: 2 mm."""
_PICTURES = ("image", "use")


def obstacles(
    document: SvgTree, text: Element, rect: Rect, scale: float, units: Mapping[str, float]
) -> tuple[Obstacle, ...]:
    """Return the shapes around which a text is set, in points from the top left corner of its rect.

    `scale` is the points in a user unit. Raises ValueError where one of them is missing or has no outline.
    """
    names = (text.get("pnp:around") or "").split()
    gap = length(text.get("pnp:gap") or GAP, units)
    if not names or gap < 0:
        raise ValueError("pnp:around needs the ids of shapes, like '#portrait', and pnp:gap a length of at least 0")
    text_matrix = _matrix_to(document.root, text) or IDENTITY
    to_rect = Matrix.scaling(scale) @ Matrix.translation(-rect.x, -rect.y) @ text_matrix.inverse()
    return tuple(_obstacle(document, name, to_rect, gap * scale, units) for name in names)


def _obstacle(document: SvgTree, name: str, to_rect: Matrix, gap: float, units: Mapping[str, float]) -> Obstacle:
    """Return one shape as outlines to keep a gap from; `to_rect` leads from user units of the drawing to the rect."""
    target = document.ids.get(name.removeprefix("#"))
    if target is None or not name.startswith("#"):
        near = [f"#{id_}" for id_, shape in document.ids.items() if shape.name in {*SHAPES, *_PICTURES}]
        raise ValueError(f"pnp:around: there is no shape {name!r}{suggestion(name, near)}")
    place = _matrix_to(document.root, target)
    # Shapes in <defs> have no place of their own.
    if place is None:
        raise ValueError(f"pnp:around: {name!r} is not drawn where it stands; name a shape outside <defs>")
    path = transform_path(_outline(target, units), to_rect @ place, 9)
    outlines = tuple(tuple(flattened(part, STEPS)) for part in subpaths(path))
    if not outlines:
        raise ValueError(f"pnp:around: {name!r} has no outline")
    return Obstacle(outlines, gap)


def _outline(target: Element, units: Mapping[str, float]) -> str:
    """Return the path of a shape, or of the rectangle of a picture. Raises ValueError for anything else."""
    if target.name in SHAPES:
        return shape_path(target, units)
    if target.name not in _PICTURES or target.get("width") is None or target.get("height") is None:
        raise ValueError(f"pnp:around: <{target.name}> has no outline; name a shape or a picture with width and height")
    return rect_path(Rect(*lengths(target, units, x=0, y=0, width=0, height=0)))


def _matrix_to(parent: Element, element: Element) -> Matrix | None:
    """Return the matrix from the coordinates of an element to its parent's; None where it is not drawn there."""
    if parent is element:
        return _own(parent)
    if parent.name not in {"svg", "g"}:
        return None
    matrix_below = next((matrix for child in parent.elements() if (matrix := _matrix_to(child, element))), None)
    return None if matrix_below is None else _own(parent) @ matrix_below


def _own(element: Element) -> Matrix:
    """Return the matrix of an element's `transform`; the identity without one."""
    text = element.get("transform")
    return transform(text) if text else IDENTITY
