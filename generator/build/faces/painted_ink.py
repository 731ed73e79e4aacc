"""Ink as pixels, for shadows and other effects that are made of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.base.geometry import Matrix, Rect, Size
from generator.model.face import Drawing, Face, Font, Group, Ink, Part, Raster

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.typeset.ink.picture_files import PaintInk


def ink_painter(fonts: Mapping[str, Font]) -> PaintInk:
    """Return a function that renders ink with these fonts to pixels."""

    def paint(ink: tuple[Ink, ...], parts: tuple[Part | Raster, ...], area: Rect, scale: float) -> Image:
        from generator.write.pdf.compiled_face import compile_face
        from generator.write.pdf.document import face_pdf
        from generator.write.png import page_rgba

        # Rounded up: a shadow must not be cut off at its edge.
        size = Size(math.ceil(area.width * scale), math.ceil(area.height * scale))
        placed = Group(ink, Matrix.scaling(scale) @ Matrix.translation(-area.x, -area.y))
        face = Face("painted", size, 0.0, Drawing.of((placed,), parts))
        forms = {form.key: form for form in compile_face(face, fonts)}
        return page_rgba(b"".join(face_pdf([face], forms, fonts)))

    return paint
