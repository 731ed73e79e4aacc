"""A renderer takes over from the previous one what has not changed since."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.base.geometry import Rect
from generator.build.faces.face_jobs import PROOF, FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.load.game_locations import sample
from generator.model.face import Group, Shape
from generator.typeset.paths.path_geometry import path_box


@pytest.fixture
def renderer(tmp_path):
    """Make a renderer of the sample, perhaps after another."""
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


DATA = Path(__file__).parents[3] / "data"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """The first piece of a component, as it is and as a proof."""
    cache = Cache(tmp_path_factory.mktemp("proof"))

    def draw(game, component):
        game = load(DATA / game)
        renderer = FaceRenderer(game, game.id, "colour", cache, "test")
        part = game.component(component)
        proof = replace(part, front=PROOF, back=PROOF)
        jobs = [FaceJob(each, part.pieces[0], "front", "en", part.trim, "key") for each in (part, proof)]
        return [renderer.draw(job)[0] for job in jobs]

    return draw


def lines(inks):
    """The paths of all that is drawn in outline."""
    paths = []
    for ink in inks:
        if isinstance(ink, Group):
            paths += lines(ink.ink)
        elif isinstance(ink, Shape) and ink.stroke:
            paths.append(ink.path)
    return paths


@pytest.mark.parametrize("component", ["soldiers", "builders", "servants", "civilians", "resources"])
def test_proof_of_a_piece_is_cut_like_the_piece(drawn, component):
    piece, proof = drawn("hadrians-wall", component)

    assert proof.cut == piece.cut != ""


def test_proof_shows_the_line_it_is_cut_along(drawn):
    _, proof = drawn("hadrians-wall", "soldiers")

    assert proof.cut in lines(proof.ink.unpack()[0])


def test_proof_of_a_piece_without_outline_shows_its_trim(drawn):
    _, proof = drawn("concordia", "goods")

    assert (proof.cut, len(lines(proof.ink.unpack()[0]))) == ("", 1)


@pytest.mark.parametrize(
    ("shape", "cut"),
    [
        ("rect", ""),
        ("hex", "M 89.2913 0 L 178.5827 62.3622 L 178.5827 187.0866 L 89.2913 249.4488 L 0 187.0866 L 0 62.3622 Z"),
    ],
)
def test_shape_is_cut_out_where_the_drawing_has_no_outline(renderer, job, shape, cut):
    part = replace(job.component, shape=shape, front="raid-back.svg.j2")

    assert renderer().draw(replace(job, component=part))[0].cut == cut
    assert renderer().draw(replace(job, component=part, side="back"))[0].cut == ""


def test_round_piece_is_cut_as_large_as_its_trim(renderer, job):
    first = renderer()
    square, disc = (
        first.draw(replace(job, component=replace(job.component, shape=shape, front="raid-back.svg.j2")))[0]
        for shape in ("rect", "round")
    )

    assert square.key != disc.key
    assert Rect(0, 0, disc.trim.width, disc.trim.height).contains(path_box(disc.cut))
    assert path_box(disc.cut).width == pytest.approx(disc.trim.width, abs=0.001)
