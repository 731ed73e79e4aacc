"""Letters of pictures have what is said of the text around them."""

import re

import pytest

from generator.model.face import Part, Shape

SIDES = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"'
WORDS = {
    "plain": '<text y="20" font-size="10">H</text>',
    "of the text": '<text y="20" font-size="10" dominant-baseline="middle">H</text>',
    "of the text around": '<text y="20" font-size="10" dominant-baseline="middle"><tspan>H</tspan></text>',
    "as it is": '<text y="20" font-size="10" dominant-baseline="middle"><tspan dominant-baseline="auto">H</tspan></text>',
}


@pytest.fixture
def top(draw):
    """The upper edge of the letters of a picture, in points."""

    def measured(words):
        face = draw('<image href="a.svg" width="20" height="20"/>', {"a.svg": f"<svg {SIDES}>{words}</svg>".encode()})
        (part,) = (part for part in face.ink.unpack()[1] if isinstance(part, Part))
        paths = [shape.path for shape in part.ink if isinstance(shape, Shape)]
        return min(float(text) for path in paths for text in re.findall(r"-?[\d.]+", path)[1::2])

    return measured


def test_baseline_of_the_text_around_is_kept(top):
    plain, *middle = map(top, WORDS.values())

    assert len(set(middle)) == 1
    assert middle[0] > plain + 1
