"""Computed ornament: what it is made of, where it reaches, and that it never changes by itself."""

import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.render.ornament import (
    DRAWINGS,
    coins,
    dashes,
    fret,
    grid,
    meander,
    mosaic,
    pattern,
    rays,
    ruler,
    scales,
    star,
)

CALLS = {
    "grid": (3, 2, 5, 4),
    "pattern": (["#.#", ".#."], 2),
    "coins": (5, 2),
    "rays": (8, 2, 5, 5, 5),
    "star": (5, 2, 5, 5, 5),
    "dashes": (((0, 0), (10, 0), (30, 5), (40, 10)), ((20, 3, 4),), 2),
    "wave": (40, 4),
    "guilloche": (40, 4),
    "scales": (40, 12, 4),
    "fret": (40, 1),
    "meander": (60, 40, 1),
    "laurel": (10, 12, 12),
    "mosaic": ("picket", 20, 10, 2, ["#aa8866", "#886644"]),
    "ruler": (50,),
}


def points(svg):
    """Every pair of coordinates in the paths of a drawing, arcs without their radii."""
    text = " ".join(re.findall(r' d="([^"]+)"', svg))
    numbers = re.sub(r"A \S+ \S+ 0 0 [01]", "", re.sub(r"[MLCQZ]", " ", text)).split()
    return [(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def box(svg):
    xs, ys = zip(*points(svg), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawing_is_one_element_that_takes_paint(name):
    drawn = DRAWINGS[name](*CALLS[name], stroke="#332211", stroke_width=0.25)

    root = ElementTree.fromstring(drawn)
    assert root.get("stroke") == "#332211"
    assert root.get("stroke-width") == "0.25"
    assert {part.tag for part in root.iter()} <= {"path", "g", "circle"}


@pytest.mark.parametrize("name", DRAWINGS)
def test_same_call_gives_same_drawing(name):
    assert DRAWINGS[name](*CALLS[name]) == DRAWINGS[name](*CALLS[name])


@pytest.mark.parametrize(("name", "width", "height"), [("grid", 15, 8), ("meander", 60, 40), ("mosaic", 20, 10)])
def test_drawing_fills_its_rect(name, width, height):
    assert box(DRAWINGS[name](*CALLS[name])) == pytest.approx((0, 0, width, height), abs=0.1)


@given(st.floats(10, 200), st.floats(0.5, 3))
def test_fret_fits_whole_keys_to_any_width(width, unit):
    left, top, right, bottom = box(fret(width, unit))

    assert (left, top) == (0, 0)
    assert right == pytest.approx(width, abs=0.001)
    assert bottom == pytest.approx(4 * unit, abs=0.001)


def test_pattern_joins_squares_in_a_row():
    assert pattern(["##.#"], 2) == '<path d="M 0 0 4 0 4 2 0 2 Z M 6 0 8 0 8 2 6 2 Z" />'


def test_coins_break_into_rows():
    circles = ElementTree.fromstring(coins(3, 1, columns=2, gap=0))

    assert [(circle.get("cx"), circle.get("cy")) for circle in circles] == [("1", "1"), ("3", "1"), ("1", "3")]


def test_star_stands_upright_on_its_centre():
    corners = points(star(4, 1, 2, 5, 5))

    assert corners[0] == (5, 3)
    assert len(corners) == 8


def test_rays_stay_between_their_radii():
    distances = {round(math.hypot(x, y), 2) for x, y in points(rays(6, 2, 5))}

    assert distances == {2, 5}


def test_dashes_begin_and_end_at_the_circles():
    xs = [x for x, _ in points(dashes(((0, 0), (10, 0), (20, 0), (30, 0)), ((0, 0, 5), (15, 0, 3), (30, 0, 6)), 1.4))]
    widths = [end - start for start, end in zip(xs[::2], xs[1::2], strict=True)]

    assert [xs[0], xs[5], xs[6], xs[-1]] == pytest.approx([5, 12, 18, 24], abs=0.1)
    assert widths == pytest.approx([1.4] * 3 + [1.2] * 3, abs=0.02)


def test_scales_of_odd_rows_are_shifted():
    assert scales(4, 4, 2).count("A 1 1 ") == 2 + (1 + 2) + 2


def test_grid_has_its_outer_lines():
    assert grid(2, 1, 3, 3).count("M") == 3 + 2


def test_ruler_has_longer_tens():
    ends = [y for x, y in points(ruler(10)) if x == 10]

    assert max(ends) == 4


def test_mosaic_depends_on_its_seed_alone():
    colours = ["#111111", "#222222"]

    assert mosaic("a", 9, 9, 1, colours) == mosaic("a", 9, 9, 1, colours) != mosaic("b", 9, 9, 1, colours)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: meander(5, 5, 1), "a meander of unit 1 needs at least 12 mm each way"),
        (lambda: star(0, 1, 2), "a drawing has 1 to 20,000 parts, not 0"),
        (lambda: mosaic("a", 9999, 9999, 1, ["#111111"]), "a drawing has 1 to 20,000 parts, not 99980001"),
        (lambda: star(5, 1, 2, style="x"), "unknown paint 'style'"),
    ],
)
def test_drawing_refuses(call, expected):
    with pytest.raises(ValueError, match=expected):
        call()


@pytest.mark.parametrize(("share", "half"), [(0.5, 15), (0.2, 6)])
def test_rays_fill_their_share_of_the_circle_and_the_first_points_up(share, half):
    angles = sorted({round(math.degrees(math.atan2(x, -y)) % 360, 1) for x, y in points(rays(6, 2, 5, share=share))})

    assert angles == sorted((60 * at + side) % 360 for at in range(6) for side in (-half, half))
