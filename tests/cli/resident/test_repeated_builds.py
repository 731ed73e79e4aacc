"""A process that nobody asked for starts where a person builds again, and nowhere else."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.resident import (
    repeated_builds,
    resident_callers,
    resident_control,
    resident_process,
    resident_socket,
)
from generator.cli.resident.repeated_builds import is_repeated, may_start
from generator.cli.resident.resident_client import run_by_resident
from tests.cli.resident.test_resident import ORDER, status, wait_for

NOW = 1_000_000.0


@pytest.fixture
def at_terminal(monkeypatch):
    monkeypatch.setattr(os, "isatty", lambda _: True)
    monkeypatch.setattr(repeated_builds, "_CONTAINER_FILES", ())


def test_starts_at_a_terminal(at_terminal):
    assert may_start({"HOME": "/home/anna", "CI": ""})


@pytest.mark.parametrize("name", ["CI", "GITHUB_ACTIONS", "BUILD_NUMBER", "container", "KUBERNETES_SERVICE_HOST"])
def test_never_starts_where_no_person_is(at_terminal, name):
    assert not may_start({name: "1"})


def test_never_starts_if_forbidden(at_terminal):
    assert not may_start({"VALLUM_WARM": "0"})


def test_never_starts_in_a_container(at_terminal, monkeypatch, tmp_path):
    monkeypatch.setattr(repeated_builds, "_CONTAINER_FILES", (str(tmp_path),))

    assert not may_start({})


@pytest.mark.parametrize("ends", [{0}, {2}, set()])
def test_never_starts_without_a_terminal(at_terminal, monkeypatch, ends):
    monkeypatch.setattr(os, "isatty", lambda file: file in ends)

    assert not may_start({})


@pytest.mark.parametrize(
    ("times", "repeated"),
    [
        ([0, 5], [False, True]),
        ([0, 599, 1198], [False, True, True]),
        ([0, 601], [False, False]),
        ([0, -3600, -3599], [False, False, True]),  # a clock that was set back
    ],
)
def test_second_build_within_minutes_is_repeated(runtime, tmp_path, times, repeated):
    assert [is_repeated([tmp_path], NOW + seconds) for seconds in times] == repeated
    assert not is_repeated([tmp_path / "other"], NOW + times[-1])


def test_folder_that_others_can_write_to_is_not_used(runtime, tmp_path):
    Path(resident_socket.folder()).mkdir(0o777)
    Path(resident_socket.folder()).chmod(0o777)

    assert [is_repeated([tmp_path], NOW + seconds) for seconds in (0, 1)] == [False, False]


PROGRAM = """
from generator.cli.resident import repeated_builds
repeated_builds._CONTAINER_FILES = ()  # these tests may run in one
from generator.cli.entry import run_and_exit
run_and_exit()
"""


def built_at_terminal(environment, desk, runtime):
    """Build with a terminal as all three streams; return what is shown there."""
    ours, theirs = pty.openpty()
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    command = [sys.executable, "-c", PROGRAM, *ORDER[:-1]]
    given = {name: value for name, value in environment.items() if name not in repeated_builds._AUTOMATIC}
    done = subprocess.run(command, env=given | {"XDG_RUNTIME_DIR": runtime}, cwd=desk, check=False, **streams)
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert done.returncode == 0, shown
    return shown


def test_second_build_starts_one_and_says_so_once(warm_process, my_game, environment, desk, runtime):
    at = environment, desk, runtime
    assert repeated_builds.UNASKED_NOTE not in built_at_terminal(*at)
    assert not status(warm_process)["runs"]

    assert f"note: {repeated_builds.UNASKED_NOTE}" in built_at_terminal(*at)
    wait_for(lambda: status(warm_process)["runs"])
    assert repeated_builds.UNASKED_NOTE not in built_at_terminal(*at)
    assert status(warm_process) == {**status(warm_process), "builds": 1, "idle_seconds": 600}
    assert b"has done 1 build; it ends after 10 minutes without a build" in warm_process("warm", "status").stdout


def test_unasked_start_leaves_another_process_alone(runtime):
    first = resident_control.start_resident(lambda arguments, builder: 0)
    started = []

    repeated_builds.start_unasked(started.append)
    os.wait()

    assert resident_control.resident_status().process == first.process
    assert started == []


def test_forbidden_process_is_not_asked(warm_process, vallum_process, runtime, my_game):
    warm_process("warm", "start")

    done = vallum_process(*ORDER, environ={"XDG_RUNTIME_DIR": runtime, "VALLUM_WARM": "0"})
    assert json.loads(done.stdout)["files"]
    assert status(warm_process)["builds"] == 0


def test_silent_clients_cost_nothing(warm_process, runtime, monkeypatch):
    for module in (resident_callers, resident_process):
        monkeypatch.setattr(module, "MESSAGE_SECONDS", 600)
    resident_control.start_resident(lambda arguments, builder: 7)
    silent = [resident_socket.connect(1) for _ in range(3)]
    silent[0].sendall(b"\0\0")

    assert run_by_resident(("build",)) == 7
    for connection in silent:
        connection.close()


def test_client_beside_one_at_work_is_refused_at_once(runtime, tmp_path):
    def wait(arguments, builder):
        (tmp_path / "begun").touch()
        wait_for((tmp_path / "go").exists)
        return 0

    resident_control.start_resident(wait)
    if not (child := os.fork()):
        os._exit(run_by_resident(("build",)))
    wait_for((tmp_path / "begun").exists)

    assert run_by_resident(("build",)) is None
    assert resident_control.resident_status().builds is None
    (tmp_path / "go").touch()
    assert os.waitpid(child, 0)[1] == 0
    assert resident_control.resident_status().builds == 1


def test_process_ends_whose_socket_was_deleted(runtime, monkeypatch):
    from generator.cli.resident import resident_process

    monkeypatch.setattr(resident_process, "LOOK_SECONDS", 0.05)
    started = resident_control.start_resident(lambda arguments, builder: 0)
    Path(resident_socket.address()).unlink()

    assert resident_control.resident_status() is None
    wait_for(lambda: not resident_control._is_alive(started.process))
