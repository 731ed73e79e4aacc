"""Compile a face and its parts to form and image XObjects.

This needs one face and the fonts only, so worker processes can do it.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.geometry import Rect
from generator.model.face import Face, Font, Ink, Part, Raster
from generator.write.colours.written_colours import RGB, WrittenColours
from generator.write.pdf.content_stream import ContentStream
from generator.write.pdf.drawing import draw
from generator.write.pdf.xobjects import XObject

_kept: dict[tuple[str, str], tuple[XObject, ...]] = {}
"""Parts compiled in this process, by key and the name of their colours: one icon is used by many faces."""
_KEPT = 4096


def compile_face(face: Face, fonts: Mapping[str, Font], colours: WrittenColours = RGB) -> tuple[XObject, ...]:
    """Return the form of a face, followed by every form and image that it uses, in some colours.

    The form has the face's coordinates: points, y downwards, origin at the trim's top left. Its box is the bleed.
    Raises Faults for a damaged font file, LostDataError for a picture that has to be converted and is gone.
    """
    ink, parts = face.ink.unpack()
    box = Rect(0, 0, face.trim.width, face.trim.height).expand(face.bleed)
    forms = list(_forms(face.key, box, ink, fonts, colours))
    of_parts = colours.of_parts
    for part in parts:
        forms += _part(part, fonts, of_parts)
    return tuple(forms)


def _part(part: Part | Raster, fonts: Mapping[str, Font], colours: WrittenColours) -> tuple[XObject, ...]:
    if isinstance(part, Raster):
        return (colours.picture(part),)  # stored as PDF takes it
    key = colours.name, part.key
    kept = _kept.get(key)
    if kept is None:
        if len(_kept) >= _KEPT:
            _kept.clear()
        kept = _forms(part.key, part.box, part.ink, fonts, colours)
        _kept[key] = kept
    return kept


def _forms(
    key: str, box: Rect, ink: tuple[Ink, ...], fonts: Mapping[str, Font], colours: WrittenColours
) -> tuple[XObject, ...]:
    content = ContentStream(key, box, fonts, colours=colours)
    draw(content, ink)
    return content.form(), *content.forms
