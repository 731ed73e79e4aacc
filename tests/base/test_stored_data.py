import os
import pickle
import time
import tracemalloc
from pathlib import Path

import pytest

from generator.base.stored_data import SMALL, DataStore, LostDataError

LARGE = bytes(range(256)) * SMALL


@pytest.mark.parametrize("data", [b"", b"small", LARGE])
def test_data_comes_back(tmp_path, data):
    assert DataStore(tmp_path / "a" / "b").keep(data).read() == data
    assert DataStore().keep(data).read() == data


def test_large_data_is_one_file_however_often_it_is_kept(tmp_path):
    stored = [DataStore(tmp_path).keep(LARGE) for _ in range(3)]

    assert len(list(tmp_path.iterdir())) == 1
    assert len({each.path for each in stored}) == 1
    assert len(pickle.dumps(stored)) < 1000


def test_folder_that_cannot_be_written_is_done_without(tmp_path):
    (tmp_path / "file").touch()

    assert DataStore(tmp_path / "file").keep(LARGE).content == LARGE


@pytest.mark.parametrize("change", [LARGE[:-1], LARGE + b"x", b"x" + LARGE[1:], b""])
def test_changed_file_is_noticed_and_deleted(tmp_path, change):
    stored = DataStore(tmp_path).keep(LARGE)
    (file,) = tmp_path.iterdir()
    file.write_bytes(change)

    with pytest.raises(LostDataError, match="run the command again") as lost:
        stored.read()
    assert not file.exists()
    assert str(pickle.loads(pickle.dumps(lost.value))) == str(lost.value)
    assert DataStore(tmp_path).keep(LARGE).read() == LARGE


def test_file_that_is_read_counts_as_used(tmp_path):
    stored = DataStore(tmp_path).keep(LARGE)
    os.utime(stored.path, (0, 0))
    stored.read()

    assert Path(stored.path).stat().st_mtime > time.time() - 60


def test_missing_file_is_noticed(tmp_path):
    stored = DataStore(tmp_path).keep(LARGE)
    (file,) = tmp_path.iterdir()

    assert stored.is_there()
    file.unlink()
    assert not stored.is_there()
    with pytest.raises(LostDataError):
        stored.read()


def test_file_is_read_piece_by_piece(tmp_path):
    stored = DataStore(tmp_path).keep(bytes(20_000_000))
    tracemalloc.start()
    for _ in stored.chunks():
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 4_000_000
