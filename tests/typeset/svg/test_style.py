import pytest

from generator.model.face import Stroke
from generator.typeset.svg.attribute_numbers import TEMPLATE_UNITS
from generator.typeset.svg.style import INITIAL, StyleResolver


@pytest.fixture
def look():
    wardrobe = StyleResolver(TEMPLATE_UNITS)

    def worn(parent=INITIAL, /, **given):
        names = tuple(name.replace("_", "-") for name in given)
        values = tuple(given.values())
        return wardrobe.look(parent, names, values if len(values) > 1 else values[0] if values else None)

    return worn


def test_without_attributes_all_is_inherited(look):
    assert look().style is INITIAL
    assert (look().fill, look().stroke) == ("#000000", None)


def test_same_attributes_are_the_same_look(look):
    assert look(fill="red") is look(fill="red")


def test_children_inherit_but_not_opacity(look):
    outer = look(fill="red", stroke="blue", opacity="0.5")
    inner = look(outer.style)

    assert (inner.fill, inner.stroke) == ("#ff0000", "#0000ff")
    assert (inner.opacity, inner.whole) == (1.0, 1.0)


def test_inherit_leaves_the_parent_its_say(look):
    assert look(look(fill="red").style, fill="inherit").fill == "#ff0000"


def test_current_colour_follows_color(look):
    outer = look(color="green", fill="currentColor")
    inner = look(outer.style, color="blue")

    assert (outer.fill, inner.fill) == ("#008000", "#0000ff")


@pytest.mark.parametrize("nothing", [{"fill": "none"}, {"fill": "transparent"}, {"fill_opacity": "0"}])
def test_fills_that_are_not_seen(look, nothing):
    assert look(**nothing).fill is None


@pytest.mark.parametrize("nothing", [{"stroke_width": "0"}, {"stroke_opacity": "0"}])
def test_strokes_that_are_not_seen(look, nothing):
    assert look(stroke="red", **nothing).stroke is None


def test_opacity_goes_into_the_only_paint(look):
    fill = look(opacity="0.5", fill_opacity="0.5")
    stroke = look(opacity="0.5", fill="none", stroke="red", stroke_opacity="0.5")

    assert (fill.fill_opacity, fill.whole) == (0.25, 1)
    assert (stroke.pen.opacity, stroke.whole) == (0.25, 1)


def test_opacity_of_two_paints_stays_whole(look):
    both = look(opacity="0.5", stroke="red", fill_opacity="0.8")

    assert (both.fill_opacity, both.pen.opacity, both.whole) == (0.8, 1, 0.5)


def test_strokes_carry_all_they_need(look):
    found = look(
        stroke="red",
        stroke_width="2pt",
        stroke_linecap="round",
        stroke_linejoin="bevel",
        stroke_miterlimit="3",
        stroke_dasharray="1 2,3",
        stroke_dashoffset="1mm",
    )

    assert found.pen == Stroke("#ff0000", 2 * 25.4 / 72, "round", "bevel", 3, (1, 2, 3, 1, 2, 3), 1)


def test_gradients_are_not_plain(look):
    assert look(fill="url(#sky)").fill == "url:sky"
    assert [look(fill="url(#sky)").plain, look(clip_path="url('#a')").plain, look(fill="red").plain] == [0, 0, 1]


def test_letters_have_weight_and_slope(look):
    found = look(font_family="'title'", font_size="9pt", font_weight="700", font_style="italic").style.type

    assert (found.family, found.bold, found.italic) == ("title", True, True)
    assert found.size == pytest.approx(3.175)


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("fill", "bluu", "fill: 'bluu' is not a colour; did you mean 'blue'?"),
        ("fill", "url(x.svg#a)", "fill: 'url(x.svg#a)' leads outside; only 'url(#id)' is allowed"),
        ("stroke-width", "-1", "stroke-width: -1 is below 0"),
        ("stroke-width", "thin", "stroke-width: 'thin' is not a number"),
        ("stroke-linecap", "rund", "stroke-linecap: 'rund' is unknown; did you mean 'round'?"),
        ("stroke-dasharray", "1 -1", "stroke-dasharray: '1 -1' has a dash below 0"),
        ("stroke-dasharray", "0.001", "stroke-dasharray: '0.001' is a pattern finer than 0.01 mm"),
        ("stroke-miterlimit", "0.5", "stroke-miterlimit: '0.5' is below 1"),
        ("fill-rule", "odd", "fill-rule: 'odd' is unknown; did you mean 'evenodd'?"),
        ("font-weight", "heavy", "font-weight: 'heavy' is not a weight; write normal, bold, 400 or 700"),
        ("font-size", "9q", "font-size: '9q' is not a length; write a bare number or one in mm, cm, in, pt"),
        ("font-size", "-9", "font-size: -9 is below 0"),
        ("opacity", "half", "opacity: 'half' is not a number"),
        ("display", "flex", "display: 'flex' is unknown; it is one of 'none', 'inline', 'block'"),
    ],
)
def test_what_cannot_be_is_named(look, name, text, what):
    assert look(**{name.replace("-", "_"): text}).faults == (what,)


def test_all_faults_come_together(look):
    assert len(look(fill="bluu", stroke="redd", opacity="x").faults) == 3
