"""Ground behind figures: rows follow their outline, scenery is laid in stones, shadows fall to the right."""

import itertools
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from generator.render.pictures.mosaic import between
from generator.render.pictures.picture_svg import PictureRenderer
from generator.render.pictures.vocabulary import TONES

TONE = {name: f"#0000{at}0" for at, name in enumerate(TONES)}
NEAR, FAR, GROUT = "#eeddcc", "#886644", "#fffff0"
WORDS = """
[stage]
size = [40, 24]
ground = 4
[parts.wall]
shapes = [["body", "M 0 0 H w V h H 0 Z"]]
height = 8
[parts.sea]
place = "back"
height = 3
shapes = [["tone bare", "M 0 0 H w V h H 0 Z"], ["line", "M 0 0 H w"]]
[parts.window]
place = "face"
width = 2
height = 2
shapes = [["dark", "M 0 0 H w V h H 0 Z"]]
"""
FILES = {
    "pictures/vocabulary.toml": WORDS,
    "pictures/tree.svg": '<svg viewBox="0 0 10 20"><path d="M0 20L5 0L10 20Z"/></svg>',
}


def find(name):
    return (name, FILES[name].encode()) if name in FILES else None


def draw(words, shade=0.2, **more):
    ground = {"near": NEAR, "far": FAR, "grout": GROUT} | more
    return str(PictureRenderer(find).picture(words, 40, 24, shade=shade, ground=ground, **TONE))


def rows(svg):
    """The rows of the first hue of each zone, as points."""
    paths = re.findall(
        r'<path d="([^"]+)" fill="none" stroke="#\w+" stroke-width="[\d.]+" stroke-linecap="butt" stroke-d', svg
    )
    return [
        [tuple(map(float, point.split())) for point in re.findall(r"-?[\d.]+ -?[\d.]+", row)]
        for path in dict.fromkeys(paths)
        for row in path.split("M")[1:]
    ]


def test_rows_go_round_a_figure_and_level_out():
    over = [row[0][1] - min(y for _, y in row) for row in rows(draw("tree height=12 width=6")) if len(row) > 2]

    assert over[0] == pytest.approx(12, abs=0.6)
    assert all(after < before + 0.15 for before, after in pairwise(over))
    assert over[-1] < 1


def test_rows_are_a_stone_apart():
    heights = sorted(-row[0][1] for row in rows(draw("wall width=10")) if len(row) > 2)

    assert [round(b - a, 2) for a, b in itertools.pairwise(heights)] == [0.7] * (len(heights) - 1)


def test_ground_fills_the_picture_with_joints_below():
    first = ElementTree.fromstring(draw("wall width=10").replace("pnp:", "")).find(".//g/path")

    assert (first.get("d"), first.get("fill")) == ("M-20 -20H20V4H-20Z", GROUT)


def test_window_of_a_room_has_no_outline():
    assert all(len(row) == 2 for row in rows(draw("window up=8")))


def test_part_on_a_part_named_later_has_one():
    assert max(len(row) for row in rows(draw("wall width=4 lift=8 + wall width=10"))) > 6


def test_scenery_is_laid_in_stones_of_its_colour():
    with_sea, without = draw("sea wall width=10"), draw("wall width=10")

    assert with_sea.count("stroke-dasharray") == without.count("stroke-dasharray") + 3
    assert with_sea.count("<clipPath") == without.count("<clipPath") + 1


def test_figures_cast_their_shadow_to_the_right_and_down():
    (shadow,) = re.findall(r'<path d="(M[^"]+)" fill="#beb1b3" stroke="none"/>', draw("wall width=10"))

    raised = [float(x) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", shadow) if float(y) < -5]
    assert (min(raised), max(raised)) == pytest.approx((-5 + 1.3, 5 + 1.3), abs=0.4)


def shadows(svg):
    """The shadow on the ground and those on scenery, the lowest first: paths with their colours."""
    return re.findall(r'<path d="(M[^"H]+Z)" fill="(#[^"]+)" stroke="none"/>', svg)


def test_shadow_is_opaque_and_darkens_the_scenery_that_it_falls_on():
    svg = draw("sea wall width=10")
    (sky, near), (sea, dark) = shadows(svg)

    assert "opacity" not in svg
    assert sky == sea
    assert (near, dark) == (between(NEAR, TONE["ink"], 0.2), between(TONE["tone"], TONE["ink"], 0.2))


def test_shadow_on_mirrored_scenery_falls_to_the_right():
    mirrored = draw("sea flip wall width=10")

    # What is drawn mirrored is mirrored once more.
    assert re.findall(r'matrix\(-1 0 0 1 (-?[\d.]+) 0\)"><path', mirrored) == ["0"]
    assert shadows(mirrored)[0][0] == shadows(mirrored)[1][0] == shadows(draw("sea wall width=10"))[0][0]


def test_what_is_narrower_than_its_shadow_is_moved_casts_none():
    assert shadows(draw("wall width=1")) == []
    assert shadows(draw("wall width=10")) != []


def test_no_shadow_without_greys():
    assert "fill-opacity" not in draw("sea wall width=10", shade=0)


def test_band_is_some_rows_round_the_figures_on_paper():
    band = draw("sea wall width=10", rows=2)

    assert len([row for row in rows(band) if len(row) > 2]) == 2
    assert f'fill="{GROUT}"' not in band
    assert f'stroke="{GROUT}"' in band


def test_figures_keep_clear_of_sides_and_head():
    svg = draw("wall width=36 height=18", side=4, head=4)

    # 40 by 24 mm less the strips is 0.8 of the stage, on which the ground is 50 mm wide.
    assert 'scale(0.8)" fill="none"' in svg
    assert "M-25 " in svg
    with pytest.raises(ValueError, match="on a stage of 40 by 21 mm"):
        draw("wall width=80 height=18", side=4, head=4)


def test_same_picture_same_ground():
    assert draw("wall width=10") == draw("wall width=10") != draw("wall width=11")


def test_unknown_word_of_the_ground_is_told(table):
    call = 'draw.picture("x", 9, 9, ground={"nera": "#fff"}, light="", pale="", tone="", strong="", dark="", ink="")'

    assert "nera" in table.faults(f"{{{{ {call} }}}}")
