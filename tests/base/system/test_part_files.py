import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.base.system.part_files import part_file, remove_left_folders, remove_left_parts

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes cannot be asked for")


@pytest.fixture
def dead():
    """The number of a process that has ended."""
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    return done.pid


def test_parts_of_dead_processes_are_removed(tmp_path, dead):
    left, running = tmp_path / f".raid.pdf.{dead}.part", part_file(tmp_path / "raid.pdf")
    others = [tmp_path / name for name in ("raid.pdf", ".part", f"raid.{dead}.part", ".raid.pdf.x.part", ".a.0x1.part")]
    for path in (left, running, *others):
        path.touch()

    remove_left_parts(tmp_path)

    assert sorted(tmp_path.iterdir()) == sorted([running, *others])


def test_what_cannot_be_removed_is_left(tmp_path, dead):
    (tmp_path / f".raid.pdf.{dead}.part").mkdir()

    remove_left_parts(tmp_path)
    remove_left_parts(Path("no such folder"))

    assert (tmp_path / f".raid.pdf.{dead}.part").is_dir()


def test_folders_of_dead_processes_are_removed_with_what_they_hold(tmp_path, dead):
    left, running = tmp_path / f".raid.x.{dead}.part", tmp_path / f".raid.{os.getpid()}.part"
    others = [tmp_path / name for name in (f".deck.{dead}.part", f"raid.{dead}.part", ".raid.x.part")]
    for path in (left, running, *others):
        path.mkdir()
        (path / "file").touch()
    (tmp_path / f".raid.link.{dead}.part").symlink_to(others[0])

    remove_left_folders(tmp_path, "raid")
    remove_left_folders(Path("no such folder"), "raid")

    assert not left.exists()
    assert all((path / "file").exists() for path in (running, *others))
