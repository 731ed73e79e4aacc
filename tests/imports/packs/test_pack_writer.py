import os
import shutil
import zipfile
from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.imports.packs import pack_writer
from generator.imports.packs.pack_reader import unpack
from generator.imports.packs.pack_writer import write_pack
from generator.load.game_locations import sample


@pytest.fixture
def game(tmp_path):
    return Path(shutil.copytree(sample(), tmp_path / "My Game"))


def test_pack_gives_the_same_files_back(game, tmp_path):
    pack = write_pack(game, "My Game", tmp_path)

    folder = unpack(pack.path, "x.zip", tmp_path / "target")

    assert (pack.path.name, folder.name, pack.left_out) == ("My Game.zip", "My Game", ())
    assert contents(folder) == contents(game)
    assert sorted(contents(game)) == list(pack.files)


def test_same_files_give_the_same_bytes(game, tmp_path):
    first = write_pack(game, "game", tmp_path / "a").path.read_bytes()
    for path in game.rglob("*"):
        os.utime(path, (1, 1))
    (game / "game.toml").chmod(0o600)

    assert write_pack(game, "game", tmp_path / "b").path.read_bytes() == first


def test_what_is_left_out_is_told(game, tmp_path):
    for name in (
        ".git/config",
        "output/My Game/raid.pdf",
        "art/.DS_Store",
        "old.zip",
        "__pycache__/x.pyc",
        "art/aux.png",
    ):
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_bytes(b"")
    (game / "art" / "link.png").symlink_to("/etc/hostname")
    os.mkfifo(game / "pipe")

    pack = write_pack(game, "game", tmp_path)

    assert pack.left_out == (
        (".git", "hidden"),
        ("__pycache__", "left by another program"),
        ("art/.DS_Store", "hidden"),
        ("art/aux.png", "'aux.png' is not portable; Windows cannot hold it, choose another name"),
        ("art/link.png", "a link"),
        ("old.zip", "an archive"),
        ("output", "written by the program"),
        ("pipe", "no regular file"),
    )
    with zipfile.ZipFile(pack.path) as archive:
        assert [name.removeprefix("My Game/") for name in archive.namelist()] == list(pack.files)


def test_game_with_faults_is_not_packed(game, tmp_path):
    (game / "game.toml").write_text("format = 1\n")

    with pytest.raises(Faults):
        write_pack(game, "game", tmp_path)
    assert not list(tmp_path.glob("*.zip"))


def test_names_that_are_one_on_other_systems_are_refused(game, tmp_path):
    (game / "art").mkdir(exist_ok=True)
    for name in ("tower.png", "Tower.png"):
        (game / "art" / name).write_bytes(b"")

    with pytest.raises(Faults, match=r"'art/Tower\.png' and 'art/tower\.png' are one name on some systems"):
        write_pack(game, "game", tmp_path)


def test_files_have_a_limit_together(game, tmp_path, monkeypatch):
    size = sum(map(len, contents(game).values()))
    monkeypatch.setattr(pack_writer, "MOST_BYTES", size)
    assert write_pack(game, "game", tmp_path).path.is_file()
    monkeypatch.setattr(pack_writer, "MOST_BYTES", size - 1)

    with pytest.raises(Faults, match="the files are over 0 MB; a pack holds no more"):
        write_pack(game, "game", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("depth", "is_packed"), [(16, True), (17, False)])
def test_file_in_too_many_folders_is_left_out(game, tmp_path, depth, is_packed):
    name = "/".join([*"a" * depth, "x.csv"])
    (game / name).parent.mkdir(parents=True)
    (game / name).write_bytes(b"")
    pack = write_pack(game, "game", tmp_path)

    assert (name in pack.files) == is_packed
    assert pack.left_out == (() if is_packed else ((name, "nested too deeply"),))
