"""Routes of the benchmark through processes that go on running: ours, and Typst's compiler kept in memory."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")


class Talker:
    """A program that goes on running, and prints a line with some words when it has made its PDF."""

    def __init__(self, command: tuple[str, ...], environment: Mapping[str, str], first: str, done: str) -> None:
        self._start = command, environment, first
        self._done = done
        self._process: subprocess.Popen[str] | None = None

    @property
    def process(self) -> subprocess.Popen[str]:
        """The process, started at its first use."""
        if self._process is None:
            command, environment, first = self._start
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
            self._process = subprocess.Popen(command, env=environment, text=True, **pipes)  # type: ignore[call-overload]
            self._read(first)
        return self._process

    def ask(self, line: str = "") -> None:
        """Send a line, if there is one, and wait until the PDF is made."""
        if line:
            self.process.stdin.write(f"{line}\n")  # type: ignore[union-attr]
            self.process.stdin.flush()  # type: ignore[union-attr]
        self._read(self._done)

    def _read(self, words: str) -> None:
        while words not in (line := self.process.stdout.readline()):  # type: ignore[union-attr]
            if not line:
                raise SystemExit(f"{self.process.args} has ended")

    def cpu(self) -> float:
        """Seconds of processor time until now, ended workers included."""
        return cpu_of(self.process.pid)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


class WarmProcess:
    """The resident of one route, with a runtime folder of its own."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment, self._process = environment, 0

    def start(self) -> None:
        """Start the resident, unless it runs."""
        Path(self._environment["XDG_RUNTIME_DIR"]).mkdir(exist_ok=True)
        self._process = json.loads(self._run("start"))["process"]

    def stop(self) -> None:
        """End the resident, if it runs."""
        self._run("stop")

    def cpu(self) -> float:
        """Seconds of processor time until now, ended workers included."""
        return cpu_of(self._process)

    def _run(self, verb: str) -> str:
        command = [sys.executable, "-m", "generator", "warm", verb, "--json"]
        return subprocess.run(command, env=self._environment, capture_output=True, text=True, check=True).stdout


AT_TERMINAL = """
from generator.cli.resident import repeated_builds
repeated_builds._CONTAINER_FILES = ()  # a benchmark may run in a container, where none starts by itself
from generator.cli.entry import run_and_exit
run_and_exit()
"""


class UnaskedProcess(WarmProcess):
    """The resident that starts by itself at the second build of a folder in a terminal."""

    def __init__(self, environment: Mapping[str, str], build: tuple[str, ...]) -> None:
        super().__init__({name: value for name, value in environment.items() if name not in {"CI", "GITHUB_ACTIONS"}})
        self._build = build

    def start(self) -> None:
        """Build twice, unless it runs."""
        Path(self._environment["XDG_RUNTIME_DIR"]).mkdir(exist_ok=True)
        for _ in range(2):
            if self._status().get("runs"):
                return
            ours, theirs = pty.openpty()
            command = [sys.executable, "-c", AT_TERMINAL, *self._build]
            streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
            subprocess.run(command, env=self._environment, check=True, **streams)  # type: ignore[call-overload]
            os.close(theirs)
            os.close(ours)
        while not self._status().get("runs"):
            time.sleep(0.05)
        self._process = self._status()["process"]

    def _status(self) -> dict[str, Any]:
        command = [sys.executable, "-m", "generator", "warm", "status", "--json"]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)
        status: dict[str, Any] = json.loads(done.stdout)
        return status


def cpu_of(process: int) -> float:
    """Seconds of user and system time of a process and of its children that have ended; 0 where there is no /proc."""
    try:
        numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, numbers[11:15])) / TICKS
