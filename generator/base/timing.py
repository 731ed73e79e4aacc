"""Seconds spent by stage."""

from __future__ import annotations

from time import perf_counter

Times = dict[str, float]
"""Seconds by stage."""


class Stopwatch:
    """Adds the seconds between laps to `times`."""

    def __init__(self, times: Times) -> None:
        self.times = times
        self._start = self._last = perf_counter()

    def lap(self, stage: str) -> None:
        """Add the time since the last lap, or since the start, to a stage."""
        now = perf_counter()
        self.times[stage] = self.times.get(stage, 0.0) + now - self._last
        self._last = now

    @property
    def elapsed(self) -> float:
        return perf_counter() - self._start
