"""The learned evaluation of the shipped game."""

import pytest

from generator.load.weights_reader import read_weights
from generator.solo.ai.learned_value import LearnedValue


@pytest.fixture(scope="session")
def learned(book):
    return LearnedValue(book, read_weights(book.game, book.solo).learned)
