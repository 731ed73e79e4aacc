import pytest

from generator.base.geometry import Matrix, Rect
from generator.model.face import Clip, Group, Image, LinearGradient, Shape, Stroke, Use

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

    assert face.states == ((0.5, 1.0, ""),)
    assert face.uses == (inner.key,)
    assert inner.group == "/DeviceRGB"


def test_box_of_fading_group_follows_its_coordinates(make):
    fading = Group((Shape(BOX, fill="#ff0000"),), opacity=0.5)
    _, inner = make.compiled(make.face(Group((fading,), Matrix.scaling(2)))).values()

    assert inner.box == Rect(-4, -4, 60, 60)


def test_uneven_stops_are_seen_through_a_veil(make):
    face, opacities = make.compiled(make.face(Shape(BOX, fill=FADE))).values()

    assert face.states == ((1.0, 1.0, opacities.key),)
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
