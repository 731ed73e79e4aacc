"""`<use>`: icons from their files, and symbols, groups and shapes of the same drawing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.base.errors import suggestion
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import Clip, Group, Ink, Part, Use
from generator.typeset.ink.canvas import Canvas
from generator.typeset.ink.clip import clip_path
from generator.typeset.ink.drawing_extras import DrawingExtras
from generator.typeset.paths import basic_shapes
from generator.typeset.paths.contour import transform_path
from generator.typeset.paths.extent import extent
from generator.typeset.svg.profile import FILED, SHAPES
from generator.typeset.svg.style import GRADIENT, ElementStyle, InheritedStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.svg.viewport import Aspect, aspect, view_box

if TYPE_CHECKING:
    from generator.typeset.ink.compiler import CompiledElement, Compiler

_AIR = 0.05
"""Room around a part, in its sizes, so that the edge of its box never shows at the edge of its ink."""

_DRAWABLE = SHAPES | {"g", "symbol", "use", "image", "text"}


def draw_use(
    compiler: Compiler, element: Element, look: ElementStyle, matrix: Matrix, canvas: Canvas
) -> CompiledElement | None:
    """Draw what a `<use>` refers to; an icon is returned rather than drawn, since it is the same in every document.

    Raises ValueError where it refers to nothing, to itself, or outside.
    """
    href = element.get("href")
    if href is None or not href.startswith("#") or href == "#":
        raise ValueError("needs href" if href is None else f"href {href!r} leads outside; only '#id' is allowed")
    name = href[1:]
    target = compiler.document.ids.get(name)
    begins = next((each for each in FILED if name.startswith(each)), "")
    if target is None and begins and not compiler.is_picture:
        return _icon(compiler, element, look, FILED[begins], name.removeprefix(begins))
    if target is None or target.name not in _DRAWABLE:
        near = [f"#{id_}" for id_, other in compiler.document.ids.items() if other.name in _DRAWABLE]
        raise ValueError(f"there is nothing to draw called {href!r}{suggestion(href, near)}")
    if target in compiler.open:
        raise ValueError(f"{href!r} refers to itself")
    compiler.gathered.take(element, (), 1)
    compiler.open.append(target)
    try:
        _local(compiler, element, target, look, matrix, canvas)
    finally:
        compiler.open.pop()
    return None


def _icon(compiler: Compiler, element: Element, look: ElementStyle, folder: str, name: str) -> CompiledElement | None:
    if element.get("width") is None or element.get("height") is None:
        raise ValueError(f"icon {name!r} needs width and height")
    into = Rect(*compiler.lengths(element, x=0, y=0, width=0, height=0))
    tone = look.style.solid(look.style.fill)
    if tone and tone.startswith(GRADIENT):
        raise ValueError(f"icon {name!r} takes a plain colour as fill, not a gradient")
    shade = look.style.fill_opacity
    picture = compiler.shelf.icon(name, look.style.color, tone, element, compiler.found, folder=folder, shade=shade)
    if picture is None or not into.width or not into.height:
        return None
    compiler.gathered.take(element, picture.parts, 0)
    step = compiler.step(element)
    ink: Ink = Use(picture.part.key, step @ Aspect().fitted(picture.part.box, into), look.opacity)
    if look.clip:
        ink = Group(
            (ink,), clip=clip_path(compiler, look.clip, element, (ink,), step @ Matrix.translation(into.x, into.y))
        )
    return ink, picture.parts, picture.references


def _local(
    compiler: Compiler, element: Element, target: Element, look: ElementStyle, matrix: Matrix, canvas: Canvas
) -> None:
    """Draw an element of the same document where a `<use>` puts it."""
    inside = matrix @ compiler.step(element) @ Matrix.translation(*compiler.lengths(element, x=0, y=0))
    plain = look.opacity == 1 and not look.clip
    inner = canvas if plain else Canvas()
    if target.name == "symbol":
        _symbol(compiler, element, target, look.style, inside, inner)
    elif target.name == "g" and not _speaks(compiler, target):
        _share(compiler, element, target, look.style, inside, inner)
    else:
        compiler.draw(target, look.style, inside, inner)
    if not plain and (ink := inner.ink()):
        clip = clip_path(compiler, look.clip, element, ink, inside) if look.clip else None
        canvas.add(IDENTITY, Group(ink, opacity=look.opacity, clip=clip))


def _symbol(
    compiler: Compiler, element: Element, symbol: Element, style: InheritedStyle, matrix: Matrix, canvas: Canvas
) -> None:
    """Draw a symbol, its viewBox fitted into the rectangle of the use, and nothing beside it."""
    width, height = compiler.lengths(element, width=compiler.view.width, height=compiler.view.height)
    if not width or not height:
        return
    view = into = Rect(0, 0, width, height)
    fit = IDENTITY
    if text := symbol.get("viewBox"):
        view = view_box(text)
        fit = aspect(symbol.get("preserveAspectRatio")).fitted(view, into)
    if not _speaks(compiler, symbol):
        _share(compiler, element, symbol, style, matrix @ fit, canvas, fit.inverse().bounding_box(into))
        return
    inner = Canvas()
    compiler.children_in(view, symbol, compiler.look(symbol, style).style, matrix @ fit, inner)
    frame = transform_path(basic_shapes.rect(0, 0, width, height, 0, 0, decimals=9), matrix, compiler.decimals)
    if ink := inner.ink():
        canvas.add(IDENTITY, Group(ink, clip=Clip(frame)))


@dataclass(slots=True)
class SharedParts:
    """What one document draws by reference: each symbol and group exists once, however often it is used."""

    parts: dict[tuple[Element, InheritedStyle, Rect], tuple[Part | None, DrawingExtras]] = field(default_factory=dict)
    speaking: dict[Element, bool] = field(default_factory=dict)


def _share(
    compiler: Compiler,
    element: Element,
    target: Element,
    style: InheritedStyle,
    matrix: Matrix,
    canvas: Canvas,
    seen: Rect | None = None,
) -> None:
    """Draw a target as a part; `seen` is what shows of it, None for all."""
    key = (target, style, seen or compiler.view)
    known = compiler.shared.parts.get(key)
    if known is None:
        outer, compiler.gathered = compiler.gathered, DrawingExtras()
        try:
            known = compiler.shared.parts[key] = _part(compiler, target, style, seen), compiler.gathered
        finally:
            compiler.gathered = outer
    part, gathered = known
    if part is not None:
        compiler.gathered.take(element, (*gathered.parts.values(), part), gathered.references)
        canvas.add(matrix, Use(part.key, IDENTITY))


def _part(compiler: Compiler, target: Element, style: InheritedStyle, seen: Rect | None) -> Part | None:
    canvas = Canvas()
    if target.name == "symbol":
        text = target.get("viewBox")
        view = view_box(text) if text else seen or compiler.view
        compiler.children_in(view, target, compiler.look(target, style).style, IDENTITY, canvas)
    else:
        compiler.draw(target, style, IDENTITY, canvas)
    ink = canvas.ink()
    around = seen or extent(ink, IDENTITY, compiler.gathered.parts, strokes=True)
    if not ink or around is None:
        return None
    if seen is None:
        around = around.expand(_AIR * max(around.width, around.height))
    digest = hashlib.blake2b(repr((around, ink)).encode(), digest_size=16)
    return Part(f"part-{digest.hexdigest()}", around, ink)


def _speaks(compiler: Compiler, element: Element) -> bool:
    """Whether an element holds text, or refers to some: text stands in a face itself, not in parts."""
    speaking = compiler.shared.speaking
    if element not in speaking:
        speaking[element] = False
        inside = list(element.elements())
        if element.name == "use" and (target := compiler.document.ids.get((element.get("href") or "")[1:])):
            inside.append(target)
        speaking[element] = element.name == "text" or any(_speaks(compiler, child) for child in inside)
    return speaking[element]
