import re

import pytest

from generator.typeset.effects.filter_steps import read_filter
from generator.typeset.svg.profile import PICTURE, SVG
from generator.typeset.svg.svg_tree import SvgFindings, read_svg


def steps(content, attributes=""):
    source = f'<svg xmlns="{SVG}"><filter id="f" {attributes}>{content}</filter></svg>'
    findings = SvgFindings("a.svg", own_lines=True)
    filter_ = read_svg(source, PICTURE, findings).ids["f"]
    assert findings.faults == []
    return read_filter(filter_).steps


def test_a_shadow_is_one_step():
    (step,) = steps('<feDropShadow dx="1" dy="-2" stdDeviation="3" flood-color="#ff8000" flood-opacity="50%"/>')

    assert (step.across, step.down, step.numbers) == (1, -2, ((3, 3),))
    assert (step.colour, step.opacity) == ((255, 128, 0), 0.5)


def test_steps_name_what_they_take():
    merged, composed = steps(
        '<feMerge result="a"><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge><feComposite in="a" operator="in"/>'
    )

    assert (merged.takes, merged.result) == (("", "SourceGraphic"), "a")
    assert (composed.takes, composed.operator) == (("a", ""), "in")


def test_colours_are_mixed_as_light_unless_said():
    light, values = steps('<feOffset/><feOffset color-interpolation-filters="sRGB"/>')

    assert (light.is_linear, values.is_linear) == (True, False)
    assert not steps("<feOffset/>", 'color-interpolation-filters="sRGB"')[0].is_linear


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("", "filter '#f' is empty"),
        ("<feOffset/>" * 61, "filter '#f' has more than 60 steps"),
        ('<feOffset in="BackgroundImage"/>', "feOffset, step 1: in='BackgroundImage' is not supported; use SourceGraphic or SourceAlpha"),
        ('<feGaussianBlur stdDeviation="-1"/>', "feGaussianBlur, step 1: stdDeviation '-1' is not one or two numbers of at least 0"),
        ('<feColorMatrix values="1 2"/>', "feColorMatrix, step 1: values has 2 numbers; matrix takes 20"),
        ('<feBlend mode="screen"/>', "feBlend, step 1: mode 'screen' is not supported in a filter; write mix-blend-mode on the element"),
        ('<feComposite operator="xor"/>', "feComposite, step 1: operator 'xor' is not supported; it takes over, in, out, atop, arithmetic"),
        ('<feFlood flood-color="gray 1"/>', "feFlood, step 1: 'gray 1' is not a colour; did you mean 'gray'?"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_says_so(content, what):
    with pytest.raises(ValueError, match=f"^{re.escape(what)}$"):
        steps(content)
