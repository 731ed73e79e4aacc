"""What every test can ask for: the programs we did not write, which hold our output to account."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

os.environ["LC_ALL"] = "C.UTF-8"  # faults are in the language of the computer

SLOW = {
    *("bench", "browser", "cli", "data", "hostile", "play", "print", "scoresheets", "web"),
    *("render/test_templates.py", "session/test_kills.py", "solo/ai", "solo/test_random_games.py"),
    *("site/test_action.py", "site/test_followed_pages.py", "site/test_recipes.py"),
    *("solo/test_notation.py", "solo/test_referee.py", "test_documents.py", "test_wheel.py", "test_work.py"),
}
"""Folders and files that `--fast` leaves out: they build whole games, play many games, or start other programs."""


def pytest_addoption(parser):
    parser.addoption("--referees", action="store_true", help="run the tests that need poppler, qpdf, MuPDF and others")
    parser.addoption("--browsers", action="store_true", help="run the tests that need Firefox and Chromium")
    parser.addoption(
        "--fast", action="store_true", help="leave out the slow folders: what remains takes less than a minute"
    )
    parser.addoption("--golden", action="store_true", help="write the golden files anew instead of comparing")
    parser.addoption("--long", action="store_true", help="run random tests at their full length")


def pytest_ignore_collect(collection_path, config):
    here = Path(__file__).parent
    is_slow = collection_path.is_relative_to(here) and collection_path.relative_to(here).as_posix() in SLOW
    return True if is_slow and config.getoption("--fast") else None


def pytest_collection_modifyitems(config, items):
    for marker in ("referee", "browser"):
        if not config.getoption(f"--{marker}s"):
            away = [item for item in items if item.get_closest_marker(marker)]
            config.hook.pytest_deselected(items=away)
            items[:] = [item for item in items if item not in away]


@pytest.fixture(scope="session")
def long(request):
    """Whether a random test shall take its time."""
    return request.config.getoption("--long")


@pytest.fixture(scope="session")
def put_files():
    """Write files below a folder, by their names; gives the folder."""

    def put(folder, files):
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return put


@pytest.fixture
def short_reviews(monkeypatch):
    """Reviews of finished games imagine a few games for each move: they find less, in a second."""
    for name, games in (("_SEARCHED", 1), ("_SHORTLISTED", 1), ("_SHORTLIST", 4), ("_JUDGED", 2), ("_OTHERS", 1)):
        monkeypatch.setattr(f"generator.solo.ai.game_review.{name}", games)


@pytest.fixture
def referee():
    """Run a program of the system on our output; a missing one is a failure, as without it nothing was proved."""

    def run(program, *arguments):
        if not shutil.which(program):
            pytest.fail(
                f"{program} is not installed: apt-get install poppler-utils qpdf mupdf-tools ghostscript gdal-bin"
            )
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"
        return done.stdout

    return run
