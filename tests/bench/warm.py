"""Routes of the benchmark through processes that go on running: ours, and Typst's compiler kept in memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

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


def cpu_of(process: int) -> float:
    """Seconds of user and system time of a process and of its children that have ended; 0 where there is no /proc."""
    try:
        numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, numbers[11:15])) / TICKS
