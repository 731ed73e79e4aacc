"""Colours as inks: what is black ink alone, how much ink there is, and that nothing in a file is RGB."""

import io
import re
import zlib
from itertools import product

import pikepdf
import pypdfium2
import pytest
from PIL import Image as Pillow

from generator.base.geometry import Matrix, Rect
from generator.exports.press.output_conditions import profile_for
from generator.model.face import Composite, Group, Image, LinearGradient, Shape, Stroke
from generator.write.colours.cmyk_colours import STEPS, CmykColours
from generator.write.colours.written_colours import RGB
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import face_pdf
from tests.write.conftest import inks_pdf

LIMIT = 238


@pytest.fixture(scope="module")
def colours():
    return CmykColours(profile_for("FOGRA39", 240))


@pytest.fixture
def operators(make, colours):
    """The operators that ink compiles to in inks."""

    def lines(*ink, parts=(), colours=colours):
        form = compile_face(make.face(*ink, parts=parts), make.fonts, colours)[0]
        return zlib.decompress(form.stream).decode().split("\n")

    return lines


def test_parts_have_no_rich_black_as_their_size_is_not_known():
    rich = CmykColours(profile_for("FOGRA39", 240), rich_black=(60, 40, 40, 100))
    plain = CmykColours(profile_for("FOGRA39", 240))

    assert rich.areas
    assert (rich.of_parts.areas, plain.of_parts) == ({}, plain)
    assert rich.of_parts.name != rich.name


def inks(operator):
    return [round(100 * float(word)) for word in operator.split()[:-1]]


@pytest.mark.parametrize("paint", ["#000000", "#2a2320", "#2b2a31"])
def test_dark_text_and_lines_are_black_ink_alone(make, operators, paint):
    lines = operators(make.run("Roma", fill=paint), Shape("M 0 0 L 9 9", stroke=Stroke(paint, 1)))

    assert [line for line in lines if line[-2:] in (" k", " K")] == ["0 0 0 1 k", "0 0 0 1 K"]


def test_dark_colour_of_text_stays_a_colour(make, operators):
    assert inks(operators(make.run("Roma", fill="#27304d"))[0])[:3] != [0, 0, 0]


def test_brown_that_is_nearly_black_stays_so_in_lines_alone(make, operators):
    lines = operators(make.run("Roma", fill="#3b1512"), Shape("M 0 0 L 9 9", stroke=Stroke("#3b1512", 1)))
    text, line = (inks(each) for each in lines if each[-2:] in (" k", " K"))

    assert text == [0, 0, 0, 100]
    assert line[1] > 50


def test_grey_text_is_black_ink_as_light_as_the_grey(make, operators, colours):
    (text,) = (line for line in operators(make.run("Roma", fill="#808080")) if line.endswith(" k"))
    cyan, magenta, yellow, black = inks(text)

    assert (cyan, magenta, yellow) == (0, 0, 0)
    assert 45 <= black <= 65
    assert list(colours.conversion.black_of_grey) == sorted(colours.conversion.black_of_grey, reverse=True)


def test_grey_areas_and_gradients_are_black_ink_alone(make, operators, colours):
    fade = LinearGradient(0, 0, 1, 0, ((0, "#202020", 1.0), (1, "#e0e0e0", 1.0)), Matrix(30, 0, 0, 30, 0, 0))
    form = compile_face(make.face(Shape(make.square(0, 0, 30), fill=fade)), make.fonts, colours)[0]

    assert operators(Shape(make.square(0, 0, 90), fill="#808080"))[0].startswith("0 0 0 0.")
    assert all(each.startswith("0 0 0 0.") for each in re.findall(r"/C[01]\[([^]]*)]", form.patterns[0]))


def test_shade_of_black_takes_four_inks(operators, make):
    lines = operators(Shape(make.square(0, 0, 90), fill="#000000", opacity=0.3))

    assert all(inks(lines[1])[:3])


@pytest.mark.parametrize(("side", "expected"), [(40, [60, 40, 40, 100]), (10, [0, 0, 0, 100])])
def test_only_large_shapes_are_rich_black(make, operators, side, expected):
    rich = CmykColours(profile_for("FOGRA39", 240), rich_black=(60, 40, 40, 100))

    assert inks(operators(Shape(make.square(0, 0, side), fill="#000000"), colours=rich)[0]) == expected


def test_white_is_paper_and_every_colour_keeps_the_limit(colours):
    assert colours.fill("#ffffff") == "0 0 0 0 k"
    palette = ["#" + bytes(each).hex() for each in product(range(0, 256, 51), repeat=3)]
    assert 200 < max(sum(inks(colours.fill(paint))) for paint in palette if paint != "#000000") <= LIMIT


