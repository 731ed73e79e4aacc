"""The shipped games, and a new one started from the sample."""

from __future__ import annotations

from pathlib import Path

from generator.load.game_loader import load
from generator.load.game_locations import data_root, sample, shipped_games
from generator.load.new_game import create_game
from generator.model.game import Game


def catalogue() -> list[Game]:
    """Every shipped game, and the sample last.

    Raises Faults where the data of one cannot be read.
    """
    folders = [data_root() / name for name in shipped_games()]
    return [load(folder, shown=folder.name) for folder in (*folders, sample())]


def start(folder: Path) -> None:
    """Make a folder with a small game of one's own in it.

    Raises UsageError where something stands there already.
    """
    create_game(folder, sample())
