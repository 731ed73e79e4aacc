"""The signs of Hadrian's Wall: each has one meaning, tells itself apart at its size, and flags have the colour of a track."""

import io
import itertools
import re
from pathlib import Path

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageStat

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.base.units import MM
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.load.game_locations import find_game

ROOT = Path(__file__).parents[2]
ICONS = ROOT / "templates" / "icons"
SIGNS = (
    *(
        "soldier",
        "builder",
        "servant",
        "civilian",
        "resource",
        "any_worker",
        "any_non_soldier",
        "renown",
        "piety",
        "valour",
    ),
    *(
        "discipline",
        "cohort",
        "production",
        "sword",
        "trader",
        "performer",
        "priest",
        "apparitor",
        "patrician",
        "favour",
    ),
    *("disdain", "remove_disdain", "infrastructure", "landmark", "scout", "goods", "attack", "deck", "gladiator"),
    *("everyone", "neighbours"),
)
PIXELS = 36
"""Of 3 mm at 300 dpi."""
LEAST_APART = 0.2
"""Share of the square that differs between two signs in black and white; a builder and any worker are nearest, 0.21."""
OPENING = {
    "trader": {3, 4, 6, 9},
    "performer": {1, 3},
    "priest": {1, 3, 4, 6, 7},
    "apparitor": {3, 4},
    "patrician": {1, 3, 6},
}
"""Levels that open a building, as read off the printed sheet."""


def in_black(name):
    source = (ICONS / f"{name}.svg").read_text("utf-8").replace("<svg ", '<svg fill="#ffffff" color="#000000" ', 1)
    data = resvg_py.svg_to_bytes(svg_string=source, width=PIXELS, background="white")
    return Image.open(io.BytesIO(bytes(data))).convert("L")


def test_signs_are_told_apart_at_three_millimetres_without_colour():
    drawn = {name: in_black(name) for name in SIGNS}

    apart = {
        (one, other): ImageStat.Stat(ImageChops.difference(drawn[one], drawn[other])).mean[0] / 255
        for one, other in itertools.combinations(SIGNS, 2)
    }

    assert {pair: share for pair, share in apart.items() if share < LEAST_APART} == {}


CITIZENS = ("traders", "performers", "priests", "apparitores", "patricians")


@pytest.fixture(scope="module")
def game():
    return load(find_game("hadrians-wall"))


@pytest.fixture(scope="module")
def right(game):
    """The right sheet as its template writes it."""
    sheets = game.component("sheets")
    renderer = FaceRenderer(game, "hadrians-wall", "colour", Cache(None), "test").template_renderer(game)
    piece = next(piece for piece in sheets.pieces if piece.id == "right")
    return renderer.svg(sheets, piece, "front", "en", Size(287 * MM, 188 * MM))


@pytest.mark.parametrize("kind", OPENING)
def test_level_that_opens_a_building_has_a_flag_in_the_colour_of_its_track(right, kind):
    theme = (ROOT / "templates" / "hadrians-wall" / "themes" / "colour.toml").read_text("utf-8")
    colour, plain = (re.search(rf'^{name} = "(#\w+)"', theme, re.MULTILINE)[1] for name in (kind, "masonry"))
    flag = rf'fill="(#\w+)"[^>]*/>\s*<use href="#icon-{kind}"[^>]*/>\s*<text[^>]*>(\d)<'

    flags = re.findall(flag, right)

    assert {int(level) for fill, level in flags if fill == plain} == set(range(1, 10)) - OPENING[kind]
    assert {int(level) for fill, level in flags if fill == colour} >= OPENING[kind]
    assert len(flags) > 9
    assert {fill for fill, _ in flags} == {colour, plain}


def test_what_a_level_opens_stands_under_the_box_of_the_level(game):
    tracks = {"precincts", "gardens", "performances", "bribes", "scouts"}
    boxes = [
        box for area in game.sheets["right"].areas for track in area.tracks if track.id in tracks for box in track.boxes
    ]
    middle = {id_: x + width / 2 for id_, (x, _, width, _) in game.layouts["right"].boxes.items()}

    aside = {
        box.id: middle[box.id] - middle[f"{need.value}_{need.least:02}"]
        for box in boxes
        for need in box.needs
        if need.value in CITIZENS
    }

    assert len(aside) == 3 + 2 + 6 + 6 + 5
    assert max(map(abs, aside.values())) < 0.01
