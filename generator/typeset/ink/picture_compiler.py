"""Compile an SVG picture file to a part that faces refer to."""

from __future__ import annotations

import hashlib

from generator.base.errors import Faults
from generator.base.geometry import IDENTITY, Rect
from generator.model.face import Part
from generator.typeset.ink.canvas import Canvas
from generator.typeset.ink.compiler import Compiler, Dialect
from generator.typeset.ink.drawing_extras import TooManyReferences
from generator.typeset.ink.element_table import ELEMENTS
from generator.typeset.ink.group_element import draw_group
from generator.typeset.ink.picture_files import CompiledPicture, PictureFiles, PictureResult
from generator.typeset.svg.attribute_numbers import PICTURE_UNITS, length
from generator.typeset.svg.findings import SvgFindings, messages
from generator.typeset.svg.profile import PICTURE
from generator.typeset.svg.style import InheritedStyle
from generator.typeset.svg.svg_tree import SvgTree, read_svg
from generator.typeset.svg.viewport import view_box

_SMALLEST, _LARGEST = 96 / 25.4, 2000 * 96 / 25.4
"""1 mm and 2 m in pixels of CSS."""


class PictureCompiler:
    """Compiles picture files; the styles it has resolved serve all of them."""

    def __init__(self) -> None:
        self._dialect = Dialect(PICTURE)

    def compile(self, path: str, content: bytes, style: InheritedStyle, pictures: PictureFiles) -> PictureResult:
        """The picture in `content`, drawn with an initial style; faults name `path`."""
        findings = SvgFindings(path, own_lines=True)
        try:
            document = read_svg(content, self._dialect.profile, findings)
        except Faults as faults:
            return PictureResult(None, faults.faults)
        try:
            view = _view(document)
        except ValueError as error:
            findings.fault(document.root, *messages(error))
            return PictureResult(None, tuple(findings.faults))
        decimals = 4 if max(view.width, view.height) >= 10 else 7  # a viewBox of 1 by 1 needs finer numbers
        compiler = Compiler(document, self._dialect, findings, pictures, view, ELEMENTS, decimals=decimals)
        picture = _draw(compiler, document, view, style, content)
        return PictureResult(None if findings.faults else picture, tuple(findings.faults))


def _draw(compiler: Compiler, document: SvgTree, view: Rect, style: InheritedStyle, content: bytes) -> CompiledPicture:
    canvas = Canvas()
    try:
        draw_group(compiler, document.root, compiler.style(document.root, style), IDENTITY, canvas)
    except TooManyReferences as error:
        compiler.findings.fault(error.element, str(error))
    digest = hashlib.blake2b(content, digest_size=16, salt=b"picture")
    digest.update(f"{style.color} {style.fill} {style.fill_opacity:g}".encode())
    part = Part(f"part-{digest.hexdigest()}", view, canvas.ink())
    parts = (*compiler.extras.parts.values(), part)
    return CompiledPicture(part, parts, compiler.extras.references + 1)


def _view(document: SvgTree) -> Rect:
    """The viewBox of a picture file, or its width and height; raises ValueError where it has neither."""
    root = document.root
    sizes = [_side(name, root.get(name)) for name in ("width", "height")]
    if text := root.get("viewBox"):
        return view_box(text)
    if sizes[0] is None or sizes[1] is None:
        raise ValueError("has no size; write viewBox='0 0 width height'")
    return Rect(0, 0, sizes[0], sizes[1])


def _side(name: str, text: str | None) -> float | None:
    """One side in pixels; None where the file leaves it open."""
    if text is None or text.strip() in {"auto", "100%"}:
        return None
    try:
        value = length(text, PICTURE_UNITS)
    except ValueError as error:
        raise ValueError(f"{name}: {error}; size must be between 1 mm and 2 m") from None
    if not _SMALLEST <= value <= _LARGEST:
        raise ValueError(f"{name} is {text!r}; size must be between 1 mm and 2 m")
    return value
