"""A PDF of single faces in inks: one page for each, as print shops take them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.model.face import Face, Font
from generator.write.colours.cmyk_colours import CmykColours
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import face_pdf


def cmyk_face_pdf(
    faces: Sequence[Face],
    fonts: Mapping[str, Font],
    colours: CmykColours,
    *,
    bleed: bool = True,
    title: str = "",
    language: str = "en",
    date: str = "2000-01-01",
) -> Iterator[bytes]:
    """Yield a file with one page for each face, with its bleed or without; the faces must still have their ink.

    Boxes, title and date are as in `face_pdf`; it has no output intent. Raises Faults for a font that cannot be
    embedded, LostDataError for a picture that is gone.
    """
    different = {face.key: face for face in faces}.values()
    forms = {form.key: form for face in different for form in compile_face(face, fonts, colours)}
    return face_pdf(faces, forms, fonts, bleed=bleed, title=title, language=language, date=date, colours=colours)