def test_gradient_bends_with_the_colours_between_its_stops(make, operators, colours):
    fade = LinearGradient(0, 0, 1, 0, ((0, "#ff0000", 1.0), (1, "#0000ff", 1.0)), Matrix(30, 0, 0, 30, 0, 0))
    form = compile_face(make.face(Shape(make.square(0, 0, 30), fill=fade)), make.fonts, colours)[0]
    ends = re.findall(r"/C1\[([^]]*)]", form.patterns[0])

    assert "/DeviceCMYK" in form.patterns[0]
    assert len(ends) == STEPS
    assert f"{ends[STEPS // 2 - 1]} k" == colours.fill("#800080")


def test_no_object_of_a_file_is_rgb(make, colours):
    masked = Composite((Shape(make.square(0, 0, 9), fill="#ff0000"),), "multiply", (Shape("M 0 0 L 9 9", "#fff0f0"),))
    face = make.face(*make.sink().ink.unpack()[0], masked, parts=make.sink().ink.unpack()[1])
    file = inks_pdf([face], colours, title="Deck")

    with pikepdf.open(io.BytesIO(file)) as pdf:
        assert pdf.docinfo["/Title"] == "Deck"
        assert b"/DeviceRGB" not in b"".join(each.unparse(resolved=True) for each in pdf.objects)
        assert pdf.pages[0]["/Group"]["/CS"] == "/DeviceCMYK"
        drawn = [bytes(each.read_bytes()) for each in pdf.objects if each.get("/Subtype") == "/Form"]
    assert not [form for form in drawn if re.search(rb"\brg\b|\bRG\b", form)]


@pytest.mark.parametrize("kind", ["rgb", "jpeg", "palette", "grey"])
def test_pictures_are_converted_as_they_are_encoded(make, colours, kind):
    file = inks_pdf([_pictured(make, kind)], colours)

    with pikepdf.open(io.BytesIO(file)) as pdf:
        (picture,) = (each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Width" in each)
        space = picture["/ColorSpace"]
    assert (space[1] if kind == "palette" else space) == ("/DeviceGray" if kind == "grey" else "/DeviceCMYK")
    shown = pypdfium2.PdfDocument(file)[0].render(scale=1).to_pil().getpixel((60, 60))
    expected = (120, 120, 120) if kind == "grey" else (40, 120, 60)
    assert max(abs(one - other) for one, other in zip(shown, expected, strict=True)) < 40


def _pictured(make, kind):
    """A face that is covered by a picture, green or grey."""
    image = Pillow.new("RGB", (16, 16), (40, 120, 60))
    raster = make.raster(kind, 16, 16, image.tobytes())
    if kind == "palette":
        raster = _with_pixels(raster, zlib.compress((b"\0" + bytes(16)) * 16), "palette", palette=bytes((40, 120, 60)))
    if kind == "grey":
        raster = _with_pixels(raster, zlib.compress((b"\0" + b"\x78" * 16) * 16), "grey")
    if kind == "jpeg":
        data = io.BytesIO()
        image.save(data, "JPEG")
        raster = _with_pixels(raster, data.getvalue(), "rgb", is_jpeg=True)
    return make.face(Group((Image(kind, Rect(-8, -8, 120, 120)),)), parts=(raster,))


def _with_pixels(raster, data, colours, **more):
    from generator.base.records import replace
    from generator.base.stored_data import DataStore
    from generator.model.face import EncodedPixels

    return replace(raster, pixels=EncodedPixels(DataStore().keep(data), colours, **more))


@pytest.mark.parametrize("space", ["/DeviceRGB", "/DeviceCMYK"])
def test_line_in_an_ink_of_its_own_covers_nothing_below_it(make, colours, space):
    cut = Shape(make.square(10, 10, 84), fill="#ffee00", stroke=Stroke("#ff00ff", 0.25, spot="CutContour"))
    used = colours if space == "/DeviceCMYK" else RGB
    face = make.face(cut, Shape("M 0 0 L 9 9", stroke=Stroke("#000000", 1)))
    forms = {form.key: form for form in compile_face(face, make.fonts, used)}

    with pikepdf.open(io.BytesIO(b"".join(face_pdf([face], forms, make.fonts, colours=used)))) as pdf:
        (form,) = pdf.pages[0]["/Resources"]["/XObject"].values()
        drawn, resources = form.read_bytes().decode().split("\n"), form["/Resources"]
    name, ink, below, _ = resources["/ColorSpace"]["/S0"]
    assert (name, ink, below) == ("/Separation", "/CutContour", space)
    line = drawn.index("/S0 CS 1 SCN")
    assert [drawn[line - 3], drawn[line - 1], drawn[line + 2]] == ["q ", "/G0 gs", "Q"]
    assert resources["/ExtGState"]["/G0"]["/OP"] is True
    assert {"0 G", "0 0 0 1 K"} & {*drawn[line:]}  # the line after it is as it would be without
