"""A drawing to ink: elements in document order, each drawn with its style in its coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from generator.base.errors import Faults
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import dataclass
from generator.model.face import Clip, Group, Ink, Paint, Part, Raster, Shape
from generator.typeset.ink import image_element, layers_and_fields, use_element
from generator.typeset.ink.canvas import Canvas
from generator.typeset.ink.clip import clip_path
from generator.typeset.ink.drawing_extras import DrawingExtras
from generator.typeset.paths import basic_shapes
from generator.typeset.paths.contour import path_box, transform_path
from generator.typeset.paths.shape_paths import lengths, shape_path
from generator.typeset.svg.attribute_numbers import PICTURE_UNITS, TEMPLATE_UNITS
from generator.typeset.svg.findings import SvgFindings, messages
from generator.typeset.svg.gradients import Gradients
from generator.typeset.svg.profile import PICTURE, SHAPES, TEMPLATE, Attributes, ElementForm, Profile
from generator.typeset.svg.style import GRADIENT, ElementStyle, InheritedStyle, StyleResolver
from generator.typeset.svg.svg_tree import Element, SvgTree
from generator.typeset.svg.transform import transform
from generator.typeset.svg.viewport import aspect, view_box

if TYPE_CHECKING:
    from generator.typeset.ink.picture_files import PictureFiles
    from generator.typeset.ink.text_element import TextCompiler

CompiledElement = tuple[Ink | None, tuple[Part | Raster, ...], int]
"""Ink in the coordinates of the element's parent, the parts it uses, and how many references it takes to draw."""

MOST_DASHES = 100_000
MOST_KNOWN = 50_000
"""Elements remembered from other documents: several times what a game has."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one kind of file is read, and all that was read of that kind so far."""

    profile: Profile
    units: Mapping[str, float]
    wardrobe: StyleResolver
    known: dict[tuple[ElementForm, Attributes, InheritedStyle], CompiledElement] | None
    """Elements that look the same in every file; None where no two files have any in common."""

    @classmethod
    def template(cls) -> Dialect:
        """Templates: millimetres, and much that is the same on every card."""
        return cls(TEMPLATE, TEMPLATE_UNITS, StyleResolver(TEMPLATE_UNITS), {})

    @classmethod
    def picture(cls) -> Dialect:
        """Icons and drawings."""
        return cls(PICTURE, PICTURE_UNITS, StyleResolver(PICTURE_UNITS), None)


class Compiler:
    """Draws one document."""

    def __init__(
        self,
        document: SvgTree,
        dialect: Dialect,
        found: SvgFindings,
        shelf: PictureFiles,
        view: Rect,
        *,
        lettering: TextCompiler | None = None,
        decimals: int = 4,
    ) -> None:
        self.document = document
        self.view = view
        """The rectangle of user units that is being drawn in: what 100% of a symbol's size is."""
        self.found = found
        self.shelf = shelf
        self.lettering = lettering
        """How text is set; None in pictures, which have none."""
        self.decimals = decimals
        """Of computed path numbers."""
        self.is_picture = not dialect.profile.own
        self.units = dialect.units
        self.wardrobe = dialect.wardrobe
        self.gathered = DrawingExtras()
        self.gradients = Gradients(document, found, dialect.units)
        self.open: list[Element] = []
        """Elements being drawn by reference, outermost first."""
        self.shared = use_element.SharedParts()
        self._known = dialect.known

    def children(self, element: Element, style: InheritedStyle, matrix: Matrix, canvas: Canvas) -> None:
        """Draw what stands in an element; `matrix` takes its coordinates to the canvas's."""
        known = self._known
        for child in element.children:
            if not isinstance(child, Element):
                continue
            drawn = known.get((child.form, child.attributes, style)) if known is not None else None
            if drawn is None:
                self.draw(child, style, matrix, canvas)
            else:
                self._put(drawn, child, matrix, canvas)

    def children_in(self, view: Rect, element: Element, style: InheritedStyle, matrix: Matrix, canvas: Canvas) -> None:
        """Draw what stands in an element that opens a view of its own."""
        outer, self.view = self.view, view
        try:
            self.children(element, style, matrix, canvas)
        finally:
            self.view = outer

    def draw(self, element: Element, style: InheritedStyle, matrix: Matrix, canvas: Canvas) -> None:
        """Draw one element, and gather what is wrong with it."""
        form = element.form
        method = _DRAW.get(form.name)
        if method is None:
            return
        look = self.look(element, style)
        if not look.shown:
            return
        try:
            if "pnp:layer" in form.at and layers_and_fields.add_layer(self, element, look, matrix):
                return
            drawn = method(self, element, look, matrix, canvas)
        except ValueError as error:
            self.found.fault(element, *messages(error))
            return
        except Faults as faults:
            self.found.faults += faults.faults
            return
        if drawn is None:
            return
        self._put(drawn, element, matrix, canvas)
        if self._known is not None and look.plain and form.pure and not look.faults:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[form, element.attributes, style] = drawn

    def look(self, element: Element, style: InheritedStyle) -> ElementStyle:
        """How an element looks inside something of this style."""
        form = element.form
        look = self.wardrobe.look(style, form.styled, form.style(element.attributes))
        if look.faults:
            self.found.fault(element, *look.faults)
        return look

    def lengths(self, element: Element, **defaults: float) -> list[float]:
        """The lengths of some attributes in user units, in the order asked for.

        Raises ValueError with everything that is wrong with them.
        """
        return lengths(element, self.units, **defaults)

    def path(self, element: Element) -> str:
        """The outline of a shape in its own coordinates, '' where it has none.

        Raises ValueError where its attributes do not make sense.
        """
        return shape_path(element, self.units, self.decimals)

    def step(self, element: Element) -> Matrix:
        """The matrix of an element's `transform`."""
        text = element.get("transform")
        return transform(text) if text else IDENTITY

    def _put(self, drawn: CompiledElement, element: Element, matrix: Matrix, canvas: Canvas) -> None:
        ink, parts, references = drawn
        if references:
            self.gathered.take(element, parts, references)
        if ink is not None:
            canvas.add(matrix, ink)


