"""The same input gives the same files: wherever, whenever and however they are made."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import runpy, sys, time
if len(sys.argv) > 1 and sys.argv[1] == "--long-ago":
    del sys.argv[1]
    time.time, moment = lambda: 86400.0, time.gmtime(86400)
    time.localtime = time.gmtime = lambda *_: moment
runpy.run_module("generator", run_name="__main__")
"""
GAMES = ("glory-to-rome", "hadrians-wall", "picket")
WORDS = ("build", *GAMES, "--lang", "en", "--lang", "ja", "--paper", "a4")
HERE = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "1"}
THERE = {"TZ": "America/Lima", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2", "LANGUAGE": "ja", "RL_invariant": "0"}


def installed(folder):
    """A copy of the whole program, its files of another day."""
    bare = shutil.ignore_patterns("__pycache__")
    for part in ("generator", "data", "templates"):
        shutil.copytree(ROOT / part, folder / part, copy_function=shutil.copyfile, ignore=bare)
    return folder


def ran(program, place, *words, **env):
    """Run a build of a program in a place of its own; the digests of the files that it left in `out`, by name."""
    homes = {"XDG_CACHE_HOME": str(place / "cache"), "XDG_CONFIG_HOME": str(place), "PYTHONPATH": str(program)}
    place.mkdir(exist_ok=True)
    shutil.rmtree(place / "out", ignore_errors=True)
    subprocess.run(
        [sys.executable, "-c", PROGRAM, *words, "--out", "out"],
        cwd=place,
        env={"PATH": os.environ["PATH"]} | homes | env,
        capture_output=True,
        check=True,
    )
    made = (path for path in place.glob("out/*/*") if path.is_file())
    return {f"{path.parent.name}/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest() for path in made}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return installed(tmp_path_factory.mktemp("here"))


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("first")


@pytest.fixture(scope="module")
def first(program, place):
    """Made here, in one process, with nothing in the cache."""
    return ran(program, place, *WORDS, "--jobs", "1", **HERE)


def test_other_folder_clock_locale_seed_and_workers_give_the_same_bytes(first, program, tmp_path):
    other = installed(tmp_path / "another folder")
    again = ran(other, tmp_path / "å", "--long-ago", *WORDS, "--jobs", "2", **THERE)

    assert len(first) == 30 + 30 + 20
    assert again == first


def test_cached_faces_give_the_same_bytes(first, program, place):
    assert list((place / "cache").rglob("faces"))
    assert ran(program, place, *WORDS, **THERE) == first


def test_game_in_a_folder_of_ones_own_gives_the_same_bytes(first, program, tmp_path):
    shutil.copytree(ROOT / "data/picket", tmp_path / "games/picket")
    words = ("--lang", "en", "--lang", "ja", "--paper", "a4")
    own = ran(program, tmp_path / "place", "build", str(tmp_path / "games/picket"), *words)
    plans = {f"picket/print-plan-a4-{lang}.pdf" for lang in ("en", "ja")}  # they say whose drawings these are

    assert {name for name in own if own[name] != first[name]} == plans
    assert len(own) == 20


def test_source_date_epoch_changes_nothing_but_the_date(prints, tmp_path):
    dated = tmp_path / "dated"
    ran(ROOT, dated, "build", "picket", SOURCE_DATE_EPOCH="1000000000")
    for file in prints("picket"):
        plain, changed = file.path.read_bytes(), (dated / "out/picket" / file.path.name).read_bytes()

        assert b"D:20010909000000Z" in changed
        assert b"2001-09-09T00:00:00Z" in changed
        assert undated(plain) == undated(changed)


def undated(data):
    """A file without its dates, and without the identifier that is made from all it holds."""
    data = re.sub(rb"D:\d{8}000000Z|\d{4}-\d\d-\d\dT00:00:00Z", b"", data)
    return re.sub(rb"/ID\s*\[<\w{32}><\w{32}>\]", b"", data)
