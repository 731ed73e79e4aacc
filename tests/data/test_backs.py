"""Backs in the theme that saves ink hide what those in colour hide, and tell what those tell."""

from collections import defaultdict
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load

DATA = Path(__file__).parents[2] / "data"
GAMES = ("aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall")


@pytest.mark.parametrize("name", GAMES)
def test_light_backs_tell_no_more_and_no_less(name, tmp_path):
    game = load(DATA / name)
    renderer = FaceRenderer(game, name, "colour", Cache(tmp_path), "test")
    decks = [part for part in game.components if part.light_back]
    alike = {"": defaultdict(set), "light": defaultdict(set)}
    for part in decks:
        for piece in part.pieces:
            job = FaceJob(part, piece, "back", "en", part.trim, "key")
            for theme, groups in alike.items():
                groups[renderer.in_theme(theme).drawing(job)].add((part.id, piece.id))

    assert decks
    assert sorted(map(sorted, alike[""].values())) == sorted(map(sorted, alike["light"].values()))
    assert set(alike[""]).isdisjoint(alike["light"])


@pytest.mark.parametrize("name", GAMES)
def test_decks_of_one_back_are_light_together(name):
    decks = [part for part in load(DATA / name).components if part.kind == "cards" and part.back]
    light = {part.back for part in decks if part.light_back}

    assert [part.id for part in decks if part.back in light and not part.light_back] == []
    assert all(part.material == "card" for part in decks)


@pytest.mark.parametrize(
    ("name", "deck"),
    [("arena", "characters"), ("concordia", "market"), ("glory-to-rome", "orders"), ("hadrians-wall", "fate")],
)
def test_light_backs_are_laid_in_pale_stones(name, deck, tmp_path):
    game = load(DATA / name)
    part = game.component(deck)
    job = FaceJob(part, part.pieces[0], "back", "en", part.trim, "key")
    renderer = FaceRenderer(game, name, "colour", Cache(tmp_path), "test")

    assert 'pnp:mosaic="yes"' in renderer.in_theme("light").drawing(job)
    assert 'pnp:mosaic="yes"' not in renderer.in_theme("mono").drawing(job)
