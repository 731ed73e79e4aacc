"""On a system without forks workers are sent all the work of builds and exports, and files are as elsewhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

REPOSITORY = Path(__file__).parents[2]
CODE = """
import os, sys
import generator.base.parallel.spawned_workers as spawned
if sys.argv[1] == "fresh":
    del os.fork
os.cpu_count = lambda: 2
spawn, pools = spawned.spawn_workers, []
def note(divided, count):
    pool = spawn(divided, count)
    pools.append(type(pool).__name__)
    return pool
spawned.spawn_workers = note
import generator.build.outputs.game_outputs as outputs
outputs.SPAWNED = 0
from generator.cli.main import main
code = main(sys.argv[2:])
print(*pools)
sys.exit(code)
"""


TARGETS = "pictures", "tts", "playingcards", "tabletopia", "playground"


@pytest.mark.parametrize(
    ("words", "pools"),
    [
        pytest.param("build picket my-game --only raid", 1, id="two games"),
        pytest.param("build picket --ink --png 50 --svg", 4, id="all files"),
        *(pytest.param(f"export picket --only raid --to {target}", 1, id=target) for target in TARGETS),
    ],
)
def test_workers_are_sent_the_work(tmp_path, words, pools):
    """Not one function that they apply is unfit to be sent."""
    _, fresh = (run(tmp_path / way, words, way) for way in ("forked", "fresh"))

    said = fresh.stdout.splitlines()[-1].split()
    assert set(said) == {"SpawnedWorkers"}, fresh.stderr
    assert len(said) >= pools
    assert files(tmp_path / "fresh" / "made") == files(tmp_path / "forked" / "made")


def test_studies_give_the_same_games(tmp_path):
    digests = {
        line
        for way in ("forked", "fresh")
        for line in run(tmp_path / way, "solo study --games 4", way).stdout.splitlines()
        if line.startswith("Digest")
    }

    assert len(digests) == 1


def run(folder, words, way):
    """Run a command with forked or fresh workers."""
    (folder / "home").mkdir(parents=True)
    places = {name: str(folder / "home") for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    environment = os.environ | places | {"PYTHONPATH": str(REPOSITORY), "LC_ALL": "C.UTF-8", "VALLUM_WARM": "0"}
    paper = ["--paper", "a4"] if words.startswith("build") else []
    if "my-game" in words:
        subprocess.run(
            [sys.executable, "-m", "generator", "new", "my-game"],
            cwd=folder,
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )
    command = [sys.executable, "-c", CODE, way, *words.split(), "--jobs", "2", "--out", "made", *paper]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr
    return done


def files(folder):
    """All files that a command made, but those that name its folder."""
    return {path.relative_to(folder): content(path) for path in folder.rglob("*") if path.suffix not in {"", ".json"}}


def content(path):
    """The bytes of a file, or the pixels of a picture: ISA-L may compress the same pixels in two ways."""
    if path.suffix != ".png":
        return path.read_bytes()
    with Image.open(path) as picture:
        return picture.mode, picture.size, picture.info.get("dpi"), picture.tobytes()
