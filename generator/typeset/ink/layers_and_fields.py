"""`pnp:layer` and `pnp:field`: cut and fold lines, the safe area, and form fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.base.errors import suggestion
from generator.base.geometry import Matrix, Rect
from generator.model.face import FormField
from generator.typeset.ink.compiler import Compiler
from generator.typeset.paths.contour import path_box, transform_path
from generator.typeset.svg.profile import SHAPES
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element

LAYERS = ("bleed", "safe", "cut", "fold")
KINDS = ("mark", "mark2", "year", "number", "choice", "text", "sum")
_ID = re.compile(r"[a-z][a-z0-9_]{0,40}")


def is_kept_as_layer(compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix) -> bool:
    """Keep the outlines of a `cut`, `fold` or `safe` layer, which is not drawn; False for everything else.

    Raises ValueError where the layer is unknown, or where the element has no outline.
    """
    if "pnp:layer" not in element.form.positions:
        return False
    name = element.get("pnp:layer") or ""
    if name not in LAYERS:
        raise ValueError(f"pnp:layer {name!r} is unknown{suggestion(name, LAYERS)}")
    if name == "bleed":
        return False
    if compiler.open_references or compiler.is_picture:
        raise ValueError(f"pnp:layer {name!r} cannot stand in what is drawn by reference")
    paths = [path for path in _paths(compiler, element, style, matrix) if path]
    if name == "cut":
        compiler.extras.cuts += paths
    elif name == "fold":
        compiler.extras.folds += paths
    else:
        compiler.extras.safe_areas += [box for path in paths if (box := path_box(path))]
    return True


def _paths(compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix) -> Iterator[str]:
    inside = matrix @ compiler.transform(element)
    if element.name in SHAPES:
        yield transform_path(compiler.path(element), inside, compiler.decimals)
        return
    for child in element.elements():
        if child.name not in SHAPES | {"g", "title", "desc"}:
            raise ValueError(f"pnp:layer holds <{child.name}>; it takes shapes and groups of shapes")
        child_style = compiler.style(child, style.inherited)
        if child_style.shown and child.name not in {"title", "desc"}:
            yield from _paths(compiler, child, child_style, inside)


def add_field(compiler: Compiler, element: Element, path: str, matrix: Matrix) -> None:
    """Keep the box of a shape as a form field. Raises ValueError where its kind or id is invalid."""
    kind, id_ = element.get("pnp:field") or "", element.id or ""
    if kind not in KINDS:
        raise ValueError(f"pnp:field {kind!r} is unknown{suggestion(kind, KINDS)}")
    if not _ID.fullmatch(id_):
        what = f"id {id_!r} cannot name a field" if id_ else "a field needs an id"
        raise ValueError(f"{what}; write lower case letters, digits and _, a letter first, at most 41")
    if compiler.open_references or compiler.is_picture:
        raise ValueError("a field cannot stand in what is drawn by reference")
    box = path_box(transform_path(path, matrix @ compiler.transform(element), 9)) or Rect(0, 0, 0, 0)
    if not box.width or not box.height:
        raise ValueError("a field needs a width and a height")
    compiler.extras.fields.append(FormField(id_, kind, box, element.title()))
