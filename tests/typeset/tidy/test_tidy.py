"""Drawings tidied: what stays of the elements and attributes of other programs."""

import pytest

from generator.typeset.tidy.tidy import tidy_drawing

XMLNS = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"'


def tidied(body):
    return tidy_drawing(f"<svg {XMLNS}>{body}</svg>".encode())


def attributes(body, tag):
    return next(node.attrib for node in tidied(body).root.iter(tag))


def tags(body):
    return [node.tag for node in tidied(body).root.iter()][1:]


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ('<defs><marker id="m"><path/></marker><filter id="f"><feTurbulence/></filter></defs><rect/>', ["rect"]),
        ('<g display="none"><text>old</text></g><text><tspan> </tspan></text><rect/>', ["rect"]),
        ('<g display="none"><rect id="a"/></g><use href="#a"/>', ["defs", "rect", "use"]),
        ("<switch><foreignObject requiredExtensions='x'/><g/><circle/></switch>", ["g", "g"]),
        ("<a><rect/></a><metadata/><animate/><script/><blink/>", ["g", "rect"]),
        ("<text>a<a>b</a></text>", ["text", "tspan"]),
        ('<linearGradient id="a" href="#b"/><linearGradient id="b"><stop/></linearGradient><rect fill="url(#a)"/>',
         ["linearGradient", "linearGradient", "stop", "rect"]),
    ],
)  # fmt: skip
def test_elements_that_are_drawn_stay(body, left):
    assert tags(body) == left


@pytest.mark.parametrize(
    ("style", "name", "value"),
    [
        ("--a: #0a0; fill: var(--a)", "fill", "#00aa00"),
        ("fill: var(--b, red)", "fill", "#ff0000"),
        ("fill: #0a08", "fill-opacity", "0.533333333"),
        ("fill: rgba(0 0 255 / 25%)", "fill", "#0000ff"),
        ("fill: hsl(120, 100%, 25%)", "fill", "#008000"),
        ("stroke-width: 1em; font-size: 20px", "stroke-width", "20"),
        ("transform: rotate(90deg) translateX(10px)", "transform", "matrix(0 1 -1 0 0 10)"),
        ("transform: scale(2); transform-origin: center", "transform", "matrix(2 0 0 2 -100 -50)"),
        ("fill: red !important", "fill", "#ff0000"),
    ],
)
def test_style_becomes_attributes(style, name, value):
    given = attributes(f'<rect class="a" style="{style}" fill="blue"/>', "rect")

    assert given[name].replace("6.123234e-17", "0") == pytest.approx(value) or _matrix(given[name]) == _matrix(value)
    assert not given.keys() & {"style", "class"}


def _matrix(text):
    return [round(float(word), 6) for word in text[7:-1].split()] if text.startswith("matrix") else text


@pytest.mark.parametrize(
    ("rules", "fill"),
    [
        (":root {--x: #0a0} .b .a {fill: var(--x)}", "#00aa00"),
        ("g > rect {fill: red} rect {fill: blue}", "#ff0000"),
        ("rect.a {fill: red} #r {fill: lime} rect {fill: blue}", "#00ff00"),
        ("@media (prefers-color-scheme: dark) {rect {fill: red}} rect {fill: blue}", "#0000ff"),
        ("@font-face {font-family: x} rect, circle {fill: red}", "#ff0000"),
        ("rect:not(.b) {fill: red}", "#ff0000"),
        ("rect {fill: red !important} #r {fill: blue}", "#ff0000"),
    ],
)
def test_rules_of_style_sheets(rules, fill):
    body = f'<style><![CDATA[{rules}]]></style><g class="b"><rect id="r" class="a c" fill="white"/></g>'

    assert attributes(body, "rect")["fill"] == fill


def test_opacity_of_a_colour_ends_where_another_colour_is_set():
    root = tidied('<g fill="rgba(0,0,0,.5)" fill-opacity=".5"><rect/><circle fill="red"/></g>').root

    assert [next(root.iter(tag)).get("fill-opacity") for tag in ("g", "rect", "circle")] == ["0.25", None, "0.5"]


