"""Colours that a theme lacks, and so could not change: each is a warning with its line."""

import base64
import io
import re
from pathlib import Path

import pytest
from PIL import Image

from generator.typeset.theme_colours import Palette

MONO = Palette("mono", frozenset({"#222222"}), has_shades=False)
LIGHT = Palette("light", frozenset({"#222222"}))
INK = "#222222"


def svg(fill):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M1 1h9v9z" {fill}/></svg>'.encode()


def png(mode):
    stream = io.BytesIO()
    Image.new(mode, (600, 600)).save(stream, "PNG")
    return stream.getvalue()


FILES = {
    "icons/own.svg": svg('fill="#cc2200"'),
    "icons/line.svg": svg('stroke="currentColor"'),
    "art/red.svg": svg('stroke="#cc2200"'),
    "art/black.svg": svg('fill="#000"'),
    "art/photo.png": png("RGB"),
    "art/grey.png": png("L"),
    "art/stamp.png": png("1"),
}


@pytest.fixture
def warnings(draw):
    """What is said of a drawing in a theme, without its place."""

    def said(body, palette=MONO):
        found = draw(body, FILES, palette=palette).warnings
        assert all(line.startswith("card.svg.j2 [") for line in found)
        return [line.partition("]: ")[2].partition(";")[0] for line in found]

    return said


GRADIENT = '<linearGradient id="g"><stop stop-color="{}"/><stop offset="1" stop-color="white"/></linearGradient>'


@pytest.mark.parametrize("palette", [MONO, LIGHT])
@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<rect width="9" height="9" fill="#e8d8b0"/>', "fill #e8d8b0"),
        ('<g fill="tomato"><rect width="9" height="9"/></g>', "fill #ff6347"),
        ('<rect width="9" height="9" fill="none" stroke="rgb(10, 20, 30)"/>', "stroke #0a141e"),
        ('<rect width="9" height="9" style="fill: #e8d8b0; stroke: none"/>', "fill #e8d8b0"),
        (f'{GRADIENT.format("#fe0")}<rect width="9" height="9" fill="url(#g)"/>', "stop-color #ffee00"),
        ('<use href="#icon-line" x="1" y="1" width="9" height="9" color="#00f"/>', "color #0000ff"),
        ('<text x="1" y="9" font-size="9pt" fill="darkred">A</text>', "fill #8b0000"),
        ('<text x="1" y="9" font-size="9pt">A<tspan fill="#777">B</tspan></text>', "fill #777777"),
        ('<text pnp:rect="1 1 9 9" font-size="9pt" pnp:tone="#c33">{line}</text>', "pnp:tone #cc3333"),
        ('<text pnp:rect="1 1 9 9" font-size="9pt" pnp:tones="line #c33 #fff">{line}</text>', "pnp:tones #cc3333"),
    ],
)
def test_literal_colour_is_told(warnings, body, found, palette):
    assert warnings(body, palette) == [f"{found} is no colour of theme {palette.theme!r} and stays as it is"]


@pytest.mark.parametrize(
    "body",
    [
        f'<rect width="9" height="9" fill="{INK}" stroke="#000"/>',
        '<rect width="9" height="9" fill="white" stroke="none" color="black"/>',
        f'{GRADIENT.format(INK)}<rect width="9" height="9" fill="url(#g)"/>',
        f'<use href="#icon-line" x="1" y="1" width="9" height="9" color="{INK}" fill="#fff"/>',
        f'<text pnp:rect="1 1 9 9" font-size="9pt" fill="{INK}">{{line}}</text>',
        '<image href="art/black.svg" width="9" height="9"/><image href="art/stamp.png" width="9" height="9"/>',
    ],
)
def test_colours_of_the_theme_are_fine(warnings, body):
    assert warnings(body) == []


def test_colour_in_many_places_is_told_once(warnings):
    rect = '<rect width="9" height="9" fill="#e8d8b0" stroke="#E8D8B0"/>'

    assert warnings(rect * 2) == [
        "fill #e8d8b0, here and in 3 more places, is no colour of theme 'mono' and stays as it is"
    ]


@pytest.mark.parametrize(
    "body",
    [
        '<image href="art/red.svg" width="9" height="9"/>',
        '<image href="art/photo.png" width="9" height="9"/>',
        '<image href="art/grey.png" width="9" height="9"/>',
        f'<image href="data:image/png;base64,{base64.b64encode(png("RGB")).decode()}" width="9" height="9"/>',
    ],
)
def test_pictures_with_colours_are_told_in_a_theme_without_shades(warnings, body):
    assert warnings(body) == ["picture has colours of its own, and theme 'mono' leaves it as it is"]
    assert warnings(body, LIGHT) == []


def test_icon_with_colours_is_named(warnings):
    body = '<use href="#icon-own" width="9" height="9"/>'

    assert warnings(body) == ["icon 'icons/own.svg' has colours of its own, which theme 'mono' leaves as they are"]
    assert warnings(body, LIGHT) == []


def test_icon_in_words_is_a_picture(warnings):
    (said,) = warnings('<text pnp:rect="1 1 9 9" font-size="9pt">take {own}</text>')

    assert said == "an icon in the text has colours of its own, and theme 'mono' leaves it as it is"


def test_colours_are_not_held_to_the_plain_theme(warnings):
    assert warnings('<rect width="9" height="9" fill="#e8d8b0"/>', None) == []


ROOT = Path(__file__).parents[2]


def test_templates_take_their_colours_from_the_theme():
    files = [file for folder in ("templates", "data") for file in (ROOT / folder).rglob("*.svg.j2")]
    literal = {
        f"{file.name}: {found}"
        for file in files
        for found in re.findall(r"[\"']#[0-9a-fA-F]{3,6}[\"']", file.read_text("utf-8"))
        if found[1:-1] not in {"#000000", "#ffffff"}
    }

    assert len(files) > 100
    assert literal == set()


def test_colour_in_two_places_is_told_with_the_other(warnings):
    rect = '<rect width="9" height="9" fill="#e8d8b0"/>'

    assert ["1 more places" in line for line in warnings(rect * 2)] == [True]
    assert ["more places" in line for line in warnings(rect)] == [False]
