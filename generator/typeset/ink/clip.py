"""Clip paths: the outline that a group or shape is seen through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.base.errors import suggestion
from generator.base.geometry import IDENTITY, Matrix
from generator.model.face import Clip, Ink
from generator.typeset.paths.contour import crosses_itself, orient, subpaths, transform_path
from generator.typeset.paths.extent import extent
from generator.typeset.svg.profile import SHAPES
from generator.typeset.svg.style import INITIAL, ElementStyle
from generator.typeset.svg.svg_tree import Element

if TYPE_CHECKING:
    from generator.typeset.ink.compiler import Compiler

Outline = tuple[str, bool]
"""A path, and whether it is filled by the even-odd rule."""


def clip_path(compiler: Compiler, name: str, user: Element, ink: tuple[Ink, ...], matrix: Matrix) -> Clip:
    """The clip of some ink, in the coordinates that `matrix` leads to from those of the element that uses it.

    Raises ValueError where there is none of this name, or where it cannot be made one path.
    """
    element = compiler.document.ids.get(name)
    if element is None or element.name != "clipPath":
        near = [id_ for id_, other in compiler.document.ids.items() if other.name == "clipPath"]
        raise ValueError(f"clip-path: there is no clip path '#{name}'{suggestion(name, near)}")
    look = compiler.look(element, INITIAL)
    if look.clip:
        raise ValueError(f"clip-path: '#{name}' is clipped itself; write one clip path")
    space = matrix @ compiler.step(element) @ _units(compiler, element, ink, matrix, user)
    outlines = list(_outlines(compiler, element, look))
    if not outlines:
        raise ValueError(f"clip-path: '#{name}' is empty, so nothing is seen")
    path, even_odd = _united(name, outlines)
    return Clip(transform_path(path, space, compiler.decimals), even_odd)


def _units(compiler: Compiler, element: Element, ink: tuple[Ink, ...], matrix: Matrix, user: Element) -> Matrix:
    """From the coordinates of the clip path's contents to those of the element that uses it."""
    units = element.get("clipPathUnits") or "userSpaceOnUse"
    known = ["userSpaceOnUse", "objectBoundingBox"]
    if units not in known:
        raise ValueError(f"clipPathUnits: {units!r} is unknown{suggestion(units, known)}")
    if units == "userSpaceOnUse":
        return IDENTITY
    around = extent(ink, matrix.inverse(), compiler.gathered.parts)
    if around is None or not around.width or not around.height:
        raise ValueError(f"<{user.name}> has no area for a clip path in objectBoundingBox units")
    return Matrix(a=around.width, d=around.height, e=around.x, f=around.y)


def _outlines(compiler: Compiler, element: Element, look: ElementStyle) -> Iterator[Outline]:
    """The outlines of the shapes in a clip path, in its own coordinates."""
    for child in element.elements():
        shape, shift = _shape(compiler, child)
        if shape is None:
            continue
        child_look = compiler.look(child, look.style)
        if shape is not child:
            child_look = compiler.look(shape, child_look.style)
        if child_look.clip:
            raise ValueError(f"clip-path: '#{element.id}' holds a shape that is clipped itself; write one clip path")
        path = compiler.path(shape)
        if path and child_look.shown:
            step = compiler.step(child) @ shift
            step = step @ compiler.step(shape) if shape is not child else step
            yield path if step == IDENTITY else transform_path(path, step, 9), child_look.style.clip_even_odd


def _shape(compiler: Compiler, child: Element) -> tuple[Element | None, Matrix]:
    """The shape that a child of a clip path is, or refers to, and where that puts it."""
    if child.name in SHAPES:
        return child, IDENTITY
    if child.name != "use":
        return None, IDENTITY
    href = child.get("href") or ""
    target = compiler.document.ids.get(href.removeprefix("#"))
    if target is None or target.name not in SHAPES:
        raise ValueError(f"clip-path: {href!r} is not a shape of this drawing")
    return target, Matrix.translation(*compiler.lengths(child, x=0, y=0))


def _united(name: str, outlines: list[Outline]) -> Outline:
    """One path that covers what any of the outlines covers."""
    if len(outlines) == 1:
        return outlines[0]
    for path, even_odd in outlines:
        if even_odd and len(list(subpaths(path))) > 1:
            raise ValueError(f"clip-path: '#{name}' joins other shapes to one with clip-rule evenodd; leave it alone")
        if crosses_itself(path):
            raise ValueError(f"clip-path: '#{name}' joins other shapes to one that crosses itself; leave it alone")
    return " ".join(orient(path, 9) for path, _ in outlines), False
