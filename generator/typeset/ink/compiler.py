"""Compile an SVG document to ink on a canvas: walk its elements in document order, each with its style and matrix.

How each kind of element is drawn stands in modules of its own, which import this one; `picture_compiler` lists them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from generator.base.errors import Faults, HandledError, suggestion
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.memory.bounded_cache import BoundedCache
from generator.base.records import dataclass, field
from generator.model.face import FormField, Group, Ink, Part, PictureUse, Raster, TextFit
from generator.typeset.ink.picture_files import PictureFiles
from generator.typeset.paths.shape_paths import lengths, shape_path
from generator.typeset.svg.attribute_values import PICTURE_UNITS, TEMPLATE_UNITS
from generator.typeset.svg.coordinate_systems import transform
from generator.typeset.svg.gradients import Gradients
from generator.typeset.svg.profile import SHAPES, Attributes, ElementForm, Profile
from generator.typeset.svg.style import INITIAL, ElementStyle, InheritedStyle, StyleResolver
from generator.typeset.svg.svg_tree import Element, SvgFindings, SvgTree

_LEAVES = SHAPES | {"image"}
"""Elements that are their own ink, and hold nothing that could be visible where they are hidden."""


class Canvas:
    """Collects ink; each item comes with the matrix from its coordinates to those of the canvas."""

    __slots__ = ("_layers",)

    def __init__(self) -> None:
        """Begin with an empty canvas."""
        self._layers: list[tuple[Matrix, list[Ink]]] = []

    def add(self, matrix: Matrix, ink: Ink) -> None:
        """Draw an item on top of all added before; `matrix` leads from its coordinates to the canvas."""
        last = self._layers[-1][0] if self._layers else None
        if matrix is not last and matrix != last:
            self._layers.append((matrix, []))
        self._layers[-1][1].append(ink)

    def ink(self) -> tuple[Ink, ...]:
        """Return everything on the canvas, in drawing order and in the coordinates of the canvas."""
        layers = (ink if matrix == IDENTITY else [Group(tuple(ink), matrix)] for matrix, ink in self._layers)
        return tuple(chain.from_iterable(layers))


MOST_REFERENCES = 10_000
"""Uses and images drawn in one face, those inside parts included: nested uses multiply, and could go on for hours."""


@dataclass(slots=True)
class DrawnText:
    """One text that was drawn, kept to be held to the limits of its face."""

    element: Element
    starts: tuple[Element, ...]
    """Elements that its first character begins: their x and y place it."""
    inside: Matrix
    """Matrix from the coordinates of the element to the coordinates of the face."""
    ink: Sequence[Ink]
    matrix: Matrix
    """Matrix from the coordinates of the ink to the coordinates of the face."""
    viewports: list[Rect] = field(default_factory=list)
    """Boxes of nested drawings around it, which cut off what leaves them."""
    clips: list[Rect] = field(default_factory=list)
    """Boxes of the clip paths that it is drawn through."""
    bleeds: bool = False
    """Whether it stands in a layer that may reach over the trim."""
    rect: Rect | None = None
    """Rectangle of a paragraph, in user units."""
    units: Mapping[str, float] = field(default_factory=lambda: TEMPLATE_UNITS)


@dataclass(frozen=True, slots=True)
class OverflowingText:
    """A text that does not fit at its smallest size, which is a fault."""

    ink: Sequence[Ink]
    rect: Rect | None
    """Rectangle that it should fit into, in the coordinates of the ink; None for a text on a path."""
    matrix: Matrix
    """Matrix from the coordinates of the ink to the coordinates of the face."""


@dataclass(slots=True)
class DrawingExtras:
    """Filled in while a drawing is compiled; outlines and rectangles are in the coordinates of the face."""

    parts: dict[str, Part | Raster] = field(default_factory=dict)
    """Parts by key, each after the parts it uses."""
    references: int = 0
    fields: list[FormField] = field(default_factory=list)
    cuts: list[str] = field(default_factory=list)
    folds: list[str] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)
    safe_areas: list[Rect] = field(default_factory=list)
    texts: list[DrawnText] = field(default_factory=list)
    overflows: list[OverflowingText] = field(default_factory=list)
    fits: list[TextFit] = field(default_factory=list)
    pictures: list[PictureUse] = field(default_factory=list)
    grounds: list[tuple[Rect, str]] = field(default_factory=list)
    """Boxes of plain shapes that reach into the bleed, with their colours."""
    is_shared: bool = False
    """Whether they are of a symbol or a group, which may be shown at several sizes."""

    def add_parts(self, element: Element, parts: Iterable[Part | Raster], references: int) -> None:
        """Add the parts that an element uses and count its references; raises TooManyReferencesError."""
        for part in parts:
            self.parts[part.key] = part
        self.references += references
        if self.references > MOST_REFERENCES:
            raise TooManyReferencesError(element)


class TooManyReferencesError(HandledError):
    """A drawing has more than MOST_REFERENCES references; `element` is the one that exceeded the limit."""

    def __init__(self, element: Element) -> None:
        """Take the element that exceeded the limit."""
        super().__init__(f"more than {MOST_REFERENCES:,} references")
        self.element = element


CompiledElement = tuple[Ink | None, tuple[Part | Raster, ...], int]
"""Ink in the coordinates of the element's parent, the parts it uses, and the number of references it draws."""

