"""Compile an SVG picture file to a part that faces refer to; the table of the functions that draw its elements."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from generator.base.errors import Faults
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.model.face import Composite, Part
from generator.typeset.ink.compiler import EFFECTS, Canvas, Compiler, Dialect, DrawElement
from generator.typeset.ink.container_elements import draw_group, draw_nested_svg, draw_use
from generator.typeset.ink.flat_picture import FlatPicture, flat_picture
from generator.typeset.ink.image_element import draw_image
from generator.typeset.ink.picture_files import CompiledPicture, PictureFiles, PictureResult
from generator.typeset.ink.shape_element import draw_shape
from generator.typeset.svg.attribute_values import PICTURE_UNITS, length
from generator.typeset.svg.coordinate_systems import view_box
from generator.typeset.svg.profile import PICTURE, SHAPES
from generator.typeset.svg.style import ElementStyle, InheritedStyle
from generator.typeset.svg.svg_tree import Element, SvgFindings, SvgTree, read_svg

_SMALLEST, _LARGEST = 96 / 25.4, 2000 * 96 / 25.4
"""1 mm and 2 m in pixels of CSS."""


class PictureCompiler:
    """Compiles picture files; the styles it has resolved serve all of them."""

    def __init__(self) -> None:
        self._dialect = Dialect(PICTURE)

    def compile(self, path: str, content: bytes, style: InheritedStyle, pictures: PictureFiles) -> PictureResult:
        """The picture in `content`, drawn with an initial style; faults name `path`."""
        key = _part_key(content, style, pictures)
        if (flat := flat_picture(content)) and (part := self._flat_part(flat, key, style, pictures)):
            return PictureResult(CompiledPicture(part, (part,), 1), ())
        findings = SvgFindings(path, own_lines=True)
        try:
            compiler = self._compiler(content, findings, pictures)
        except Faults as faults:
            return PictureResult(None, faults.faults)
        ink = compiler.compile(style, IDENTITY)
        if compiler.has_blends:
            ink = (Composite(ink),)
        part = Part(key, compiler.view, ink)
        extras = compiler.extras
        picture = CompiledPicture(part, (*extras.parts.values(), part), extras.references + 1)
        return PictureResult(None if findings.faults else picture, tuple(findings.faults))

    def _flat_part(self, flat: FlatPicture, key: str, style: InheritedStyle, pictures: PictureFiles) -> Part | None:
        """The part of a flat picture; None where its root asks for more, or where `compile` has a fault to report."""
        findings = SvgFindings("", own_lines=True)
        try:
            compiler = self._compiler(flat.root, findings, pictures)
            root = compiler.document.root
            ink = flat.ink(compiler.style(root, style), compiler.decimals)
        except (Faults, ValueError):
            return None
        if ink is None or findings.faults or "transform" in root.form.positions:
            return None
        return Part(key, compiler.view, ink)

    def _compiler(self, content: str | bytes, findings: SvgFindings, pictures: PictureFiles) -> Compiler:
        """What draws a picture. Raises Faults where it cannot be parsed or has no size."""
        document = read_svg(content, self._dialect.profile, findings)
        try:
            view = _view(document)
        except ValueError as error:
            findings.fault(document.root, *map(str, error.args))
            raise Faults(findings.faults) from None
        decimals = 4 if max(view.width, view.height) >= 10 else 7  # a viewBox of 1 by 1 needs finer numbers
        return Compiler(document, self._dialect, findings, pictures, view, ELEMENTS, decimals=decimals)


def _part_key(content: bytes, style: InheritedStyle, pictures: PictureFiles) -> str:
    salt = b"picture" if pictures.paint else b"without shadows"
    digest = hashlib.blake2b(content, digest_size=16, salt=salt)
    digest.update(f"{style.color} {style.fill} {style.fill_opacity:g}".encode())
    return f"part-{digest.hexdigest()}"


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


def _draw_with_effects(
    compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas
) -> None:
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
