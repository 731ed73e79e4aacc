import ctypes
import os
import signal
import struct
import subprocess
import sys

import pytest

from generator.base.system import process_limits
from generator.base.system.process_limits import ProcessLimits

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the system has no limits")

LIMITED = """
from generator.base.system.process_limits import ProcessLimits, limit_process, refuse_network
limit_process(ProcessLimits(memory=300 << 20, seconds=1, file_size=1000, open_files=20, wall=60))
refuse_network()
"""


def run(code, before=""):
    done = subprocess.run(
        [sys.executable, "-B", "-c", before + LIMITED + code], capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stderr.strip().rpartition("\n")[2]


def test_memory_is_limited():
    assert run("bytes(400 << 20)") == (1, "MemoryError")


def test_what_a_process_had_before_is_not_counted():
    large = "large = bytes(500 << 20)\n"

    assert run("bytes(200 << 20)", large) == (0, "")
    assert run("bytes(400 << 20)", large) == (1, "MemoryError")

    many = "held = [open('/dev/null') for _ in range(100)]\n"
    assert run("files = [open('/dev/null') for _ in range(15)]", many) == (0, "")
    assert "Too many open files" in run("files = [open('/dev/null') for _ in range(30)]", many)[1]


def test_computing_is_limited():
    assert run("while True: pass")[0] == -signal.SIGXCPU


def test_files_are_limited(tmp_path):
    write = f"file = open({str(tmp_path / 'x')!r}, 'wb', 0); file.write(bytes(1000)); file.write(bytes(1))"
    assert run(write) == (1, "OSError: [Errno 27] File too large")
    assert "Too many open files" in run("files = [open('/dev/null') for _ in range(30)]")[1]


def test_there_is_no_network():
    assert "a stranger's file is read without a network" in run("import socket; socket.socket()")[1]
    assert (
        "a stranger's file is read without a network"
        in run("import urllib.request as r; r.urlopen('http://127.0.0.1:9')")[1]
    )


def test_limits_cannot_be_raised():
    assert (
        "ValueError" in run("import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))")[1] or os.getuid() == 0
    )


class Kernel32:
    """The calls of Windows that hold a process to limits, and what they were given."""

    def __init__(self):
        self.calls = {}
        for name, answer in (("CreateJobObjectW", 7), ("GetCurrentProcess", 9)):
            setattr(self, name, self._call(name, answer))
        for name in ("SetInformationJobObject", "AssignProcessToJobObject"):
            setattr(self, name, self._call(name, 1))

    def _call(self, name, answer):
        def call(*arguments):
            self.calls[name] = arguments
            return answer

        return call


def test_windows_gets_the_limits_in_its_units(monkeypatch):
    kernel = Kernel32()
    monkeypatch.setattr(ctypes, "WinDLL", lambda name: kernel if name == "kernel32" else None, raising=False)
    process_limits._join_job(ProcessLimits(memory=300 << 20, seconds=2, file_size=1, open_files=1, wall=60))
    job, kind, information, size = kernel.calls["SetInformationJobObject"]
    # JOBOBJECT_EXTENDED_LIMIT_INFORMATION of 64 bits: time of the process, flags, memory of the process.
    seconds, _, flags = struct.unpack_from("<qqI", information)
    (memory,) = struct.unpack_from("<Q", information, 112)

    assert (job.value, kind, size) == (7, 9, 144)
    assert (seconds, flags, memory) == (2 * 10_000_000, 0x2 | 0x100, 300 << 20)
    assert [argument.value for argument in kernel.calls["AssignProcessToJobObject"]] == [7, 9]
