"""A process that plays is killed at any moment: what it said was recorded is recorded, once."""

import os
import random
import signal
import struct
import time

import pytest

from generator.base.errors import InUseError, UsageError
from generator.session.recorded_play import begin, resume
from generator.session.store import Store

PER_SESSION = 20


def child(work):
    """Run something in a process of its own."""
    if pid := os.fork():
        return pid
    try:
        work()
    except BaseException:
        os._exit(1)
    os._exit(0)


def play_on(path, head, pipe):
    """Play until killed, and tell each event's number once it is confirmed."""
    try:
        play = resume(path)
    except UsageError:
        play = begin(path, head)
    os.write(pipe, struct.pack(">I", play.last))
    while True:
        number = play.last + 1
        done = play.undo() if number % 7 == 0 else play.act(f"mark box {number}")
        os.write(pipe, struct.pack(">I", done))


def killed_after(seconds, path, head, *, opened):
    """The numbers of the events that a player confirmed before it was killed, at any time or once it has opened."""
    mouth, ear = os.pipe()[::-1]
    pid = child(lambda: play_on(path, head, mouth))
    os.close(mouth)
    first = os.read(ear, 4) if opened else b""
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with os.fdopen(ear, "rb") as file:
        told = first + file.read()
    return [number for (number,) in struct.iter_unpack(">I", told[: len(told) // 4 * 4])]


def test_confirmed_moves_outlive_kills(tmp_path, head, long):
    chance, confirmed, count = random.Random(), [], 0
    kills = 1000 if long else 60
    for kill in range(kills):
        path = tmp_path / f"game-{kill // PER_SESSION}.jsonl"
        if kill % PER_SESSION == 0:
            confirmed = []
        told = killed_after(chance.random() * 0.02, path, head, opened=kill % 4 > 0)
        confirmed = confirmed[: told[0]] + told if told else confirmed

        assert_all_there(path, confirmed)
        count += len(told)
    assert count > kills


def assert_all_there(path, confirmed):
    if not path.exists():
        assert confirmed == []
        return
    with Store.open(path, writing=False) as store:
        assert store.damage is None
        assert [event.number for event in store.events] == list(range(len(store.events)))
        for event in store.events[1:]:
            assert event.kind == "undo" or event.body["a"] == f"mark box {event.number}"
        assert len(store.events) > max(confirmed, default=-1)


def take_turns(path, name, turns, pause=0.0):
    with resume(path, shared=True) as play:
        for turn in range(turns):
            with play.turn():
                play.act(f"{name} {turn} after {play.last}")
            time.sleep(pause)


def test_several_windows_leave_no_gap(tmp_path, head, long):
    path, turns = tmp_path / "game.jsonl", 250 if long else 25
    begin(path, head).close()
    pids = [child(lambda name=name: take_turns(path, name, turns)) for name in "abcd"]

    assert [os.waitpid(pid, 0)[1] for pid in pids] == [0, 0, 0, 0]
    with resume(path) as play:
        assert play.last == 4 * turns
        assert all(step.action.endswith(f"after {step.number - 1}") for step in play.steps)
        for name in "abcd":
            assert [step.action.split()[1] for step in play.steps if step.action[0] == name] == [
                *map(str, range(turns))
            ]


def test_killed_window_leaves_the_others_going(tmp_path, head):
    path = tmp_path / "game.jsonl"
    begin(path, head).close()
    # Without a pause one window can keep the file from the other until that one gives up.
    pids = [child(lambda name=name: take_turns(path, name, 10_000, pause=0.002)) for name in "ab"]
    while any(path.read_text("utf-8").count(f'"{name} ') < 3 for name in "ab"):
        assert [os.waitpid(pid, os.WNOHANG) for pid in pids] == [(0, 0), (0, 0)]
        time.sleep(0.01)
    os.kill(pids[0], signal.SIGKILL)
    os.waitpid(pids[0], 0)
    take_turns(path, "c", 10)
    os.kill(pids[1], signal.SIGKILL)
    os.waitpid(pids[1], 0)

    with resume(path) as play:
        assert sum(action[0] == "c" for action in play.actions) == 10
        assert all(step.action.endswith(f"after {step.number - 1}") for step in play.steps)


def test_second_window_is_refused(tmp_path, head):
    path = tmp_path / "game.jsonl"
    with begin(path, head), pytest.raises(InUseError, match="open in another window; close it there") as refusal:
        resume(path)

    assert refusal.value.exit_code == 6
    resume(path).close()


def test_looking_on_is_allowed(tmp_path, head):
    path = tmp_path / "game.jsonl"
    with begin(path, head) as play, resume(path, writing=False) as looker:
        play.act("mark box 1")

        assert looker.actions == ()
        with pytest.raises(UsageError, match="opened to be looked at"):
            looker.act("mark box 2")


def test_stale_window_writes_nothing(tmp_path, head):
    path = tmp_path / "game.jsonl"
    begin(path, head).close()
    with resume(path, shared=True) as one, resume(path, shared=True) as two:
        one.act("mark box 1", known_last=0)
        with pytest.raises(InUseError, match="event 1 was added by another window; look again"):
            two.act("mark box 2", known_last=0)

        assert two.actions == ("mark box 1",)
        assert two.act("mark box 2", known_last=1) == 2
