import pytest

from generator.model.face import Stroke
from generator.typeset.svg.attribute_values import TEMPLATE_UNITS
from generator.typeset.svg.style import INITIAL, StyleResolver


@pytest.fixture
def style():
    resolver = StyleResolver(TEMPLATE_UNITS)

    def resolved(parent=INITIAL, /, **given):
        names = tuple(name.replace("_", "-") for name in given)
        values = tuple(given.values())
        return resolver.resolve(parent, names, values if len(values) > 1 else values[0] if values else None)

    return resolved


def test_without_attributes_all_is_inherited(style):
    assert style().inherited is INITIAL
    assert (style().fill, style().stroke_paint) == ("#000000", None)


def test_same_attributes_are_the_same_look(style):
    assert style(fill="red") is style(fill="red")


def test_children_inherit_but_not_opacity(style):
    outer = style(fill="red", stroke="blue", opacity="0.5")
    inner = style(outer.inherited)

    assert (inner.fill, inner.stroke_paint) == ("#ff0000", "#0000ff")
    assert (inner.opacity, inner.group_opacity) == (1.0, 1.0)


def test_inherit_leaves_the_parent_its_say(style):
    assert style(style(fill="red").inherited, fill="inherit").fill == "#ff0000"


def test_current_colour_follows_color(style):
    outer = style(color="green", fill="currentColor")
    inner = style(outer.inherited, color="blue")

    assert (outer.fill, inner.fill) == ("#008000", "#0000ff")


@pytest.mark.parametrize("nothing", [{"fill": "none"}, {"fill": "transparent"}, {"fill_opacity": "0"}])
def test_fills_that_are_not_seen(style, nothing):
    assert style(**nothing).fill is None


@pytest.mark.parametrize("nothing", [{"stroke_width": "0"}, {"stroke_opacity": "0"}])
def test_strokes_that_are_not_seen(style, nothing):
    assert style(stroke="red", **nothing).stroke_paint is None


def test_opacity_goes_into_the_only_paint(style):
    fill = style(opacity="0.5", fill_opacity="0.5")
    stroke = style(opacity="0.5", fill="none", stroke="red", stroke_opacity="0.5")

    assert (fill.fill_opacity, fill.group_opacity) == (0.25, 1)
    assert (stroke.stroke.opacity, stroke.group_opacity) == (0.25, 1)


def test_opacity_of_two_paints_stays_whole(style):
    both = style(opacity="0.5", stroke="red", fill_opacity="0.8")

    assert (both.fill_opacity, both.stroke.opacity, both.group_opacity) == (0.8, 1, 0.5)


def test_strokes_carry_all_they_need(style):
    found = style(
        stroke="red",
        stroke_width="2pt",
        stroke_linecap="round",
        stroke_linejoin="bevel",
        stroke_miterlimit="3",
        stroke_dasharray="1 2,3",
        stroke_dashoffset="1mm",
    )

    assert found.stroke == Stroke("#ff0000", 2 * 25.4 / 72, "round", "bevel", 3, (1, 2, 3, 1, 2, 3), 1)


def test_gradients_are_not_plain(style):
    assert style(fill="url(#sky)").fill == "url:sky"
    assert [
        style(fill="url(#sky)").is_self_contained,
        style(clip_path="url('#a')").is_self_contained,
        style(fill="red").is_self_contained,
    ] == [0, 0, 1]


def test_letters_have_weight_and_slope(style):
    found = style(font_family="'title'", font_size="9pt", font_weight="700", font_style="italic").inherited.font

    assert (found.family, found.bold, found.italic) == ("title", True, True)
    assert found.size == pytest.approx(3.175)


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("fill", "bluu", "fill: 'bluu' is not a colour; did you mean 'blue'?"),
        ("fill", "url(x.svg#a)", "fill: 'url(x.svg#a)' leads outside; only 'url(#id)' is allowed"),
        ("clip-path", "url(x.svg#a)", "clip-path: 'url(x.svg#a)' leads outside; only 'url(#id)' is allowed"),
        *(
            (
                "clip-path",
                shape,
                f"clip-path: shapes of CSS such as {name}() are not drawn; write a <clipPath> and 'url(#id)'",
            )
            for shape, name in (
                ("inset(5px)", "inset"),
                ("circle(5px at 8px 8px)", "circle"),
                ("polygon(0 0, 9px 9px)", "polygon"),
            )
        ),
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
def test_what_cannot_be_is_named(style, name, text, what):
    assert style(**{name.replace("-", "_"): text}).faults == (what,)


def test_all_faults_come_together(style):
    assert len(style(fill="bluu", stroke="redd", opacity="x").faults) == 3


def test_looks_are_forgotten_only_where_there_are_too_many(monkeypatch, request):
    monkeypatch.setattr("generator.typeset.svg.style.MOST_RESOLVED", 2)
    style = request.getfixturevalue("style")
    red, blue = style(fill="red"), style(fill="blue")
    assert style(fill="red") is red

    style(fill="green")
    assert style(fill="red") is not red
    assert style(fill="red").fill == red.fill != blue.fill
