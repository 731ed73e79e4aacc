import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.base.errors import OutputError
from generator.base.system.part_files import (
    make_temporary_folder,
    part_file,
    remove_left_folders,
    remove_left_parts,
    remove_own_folders,
    remove_temporary_folder,
)

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


def test_where_no_process_can_be_asked_for_all_others_have_ended(tmp_path, monkeypatch):
    left, running = tmp_path / ".raid.pdf.1.part", part_file(tmp_path / "raid.pdf")
    left.touch()
    running.touch()
    monkeypatch.delattr(os, "kill")
    remove_left_parts(tmp_path)

    assert [*tmp_path.iterdir()] == [running]


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


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The folder in which temporary folders are made."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_temporary_folders_go_when_they_are_told_to(temporary):
    one, other = make_temporary_folder("fonts"), make_temporary_folder("fonts")
    (one / "a.ttf").touch()
    remove_temporary_folder(one)

    assert [*temporary.iterdir()] == [other]

    remove_own_folders()

    assert not any(temporary.iterdir())


def test_temporary_folders_of_killed_processes_are_removed_by_the_next_one(temporary, dead):
    (temporary / f".vallum.pack-x.{dead}.part" / "0").mkdir(parents=True)
    strange = temporary / f".other.{dead}.part"
    strange.mkdir()
    folder = make_temporary_folder("fonts")

    assert sorted(temporary.iterdir()) == sorted([folder, strange])
    remove_own_folders()


def test_forked_process_leaves_the_folders_of_its_parent(temporary):
    folder = make_temporary_folder("fonts")
    process = os.fork()
    if not process:
        make_temporary_folder("fonts")
        remove_own_folders()
        os._exit(0)
    os.waitpid(process, 0)

    assert [*temporary.iterdir()] == [folder]
    remove_own_folders()


def test_missing_place_for_temporary_files_is_told(monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", "/no/such/folder")

    with pytest.raises(OutputError, match=r"no folder for temporary files can be written to; set TMPDIR"):
        make_temporary_folder("fonts")
