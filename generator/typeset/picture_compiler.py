"""Compile an SVG picture file to a part that faces refer to; the table of the functions that draw its elements."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.base.errors import Fault, Faults
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import replace
from generator.model.face import Composite, Part
from generator.typeset.ink.compiler import EFFECTS, Canvas, Compiler, Dialect, DrawElement
from generator.typeset.ink.container_elements import draw_group, draw_nested_svg, draw_use
from generator.typeset.ink.flat_picture import FlatPicture, flat_picture
from generator.typeset.ink.image_element import draw_image
from generator.typeset.ink.picture_files import CompiledPicture, PictureFiles, PictureResult
from generator.typeset.ink.shape_element import draw_shape
from generator.typeset.paths.path_geometry import extent
from generator.typeset.svg.attribute_values import PICTURE_UNITS, length
from generator.typeset.svg.coordinate_systems import aspect, view_box
from generator.typeset.svg.profile import PICTURE, SHAPES, TIDIED
from generator.typeset.svg.style import ElementStyle, InheritedStyle
from generator.typeset.svg.svg_tree import Element, SvgFindings, SvgTree, read_events, read_svg
from generator.typeset.text.font_library import FontLibrary

if TYPE_CHECKING:
    from generator.typeset.drawn_text.outlined_text import OutlinedText

_SMALLEST, _LARGEST = 96 / 25.4, 2000 * 96 / 25.4
"""1 mm and 2 m in pixels of CSS."""


class PictureCompiler:
    """Compiles picture files; the styles it has resolved serve all of them."""

    def __init__(self, fonts: FontLibrary | None = None) -> None:
        """Compile pictures; `fonts` set the text in them, without fonts it is refused."""
        self._dialect = Dialect(PICTURE)
        self._tidied = Dialect(TIDIED if fonts else PICTURE)
        self._tidied_elements = {**ELEMENTS, "text": self._draw_text} if fonts else ELEMENTS
        self._fonts = fonts
        self._text: OutlinedText | None = None

    def compile(self, path: str, content: bytes, style: InheritedStyle, pictures: PictureFiles) -> PictureResult:
        """Return the picture in `content`, drawn with an initial style; faults name `path`.

        A file that is not in the subset of SVG that is read here is tidied first.
        """
        # Traced pictures have thousands of paths, so that the short route is tried before the parser.
        key = _part_key(content, style, pictures)
        if (flat := flat_picture(content)) and (part := self._flat_part(flat, key, style, pictures)):
            return PictureResult(CompiledPicture(part, (part,), 1), ())
        findings = SvgFindings(path, own_lines=True)
        try:
            compiler = self._compiler(content, findings, pictures)
            result = _compiled(compiler, key, style)
        except Faults as faults:
            result = PictureResult(None, faults.faults)
        return result if result.picture else self._tidy(path, content, key, style, pictures) or result

    def _tidy(
        self, path: str, content: bytes, key: str, style: InheritedStyle, pictures: PictureFiles
    ) -> PictureResult | None:
        """Return the picture of a drawing as other programs save it; None for a file that is no drawing."""
        from generator.typeset.tidy.drawing_file import UnreadableDrawingError
        from generator.typeset.tidy.tidy import tidy_drawing

        findings = SvgFindings(path, own_lines=True)
        try:
            drawing = tidy_drawing(content)
            document = read_events(drawing.root.events(), self._tidied.profile, findings)
            compiler = self._viewed(document, self._tidied, findings, pictures)
            result = _compiled(compiler, key, style)
        except UnreadableDrawingError:
            return None
        except Faults as faults:
            return PictureResult(None, faults.faults)
        if drawing.faults:
            faults_ = [Fault(path, fault.what, fault.line, key=fault.element) for fault in drawing.faults]
            return PictureResult(None, (*faults_, *result.faults))
        notes = [f"{path}: {note}" for note in drawing.warnings]
        if not drawing.has_size and result.picture:
            picture = _as_large_as_its_ink(result.picture)
            if picture is None:
                return _no_picture(path) if b"<font" in content else None
            result = replace(result, picture=picture)
        return replace(result, warnings=(*notes, *result.warnings))

    def _draw_text(
        self, compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas
    ) -> None:
        """Draw a `<text>` as outlines of its letters; the fonts are loaded for the first one."""
        from generator.typeset.drawn_text.outlined_text import OutlinedText

        assert self._fonts is not None  # noqa: S101  text is refused without
        self._text = self._text or OutlinedText(self._fonts)
        self._text.draw(compiler, element, style, matrix, canvas)

    def _flat_part(self, flat: FlatPicture, key: str, style: InheritedStyle, pictures: PictureFiles) -> Part | None:
        """Return the part of a flat picture; None where its root asks for more than the short route draws.

        None also where it has a fault, which `compile` then reports.
        """
        findings = SvgFindings("", own_lines=True)
        try:
            compiler = self._compiler(flat.root, findings, pictures)
            root = compiler.document.root
            ink = flat.ink(compiler.style(root, style), compiler.decimals)
        except (Faults, ValueError):
            return None
        if ink is None or findings.faults or "transform" in root.form.positions:
            return None
        return Part(key, _shown_box(compiler.document, compiler.view), ink)

    def _compiler(self, content: str | bytes, findings: SvgFindings, pictures: PictureFiles) -> Compiler:
        """Return the compiler of a picture file. Raises Faults where it cannot be parsed or has no size."""
        return self._viewed(read_svg(content, self._dialect.profile, findings), self._dialect, findings, pictures)

    def _viewed(self, document: SvgTree, dialect: Dialect, findings: SvgFindings, pictures: PictureFiles) -> Compiler:
        """Return the compiler of a parsed picture. Raises Faults where its size is missing or invalid."""
        try:
            view = _view(document)
            _shown_box(document, view)
        except ValueError as error:
            findings.fault(document.root, *map(str, error.args))
            raise Faults(findings.faults) from None
        decimals = 4 if max(view.width, view.height) >= 10 else 7  # a viewBox of 1 by 1 needs finer numbers
        elements = ELEMENTS if dialect is self._dialect else self._tidied_elements
        return Compiler(document, dialect, findings, pictures, view, elements, decimals=decimals)


def _compiled(compiler: Compiler, key: str, style: InheritedStyle) -> PictureResult:
    """Return a picture that was drawn by a compiler, as a part with a key, or its faults."""
    ink = compiler.compile(style, IDENTITY)
    # A picture is composed by itself: what blends in it does not reach what lies below.
    if compiler.has_blends:
        ink = (Composite(ink),)
    part = Part(key, _shown_box(compiler.document, compiler.view), ink)
    extras, faults = compiler.extras, tuple(compiler.findings.faults)
    picture = CompiledPicture(part, (*extras.parts.values(), part), extras.references + 1)
    warnings = tuple(dict.fromkeys(compiler.findings.warnings))
    return PictureResult(None if faults else picture, faults, warnings)


def _as_large_as_its_ink(picture: CompiledPicture) -> CompiledPicture | None:
    """Return the picture with the box of its ink as its size; None where it draws nothing."""
    box = extent(picture.part.ink, IDENTITY, {part.key: part for part in picture.parts}, strokes=True)
    if box is None or not box.width or not box.height:
        return None
    part = replace(picture.part, box=box)
    return replace(picture, part=part, parts=(*picture.parts[:-1], part))


def _no_picture(path: str) -> PictureResult:
    """Return the result for a file that holds a font and no drawing."""
    return PictureResult(None, (Fault(path, "is a font and draws nothing; choose a drawing"),))


def _part_key(content: bytes, style: InheritedStyle, pictures: PictureFiles) -> str:
    """Return the key of a picture: the same for the same content, style and drawing of shadows."""
    # A picture without its shadows is another one, and the cache must not mistake them.
    salt = b"picture" if pictures.paint else b"without shadows"
    digest = hashlib.blake2b(content, digest_size=16, salt=salt)
    # All that a picture takes from the place where it is shown.
    digest.update(f"{style.color} {style.fill} {style.fill_opacity:g}".encode())
    return f"part-{digest.hexdigest()}"


def _view(document: SvgTree) -> Rect:
    """Return the viewBox of a picture file, or its width and height. Raises ValueError where it has neither."""
    root = document.root
    sizes = [_side(name, root.get(name)) for name in ("width", "height")]
    if text := root.get("viewBox"):
        return view_box(text)
    if sizes[0] is None or sizes[1] is None:
        raise ValueError("has no size; write viewBox='0 0 width height'")
    return Rect(0, 0, sizes[0], sizes[1])


_LIKE = 0.005
"""Share by which the shape of a viewBox may differ from that of width and height, as rounded numbers do."""


def _shown_box(document: SvgTree, view: Rect) -> Rect:
    """Return the part of a picture that its width and height show, in the coordinates of its viewBox.

    Raises ValueError where they stretch the picture.
    """
    root = document.root
    width, height = (_side(name, root.get(name)) for name in ("width", "height"))
    fit = aspect(root.get("preserveAspectRatio"))
    if not (width and height) or abs(width * view.height / (height * view.width) - 1) <= _LIKE:
        return view
    # A face cannot stretch a picture that is drawn once for all places.
    if fit.stretch:
        raise ValueError("preserveAspectRatio 'none' stretches the picture; give width and height the shape of viewBox")
    size = Rect(0, 0, width, height)
    return fit.fit(view, size).inverse().bounding_box(size)


def _side(name: str, text: str | None) -> float | None:
    """Return one side in pixels of CSS; None where the file leaves it open. Raises ValueError for other sizes."""
    if text is None or text.strip() in {"auto", "100%"}:
        return None
    try:
        value = length(text, PICTURE_UNITS)
    except ValueError as error:
        raise ValueError(f"{name}: {error}; size must be between 1 mm and 2 m") from None
    if not _SMALLEST <= value <= _LARGEST:
        raise ValueError(f"{name} is {text!r}; size must be between 1 mm and 2 m")
    return value


def _draw_with_effects(
    compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas
) -> None:
    """Draw an element that has effects; their modules are loaded for the first one."""
    from generator.typeset.effects.composition import draw_with_effects

    draw_with_effects(compiler, element, style, matrix, canvas)


ELEMENTS: Mapping[str, DrawElement] = {
    **dict.fromkeys(SHAPES, draw_shape),
    "g": draw_group,
    "svg": draw_nested_svg,
    "use": draw_use,
    "image": draw_image,
    EFFECTS: _draw_with_effects,
}
