"""The S rows of the project's list of bad inputs: each one clear line, whatever a template or a picture file holds."""

import base64
import io

import pytest
from PIL import Image

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
RECT = '<rect width="9" height="9"/>'
PLACE = 'width="9" height="9"'


def png(width, height):
    stream = io.BytesIO()
    Image.new("1", (width, height)).save(stream, "PNG")
    return base64.b64encode(stream.getvalue()).decode()


def levels(count):
    """Each group uses the one before ten times."""
    ten = [f'<use href="#u{level}"/>' * 10 for level in range(count)]
    return "".join(f'<g id="u{level}">{uses}</g>' for level, uses in enumerate(ten, 1))


TEMPLATE_ROWS = [
    ("S4", f'<image href="file:///etc/x.png" {PLACE}/>', "<image>", "href 'file:///etc/x.png' leads outside the game's folder; put the picture into it"),
    ("S4", f'<image href="/etc/x.png" {PLACE}/>', "<image>", "href '/etc/x.png' leads outside the game's folder; put the picture into it"),
    ("S5", f'<image href="../x.png" {PLACE}/>', "<image>", "href '../x.png' leads outside the game's folder; put the picture into it"),
    ("S5", f'<image href="a/../../x.svg" {PLACE}/>', "<image>", "href 'a/../../x.svg' leads outside the game's folder; put the picture into it"),
    ("S5", f'<image href="C:\\x.png" {PLACE}/>', "<image>", "href 'C:\\\\x.png' leads outside the game's folder; put the picture into it"),
    ("S6", f'<image href="http://x.test/x.png" {PLACE}/>', "<image>", "href 'http://x.test/x.png' is on the network; put the picture into the game's folder"),
    ("S6", f'<image href="//x.test/x.png" {PLACE}/>', "<image>", "href '//x.test/x.png' leads outside the game's folder; put the picture into it"),
    ("S7", '<use href="other.svg#a"/>', "<use>", "href 'other.svg#a' leads outside; only '#id' is allowed"),
    ("S7", '<rect width="9" height="9" fill="url(other.svg#a)"/>', "<rect>", "fill: 'url(other.svg#a)' leads outside; only 'url(#id)' is allowed"),
    ("S8", "<style>@import url(x.css);</style>", "<style>", "<style> is not allowed; write presentation attributes such as fill="),
    ("S9", "<script>alert(1)</script>", "<script>", "script is not allowed"),
    ("S9", '<rect width="9" height="9" onload="alert(1)"/>', "<rect>", "script is not allowed: onload="),
    ("S10", "<foreignObject/>", "<foreignObject>", "<foreignObject> is not allowed; write <text pnp:rect=…>"),
    ("S11", '<g id="a"><use href="#a"/></g>', "<use>", "'#a' refers to itself"),
    ("S11", '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', "<use>", "'#b' refers to itself"),
    ("S12", f'<g id="u0">{RECT}</g>{levels(8)}', "<use>", "more than 10,000 references"),
    ("S12", f'<g id="u0"><text y="9" font-size="9pt">A</text></g>{levels(8)}', "<use>", "more than 10,000 references"),
    ("S15", '<path d="M 0 0 L NaN 1"/>', "<path>", "path holds 'NaN', which is not a finite number"),
    ("S15", '<path d="M 0 0 L 1e400 1"/>', "<path>", "path holds '1e400', which is not a finite number"),
    ("S15", '<circle r="inf"/>', "<circle>", "r: 'inf' is not a finite number"),
    ("S15", '<rect width="1e7" height="1"/>', "<rect>", "width: '1e7' is over 1,000,000"),
    ("S16", f'<linearGradient id="g" href="#g"/><rect {PLACE} fill="url(#g)"/>', "linearGradient#g", "'#g' refers to itself"),
    ("S16", f'<clipPath id="c"><rect {PLACE} clip-path="url(#c)"/></clipPath><rect {PLACE} clip-path="url(#c)"/>', "<rect>", "clip-path: '#c' holds a shape that is clipped itself; write one clip path"),
    ("S16", f'<pattern id="p"/><rect {PLACE} fill="url(#p)"/>', "<rect>", "pattern '#p' is empty, so nothing is seen"),
    ("S17", '<line x2="9" stroke="red" stroke-dasharray="0.0001"/>', "<line>", "stroke-dasharray: '0.0001' is a pattern finer than 0.01 mm"),
    ("S17", '<line x2="100000" stroke="red" stroke-dasharray="0.02"/>', "<line>", "stroke-dasharray: more than 100,000 dashes"),
    ("S18", f'<filter id="f" width="1e7"/><rect {PLACE} filter="url(#f)"/>', "<rect>", "filter '#f' is empty"),
    ("S18", f'<filter id="f"><feTurbulence/><feOffset in="t"/></filter><rect {PLACE} filter="url(#f)"/>', "<feTurbulence>", "this filter is not supported; save what it makes as a PNG of 300 dpi, and show it with <image>"),
    ("S18", f'<rect {PLACE} style="mix-blend-mode:plus-lighter"/>', "<rect>", "mix-blend-mode: 'plus-lighter' is not drawn; use screen"),
    ("S16", f'<clipPath id="c"><text>A</text></clipPath><rect {PLACE} clip-path="url(#c)"/>', "<text>", "<text> cannot stand in <clipPath>"),
    ("S16", f'<pattern id="p" {PLACE}><foreignObject/></pattern><rect {PLACE} fill="url(#p)"/>', "<foreignObject>", "<foreignObject> is not allowed; write <text pnp:rect=…>"),
    ("S19", lambda: f'<image href="data:image/png;base64,{png(16000, 16000)}" {PLACE}/>', "<image>", "picture in href is 16000 x 16000 pixels, 256 megapixels; the limit is 80"),
    ("S20", f'<image href="data:image/svg+xml;base64,PHN2Zy8+" {PLACE}/>', "<image>", "href 'data:image/svg+xml;base6'… holds something else; only PNG or JPEG in base64 can be given as data:"),
    ("S20", f'<image href="data:image/png;base64,####" {PLACE}/>', "<image>", "href holds data: that is not base64"),
    ("S25", '<g id="a"/><g id="a"/>', "g#a", "id 'a' given twice, lines 2 and 2"),
    ("S25", '<use href="#gone"/>', "<use>", "there is nothing to draw called '#gone'"),
    ("S26", f'<path d="M0 0{"l1 1" * 1_000_000}"/>', "<path>", "path has more than 100,000 numbers"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "svg", "key", "what"), TEMPLATE_ROWS, ids=[row[0] for row in TEMPLATE_ROWS])
