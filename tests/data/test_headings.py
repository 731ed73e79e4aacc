"""Headings of reference sheets stand out from the white of the paper in every theme."""

import re
from pathlib import Path

import pytest

from generator.build.faces.typeset_game import typeset_game
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from tests.colour_contrast import contrast

DATA = Path(__file__).parents[2] / "data"
GAMES = ("aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall")
THEMES = ("colour", "light", "ink-saver", "mono")
RULE = re.compile(r'<path d="M[\d.]+ [\d.]+h[\d.]+" stroke="(#[0-9a-f]{6})"')
"""The line below a heading, in its colour."""
LEGIBLE = 4.5
"""Contrast that WCAG asks of small text."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_headings_are_legible_on_white(game, theme):
    options = BuildOptions(papers=(find_paper("a4"),), languages=("en",), only=("reference",), theme=theme)
    folder = DATA / game
    typeset = typeset_game(load(folder), GameFolder(folder, game), options, InputDigests.of(folder))
    svg = "".join(map(typeset.renderer.drawing, typeset.jobs))

    colours = set(RULE.findall(svg))

    assert colours
    assert {colour for colour in colours if contrast("#ffffff", colour) < LEGIBLE} == set()
