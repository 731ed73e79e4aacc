"""A study that is played in several ways."""

import pytest

from generator.play.stats import game_runner, studies, study_tasks
from generator.play.stats.game_runner import GameRunner
from generator.play.stats.studies import Study, study_digest, study_facts
from generator.play.stats.study_tasks import run_study

STUDY = Study("hadrians-wall", "random", {"difficulty": "hard"}, 60)


@pytest.fixture
def single_games(monkeypatch):
    """Each game is a task, and is kept when it is over."""
    monkeypatch.setattr(studies, "KEEP_AFTER", 0.0)
    monkeypatch.setattr(study_tasks, "SHORTEST", 0.0)
    monkeypatch.setattr(study_tasks, "LONGEST", 0.0)


@pytest.fixture
def another_program(monkeypatch):
    """Call it, and from then on this process is of another version."""

    def change():
        monkeypatch.setattr(game_runner, "program_digest", lambda: "another")
        studies.study_runner.cache_clear()

    yield change
    studies.study_runner.cache_clear()


@pytest.fixture(scope="session")
def expected():
    """The digest of the study, played one game after the other."""
    runner = GameRunner(STUDY.game, STUDY.settings)
    return study_digest(study_facts(STUDY), [runner.play(STUDY.player, seed) for seed in STUDY.seeds])


@pytest.fixture
def digest_of():
    """Play the study on some workers, and return its digest."""

    def play(folder, workers, note=lambda _: None):
        return study_digest(study_facts(STUDY), run_study(STUDY, folder, workers, note))

    return play
