"""Proofs of pieces with an outline of their own are cut like the pieces."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import PROOF, FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.model.face import Group, Shape

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
