import os

import pytest

from generator.build.outputs.game_outputs import PLAN_PAGES, writer_count


@pytest.fixture(autouse=True)
def processors(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)


@pytest.mark.parametrize(
    ("pages", "processes", "workers"),
    [
        ([], 2, 0),
        ([500], 2, 0),
        ([4, PLAN_PAGES], 2, 0),  # a small deck and its plan
        ([42, PLAN_PAGES], 2, 2),
        ([42, PLAN_PAGES], 1, 0),
        ([5, 6], 2, 0),
        ([6, 6], 2, 2),
        ([1] * 8, 4, 4),
        ([1] * 7, 4, 0),
    ],
)
def test_workers_are_started_for_what_they_save(pages, processes, workers):
    assert writer_count(pages, processes) == workers
