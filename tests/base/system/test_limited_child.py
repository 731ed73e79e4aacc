"""A child process keeps within its limits, sends whole messages, and it is told truly how it ended."""

import ctypes
import faulthandler
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.base.errors import UsageError
from generator.base.memory import unused_memory
from generator.base.system import limited_child
from generator.base.system.limited_child import ChildEnd, LimitedChild, ask_child
from generator.base.system.process_limits import ProcessLimits, limit_process

LIMITS = ProcessLimits(memory=300 << 20, seconds=30, file_size=1000, open_files=20, wall=60)
POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no such limit, or no such signal")
MACOS = Path(__file__).parents[2] / "systems" / "macos"
"""Simulates macOS where it is in PYTHONPATH."""


@pytest.fixture(params=["forked", "fresh"])
def start(request):
    def begin(work, subject=None, limits=LIMITS):
        return LimitedChild(work, subject, limits, is_fresh=request.param == "fresh")

    return begin


@pytest.fixture
def run(start):
    """Run a child to its end; returns its messages, how it ended and its exit code."""

    def follow(work, subject=None, **limits):
        child = start(work, subject, replace(LIMITS, **limits))
        return [*child.messages()], child.end, child.wait()

    return follow


def double(number, send):
    for each in range(number):
        send({"double": 2 * each})
    return 3


def print_much(_, send):
    os.write(1, b'{"forged": 1}\n')
    os.write(2, b"word " * 100_000)
    send({"words": "written"})


def take_memory(_, send):
    held = [b"x" * (20 << 20) for _ in range(60)]
    send({"taken": len(held)})
    wait_forever()


def wait_forever():
    threading.Event().wait()


def loop(_, send):
    while True:
        pass


def wait(_, send):
    send({"process": os.getpid()})
    wait_forever()


def write_file(path, send):
    with Path(path).open("wb", 0) as file:
        file.write(bytes(1000))
        send({"written": 1000})
        file.write(bytes(1))


def open_many(path, send):
    held = []
    try:
        while True:
            held.append(os.open(path, os.O_RDONLY))
    except OSError as error:
        send({"error": error.strerror, "held": len(held)})


def open_socket(_, send):
    try:
        socket.socket()
    except PermissionError as error:
        send({"error": str(error)})


def signal_itself(number, send):
    faulthandler.disable()
    send({"last": True})
    os.kill(os.getpid(), number)
    wait_forever()


def abort_with_words(words, send):
    faulthandler.disable()
    os.write(2, words)
    os.abort()


def exit_with_words(words, send):
    os.write(2, words)
    os._exit(1)


def cut_off(_, send):
    send({"whole": 1})
    os.write(send.args[0], b'{"half": ')
    os._exit(0)


def raise_fault(_, send):
    raise KeyError("a bug")


def send_long(length, send):
    send({"text": "x" * length})
    wait_forever()


def start_another(_, send):
    other = subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait()"])
    send({"process": other.pid})
    wait_forever()


