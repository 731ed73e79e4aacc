"""Basic shapes and paths: their fill and stroke, and their use as cut lines, safe areas and form fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.base.errors import suggestion
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import replace
from generator.model.face import FormField, Group, Ink, Paint, Shape, Stroke
from generator.typeset.ink.clip import fade_and_clip
from generator.typeset.ink.compiler import Canvas, CompiledElement, Compiler
from generator.typeset.paths.path_geometry import path_box, transform_path, with_dots
from generator.typeset.svg.attribute_values import numbers
from generator.typeset.svg.profile import SHAPES
from generator.typeset.svg.style import GRADIENT, ElementStyle, InheritedStyle
from generator.typeset.svg.svg_tree import Element

MOST_DASHES = 100_000


def draw_shape(
    compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, _: Canvas
) -> CompiledElement | None:
    """Compile a shape; None where it is a layer such as `cut`. Raises ValueError for an invalid attribute."""
    if is_kept_as_layer(compiler, element, style, matrix):
        return None
    path = compiler.path(element)
    ink = shape_ink(compiler, element, style, path)
    if "pnp:field" in element.form.positions:
        add_field(compiler, element, path, matrix)
    if ink is not None and "transform" in element.form.positions:
        ink = Group((ink,), compiler.transform(element))
    return ink, (), 0


def shape_ink(
    compiler: Compiler, element: Element, style: ElementStyle, path: str, *, box: Rect | None = None
) -> Ink | None:
    """Return the ink of a shape in its own coordinates; None where it has no area or no paint.

    Gradients and patterns take their shares of `box`, else of the path's own box.
    """
    line = style.inherited.stroke
    # With round or square ends a path without length is a dot (SVG 1.1, 11.4).
    if style.stroke_paint is not None and line.cap != "butt":
        path = with_dots(path, dashed=bool(line.dash))
    if not path or (style.fill is None and style.stroke_paint is None):
        return None
    if line.dash:
        _check_dashes(path, style.inherited)
    if style.inherited.hatch[0] and style.fill is not None and style.inherited.fill_opacity < 1:
        return _hatched(style, path)
    if style.is_self_contained:
        shape = Shape(path, style.fill, style.fill_opacity, style.inherited.even_odd, style.stroke)
        ink = in_paint_order(style, shape)
        return ink[0] if len(ink) == 1 and style.group_opacity == 1 else Group(ink, opacity=style.group_opacity)
    ink = _painted(compiler, element, style, path, box or path_box(path))
    if not style.clip and style.group_opacity == 1:
        return ink[0] if len(ink) == 1 else Group(ink)
    return fade_and_clip(compiler, element, style, ink, IDENTITY, style.group_opacity)


def _hatched(style: ElementStyle, path: str) -> Ink | None:
    """Return a shape whose tint is drawn as lines in its colour, and its own outline; None where nothing is left."""
    from generator.typeset.paths.hatching import LINE, hatching

    pitch, direction = style.inherited.hatch
    lines = hatching(path, pitch, direction, even_odd=style.inherited.even_odd)
    fill = style.fill if style.fill and style.fill[0] == "#" else style.inherited.color
    ink: list[Ink] = [Shape(lines, None, stroke=Stroke(fill, pitch * LINE))] if lines else []
    if style.stroke:
        ink.append(Shape(path, None, stroke=style.stroke))
    return Group(tuple(ink)) if len(ink) > 1 else ink[0] if ink else None


def _painted(compiler: Compiler, element: Element, style: ElementStyle, path: str, box: Rect | None) -> tuple[Ink, ...]:
    """Return the fill and the stroke of a shape as ink; two items where the fill is a pattern.

    Raises ValueError for a stroke that is a pattern.
    """
    if (style.stroke_paint or "").startswith(GRADIENT) and _pattern(compiler, style.stroke_paint):
        raise ValueError("stroke takes no pattern; draw the outline as a filled path")
    pattern = _pattern(compiler, style.fill)
    if pattern is None:
        return in_paint_order(style, _painted_shape(compiler, element, style, path, box))
    from generator.typeset.ink.pattern_fill import pattern_fill

    tiles = pattern_fill(compiler, element, pattern, path, box, even_odd=style.inherited.even_odd)
    if style.fill_opacity < 1:
        tiles = Group((tiles,), opacity=style.fill_opacity)
    line = Shape(path, None, stroke=_stroke(compiler, element, style, box))
    if not line.stroke:
        return (tiles,)
    return (line, tiles) if style.inherited.stroke.is_first else (tiles, line)


def in_paint_order(style: ElementStyle, shape: Shape) -> tuple[Ink, ...]:
    """Return a shape as ink; two shapes where its fill is painted over the inner half of its stroke."""
    if shape.fill is None or shape.stroke is None or not style.inherited.stroke.is_first:
        return (shape,)
    return replace(shape, fill=None), replace(shape, stroke=None)


def _pattern(compiler: Compiler, paint: str | None) -> Element | None:
    """Return the `<pattern>` that a paint refers to; None for a colour or a gradient."""
    return compiler.pattern(paint.removeprefix(GRADIENT)) if paint else None


def _painted_shape(compiler: Compiler, element: Element, style: ElementStyle, path: str, box: Rect | None) -> Shape:
    """Return a shape with its colours or gradients resolved for a box."""
    fill, fill_opacity = _paint(compiler, element, style.fill, box)
    stroke = _stroke(compiler, element, style, box)
    return Shape(path, fill, style.fill_opacity * fill_opacity, style.inherited.even_odd, stroke)


def _stroke(compiler: Compiler, element: Element, style: ElementStyle, box: Rect | None) -> Stroke | None:
    """Return the stroke of a shape with its paint and opacity; None without one."""
    paint, paint_opacity = _paint(compiler, element, style.stroke_paint, box)
    # With a group opacity fill and stroke fade together, and not each by itself.
    element_opacity = 1.0 if style.group_opacity < 1 else style.opacity
    line = style.inherited.stroke
    return line.stroke(paint, line.opacity * element_opacity * paint_opacity) if paint is not None else None


def _paint(compiler: Compiler, element: Element, paint: str | None, box: Rect | None) -> tuple[Paint | None, float]:
    """Return a paint with its gradient resolved for the shape's box, and the opacity of that gradient.

    None where the gradient is missing, or where there is no box to take shares of.
    """
    if paint is None or not paint.startswith(GRADIENT):
        return paint, 1.0
    gradient = compiler.gradients.get(paint.removeprefix(GRADIENT), element)
    if gradient is None or box is None:
        return None, 1.0
    return gradient.paint(box)


def _check_dashes(path: str, style: InheritedStyle) -> None:
    """Raise ValueError for a dash pattern of more than MOST_DASHES, which viewers would draw for minutes."""
    box = path_box(path)
    # Half the outline of the box for each line: an estimate upwards, for no line is longer.
    if box and (box.width + box.height) * path.count(" L ") / sum(style.stroke.dash) > MOST_DASHES:
        raise ValueError(f"stroke-dasharray: more than {MOST_DASHES:,} dashes")


LAYERS = ("bleed", "safe", "cut", "fold", "score")
KINDS = ("mark", "mark2", "year", "number", "choice", "text", "sum")
_ID = re.compile(r"[a-z][a-z0-9_]{0,40}")


def is_kept_as_layer(compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix) -> bool:
    """Keep the outlines of a `cut`, `fold`, `score` or `safe` layer, which is not drawn; False for everything else.

    Raises ValueError where the layer is unknown, or where the element has no outline.
    """
    if "pnp:layer" not in element.form.positions:
        return False
    name = element.get("pnp:layer") or ""
    if name not in LAYERS:
        raise ValueError(f"pnp:layer {name!r} is unknown{suggestion(name, LAYERS)}")
    # What reaches into the bleed is drawn like everything else.
    if name == "bleed":
        _add_ground(compiler, element, style, matrix)
        return False
    if compiler.open_references or compiler.is_picture:
        raise ValueError(f"pnp:layer {name!r} cannot stand in what is drawn by reference")
    paths = [path for path in _paths(compiler, element, style, matrix) if path]
    if name == "cut":
        compiler.extras.cuts += paths
    elif name == "fold":
        compiler.extras.folds += paths
    elif name == "score":
        compiler.extras.scores += paths
    else:
        compiler.extras.safe_areas += [box for path in paths if (box := path_box(path))]
    return True


def _add_ground(compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix) -> None:
    """Keep the box and the colour of a plain shape in the bleed, which may be the ground of a face."""
    if element.name in SHAPES and isinstance(style.fill, str) and not compiler.open_references:
        box = path_box(transform_path(compiler.path(element), matrix @ compiler.transform(element)))
        compiler.extras.grounds += [(box, style.fill)] if box else []


def _paths(compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix) -> Iterator[str]:
    """Yield the outlines of a shape, or of all shapes in a group. Raises ValueError for other elements."""
    inside = matrix @ compiler.transform(element)
    if element.name in SHAPES:
        yield transform_path(compiler.path(element), inside, compiler.decimals)
        return
    for child in element.elements():
        if child.name not in SHAPES | {"g", "title", "desc"}:
            raise ValueError(f"pnp:layer holds <{child.name}>; it takes shapes and groups of shapes")
        child_style = compiler.style(child, style.inherited)
        if child_style.is_seen and child.name not in {"title", "desc"}:
            yield from _paths(compiler, child, child_style, inside)


def add_field(compiler: Compiler, element: Element, path: str, matrix: Matrix) -> None:
    """Keep the box of a shape as a field of a form. Raises ValueError where its kind or id is invalid."""
    kind, id_ = element.get("pnp:field") or "", element.id or ""
    if kind not in KINDS:
        raise ValueError(f"pnp:field {kind!r} is unknown{suggestion(kind, KINDS)}")
    if not _ID.fullmatch(id_):
        fault = f"id {id_!r} cannot name a field" if id_ else "a field needs an id"
        raise ValueError(f"{fault}; write lower case letters, digits and _, a letter first, at most 41")
    if compiler.open_references or compiler.is_picture:
        raise ValueError("a field cannot stand in what is drawn by reference")
    # More decimals than are written: the box is compared with the free part below.
    box = path_box(transform_path(path, matrix @ compiler.transform(element), 9)) or Rect(0, 0, 0, 0)
    if not box.width or not box.height:
        raise ValueError("a field needs a width and a height")
    free = _free_part(element, matrix @ compiler.transform(element), box)
    compiler.extras.fields.append(FormField(id_, kind, box, element.title(), free))


def _free_part(element: Element, matrix: Matrix, box: Rect) -> Rect | None:
    """Return the part of a field that marks may cover, from `pnp:free="x y width height"`; None where it is not said.

    Raises ValueError where it is no part of the field.
    """
    free_text = element.get("pnp:free")
    if free_text is None:
        return None
    try:
        x, y, width, height = numbers(free_text)
    except ValueError:
        raise ValueError(f"pnp:free {free_text!r} is not understood; write it like '1 2 8 5'") from None
    free = matrix.bounding_box(Rect(x, y, width, height))
    if width <= 0 or height <= 0 or not box.contains(free, slack=0.01):
        raise ValueError(f"pnp:free {free_text!r} is no part of the field")
    return free
