"""Seconds spent by stage."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

Times = dict[str, float]
"""Seconds by stage."""


class Stopwatch:
    """Adds the seconds between laps to `times`."""

    def __init__(self, times: Times, clock: Callable[[], float] = perf_counter) -> None:
        """Take `clock`: `perf_counter` for wall time, or `time.process_time`, which other programs do not lengthen."""
        self.times, self._clock = times, clock
        self._start = self._last = clock()

    def lap(self, stage: str) -> None:
        """Add the time since the last lap, or since the start, to a stage."""
        now = self._clock()
        self.times[stage] = self.times.get(stage, 0.0) + now - self._last
        self._last = now

    def add(self, times: Times) -> None:
        """Add the times of another stopwatch that ran since the last lap, and begin the next lap."""
        for stage, seconds in times.items():
            self.times[stage] = self.times.get(stage, 0.0) + seconds
        self._last = self._clock()

    @property
    def elapsed(self) -> float:
        """The seconds since the stopwatch was started, with all laps."""
        return self._clock() - self._start
