"""Profile SVG to a finished face."""

from __future__ import annotations

from generator.base.errors import Faults
from generator.base.geometry import Matrix, Rect, Size
from generator.base.units import MM, decimal, to_mm
from generator.model.face import Drawing, Face, GlyphRun
from generator.typeset.ink.canvas import Canvas
from generator.typeset.ink.compiler import Compiler, Dialect, draw_group
from generator.typeset.ink.drawing_extras import DrawingExtras, TooManyReferences
from generator.typeset.ink.picture_files import FindFile, ListFiles, PictureFiles
from generator.typeset.ink.text_element import TextCompiler
from generator.typeset.paths.extent import extent
from generator.typeset.svg.attribute_numbers import TEMPLATE_UNITS, length, numbers
from generator.typeset.svg.findings import SvgFindings
from generator.typeset.svg.profile import Attributes, ElementForm
from generator.typeset.svg.style import INITIAL
from generator.typeset.svg.svg_tree import Element, SvgTree, read_svg
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.single_line import label

SLACK = 0.01
"""Millimetres by which the size of a drawing may differ from that of its face."""

_NEAR = 0.1
"""Points by which text may leave the safe area before anybody minds."""


def nothing_known(_: str, __: str) -> tuple[str, ...]:
    """The names of pictures, where nobody can tell."""
    return ()


class Typesetter:
    """Makes faces from drawings; what it has met once (icons, pictures, shapes, styles) costs nothing the next time."""

    def __init__(self, fonts: FontLibrary, find: FindFile, known: ListFiles = nothing_known) -> None:
        self._fonts = fonts
        self._shelf = PictureFiles(find, known)
        self._dialect = Dialect.template()
        self._lettering: dict[str, TextCompiler] = {}
        self._views: dict[tuple[ElementForm, Attributes, Size, float], Rect] = {}

    def face(self, svg: str, *, where: str, language: str, trim: Size, bleed: float, key: str) -> Face:
        """The finished face of a drawing; `where` is the place that its faults quote, `trim` and `bleed` are in points.

        Raises Faults with everything that is wrong with it.
        """
        found = SvgFindings(where, own_lines=False)
        document = read_svg(svg, self._dialect.profile, found)
        view = self._view(document, found, trim, bleed)
        lettering = self._lettering.get(language)
        if lettering is None:
            lettering = self._lettering[language] = TextCompiler(self._fonts, language)
        compiler = Compiler(document, self._dialect, found, self._shelf, view, lettering=lettering)
        canvas = Canvas()
        try:
            root = document.root
            draw_group(compiler, root, compiler.look(root, INITIAL), Matrix.scaling(MM), canvas)
        except TooManyReferences as overfull:
            found.fault(overfull.element, str(overfull))
        if found.faults:
            raise Faults(dict.fromkeys(found.faults))
        gathered = compiler.gathered
        _check_safe(gathered, found)
        return Face(
            key=key,
            trim=trim,
            bleed=bleed,
            ink=Drawing.of(canvas.ink(), tuple(gathered.parts.values())),
            cut=" ".join(gathered.cuts),
            folds=tuple(gathered.folds),
            fields=tuple(gathered.fields),
            fits=tuple(gathered.fits),
            warnings=tuple(dict.fromkeys(found.warnings)),
        )

    def _view(self, document: SvgTree, found: SvgFindings, trim: Size, bleed: float) -> Rect:
        """The rectangle of the bleed in millimetres; roots that state it rightly are looked at once."""
        key = (document.root.form, document.root.attributes, trim, bleed)
        view = self._views.get(key)
        if view is None:
            before = len(found.faults)
            view = _stated(document, found, trim, bleed)
            if len(found.faults) == before:
                self._views[key] = view
        return view

    def label(
        self,
        text: str,
        *,
        size: float,
        x: float,
        y: float,
        anchor: str = "start",
        fill: str = "#000000",
        language: str = "en",
    ) -> tuple[GlyphRun, ...]:
        """A few words outside faces, such as a slug line; lengths in points.

        Raises Faults where no font has a character.
        """
        return label(self._fonts, text, x=x, y=y, size=size, language=language, anchor=anchor, fill=fill)


def _stated(document: SvgTree, found: SvgFindings, trim: Size, bleed: float) -> Rect:
    """The rectangle of the bleed in millimetres, as the root has to state it."""
    view = Rect(-to_mm(bleed), -to_mm(bleed), to_mm(trim.width + 2 * bleed), to_mm(trim.height + 2 * bleed))
    root = document.root
    for name, wanted in (("width", view.width), ("height", view.height)):
        _check_side(root, found, name, wanted)
    text = root.get("viewBox")
    should = " ".join(decimal(value) for value in (view.x, view.y, view.width, view.height))
    try:
        values = numbers(text or "")
    except ValueError as error:
        found.fault(root, f"viewBox: {error}")
        return view
    pairs = zip(values, (view.x, view.y, view.width, view.height), strict=False)
    if len(values) != 4 or any(abs(value - wanted) > SLACK for value, wanted in pairs):
        given = f"viewBox is {text!r}" if text else "viewBox is missing"
        found.fault(root, f"{given}; it should be {should!r}: millimetres, the origin at the corner of the trim")
    return view


def _check_side(root: Element, found: SvgFindings, name: str, wanted: float) -> None:
    text = root.get(name)
    should = f"it should be '{decimal(wanted)}mm', the trim and the bleed on both sides"
    if text is None:
        found.fault(root, f"{name} is missing; {should}")
        return
    try:
        value = length(text, TEMPLATE_UNITS)
    except ValueError as error:
        found.fault(root, f"{name}: {error}; {should}")
        return
    if abs(value - wanted) > SLACK:
        found.fault(root, f"{name} is {text!r}; {should}")


def _check_safe(gathered: DrawingExtras, found: SvgFindings) -> None:
    """Warn of text that leaves the safe area, where one is drawn."""
    if not gathered.safes:
        return
    for element, matrix, ink in gathered.texts:
        rect = extent(ink, matrix, gathered.parts)
        if rect and not any(safe.contains(rect, slack=_NEAR) for safe in gathered.safes):
            out = min(_excess(rect, safe) for safe in gathered.safes)
            found.warn(element, f"text leaves the safe area by {to_mm(out):.1f} mm")


def _excess(rect: Rect, safe: Rect) -> float:
    return max(safe.x - rect.x, safe.y - rect.y, rect.right - safe.right, rect.bottom - safe.bottom)
