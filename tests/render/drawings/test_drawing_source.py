"""Elements are read with their places in the text of a drawing."""

import pytest

from generator.render.drawings.drawing_source import read_drawing


@pytest.mark.parametrize(
    "source",
    [
        b'<svg><g><rect id="a"/></g></svg>',
        b'<svg><rect id="a"/><rect id="b"/></svg>',
        b'<svg><rect id="a"\n/></svg>',
        b'<svg><g><rect id="a" /></g></svg>',
    ],
)
def test_an_element_without_a_tag_of_its_own_ends_where_it_began(source):
    root = read_drawing(source)
    rect = next(element for element in root.elements() if element.name == "rect")

    assert source[rect.start : rect.end].startswith(b'<rect id="a"')
    assert source[rect.start : rect.end].endswith(b"/>")
    assert source[rect.start : rect.end].count(b">") == 1


def test_an_element_with_an_end_tag_ends_behind_it():
    source = b"<svg><g><text>a</text></g></svg>"
    group = next(read_drawing(source).elements())

    assert source[group.start : group.end] == b"<g><text>a</text></g>"
