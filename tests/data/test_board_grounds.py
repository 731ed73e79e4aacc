"""Walls of player boards are laid in mosaic in colour; under routes and words of large boards the ground is plain."""

from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load

DATA = Path(__file__).parents[2] / "data"
LAID = [("glory-to-rome", "player_boards"), ("hadrians-wall", "player_boards")]
PLAIN = [("aquileia", "city"), ("concordia", "maps"), ("concordia", "storehouses")]
MOSAIC = 'pnp:mosaic="yes"'


def test_all_boards_are_asked():
    games = {name for name, _ in LAID + PLAIN}
    boards = [
        (name, part.id) for name in sorted(games) for part in load(DATA / name).components if part.kind == "boards"
    ]

    assert set(boards) <= {*LAID, *PLAIN}


@pytest.mark.parametrize(("name", "board"), LAID + PLAIN)
def test_mosaic_lies_on_player_boards_in_colour_alone(name, board, tmp_path):
    game = load(DATA / name)
    renderer, part = FaceRenderer(game, name, "colour", Cache(tmp_path), "test"), game.component(board)

    for piece in part.pieces:
        job = FaceJob(part, piece, "front", "en", part.trim, "key")
        assert (MOSAIC in renderer.drawing(job)) == ((name, board) in LAID)
        assert MOSAIC not in renderer.in_theme("ink-saver").drawing(job)
