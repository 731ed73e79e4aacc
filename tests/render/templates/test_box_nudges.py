"""Boxes of one card that stand elsewhere than on the others."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.build.faces.face_jobs import about_piece
from generator.render.templates.box_nudges import nudge_boxes, spliced

BOXES = {
    '<text id="a" pnp:rect="7 6 41 10">Fox</text>': '<text id="a" pnp:rect="8.5 4 43 13">Fox</text>',
    '<rect id="a" x="1" width="5" height="6"/>': '<rect y="-2" id="a" x="2.5" width="7" height="9"/>',
    "<circle id='a' cx='9' cy='9' r='2'/>": "<circle id='a' cx='11.5' cy='8' r='3'/>",
    '<ellipse id="a" cx="9" cy="9" rx="2" ry="2"/>': '<ellipse id="a" cx="11.5" cy="8.5" rx="3" ry="3.5"/>',
    '<line id="a" x1="1" y1="1" x2="5" y2="5"/>': '<line id="a" x1="2.5" y1="-1" x2="8.5" y2="6"/>',
    '<image id="a" x="1" y="2" width="5" height="6" transform="rotate(90)"/>': (
        '<image id="a" x="1" y="2" width="7" height="9" transform="translate(1.5 -2) rotate(90)"/>'
    ),
}
MOVED = {
    '<path id="a" d="M0 0h5"/>': '<path transform="translate(1.5 -2)" id="a" d="M0 0h5"/>',
    '<g id="a" transform="translate(1 2) scale(2)">': '<g id="a" transform="translate(2.5 0) scale(2)">',
    '<text id="a" x="3" y="4"><tspan x="3">b</tspan></text>': (
        '<text transform="translate(1.5 -2)" id="a" x="3" y="4"><tspan x="3">b</tspan></text>'
    ),
    '<!-- <rect id="a" x="1"/> --><rect id="b" x="1" width="2" height="3"/>': (
        '<!-- <rect id="a" x="1"/> --><rect id="b" x="1" width="2" height="3"/>'
    ),
}
NUMBER = st.integers(-9000, 9000).map(lambda number: number / 100)
SHAPES = [svg for svg in (*BOXES, *MOVED) if " y=" in svg or "<rect" not in svg]
"""Drawings that have all numbers of their places: a number that is 0 and left out is written when it changes."""


def nudged(svg, **nudges):
    return spliced(svg, nudge_boxes(svg, nudges).splices)


@pytest.mark.parametrize("svg", BOXES)
def test_a_box_is_moved_and_resized_by_its_numbers(svg):
    assert nudged(svg, a=(1.5, -2.0, 2.0, 3.0)) == BOXES[svg]


@pytest.mark.parametrize("svg", MOVED)
def test_what_has_no_box_is_moved_by_its_transform(svg):
    assert nudged(svg, a=(1.5, -2.0, 0.0, 0.0)) == MOVED[svg]


@given(st.sampled_from(SHAPES), NUMBER, NUMBER)
def test_a_shift_and_the_shift_back_give_the_same_drawing(svg, right, down):
    there = nudged(svg, a=(right, down, 0.0, 0.0))

    assert nudged(there, a=(-right, -down, 0.0, 0.0)) == svg


@pytest.mark.parametrize(
    ("svg", "message"),
    [
        ('<path id="a" d="M0 0h5"/>', "'a' is a 'path' without a width and height of its own; leave out the last two"),
        ('<rect id="a" width="2" height="2"/>', "'a' would have no width or height left; take less from it"),
    ],
)
def test_a_size_that_cannot_be_is_a_fault(svg, message):
    ((heading, told),) = nudge_boxes(svg, {"a": (0.0, 0.0, -2.0, 0.0)}).faults

    assert heading == "at.a"
    assert told.startswith(message)


@pytest.mark.parametrize(
    "svg", ['<image id="a" pnp:focus="30 20 1.5" href="b.png"/>', '<image pnp:focus="30 20 1.5" id="a" href="b.png"/>']
)
@pytest.mark.parametrize("before", ['pnp:focus="50 50 1" ', ""])
def test_a_picture_shows_another_part(svg, before):
    plain = svg.replace('pnp:focus="30 20 1.5" ', before)

    cropped = spliced(plain, nudge_boxes(plain, {}, {"a": (30.0, 20.0, 1.5)}).splices)

    assert cropped == (svg if before else svg.replace('id="a" pnp:focus="30 20 1.5"', 'pnp:focus="30 20 1.5" id="a"'))


def test_what_is_no_picture_has_no_crop():
    ((heading, told),) = nudge_boxes('<rect id="a" width="1" height="1"/>', {}, {"a": (30.0, 20.0, 1.5)}).faults

    assert heading == "crop.a"
    assert told == "'a' is a 'rect'; only an 'image' shows a part of a picture"


@pytest.fixture
def nudged_table(table):
    """Change the card of the table so that boxes of it stand elsewhere."""

    def change(**nudges):
        table.piece = replace(table.piece, nudges=tuple(nudges.items()))
        return table

    return change


def test_a_card_is_drawn_with_its_own_nudges(nudged_table):
    template = '<g>\n<rect id="box" x="{{ 1 }}" y="{{ 2 }}" width="3" height="{{ 4 }}"/>\n<rect id="next" x="1"/></g>'
    table = nudged_table(box=(1.0, 0.5, 0.0, 1.0))

    drawn = table.svg(template)

    assert drawn == '<g>\n<rect id="box" x="2" y="2.5" width="3" height="5"/>\n<rect id="next" x="1"/></g>'
    lines = table.renderer({"order.svg.j2": template}).source_lines(table.component, table.piece, "front", "en")
    assert lines.svg == drawn
    tags = [source.tag.start for source in lines.sources([drawn.index("<rect"), drawn.index('<rect id="next"')])]
    assert tags == [template.index("<rect"), template.index('<rect id="next"')]


def test_a_box_that_no_side_has_is_a_fault_of_its_row(nudged_table):
    table = nudged_table(titel=(1.0, 0.0, 0.0, 0.0), back=(1.0, 0.0, 0.0, 0.0))
    files = {"order.svg.j2": '<g id="title"/>', "back.svg.j2": '<g id="back"/>'}

    with pytest.raises(Faults) as caught:
        table.renderer(files).svg(table.component, table.piece, "front", "en")

    assert str(caught.value) == (
        "cards/orders.csv:7 [at.titel]: no box of this card has the id 'titel'; did you mean 'title'?"
    )


def test_faces_of_a_card_depend_on_its_nudges(table):
    plain = about_piece(table.piece)

    assert about_piece(replace(table.piece, nudges=(("box", (1.0, 0.0, 0.0, 0.0)),))) != plain
    assert about_piece(replace(table.piece, crops=(("box", (50.0, 50.0, 2.0)),))) != plain
    assert plain == repr((table.piece.id, table.piece.label, table.piece.copies, table.piece.row, table.piece.per))
