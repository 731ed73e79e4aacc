"""Letters of pictures that are made as long as `textLength` says, with either kind of `lengthAdjust`."""

import re

import pytest

from generator.model.face import Part, Shape
from generator.typeset.paths.path_geometry import path_box

SIDES = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"'


@pytest.fixture
def edges(draw):
    """The left and the right edge of the letters of a picture."""

    def measured(attributes, words="H H"):
        picture = f'<svg {SIDES}><text y="20" font-size="10" {attributes}>{words}</text></svg>'
        face = draw('<image href="a.svg" width="20" height="20"/>', {"a.svg": picture.encode()})
        (part,) = (part for part in face.ink.unpack()[1] if isinstance(part, Part))
        paths = [shape.path for shape in part.ink if isinstance(shape, Shape)]
        across = [float(text) for path in paths for text in re.findall(r"-?[\d.]+", path)[::2]]
        return min(across), max(across)

    return measured


@pytest.mark.parametrize("adjust", ["spacing", "spacingAndGlyphs"])
@pytest.mark.parametrize("length", [15, 32])
@pytest.mark.parametrize(("anchor", "left"), [("start", 4), ("middle", 4), ("end", 4)])
def test_letters_are_as_long_as_is_wanted(edges, adjust, length, anchor, left):
    x = left + {"start": 0, "middle": length / 2, "end": length}[anchor]

    found = edges(f'x="{x}" text-anchor="{anchor}" textLength="{length}" lengthAdjust="{adjust}"')

    assert found == pytest.approx((left, left + length), abs=2)  # white beside letters


def test_parts_of_a_text_are_spread_together(edges):
    whole = edges('x="4" textLength="30" lengthAdjust="spacingAndGlyphs"', "HHH")

    assert edges('x="4" textLength="30" lengthAdjust="spacingAndGlyphs"', 'H<tspan fill="red">HH</tspan>') == whole


@pytest.mark.parametrize(
    ("attributes", "words", "what"),
    [
        ('textLength="30"', 'A<tspan x="9">B</tspan>', "letters at several places are spread in different ways"),
        ('textLength="30"', '<textPath href="#p">A</textPath><path id="p" d="M0 0H9"/>', "letters on a path"),
        ('textLength="30" lengthAdjust="glyphs"', "A", "lengthAdjust: 'glyphs' is unknown"),
    ],
)
def test_other_lengths_are_refused(wrong, attributes, words, what):
    text, _, path = words.partition("<path ")
    path = path and f"<path {path}"
    picture = f"<svg {SIDES}>{path}<text {attributes}>{text}</text></svg>"

    assert what in wrong('<image href="a.svg" width="20" height="20"/>', {"a.svg": picture.encode()})[0]


@pytest.fixture
def flowed(draw):
    """The left edge and the top of every line of a text that flows in a rectangle of 10 by 40."""

    def lines(words, attributes=""):
        picture = f'<svg {SIDES}><flowRoot font-size="10" {attributes}><flowRegion><rect x="2" y="0" width="20" height="40"/></flowRegion><flowPara>{words}</flowPara></flowRoot></svg>'
        face = draw('<image href="a.svg" width="40" height="40"/>', {"a.svg": picture.encode()})
        (part,) = (part for part in face.ink.unpack()[1] if isinstance(part, Part))
        boxes = [path_box(shape.path) for shape in part.ink if isinstance(shape, Shape)]
        return [(round(box.x), round(box.y)) for box in boxes]

    return lines


def test_word_wider_than_its_rectangle_has_a_line_of_its_own(flowed):
    one = flowed("HHHHHHHH")

    assert len(one) == 1
    assert [top for _, top in flowed("HHHHHHHH HHHHHHHH")] == [one[0][1], one[0][1] + 12]


def test_words_that_fit_share_a_line(flowed):
    assert len(flowed("H H")) == 1
    assert len({top for _, top in flowed("H H H H H")}) > 1
