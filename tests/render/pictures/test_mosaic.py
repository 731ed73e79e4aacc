"""Stones of mosaics: their hues, their dashes, and rows as paths."""

import itertools
import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.render.pictures.mosaic import JOINT, STONE, Mosaic, between, calm, hues, row_path, tesserae


def grey(colour):
    return sum(bytes.fromhex(colour[1:])) / 3


@given(st.integers(40, 235), st.integers(40, 235), st.integers(40, 235))
def test_stones_are_no_darker_than_their_colour(red, green, blue):
    colour = "#" + bytes([red, green, blue]).hex()
    shares = (0.5, 0.27, 0.23)

    assert sum(share * grey(hue) for share, hue in zip(shares, hues(colour), strict=True)) >= grey(colour) - 4
    assert len(set(hues(colour))) == 3


@pytest.mark.parametrize("colour", ["#ffffff", "#000000"])
def test_black_and_white_stay_colours(colour):
    assert set(hues(colour)) == {colour}


@pytest.mark.parametrize("colour", ["none", "red", "#abc"])
def test_colour_of_another_kind_stays(colour):
    assert set(hues(colour)) == {colour}
    assert between(colour, "#ffffff", 0.5) == colour


def mix(stones, joints):
    """How dark a ground is from afar, about a quarter of it joints."""
    return 0.76 * sum(share * grey(hue) for share, hue in zip((0.5, 0.27, 0.23), stones, strict=True)) + 0.24 * grey(
        joints
    )


@pytest.mark.parametrize(
    ("colour", "grout"),
    [
        ("#8e1b17", "#c58b45"),
        ("#9a2f24", "#d9ab4a"),
        ("#9a2f24", "#641a16"),
        ("#2b2a31", "#ffffff"),
        ("#ead3a0", "#f6e8c6"),
    ],
)
def test_ground_without_figures_is_calm_and_takes_no_more_ink(colour, grout):
    full, (stones, joints) = hues(colour), calm(colour, grout)
    mean = sum(share * grey(hue) for share, hue in zip((0.5, 0.27, 0.23), stones, strict=True))

    assert abs(grey(joints) - mean) <= 25
    assert (grey(joints) > mean) == (grey(grout) > grey(colour))
    assert 0 < max(map(grey, stones)) - min(map(grey, stones)) < 0.6 * (max(map(grey, full)) - min(map(grey, full)))
    assert mix(full, grout) <= mix(stones, joints) <= mix(full, grout) + 5


@pytest.mark.parametrize(("colour", "grout"), [("#000000", "#ffffff"), ("red", "#ffffff"), ("#8e1b17", "none")])
def test_ground_in_colours_without_hues_between_them_stays(colour, grout):
    assert calm(colour, grout) == (hues(colour), grout)


def stones(svg):
    """Start and end of every dash within a row's period, over all hues."""
    spans = []
    for part in re.findall(r'stroke-dasharray="([^"]+)"(?: stroke-dashoffset="([^"]+)")?', svg):
        lengths, at = [*map(float, part[0].split())], -float(part[1] or 0)
        for index, length in enumerate(lengths):
            if index % 2 == 0:
                spans.append((at, at + length))
            at += length
    return sorted(spans)


def test_hues_share_the_stones_of_a_row_with_a_joint_between_any_two():
    spans = stones(Mosaic("any").draw("M0 0H9", ["#111111", "#222222", "#333333"]))

    gaps = [start - end for (_, end), (start, _) in itertools.pairwise(spans)]
    assert gaps == pytest.approx([JOINT] * (len(spans) - 1), abs=0.01)
    assert all(0.5 * STONE < end - start < 1.5 * STONE for start, end in spans)


def test_no_dash_pattern_is_longer_than_pdfium_reads():
    for seed in range(300):
        svg = Mosaic(str(seed)).draw("M0 0L90 0", ("#000000",) * 3)
        patterns = [pattern.split() for pattern in re.findall(r'stroke-dasharray="([^"]+)"', svg)]
        assert len(patterns) == 3
        assert all(2 <= len(pattern) <= 32 and len(pattern) % 2 == 0 for pattern in patterns), seed


def test_a_seed_gives_its_own_stones_always():
    first, second, other = (Mosaic(seed).draw("M0 0H9", ["#111111"] * 3) for seed in ("a", "a", "b"))

    assert first == second != other


@given(st.lists(st.floats(0, 30), min_size=2, max_size=60))
@example([1.0, 0.0, 0.125])
def test_row_stays_near_its_points(heights):
    points = [(index * 0.3, height) for index, height in enumerate(heights)]
    kept = [*zip(*[iter(map(float, re.findall(r"-?[\d.]+(?:e-\d+)?", row_path(points))))] * 2, strict=True)]

    for x, y in points:
        (ax, ay), (bx, by) = next((a, b) for a, b in itertools.pairwise(kept) if x <= b[0] + 0.06)
        slope = (by - ay) / max(bx - ax, 0.01)
        off = abs(ay + slope * (x - ax) - y) / math.hypot(1, slope)
        assert off < 0.23


def test_level_row_has_two_points():
    assert row_path([(0, 2), (1, 2), (2, 2), (3, 2)]) == "M0 2L3 2"


@pytest.mark.parametrize("radius", [0, 5])
def test_rectangle_is_laid_to_its_corners(radius):
    root = ElementTree.fromstring(
        tesserae(20, 10, 3, 4, colour="#aa8866", grout="#eeeeee", radius=radius).replace("pnp:", "")
    )

    assert root.get("transform") == "translate(3 4)"
    ground = root.find("g/rect" if radius else "rect")
    assert (ground.get("width"), ground.get("height")) == ("20", "10")
    assert ground.get("fill") == calm("#aa8866", "#eeeeee")[1]
    rows = "".join(dict.fromkeys(path.get("d") for path in root.iter("path"))).count("M")
    assert rows == pytest.approx((math.hypot(10, 5) - 5) / STONE if radius else 10 / STONE, abs=2)


def test_templates_draw_tesserae(table):
    drawn = table.svg('{{ draw.tesserae(20, 10, colour="#aa8866", grout="#eeeeee") }}')

    assert "stroke-dasharray" in drawn
