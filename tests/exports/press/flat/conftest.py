"""A ground with several colours, and what is seen of faces."""

import numpy as np

from generator.model.face import Shape, Stroke
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import face_pdf
from generator.write.pdf.xobjects import FormXObject
from generator.write.png import page_pixels
from tests.write.conftest import FONTS, square

GROUND = (
    Shape(square(-8, -8, 120), fill="#f0e0c0"),
    Shape(square(10, 10, 40), fill="#3060a0", stroke=Stroke("#202020", 4)),
    Shape("M 60 10 C 80 10 90 40 60 50 L 50 30 Z", fill="#a03020"),
)


def pixels(face):
    forms = {form.key: form for form in compile_face(face, FONTS)}
    ((width, height, rgb),) = page_pixels(face_pdf([face], forms, FONTS), 144)
    return np.frombuffer(rgb, np.uint8).reshape(height, width, 3).astype(int)


def is_opaque(face):
    forms = [form for form in compile_face(face, FONTS) if isinstance(form, FormXObject)]
    return not any(form.group or form.states for form in forms)
