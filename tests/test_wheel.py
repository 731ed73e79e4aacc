"""The wheel: it carries data and templates and no tests, and works where nothing of the checkout is."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from generator import __version__

ROOT = Path(__file__).parents[1]


def ran(*command, **how):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, timeout=120, **how)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built offline by the backend that pyproject.toml names."""
    folder = tmp_path_factory.mktemp("wheel")
    ran(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


class Installed(NamedTuple):
    """The wheel in an environment of its own."""

    run: Callable
    start: Callable
    desk: Path
    site: Path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A fresh environment with the wheel, which sees the libraries of this one but not the checkout."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder / "venv")
    paths = sysconfig.get_paths("venv", {"base": str(folder / "venv"), "platbase": str(folder / "venv")})
    bin_, site = Path(paths["scripts"]), Path(paths["purelib"])
    ran(
        *(sys.executable, "-m", "pip", "--python", bin_ / "python", "install"),
        *("--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", "--no-compile", wheel),
    )
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site / "libraries.pth").write_text("\n".join(sorted(libraries)))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL", "XDG"))}
    desk = folder / "desk"
    desk.mkdir()

    environ = kept | {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA")}

    def run(program, *arguments):
        return ran(bin_ / program, *arguments, cwd=desk, env=environ)

    def start(program, *arguments):
        return subprocess.Popen([bin_ / program, *arguments], cwd=desk, env=environ, stdout=subprocess.PIPE, text=True)

    return Installed(run, start, desk, site)


def below(folder, inside):
    """Names in the wheel of what lies in a folder of the checkout."""
    files = (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {f"{inside}/{path.relative_to(ROOT / folder).as_posix()}" for path in files}


@pytest.mark.parametrize(
    ("folder", "inside"),
    [("data", "generator/data"), ("templates", "generator/templates"), ("generator", "generator")],
)
def test_wheel_carries_all_of_it(names, folder, inside):
    assert below(folder, inside) - names == set()


def test_wheel_carries_nothing_else(names):
    extra = names - below("data", "generator/data") - below("templates", "generator/templates")

    assert {name.split("/")[0] for name in extra} == {"generator", f"vallum-{__version__}.dist-info"}
    assert all(name.endswith((".py", ".pyi", "/py.typed")) for name in extra if name.startswith("generator/"))


def test_command_works_from_an_empty_folder(installed):
    run, desk = installed.run, installed.desk

    assert "picket: Picket  見張り" in run("vallum", "games")
    assert "9" in run("vallum", "build", "picket", "--paper", "a4").splitlines()[1].split()
    assert sorted(path.name for path in (desk / "output/picket").iterdir()) == [
        "faces-en.json",
        "print-plan-a4-en.pdf",
        "raid-a4-en.pdf",
        "reference-a4-en.pdf",
        "rules-a4-en.pdf",
        "rules-booklet-a4-en.pdf",
        "rules-en.pdf",
        "score-a4-en.pdf",
        "score-fillable-a4-en.pdf",
        "watch-a4-en.pdf",
    ]


def test_new_game_starts_from_the_wheel(installed):
    installed.run("vallum", "new", "my-game")
    installed.run("vallum", "new", "my-deck", "--from", "prototype")

    assert "no faults" in installed.run("vallum", "check", "my-game")
    assert "no faults" in installed.run("vallum", "check", "my-deck")
    assert installed.run("vallum", "schema", "my-deck").startswith("my-deck/schemas/game.schema.json\n")


def test_pages_are_served_from_the_wheel(installed):
    with installed.start("vallum", "serve", "--port", "0", "--json") as process:
        link = json.loads(process.stdout.readline())["links"][0]
        with build_opener(HTTPCookieProcessor()).open(link, timeout=60) as answer:
            page = answer.read().decode()
        process.terminate()

    assert "Picket" in page


def test_nothing_of_the_checkout_is_used(installed):
    said = installed.run(
        "python", "-c", "import generator.load.game_locations as it; print(it.__file__); print(it.data_root())"
    )

    assert [Path(line).is_relative_to(installed.site) for line in said.splitlines()] == [True, True]
