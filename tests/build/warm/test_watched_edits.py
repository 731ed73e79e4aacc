"""After every edit, a build that watches, and one that two computers share, make the files of a fresh one."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random

from generator.base.file_memory import forget_files
from generator.cli.main import main
from tests.build.warm.conftest import GAME, value_of_child
from tests.build.warm.test_random_edits import Edits, printed

ROOT = Path(__file__).parents[3]
ORDER = "--paper", "a4", "--lang", "en,ja", "--jobs", "1"


@contextmanager
def watched(folder, out):
    """A process that builds a game whenever a file of it changes, from when it watches."""
    command = [sys.executable, "-m", "generator", "build", str(folder), *ORDER, "--watch", "--out", str(out)]
    environment = os.environ | {"VALLUM_WARM": "0"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=ROOT, env=environment, text=True, **pipes) as process:
        try:
            while "Ctrl-C ends" not in process.stdout.readline():
                assert process.poll() is None
            threading.Thread(target=process.stdout.read, daemon=True).start()  # a full pipe would stop it
            yield
        finally:
            process.kill()


def outcome(*words, cache):
    """The exit code of a command in a process of its own, and its faults."""

    def run():
        forget_files()
        os.environ["XDG_CACHE_HOME"] = str(cache)
        code, said = printed(main, [*map(str, words), "--json"])
        return code, json.loads(said).get("faults", [])

    return value_of_child(run)


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.pdf")}


def awaited_files(folder, expected):
    """The files of a folder once they are the expected ones, or after a hundred seconds."""
    end = time.monotonic() + 100
    while (present := files(folder)) != expected and time.monotonic() < end:
        time.sleep(0.02)
    return present


def shard(folder, number, out, cache):
    return outcome("build", folder, *ORDER, "--shard", f"{number}/2", "--out", out, cache=cache)


def test_watch_and_shards_make_the_same(small, monkeypatch, tmp_path, long):
    seed, cache = Random().randrange(10**6), tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    edits, parts, joined = Edits(small, Random(seed)), [tmp_path / "part 1", tmp_path / "part 2"], tmp_path / "joined"
    small.write("game.toml", GAME.replace('languages = ["en"]', 'languages = ["en", "ja"]'))

    with watched(small.folder, tmp_path / "watched"):
        for number in range(1_000 if long else 6):
            about = f"edit {number} ({edits.make()}) of seed {seed}"
            scratch = tmp_path / "fresh"
            code, faults = outcome("build", small.folder, *ORDER, "--out", scratch / "out", cache=scratch / "cache")
            expected = files(scratch / "out")
            shutil.rmtree(scratch)

            said = [shard(small.folder, at, part, cache) for at, part in enumerate(parts, 1)]
            assert max(said)[0] == code, about
            assert {fault for part in said for fault in part[1]} == {*faults}, about
            if code == 0:
                assert outcome("join", *parts, "--out", joined, cache=cache)[0] == 0, about
                assert files(joined) == expected, about
                assert awaited_files(tmp_path / "watched", expected) == expected, about
