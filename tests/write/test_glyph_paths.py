import zlib

from generator.model.face import Shape
from generator.typeset.paths.path_geometry import path_box
from generator.write.glyph_paths import run_path
from generator.write.pdf.compiled_face import compile_face


def test_path_stands_where_the_text_stands(make):
    box = path_box(run_path(make.run("H", 10, 50, size=20), make.fonts))

    assert 10 < box.x < 13
    assert abs(box.bottom - 50) < 0.01
    assert 12 < box.height < 14


def test_spaces_have_no_path(make):
    assert run_path(make.run(" ", 10, 50), make.fonts) == ""


def test_letters_as_outlines_need_no_font(make):
    face = make.face(Shape(make.square(0, 0, 9), fill="#ffffff"), make.run("Roma", fill="#000000"))
    text, outlined = (compile_face(face, make.fonts, outlines=outlines)[0] for outlines in (False, True))

    assert text.fonts
    assert not outlined.fonts
    assert b"BT" not in zlib.decompress(outlined.stream)
    assert b" c " in zlib.decompress(outlined.stream)