@pytest.mark.parametrize(
    ("body", "warning"),
    [
        ('<use href="#gone"/>', "line 1: <use> refers to '#gone', which is not there; nothing is drawn for it"),
        ('<rect clip-path="url(#gone)"/>', "line 1: clip-path refers to '#gone', which is not there"),
        ("<script>x</script>", "has a script, which is not run"),
        (
            '<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">Old</p></foreignObject>',
            "line 1: text of a web page is left out; make it a text of the drawing",
        ),
        ('<rect fill-rule="x"/>', "line 1: fill-rule='x' on <rect> is not understood and left out"),
        ("<style>@import url(a.css);</style>", "line 1: <style> imports url(a.css), which is not read"),
        ("<style>a! {fill: red}</style>", "line 1: <style> has the selector 'a!', which is not read"),
        *(
            (
                f"<style>\n{rule} {{rect {{fill: red}}}}</style>",
                f"line 2: <style> has rules for {rule}, which are left out",
            )
            for rule in ("@media print", "@layer a", "@supports (fill: red)", "@container (width > 1px)")
        ),
        (
            "<style>g {\n\nrect {fill: red}}</style>",
            "line 3: <style> has a rule for 'rect' inside another, which is left out",
        ),
        (
            "<style>g {@media print {fill: red}}</style>",
            "line 1: <style> has a rule for '@media print' inside another, which is left out",
        ),
        ('<rect filter="glow(3px)"/>', "line 1: filter='glow(3px)' is not understood and left out"),
        ('<rect fill="#faction"/>', "line 1: fill='#faction' on <rect> is not understood and left out"),
    ],
)
def test_what_is_left_out_is_said(body, warning):
    assert tidied(body).warnings == (warning,)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<rect style="rotate: 20deg"/>', "style: viewers differ in what they draw with 'rotate'; write transform="),
        ('<rect style="width: 20px"/>', "style: only browsers read 'width' there; write width= on it"),
        (
            '<rect style="mask-image: url(#m)"/>',
            "style: viewers differ in what they draw with 'mask-image'; write mask=",
        ),
        *(
            (
                f'<mask id="m"><path/></mask><rect style="{style}"/>',
                "style: viewers differ in what they draw with 'mask-mode'; write mask-type= on the <mask>",
            )
            for style in ("mask: url(#m); mask-mode: alpha", "mask: url(#m) alpha")
        ),
        (
            '<mask id="m"><path/></mask><rect style="mask: url(#m), url(#m)"/>',
            "mask: of several masks only the first is drawn; put all into one <mask>",
        ),
        (
            '<path id="p"/><text><textPath href="#p" side="right">A</textPath></text>',
            "viewers differ in what they draw with side='right'; reverse the path",
        ),
        *(
            (
                f'<rect style="filter: {value}"/>',
                "filter: a chain of filters is not drawn; put all steps into one <filter>",
            )
            for value in ("url(#a) url(#b)", "url(#a) blur(3px)")
        ),
        ('<g filter="url(#gone)"/>', "filter: there is no filter '#gone', and viewers differ in what they draw"),
        ('<symbol transform="scale(2)"/>', "viewers differ in what they draw with transform= on it; write it on a <g>"),
    ],
)
def test_what_viewers_draw_in_different_ways_is_refused(body, fault):
    assert [each.what for each in tidied(body).faults] == [fault]


def test_rules_that_change_no_drawing_are_left_out_without_a_word():
    assert not tidied("<style>@charset 'utf-8'; @layer a, b; @page {margin: 0} rect {fill: red}</style>").warnings


def test_repeated_ids_are_those_of_the_first():
    root = tidied('<g id="a"/><path id="a"/><use href="#a"/>').root

    assert [node.get("id") for node in root] == ["a", None, None]


def test_flowed_text_is_a_text_with_a_rectangle():
    flow = '<flowRoot><flowRegion><rect x="1" y="2" width="30" height="40"/></flowRegion><flowPara>A</flowPara><flowPara>B</flowPara></flowRoot>'
    given = next(tidied(flow).root.iter("text"))

    assert given.get("flow") == "1 2 30 40"
    assert "".join(given.itertext()) == "A\nB\n"
