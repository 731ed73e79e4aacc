"""What is more than ink: lines to cut and fold, the safe area, boxes to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.base.errors import suggestion
from generator.base.geometry import Matrix, Rect
from generator.model.face import FormField
from generator.typeset.paths.contour import path_box, transform_path
from generator.typeset.svg.profile import SHAPES
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element

if TYPE_CHECKING:
    from generator.typeset.ink.compiler import Compiler

LAYERS = ("bleed", "safe", "cut", "fold")
KINDS = ("mark", "mark2", "year", "number", "choice", "text", "sum")
_ID = re.compile(r"[a-z][a-z0-9_]{0,40}")


def add_layer(compiler: Compiler, element: Element, look: ElementStyle, matrix: Matrix) -> bool:
    """Keep the outlines of an element that is not drawn but cut, folded, or kept clear; False for one that is drawn.

    Raises ValueError where the layer is unknown, or where the element has no outline.
    """
    name = element.get("pnp:layer") or ""
    if name not in LAYERS:
        raise ValueError(f"pnp:layer {name!r} is unknown{suggestion(name, LAYERS)}")
    if name == "bleed":
        return False
    if compiler.open or compiler.is_picture:
        raise ValueError(f"pnp:layer {name!r} cannot stand in what is drawn by reference")
    paths = [path for path in _outlines(compiler, element, look, matrix) if path]
    if name == "cut":
        compiler.gathered.cuts += paths
    elif name == "fold":
        compiler.gathered.folds += paths
    else:
        compiler.gathered.safes += [around for path in paths if (around := path_box(path))]
    return True


def _outlines(compiler: Compiler, element: Element, look: ElementStyle, matrix: Matrix) -> Iterator[str]:
    inside = matrix @ compiler.step(element)
    if element.name in SHAPES:
        yield transform_path(compiler.path(element), inside, compiler.decimals)
        return
    for child in element.elements():
        if child.name not in SHAPES | {"g", "title", "desc"}:
            raise ValueError(f"pnp:layer holds <{child.name}>; it takes shapes and groups of shapes")
        child_look = compiler.look(child, look.style)
        if child_look.shown and child.name not in {"title", "desc"}:
            yield from _outlines(compiler, child, child_look, inside)


def add_field(compiler: Compiler, element: Element, path: str, matrix: Matrix) -> None:
    """Keep a shape as a box to fill in.

    Raises ValueError where its kind or its id is not fit for one.
    """
    kind, id_ = element.get("pnp:field") or "", element.id or ""
    if kind not in KINDS:
        raise ValueError(f"pnp:field {kind!r} is unknown{suggestion(kind, KINDS)}")
    if not _ID.fullmatch(id_):
        what = f"id {id_!r} cannot name a field" if id_ else "a field needs an id"
        raise ValueError(f"{what}; write lower case letters, digits and _, a letter first, at most 41")
    if compiler.open or compiler.is_picture:
        raise ValueError("a field cannot stand in what is drawn by reference")
    around = path_box(transform_path(path, matrix @ compiler.step(element), 9)) or Rect(0, 0, 0, 0)
    if not around.width or not around.height:
        raise ValueError("a field needs a width and a height")
    compiler.gathered.fields.append(FormField(id_, kind, around, element.title()))
