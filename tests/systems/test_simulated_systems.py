"""Commands on simulated systems: macOS, which refuses some limits, and Windows, which has no forks, signals or Unix sockets.

`macos/` and `windows/` change Python before a command starts; see there for what they simulate. What they do not: paths of
Windows, its consoles and its network.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

import pytest

REPOSITORY = Path(__file__).parents[2]
SYSTEMS = "macos", "windows"
SHEETS = "output/hadrians-wall/sheets-fillable-a4-en.pdf"
CARDS = "output/picket/raid-a4-en.pdf"
MADE = (
    ("new", "my-game"),
    ("pack", "my-game"),
    ("build", "hadrians-wall", "--only", "sheets", "--paper", "a4"),
    ("build", "picket", "--only", "raid", "--paper", "a4"),
    ("sheet", "read", SHEETS, "--json"),
    ("solo", "new", "hadrians-wall", "--name", "trial", "--seed", "7", "--sessions", "sessions"),
)
"""What commands of the table below find, made without simulation."""


@dataclass(frozen=True)
class Trial:
    """A command, its exit code and some words that it prints."""

    words: str
    said: str
    code: int = 0
    typed: str = ""


TRIALS = {
    "games": Trial("games --json", '"picket"'),
    "check": Trial("check picket", "no faults"),
    "build": Trial("build picket --paper a4 --out first", "9 files"),
    "build-in-two-languages": Trial("build picket --lang ja --paper a4 --only raid,score --out second", "ファイル3個"),
    "build-with-workers": Trial("build glory-to-rome --only sites --jobs 4 --paper a4 --out third", "1 file"),
    "build-again": Trial("build picket --only raid --paper a4 --verify", "1 file"),
    "build-pack": Trial("build my-game.zip --paper a4 --only raid --out fourth", "1 file"),
    "check-pack": Trial("check my-game.zip", "no faults"),
    "new": Trial("new another --from roll-and-write", "vallum check another"),
    "pack": Trial("pack my-game --out packs", "my-game.zip"),
    "schema": Trial("schema my-game", "game.schema.json"),
    "sheet-read": Trial(f"sheet read {SHEETS}", "Total"),
    "sheet-fill": Trial("sheet fill marks.json --out filled", "filled"),
    "preflight": Trial(f"preflight {CARDS}", "nothing wrong"),
    "preflight-shop": Trial(f"preflight {CARDS} --for drivethrucards", "fault", code=1),
    "export-pictures": Trial("export picket --to pictures --only raid --out pictures", "12 pictures"),
    "export-table": Trial("export picket --to tts --only raid --out table", "Upload"),
    "export-press": Trial("export picket --to pdfx-1a --only raid --out press", "CMYK"),
    "export-cutter": Trial("export picket --to silhouette --only raid --out cutter", "Silhouette"),
    "diff": Trial(f"diff {CARDS} {CARDS}", "nothing differs"),
    "calibrate": Trial("calibrate --out calibration", "calibration"),
    "gallery": Trial("gallery picket --only raid --out gallery", "raid"),
    "solo": Trial("solo resume trial --sessions sessions", "", typed="help\nquit\n"),
    "study": Trial("solo study --games 2 --jobs 1 --out study", "Digest"),  # Python passes locks on by its real system
    "export-list": Trial("export --list", "Virtual tables"),
    "help": Trial("help build", "examples:"),
    "completion": Trial("completion bash", "vallum"),
    "build-two-games": Trial("build picket hadrians-wall --only raid,fate --paper a4 --jobs 2 --out both", "2 files"),
    "solo-list": Trial("solo list --sessions sessions", "trial"),
    "fault": Trial("build no-such-game", "no-such-game", code=2),
}


def environment(folder, system):
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPYCACHEPREFIX") if name in os.environ}
    places = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "APPDATA", "USERPROFILE", "HOME")
    path = [str(Path(__file__).with_name(system))] if system else []
    own = {name: str(folder / "home") for name in places} | {"TMPDIR": str(folder / "temporary"), "LC_ALL": "C.UTF-8"}
    return kept | own | {"PYTHONPATH": os.pathsep.join([*path, str(REPOSITORY)]), "PYTHONWARNDEFAULTENCODING": "1"}


@pytest.fixture(scope="session")
def made(make_once):
    """A folder with what the commands find."""

    def fill(folder):
        (folder / "temporary").mkdir()
        (folder / "home").mkdir()
        code = (
            "import json, sys; from generator.cli.main import main; [main(words) for words in json.loads(sys.argv[1])]"
        )
        run = [sys.executable, "-c", code, json.dumps(MADE)]
        done = subprocess.run(
            run, cwd=folder, env=environment(folder, ""), capture_output=True, check=True, input=b"quit\n"
        )
        marks = next(line for line in done.stdout.decode().splitlines() if line.startswith("{"))
        (folder / "marks.json").write_text(marks, "utf-8")

    return make_once("simulated-systems", fill)


@pytest.fixture(scope="session", params=SYSTEMS)
def system(request):
    return request.param


@pytest.fixture(scope="session")
def desk(made, system, tmp_path_factory):
    """A copy of that folder for one system."""
    return Path(shutil.copytree(made, tmp_path_factory.mktemp(system) / "desk"))


@pytest.mark.parametrize("trial", TRIALS.values(), ids=TRIALS)
def test_command_works(desk, system, trial):
    command = [sys.executable, "-m", "generator", *trial.words.split()]
    done = subprocess.run(
        command,
        cwd=desk,
        env=environment(desk, system),
        capture_output=True,
        check=False,
        timeout=100,
        input=trial.typed.encode(),
    )

    said = done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")
    assert done.returncode == trial.code, said
    assert trial.said in said
    assert not any((desk / "temporary").iterdir())


def test_there_are_30_commands():
    assert len(TRIALS) == 30


def test_pages_are_served(desk, system):
    command = [sys.executable, "-m", "generator", "serve", "picket", "--port", "0", "--json", "--no-open"]
    with subprocess.Popen(command, cwd=desk, env=environment(desk, system), stdout=subprocess.PIPE) as server:
        try:
            link = json.loads(server.stdout.readline())["links"][0]
            page = build_opener(ProxyHandler({}), HTTPCookieProcessor()).open(link, timeout=60).read()
        finally:
            server.terminate()

    assert b"Picket" in page


def test_pack_is_read_without_a_network_where_no_process_can_be_forked(desk):
    code = """
import socket, sys
from generator.imports.packs.pack_process import run_on_packs
def work(games):
    try:
        socket.create_connection(("127.0.0.1", 9), 1)
    except PermissionError as error:
        print(error)
    return 7
sys.exit(run_on_packs(["my-game.zip"], work, lambda run: run()))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=desk,
        env=environment(desk, "windows"),
        capture_output=True,
        check=False,
        text=True,
    )

    assert (done.returncode, done.stdout) == (7, "a stranger's file is read without a network\n"), done.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_simulation_takes_away_what_the_system_lacks(tmp_path, system):
    code = """
import os, resource, sys
try:
    resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))
except ValueError as error:
    print(sys.platform, hasattr(os, "fork"), error)
"""
    (tmp_path / "home").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(tmp_path, system), capture_output=True, check=False, text=True
    )

    if system == "macos":
        assert done.stdout == "darwin True current limit exceeds maximum limit\n"
    else:
        assert done.stderr.endswith("ModuleNotFoundError: import of resource halted; None in sys.modules\n")
