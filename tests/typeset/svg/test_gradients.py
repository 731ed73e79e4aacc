import pytest

from generator.base.geometry import IDENTITY, Matrix
from generator.model.face import LinearGradient, RadialGradient

STOPS = '<stop stop-color="red"/><stop offset="50%" stop-color="#0f0" stop-opacity="0.5"/><stop offset="1"/>'
FOUND = ((0, "#ff0000", 1), (0.5, "#00ff00", 0.5), (1, "#000000", 1))


def rect(paint="url(#g)"):
    return f'<rect x="2" y="4" width="10" height="20" fill="{paint}"/>'


def test_linear_spans_the_box(shapes):
    (shape,) = shapes(f'<linearGradient id="g">{STOPS}</linearGradient>{rect()}')

    assert shape.fill == LinearGradient(0, 0, 1, 0, FOUND, Matrix(a=10, d=20, e=2, f=4))


def test_radial_spans_the_box(shapes):
    (shape,) = shapes(f'<radialGradient id="g" fx="20%">{STOPS}</radialGradient>{rect()}')

    assert shape.fill == RadialGradient(0.5, 0.5, 0.5, 0.2, 0.5, FOUND, Matrix(a=10, d=20, e=2, f=4))


def test_user_space_leaves_the_box_alone(shapes):
    place = 'gradientUnits="userSpaceOnUse" x1="1mm" x2="10" gradientTransform="rotate(90)"'
    (shape,) = shapes(f'<linearGradient id="g" {place}>{STOPS}</linearGradient>{rect()}')

    assert shape.fill == LinearGradient(1, 0, 10, 0, FOUND, Matrix(0, 1, -1, 0))


def test_strokes_take_gradients(shapes):
    svg = f'<linearGradient id="g">{STOPS}</linearGradient><circle r="5" fill="none" stroke="url(#g)"/>'
    (shape,) = shapes(svg)

    assert shape.stroke.paint.matrix == Matrix(a=10, d=10, e=-5, f=-5)


def test_missing_pieces_come_from_the_href(shapes):
    svg = f'<linearGradient id="a" y2="1">{STOPS}</linearGradient><linearGradient id="g" href="#a" x2="0"/>{rect()}'
    (shape,) = shapes(svg)

    assert shape.fill == LinearGradient(0, 0, 0, 1, FOUND, Matrix(a=10, d=20, e=2, f=4))


def test_other_kind_gives_only_its_stops(shapes):
    svg = f'<linearGradient id="a" x2="7">{STOPS}</linearGradient><radialGradient id="g" href="#a"/>{rect()}'
    (shape,) = shapes(svg)

    assert (shape.fill.r, shape.fill.stops) == (0.5, FOUND)


def test_offsets_never_fall(shapes):
    stops = '<stop offset="0.6"/><stop offset="0.3" stop-color="red"/>'
    (shape,) = shapes(f'<linearGradient id="g">{stops}</linearGradient>{rect()}')

    assert [stop[0] for stop in shape.fill.stops] == [0.6, 0.6]


@pytest.mark.parametrize(
    "gradient",
    [
        '<linearGradient id="g"><stop stop-color="red" stop-opacity="0.5"/></linearGradient>',
        '<linearGradient id="g" x2="0"><stop/><stop offset="1" stop-color="red" stop-opacity="0.5"/></linearGradient>',
        '<radialGradient id="g" r="0"><stop/><stop stop-color="red" stop-opacity="0.5"/></radialGradient>',
    ],
)
def test_gradient_of_one_colour_is_a_colour(shapes, gradient):
    (shape,) = shapes(gradient + rect())

    assert (shape.fill, shape.opacity) == ("#ff0000", 0.5)


def test_focal_circle_outside_makes_a_cone(shapes):
    (shape,) = shapes(f'<radialGradient id="g" fx="1.5" fr="10%">{STOPS}</radialGradient>{rect()}')

    assert (shape.fill.fx, shape.fill.fr) == (1.5, 0.1)


def test_focus_on_the_circle_is_brought_inside(shapes):
    (shape,) = shapes(f'<radialGradient id="g" fx="1">{STOPS}</radialGradient>{rect()}')

    assert shape.fill.fx == pytest.approx(0.9995)


def test_one_gradient_paints_many_documents(typesetter, draw):
    red, blue = (
        f'<linearGradient id="g"><stop stop-color="{c}"/><stop offset="1"/></linearGradient>' for c in ("red", "blue")
    )
    faces = [draw(first + rect()) for first in (red, blue)]

    assert [face.ink.unpack()[0][0].ink[0].fill.stops[0][1] for face in faces] == ["#ff0000", "#0000ff"]
    assert faces[0].ink.unpack()[0][0].matrix != IDENTITY


@pytest.mark.parametrize(
    ("svg", "what"),
    [
        (rect(), "[<rect> line 2 of its SVG]: there is no gradient '#g'"),
        (f'<linearGradient id="gg">{STOPS}</linearGradient>{rect()}', "; did you mean 'gg'?"),
        (f'<g id="g"/>{rect()}', "[<rect> line 2 of its SVG]: '#g' is <g>, not a gradient"),
        (f'<linearGradient id="g"/>{rect()}', "[linearGradient#g]: gradient has no stops"),
        (
            f'<radialGradient id="g" fr="2">{STOPS}</radialGradient>{rect()}',
            "fr: 2 is not from 0 to r=0.5, where readers of PDF agree",
        ),
        (
            f'<radialGradient id="g" fx="2" spreadMethod="reflect">{STOPS}</radialGradient>{rect()}',
            "a cone or a gradient with fr is drawn once, not with spreadMethod='reflect'",
        ),
        (
            f'<linearGradient id="a" gradientTransform="scale(.5)">{STOPS}</linearGradient><radialGradient id="g" href="#a"/>{rect()}',
            "gradientTransform of <linearGradient> '#a' is used by a <radialGradient>; viewers differ in what they draw: write it on both",
        ),
        (f'<linearGradient id="g" href="#g"/>{rect()}', "[linearGradient#g]: '#g' refers to itself"),
        (f'<linearGradient id="g" href="x.svg#a"/>{rect()}', "href 'x.svg#a' leads outside; only '#id' is allowed"),
        (f'<linearGradient id="g" href="#a"/>{rect()}', "there is no gradient '#a'"),
        (
            f'<linearGradient id="g" x2="0.001" spreadMethod="repeat">{STOPS}</linearGradient>{rect()}',
            "gradient repeats 1,001 times on it; make it longer",
        ),
        (
            f'<linearGradient id="g" gradientUnits="userSpaceOnUse">{STOPS}</linearGradient>{rect()}',
            "gradientUnits=userSpaceOnUse needs x2",
        ),
        (
            f'<linearGradient id="g" gradientUnits="userSpace">{STOPS}</linearGradient>{rect()}',
            "gradientUnits: 'userSpace' is unknown; did you mean 'userSpaceOnUse'?",
        ),
        (
            f'<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="5%" cy="1" r="1">{STOPS}</radialGradient>{rect()}',
            "cx: '5%' is a percentage; in user space write user units",
        ),
        (
            f'<linearGradient id="g"><stop offset="x" stop-color="redd"/></linearGradient>{rect()}',
            "[<stop> line 2 of its SVG]: 'x' is not a number",
        ),
        (
            f'<linearGradient id="g">{STOPS}</linearGradient><line x2="9" stroke="url(#g)"/>',
            "has no area for a gradient in objectBoundingBox units; use gradientUnits=userSpaceOnUse",
        ),
    ],
)
def test_broken_gradients_are_faults(wrong, svg, what):
    (said,) = wrong(svg)

    assert what in said
