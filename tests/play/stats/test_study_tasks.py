from types import SimpleNamespace

import pytest

from generator.play.stats import study_tasks
from generator.play.stats.study_tasks import play_task


@pytest.mark.parametrize(("read", "is_played"), [(["new"], True), (["old", "new"], True), (["old", "old"], False)])
def test_worker_reads_data_again_that_has_changed(read, is_played, monkeypatch):
    sources = iter(read)
    runners = []

    def runner(_):
        if not runners:
            runners.append(SimpleNamespace(sources={"data": next(sources)}))
        return runners[0]

    runner.cache_clear = runners.clear
    monkeypatch.setattr(study_tasks, "study_runner", runner)
    monkeypatch.setattr(study_tasks, "play_games", lambda *_: [])

    assert ("games" in play_task("key", {"data": "new"}, [])) is is_played
    assert [*sources] == []
