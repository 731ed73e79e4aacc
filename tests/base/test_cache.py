import os
import time

import pytest

from generator.base.cache import DAY, Cache
from generator.base.file_memory import forget_files, keep_files


@pytest.fixture
def memory():
    """What a process that builds again and again keeps."""
    yield keep_files()
    forget_files()


def test_keeps_and_finds(tmp_path):
    cache = Cache(tmp_path)

    cache.put("faces/raid-en", {"a": (1, 2)})

    assert cache.get("faces/raid-en") == {"a": (1, 2)}
    assert cache.get("faces/raid-ja") is None


def test_damaged_entry_is_a_miss(tmp_path):
    cache = Cache(tmp_path)
    cache.put("x", "value")
    data = bytearray((tmp_path / "x").read_bytes())

    for place in (0, len(data) // 2, len(data) - 1):
        hurt = data.copy()
        hurt[place] ^= 1
        (tmp_path / "x").write_bytes(hurt)
        assert cache.get("x") is None


def test_without_a_folder_nothing_is_kept():
    cache = Cache(None)

    cache.put("x", 1)

    assert cache.get("x") is None


def test_unwritable_folder_costs_only_time(tmp_path):
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file")

    cache.put("x", 1)

    assert cache.get("x") is None


def test_entry_in_the_place_of_another_is_a_miss(tmp_path):
    cache = Cache(tmp_path).below("game")
    cache.put("one", 1)
    cache.put("two", 2)
    (tmp_path / "game/one").write_bytes((tmp_path / "game/two").read_bytes())

    assert cache.get("one") is None
    assert cache.get("two") == 2
    assert Cache(tmp_path).get("game/two") == 2


def test_process_that_keeps_values_misses_an_entry_in_the_place_of_another(tmp_path, memory):
    cache = Cache(tmp_path)
    cache.put("one", 1, keep=True)
    cache.put("two", 2, keep=True)
    (tmp_path / "one").write_bytes((tmp_path / "two").read_bytes())

    assert cache.get("one", keep=True) is None
    assert cache.get("two", keep=True) == 2


@pytest.mark.skipif(os.name != "posix", reason="has no named pipes")
def test_pipe_in_the_place_of_an_entry_is_a_miss(tmp_path):
    cache = Cache(tmp_path)
    os.mkfifo(tmp_path / "x")

    assert cache.get("x") is None
    cache.put("x", 1)
    assert cache.get("x") == 1


@pytest.mark.parametrize(("age", "is_dated"), [(0.9 * DAY, False), (1.1 * DAY, True)])
def test_entry_that_is_read_has_the_date_of_the_day(tmp_path, age, is_dated):
    cache, entry, before = Cache(tmp_path), tmp_path / "x", time.time()
    cache.put("x", 1)
    os.utime(entry, (before - age, before - age))

    assert cache.get("x") == 1
    assert (entry.stat().st_mtime > before - 60) == is_dated