MOST_REMEMBERED = 50_000
"""Elements remembered from other documents: several times what a game has."""


class Dialect:
    """How one kind of SVG file is read, and what was compiled from files of that kind so far.

    User units are millimetres in templates, pixels of CSS in what drawing programs save.
    """

    def __init__(self, profile: Profile) -> None:
        """Take the profile, which says the elements and attributes that files of this kind may have."""
        self.profile = profile
        self.units = PICTURE_UNITS if profile.is_saved else TEMPLATE_UNITS
        self.styles = StyleResolver(self.units)
        self.compiled: dict[tuple[ElementForm, Attributes, InheritedStyle], CompiledElement] | None
        self.compiled = BoundedCache(MOST_REMEMBERED) if profile.is_template else None
        """Elements that look the same in every document; None for pictures, which share none."""


class Compiler:
    """Draws one document."""

    def __init__(
        self,
        document: SvgTree,
        dialect: Dialect,
        findings: SvgFindings,
        pictures: PictureFiles,
        view: Rect,
        elements: Mapping[str, DrawElement],
        *,
        decimals: int = 4,
        art_dpi: float = 0.0,
    ) -> None:
        """Take a document and the files and functions it is drawn with; `view` is its viewport in user units.

        `elements` has the function that draws each element by name; elements without one are not drawn. Pictures finer
        than `art_dpi` are reduced; 0 for none. Paths are written with so many `decimals`.
        """
        self.art_dpi = art_dpi
        self.document = document
        self.view = self.whole = view
        """The current viewport in user units, what 100 % of a symbol's size is, and the outermost one."""
        self.findings = findings
        self.pictures = pictures
        self.decimals = decimals
        self.is_picture = not dialect.profile.is_template
        self.is_saved = dialect.profile.is_saved
        """Whether a drawing program has saved the document."""
        self.units = dialect.units
        self.extras = DrawingExtras()
        self.gradients = Gradients(document, findings, dialect.units)
        self.open_references: list[Element] = []
        """Elements that are being drawn by reference, outermost first."""
        self.shared_parts: dict[tuple[Element, InheritedStyle, Rect], tuple[Part | None, DrawingExtras]] = {}
        """Symbols and groups drawn by reference: each is one part, however often it is used."""
        self.painted_pixels = 0.0
        """Pixels that filters of this drawing have painted so far."""
        self.has_blends = False
        """Whether something drawn so far blends with what lies below it."""
        self._elements = elements
        self._styles = dialect.styles
        self._compiled = dialect.compiled
        self._inherited = INITIAL
        self._parents: dict[Element, Element] = {}
        self._holding: dict[tuple[Element, str], bool] = {}
        """Whether an element holds text, or what blends, so far as it was asked."""

    def compile(self, inherited: InheritedStyle, matrix: Matrix) -> tuple[Ink, ...]:
        """Return the ink of the whole document under a matrix; `inherited` is the style that its root starts from.

        Too many references become a fault in the findings.
        """
        canvas, root = Canvas(), self.document.root
        self._inherited = inherited
        style = self.style(root, inherited)
        if not style.displayed:
            return ()
        try:
            # The root is drawn as a group, so that its opacity holds for everything.
            self._elements[EFFECTS if style.effects else "g"](self, root, style, matrix, canvas)
        except TooManyReferencesError as error:
            self.findings.fault(error.element, str(error))
        return canvas.ink()

    def pattern(self, name: str) -> Element | None:
        """Return the `<pattern>` of an id; None where the id belongs to another element or to none."""
        element = self.document.ids.get(name)
        return element if element is not None and element.name == "pattern" else None

    def draw_children(self, element: Element, inherited: InheritedStyle, matrix: Matrix, canvas: Canvas) -> None:
        """Draw the children of an element; `matrix` leads from its coordinates to the canvas."""
        compiled = self._compiled
        for child in element.children:
            if not isinstance(child, Element):
                continue
            # An element that looked the same before is not even styled again.
            known_ink = compiled.get((child.form, child.attributes, inherited)) if compiled is not None else None
            if known_ink is None:
                self.draw(child, inherited, matrix, canvas)
            else:
                self._add(known_ink, child, matrix, canvas)

    def draw_view(
        self, view: Rect, element: Element, inherited: InheritedStyle, matrix: Matrix, canvas: Canvas
    ) -> None:
        """Draw the children of an element in a nested viewport, whose sizes percentages refer to."""
        # Lengths in per cent are shares of the nearest viewport.
        outer, self.view = self.view, view
        try:
            self.draw_children(element, inherited, matrix, canvas)
        finally:
            self.view = outer

    def draw(self, element: Element, inherited: InheritedStyle, matrix: Matrix, canvas: Canvas) -> None:
        """Draw one element with its style and effects onto a canvas; its faults are added to the findings."""
        form = element.form
        draw = self._elements.get(form.name)
        if draw is None:
            return
        style = self.style(element, inherited)
        # A hidden group may hold visible children; a hidden leaf has nothing to show.
        if not (style.is_seen if form.name in _LEAVES else style.displayed):
            return
        if style.effects:
            draw = self._elements[EFFECTS]
        try:
            compiled = draw(self, element, style, matrix, canvas)
        except ValueError as error:
            self.findings.fault(element, *map(str, error.args))
            return
        except Faults as faults:
            self.findings.faults += faults.faults
            return
        if compiled is None:
            return
        self._add(compiled, element, matrix, canvas)
        # Fields, gradients and faults belong to their element and are not shared.
        if self._compiled is not None and style.is_self_contained and form.is_cacheable and not style.faults:
            self._compiled[form, element.attributes, inherited] = compiled

    def draw_plain(self, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
        """Draw one element without its effects. Raises ValueError or Faults where it cannot be drawn."""
        name = "g" if element is self.document.root else element.name
        if compiled := self._elements[name](self, element, style, matrix, canvas):
            self._add(compiled, element, matrix, canvas)

    def style(self, element: Element, inherited: InheritedStyle) -> ElementStyle:
        """Return the style of an element below a parent with these inherited properties.

        Its faults are added to the findings.
        """
        form = element.form
        style = self._styles.resolve(inherited, form.style_names, form.style_values(element.attributes))
        if style.faults:
            self.findings.fault(element, *style.faults)
        return style

    def inherited_style(self, inherited: InheritedStyle) -> ElementStyle:
        """Return the style of letters, which have no properties but inherited ones."""
        return self._styles.resolve(inherited, (), None)

    def defined_style(self, element: Element) -> ElementStyle:
        """Return the style of a clip path, mask or pattern.

        It inherits from where it is written, not from its users.
        """
        if not self._parents:
            self._parents.update(_parents(self.document.root))
        above: list[Element] = []
        while parent := self._parents.get(above[-1] if above else element):
            above.append(parent)
        inherited = self._inherited
        for parent in reversed(above):
            inherited = self.style(parent, inherited).inherited
        return self.style(element, inherited)

    def lengths(self, element: Element, **defaults: float) -> list[float]:
        """Return the lengths of some attributes in user units, in the order of the keywords.

        The values of the keywords are the defaults.
        """
        return lengths(element, self.units, **defaults)

    def path(self, element: Element) -> str:
        """Return the path of a shape in its own coordinates; '' where it has no size."""
        return shape_path(element, self.units, self.decimals)

    def transform(self, element: Element) -> Matrix:
        """Return the matrix of the attribute `transform`; the identity without one."""
        text = element.get("transform")
        return transform(text) if text else IDENTITY

    def target(self, element: Element) -> Element | None:
        """Return the element of this document that a `<use>` refers to; None where there is none."""
        return self.document.ids.get((element.get("href") or "")[1:])

    def definition(self, name: str, attribute: str, id_: str) -> Element:
        """Return the element called `name`, such as `mask`, that an attribute refers to by its id.

        Raises ValueError if missing.
        """
        element = self.document.ids.get(id_)
        if element is None or element.name != name:
            near = [near_id for near_id, other in self.document.ids.items() if other.name == name]
            raise ValueError(f"{attribute}: there is no {name} '#{id_}'{suggestion(id_, near)}")
        return element

    def has_text(self, element: Element) -> bool:
        """Return whether an element holds text or refers to some.

        Parts hold none, so that the text layer of a PDF reads in order.
        """
        return self._holds(element, "text", lambda inner: inner.name == "text")

    def has_blending(self, element: Element) -> bool:
        """Return whether an element holds something that blends with the ink below it.

        A part would keep it apart from that ink.
        """
        return self._holds(element, "blending", lambda inner: (inner.get("mix-blend-mode") or "normal") != "normal")

    def _holds(self, element: Element, feature: str, has: Callable[[Element], bool]) -> bool:
        """Return whether `has` is true of an element, of anything in it, or of anything it refers to.

        The answer is remembered under the name `feature`.
        """
        key = element, feature
        if key not in self._holding:
            self._holding[key] = False  # ends a circle of references
            inside = list(element.elements())
            if element.name == "use" and (target := self.target(element)):
                inside.append(target)
            self._holding[key] = has(element) or any(self._holds(child, feature, has) for child in inside)
        return self._holding[key]

    def _add(self, compiled: CompiledElement, element: Element, matrix: Matrix, canvas: Canvas) -> None:
        """Add compiled ink to the canvas, and its parts and references to the drawing."""
        ink, parts, references = compiled
        if references:
            self.extras.add_parts(element, parts, references)
        if ink is not None:
            canvas.add(matrix, ink)


def _parents(element: Element) -> Iterator[tuple[Element, Element]]:
    """Yield each element below one, with its parent."""
    for child in element.elements():
        yield child, element
        yield from _parents(child)


def part_of(ink: tuple[Ink, ...], box: Rect) -> Part:
    """Return a part whose key depends on its content alone: equal parts of many faces are one object of the PDF."""
    # The content is the key, so that faces share a part without knowing each other.
    digest = hashlib.blake2b(repr((box, ink)).encode(), digest_size=16)
    return Part(f"part-{digest.hexdigest()}", box, ink)


EFFECTS = "with effects"
"""Among the functions that draw elements, the one for elements of any name that have effects."""

DrawElement = Callable[[Compiler, Element, ElementStyle, Matrix, Canvas], CompiledElement | None]
"""Draws an element onto the canvas; or returns it compiled, for the compiler to add and perhaps to remember."""
