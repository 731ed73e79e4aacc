"""What is held in the hand is set in 8.5 points at least, in both languages."""

from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.model.face import GlyphRun, Group, Use

DATA = Path(__file__).parents[2] / "data"
GAMES = ("aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall")
LEAST = 8.5


def enlarged(matrix):
    return abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5


def sizes(ink, parts, scale=1.0):
    """The size of every run of letters on a face, in points as printed."""
    for each in ink:
        if isinstance(each, GlyphRun):
            yield each.size * scale, each.text
        elif isinstance(each, Group):
            yield from sizes(each.ink, parts, scale * enlarged(each.matrix))
        elif isinstance(each, Use) and hasattr(parts[each.part], "ink"):
            yield from sizes(parts[each.part].ink, parts, scale * enlarged(each.matrix))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", GAMES)
def test_no_text_of_a_card_is_smaller(name, language, tmp_path):
    game, small = load(DATA / name), {}
    renderer = FaceRenderer(game, name, "colour", Cache(tmp_path), "test")
    decks = [part for part in game.components if part.kind == "cards"]
    sides = [(deck, side) for deck in decks for side in ("front", "back") if side == "front" or deck.back]
    for part, side in sides:
        for piece in part.pieces:
            face = renderer.draw(FaceJob(part, piece, side, language, part.trim, "key"))[0]
            ink, parts = face.ink.unpack()
            least = min(sizes(ink, {each.key: each for each in parts}), default=(LEAST, ""))
            small |= {(piece.id, side): least} if least[0] < LEAST - 0.005 else {}

    assert decks
    assert small == {}
