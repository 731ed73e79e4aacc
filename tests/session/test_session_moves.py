"""Sessions that are renamed, deleted and restored: whole at every moment, whoever else plays them."""

import os
import random
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from generator.base.errors import GeneratorError, InUseError, OutputError, UsageError
from generator.session.disk import Disk
from generator.session.recorded_play import begin, resume
from generator.session.session_folder import deleted_folder, same_decks, session_names, session_path
from generator.session.session_moves import delete_session, rename_session, restore_session

FOLDER = Path("/disk/sessions")
MOVES = {
    "renamed": lambda folder, disk: rename_session(folder, "first", "second", disk=disk),
    "deleted": lambda folder, disk: delete_session(folder, "first", disk=disk),
}


@pytest.fixture
def begun(head):
    """Begin a session in which something is played; the bodies of its events."""

    def make(folder, name, moves=3, **options):
        with begin(session_path(folder, name), head, **options) as play:
            for number in range(moves):
                play.act(f"mark {name} {number}")
            return [event.body for event in play.store.events]

    return make


def places(folder):
    """Where a session that was moved once may be."""
    return [session_path(folder, "first"), session_path(folder, "second"), deleted_folder(folder) / "first.jsonl"]


def whole(path, disk):
    """The events of an undamaged session."""
    with resume(path, writing=False, disk=disk) as play:
        assert play.store.damage is None
        return [event.body for event in play.store.events]


def test_renamed_session_is_the_same(tmp_path, begun):
    events = begun(tmp_path, "first")
    rename_session(tmp_path, "first", "second")

    assert {file.name for file in tmp_path.iterdir()} == {"second.jsonl", "second.tip"}
    with resume(tmp_path / "second.jsonl") as play:
        assert [event.body for event in play.store.events] == events
        assert play.name == "second"


def test_deleted_session_comes_back(tmp_path, begun, head):
    begun(tmp_path, "first")
    before = (tmp_path / "first.jsonl").read_bytes()

    assert delete_session(tmp_path, "first") == "first"
    assert session_names(tmp_path) == ()
    assert session_names(deleted_folder(tmp_path)) == ("first",)
    assert same_decks(tmp_path, head.game, head.seed) == ("first",)  # deleting makes no attempt the first one again
    assert restore_session(tmp_path, "first") == "first"
    assert (tmp_path / "first.jsonl").read_bytes() == before
    assert session_names(deleted_folder(tmp_path)) == ()


def test_names_in_use_are_kept(tmp_path, begun):
    first, second = begun(tmp_path, "first"), begun(tmp_path, "second")
    with pytest.raises(UsageError, match=r"second\.jsonl: there is a session of this name; choose another"):
        rename_session(tmp_path, "first", "second")

    assert whole(tmp_path / "first.jsonl", Disk()) == first
    delete_session(tmp_path, "first")
    begun(tmp_path, "first", 1)
    assert delete_session(tmp_path, "first") == "first-2"
    begun(tmp_path, "first", 2)
    assert restore_session(tmp_path, "first") == "first-2"
    assert whole(tmp_path / "first-2.jsonl", Disk()) == first
    assert whole(tmp_path / "second.jsonl", Disk()) == second


def test_longest_name_is_deleted_twice(tmp_path, begun):
    longest = "x" * 60
    found = []
    for _ in range(2):
        begun(tmp_path, longest)
        found.append(delete_session(tmp_path, longest))

    assert found == [longest, "x" * 55 + "-2"]


@pytest.mark.parametrize("name", ["", "..", "../up", "a/b", "con", "A", "x" * 61])
def test_impossible_names_are_refused(tmp_path, begun, name):
    begun(tmp_path, "first")

    for move in (
        lambda: rename_session(tmp_path, "first", name),
        lambda: rename_session(tmp_path, name, "second"),
        lambda: delete_session(tmp_path, name),
        lambda: restore_session(tmp_path, name),
    ):
        with pytest.raises(UsageError, match="cannot be called"):
            move()


def test_missing_session_is_told(tmp_path):
    with pytest.raises(UsageError, match="there is no such session"):
        rename_session(tmp_path, "first", "second")
    with pytest.raises(UsageError, match="there is no such session"):
        restore_session(tmp_path, "first")


