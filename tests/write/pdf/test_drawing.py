import re
from dataclasses import replace

import pytest
import uharfbuzz as hb

from generator.base.geometry import Matrix, Rect
from generator.model.face import Clip, GlyphRun, Group, Image, LinearGradient, Shape, Stroke, Use
from generator.write.pdf.xobjects import GraphicsState

BOX = "M 0 0 L 9 0 L 9 9 Z"
OPS = "0 0 m 9 0 l 9 9 l h "
FADE = LinearGradient(0, 0, 9, 0, ((0, "#ff0000", 1.0), (1, "#ff0000", 0.0)), Matrix())


def words(lines):
    return " ".join(lines).split()


@pytest.mark.parametrize(
    ("shape", "operator"),
    [
        (Shape(BOX, fill="#ff0000"), "f"),
        (Shape(BOX, fill="#ff0000", even_odd=True), "f*"),
        (Shape(BOX, stroke=Stroke("#ff0000", 1)), "S"),
        (Shape(BOX, fill="#ff0000", stroke=Stroke("#000000", 1)), "B"),
        (Shape(BOX, fill="#ff0000", stroke=Stroke("#000000", 1), even_odd=True), "B*"),
    ],
)
def test_shape_is_painted_at_once(operators, shape, operator):
    assert OPS + operator in operators(shape)


def test_colour_is_set_once(operators):
    lines = operators(*[Shape(BOX, fill="#ff0000")] * 3)

    assert lines == ["1 0 0 rg", *[OPS + "f"] * 3, ""]


def test_black_is_printed_with_black_ink(operators):
    lines = operators(Shape(BOX, fill="#000000", stroke=Stroke("#000000", 1)))

    assert "0 g" in lines
    assert "0 G" in lines


def test_see_through_stroke_is_drawn_over_its_fill(operators):
    lines = operators(Shape(BOX, fill="#ff0000", stroke=Stroke("#000000", 1, opacity=0.5)))

    assert [line[-1] for line in lines if line.startswith(OPS)] == ["f", "S"]


def test_line_style_is_spelt_out(operators):
    stroke = Stroke("#000000", 2, cap="round", join="bevel", miter=3, dash=(4, 2), offset=1)

    assert "2 w 1 J 2 j 3 M [4 2] 1 d" in operators(Shape(BOX, stroke=stroke))


@pytest.mark.parametrize(
    ("dash", "offset", "expected"), [((0.0, 0.0), 1, "[] 0 d"), ((4, 2), -2, "[4 2] 10 d"), ((3,), 0, "[3] 0 d")]
)
def test_dashes_are_legal(operators, dash, offset, expected):
    line = operators(Shape(BOX, stroke=Stroke("#000000", 1, dash=dash, offset=offset)))[0]

    assert line.endswith(expected)


def test_line_of_no_width_is_not_a_hairline(operators):
    assert words(operators(Shape(BOX, stroke=Stroke("#000000", 0)))) == []


def test_opacity_lasts_no_longer_than_it_should(operators):
    lines = operators(Shape(BOX, fill="#ff0000", opacity=0.5), Use("icon", Matrix()))

    assert lines == ["/G0 gs", "1 0 0 rg", OPS + "f", "/G1 gs", "q 1 0 0 1 0 0 cm /X0 Do Q", ""]


def test_group_moves_and_clips(operators):
    group = Group((Shape(BOX, fill="#ff0000"),), Matrix(2, 0, 0, 2, 5, 6), clip=Clip(BOX, even_odd=True))

    assert operators(group) == [f"q {OPS}W* n", "2 0 0 2 5 6 cm", "1 0 0 rg", OPS + "f", "Q", ""]


def test_settings_end_with_their_group(operators):
    red = Shape(BOX, fill="#ff0000")
    lines = operators(red, Group((Shape(BOX, fill="#0000ff"),), Matrix.translation(1, 0)), red, red)

    assert lines.count("1 0 0 rg") == 1
    assert lines.count("0 0 1 rg") == 1


def test_group_that_only_groups_leaves_no_trace(operators):
    red = Shape(BOX, fill="#ff0000")

    assert operators(Group((red,))) == operators(red)


@pytest.mark.parametrize(
    "ink",
    [
        Group((Shape(BOX, fill="#ff0000"),), Matrix(0, 0, 0, 1)),
        Use("icon", Matrix.scaling(0)),
        Image("blue", Rect(0, 0, 0, 9)),
    ],
)
def test_flattened_ink_draws_nothing(operators, ink):
    assert words(operators(ink)) == []


def test_picture_stands_upright(operators):
    assert "q 30 0 0 -40 10 60 cm /X0 Do Q" in operators(Image("blue", Rect(10, 20, 30, 40)))


def test_fading_group_is_one_form(make):
    group = Group((Shape(BOX, fill="#ff0000"), Shape(BOX, fill="#0000ff")), opacity=0.5)
    face, inner = make.compiled(make.face(group)).values()

    assert face.states == (GraphicsState(fill=0.5),)
    assert face.uses == (inner.key,)
    assert inner.group == "/DeviceRGB"


def test_box_of_fading_group_follows_its_coordinates(make):
    fading = Group((Shape(BOX, fill="#ff0000"),), opacity=0.5)
    _, inner = make.compiled(make.face(Group((fading,), Matrix.scaling(2)))).values()

    assert inner.box == Rect(-4, -4, 60, 60)


