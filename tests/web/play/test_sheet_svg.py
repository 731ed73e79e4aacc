"""Drawings of sheets said shorter, with ids that do not clash."""

import pytest

from generator.web.play.sheet_svg import compact

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


@pytest.mark.parametrize(
    ("said", "shorter"),
    [
        ('<path d="M 1.2345 2 L 3 4.5678 Z" stroke-linecap="butt"/>', '<path d="M1.23 2L3 4.57Z"/>'),
        ('<g id="p0"/><use xlink:href="#p0"/>', '<g id="a-p0"/><use href="#a-p0"/>'),
        ('<path fill="url(#g1)"/>', '<path fill="url(#a-g1)"/>'),
        ('<text y="2" font-style="normal"><tspan x="1.111">A</tspan><tspan x="2"> </tspan><tspan x="3">B</tspan></text>',
         '<text x="1.11 3" y="2">AB</text>'),
        ('<text y="2"><tspan x="1">fi</tspan><tspan x="3">x</tspan></text>',
         '<text y="2"><tspan x="1">fi</tspan><tspan x="3">x</tspan></text>'),
        ('<use transform="matrix(0.035714 0 0 0.035714 1 2)"/>', '<use transform="matrix(0.035714 0 0 0.035714 1 2)"/>'),
        ('<g role="img" aria-label="Fort"><path d="M 1 1"/></g>', '<g><path d="M1 1"/></g>'),
    ],
)  # fmt: skip
def test_drawing_is_said_shorter(said, shorter):
    assert compact(f"{HEAD}{said}</svg>", "a") == shorter