def is_running(process):
    """Whether a process runs; a dead one that nobody has waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def ends(process):
    due = time.monotonic() + 20
    while is_running(process):
        if time.monotonic() > due:
            return False
        time.sleep(0.01)
    return True


def test_messages_and_exit_code_come_back(run):
    assert run(double, 3) == ([{"double": 0}, {"double": 2}, {"double": 4}], ChildEnd.DONE, 3)


def test_words_on_other_streams_are_no_messages_and_hold_nothing_up(run):
    assert run(print_much) == ([{"words": "written"}], ChildEnd.DONE, 0)


@POSIX
def test_memory_is_limited(run):
    assert run(take_memory)[1:] == (ChildEnd.MEMORY, 1)


@POSIX
def test_memory_is_watched_where_the_system_does_not_limit_it(run, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(limited_child, "limit_process", lambda _: None)
    monkeypatch.setenv("PYTHONPATH", str(MACOS))

    assert run(take_memory, memory=100 << 20)[1:] == (ChildEnd.MEMORY, -signal.SIGKILL)


@POSIX
def test_computing_is_limited(run):
    assert run(loop, seconds=1)[1:] == (ChildEnd.COMPUTING, -signal.SIGXCPU)


def test_the_clock_is_a_limit(run):
    messages, end, _ = run(wait, wall=1.5)

    assert (len(messages), end) == (1, ChildEnd.CLOCK)
    assert not is_running(messages[0]["process"])


@POSIX
def test_files_are_limited(run, tmp_path):
    path = tmp_path / "large"

    assert run(write_file, str(path)) == ([{"written": 1000}], ChildEnd.CRASH, 1)
    assert path.stat().st_size == 1000


@POSIX
def test_open_files_are_limited(run):
    (message,), end, _ = run(open_many, __file__)

    assert end is ChildEnd.DONE
    assert message["error"] == "Too many open files"
    assert 15 <= message["held"] <= 1000  # numbers between those of the parent's files are free


def test_no_socket_is_opened(run):
    assert run(open_socket) == ([{"error": "a stranger's file is read without a network"}], ChildEnd.DONE, 0)


@POSIX
@pytest.mark.parametrize(
    ("number", "end"),
    [
        (signal.SIGSEGV, ChildEnd.CRASH),
        (signal.SIGABRT, ChildEnd.CRASH),
        (signal.SIGKILL, ChildEnd.KILLED),
        (signal.SIGTERM, ChildEnd.CRASH),
    ],
)
def test_signal_is_told_as_what_it_is(run, number, end):
    assert run(signal_itself, int(number)) == ([{"last": True}], end, -number)
    assert end.is_limit == (end is ChildEnd.KILLED)


@POSIX
@pytest.mark.parametrize(
    ("words", "end"),
    [
        (b"terminate called after throwing an instance of 'std::bad_alloc'\n", ChildEnd.MEMORY),
        (b"libc++abi: terminating due to uncaught exception of type std::bad_alloc\n", ChildEnd.MEMORY),
        (b"memory allocation of 549755813888 bytes failed\n", ChildEnd.MEMORY),
        (b"MemoryError in a name of the file\n", ChildEnd.CRASH),
    ],
)
def test_abort_is_a_limit_only_with_the_words_of_a_program_without_memory(run, words, end):
    assert run(abort_with_words, words)[1] is end
    assert run(exit_with_words, words)[1] is ChildEnd.CRASH


def test_half_a_message_is_left_out(run):
    assert run(cut_off)[:2] == ([{"whole": 1}], ChildEnd.CRASH)


def test_bug_is_a_crash_however_the_process_ends(run):
    assert run(raise_fault) == ([], ChildEnd.CRASH, 1)


def test_message_that_is_too_long_ends_the_process(run, monkeypatch):
    monkeypatch.setattr(limited_child, "LONGEST", 1 << 20)

    assert run(send_long, 2 << 20)[:2] == ([], ChildEnd.MEMORY)


def test_reader_that_leaves_early_ends_the_process(start):
    child = start(wait)
    process = next(messages := child.messages())["process"]
    messages.close()

    assert not is_running(process)
    assert child.end is ChildEnd.KILLED


@POSIX
def test_processes_that_it_has_started_end_with_it(start):
    child = start(start_another)
    process = next(messages := child.messages())["process"]
    messages.close()

    assert ends(process)


@POSIX
@pytest.mark.parametrize("is_fresh", [False, True])
def test_child_ends_with_its_parent(is_fresh):
    code = f"""
