"""A folder appears whole, or the old one stays."""

import errno
import os
import subprocess
import sys

import pytest

from generator.base.errors import OutputError
from generator.exports import export_folder
from generator.exports.export_folder import ExportFolder


def write(path, **files):
    folder = ExportFolder(path)
    for name, text in files.items():
        folder.write(name, text.encode())
    folder.finish()


def content(path):
    return {file.name: file.read_text() for file in path.iterdir()}


def test_new_folder_takes_the_place_of_the_old_one(tmp_path):
    write(tmp_path / "game" / "pictures-en", a="1", b="2")
    write(tmp_path / "game" / "pictures-en", a="3")

    assert content(tmp_path / "game" / "pictures-en") == {"a": "3"}
    assert [each.name for each in (tmp_path / "game").iterdir()] == ["pictures-en"]


def test_discarded_folder_leaves_the_old_one(tmp_path):
    write(tmp_path / "out", a="1")
    folder = ExportFolder(tmp_path / "out")
    folder.write("a", b"2")
    folder.discard()

    assert content(tmp_path / "out") == {"a": "1"}
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_nothing_is_left_of_the_only_export_when_it_is_discarded(tmp_path):
    folder = ExportFolder(tmp_path / "game" / "out")
    folder.write("a", b"1")
    folder.discard()

    assert [*tmp_path.iterdir()] == []


def test_system_without_exchange_moves_the_old_one_aside(tmp_path, monkeypatch):
    monkeypatch.setattr("generator.base.system.folder_exchange.swap_names", lambda _one, _other: False)
    write(tmp_path / "out", a="1")
    write(tmp_path / "out", b="2")

    assert content(tmp_path / "out") == {"b": "2"}
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_full_disk_leaves_the_old_folder(tmp_path, monkeypatch):
    write(tmp_path / "out", a="1")
    folder = ExportFolder(tmp_path / "out")
    folder.write("a", b"2")

    def full(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="the disk is full; free some space"):
        folder.finish()
    folder.discard()

    assert content(tmp_path / "out") == {"a": "1"}


KILLED = """
import os, signal, sys
from pathlib import Path
from generator.exports.export_folder import ExportFolder
at = int(sys.argv[2])
def traced(event, arguments, left=[at]):
    if event in ("os.rename", "os.remove", "os.mkdir", "open", "ctypes.dlsym", "shutil.rmtree"):
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(traced)
folder = ExportFolder(Path(sys.argv[1]))
folder.write("a", b"new")
folder.write("sub/b", b"new")
folder.finish()
"""


@pytest.mark.parametrize("at", [1, 3, 4, 5, 6, 7, 8, 9])
def test_killed_process_leaves_the_old_folder_or_the_new_one(tmp_path, at):
    out = tmp_path / "out"
    write(out, a="old")
    subprocess.run([sys.executable, "-c", KILLED, str(out), str(at)], check=False)

    assert (out / "a").read_text() in {"old", "new"}
    assert ((out / "a").read_text() == "new") == (out / "sub" / "b").exists()
    write(out, a="last")
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_all_is_on_the_disk_before_the_exchange_and_its_name_after_it(tmp_path, monkeypatch):
    steps = []
    for name in ("_settle_file", "settle_folder", "exchange_folders"):
        kept = getattr(export_folder, name)
        monkeypatch.setattr(
            export_folder, name, lambda *paths, kept=kept, name=name: steps.append((name, paths[-1])) or kept(*paths)
        )
    write(tmp_path / "game" / "out", a="1")

    assert [name for name, _ in steps] == ["_settle_file", "settle_folder", "exchange_folders", "settle_folder"]
    assert steps[-1][1] == tmp_path / "game"
