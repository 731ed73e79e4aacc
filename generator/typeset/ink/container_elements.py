"""Elements that draw others: `<g>`, nested `<svg>`, and `<use>` of icons, symbols, groups and shapes."""

from __future__ import annotations

from collections.abc import Iterable

from generator.base.errors import suggestion
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import Group, Ink, Part, Use
from generator.typeset.ink.clip import fade_and_clip, rect_clip
from generator.typeset.ink.compiler import Canvas, CompiledElement, Compiler, DrawingExtras, DrawnText, part_of
from generator.typeset.ink.shape_element import is_kept_as_layer
from generator.typeset.paths.path_geometry import extent
from generator.typeset.svg.attribute_values import keyword
from generator.typeset.svg.coordinate_systems import Aspect, aspect, view_box
from generator.typeset.svg.profile import PICTURE_FOLDERS, SHAPES
from generator.typeset.svg.style import GRADIENT, ElementStyle, InheritedStyle
from generator.typeset.svg.svg_tree import Element


def draw_group(compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
    """Draw the children of a group, or keep its outlines where it is a layer such as `cut`."""
    if is_kept_as_layer(compiler, element, style, matrix):
        return
    inside = matrix @ compiler.transform(element) if "transform" in element.form.positions else matrix
    before = len(compiler.extras.texts)
    if style.opacity == 1 and not style.clip:
        compiler.draw_children(element, style.inherited, inside, canvas)
    else:
        inner = Canvas()
        compiler.draw_children(element, style.inherited, inside, inner)
        if ink := inner.ink():
            texts = compiler.extras.texts[before:]
            canvas.add(
                IDENTITY,
                fade_and_clip(compiler, element, style, ink, matrix=inside, opacity=style.opacity, texts=texts),
            )
    if "pnp:layer" in element.form.positions:  # the layer `bleed`, the only one that is drawn
        for text in compiler.extras.texts[before:]:
            text.bleeds = True


def draw_nested_svg(compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
    """Draw a nested `<svg>`, fitted into its rectangle and clipped to it; raises ValueError where it has no size."""
    if element.get("width") is None or element.get("height") is None:
        raise ValueError("needs width and height")
    check_place(compiler, element, style)
    into = Rect(*compiler.lengths(element, x=0, y=0, width=0, height=0))
    if not into.width or not into.height:
        return
    # The clip lies outside of the fit: it is the rectangle of the element, not its viewBox.
    outside = matrix @ compiler.transform(element)
    view, fit = Rect(0, 0, into.width, into.height), Matrix.translation(into.x, into.y)
    if text := element.get("viewBox"):
        view = view_box(text)
        fit = aspect(element.get("preserveAspectRatio")).fit(view, into)
    inner = Canvas()
    before = len(compiler.extras.texts)
    compiler.draw_view(view, element, style.inherited, outside @ fit, inner)
    ink = inner.ink()
    if not ink:
        return
    clip = None
    if not _overflows(element):
        _keep_viewport(compiler.extras.texts[before:], into, outside)
        clip = rect_clip(into, outside, compiler.decimals)
    canvas.add(IDENTITY, Group(ink, opacity=style.opacity, clip=clip))


_OVERFLOWS = ("hidden", "scroll", "visible", "auto")


def _overflows(element: Element) -> bool:
    """Return whether the content of a nested `<svg>` or a symbol is seen beyond its rectangle."""
    overflow = keyword("overflow:", (element.get("overflow") or "").strip(), _OVERFLOWS)
    return overflow in {"visible", "auto"}


def _keep_viewport(texts: Iterable[DrawnText], into: Rect, matrix: Matrix) -> None:
    """Remember with texts the rectangle at which the nested drawing around them is cut off."""
    box = matrix.bounding_box(into)
    for text in texts:
        text.viewports.append(box)


_MARGIN = 0.05
"""Margin around a part, as a share of its size: renderers crop a part at its box, so the ink must not touch it."""

_DRAWABLE = SHAPES | {"g", "symbol", "use", "image", "text"}


def draw_use(
    compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas
) -> CompiledElement | None:
    """Draw the target of a `<use>`; return an icon compiled, since it is the same in every document.

    Raises ValueError where the target is missing, outside the document, or holds the `<use>` itself.
    """
    href = element.get("href")
    if href is None or not href.startswith("#") or href == "#":
        raise ValueError("needs href" if href is None else f"href {href!r} leads outside; only '#id' is allowed")
    name = href[1:]
    target = compiler.target(element)
    prefix = next((known_prefix for known_prefix in PICTURE_FOLDERS if name.startswith(known_prefix)), "")
    if target is None and prefix and not compiler.is_picture:
        return _icon(compiler, element, style, PICTURE_FOLDERS[prefix], name.removeprefix(prefix))
    if target is not None and target.name == "svg":
        raise ValueError(f"{href!r} is an <svg>, which <use> does not draw here; write <symbol> instead of <svg>")
    if target is None or target.name not in _DRAWABLE:
        near = [f"#{id_}" for id_, other in compiler.document.ids.items() if other.name in _DRAWABLE]
        raise ValueError(f"there is nothing to draw called {href!r}{suggestion(href, near)}")
    check_place(compiler, element, style)
    # A reference to itself would be drawn for ever.
    if target in compiler.open_references:
        raise ValueError(f"{href!r} refers to itself")
    compiler.extras.add_parts(element, (), 1)
    compiler.open_references.append(target)
    try:
        _draw_target(compiler, element, target, style, matrix, canvas)
    finally:
        compiler.open_references.pop()
    return None


def check_place(compiler: Compiler, element: Element, style: ElementStyle) -> None:
    """Raise ValueError where viewers differ in the coordinates of a clip path, a mask or a filter of an element.

    Some count the viewport of a nested `<svg>`, and the x and y of a `<use>`, and some do not.
    """
    is_nested = element.name == "svg" and element is not compiler.document.root
    if not is_nested and not (element.name == "use" and any(compiler.lengths(element, x=0, y=0))):
        return
    effects = style.effects
    used = [("clipPath", "clip-path", style.clip)]
    used += [("mask", "mask", effects.mask), ("filter", "filter", effects.filter)] if effects else []
    place = "a nested <svg>" if is_nested else "a <use> with x and y"
    for name, attribute, id_ in used:
        if id_ and (is_nested or _is_in_user_space(compiler.definition(name, attribute, id_))):
            raise ValueError(f"{attribute}: viewers differ in its place on {place}; write it on a <g> around it")


def _is_in_user_space(definition: Element) -> bool:
    """Return whether a clip path, a mask or a filter has lengths in the coordinates of the element that uses it."""
    if definition.name == "filter":
        return definition.get("filterUnits") == "userSpaceOnUse"
    if definition.name == "clipPath":
        return definition.get("clipPathUnits") != "objectBoundingBox"
    return definition.get("maskUnits") == "userSpaceOnUse" or definition.get("maskContentUnits") != "objectBoundingBox"


def _icon(compiler: Compiler, element: Element, style: ElementStyle, folder: str, name: str) -> CompiledElement | None:
    """Return an icon of a folder compiled, fitted into the rectangle of its `<use>`; None where it is not seen.

    Raises ValueError where it has no size, or a gradient as fill.
    """
    if element.get("width") is None or element.get("height") is None:
        raise ValueError(f"icon {name!r} needs width and height")
    into = Rect(*compiler.lengths(element, x=0, y=0, width=0, height=0))
    if not style.is_seen:
        return None
    inherited = style.inherited
    tone = inherited.resolve(inherited.fill)
    if tone and tone.startswith(GRADIENT):
        raise ValueError(f"icon {name!r} takes a plain colour as fill, not a gradient")
    # Only what an icon can show of its user: equal icons are compiled once.
    colours = (inherited.color, tone, inherited.fill_opacity, inherited.hatch)
    picture = compiler.pictures.icon(name, colours, element, compiler.findings, folder)
    if picture is None or not into.width or not into.height:
        return None
    compiler.extras.add_parts(element, picture.parts, 0)
    matrix = compiler.transform(element)
    ink: Ink = Use(picture.part.key, matrix @ Aspect().fit(picture.part.box, into), style.opacity)
    if style.clip:
        # The opacity is in the Use already.
        ink = fade_and_clip(compiler, element, style, (ink,), matrix @ Matrix.translation(into.x, into.y), 1.0)
    return ink, picture.parts, picture.references


def _draw_target(
    compiler: Compiler, element: Element, target: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas
) -> None:
    """Draw an element of the same document at the place that its `<use>` gives it."""
    inside = matrix @ compiler.transform(element) @ Matrix.translation(*compiler.lengths(element, x=0, y=0))
    plain = style.opacity == 1 and not style.clip
    inner = canvas if plain else Canvas()
    before = len(compiler.extras.texts)
    if target.name == "symbol":
        _draw_symbol(compiler, element, target, style.inherited, inside, inner)
    # Text and blending depend on what lies around them, and are drawn at each place anew.
    elif target.name == "g" and not compiler.has_text(target) and not compiler.has_blending(target):
        _draw_as_part(compiler, element, target, style.inherited, inside, inner)
    else:
        compiler.draw(target, style.inherited, inside, inner)
    if not plain and (ink := inner.ink()):
        texts = compiler.extras.texts[before:]
        canvas.add(
            IDENTITY, fade_and_clip(compiler, element, style, ink, matrix=inside, opacity=style.opacity, texts=texts)
        )


def _draw_symbol(
    compiler: Compiler, element: Element, symbol: Element, inherited: InheritedStyle, matrix: Matrix, canvas: Canvas
) -> None:
    """Draw a symbol, its viewBox fitted into the rectangle of the use and clipped to it."""
    width, height = compiler.lengths(element, width=compiler.view.width, height=compiler.view.height)
    if not width or not height:
        return
    view = into = Rect(0, 0, width, height)
    fit = IDENTITY
    if text := symbol.get("viewBox"):
        view = view_box(text)
        fit = aspect(symbol.get("preserveAspectRatio")).fit(view, into)
    if not compiler.has_text(symbol):
        _draw_as_part(
            compiler,
            element,
            symbol,
            inherited,
            matrix=matrix @ fit,
            canvas=canvas,
            visible=fit.inverse().bounding_box(into),
        )
        return
    inner = Canvas()
    before = len(compiler.extras.texts)
    compiler.draw_view(view, symbol, compiler.style(symbol, inherited).inherited, matrix @ fit, inner)
    clip = None
    if not _overflows(symbol):
        _keep_viewport(compiler.extras.texts[before:], into, matrix)
        clip = rect_clip(into, matrix, compiler.decimals)
    if ink := inner.ink():
        canvas.add(IDENTITY, Group(ink, clip=clip))


def _draw_as_part(
    compiler: Compiler,
    element: Element,
    target: Element,
    inherited: InheritedStyle,
    matrix: Matrix,
    canvas: Canvas,
    visible: Rect | None = None,
) -> None:
    """Draw a target as a part of the face, compiled once for all its uses.

    `visible` is the rectangle of a symbol, None for a group.
    """
    key = (target, inherited, visible or compiler.view)
    shared = compiler.shared_parts.get(key)
    if shared is None:
        # Collected apart, so that the part can be used again with everything that it brings.
        outer, compiler.extras = compiler.extras, DrawingExtras(is_shared=True)
        try:
            shared = compiler.shared_parts[key] = _part(compiler, target, inherited, visible), compiler.extras
        finally:
            compiler.extras = outer
    part, extras = shared
    if part is not None:
        compiler.extras.add_parts(element, (*extras.parts.values(), part), extras.references)
        canvas.add(matrix, Use(part.key, IDENTITY))


def _part(compiler: Compiler, target: Element, inherited: InheritedStyle, visible: Rect | None) -> Part | None:
    """Return the part of a symbol or group, cut off at `visible`, None for as large as its ink; None without ink."""
    canvas = Canvas()
    if target.name == "symbol":
        text = target.get("viewBox")
        view = view_box(text) if text else visible or compiler.view
        visible = None if _overflows(target) else visible
        compiler.draw_view(view, target, compiler.style(target, inherited).inherited, IDENTITY, canvas)
    else:
        compiler.draw(target, inherited, IDENTITY, canvas)
    ink = canvas.ink()
    box = visible or extent(ink, IDENTITY, compiler.extras.parts, strokes=True)
    if not ink or box is None:
        return None
    if visible is None:
        box = box.expand(_MARGIN * max(box.width, box.height))
    return part_of(ink, box)
