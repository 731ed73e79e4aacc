import os
import sys

import pytest

from generator.base import cache_pruning
from generator.base.cache import DAY, Cache
from generator.base.cache_pruning import prune_cache

NOW = 1_800_000_000.0


@pytest.fixture
def entry(tmp_path):
    """Put a file below the cache that was used so many days ago."""

    def put(name, days, content=b"x"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        os.utime(path, (NOW - days * DAY,) * 2)
        return path

    return put


def left(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_what_was_not_used_for_a_month_goes_with_its_folder(entry, tmp_path):
    entry("render-old/templates/x", 31)
    entry("faces/picket-colour/raid-en", 31)
    entry("faces/picket-colour/raid-ja", 29)

    prune_cache(tmp_path, NOW)

    assert left(tmp_path) == ["faces/picket-colour/raid-ja", "pruned"]
    assert not (tmp_path / "render-old").exists()


def test_fonts_sessions_and_unknown_folders_stay(entry, tmp_path):
    names = ["fonts/a.ttf", "sessions/mine/events", "my-game/raid", "faces.txt"]
    for name in names:
        entry(name, 400)

    prune_cache(tmp_path, NOW)

    assert left(tmp_path) == sorted([*names, "pruned"])


def test_least_recently_used_go_beyond_the_size(entry, tmp_path, monkeypatch):
    monkeypatch.setattr(cache_pruning, "MOST_BYTES", 250)
    for days in range(4):
        entry(f"faces/game/{days}", days + 0.5, bytes(100))

    prune_cache(tmp_path, NOW)

    assert left(tmp_path) == ["faces/game/0", "faces/game/1", "pruned"]


def test_what_a_build_of_today_used_stays_whatever_the_size(entry, tmp_path, monkeypatch):
    monkeypatch.setattr(cache_pruning, "MOST_BYTES", 0)
    entry("faces/game/a", 0.9)

    prune_cache(tmp_path, NOW)

    assert left(tmp_path) == ["faces/game/a", "pruned"]


def test_looks_once_a_day(entry, tmp_path):
    prune_cache(tmp_path, NOW)
    entry("faces/game/a", 31)

    prune_cache(tmp_path, NOW + 0.9 * DAY)
    before = left(tmp_path)
    prune_cache(tmp_path, NOW + 1.1 * DAY)

    assert (before, left(tmp_path)) == (["faces/game/a", "pruned"], ["pruned"])


def test_linked_folder_is_not_followed(entry, tmp_path):
    other = entry("elsewhere/a", 400)
    (tmp_path / "faces").symlink_to(other.parent, target_is_directory=True)
    entry("render-a/b", 1)
    (tmp_path / "render-a" / "linked").symlink_to(other.parent, target_is_directory=True)

    prune_cache(tmp_path, NOW)

    assert other.exists()


def test_entry_that_another_process_removes_is_no_error(entry, tmp_path, monkeypatch):
    entry("faces/game/a", 31)
    unlink = os.unlink
    monkeypatch.setattr(os, "unlink", lambda path: (unlink(path), unlink(path)))

    prune_cache(tmp_path, NOW)

    assert left(tmp_path) == ["pruned"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything can be written")
def test_folder_that_cannot_be_written_is_left_alone(entry, tmp_path):
    entry("faces/game/a", 31)
    tmp_path.chmod(0o500)

    prune_cache(tmp_path, NOW)

    assert left(tmp_path) == ["faces/game/a"]


def test_no_cache_is_nothing_to_do(tmp_path):
    prune_cache(None)
    prune_cache(tmp_path / "missing")

    assert left(tmp_path) == []


def test_entry_that_is_read_counts_as_used(tmp_path):
    cache = Cache(tmp_path / "faces")
    cache.put("game/a", 1)
    cache.put("game/b", 2)
    for path in (tmp_path / "faces" / "game").iterdir():
        os.utime(path, (1, 1))

    assert cache.get("game/a") == 1
    prune_cache(tmp_path)

    assert left(tmp_path) == ["faces/game/a", "pruned"]
