"""A build through the resident is the build without it, and nothing that is wrong with the resident is seen."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.cli.resident import resident_client, resident_control, resident_process, resident_socket
from generator.cli.resident.resident_client import run_by_resident

ORDER = ("build", "my-game", "--only", "raid", "--paper", "a4", "--json")


def said(done):
    """What a process printed, without the time it took, and its exit code."""
    out = json.loads(done.stdout) if done.stdout.startswith(b"{") else done.stdout
    return (out | {"seconds": 0} if isinstance(out, dict) else out), done.stderr, done.returncode


def status(warm_process):
    return json.loads(warm_process("warm", "status", "--json").stdout)


@pytest.mark.parametrize(
    "order",
    [
        ORDER,
        ("build", "my-game", "--only", "nothing"),
        ("build", "nowhere"),
        ("build", "my-game", "--unknown"),
        ("build", "--help"),
    ],
)
def test_says_and_makes_the_same(warm_process, my_game, desk, as_left, order):
    without = said(warm_process(*order))
    files = as_left(desk)
    warm_process("warm", "start")

    assert said(warm_process(*order))[1:] == without[1:]
    again = said(warm_process(*order))
    assert status(warm_process)["builds"] == 2
    assert again[0] == (without[0] | {"files": again[0]["files"]} if "--json" in order else without[0])
    assert as_left(desk) == files


def test_faults_are_those_of_the_changed_file(warm_process, my_game):
    warm_process("warm", "start")
    assert warm_process(*ORDER).returncode == 0
    rows = my_game / "cards/raid.csv"
    good = rows.read_bytes()
    rows.write_bytes(good[: len(good) // 2])

    broken = warm_process(*ORDER)
    assert broken.returncode == 3
    warm_process("warm", "stop")
    assert said(broken) == said(warm_process(*ORDER))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_builds_without_one_that_is_gone_or_hangs(warm_process, my_game, number):
    process = json.loads(warm_process("warm", "start", "--json").stdout)["process"]
    os.kill(process, number)

    done = warm_process(*ORDER)
    assert (done.returncode, done.stderr) == (0, b"")
    if number == signal.SIGSTOP:
        assert status(warm_process)["builds"] is None
        assert json.loads(warm_process("warm", "stop", "--json").stdout) == {
            "schema": 1,
            "ok": True,
            "process": process,
        }
    assert warm_process("warm", "status").returncode == 1


def test_one_that_is_stopped_in_the_middle_is_left_alone(monkeypatch):
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    here, there = socket.socketpair()
    monkeypatch.setattr(resident_client, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(resident_client, "peer", lambda _: (sleeper.pid, os.getuid()))
    try:
        os.kill(sleeper.pid, signal.SIGSTOP)
        assert resident_client._wait(here) is None

        there.sendall(b"003")
        assert resident_client._wait(here) == 3
    finally:
        sleeper.kill()
        sleeper.wait()
        here.close()
        there.close()


@pytest.mark.parametrize("answer", [b"", b"+", b"+0", b"-", b"nonsense"])
def test_builds_without_one_that_ends_in_the_middle(warm_process, my_game, impostor, answer):
    impostor(answer)

    done = warm_process(*ORDER)

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["files"]


def test_another_version_is_not_asked(warm_process, vallum_process, environment, my_game, runtime, tmp_path):
    warm_process("warm", "start")
    other = {"XDG_RUNTIME_DIR": runtime, "PYTHONPATH": os.pathsep.join([environment["PYTHONPATH"], str(tmp_path)])}

    assert vallum_process(*ORDER, environ=other).returncode == 0
    assert status(warm_process)["builds"] == 0
    replaced = json.loads(vallum_process("warm", "start", "--json", environ=other).stdout)
    assert replaced["started"]


def test_folder_that_others_can_write_to_is_not_used(warm_process, my_game, runtime):
    warm_process("warm", "start")
    Path(runtime, "vallum").chmod(0o777)

    assert warm_process(*ORDER).returncode == 0
    assert warm_process("warm", "status").returncode == 1
    refused = warm_process("warm", "start")
    assert refused.returncode == 5
    assert b"is open to other users; remove it, or set XDG_RUNTIME_DIR" in refused.stderr
    Path(runtime, "vallum").chmod(0o700)
    assert status(warm_process)["builds"] == 0


def test_another_user_is_not_asked(runtime, monkeypatch):
    resident_control.start_resident(lambda arguments, builder: 0)
    assert run_by_resident(("build",)) == 0
    with monkeypatch.context() as patch:
        patch.setattr(resident_socket, "peer", lambda connection: (1, os.getuid() + 1))
        assert resident_socket.connect(1) is None


def test_changed_program_ends_it(runtime, monkeypatch):
    states = iter(["old", "new"])
    monkeypatch.setattr(resident_process, "program_state", lambda: next(states))
    resident_control.start_resident(lambda arguments, builder: 0)

    assert run_by_resident(("build",)) is None
    wait_for(lambda: resident_control.resident_status() is None)


def test_ends_when_idle(runtime):
    resident_control.start_resident(lambda arguments, builder: 0, idle=0.2)

    wait_for(lambda: not Path(resident_socket.address()).exists())


def test_ctrl_c_ends_the_command_and_not_the_resident(runtime, monkeypatch, tmp_path):
    def sleep(arguments, builder):
        (tmp_path / "begun").touch()
        time.sleep(120)
        return 0

    resident_control.start_resident(sleep)
    code = "from generator.cli.entry import run_and_exit; run_and_exit()"
    flags = ["-B"] if sys.flags.dont_write_bytecode else []  # a resident helps only who runs as it does
    client = subprocess.Popen([sys.executable, *flags, "-c", code, "build"])
    wait_for((tmp_path / "begun").exists)
    client.send_signal(signal.SIGINT)

    assert client.wait(60) == 130
    assert resident_control.resident_status().builds == 1


def test_messages_of_no_client_do_it_no_harm(runtime):
    resident_control.start_resident(lambda arguments, builder: 0)
    for data in (b"", b"\0", b"\0\0\0\5(((((", b"\xff" * 64, b"\0\0\0\2()"):
        connection = resident_socket.connect(1)
        connection.sendall(data)
        connection.close()

    wait_for(lambda: resident_control.resident_status().builds == 0)


def test_two_starts_make_one(runtime):
    first = resident_control.start_resident(lambda arguments, builder: 0)

    assert resident_control.start_resident(lambda arguments, builder: 0).process == first.process


def test_start_replaces_one_that_would_end_sooner(runtime):
    first = resident_control.start_resident(lambda arguments, builder: 0, idle=600)

    second = resident_control.start_resident(lambda arguments, builder: 0)
    assert second.process != first.process
    assert resident_control.resident_status() == second
    assert resident_control.start_resident(lambda arguments, builder: 0, idle=600) == second


def test_system_without_unix_sockets_is_told(vallum, monkeypatch):
    monkeypatch.setattr(resident_control, "is_available", lambda: False)

    for verb in ("start", "stop", "status"):
        done = vallum("warm", verb)
        assert (done.code, done.out) == (2, "")
        assert done.err.endswith("which this system does not have; use vallum build --watch\n")


def test_asking_loads_no_library():
    code = "import sys; before = {*sys.modules}; import generator.cli.entry; print(*{*sys.modules} - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert {name for name in done.stdout.split() if not name.startswith("generator")} <= {"__future__", "_socket", "gc"}


def wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
