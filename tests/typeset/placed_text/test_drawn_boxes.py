"""A card of 20 by 30 mm that a drawing program has saved in millimetres."""

import pytest

from generator.base.geometry import Matrix, Rect
from generator.base.units import MM
from generator.typeset.placed_text.drawn_boxes import DrawnBoxes, shape_box
from generator.typeset.svg.attribute_values import PICTURE_UNITS
from generator.typeset.svg.profile import DRAWING
from generator.typeset.svg.style import FontStyle
from generator.typeset.svg.svg_tree import SvgFindings, read_svg

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" width="26mm" height="36mm" '
    'viewBox="-3 -3 26 36" pnp:drawing="yes"><svg x="0" y="0" width="20" height="30" viewBox="0 0 200 300">'
)
INSIDE = Matrix.scaling(MM) @ Matrix.scaling(0.1)
"""From user units, tenths of a millimetre, to points."""


def box(body, anchor="start", size=30.0, drawn=0.0):
    document = read_svg(f"{HEAD}{body}</svg></svg>", DRAWING, SvgFindings("card.svg", own_lines=True))
    text = next(each for each in document.root.elements()).children[-1]
    return DrawnBoxes(document, PICTURE_UNITS).box(text, FontStyle(size=size, anchor=anchor), INSIDE, drawn)


def rounded(rect):
    return tuple(round(side, 1) for side in (rect.x, rect.y, rect.width, rect.height))


TEXT = '<text x="50" y="100" pnp:box="lines 1">a</text>'


def test_a_line_reaches_to_the_edge_of_the_card():
    found = box(TEXT)

    assert (found.lines, found.align, found.valign) == (1, "start", "baseline")
    assert rounded(found.rect) == (50, 100, 120, 15)


def test_words_of_a_shape_stand_in_its_middle():
    shape = '<defs><rect id="r" x="40" y="60" width="100" height="80"/></defs>'
    found = box(shape + '<text pnp:box="in #r">a</text>')

    assert (found.align, found.valign, found.lines) == ("center", "middle", None)
    assert rounded(found.rect) == (48, 68, 84, 64)
    assert found.size == pytest.approx(41.6)


def test_a_line_stays_in_the_shape_that_it_stands_in():
    assert rounded(box('<rect x="40" y="60" width="100" height="80"/>' + TEXT).rect) == (50, 100, 85, 15)


def test_a_shape_above_the_text_is_not_around_it():
    over = f'{TEXT}<rect x="40" y="60" width="100" height="80"/>'.replace("/><rect", "/><rect")
    document = read_svg(f"{HEAD}{over}</svg></svg>", DRAWING, SvgFindings("card.svg", own_lines=True))
    text = next(next(document.root.elements()).elements())

    found = DrawnBoxes(document, PICTURE_UNITS).box(text, FontStyle(size=30.0), INSIDE)
    assert rounded(found.rect) == (50, 100, 120, 15)


def test_a_line_leaves_room_for_what_stands_beside_it():
    assert rounded(box('<circle cx="170" cy="90" r="10"/>' + TEXT).rect) == (50, 100, 102.5, 15)


@pytest.mark.parametrize("x", [49, 50, 51])
def test_a_rule_under_a_line_takes_no_room_beside_it(x):
    rule = f'<path d="M{x} 112H150" stroke="#000"/>'

    assert rounded(box(rule + TEXT).rect) == (50, 100, 120, 15)


def test_centred_and_ending_lines_keep_their_anchor():
    assert rounded(box(TEXT.replace('x="50"', 'x="80"'), "middle").rect) == (30, 100, 100, 15)
    assert rounded(box(TEXT.replace('x="50"', 'x="180"'), "end").rect) == (30, 100, 150, 15)


def test_words_drawn_in_the_middle_of_a_shape_stay_there():
    shape = '<circle cx="65" cy="90" r="40"/>'

    found = box(shape + TEXT, drawn=30.0)
    assert (found.align, found.rect.centre[0]) == ("center", pytest.approx(65))
    assert box(shape + TEXT, drawn=10.0).align == "start"
    assert box(TEXT, drawn=102.0).align == "center"
    assert box(TEXT, drawn=110.0).align == "start"


def test_several_lines_have_the_height_that_is_free():
    lines = '<text x="50" y="100" pnp:box="lines 2" pnp:pitch="40">a</text>'
    around = '<rect x="40" y="60" width="100" height="200"/>'

    assert rounded(box(around + lines).rect) == (50, 100, 85, 155)
    assert rounded(box(f'{around}<rect x="50" y="200" width="80" height="20"/>{lines}').rect) == (50, 100, 85, 95)
    assert box(lines).lines is None


def test_flowed_text_takes_the_rectangle_of_its_shape():
    shape = '<rect id="r" x="1" y="2" width="30" height="40" transform="translate(10 20)"/>'

    assert rounded(box(f'<defs>{shape}</defs><text pnp:box="#r">a</text>').rect) == (11, 22, 30, 40)
    circle = '<circle id="r" cx="50" cy="50" r="10"/>'
    assert rounded(box(f'<defs>{circle}</defs><text pnp:box="#r">a</text>').rect) == (42.9, 42.9, 14.1, 14.1)


def test_a_width_is_kept():
    assert rounded(box('<text x="50" y="100" pnp:box="width 60">a</text>', "middle").rect) == (20, 100, 60, 170)


def test_a_shape_that_is_not_there_is_a_fault():
    document = read_svg(f'{HEAD}<rect id="art" width="3"/></svg></svg>', DRAWING, SvgFindings("a", own_lines=True))

    with pytest.raises(ValueError, match="pnp:box: there is no shape '#atr'; did you mean '#art'"):
        shape_box(document, PICTURE_UNITS, "#atr")
    with pytest.raises(ValueError, match="pnp:box: '#art' has no outline"):
        shape_box(document, PICTURE_UNITS, "#art")
    assert shape_box(
        read_svg(f'{HEAD}<rect id="b" width="3" height="4"/></svg></svg>', DRAWING, SvgFindings("a", own_lines=True)),
        PICTURE_UNITS,
        "b",
    ) == Rect(0, 0, 3, 4)