def draw_group(compiler: Compiler, element: Element, look: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
    """Draw all that stands in a group."""
    inside = matrix @ compiler.step(element) if "transform" in element.form.at else matrix
    if look.opacity == 1 and not look.clip:
        compiler.children(element, look.style, inside, canvas)
        return
    inner = Canvas()
    compiler.children(element, look.style, inside, inner)
    if ink := inner.ink():
        clip = clip_path(compiler, look.clip, element, ink, inside) if look.clip else None
        canvas.add(IDENTITY, Group(ink, opacity=look.opacity, clip=clip))


def draw_nested_svg(compiler: Compiler, element: Element, look: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
    """Draw a nested `<svg>`: its viewBox fitted into its rectangle, and nothing beside it."""
    if element.get("width") is None or element.get("height") is None:
        raise ValueError("needs width and height")
    into = Rect(*compiler.lengths(element, x=0, y=0, width=0, height=0))
    if not into.width or not into.height:
        return
    outside, view, fit = (
        matrix @ compiler.step(element),
        Rect(0, 0, into.width, into.height),
        Matrix.translation(into.x, into.y),
    )
    if text := element.get("viewBox"):
        view = view_box(text)
        fit = aspect(element.get("preserveAspectRatio")).fitted(view, into)
    inner = Canvas()
    compiler.children_in(view, element, look.style, outside @ fit, inner)
    ink = inner.ink()
    if not ink:
        return
    if look.clip:
        ink = (Group(ink, clip=clip_path(compiler, look.clip, element, ink, outside)),)
    frame = transform_path(
        basic_shapes.rect(into.x, into.y, into.width, into.height, 0, 0, decimals=9), outside, compiler.decimals
    )
    canvas.add(IDENTITY, Group(ink, opacity=look.opacity, clip=Clip(frame)))


def _shape(compiler: Compiler, element: Element, look: ElementStyle, matrix: Matrix, _: Canvas) -> CompiledElement:
    path = compiler.path(element)
    ink = _inked(compiler, element, look, path)
    if "pnp:field" in element.form.at:
        layers_and_fields.add_field(compiler, element, path, matrix)
    if ink is not None and "transform" in element.form.at:
        ink = Group((ink,), compiler.step(element))
    return ink, (), 0


def _inked(compiler: Compiler, element: Element, look: ElementStyle, path: str) -> Ink | None:
    """A shape in its own coordinates; None where there is nothing to see."""
    if not path or (look.fill is None and look.stroke is None):
        return None
    if look.style.outline.dash:
        _check_dashes(path, look.style)
    if look.plain:
        shape = Shape(path, look.fill, look.fill_opacity, look.style.even_odd, look.pen)
        return shape if look.whole == 1 else Group((shape,), opacity=look.whole)
    shape = _painted(compiler, element, look, path)
    clip = clip_path(compiler, look.clip, element, (shape,), IDENTITY) if look.clip else None
    return Group((shape,), opacity=look.whole, clip=clip) if clip or look.whole < 1 else shape


def _painted(compiler: Compiler, element: Element, look: ElementStyle, path: str) -> Shape:
    """A shape whose fill or stroke may be a gradient."""
    fill, opacity = _paint(compiler, element, look.fill, path)
    paint, stroke_opacity = _paint(compiler, element, look.stroke, path)
    each = 1.0 if look.whole < 1 else look.opacity
    shape_path = look.style.outline
    pen = shape_path.stroke(paint, shape_path.opacity * each * stroke_opacity) if paint is not None else None
    return Shape(path, fill, look.fill_opacity * opacity, look.style.even_odd, pen)


def _paint(compiler: Compiler, element: Element, paint: str | None, path: str) -> tuple[Paint | None, float]:
    if paint is None or not paint.startswith(GRADIENT):
        return paint, 1.0
    gradient = compiler.gradients.get(paint.removeprefix(GRADIENT), element)
    around = path_box(path)
    if gradient is None or around is None:
        return None, 1.0
    return gradient.paint(around)


def _check_dashes(path: str, style: InheritedStyle) -> None:
    around = path_box(path)
    if around and (around.width + around.height) * path.count(" L ") / sum(style.outline.dash) > MOST_DASHES:
        raise ValueError(f"stroke-dasharray: more than {MOST_DASHES:,} dashes")


def _text(compiler: Compiler, element: Element, look: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
    if compiler.lettering is not None:
        compiler.lettering.draw(compiler, element, look, matrix, canvas)


_DRAW: Mapping[str, Callable[[Compiler, Element, ElementStyle, Matrix, Canvas], CompiledElement | None]] = {
    **dict.fromkeys(SHAPES, _shape),
    "g": draw_group,
    "svg": draw_nested_svg,
    "use": use_element.draw_use,
    "image": image_element.draw_image,
    "text": _text,
}
