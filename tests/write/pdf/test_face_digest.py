"""Digests of drawings: equal where the same is printed, different where anything that prints differs."""

import zlib
from pathlib import Path

import pytest

from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.model.face import Drawing, Face, GlyphRun, Group, Image, LinearGradient, Shape, Stroke
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.face_digest import (
    DrawnForm,
    face_digest,
    form_digest,
    outlines_of_data,
    outlines_of_file,
    shown_glyphs,
)

SQUARE = "M 0 0 L 9 0 L 9 9 L 0 9 Z"


@pytest.fixture
def fonts(make):
    return make.fonts


def known_by(fonts, *ink, parts=(), trim=None, bleed=3.0, key="a", **more):
    face = Face(key, trim or Size(40, 60), bleed, Drawing.of(ink, parts), **more)
    return face_digest(face, {form.key: form for form in compile_face(face, fonts)})


def run(text="ab", glyphs=(70, 71), **more):
    font = more.pop("font")
    return GlyphRun(
        font, 9.0, 1.0, 2.0, glyphs, (0.0, 5.0), tuple(text) if len(text) == 2 else (text, ""), 10.0, **more
    )


def gradient(colour="#ff0000", opacity=1.0):
    return LinearGradient(0, 0, 1, 0, ((0.0, colour, 1.0), (1.0, "#000000", opacity)), IDENTITY)


def test_key_of_a_face_does_not_count(fonts):
    assert known_by(fonts, Shape(SQUARE, "#ff0000")) == known_by(fonts, Shape(SQUARE, "#ff0000"), key="b")


def test_text_that_glyphs_stand_for_does_not_count(fonts):
    font = next(iter(fonts))
    plain = known_by(fonts, run(font=font))

    assert known_by(fonts, run("cd", font=font)) == plain
    assert known_by(fonts, run("fi ligature", font=font)) == plain
    assert known_by(fonts, run(glyphs=(70, 72), font=font)) != plain


def test_same_glyphs_of_another_font_differ(fonts):
    first, second, *_ = fonts

    assert known_by(fonts, run(font=first)) != known_by(fonts, run(font=second))


DRAWN = {
    "plain": [Shape(SQUARE, "#ff0000")],
    "colour": [Shape(SQUARE, "#ff0001")],
    "place": [Shape(SQUARE.replace("9", "9.1"), "#ff0000")],
    "opacity": [Shape(SQUARE, "#ff0000", opacity=0.5)],
    "fill rule": [Shape(SQUARE, "#ff0000", even_odd=True)],
    "stroke": [Shape(SQUARE, stroke=Stroke("#ff0000", 1.0))],
    "dashes": [Shape(SQUARE, stroke=Stroke("#ff0000", 1.0, dash=(1.0, 2.0)))],
    "gradient": [Shape(SQUARE, gradient())],
    "other gradient": [Shape(SQUARE, gradient("#00ff00"))],
    "fading gradient": [Shape(SQUARE, gradient(opacity=0.5))],
    "other fading gradient": [Shape(SQUARE, gradient(opacity=0.4))],
    "group": [Group((Shape(SQUARE, "#ff0000"),), opacity=0.5)],
    "order": [Shape(SQUARE, "#00ff00"), Shape(SQUARE, "#ff0000")],
    "other order": [Shape(SQUARE, "#ff0000"), Shape(SQUARE, "#00ff00")],
}


def test_whatever_prints_otherwise_differs(fonts):
    assert len({known_by(fonts, *ink) for ink in DRAWN.values()}) == len(DRAWN)


@pytest.mark.parametrize("more", [{"trim": Size(41, 60)}, {"bleed": 2.0}, {"cut": SQUARE}, {"folds": ("M 0 1 L 9 1",)}])
def test_size_and_outline_count(fonts, more):
    assert known_by(fonts, Shape(SQUARE, "#ff0000"), **more) != known_by(fonts, Shape(SQUARE, "#ff0000"))


def test_pixels_count_and_their_key_does_not(fonts, make):
    def shown(key, rgb, alpha=b""):
        raster = make.raster(key, 1, 1, rgb, alpha)
        return known_by(fonts, Image(key, Rect(0, 0, 9, 9)), parts=(raster,))

    assert shown("one", b"\x01\x02\x03") == shown("two", b"\x01\x02\x03")
    assert (
        len({shown("one", b"\x01\x02\x03"), shown("three", b"\x01\x02\x04"), shown("four", b"\x01\x02\x03", b"\x7f")})
        == 3
    )


def test_compiled_form_has_the_digest_of_its_stream_read_back(fonts):
    first, second, *_ = fonts
    inside = Group((run(font=second), Shape(SQUARE, "#ff0000")), Matrix.scaling(2))
    ink = (run(font=first), inside, run("fi ligature", glyphs=(72, 73), font=first))

    (form,) = compile_face(Face("a", Size(40, 60), 3.0, Drawing.of(ink)), fonts)

    content, box = zlib.decompress(form.stream), (-3.0, -3.0, 43.0, 63.0)
    assert shown_glyphs(content, 2) == [{70, 71, 72, 73}, {70, 71}]
    outlines = [outlines_of_file(fonts[id_].path) for id_ in (first, second)]
    read = DrawnForm(content, box, "", outlines, [], [], shown_glyphs(content, 2))
    assert form_digest(read) == form.digest


def test_font_inside_a_file_has_the_outlines_of_the_font(fonts):
    path = next(font.path for font in fonts.values() if font.path)
    inside, outside = outlines_of_data(Path(path).read_bytes()), outlines_of_file(path)

    assert inside(70) == outside(70) != inside(71)
