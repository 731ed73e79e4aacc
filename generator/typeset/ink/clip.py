"""Clip paths: resolve `clip-path` to one path for the ink of a group or shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import Clip, Composite, Group, Ink
from generator.typeset.ink.compiler import Compiler, DrawnText
from generator.typeset.paths.path_geometry import crosses_itself, extent, orient, path_box, subpaths, transform_path
from generator.typeset.paths.shape_paths import rect_path
from generator.typeset.svg.attribute_values import keyword
from generator.typeset.svg.profile import SHAPES
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element

FilledPath = tuple[str, bool]
"""A path, and whether it is filled by the even-odd rule."""


def fade_and_clip(
    compiler: Compiler,
    element: Element,
    style: ElementStyle,
    ink: tuple[Ink, ...],
    matrix: Matrix,
    opacity: float,
    texts: Sequence[DrawnText] = (),
) -> Group:
    """Return the ink as one group with an opacity and the element's clip path, if it has one.

    The clip path is remembered with the `texts` in that ink. Raises ValueError where it cannot be made.
    """
    clip = clip_path(compiler, style.clip, element, ink, matrix) if style.clip else None
    box = path_box(clip.path) if clip and texts else None
    if box:
        for text in texts:
            text.clips.append(box)
    if compiler.has_blends:
        ink = (Composite(ink),)  # what it holds does not blend with what lies outside (Compositing Module, 3.4)
    return Group(ink, opacity=opacity, clip=clip)


def rect_clip(rect: Rect, matrix: Matrix, decimals: int) -> Clip:
    """Return a rectangle as a clip for ink in the coordinates to which `matrix` takes it."""
    return Clip(transform_path(rect_path(rect, decimals=9), matrix, decimals))


def clip_path(compiler: Compiler, name: str, user: Element, ink: tuple[Ink, ...], matrix: Matrix) -> Clip:
    """Return the clip for the ink of `user`; `matrix` leads from the coordinates of `user` to the clip's.

    Raises ValueError where there is no clip path of this name, or where its shapes cannot be united to one path.
    """
    element = compiler.definition("clipPath", "clip-path", name)
    style = compiler.defined_style(element)
    # One path clips a face, and the clip of a clip would be a second one.
    if style.clip:
        raise ValueError(f"clip-path: '#{name}' is clipped itself; write one clip path")
    if style.effects:
        raise ValueError(f"clip-path: '#{name}' has an effect itself; write a mask")
    to_clip = matrix @ compiler.transform(element) @ _content_units(compiler, element, ink, matrix, user)
    shapes = list(_shapes(compiler, element, style))
    if not shapes and element.is_partial:
        raise ValueError  # without words: what is in it was refused, with a fault of its own
    if not shapes:
        raise ValueError(f"clip-path: '#{name}' is empty, so nothing is seen")
    path, even_odd = _unite(name, shapes)
    return Clip(transform_path(path, to_clip, compiler.decimals), even_odd)


def _content_units(compiler: Compiler, element: Element, ink: tuple[Ink, ...], matrix: Matrix, user: Element) -> Matrix:
    """Return the matrix from the coordinates inside the clip path to the coordinates of the clipped element."""
    unit_kinds = ("userSpaceOnUse", "objectBoundingBox")
    if keyword("clipPathUnits:", element.get("clipPathUnits"), unit_kinds) == "userSpaceOnUse":
        return IDENTITY
    # The box of an object has no strokes (SVG 1.1, 7.11).
    box = extent(ink, matrix.inverse(), compiler.extras.parts)
    if box is None or not box.width or not box.height:
        raise ValueError(f"<{user.name}> has no area for a clip path in objectBoundingBox units")
    return Matrix(a=box.width, d=box.height, e=box.x, f=box.y)


def _shapes(compiler: Compiler, element: Element, style: ElementStyle) -> Iterator[FilledPath]:
    """Yield the path and fill rule of each shape in a clip path that is seen.

    Raises ValueError for nested clips or effects.
    """
    for child in element.elements():
        shape, shift = _shape(compiler, child)
        if shape is None:
            continue
        child_style = compiler.style(child, style.inherited)
        if shape is not child:
            child_style = compiler.style(shape, child_style.inherited)
        if child_style.clip:
            raise ValueError(f"clip-path: '#{element.id}' holds a shape that is clipped itself; write one clip path")
        if child_style.effects:
            raise ValueError(f"clip-path: '#{element.id}' holds a shape with an effect of its own; write a mask")
        path = compiler.path(shape)
        if path and child_style.is_seen:
            matrix = compiler.transform(child) @ shift
            matrix = matrix @ compiler.transform(shape) if shape is not child else matrix
            moved = path if matrix == IDENTITY else transform_path(path, matrix, 9)
            yield moved, child_style.inherited.clip_even_odd


def _shape(compiler: Compiler, child: Element) -> tuple[Element | None, Matrix]:
    """Return the shape that a child of a clip path is or refers to, and the translation of that reference.

    None for an element without a shape. Raises ValueError for a reference to nothing.
    """
    if child.name in SHAPES:
        return child, IDENTITY
    if child.name != "use":
        return None, IDENTITY
    href = child.get("href") or ""
    target = compiler.document.ids.get(href.removeprefix("#"))
    if target is None or target.name not in SHAPES:
        raise ValueError(f"clip-path: {href!r} is not a shape of this drawing")
    return target, Matrix.translation(*compiler.lengths(child, x=0, y=0))


def _unite(name: str, shapes: list[FilledPath]) -> FilledPath:
    """Return one path that covers the area of all the shapes, and whether the even-odd rule fills it.

    PDF and our faces clip by one path. With all outlines oriented alike, the nonzero rule unites them. Raises
    ValueError where they cannot be joined.
    """
    if len(shapes) == 1:
        return shapes[0]
    for path, even_odd in shapes:
        if even_odd and len(list(subpaths(path))) > 1:
            raise ValueError(f"clip-path: '#{name}' joins other shapes to one with clip-rule evenodd; leave it alone")
        # Turned the same way as the others, such a path would cover more than it did.
        if crosses_itself(path):
            raise ValueError(f"clip-path: '#{name}' joins other shapes to one that crosses itself; leave it alone")
    return " ".join(orient(path, 9) for path, _ in shapes), False
