"""Hundreds of hostile inputs: the right exit code, some plain lines, no traceback, at most 20 s and 1 GB.

The whole collection is run with `--long`, six minutes of computing; without it one case of each kind in turn.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile import data_cases, drawn_cases, system_cases
from tests.hostile.hostile_game import BUILD, REPOSITORY, Desk, run_case

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the cases have pipes, devices and limits of Linux")

CASES = [*drawn_cases.cases(), *data_cases.cases(), *system_cases.cases()]
EVERY = 100
"""Without `--long`, one of so many cases is run."""
CODES = dict(
    reversed(line.split(" ", 1)) for line in Path(__file__).with_name("codes.txt").read_text("utf-8").splitlines()
)
"""Exit codes that are not those of the kind: such as those of inputs that are odd and yet sound."""


def pytest_generate_tests(metafunc):
    """Choose the cases to run."""
    if "case" in metafunc.fixturenames:
        chosen = CASES if metafunc.config.getoption("--long") else CASES[7::EVERY]
        metafunc.parametrize("case", chosen, ids=[case.name for case in chosen])


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """A cache that has the fonts, as making them takes longer than the rest of a case."""
    folder = tmp_path_factory.mktemp("hostile")
    Desk(folder, "first")
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": str(REPOSITORY)}
    subprocess.run(
        [sys.executable, "-m", "generator", *BUILD], cwd=folder, env=environment, check=True, capture_output=True
    )
    return folder / "cache"


def test_collection_is_large_and_each_case_has_a_name():
    assert len({case.name for case in CASES}) == len(CASES) > 600
    assert set(CODES) <= {case.name for case in CASES}


def test_hostile_input_is_held(case, cache):
    outcome = run_case(case, cache)

    assert outcome.faults == [], outcome.said
    assert outcome.code == int(CODES.get(case.name, case.code)), outcome.said
