"""A studio takes over from the one before it what has not changed since."""

from dataclasses import replace

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.load.game_locations import sample


@pytest.fixture
def studio(tmp_path):
    """A studio of a game, perhaps one after another."""
    game = load(sample())
    return lambda before=None, base="same": FaceRenderer(game, "mine", "colour", Cache(tmp_path), base, before=before)


@pytest.fixture
def job():
    part = load(sample()).component("raid")
    return FaceJob(part, part.pieces[0], "front", "en", part.trim, "key")


def test_same_drawing_is_not_set_again(studio, job):
    first = studio()
    face = first.draw(job)[0]

    assert studio(first).draw(job)[0] is face
    assert studio().draw(job)[0] is not face


def test_other_pictures_are_all_read_again(studio, job):
    first = studio()
    face = first.draw(job)[0]
    second = studio(first, base="other")

    assert second.search is not first.search
    assert second.draw(job)[0] is not face


def test_what_nobody_looks_at_is_let_go(studio, job):
    first = studio()
    face = first.draw(job)[0]
    second = studio(first)

    assert studio(second).draw(job)[0] is not face


def test_faces_with_warnings_are_set_again(studio, job):
    first = studio()
    face, forms, _ = first.draw(job)
    first._drawn = dict.fromkeys(first._drawn, (replace(face, warnings=("mine.csv:2 leaves the safe area",)), forms))

    assert studio(first).draw(job)[0].warnings == ()
