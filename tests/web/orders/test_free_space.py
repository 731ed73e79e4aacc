"""The memory that the system has left, in bytes, and the free space of a disk."""

from types import SimpleNamespace

import pytest

from generator.web.orders import free_space

ABOUT = "MemTotal:  9000 kB\nMemFree:     12 kB\nMemAvailable:   2048 kB\nBuffers: 1 kB\n"


@pytest.fixture
def told(monkeypatch):
    """Let the system say something of its memory."""

    def say(text):
        def read(_encoding):
            if text is None:
                raise FileNotFoundError
            return text

        monkeypatch.setattr(free_space, "Path", lambda _: SimpleNamespace(read_text=read))
        return free_space._free_memory()

    return say


@pytest.mark.parametrize(("text", "free"), [(ABOUT, 2048 * 1024), ("MemTotal: 9 kB\n", None), ("", None), (None, None)])
def test_memory_that_can_be_had_is_told_in_bytes(told, text, free):
    assert told(text) == free


def test_disk_of_a_folder_to_come_is_that_of_its_parent(tmp_path):
    there, to_come = free_space._free_disk(tmp_path), free_space._free_disk(tmp_path / "a" / "b")

    assert there == pytest.approx(to_come, rel=0.1)
