"""A folder with the project of another program, and the game that is made of it."""

import io

import pytest
from PIL import Image

from generator.cli.main import main
from generator.imports.projects.project_reader import read_project


def picture(kind="PNG", size=(300, 300)):
    packed = io.BytesIO()
    Image.new("RGB", size, "#808000").save(packed, kind)
    return packed.getvalue()


@pytest.fixture
def project(tmp_path, put_files):
    """Write files of a project and read the first; gives what was read."""
    return lambda files: read_project(
        put_files(tmp_path / "theirs", {k: v for k, v in files.items() if k}) / next(iter(files))
    )


@pytest.fixture
def imported(tmp_path, capsys):
    """Import a project that was written; gives the game's folder and the lines that were printed."""

    def run(name):
        folder = tmp_path / "my-game"
        code = main(["import", str(folder), str(tmp_path / "theirs" / name)])
        told = capsys.readouterr()
        assert code == 0, told.err
        return folder, told.out.splitlines()

    return run


@pytest.fixture
def sound(tmp_path, capsys):
    """Hold a game to `vallum check`, and build it."""

    def hold(folder):
        capsys.readouterr()
        assert main(["check", str(folder), "--jobs", "1"]) == 0, capsys.readouterr().err
        build = ["build", str(folder), "--paper", "a4", "--jobs", "1", "--out", str(tmp_path / "out")]
        assert main(build) == 0, capsys.readouterr().err
        assert [*(tmp_path / "out").rglob("*.pdf")]

    return hold
