"""Properties of letters in drawings: rewritten, or left out with a warning."""

import pytest

from generator.typeset.tidy.tidy import tidy_drawing

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" font-size="9">'


def tidied(body):
    return tidy_drawing(f"{HEAD}{body}</svg>".encode())


def text_of(body):
    return "".join(tidied(body).root.itertext())


@pytest.mark.parametrize(
    "told",
    [
        "font-variant: 'small-caps'",
        "font-variant-caps: 'small-caps'",
        "font-variant-numeric: 'oldstyle-nums'",
        "font-variant-ligatures: 'none'",
        "font-feature-settings: '\"smcp\"'",
        "font-variation-settings: '\"wght\" 700'",
        "font-stretch: '75%'",
        "font-kerning: 'none'",
        "font-size-adjust: '0.5'",
        "text-shadow: '2px 2px red'",
        "text-emphasis: 'dot'",
        "-webkit-text-stroke: '1px red'",
        "unicode-bidi: 'bidi-override'",
    ],
)
@pytest.mark.parametrize("tag", ["text", "g"])
def test_what_letters_do_not_have_is_told(told, tag):
    name, value = told.split(": ")
    style = f"style='{name}:{value[1:-1]}'"
    body = f"<g {style}><text>Ab</text></g>" if tag == "g" else f"<text {style}>Ab</text>"

    assert tidied(body).warnings == (f"line 1: {told} is left out of text; save the text as paths",)
    assert tidied(f"<g {style}><rect/></g>").warnings == ()


@pytest.mark.parametrize(
    "style",
    [
        "font-variant:normal;font-stretch:normal;font-feature-settings:normal;text-shadow:none;unicode-bidi:embed",
        "text-decoration:none;text-decoration-line:none;text-decoration-style:solid;text-decoration-color:#000000",
        "text-decoration:underline;text-decoration-color:currentcolor;text-decoration-thickness:auto",
        "fill:#c33;text-decoration:underline;text-decoration-color:#C33",
        "text-transform:none",
    ],
)
def test_usual_values_are_not_told(style):
    assert tidied(f'<text style="{style}">Ab</text>').warnings == ()


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ("text-decoration:underline red", "text-decoration-color: 'red'"),
        ("text-decoration:underline;text-decoration-color:red", "text-decoration-color: 'red'"),
        ("text-decoration:underline;text-decoration-style:wavy", "text-decoration-style: 'wavy'"),
        ("text-decoration:underline;text-underline-offset:2px", "text-underline-offset: '2px'"),
    ],
)
def test_lines_are_drawn_plainly(style, told):
    assert tidied(f'<text style="{style}">Ab</text>').warnings == (
        f"line 1: {told} is left out of text; save the text as paths",
    )
    (text,) = [node for node in tidied(f'<text style="{style}">Ab</text>').root.iter() if node.tag == "text"]
    assert text.get("text-decoration") == "underline"


@pytest.mark.parametrize(
    ("case", "expected"),
    [("uppercase", "AB C D"), ("lowercase", "ab c d"), ("capitalize", "Ab C D"), ("none", "ab C d")],
)
def test_case_of_letters_is_that_of_the_style(case, expected):
    assert (
        text_of(f'<g style="text-transform:{case}"><text>a<tspan fill="red">b</tspan> C d</text></g>').lower()
        == "ab c d"
    )
    assert text_of(f'<text style="text-transform:{case}">ab <tspan>C</tspan> d</text>') == expected


def test_part_of_a_text_is_aligned():
    (part,) = [
        node
        for node in tidied('<text>A<tspan alignment-baseline="before-edge">b</tspan></text>').root.iter()
        if node.tag == "tspan"
    ]
    assert part.attrib == {"dominant-baseline": "text-before-edge"}


def test_alignment_of_a_whole_text_is_told():
    assert tidied('<text alignment-baseline="middle">A</text>').warnings == (
        "line 1: viewers differ in what they draw with alignment-baseline: 'middle' on <text>; write dominant-baseline",
    )
    assert tidied("<text><tspan textLength='30'>A</tspan></text>").warnings == (
        "line 1: textLength: '30' is left out of text; save the text as paths",
    )