def test_file_that_is_no_session_can_be_deleted(tmp_path):
    (tmp_path / "burnt.jsonl").write_bytes(b"ash\n")

    assert delete_session(tmp_path, "burnt") == "burnt"
    assert (deleted_folder(tmp_path) / "burnt.jsonl").read_bytes() == b"ash\n"


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_game_of_a_campaign_keeps_its_name(tmp_path, head, move):
    head.options["campaign"] = {"name": "line", "game": 1}
    begin(tmp_path / "first.jsonl", head).close()

    with pytest.raises(UsageError, match="the campaign it belongs to knows it by this name"):
        move(tmp_path, Disk())


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_other_window_is_told_and_writes_nothing(tmp_path, begun, move):
    begun(tmp_path, "first")
    with resume(tmp_path / "first.jsonl", shared=True) as window:
        window.act("mark before")
        move(tmp_path, Disk())
        begun(tmp_path, "first", 1)  # another game takes the name
        with pytest.raises(InUseError, match="it was renamed or deleted in another window"):
            window.act("mark after")

    moved = next(path for path in places(tmp_path)[1:] if path.exists())
    assert whole(moved, Disk())[-1]["a"] == "mark before"
    assert [body.get("a") for body in whole(tmp_path / "first.jsonl", Disk())] == [None, "mark first 0"]


def test_session_that_is_locked_is_not_moved(tmp_path, begun, monkeypatch):
    begun(tmp_path, "first")
    monkeypatch.setattr("generator.session.session_moves.PATIENCE", 0)
    with resume(tmp_path / "first.jsonl"), pytest.raises(InUseError, match="it is open in another window"):
        delete_session(tmp_path, "first")

    assert session_names(tmp_path) == ("first",)


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_killed_move_leaves_a_whole_game_and_is_finished_by_the_next(memory_disk, begun, move):
    calls, kinds = 0, [name for name in vars(Disk) if not name.startswith("_") and name != "close"]
    disk = memory_disk()
    events = begun(FOLDER, "first", disk=disk)
    while True:
        left, calls = disk.copy(), calls + 1
        if not is_killed(left, kinds, calls, partial(move, FOLDER, left)):
            break
        left = left.copy()
        found = [path for path in places(FOLDER) if path in left.names]
        assert found
        assert all(whole(path, left) == events for path in found)
        if places(FOLDER)[0] in left.names:
            move(FOLDER, left)
            assert [path in left.names for path in places(FOLDER)].count(True) == 1
    assert calls > 8


def is_killed(disk, kinds, at, work):
    """Run something that is killed before one of its calls to the disk."""
    left = iter(range(at, 0, -1))

    def dying(real):
        def call(*arguments, **options):
            if next(left, 0) == 1:
                raise KeyboardInterrupt
            return real(*arguments, **options)

        return call

    for kind in kinds:
        setattr(disk, kind, dying(getattr(disk, kind)))
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        for kind in kinds:
            delattr(disk, kind)
    return False


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_power_cut_loses_nothing(memory_disk, power_cut, begun, move):
    disk = memory_disk()
    events = begun(FOLDER, "first", disk=disk)
    disk = disk.copy()
    move(FOLDER, disk)

    chance = random.Random(17)
    for _ in range(200):
        left, _ = power_cut(disk, chance)
        found = [path for path in places(FOLDER) if path in left.names]
        assert found
        assert all(whole(path, left) == events for path in found)


@pytest.mark.parametrize("call", ["publish", "remove", "sync_folder", "lock", "is_file_at"])
def test_failing_disk_is_told_in_one_line(memory_disk, begun, call):
    disk = memory_disk()
    events = begun(FOLDER, "first", disk=disk)

    def fail(*_, **__):
        raise OSError(5, "Input/output error")

    setattr(disk, call, fail)
    with pytest.raises(OutputError, match="the disk is failing"):
        rename_session(FOLDER, "first", "second", disk=disk)
    delattr(disk, call)
    assert all(whole(path, disk) == events for path in places(FOLDER) if path in disk.names)


def write_until_killed(folder, seed, pipe):
    """Find the game under whatever name it has, add to it, and tell each number that is confirmed."""
    while True:
        for name in session_names(folder):
            try:
                with resume(session_path(folder, name), shared=True) as play:
                    number = play.act(f"{seed} {play.last}")
            except GeneratorError:
                continue
            os.write(pipe, number.to_bytes(4))


def test_writers_and_renamers_lose_no_move(tmp_path, begun):
    begun(tmp_path, "first")
    ear, mouth = os.pipe()
    pids = []
    for seed in "ab":
        if not (pid := os.fork()):
            write_until_killed(tmp_path, seed, mouth)
        pids.append(pid)
    end, count = time.monotonic() + 0.5, 0
    while count < 20 or time.monotonic() < end:  # on a busy machine too, all of them have their turns
        for one, other in (("first", "second"), ("second", "first")):
            rename_session(tmp_path, one, other)
            count += 1
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    os.close(mouth)
    with os.fdopen(ear, "rb") as file:
        told = file.read()
    confirmed = [int.from_bytes(told[at : at + 4]) for at in range(0, len(told), 4)]

    assert session_names(tmp_path) == ("first",)
    assert len(set(confirmed)) == len(confirmed) > 5
    assert count > 5
    assert len(whole(tmp_path / "first.jsonl", Disk())) > max(confirmed)
