"""Typeset one face: compile the SVG that a template rendered to a finished Face."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import NamedTuple, replace
from generator.base.units import MM, decimal, to_mm
from generator.model.face import Drawing, Face, UnfinishedFaceError
from generator.model.game import PixelChoice
from generator.model.markup import DRAWING as DRAWING_MARK
from generator.typeset.face_size import FaceSize
from generator.typeset.glyph_outlines import GlyphOutlines
from generator.typeset.ink.compiler import CompiledElement, Compiler, Dialect, DrawElement, DrawingExtras
from generator.typeset.ink.picture_files import (
    FindFile,
    FindReason,
    ListFiles,
    PaintInk,
    PictureFiles,
    PictureOrder,
    PictureResult,
)
from generator.typeset.ink.raster_library import RasterLibrary
from generator.typeset.ink.shown_faces import FindFace, ShownFaces
from generator.typeset.ink.text_element import TextCompiler
from generator.typeset.picture_compiler import ELEMENTS, PictureCompiler
from generator.typeset.svg.attribute_values import TEMPLATE_UNITS, length, numbers
from generator.typeset.svg.named_styles import Styles, read_styles
from generator.typeset.svg.profile import DRAWING, TEMPLATE, TIDIED_DRAWING, Attributes, ElementForm
from generator.typeset.svg.style import INITIAL
from generator.typeset.svg.svg_tree import Element, Locate, SvgFindings, SvgTree, read_events, read_svg
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text_limits import TextLimits

if TYPE_CHECKING:
    from generator.typeset.pixels.pixel_drawings import PixelDrawings
    from generator.typeset.theme_colours import Palette

_ROOT_SIZE = re.compile(rf'{DRAWING_MARK} width="(?P<width>.*?)" height="(?P<height>.*?)" viewBox="(?P<viewBox>.*?)"')
"""Pattern of the root of a face that is drawn from a drawing of another program."""
SIZE_TOLERANCE = 0.01
"""Millimetres by which the size of a drawing may differ from that of its face."""


class RenderedSource(NamedTuple):
    """The origin of a drawing that a template has rendered."""

    where: str
    """The row and the template."""
    locate: Locate


class _Order(NamedTuple):
    """The demands on one face."""

    language: str
    size: FaceSize
    key: str
    find_face: FindFace | None
    art_dpi: float


def _embed(name: str, content: bytes, find: FindFile) -> bytes:
    """Return a drawing with the picture files that it links put into it as data."""
    if b"image" not in content:
        return content
    from generator.typeset.tidy.linked_pictures import with_linked_pictures

    return with_linked_pictures(name, content, find)


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
        pixels: PixelChoice | None = None,
    ) -> None:
        """Take the fonts, and the functions that find the files of a game.

        Pictures of pixels are kept in the cache. Colours that the palette lacks are warnings; None for no check.
        `paint` draws what shadows and the like are made of; None leaves them out. `refusal` says why a picture that is
        there is not found. `pixels` are the drawings that are drawn as pixels; with None no fault names this way out.
        """
        self._fonts, self._palette = fonts, palette
        self._glyphs = GlyphOutlines(fonts)
        self._styles: Styles = {}
        rasters = self._rasters = RasterLibrary(cache or Cache(None))
        self._choice = pixels
        self._pixels: PixelDrawings | None = None
        as_pixels = self._as_pixels if pixels else None
        self._pictures = PictureFiles(
            find, list_files, PictureCompiler(fonts).compile, rasters, paint, refusal, pixels=as_pixels, embed=_embed
        )
        self._templates, self._drawings, self._tidied = Dialect(TEMPLATE), Dialect(DRAWING), Dialect(TIDIED_DRAWING)
        self._elements: dict[str, dict[str, DrawElement]] = {}
        self._views: dict[tuple[ElementForm, Attributes, FaceSize], Rect] = {}

    def use_styles(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Let templates name the styles of some files, the nearest first. Raises Faults as `read_styles`."""
        self._styles = read_styles(files)

    def _as_pixels(self, order: PictureOrder, result: PictureResult) -> PictureResult:
        """Return a picture as pixels where the game asks for that; else the result as it is."""
        if self._choice is None or (result.picture and not self._choice.names):
            return result
        if self._pixels is None:
            from generator.typeset.pixels.pixel_drawings import PixelDrawings

            self._pixels = PixelDrawings(self._fonts, self._rasters, self._choice)
        return self._pixels.picture(order, result)

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
        """Return the finished face of a drawing; lengths in points. Raises Faults, which name the file `where`.

        They are an UnfinishedFaceError where the drawing can be read. `find_face` gives the faces that are drawn on it.
        Pictures finer than `art_dpi` are reduced; 0 for none.
        """
        name, locate = where if isinstance(where, RenderedSource) else (where, None)
        findings = SvgFindings(name, own_lines=False, locate=locate)
        order = _Order(language, size, key, find_face, art_dpi)
        draw = partial(self._draw, order)
        if DRAWING_MARK not in svg:
            return draw(read_svg(svg, TEMPLATE, findings, self._styles), self._templates, findings)
        try:
            return draw(read_svg(svg, DRAWING, findings), self._drawings, findings)
        except Faults as faults:
            return self._draw_tidied(svg, faults, SvgFindings(name, own_lines=False, locate=locate), draw)

    def _draw_tidied(self, svg: str, faults: Faults, findings: SvgFindings, draw: Callable[..., Face]) -> Face:
        """Return the face of a drawing of another program that is not in the subset of SVG that is read here.

        `faults` are those of the first reading, raised where it cannot be tidied.
        """
        from generator.typeset.drawn_text.outlined_text import OutlinedText
        from generator.typeset.tidy.drawing_file import UnreadableDrawingError
        from generator.typeset.tidy.tidy import tidy_drawing

        try:
            start = svg.index("<svg ")
            # Lines keep their numbers, which faults name.
            drawing = tidy_drawing(("\n" * svg.count("\n", 0, start) + svg[start:]).encode())
        except UnreadableDrawingError:
            raise faults from None
        size = _ROOT_SIZE.search(svg)
        if drawing.faults or not size:
            raise faults
        drawing.root.attrib |= size.groupdict()  # in millimetres, as faces have it
        document = read_events(drawing.root.events(), TIDIED_DRAWING, findings)
        face = draw(document, self._tidied, findings, plain_text=OutlinedText(self._fonts).draw)
        return replace(face, warnings=(*face.warnings, *(f"{findings.where}: {note}" for note in drawing.warnings)))

    def _draw(
        self,
        order: _Order,
        document: SvgTree,
        dialect: Dialect,
        findings: SvgFindings,
        plain_text: DrawElement | None = None,
    ) -> Face:
        """Return the face of a document that was read; `plain_text` draws texts that fill no box."""
        language, size, key, find_face, art_dpi = order
        view = self._view(document, findings, size)
        elements = self._elements.get(language)
        if elements is None:
            elements = self._elements[language] = {
                **ELEMENTS,
                "text": TextCompiler(self._fonts, language, self._glyphs).draw,
            }
        # Texts without a box stay where the drawing has them, letter by letter.
        if plain_text:
            elements = {**elements, "text": _by_box(elements["text"], plain_text)}
        if find_face:
            elements = {**elements, "image": ShownFaces(find_face).draw}
        compiler = Compiler(document, dialect, findings, self._pictures, view, elements, art_dpi=art_dpi)
        ink = compiler.compile(INITIAL, Matrix.scaling(MM))
        extras = compiler.extras
        findings.warnings += filter(None, (document.root.get("pnp:notes") or "").split("\n"))
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
            edge=_edge(extras, size),
        )
        # The face goes along with the faults, so that a gallery can show it with its excess marked.
        if findings.faults:
            raise UnfinishedFaceError(findings.faults, face, limits.excesses())
        return face

    def _view(self, document: SvgTree, findings: SvgFindings, size: FaceSize) -> Rect:
        """Return the rectangle of the bleed in millimetres; the same valid root is checked once."""
        key = (document.root.form, document.root.attributes, size)
        view = self._views.get(key)
        if view is None:
            before = len(findings.faults)
            view = _checked_view(document.root, findings, size.trim, size.bleed)
            if len(findings.faults) == before:
                self._views[key] = view
        return view


