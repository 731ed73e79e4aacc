"""What the themes of the games promise: ink-saver keeps the hues of lines and marks, mono has none."""

import colorsys
from pathlib import Path

import pytest

from generator.render.templates.theme import read_theme
from tests.colour_contrast import contrast

TEMPLATES = Path(__file__).parents[3] / "templates"
GAMES = ("aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall")
HUED = 0.15
"""Difference of channels from which a colour has a hue."""


def colours(game, theme):
    folders = (TEMPLATES / game / "themes", TEMPLATES / "themes")
    files = [folder / f"{name}.toml" for name in dict.fromkeys((theme, "colour")) for folder in folders]
    return read_theme(theme, [(file.name, file.read_bytes()) for file in files]).colour


def channels(colour):
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def chroma(colour):
    return max(channels(colour)) - min(channels(colour))


def hue(colour):
    return colorsys.rgb_to_hls(*channels(colour))[0]


def kinds(game):
    """The fields with a hue of their own, that signs and words stand on: `brick`, with its `brick_on`."""
    plain = colours(game, "colour")
    return [name for name in plain if f"{name}_on" in plain and chroma(plain[name]) > HUED]


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_ink_saver_have_the_hue_of_the_field(game):
    plain, thrifty = colours(game, "colour"), colours(game, "ink-saver")
    for name in kinds(game):
        line = thrifty[f"{name}_on"]
        apart = abs(hue(line) - hue(plain[name]))

        assert chroma(line) > HUED, name
        assert min(apart, 1 - apart) < 0.06, name


@pytest.mark.parametrize("game", GAMES)
def test_mono_has_no_hue(game):
    assert {name for name, colour in colours(game, "mono").items() if chroma(colour)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_words_on_the_pale_fields_of_light_are_legible(game):
    """A contrast of 4.5, as WCAG asks of small text."""
    plain, light = colours(game, "colour"), colours(game, "light")
    changed = [name for name in light if f"{name}_on" in light and light[name] != plain[name]]
    ratios = {name: contrast(light[name], light[f"{name}_on"]) for name in changed}

    assert changed
    assert {name: ratio for name, ratio in ratios.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", ["ink-saver", "mono"])
def test_lines_of_maps_are_seen_where_nothing_is_filled(theme):
    """A contrast of 3, as WCAG asks of signs: borders of provinces, and the places of houses with their prices."""
    lines = colours("concordia", theme)

    assert {name for name in ("border", "pip", "coast") if contrast("#ffffff", lines[name]) < 3} == set()