def test_bad_template_is_one_line(wrong, row, svg, key, what):
    place = key if "#" in key else f"{key} line 2 of its SVG"

    assert list(dict.fromkeys(wrong(svg() if callable(svg) else svg))) == [f"card.svg.j2 [{place}]: {what}"]


WHOLE_ROWS = [
    ("S1", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg/>', "DOCTYPE is not allowed; delete it"),
    ("S2", '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg/>', "DOCTYPE is not allowed; delete it"),
    ("S3", '<!DOCTYPE svg SYSTEM "http://x.test/x.dtd"><svg/>', "DOCTYPE is not allowed; delete it"),
    ("S3", "<svg>&x;</svg>", "root <svg> lacks xmlns='http://www.w3.org/2000/svg'"),
    ("S3", f"<svg {XMLNS}>&x;</svg>", "entities are not allowed, save &lt; &gt; &amp; &quot; and &#1234;"),
    ("S13", f"<svg {XMLNS}>{'<g>' * 20_000}{'</g>' * 20_000}</svg>", "nested deeper than 64"),
    ("S21", "<html><body/></html>", "root is 'html', not 'svg'"),
    ("S21", "<!DOCTYPE html><html><body/></html>", "root is 'html', not 'svg'"),
    ("S22", f"<svg {XMLNS}><rect", "not well-formed: a tag is not closed; write '>'"),
    ("S26", f"<svg {XMLNS}>{'<g/>' * 300_000}</svg>", "more than 50,000 elements"),
]


@pytest.mark.parametrize(("row", "svg", "what"), WHOLE_ROWS, ids=[row[0] for row in WHOLE_ROWS])
def test_bad_file_is_one_line_in_template_and_picture(typesetter, wrong, draw, row, svg, what):
    picture = wrong('<image href="a.svg" width="9" height="9"/>', {"a.svg": svg.encode()})
    template = (
        wrong("", head=svg.removesuffix("</svg>"))
        if svg.endswith("</svg>")
        else [f"card.svg.j2 [line 1 of its SVG]: {what}"]
    )

    assert picture == [f"a.svg:1: {what}"]
    assert template == [f"card.svg.j2 [line 1 of its SVG]: {what}"]


PICTURE_ROWS = [
    ("S14", f'<svg {XMLNS} width="1e9" height="1e9"/>'.encode(), ":1 [<svg>]: '1e+09' is over 1,000,000"),
    ("S14", f'<svg {XMLNS} viewBox="0 0 0 0"/>'.encode(), ":1 [<svg>]: viewBox '0 0 0 0' has no area; its width and height have to be above 0"),
    ("S14", f"<svg {XMLNS}/>".encode(), ":1 [<svg>]: has no size; write viewBox='0 0 width height'"),
    ("S14", f'<svg {XMLNS} width="-5" height="5"/>'.encode(), ":1 [<svg>]: width is '-5'; size must be between 1 mm and 2 m"),
    ("S22", b"", ":1: file is empty"),
    ("S22", b"\x89PNG\r\n\x1a\n\x00\x00", ":1: not SVG but a picture of pixels; name the file by its kind, such as .png or .jpg"),
    ("S24", f"<svg {XMLNS}>\n".encode() + b"<desc>caf\xe9</desc></svg>", ":2:10: byte E9 is not UTF-8 and looks like Windows-1252; open the file as Windows-1252 in an editor and save it as UTF-8"),
    ("S24", f"<svg {XMLNS}/>".encode("utf-16"), ":1: saved as UTF-16; save it as UTF-8"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "data", "what"), PICTURE_ROWS, ids=[row[0] for row in PICTURE_ROWS])
def test_bad_picture_is_one_line(wrong, row, data, what):
    assert wrong(f'<image href="a.svg" {PLACE}/>', {"a.svg": data}) == [f"a.svg{what}"]


def test_s24_template_in_another_encoding(wrong):
    head = f'<?xml version="1.0" encoding="latin1"?><svg {XMLNS}>'

    assert wrong("", head=head) == ["card.svg.j2 [line 1 of its SVG]: must be UTF-8, not 'latin1'"]


def test_s27_missing_font(wrong):
    said = wrong('<text font-size="9pt" font-family="titel">A</text>')

    assert said == [
        "card.svg.j2 [<text> line 2 of its SVG]: font-family 'titel' is not a role in fonts.toml; did you mean 'title'?"
    ]
