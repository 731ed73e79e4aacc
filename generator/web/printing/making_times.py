"""How long files take to make, by the orders made last."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from generator.web.printing.print_job import PrintJob

START, PAGE = 2.0, 0.25
"""Seconds that a process takes to start and to read a game, and for each page, until an order tells better."""
FEWEST = 4
"""Pages of an order from which on it tells how long a page takes."""
MOST_KEPT = 5
"""Orders whose times count."""


def seconds_to_make(pages: int, jobs: Iterable[PrintJob], game: str) -> int:
    """Return about how many seconds it takes to write so many pages of a game, by the orders that were made."""
    paces = deque(_paces(jobs, game), MOST_KEPT)
    page = sum(paces) / len(paces) if paces else PAGE
    return max(1, round(START + pages * page))


def _paces(jobs: Iterable[PrintJob], game: str) -> Iterable[float]:
    """Seconds for each page, of orders of the game that have written pages."""
    for job in jobs:
        written = sum(file["pages"] for file in job.files if file["fresh"])
        if job.game == game and job.state == "done" and not job.is_estimate and written >= FEWEST:
            yield max(0.0, job.seconds - START) / written
