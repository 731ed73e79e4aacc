"""Where the time goes, by stage."""

from __future__ import annotations

from time import perf_counter

Times = dict[str, float]
"""Seconds by stage."""


class Stopwatch:
    """Seconds spent by stage, booked into `times`."""

    def __init__(self, times: Times) -> None:
        self.times = times
        self._first = self._last = perf_counter()

    def lap(self, stage: str) -> None:
        """Book the time since the last lap to a stage."""
        now = perf_counter()
        self.times[stage] = self.times.get(stage, 0.0) + now - self._last
        self._last = now

    @property
    def elapsed(self) -> float:
        """Seconds since it was started."""
        return perf_counter() - self._first
