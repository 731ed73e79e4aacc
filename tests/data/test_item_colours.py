"""Workers and resources of Hadrian's Wall have the colours that players call them by, and other eyes tell them apart."""

import colorsys
import tomllib
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from generator.build.outputs.simulated_views import simulate_colour
from generator.load.game_loader import load
from tests.colour_contrast import contrast

ROOT = Path(__file__).parents[2]
SAID = {"soldier": "black", "builder": "blue", "servant": "red", "civilian": "yellow", "resource": "grey"}
"""By the seed's rules; of the resource, by pictures of the game."""
HUES = {"red": (345, 375), "yellow": (38, 62), "blue": (195, 230)}
"""Degrees, from and to."""
WORKERS = [item for item in SAID if item != "resource"]
APART = 60
"""Levels of 255 by which two tones differ at least in red, green or blue."""


@cache
def theme(name):
    path = ROOT / f"templates/hadrians-wall/themes/{name}.toml"
    return tomllib.loads(path.read_text("utf-8"))["colour"]


def shares(colour):
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def hue_of(colour):
    """The name of a colour: black, grey, or one of HUES."""
    red, green, blue = shares(colour)
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if value < 0.2 or saturation < 0.15:
        return "black" if value < 0.2 else "grey"
    angle = 360 * hue
    return next(name for name, (least, most) in HUES.items() if least <= angle <= most or least <= angle + 360 <= most)


@cache
def colours():
    """The colour that the data gives each item: a column of its pieces."""
    game = load(ROOT / "data/hadrians-wall")
    pieces = [game.component(f"{item}s").pieces[0] for item in SAID]
    return {piece.row.cells["item"].id: piece.row.cells["colour"] for piece in pieces}


def test_data_says_the_colours_of_the_game():
    assert colours() == SAID


@pytest.mark.parametrize(("name", "key"), [("colour", "{}"), ("ink-saver", "{}_line")])
def test_themes_follow_the_data(name, key):
    found = {item: hue_of(theme(name)[key.format(item)]) for item in SAID}

    assert found == colours()


@pytest.mark.parametrize("eyes", ["", "deutan", "protan", "tritan", "grey"])
def test_tones_of_workers_differ_in_all_eyes(eyes):
    tones = {item: shares(theme("colour")[item]) for item in WORKERS}
    seen = {item: simulate_colour(eyes, *tone) if eyes else tone for item, tone in tones.items()}
    apart = {
        (one, other): max(abs(a - b) for a, b in zip(seen[one], seen[other], strict=True)) * 255
        for one, other in combinations(WORKERS, 2)
    }
    least = 25 if eyes == "grey" else APART

    assert {pair: round(levels) for pair, levels in apart.items() if levels < least} == {}


def test_white_names_are_read_on_their_rows():
    fields = [theme("colour")[key] for key in ("soldier", "builder_field", "servant")]

    assert [field for field in fields if contrast("#ffffff", field) < 4.5] == []
    assert hue_of(theme("colour")["builder_field"]) == SAID["builder"]


def test_no_other_sign_has_the_tone_of_a_worker():
    tones = theme("colour")
    ours = {tones[item] for item in WORKERS}

    assert [key for key, tone in tones.items() if tone in ours and key not in WORKERS] == []
