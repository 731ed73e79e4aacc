"""The rules of the printed game, read once."""

import pytest

from generator.bots.bot_game import read_rulebook


@pytest.fixture(scope="session")
def book():
    return read_rulebook("hadrians-wall")
