import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.base.errors import OutputError, UsageError
from generator.load.game_loader import load
from generator.load.game_locations import sample as sample_game
from generator.load.new_game import create_game

MARKED = """\
# A sample.
format = 1
sample = true    # a game to copy,
                 # and not to print
title = { en = "Demo" }

[tables.a]
sample = true
"""


@pytest.fixture
def sample(put):
    return put({"game.toml": MARKED, "cards/raid.csv": "id\n", "templates/raid.svg.j2": b"<svg/>\r\n"})


def test_copies_every_file_and_drops_the_mark(sample, tmp_path):
    written = create_game(tmp_path / "deep" / "my-game", sample)

    target = tmp_path / "deep" / "my-game"
    assert written == ("cards/raid.csv", "game.toml", "templates/raid.svg.j2")
    assert (target / "templates/raid.svg.j2").read_bytes() == b"<svg/>\r\n"
    assert (target / "game.toml").read_text() == (
        '#:schema ./schemas/game.schema.json\n# A sample.\nformat = 1\ntitle = { en = "My Game" }\n\n[tables.a]\nsample = true\n'
    )


@pytest.mark.parametrize(
    ("name", "title"),
    [("my-game", "My Game"), ("two_words", "Two Words"), ("BIG", "BIG"), ("双六", "双六"), ("it's-é", "It's É")],
)
def test_copy_is_titled_after_its_folder(tmp_path, name, title):
    create_game(tmp_path / name, sample_game())

    assert load(tmp_path / name).title.by == (("en", title), ("ja", title))


def test_copy_of_a_sound_game_is_sound(spoilt, tmp_path):
    create_game(tmp_path / "my-game", spoilt("game.toml", "format = 1", "format = 1\nsample = true"))

    copy = load(tmp_path / "my-game")
    assert (copy.id, copy.sample) == ("my-game", False)


def test_empty_folder_is_taken(sample, tmp_path):
    (tmp_path / "my-game").mkdir()

    assert create_game(tmp_path / "my-game", sample)


def test_game_is_not_there_before_all_of_it_is_written(sample, tmp_path, monkeypatch):
    def full(path, _, write=Path.write_bytes):
        if path.name == "game.toml":
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, b"")

    monkeypatch.setattr(Path, "write_bytes", full)
    (tmp_path / "empty").mkdir()

    for name in ("new", "empty"):
        with pytest.raises(OutputError, match="no space left on device"):
            create_game(tmp_path / name, sample)
    assert set(tmp_path.iterdir()) == {sample, tmp_path / "empty"}
    assert not list((tmp_path / "empty").iterdir())


@pytest.mark.skipif(os.name != "posix", reason="processes cannot be asked for")
def test_what_a_killed_process_has_left_is_in_nobodys_way(sample, tmp_path):
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    (tmp_path / "empty" / f".new-game.{done.pid}.part" / "cards").mkdir(parents=True)

    assert create_game(tmp_path / "empty", sample)
    assert sorted(path.name for path in (tmp_path / "empty").iterdir()) == ["cards", "game.toml", "templates"]


@pytest.mark.parametrize("there", ["folder/file", "file"])
def test_what_is_there_is_not_overwritten(sample, tmp_path, there):
    (tmp_path / "folder").mkdir()
    (tmp_path / there).write_text("mine")

    with pytest.raises(UsageError, match="is there already; choose a new name or an empty folder"):
        create_game(tmp_path / there.split("/")[0], sample)
    assert (tmp_path / there).read_text() == "mine"


@pytest.mark.parametrize("name", ["-x", "aux", ".hidden", "a*b"])
def test_name_must_do_for_a_game(sample, tmp_path, name):
    with pytest.raises(UsageError, match="cannot name a game"):
        create_game(tmp_path / name, sample)
    assert not (tmp_path / name).exists()


def test_folder_that_cannot_be_written_is_told(sample, tmp_path):
    (tmp_path / "file").write_text("x")

    with pytest.raises(OutputError, match="cannot be written: not a directory"):
        create_game(tmp_path / "file" / "my-game", sample)
