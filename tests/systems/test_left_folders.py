"""Builds in bad surroundings: however they end, no temporary folder is left."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
SMALL_FILES = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))"
"""As a full disk: nothing beyond 20 kB of a file is written."""
MORTAL_WORKERS = """
import os, signal, threading
fork = os.fork
def forked():
    process = fork()
    if not process:
        threading.Timer(0.03, os.kill, (os.getpid(), signal.SIGKILL)).start()
    return process
os.fork = forked
"""
"""Each worker is killed soon after it was started."""
TRIAL = re.compile("[a-z0-9_]{8}")
COMMANDS = (
    "build picket --paper a4",
    "build hadrians-wall --only sheets,fate --paper a4 --jobs 2",
    "check glory-to-rome --only orders --jobs 2",
    "build my-game.zip --only raid --paper a4",
)
ANY = {0, 3, 5}
"""Those of a command whose workers may have been quicker."""
SURROUNDINGS = {
    "unusable-cache": (0, 0, 0, 0),
    "full-disk": (5, 5, 5, 5),
    "killed-worker": (ANY, ANY, ANY, ANY),
    "output-is-a-file": (5, 5, None, 5),
    "no-temporary-folder": (0, None, 0, 0),
    "killed-process": (-9, -9, None, None),
}
"""The exit code of each command; None: not tried."""
TRIALS = [
    pytest.param(surrounding, words, code, id=f"{surrounding}-{words.split()[1]}")
    for surrounding, codes in SURROUNDINGS.items()
    for words, code in zip(COMMANDS, codes, strict=True)
    if code is not None
]


@pytest.fixture(scope="session")
def pack(make_once):
    """A pack, as somebody sends it."""

    def fill(folder):
        for words in ("new my-game", "pack my-game"):
            run(folder, words)

    return make_once("left-folders", fill) / "my-game.zip"


def start(folder, words, begin="", **places):
    """Start a command after some code."""
    code = f"{begin}\nimport sys; sys.argv[0] = 'vallum'\nfrom generator.cli.entry import run_and_exit; run_and_exit()"
    own = {name: str(folder / "home") for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(REPOSITORY), "LC_ALL": "C.UTF-8"} | own | places
    # Python writes half of a module's bytecode to a full disk, and then cannot import the module.
    environment |= {"PYTHONPYCACHEPREFIX": os.environ["PYTHONPYCACHEPREFIX"], "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", code, *words.split()]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, cwd=folder, env=environment, **pipes)


def run(folder, words, begin="", **places):
    """Run a command after some code; gives its exit code."""
    with start(folder, words, begin, **places) as process:
        _, said = process.communicate()
    assert "bug in this program" not in said
    return process.returncode


@pytest.mark.parametrize(("surrounding", "words", "code"), TRIALS)
def test_no_temporary_folder_is_left(tmp_path, pack, surrounding, words, code):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    (tmp_path / "cache").touch()
    (tmp_path / "my-game.zip").write_bytes(pack.read_bytes())
    places = {"TMPDIR": str(temporary), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    begin = {"full-disk": SMALL_FILES, "killed-worker": MORTAL_WORKERS}.get(surrounding, "")
    if surrounding == "output-is-a-file":
        (tmp_path / "output").touch()
    if surrounding == "no-temporary-folder":
        places |= {"TMPDIR": str(tmp_path / "none"), "TEMP": str(temporary)}
    if surrounding == "killed-process":
        begin = "import os, threading; threading.Timer(0.6, os.kill, (os.getpid(), 9)).start()"

    ended = run(tmp_path, words, begin, **places)

    if surrounding == "killed-process":  # what it left is removed by the next one
        assert run(tmp_path, words, **places) == 0
    else:
        assert ended in (code if code == ANY else {code})
    assert left_in(temporary, killed=surrounding.startswith("killed")) == []


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("words", COMMANDS[1::2], ids=["build", "pack"])
def test_no_temporary_folder_is_left_by_a_process_that_is_told_to_end(tmp_path, pack, words, name):
    """As `kill` and time limits end a process, and the system where its terminal is closed."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    (tmp_path / "cache").touch()
    (tmp_path / "my-game.zip").write_bytes(pack.read_bytes())
    places = {"TMPDIR": str(temporary), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    # A run of the tests that outlives its terminal, as by nohup, leaves out the signal of a closed one.
    begin = f"import signal; signal.signal(signal.{name}, signal.SIG_DFL)"
    with start(tmp_path, words, begin, **places) as process:
        while process.poll() is None and not [*temporary.glob(".vallum.*")]:
            os.sched_yield()
        process.send_signal(signal.Signals[name])
        process.communicate()

    assert process.returncode == -signal.Signals[name]
    assert left_in(temporary, killed=False) == []


def left_in(folder, *, killed):
    """What is left in a folder; not the file with which a killed process tried it, as Python itself would remove that."""
    return [path for path in folder.iterdir() if not (killed and is_trial(path))]


def is_trial(path):
    """Whether `tempfile` wrote a file to find out whether its folder takes files: eight letters, empty or with `blat`."""
    return path.is_file() and bool(TRIAL.fullmatch(path.name)) and path.read_bytes() in {b"", b"blat"}


@pytest.mark.parametrize(
    ("name", "content", "is_left"),
    [
        ("a_b1c2d3", b"blat", False),
        ("a_b1c2d3", b"", False),
        ("a_b1c2d3", None, True),
        ("a_b1c2d3", b"words", True),
        ("tmpa_b1c2d3", b"", True),
        (".vallum.pack-a_b1c2d3.77.part", b"", True),
        ("deck.pdf", b"blat", True),
    ],
)
def test_what_is_left_is_told_apart_from_what_python_tries(tmp_path, name, content, is_left):
    path = tmp_path / name
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)

    assert left_in(tmp_path, killed=False) == [path]
    assert left_in(tmp_path, killed=True) == ([path] if is_left else [])


def test_files_that_python_tries_are_called_as_is_said_here(tmp_path, monkeypatch):
    """The first one is opened and, as in a process that is killed then, never removed."""
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: [str(tmp_path)])
    monkeypatch.setattr(os, "unlink", lambda _: None)

    tempfile._get_default_tempdir()

    (path,) = tmp_path.iterdir()
    assert is_trial(path)


def test_at_least_twenty_builds_are_tried():
    assert (len(SURROUNDINGS), len(TRIALS)) == (6, 20)
