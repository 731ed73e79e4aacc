"""Typeset one face: compile the SVG that a template rendered to a finished Face."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from generator.base.cache import Cache
from generator.base.geometry import Matrix, Rect, Size
from generator.base.units import MM, decimal, to_mm
from generator.model.face import Drawing, Face, UnfinishedFace
from generator.typeset.face_size import FaceSize
from generator.typeset.glyph_outlines import GlyphOutlines
from generator.typeset.ink.compiler import Compiler, Dialect, DrawElement
from generator.typeset.ink.picture_files import FindFile, FindReason, ListFiles, PaintInk, PictureFiles
from generator.typeset.ink.raster_library import RasterLibrary
from generator.typeset.ink.shown_faces import FindFace, ShownFaces
from generator.typeset.ink.text_element import TextCompiler
from generator.typeset.picture_compiler import ELEMENTS, PictureCompiler
from generator.typeset.svg.attribute_values import TEMPLATE_UNITS, length, numbers
from generator.typeset.svg.profile import TEMPLATE, Attributes, ElementForm
from generator.typeset.svg.style import INITIAL
from generator.typeset.svg.svg_tree import Element, Locate, SvgFindings, SvgTree, read_svg
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text_limits import TextLimits

if TYPE_CHECKING:
    from generator.typeset.theme_colours import Palette

SIZE_TOLERANCE = 0.01
"""Millimetres by which the size of a drawing may differ from that of its face."""


class RenderedSource(NamedTuple):
    """Where a drawing comes from that a template has rendered."""

    where: str
    """The row and the template."""
    locate: Locate


class Typesetter:
    """Makes faces from SVG. Fonts, pictures, shapes and styles are remembered from one face to the next."""

    def __init__(
        self,
        fonts: FontLibrary,
        find: FindFile,
        list_files: ListFiles,
        cache: Cache | None = None,
        palette: Palette | None = None,
        paint: PaintInk | None = None,
        refusal: FindReason = lambda _: None,
    ) -> None:
        """Pictures of pixels are kept in the cache. Colours that the palette lacks are warnings; None for no check.

        `paint` draws what shadows and the like are made of; None leaves them out. `refusal` says why a picture that is
        there is not found.
        """
        self._fonts, self._palette = fonts, palette
        self._glyphs = GlyphOutlines(fonts)
        rasters = RasterLibrary(cache or Cache(None))
        self._pictures = PictureFiles(find, list_files, PictureCompiler().compile, rasters, paint, refusal)
        self._dialect = Dialect(TEMPLATE)
        self._elements: dict[str, dict[str, DrawElement]] = {}
        self._views: dict[tuple[ElementForm, Attributes, FaceSize], Rect] = {}

    def face(
        self,
        svg: str,
        *,
        where: str | RenderedSource,
        language: str,
        size: FaceSize,
        key: str,
        find_face: FindFace | None = None,
        art_dpi: float = 0.0,
    ) -> Face:
        """The finished face of a drawing; lengths in points. Raises Faults, which name the file `where`.

        They are an UnfinishedFace where the drawing can be read.
        `find_face` gives the faces that are drawn on it. Pictures finer than `art_dpi` are reduced; 0 for none.
        """
        name, locate = where if isinstance(where, RenderedSource) else (where, None)
        findings = SvgFindings(name, own_lines=False, locate=locate)
        document = read_svg(svg, self._dialect.profile, findings)
        view = self._view(document, findings, size)
        elements = self._elements.get(language)
        if elements is None:
            elements = self._elements[language] = {**ELEMENTS, "text": TextCompiler(self._fonts, language).draw}
        if find_face:
            elements = {**elements, "image": ShownFaces(find_face).draw}
        compiler = Compiler(document, self._dialect, findings, self._pictures, view, elements, art_dpi=art_dpi)
        ink = compiler.compile(INITIAL, Matrix.scaling(MM))
        extras = compiler.extras
        limits = TextLimits(size, extras, self._glyphs)
        limits.check(findings)
        if self._palette:
            from generator.typeset.theme_colours import check_colours

            check_colours(compiler, self._palette, findings)
        face = Face(
            key=key,
            trim=size.trim,
            bleed=size.bleed,
            ink=Drawing.of(ink, tuple(extras.parts.values())),
            cut=" ".join(extras.cuts),
            folds=tuple(extras.folds),
            scores=tuple(extras.scores),
            fields=tuple(extras.fields),
            fits=tuple(extras.fits),
            warnings=tuple(dict.fromkeys(findings.warnings)),
            pictures=tuple(dict.fromkeys(extras.pictures)),
        )
        if findings.faults:
            raise UnfinishedFace(findings.faults, face, limits.excesses())
        return face

    def _view(self, document: SvgTree, findings: SvgFindings, size: FaceSize) -> Rect:
        """The rectangle of the bleed in millimetres; the same valid root is checked once."""
        key = (document.root.form, document.root.attributes, size)
        view = self._views.get(key)
        if view is None:
            before = len(findings.faults)
            view = _checked_view(document.root, findings, size.trim, size.bleed)
            if len(findings.faults) == before:
                self._views[key] = view
        return view


def _checked_view(root: Element, findings: SvgFindings, trim: Size, bleed: float) -> Rect:
    """The rectangle of the bleed in millimetres; a fault where the root states another size or viewBox."""
    view = Rect(-to_mm(bleed), -to_mm(bleed), to_mm(trim.width + 2 * bleed), to_mm(trim.height + 2 * bleed))
    for name, wanted in (("width", view.width), ("height", view.height)):
        if what := _wrong_side(name, root.get(name), wanted):
            findings.fault(root, f"{what}; it should be '{decimal(wanted)}mm', the trim and the bleed on both sides")
    text = root.get("viewBox")
    corners = (view.x, view.y, view.width, view.height)
    try:
        values = numbers(text or "")
    except ValueError as error:
        findings.fault(root, f"viewBox: {error}")
        return view
    if len(values) != 4 or any(abs(a - b) > SIZE_TOLERANCE for a, b in zip(values, corners, strict=True)):
        given = f"viewBox is {text!r}" if text else "viewBox is missing"
        should = " ".join(map(decimal, corners))
        findings.fault(root, f"{given}; it should be {should!r}: millimetres, the origin at the corner of the trim")
    return view


def _wrong_side(name: str, text: str | None, wanted: float) -> str:
    if text is None:
        return f"{name} is missing"
    try:
        return f"{name} is {text!r}" if abs(length(text, TEMPLATE_UNITS) - wanted) > SIZE_TOLERANCE else ""
    except ValueError as error:
        return f"{name}: {error}"