import os
from generator.base.system.limited_child import LimitedChild
from tests.base.system.test_limited_child import LIMITS, wait
child = LimitedChild(wait, None, LIMITS, is_fresh={is_fresh})
print(next(child.messages())["process"], flush=True)
os.kill(os.getpid(), 9)
"""
    root = str(Path(__file__).parents[3])
    environment = os.environ | {"PYTHONPATH": root}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=environment, cwd=root)

    assert done.returncode == -signal.SIGKILL, done.stderr
    assert ends(int(done.stdout))


@POSIX
def test_child_that_shares_the_terminal_returns_its_exit_code(capfd):
    child = LimitedChild(lambda subject, _: os.write(1, b"shown") and subject, 4, LIMITS, shares_terminal=True)

    assert (child.wait(), child.end) == (4, ChildEnd.DONE)
    assert capfd.readouterr().out == "shown"


def test_answer_comes_only_from_a_process_that_ends_well(monkeypatch):
    assert ask_child(double, 1, LIMITS) == ({"double": 0}, ChildEnd.DONE)
    assert ask_child(cut_off, None, LIMITS) == (None, ChildEnd.CRASH)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert ask_child(double, 1, LIMITS) == (None, ChildEnd.CRASH)


def raise_error(error, _):
    raise error


def test_browser_tab_does_the_work_itself(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(limited_child, "LimitedChild", None)

    assert ask_child(double, 1, LIMITS) == ({"double": 0}, ChildEnd.DONE)
    assert ask_child(double, 0, LIMITS) == (None, ChildEnd.DONE)
    assert ask_child(raise_error, MemoryError(), LIMITS) == (None, ChildEnd.MEMORY)
    assert ask_child(raise_error, ValueError(), LIMITS) == (None, ChildEnd.CRASH)
    with pytest.raises(UsageError):
        ask_child(raise_error, UsageError("a library is absent"), LIMITS)


class Kernel:
    """Notes the calls of functions of Windows."""

    def __init__(self, name):
        self.calls = []
        for function, result in {
            "CreateJobObjectW": 8,
            "GetCurrentProcess": 9,
            "SetInformationJobObject": 1,
            "AssignProcessToJobObject": 1,
        }.items():
            setattr(self, function, Function(self.calls, function, result))


class Function:
    def __init__(self, calls, name, result):
        self.calls, self.name, self.result = calls, name, result

    def __call__(self, *arguments):
        self.calls.append((self.name, *(getattr(each, "value", each) for each in arguments)))
        return self.result


def test_windows_limits_memory_and_computing_by_a_job_object(monkeypatch):
    kernels = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "WinDLL", lambda name: kernels.append(Kernel(name)) or kernels[-1], raising=False)
    limit_process(LIMITS)
    calls = {name: arguments for name, *arguments in kernels[0].calls}
    job, kind, data, length = calls["SetInformationJobObject"]
    seconds, _, flags = struct.unpack_from("=qqI", data)

    assert (job, kind, length) == (8, 9, 144)
    assert (seconds, flags) == (30 * 10**7, 0x102)
    assert struct.unpack_from("=Q", data, 112) == (300 << 20,)
    assert calls["AssignProcessToJobObject"] == [8, 9]


def test_size_of_a_process_is_asked_of_macos(monkeypatch):
    def ask(process, kind, numbers):
        numbers[8] = 7 << 20
        return 0 if (process, kind) == (12345678, 0) else 1

    library = type("Library", (), {"proc_pid_rusage": staticmethod(ask)})
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)

    assert unused_memory.resident_bytes(12345678) == 7 << 20
    assert unused_memory.resident_bytes(12345679) == 0


@pytest.mark.parametrize(("grown", "cause"), [(60, None), (61, ChildEnd.MEMORY)])
def test_memory_that_the_process_had_before_its_work_is_not_counted(grown, cause, monkeypatch):
    monkeypatch.setattr(limited_child, "sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(limited_child, "resident_bytes", lambda _: 100 + grown)
    looks = iter([False, True])
    child = LimitedChild.__new__(LimitedChild)
    child._base, child._cause, child._kill = 100, None, lambda: None
    child._limits = ProcessLimits(memory=60, seconds=9, file_size=0, open_files=9, wall=999)
    child._over, child._process = SimpleNamespace(wait=lambda _: next(looks)), SimpleNamespace(pid=1)
    child._watch()

    assert child._cause is cause
