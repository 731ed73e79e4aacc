import pytest

from generator.base.errors import OutputError, UsageError
from generator.load.game_loader import load
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
        '#:schema ./schemas/game.schema.json\n# A sample.\nformat = 1\ntitle = { en = "Demo" }\n\n[tables.a]\nsample = true\n'
    )


def test_copy_of_a_sound_game_is_sound(spoilt, tmp_path):
    create_game(tmp_path / "my-game", spoilt("game.toml", "format = 1", "format = 1\nsample = true"))

    copy = load(tmp_path / "my-game")
    assert (copy.id, copy.sample) == ("my-game", False)


def test_empty_folder_is_taken(sample, tmp_path):
    (tmp_path / "my-game").mkdir()

    assert create_game(tmp_path / "my-game", sample)


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
