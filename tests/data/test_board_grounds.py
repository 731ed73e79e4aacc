"""Boards stand on mosaic in colour, and on white paper where ink is saved."""

import re
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load

DATA = Path(__file__).parents[2] / "data"
BOARDS = [
    ("aquileia", "city"),
    ("concordia", "maps"),
    ("concordia", "storehouses"),
    ("glory-to-rome", "player_boards"),
    ("hadrians-wall", "player_boards"),
]
MOSAIC = 'pnp:mosaic="yes"'


def test_all_boards_are_asked():
    games = {name for name, _ in BOARDS}
    boards = [
        (name, part.id) for name in sorted(games) for part in load(DATA / name).components if part.kind == "boards"
    ]

    assert set(boards) <= set(BOARDS)


@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_boards_stand_on_mosaic_in_colour_alone(name, board, tmp_path):
    game = load(DATA / name)
    renderer, part = FaceRenderer(game, name, "colour", Cache(tmp_path), "test"), game.component(board)

    for piece in part.pieces:
        job = FaceJob(part, piece, "front", "en", part.trim, "key")
        assert MOSAIC in renderer.drawing(job)
        assert MOSAIC not in renderer.in_theme("ink-saver").drawing(job)


def test_rows_of_the_sea_lie_along_the_coasts(tmp_path):
    game = load(DATA / "concordia")
    renderer, part = FaceRenderer(game, "concordia", "colour", Cache(tmp_path), "test"), game.component("maps")
    for piece in part.pieces:
        drawing = renderer.drawing(FaceJob(part, piece, "front", "en", part.trim, "key"))
        widths = [
            float(width) for width in re.findall(r'<use href="#land" stroke="[^"]+" stroke-width="([^"]+)"', drawing)
        ]

        # Seven rows, each of two lines about the land; the nearest lies on top.
        assert len(widths) == 14
        assert widths == sorted(widths, reverse=True)
