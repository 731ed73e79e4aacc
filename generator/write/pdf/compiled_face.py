"""Compile a face and its parts to form and image XObjects.

This needs one face and the fonts only, so worker processes can do it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from generator.base.geometry import Rect
from generator.model.face import Face, Font, Ink, Part, Raster
from generator.write.pdf.content_stream import LEVEL, ContentStream
from generator.write.pdf.drawing import draw
from generator.write.pdf.face_digest import image_digest
from generator.write.pdf.xobjects import ImageXObject, XObject

_kept: dict[str, tuple[XObject, ...]] = {}
"""Parts compiled in this process, by key: one icon is used by many faces."""
_KEPT = 4096


def compile_face(face: Face, fonts: Mapping[str, Font]) -> tuple[XObject, ...]:
    """Return the form of a face, followed by every form and image that it uses.

    The form has the face's coordinates: points, y downwards, origin at the trim's top left. Its box is the bleed.
    Raises Faults for a damaged font file.
    """
    ink, parts = face.ink.unpack()
    forms = list(_forms(face.key, Rect(0, 0, face.trim.width, face.trim.height).expand(face.bleed), ink, fonts))
    for part in parts:
        forms += _part(part, fonts)
    return tuple(forms)


def _part(part: Part | Raster, fonts: Mapping[str, Font]) -> tuple[XObject, ...]:
    kept = _kept.get(part.key)
    if kept is None:
        if len(_kept) >= _KEPT:
            _kept.clear()
        kept = (image_xobject(part),) if isinstance(part, Raster) else _forms(part.key, part.box, part.ink, fonts)
        _kept[part.key] = kept
    return kept


def _forms(key: str, box: Rect, ink: tuple[Ink, ...], fonts: Mapping[str, Font]) -> tuple[XObject, ...]:
    content = ContentStream(key, box, fonts)
    draw(content, ink)
    return content.form(), *content.forms


def image_xobject(raster: Raster) -> ImageXObject:
    """Return a raster as an image: a JPEG file as it is, anything else compressed with zlib."""
    alpha = zlib.compress(raster.alpha, LEVEL) if raster.alpha else b""
    size, space = (raster.width, raster.height), _space(raster.jpeg) if raster.jpeg else "/DeviceRGB"
    known = image_digest(*size, space, raster.jpeg or raster.rgb, raster.alpha)
    if raster.jpeg:
        return ImageXObject(raster.key, *size, raster.jpeg, "/DCTDecode", space, alpha, known)
    return ImageXObject(raster.key, *size, zlib.compress(raster.rgb, LEVEL), "/FlateDecode", space, alpha, known)


def _space(jpeg: bytes) -> str:
    """Return the colour space of a JPEG file by the component count in its frame header (ITU-T T.81, B.2.2)."""
    at = 2
    while at + 9 < len(jpeg) and jpeg[at] == 0xFF:
        marker = jpeg[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            return {1: "/DeviceGray", 4: "/DeviceCMYK"}.get(jpeg[at + 9], "/DeviceRGB")
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return "/DeviceRGB"
