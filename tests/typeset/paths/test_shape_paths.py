import pytest

from generator.typeset.paths.shape_paths import lengths, shape_path
from generator.typeset.svg.attribute_numbers import PICTURE_UNITS, TEMPLATE_UNITS
from generator.typeset.svg.profile import SVG, TEMPLATE
from generator.typeset.svg.svg_tree import Element


def element(name, **attributes):
    flat = tuple(text for pair in attributes.items() for text in pair)
    return Element(TEMPLATE.form(f"{SVG}}}{name}", flat), flat, 1)


def test_lengths_are_in_the_units_of_the_file():
    rect = element("rect", x="1in", y="2")

    assert lengths(rect, TEMPLATE_UNITS, x=0, y=0, width=7) == [25.4, 2, 7]
    assert lengths(rect, PICTURE_UNITS, x=0) == [96]


def test_wrong_lengths_are_told_together():
    with pytest.raises(ValueError, match="x") as caught:
        lengths(element("rect", x="a", width="-1"), TEMPLATE_UNITS, x=0, y=0, width=0)

    assert caught.value.args == ("x: 'a' is not a number", "width: '-1' is below 0")


@pytest.mark.parametrize(
    ("shape", "path"),
    [
        (element("path", d="M0 0h1"), "M 0 0 L 1 0"),
        (element("rect", width="1", height="1"), "M 0 0 L 1 0 L 1 1 L 0 1 Z"),
        (element("line", x2="1"), "M 0 0 L 1 0"),
        (element("polygon", points="0 0 1 0"), "M 0 0 L 1 0 Z"),
        (element("circle"), ""),
        (element("path"), ""),
    ],
)
def test_outlines_of_shapes(shape, path):
    assert shape_path(shape, TEMPLATE_UNITS) == path


def test_decimals_are_those_of_the_drawing():
    assert shape_path(element("line", x2="0.12345"), TEMPLATE_UNITS, 5) == "M 0 0 L 0.12345 0"
