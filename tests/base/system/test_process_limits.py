import os
import signal
import subprocess
import sys

import pytest

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
