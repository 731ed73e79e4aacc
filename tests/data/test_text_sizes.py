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


ON_THE_TABLE = {
    ("aquileia", "city", "en"): (9.0, 32),  # the numbers of the plots
    ("aquileia", "city", "ja"): (8.0, 38),
    ("concordia", "maps", "en"): (8.0, 6),
    ("concordia", "maps", "ja"): (8.0, 116),  # names of cities and provinces, in two scripts
    ("concordia", "storehouses", "en"): (9.7, 5),
    ("concordia", "storehouses", "ja"): (9.7, 5),
    ("glory-to-rome", "player_boards", "en"): (8.8, 18),
    ("glory-to-rome", "player_boards", "ja"): (7.7, 35),
    ("hadrians-wall", "player_boards", "en"): (7.4, 57),  # the difficulties of each year
    ("hadrians-wall", "player_boards", "ja"): (7.4, 57),
}
"""The least size of what lies on the table, and how many runs of letters are smaller than 10 points: neither gets worse."""


@pytest.mark.parametrize(("name", "component", "language"), ON_THE_TABLE)
def test_boards_are_set_in_ten_points_but_for_a_few_words(name, component, language, tmp_path):
    game = load(DATA / name)
    renderer = FaceRenderer(game, name, "colour", Cache(tmp_path), "test")
    part = game.component(component)
    least, most = ON_THE_TABLE[name, component, language]
    for piece in part.pieces[:2]:
        face = renderer.draw(FaceJob(part, piece, "front", language, part.trim, "key"))[0]
        ink, parts = face.ink.unpack()
        small = sorted(each for each in sizes(ink, {each.key: each for each in parts}) if each[0] < 9.995)

        assert len(small) <= most, (piece.id, small)
        assert not small or small[0][0] >= least, (piece.id, small[0])
