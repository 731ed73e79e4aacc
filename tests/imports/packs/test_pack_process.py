"""A command on packs runs in a process of its own, which the system ends when it takes too much."""

import os
import subprocess
import sys
import zipfile
from dataclasses import replace

import pytest

from generator.base.errors import Faults, OutputError
from generator.imports.packs import pack_process
from generator.imports.packs.pack_process import LIMITS, run_on_packs
from generator.load.game_locations import names_pack

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the system has no processes to fork")


@pytest.fixture
def pack(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "temporary").mkdir()
    with zipfile.ZipFile("trial.zip", "w") as archive:
        archive.writestr("trial/game.toml", "format = 1")
    return tmp_path


def run(work):
    return run_on_packs(["trial.zip", "picket"], work, lambda each: each())


def test_packs_are_unpacked_and_removed_again(pack):
    def work(games):
        first, second = games
        good = first.shown == "trial.zip" and (first.folder / "game.toml").read_text() == "format = 1"
        return 7 if good and first.folder.name == "trial" and second == "picket" else 1

    assert run(work) == 7
    assert not list((pack / "temporary").iterdir())


def test_what_a_killed_process_has_unpacked_is_removed(pack):
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    (pack / "temporary" / f".vallum.pack-abc.{done.pid}.part" / "0").mkdir(parents=True)

    assert run(lambda _: len(list((pack / "temporary").iterdir()))) == 1


def test_what_the_process_does_stays_there(pack):
    changed = []

    assert run(lambda games: changed.append(games) or 0) == 0
    assert not changed


def test_too_much_memory_is_a_fault(pack, monkeypatch, capfd):
    def guard(work):
        try:
            return work()
        except Faults as faults:
            os.write(1, f"{faults}\n".encode())
            return 3

    assert run_on_packs(["trial.zip"], lambda _: len(bytes(2 << 30)), guard) == 3
    assert capfd.readouterr().out == "trial.zip: needs more than 1,024 MB of memory\n"


def test_too_much_computing_is_a_fault(pack, monkeypatch):
    monkeypatch.setattr(pack_process, "LIMITS", replace(LIMITS, seconds=1))

    def work(_):
        while True:
            pass

    with pytest.raises(Faults, match=r"trial\.zip: takes more than 1 seconds of computing"):
        run(work)
    assert not list((pack / "temporary").iterdir())


def test_process_that_was_ended_is_told(pack):
    with pytest.raises(OutputError, match=r"trial\.zip: the process that read it was ended by the system \(signal 6\)"):
        run(lambda _: os.abort())


def test_folder_may_end_like_a_pack(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.zip").mkdir()

    assert not names_pack("mine.zip")
    assert names_pack("other.ZIP")