def _by_box(in_box: DrawElement, plain: DrawElement) -> DrawElement:
    """Return a function that draws texts in boxes with `in_box`, and all others with `plain`."""

    def draw(compiler: Compiler, element: Element, *arguments: Any) -> CompiledElement | None:
        """Draw a text with the function for texts in boxes, or with the one for all others."""
        has_box = not element.form.positions.keys().isdisjoint({"pnp:box", "pnp:rect"})
        return (in_box if has_box else plain)(compiler, element, *arguments)

    return draw


def _edge(extras: DrawingExtras, size: FaceSize) -> str:
    """Return the colour of the last plain ground that covers the trim; empty for none."""
    trim = Rect(0, 0, size.trim.width, size.trim.height)
    return next((colour for box, colour in reversed(extras.grounds) if box.contains(trim, slack=0.1)), "")


def _checked_view(root: Element, findings: SvgFindings, trim: Size, bleed: float) -> Rect:
    """Return the rectangle of the bleed in millimetres; a fault where the root states another size or viewBox."""
    view = Rect(-to_mm(bleed), -to_mm(bleed), to_mm(trim.width + 2 * bleed), to_mm(trim.height + 2 * bleed))
    for name, expected in (("width", view.width), ("height", view.height)):
        if fault := _wrong_side(name, root.get(name), expected):
            findings.fault(root, f"{fault}; it should be '{decimal(expected)}mm', the trim and the bleed on both sides")
    text = root.get("viewBox")
    corners = (view.x, view.y, view.width, view.height)
    try:
        values = numbers(text or "")
    except ValueError as error:
        findings.fault(root, f"viewBox: {error}")
        return view
    if len(values) != 4 or any(abs(a - b) > SIZE_TOLERANCE for a, b in zip(values, corners, strict=True)):
        problem = f"viewBox is {text!r}" if text else "viewBox is missing"
        should = " ".join(map(decimal, corners))
        findings.fault(root, f"{problem}; it should be {should!r}: millimetres, the origin at the corner of the trim")
    return view


def _wrong_side(name: str, text: str | None, expected: float) -> str:
    """Return the fault of a width or height that is not the expected number of millimetres; '' without one."""
    if text is None:
        return f"{name} is missing"
    try:
        return f"{name} is {text!r}" if abs(length(text, TEMPLATE_UNITS) - expected) > SIZE_TOLERANCE else ""
    except ValueError as error:
        return f"{name}: {error}"
