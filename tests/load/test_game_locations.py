from pathlib import Path

import pytest

from generator.base.errors import UsageError
from generator.load import game_locations
from generator.load.game_locations import (
    data_root,
    find_game,
    is_sample,
    is_shipped,
    sample,
    shipped_games,
    templates_root,
)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A package folder with two games and a sample, and the working folder elsewhere."""
    for name, text in {
        "wall": "",
        "rome": "[tables.a]\nsample = true",
        "demo": "format = 1\nsample = true # a",
    }.items():
        (tmp_path / "generator" / "data" / name).mkdir(parents=True)
        (tmp_path / "generator" / "data" / name / "game.toml").write_text(text)
    (tmp_path / "generator" / "data" / "empty").mkdir()
    (tmp_path / "work" / "mine").mkdir(parents=True)
    monkeypatch.setattr(game_locations, "_PACKAGE", tmp_path / "generator")
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def test_only_games_of_the_program_are_shipped(home):
    assert is_shipped(data_root() / "rome")
    assert not is_shipped(Path("mine"))


def test_wheel_carries_its_data(home):
    (home / "templates").mkdir()

    assert data_root() == home / "generator" / "data"
    assert templates_root() == home / "templates"


def test_checkout_uses_its_top_folders():
    assert data_root() == Path(game_locations.__file__).parents[2] / "data"


def test_shipped_games_leave_the_sample_out(home):
    assert shipped_games() == ["rome", "wall"]
    assert sample() == data_root() / "demo"
    assert not is_sample(data_root() / "empty")


def test_games_are_found_by_id_or_path(home):
    Path("mine/game.toml").write_text("")

    assert find_game("demo") == data_root() / "demo"
    assert find_game("mine") == find_game("./mine/game.toml") == Path("mine")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("wal", "no game called 'wal'; did you mean 'wall'?"),
        ("x", "no game called 'x'; it is one of 'demo', 'rome', 'wall'"),
        ("mine", "'mine' is not a game; its folder has no game.toml"),
        ("a\x00b", "no game called 'a\\x00b'; it is one of 'demo', 'rome', 'wall'"),
    ],
)
def test_unknown_game_is_told(home, name, shown):
    with pytest.raises(UsageError) as caught:
        find_game(name)

    assert str(caught.value) == shown


def test_missing_sample_is_told(home):
    (home / "generator" / "data" / "demo" / "game.toml").unlink()

    with pytest.raises(UsageError, match="no sample game"):
        sample()
