"""Compile a face and its parts to form and image XObjects.

This needs one face and the fonts only, so worker processes can do it.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.memory.bounded_cache import BoundedCache
from generator.model.face import Face, Font, Ink, Part, Raster
from generator.write.colours.written_colours import RGB, WrittenColours
from generator.write.pdf.content_stream import ContentStream
from generator.write.pdf.drawing import draw
from generator.write.pdf.xobjects import XObject

_KEPT = 4096
# A server that draws for ever would keep the parts of every game it has shown.
_compiled_parts: dict[tuple[str, str, bool], tuple[XObject, ...]] = BoundedCache(_KEPT)
"""Parts compiled in this process, by the name of their colours, key, and `outlines`: many faces use one icon."""


def compile_face(
    face: Face, fonts: Mapping[str, Font], colours: WrittenColours = RGB, *, outlines: bool = False
) -> tuple[XObject, ...]:
    """Return the form of a face, followed by every form and image that it uses, in some colours.

    With `outlines`, letters are filled paths and need no fonts.
    The form has the face's coordinates: points, y downwards, origin at the trim's top left. Its box is the bleed.
    Raises Faults for a damaged font file, LostDataError for a picture that has to be converted and is gone.
    """
    ink, parts = face.ink.unpack()
    box = face.box
    content = ContentStream(face.key, box, fonts, colours=colours, outlines=outlines)
    forms = list(_forms(content, ink))
    of_parts = colours.of_parts
    for part in parts:
        forms += _part(part, fonts, of_parts, outlines=outlines)
    return tuple(forms)


def _part(
    part: Part | Raster, fonts: Mapping[str, Font], colours: WrittenColours, *, outlines: bool
) -> tuple[XObject, ...]:
    """Return the compiled forms of a part, compiled once in this process; a picture is converted instead."""
    if isinstance(part, Raster):
        return (colours.picture(part),)  # stored as PDF takes it
    key = colours.name, part.key, outlines
    forms = _compiled_parts.get(key)
    if forms is None:
        forms = _forms(ContentStream(part.key, part.box, fonts, colours=colours, outlines=outlines), part.ink)
        _compiled_parts[key] = forms
    return forms


def _forms(content: ContentStream, ink: tuple[Ink, ...]) -> tuple[XObject, ...]:
    """Draw ink into a stream; return its form, and the forms that the stream needs."""
    draw(content, ink)
    return content.form(), *content.forms
