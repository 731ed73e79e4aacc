"""Named styles stand for attributes, and `pnp:rect` for the place of a shape."""

import pytest

from generator.base.errors import Faults
from generator.typeset.svg.named_styles import plain_attributes, read_styles
from generator.typeset.svg.profile import PNP, SEPARATOR, TEMPLATE
from generator.typeset.svg.svg_tree import SvgFindings, read_svg

STYLE, RECT, FIT = (f"{PNP}{SEPARATOR}{name}" for name in ("style", "rect", "fit"))
FILE = b'[heading]\nfit = "shrink 8pt"\nleading = 1\nfill = "#111111"\n[small]\nextends = "heading"\nfill = "#222222"\n'


def styled(name, **attributes):
    pairs = [text for pair in attributes.items() for text in pair]
    names = {"style": STYLE, "rect": RECT}
    plain = plain_attributes(name, [names.get(text, text) for text in pairs], read_styles([("styles.toml", FILE)]))
    return dict(zip(plain[::2], plain[1::2], strict=True))


def test_a_style_adds_what_the_element_lacks():
    leading = f"{PNP}{SEPARATOR}leading"

    assert styled("text", style="heading", fill="#ff0000") == {"fill": "#ff0000", FIT: "shrink 8pt", leading: "1"}
    assert styled("text", style="small")["fill"] == "#222222"


def test_a_floor_is_never_above_the_size():
    assert styled("text", **{"style": "heading", "font-size": "7pt"})[FIT] == "shrink 7pt"
    assert styled("text", **{"style": "heading", "font-size": "12pt"})[FIT] == "shrink 8pt"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("rect", {"x": "1", "y": "2", "width": "30", "height": "4"}),
        ("ellipse", {"cx": "16", "cy": "4", "rx": "15", "ry": "2"}),
        ("text", {RECT: "1 2 30 4"}),
    ],
)
def test_a_rectangle_places_shapes(name, expected):
    assert styled(name, rect="1 2 30 4") == expected


def test_the_nearest_file_wins():
    styles = read_styles(
        [("own", b'[heading]\nfill = "#333333"\n[mine]\nextends = "heading"\n'), ("styles.toml", FILE)]
    )

    assert styles["mine"] == {"fill": "#333333"}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"[a]\nlines = true\n", "styles.toml [a.lines]: a style has texts and numbers"),
        (b'[a]\nextends = "b"\n[bb]\n', "styles.toml [a.extends]: no style called 'b'; did you mean 'bb'?"),
        (b'[a]\nextends = "b"\n[b]\nextends = "a"\n', "style 'a' extends itself"),
        (b"a = 1\n", "styles.toml [a]: a table was expected"),
    ],
)
def test_faulty_styles_are_named(content, fault):
    with pytest.raises(Faults) as caught:
        read_styles([("styles.toml", content)])

    assert fault in str(caught.value)


def test_an_unknown_style_is_a_fault_of_its_element():
    findings = SvgFindings("card", own_lines=True)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp">\n'
        '<rect pnp:style="hedding" pnp:rect="1 2 3 4"/></svg>'
    )

    read_svg(svg, TEMPLATE, findings, read_styles([("styles.toml", FILE)]))

    assert [*map(str, findings.faults)] == ["card:2 [<rect>]: no style called 'hedding'; did you mean 'heading'?"]
