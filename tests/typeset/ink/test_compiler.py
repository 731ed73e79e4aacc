import pytest

from generator.base.geometry import IDENTITY, Matrix
from generator.base.units import MM
from generator.model.face import Group, Shape, Stroke
from generator.typeset.ink.compiler import Canvas

A, B, C = (Shape(f"M 0 0 L {n} 0") for n in (1, 2, 3))
LARGE = Matrix.scaling(2)


def drawn(*strokes):
    canvas = Canvas()
    for matrix, ink in strokes:
        canvas.add(matrix, ink)
    return canvas.ink()


def test_neighbours_share_a_group():
    assert drawn((LARGE, A), (Matrix.scaling(2), B)) == (Group((A, B), LARGE),)


def test_order_is_kept():
    assert drawn((LARGE, A), (IDENTITY, B), (LARGE, C)) == (Group((A,), LARGE), B, Group((C,), LARGE))


def test_points_need_no_group():
    assert drawn((IDENTITY, A), (IDENTITY, B)) == (A, B)


def test_nothing_drawn_is_no_ink():
    assert drawn() == ()


def test_shapes_stay_in_millimetres(draw):
    (group,) = draw('<path d="M 0 0 L 10 0" stroke="#abc" stroke-width="0.2" fill="none"/>').ink.unpack()[0]

    assert group == Group((Shape("M 0 0 L 10 0", None, stroke=Stroke("#aabbcc", 0.2)),), Matrix.scaling(MM))


@pytest.mark.parametrize(
    ("svg", "path"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', "M 1 2 L 4 2 L 4 6 L 1 6 Z"),
        ('<line x1="1" y1="2" x2="3mm" y2="4"/>', "M 1 2 L 3 4"),
        ('<polygon points="0,0 1,0 1,1"/>', "M 0 0 L 1 0 L 1 1 Z"),
        ('<polyline points="0 0 1 0 1 1"/>', "M 0 0 L 1 0 L 1 1"),
        ('<path d="M0 0h5"/>', "M 0 0 L 5 0"),
    ],
)
def test_basic_shapes_become_paths(shapes, svg, path):
    assert [shape.path for shape in shapes(svg)] == [path]


def test_one_radius_stands_for_both(shapes):
    one, two = shapes('<rect width="9" height="9" rx="2"/><rect width="9" height="9" rx="2" ry="2"/>')

    assert one == two


@pytest.mark.parametrize(
    "svg", ['<rect width="0" height="3"/>', '<circle r="0"/>', '<path d=""/>', '<polygon points="1 1"/>', "<g/>"]
)
def test_what_has_no_size_is_not_drawn(draw, svg):
    assert draw(svg).ink.unpack()[0] == ()


def test_what_is_not_displayed_is_not_drawn(draw):
    assert draw('<g display="none"><rect width="9" height="9"/></g>').ink.unpack()[0] == ()


def test_groups_hand_on_style_and_place(draw):
    svg = '<g transform="translate(1 2)" fill="red"><rect width="9" height="9"/><rect width="5" height="5"/></g>'
    (group,) = draw(svg).ink.unpack()[0]

    assert [shape.fill for shape in group.ink] == ["#ff0000", "#ff0000"]
    assert group.matrix == Matrix(MM, 0, 0, MM, MM, 2 * MM)


def test_fading_groups_fade_as_one(draw):
    (group,) = draw('<g opacity="0.5"><rect width="9" height="9"/></g>').ink.unpack()[0]

    assert (group.opacity, group.matrix) == (0.5, IDENTITY)
    assert group.ink[0].matrix == Matrix.scaling(MM)


def test_shape_with_two_paints_fades_as_one(shapes):
    (group,) = shapes('<rect width="9" height="9" stroke="red" opacity="0.5"/>')

    assert group.opacity == 0.5
    assert (group.ink[0].opacity, group.ink[0].stroke.opacity) == (1, 1)


def test_own_transform_goes_with_the_shape(shapes):
    (group,) = shapes('<rect width="9" height="9" transform="scale(2)"/>')

    assert group.matrix == Matrix.scaling(2)


def test_nested_svg_is_a_window(draw):
    svg = '<svg x="1" y="1" width="4" height="2" viewBox="0 0 10 10"><rect width="90" height="90"/></svg>'
    (group,) = draw(svg).ink.unpack()[0]
    words = group.clip.path.split()

    assert [float(word) for word in words if word not in "MLZ"] == pytest.approx(
        [MM, MM, 5 * MM, MM, 5 * MM, 3 * MM, MM, 3 * MM], abs=1e-3
    )
    assert group.ink[0].matrix == Matrix(a=0.2 * MM, d=0.2 * MM, e=2 * MM, f=MM)


def test_faults_of_all_elements_come_together(wrong):
    said = wrong('<rect width="-1" height="x"/>\n<circle r="1" fill="bluu"/>\n<path id="p" d="L"/><use/>')

    assert said == [
        "card.svg.j2 [<rect> line 2 of its SVG]: width: '-1' is below 0",
        "card.svg.j2 [<rect> line 2 of its SVG]: height: 'x' is not a number",
        "card.svg.j2 [<circle> line 3 of its SVG]: fill: 'bluu' is not a colour; did you mean 'blue'?",
        "card.svg.j2 [path#p]: path begins with 'L'; it has to begin with 'M'",
        "card.svg.j2 [<use> line 4 of its SVG]: needs href",
    ]


def test_too_many_dashes_are_refused(wrong):
    svg = '<line x2="99999" stroke="red" stroke-dasharray="0.01"/>'

    assert wrong(svg) == ["card.svg.j2 [<line> line 2 of its SVG]: stroke-dasharray: more than 100,000 dashes"]


def leaves(ink):
    """Everything that is drawn, out of all groups."""
    for item in ink:
        inner = getattr(item, "ink", None)
        yield from leaves(inner) if inner else (item,)


@pytest.mark.parametrize(
    "around", ['<rect {} style="mix-blend-mode:multiply"/>', '<g style="mix-blend-mode:multiply"><rect {}/></g>']
)
def test_element_with_an_effect_is_drawn_within_it(draw, around):
    (shape,) = leaves(draw(around.format('width="9" height="9" fill="#abc"')).ink.unpack()[0])

    assert shape == Shape("M 0 0 L 9 0 L 9 9 L 0 9 Z", "#aabbcc")
