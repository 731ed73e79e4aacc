"""A studio takes over from the one before it what has not changed since."""

from dataclasses import replace

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.load.game_locations import sample


@pytest.fixture
def renderer(tmp_path):
    """A studio of a game, perhaps one after another."""
    game = load(sample())
    return lambda previous=None, base="same": FaceRenderer(
        game, "mine", "colour", Cache(tmp_path), base, previous=previous
    )


@pytest.fixture
def job():
    part = load(sample()).component("raid")
    return FaceJob(part, part.pieces[0], "front", "en", part.trim, "key")


def test_same_drawing_is_not_set_again(renderer, job):
    first = renderer()
    face = first.draw(job)[0]

    assert renderer(first).draw(job)[0] is face
    assert renderer().draw(job)[0] is not face


def test_other_pictures_are_all_read_again(renderer, job):
    first = renderer()
    face = first.draw(job)[0]
    second = renderer(first, base="other")

    assert second.search_path is not first.search_path
    assert second.draw(job)[0] is not face


def test_what_nobody_looks_at_is_let_go(renderer, job):
    first = renderer()
    face = first.draw(job)[0]
    second = renderer(first)

    assert renderer(second).draw(job)[0] is not face


def test_faces_with_warnings_are_set_again(renderer, job):
    first = renderer()
    face, forms, _ = first.draw(job)
    first._drawn = dict.fromkeys(first._drawn, (replace(face, warnings=("mine.csv:2 leaves the safe area",)), forms))

    assert renderer(first).draw(job)[0].warnings == ()
