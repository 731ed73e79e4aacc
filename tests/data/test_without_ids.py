"""Without `--ids` nothing that is played with shows an id, a mark of a house value or where a value comes from."""

from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.base.units import MM
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.model.face import Shape

DATA = Path(__file__).parents[2] / "data"
GAMES = ("aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall", "picket")
PLAYED_WITH = {"cards", "tokens", "boards"}
ASKED_FOR = {"fate"}
"""Components whose ids solo play asks for: they stay."""


def shapes(face):
    """What is drawn besides words: marks of house values among it."""
    return [ink for ink in face.ink.unpack()[0] if isinstance(ink, Shape)]


def examples(game):
    """One piece of each component, and one with a value of its own."""
    for part in game.components:
        pieces = part.pieces if part.kind in PLAYED_WITH else ()
        own = [piece for piece in pieces if "=house" in str(piece.row.cells.get("provenance", ""))]
        yield from ((part, piece) for piece in {piece.id: piece for piece in [*pieces[:1], *own[:1]]}.values())


@pytest.mark.parametrize("name", GAMES)
def test_no_piece_shows_an_id(name, runs, tmp_path):
    game, cache = load(DATA / name), Cache(tmp_path)
    plain, bare = (FaceRenderer(game, name, "colour", cache, "test", ids=ids) for ids in (True, False))
    gone = set()
    for part, piece in examples(game):
        job = FaceJob(part, piece, "front", "en", part.trim or Size(190 * MM, 260 * MM), "key")
        with_ids, without = (renderer.draw(job)[0] for renderer in (plain, bare))
        before, after = ([text.strip() for text, _ in runs(face)] for face in (with_ids, without))
        gone |= {text for text in before if before.count(text) > after.count(text)}

        assert len(after) < len(before) or before == after, piece.id
        ids = [text for text in after if len(text) > 1 and text == piece.label]
        assert bool(ids) == (part.id in ASKED_FOR), piece.id
        assert len(shapes(without)) <= len(shapes(with_ids))
    assert all(len(text) < 12 for text in gone)
    assert name == "picket" or gone


def test_fate_cards_keep_the_ids_that_solo_play_asks_for(tmp_path, runs):
    game = load(DATA / "hadrians-wall")
    part = game.component("fate")
    renderer = FaceRenderer(game, "hadrians-wall", "colour", Cache(tmp_path), "test")

    face = renderer.draw(FaceJob(part, part.pieces[16], "front", "en", part.trim, "key"))[0]

    assert "F17" in "".join(text.strip() for text, _ in runs(face))


def test_arena_marks_no_house_values_without_ids(tmp_path, runs):
    game = load(DATA / "arena")
    part = game.component("characters")
    piece = next(piece for piece in part.pieces if "cost=house" in str(piece.row.cells["provenance"]))
    renderer = FaceRenderer(game, "arena", "colour", Cache(tmp_path), "test", ids=False)

    face = renderer.draw(FaceJob(part, piece, "front", "en", part.trim, "key"))[0]

    assert "our value" not in {text.strip() for text, _ in runs(face)}
