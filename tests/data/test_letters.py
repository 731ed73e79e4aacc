"""Letters that can be read: nothing on boards, nets and pieces is set smaller than five points."""

import math
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.base.geometry import IDENTITY
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.model.face import GlyphRun, Group

DATA = Path(__file__).parents[2] / "data"
GAMES = ("hadrians-wall", "glory-to-rome", "concordia", "arena", "aquileia")
KINDS = {"boards", "boxes", "dice", "tokens"}
SMALLEST = 5.0
"""Points."""


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return Cache(tmp_path_factory.mktemp("letters"))


def sizes(inks, matrix=IDENTITY):
    """Every run of letters with its size on the face, in points."""
    for ink in inks:
        if isinstance(ink, Group):
            yield from sizes(ink.ink, matrix @ ink.matrix)
        elif isinstance(ink, GlyphRun):
            yield ink.text, ink.size * math.dist(matrix.apply(0, 0), matrix.apply(0, 1))


def fronts(game):
    """A face of every kind of piece in both languages."""
    for part in game.components:
        for piece in part.pieces if part.kind in KINDS and part.trim else ():
            for language in game.languages:
                yield FaceJob(part, piece, "front", language, part.trim, "key")


@pytest.mark.parametrize("name", GAMES)
def test_no_letters_are_too_small_to_read(cache, name):
    game = load(DATA / name)
    renderer = FaceRenderer(game, name, "colour", cache, "test")
    small = {
        (job.component.id, job.language, text, round(size, 2))
        for job in fronts(game)
        for text, size in sizes(renderer.draw(job)[0].ink.unpack()[0])
        if size < SMALLEST - 0.01
    }

    assert small == set()