def test_uneven_stops_are_seen_through_a_veil(make):
    face, opacities = make.compiled(make.face(Shape(BOX, fill=FADE))).values()

    assert face.states == (GraphicsState(mask=opacities.key),)
    assert opacities.group == "/DeviceGray"


def test_gradient_in_a_group_knows_where_it_is(make):
    fade = LinearGradient(0, 0, 9, 0, ((0, "#ff0000", 1.0), (1, "#0000ff", 1.0)), Matrix.scaling(3))
    inner = Group((Shape(BOX, fill=fade),), Matrix.translation(5, 6))
    (face,) = make.compiled(make.face(Group((inner,), Matrix.scaling(2)))).values()

    assert "/Matrix[6 0 0 6 10 12]" in face.patterns[0]


def test_fading_groups_may_nest(make):
    inner = Group((Shape(BOX, fill="#ff0000"),), opacity=0.5)
    forms = make.compiled(make.face(Group((inner, inner), opacity=0.5)))
    face, outer, both_inner = forms.values()

    assert face.uses == (outer.key,)
    assert outer.uses == (both_inner.key,)


SPAN = r"/Span<</ActualText<feff(\w*)>>>BDC"


def placed(line, run, folder):
    """Where a viewer puts each glyph of a TJ array, in points."""
    line, spacing = re.sub(" 0 Tc$", "", line), re.search(r"(\S+) Tc", line)
    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(folder / "AlegreyaSans-Regular.ttf"))))
    at, places = 0.0, []
    for glyphs, back in re.findall(r"<(\w+)>|(-?\d+)", re.sub(r"<<.*?>>>|\S+ Tc", "", line.split("Tm")[1])):
        for digits in re.findall("....", glyphs):
            places.append(at)
            at += font.get_glyph_h_advance(int(digits, 16)) * run.size / 1000
            at += float(spacing[1]) if spacing else 0.0
        at -= int(back or 0) * run.size / 1000
    return places


def test_letters_stand_upright_in_a_page_read_downwards(operators, make):
    lines = operators(make.run("I", 12.5, 30, size=9))

    assert lines[:3] == ["0 g", "/F0 9 Tf", "BT"]
    assert lines[3].startswith("1 0 0 -1 12.5 30 Tm")


@pytest.mark.parametrize("text", ["AVATAR To.", "Officina affable", "VALLUM " * 20])
def test_glyphs_stand_where_they_were_shaped(operators, make, text):
    run = make.run(text, size=7.3)
    line = next(line for line in operators(run) if "Tm" in line)

    assert placed(line, run, make.folder) == pytest.approx(run.offsets, abs=0.0015 * run.size)


def test_unkerned_letters_need_no_adjustment(operators, make):
    run = make.run("nnn", features={"kern": False})

    assert operators(run)[3].endswith(f"[<{run.glyphs[0]:04x}{run.glyphs[0]:04x}{run.glyphs[0]:04x}>] TJ")


def spaced(run, by):
    return replace(run, offsets=tuple(offset + by * index for index, offset in enumerate(run.offsets)))


def test_letterspacing_is_set_once_for_the_run(operators, make):
    lines = operators(spaced(make.run("nnn", size=10, features={"kern": False}), 0.8), make.run("nnn", y=40))
    first, second = (line for line in lines if "Tm" in line)

    assert re.search(r"Tm 0\.8 Tc \[<\w{12}>] TJ 0 Tc$", first)
    assert "Tc" not in second


def test_kerned_letters_with_spacing_stand_where_they_were_shaped(operators, make):
    run = spaced(make.run("AVATAR To", size=10), 2.0)
    line = next(line for line in operators(run) if "Tm" in line)

    assert "Tc" in line
    assert placed(line, run, make.folder) == pytest.approx(run.offsets, abs=0.015)


def test_runs_share_one_text_object(operators, make):
    lines = operators(make.run("one"), make.run("two", y=40))

    assert lines.count("BT") == lines.count("ET") == 1
    assert sum("Tf" in line for line in lines) == 1


def test_glyphs_say_what_was_written(make):
    (form,) = make.compiled(make.face(make.run("fish"), make.run("Rome", features={"smcp": True}))).values()

    assert sorted(form.fonts["sans"].values()) == ["R", "e", "fi", "h", "m", "o", "s"]


def run_of(*pairs):
    glyphs, sources = zip(*pairs, strict=True)
    return GlyphRun("sans", 10, 0, 0, glyphs, tuple(5.0 * i for i in range(len(pairs))), sources, 50)


def test_glyph_with_a_second_meaning_says_it_itself(operators):
    lines = operators(run_of((50, "x"), (51, "y")), run_of((50, "x"), (51, "ŷ")))

    assert re.findall(SPAN, " ".join(lines)) == ["0177"]


def test_letter_made_of_two_glyphs_is_one_text(operators):
    (line,) = (line for line in operators(run_of((50, "x"), (51, "é"), (52, ""))) if "Tm" in line)

    assert re.findall(SPAN, line) == ["00e9"]
    assert re.findall(r"BDC \[.*?0033.*0034>] TJ EMC", line)


def test_hyphen_of_a_broken_word_is_silent(operators):
    assert re.findall(SPAN, " ".join(operators(run_of((50, "x"), (51, ""))))) == ["0078"]
    assert re.findall(SPAN, " ".join(operators(run_of((51, ""), (50, "x"))))) == [""]


def test_empty_run_draws_nothing(operators):
    assert not any("BT" in line for line in operators(GlyphRun("sans", 10, 0, 0, (), (), (), 0)))
