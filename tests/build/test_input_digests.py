"""Digests of a game's files, of which those that are unchanged are not read again."""

import os
import shutil
import time
from pathlib import Path

import pytest

from generator.base import hashing
from generator.build.input_digests import InputDigests

LONG_AGO = 3  # seconds: a file that was changed just now is read again, whatever its date


@pytest.fixture
def game(tmp_path, monkeypatch):
    """The folder of a game; its files look as if they had been changed long ago."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + LONG_AGO * 10**9)
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "game.toml").write_text("format = 1\n")
    (folder / "cards.csv").write_text("id\na\n")
    return folder


@pytest.fixture
def read(monkeypatch):
    """The names of the files that are read."""
    names, digest_of = [], hashing._digest_of
    monkeypatch.setattr(hashing, "_digest_of", lambda path: (names.append(Path(path).name), digest_of(path))[1])
    return names


def test_unchanged_files_are_not_read_again(game, read):
    first = InputDigests.of(game)
    read.clear()

    assert InputDigests.of(game) == first
    assert read == []


def test_changed_file_alone_is_read_again(game, read):
    first = InputDigests.of(game)
    read.clear()
    (game / "cards.csv").write_text("id\nb\n")

    assert InputDigests.of(game) != first
    assert read == ["cards.csv"]


def test_file_of_the_same_size_and_date_is_read_again(game):
    first, date = InputDigests.of(game), (game / "cards.csv").stat()
    (game / "cards.csv").write_text("id\nb\n")
    os.utime(game / "cards.csv", ns=(date.st_atime_ns, date.st_mtime_ns))

    assert InputDigests.of(game) != first


def test_file_changed_a_moment_ago_is_read_again(game, read, monkeypatch):
    monkeypatch.setattr(time, "time_ns", lambda: (game / "cards.csv").stat().st_mtime_ns)
    InputDigests.of(game)
    read.clear()

    InputDigests.of(game)

    assert sorted(read) == ["cards.csv", "game.toml"]


def test_damaged_digests_cost_time_only(game, tmp_path):
    first = InputDigests.of(game)
    for entry in (tmp_path / "cache" / "vallum" / "made").iterdir():
        entry.write_bytes(b"damaged")

    assert InputDigests.of(game) == first


def test_digests_follow_files_that_go(game):
    both = InputDigests.of(game).everything
    (game / "cards.csv").rename(game / "other.csv")

    assert InputDigests.of(game).everything != both
    (game / "other.csv").rename(game / "cards.csv")
    assert InputDigests.of(game).everything == both


def test_game_without_a_cache(game, monkeypatch):
    first = InputDigests.of(game)
    monkeypatch.setattr("generator.build.input_digests.user_cache", lambda: None)

    assert InputDigests.of(game) == first


def test_moved_game_has_the_same_digests(game, tmp_path):
    first = InputDigests.of(game)
    shutil.move(game, tmp_path / "moved")

    assert InputDigests.of(tmp_path / "moved") == first
