"""What every test can ask for: the programs we did not write, which hold our output to account."""

import shutil
import subprocess

import pytest


def pytest_addoption(parser):
    parser.addoption("--referees", action="store_true", help="run the tests that need poppler and qpdf")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--referees"):
        return
    away = [item for item in items if item.get_closest_marker("referee")]
    config.hook.pytest_deselected(items=away)
    items[:] = [item for item in items if item not in away]


@pytest.fixture
def referee():
    """Run a program of the system on our output; a missing one is a failure, as without it nothing was proved."""

    def run(program, *arguments):
        if not shutil.which(program):
            pytest.fail(f"{program} is not installed: apt-get install poppler-utils qpdf")
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"
        return done.stdout

    return run
