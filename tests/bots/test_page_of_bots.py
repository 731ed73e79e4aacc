"""The programs in docs/bots.md, run as they stand there, and the keys it names."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/bots.md").read_text("utf-8")
PROGRAMS = dict(
    zip(("python", "gymnasium", "pipe"), re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S), strict=True)
)
VALLUM = [sys.executable, "-m", "generator"]


@pytest.fixture
def run(tmp_path):
    """Run a program of Python in an empty folder, and return what it prints."""

    def printed(program):
        file = tmp_path / "bot.py"
        file.write_text(program.replace('"vallum"', ", ".join(map(repr, VALLUM))), "utf-8")
        about = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, file], cwd=tmp_path, env=about, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    return printed


def test_bot_is_short_and_better_than_chance(run):
    printed = run(PROGRAMS["python"])

    assert len(PROGRAMS["python"].splitlines()) <= 20
    assert min(map(int, printed[::2])) > 0  # chance gets about -14


def test_learning_program_plays_a_game(run):
    assert int(run(PROGRAMS["gymnasium"])[0]) < 0


def test_bot_over_a_pipe_plays_a_game(run):
    assert "generator" not in PROGRAMS["pipe"]
    assert int(run(PROGRAMS["pipe"])[0]) < 60


def test_documents_have_the_keys_of_the_page(tmp_path):
    command = [*VALLUM, *shlex.split(re.search(r"^vallum (solo new --json.*)$", PAGE, re.M)[1])]
    said = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, input="no action\nquit\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    first, wrong = map(json.loads, said.stdout.splitlines())
    named = set(re.findall(r"`(\w+)`", PAGE))

    assert {*first, *wrong, *first["seen"]} <= named
    assert (first["ok"], wrong["ok"], wrong["done"]) == (True, False, [])
    assert wrong["error"]
    assert wrong["seen"] == first["seen"]
