import pytest

from generator.base.geometry import IDENTITY, Matrix
from generator.base.units import MM, decimal
from generator.model.face import Clip

SQUARE = '<rect width="4" height="4"/>'


def test_shape_is_clipped_in_its_own_coordinates(shapes):
    svg = f'<clipPath id="c">{SQUARE}</clipPath><rect width="9" height="9" clip-path="url(#c)" transform="scale(2)"/>'
    (outer,) = shapes(svg)

    assert outer.matrix == Matrix.scaling(2)
    assert outer.ink[0].clip == Clip("M 0 0 L 4 0 L 4 4 L 0 4 Z")


def test_group_is_clipped_in_points(draw):
    svg = f'<clipPath id="c">{SQUARE}</clipPath><g transform="scale(2)" clip-path="url(#c)">{SQUARE}</g>'
    (group,) = draw(svg).ink.unpack()[0]
    side = decimal(8 * MM)

    assert group.matrix == IDENTITY
    assert group.clip.path == f"M 0 0 L {side} 0 L {side} {side} L 0 {side} Z"


def test_transforms_of_clip_and_contents_count(shapes):
    clip = '<clipPath id="c" transform="translate(1 0)"><rect width="4" height="4" transform="scale(2)"/></clipPath>'
    (group,) = shapes(f'{clip}<circle r="9" clip-path="url(#c)"/>')

    assert group.clip.path == "M 1 0 L 9 0 L 9 8 L 1 8 Z"


def test_bounding_box_units_span_the_shape(shapes):
    clip = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/></clipPath>'
    (group,) = shapes(f'{clip}<rect x="2" y="2" width="8" height="4" stroke="red" clip-path="url(#c)"/>')

    assert group.clip.path == "M 2 2 L 6 2 L 6 6 L 2 6 Z"


def test_bounding_box_units_span_the_group(draw):
    clip = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/></clipPath>'
    rects = '<rect x="2" y="2" width="1" height="1"/><rect x="9" y="5" width="1" height="1"/>'
    (group,) = draw(f'{clip}<g clip-path="url(#c)">{rects}</g>').ink.unpack()[0]
    near, far = decimal(2 * MM), decimal(6 * MM)

    assert group.clip.path == f"M {near} {near} L {far} {near} L {far} {far} L {near} {far} Z"


def test_even_odd_clips_stay_even_odd(shapes):
    clip = '<clipPath id="c"><path clip-rule="evenodd" d="M0 0H9V9H0zM2 2H4V4H2z"/></clipPath>'
    (group,) = shapes(f'{clip}<circle r="9" clip-path="url(#c)"/>')

    assert group.clip.even_odd


def test_several_shapes_are_one_path_all_the_same_way_round(shapes):
    clip = f'<clipPath id="c">{SQUARE}<path d="M2 6H6V2H2z"/></clipPath>'
    (group,) = shapes(f'{clip}<circle r="9" clip-path="url(#c)"/>')

    assert group.clip == Clip("M 0 0 L 4 0 L 4 4 L 0 4 Z M 2 2 L 6 2 L 6 6 L 2 6 Z")


def test_clips_may_use_shapes(shapes):
    svg = '<defs><rect id="r" width="4" height="4"/></defs><clipPath id="c"><use href="#r" x="1"/></clipPath>'
    (group,) = shapes(f'{svg}<circle r="9" clip-path="url(#c)"/>')

    assert group.clip.path == "M 1 0 L 5 0 L 5 4 L 1 4 Z"


@pytest.mark.parametrize(
    ("clip", "what"),
    [
        ("", "there is no clipPath '#c'"),
        ('<g id="c"/>', "there is no clipPath '#c'"),
        ('<clipPath id="cc"/>', "there is no clipPath '#c'; did you mean 'cc'?"),
        ('<clipPath id="c"/>', "'#c' is empty, so nothing is seen"),
        (f'<clipPath id="c" clip-path="url(#c)">{SQUARE}</clipPath>', "'#c' is clipped itself; write one clip path"),
        (
            '<clipPath id="c"><rect width="1" height="1" clip-path="url(#c)"/></clipPath>',
            "'#c' holds a shape that is clipped itself; write one clip path",
        ),
        (
            f'<clipPath id="c">{SQUARE}<path clip-rule="evenodd" d="M0 0H9V9H0zM2 2H4V4H2z"/></clipPath>',
            "'#c' joins other shapes to one with clip-rule evenodd; leave it alone",
        ),
        (
            f'<clipPath id="c">{SQUARE}<polygon points="0 0 9 9 9 0 0 9"/></clipPath>',
            "'#c' joins other shapes to one that crosses itself; leave it alone",
        ),
        ('<clipPath id="c"><use href="#x"/></clipPath>', "'#x' is not a shape of this drawing"),
    ],
)
def test_broken_clips_are_faults(wrong, clip, what):
    said = wrong(f'{clip}<rect width="9" height="9" clip-path="url(#c)"/>')

    assert said == [f"card.svg.j2 [<rect> line 2 of its SVG]: clip-path: {what}"]


def test_text_cannot_clip(wrong):
    said = wrong('<clipPath id="c"><text>A</text></clipPath>')

    assert said == ["card.svg.j2 [<text> line 2 of its SVG]: <text> cannot stand in <clipPath>"]
