"""Output that cannot be written: exit 5, one line, and what stood there stays."""

import errno
import os

import pytest

A4 = "--paper", "a4"
RAID = "build", "picket", "--only", "raid", *A4


@pytest.mark.parametrize("out", ["in-the-way", "in-the-way/deeper"])
def test_file_where_a_folder_is_needed(vallum, desk, out):
    (desk / "in-the-way").write_text("mine")

    said = vallum(*RAID, "--out", out)

    assert (said.code, said.out, said.err.count("\n")) == (5, "", 1)
    assert said.err.startswith(f"{out}/picket/raid-a4-en.pdf: a file stands where a folder is needed; ")
    assert (desk / "in-the-way").read_text() == "mine"


def test_folder_where_the_file_goes(vallum, desk):
    (desk / "output/picket/raid-a4-en.pdf").mkdir(parents=True)

    said = vallum(*RAID)

    assert (said.code, said.err.count("\n")) == (5, 1)
    assert said.err.startswith("output/picket/raid-a4-en.pdf: a folder of that name is in the way; ")


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the folder that a process works in")
def test_working_folder_that_was_removed(vallum, desk):
    desk.rmdir()

    said = vallum(*RAID)

    assert (said.code, said.err) == (5, "the folder you work in was removed; change to another\n")


def test_name_that_is_too_long(vallum):
    said = vallum(*RAID, "--out", "x" * 300)

    assert (said.code, said.err.count("\n")) == (5, 1)
    assert said.err.endswith("the name is too long; choose a shorter folder with --out\n")


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "the disk cannot be written to"),
        (errno.EACCES, "permission denied"),
        (errno.EIO, "cannot be written (input/output error)"),
    ],
)
def test_disk_that_fails_leaves_the_old_file(vallum, my_game, desk, as_left, monkeypatch, call, code, words):
    build = "build", "my-game", "--only", "raid", *A4
    assert vallum(*build).code == 0
    before = as_left(desk / "output")
    rows = my_game / "cards/raid.csv"
    rows.write_text(rows.read_text("utf-8").replace("Smoke before dawn.", "Smoke at dawn."), "utf-8")

    def fail(*_):
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as broken:
        broken.setattr(os, call, fail)
        said = vallum(*build)
    after = as_left(desk / "output")
    mended = vallum(*build)

    assert (said.code, said.out, said.err.count("\n")) == (5, "", 1)
    assert said.err.startswith(f"output/my-game/raid-a4-en.pdf: {words}")
    assert after == before
    assert mended.code == 0
    assert as_left(desk / "output") != before


def test_picture_that_cannot_be_written(vallum, desk):
    (desk / "output/picket").mkdir(parents=True)
    (desk / "output/picket/svg").write_text("mine")

    said = vallum(*RAID, "--svg")

    assert (said.code, said.err.count("\n")) == (5, 1)
    assert (desk / "output/picket/raid-a4-en.pdf").is_file()


def test_test_sheet_that_cannot_be_written(vallum, desk):
    (desk / "output").write_text("mine")

    said = vallum("calibrate")

    assert (said.code, said.err.count("\n")) == (5, 1)
    assert said.err.startswith("output/calibration-a4-en.pdf: a file stands where a folder is needed")


def test_new_game_that_cannot_be_written(vallum, desk):
    (desk / "in-the-way").write_text("mine")

    said = vallum("new", "in-the-way/my-game")

    assert (said.code, said.err) == (5, "'in-the-way/my-game' cannot be written: not a directory\n")


@pytest.mark.parametrize("out", [".", "my-game", "my-game/out", "my-game/../my-game/x"])
def test_output_among_the_game_s_own_files_is_refused(vallum, my_game, as_left, out):
    before = as_left(my_game)

    said = vallum("build", "my-game", *A4, "--out", out)

    assert (said.code, said.out) == (5, "")
    assert said.err.endswith(": lies in the folder of the game itself; choose another with --out\n")
    assert as_left(my_game) == before


def test_game_built_from_inside_can_be_written_beside_it(vallum, my_game, monkeypatch):
    monkeypatch.chdir(my_game)

    assert vallum("check", ".").code == 0
    assert vallum("build", ".", "--only", "raid", *A4, "--out", "../output").code == 0


def test_output_beside_the_game_is_not_among_its_files(vallum, my_game):
    assert vallum("build", "my-game", "--only", "raid", *A4, "--out", "my-games").code == 0


def test_cache_that_cannot_be_written_only_costs_time(vallum, desk, tmp_path, monkeypatch):
    (tmp_path / "no-folder").write_text("mine")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no-folder"))

    assert vallum(*RAID).code == 0
    assert (desk / "output/picket/raid-a4-en.pdf").is_file()


def test_damaged_cache_only_costs_time(vallum, desk, tmp_path, monkeypatch, as_left):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "fresh"))
    vallum(*RAID)
    before = [data for data, _ in as_left(desk / "output").values()]
    for entry in (tmp_path / "fresh").rglob("*"):
        if entry.is_file():
            entry.write_bytes(b"damaged" + entry.read_bytes()[7:])
    (desk / "output/picket/raid-a4-en.pdf").unlink()

    assert vallum(*RAID).code == 0
    assert [data for data, _ in as_left(desk / "output").values()] == before
