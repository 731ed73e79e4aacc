"""The evaluations of the shipped game, and games played out by the quick player."""

import pytest

from generator.base.rng import Stream
from generator.load.weights_reader import read_weights
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.learned_value import LearnedValue
from generator.solo.ai.paired_playouts import Playouts, QuickPlayer


@pytest.fixture(scope="session")
def learned(book):
    return LearnedValue(book, read_weights(book.game, book.solo).learned)


@pytest.fixture(scope="session")
def evaluation(book):
    return Evaluation(book, read_weights(book.game, book.solo))


@pytest.fixture
def quick_playouts(book, evaluation):
    """Games on cards that a seed shuffles."""

    def of(seed):
        return Playouts(
            book, QuickPlayer(book, evaluation), lambda name, count: Stream(seed, name).shuffled(range(count))
        )

    return of
