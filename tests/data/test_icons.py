"""The signs of the five games as one family: a grid of 24, two widths of line, each told from all others at 3 mm."""

import io
import itertools
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageStat

ICONS = sorted((Path(__file__).parents[2] / "templates/icons").glob("*.svg"))
WIDTHS = {"1.1", "1.5"}
"""Of lines within a sign, and of its outline."""
REDUCED = {"coin_chariot", "coin_rider"}
"""Scenes of pictures, drawn smaller; they stand on coins 15 mm wide."""
PIXELS = 36
"""Of 3 mm at 300 dpi."""
LEAST_APART = 0.13
"""Share of the square that differs between two signs in black and white."""
ONE_SIGN = (
    {"bar_one", "bar_two", "bar_three", "bar_four", "bar_five", "bar_six"},
    {"vp", "laurel_blue", "laurel_purple", "laurel_white", "laurel_yellow"},
    {"left", "center", "right"},
    {"coin_laureate", "coin_portrait"},
    {"good_brick", "stockpile"},
    {"emblem_wolf", "profession_colonist"},
)
"""One sign in several states, which a number, a letter or a colour beside it tells, or in several games."""


@pytest.fixture(scope="module")
def drawn():
    """Each sign in black on white."""

    def draw(file):
        source = file.read_text("utf-8").replace("<svg ", '<svg fill="#ffffff" color="#000000" ', 1)
        data = resvg_py.svg_to_bytes(svg_string=source, width=PIXELS, background="white")
        return Image.open(io.BytesIO(bytes(data))).convert("L")

    return {file.stem: draw(file) for file in ICONS}


def test_signs_have_one_grid():
    assert {ElementTree.parse(file).getroot().get("viewBox") for file in ICONS} == {"0 0 24 24"}


def test_lines_of_signs_have_two_widths():
    # A white line is a gap between two parts of a sign.
    widths = {
        file.stem: {
            width
            for tag in re.findall(r"<[^>]+>", file.read_text("utf-8"))
            if 'stroke="#ffffff"' not in tag
            for width in re.findall(r'stroke-width="([^"]+)"', tag)
        }
        for file in ICONS
        if file.stem not in REDUCED
    }

    assert {name: found - WIDTHS for name, found in widths.items() if found - WIDTHS} == {}


def test_all_signs_are_told_apart_at_three_millimetres(drawn):
    pairs = [pair for pair in itertools.combinations(drawn, 2) if not any(group.issuperset(pair) for group in ONE_SIGN)]

    apart = {
        (one, other): ImageStat.Stat(ImageChops.difference(drawn[one], drawn[other])).mean[0] / 255
        for one, other in pairs
    }

    assert len(pairs) > 9000
    assert {pair: share for pair, share in apart.items() if share < LEAST_APART} == {}
