"""What is done with files that browsers have sent, each once, by a process of its own."""

from __future__ import annotations

import asyncio
from typing import Any

from generator.web.orders.choice_fields import ChosenValues
from generator.web.orders.print_job import PrintJob
from generator.web.orders.print_queue import PrintQueue
from generator.web.orders.upload_store import UploadStore

WAIT = 5.0
"""Seconds that a page waits for its job, before it says so and asks again."""
LONGEST = 80
"""Most characters of a file name on a page."""


class UploadJobs:
    """The jobs of a page about files that were sent; those about files that are not kept any more are forgotten."""

    def __init__(self, *, estimate_queue: PrintQueue, uploads: UploadStore) -> None:
        self._estimate_queue = estimate_queue
        self._uploads = uploads
        self._jobs: dict[tuple[str, str], PrintJob] = {}

    async def result(self, id_: str, options: dict[str, Any]) -> PrintJob:
        """Return the job with some options on an uploaded file, a new one or one made before.

        Waits a moment for its end. Raises QueueFullError.
        """
        key = id_, repr(options)
        if key not in self._jobs:
            # Only a new job is a reason to tidy up: the list cannot grow without one.
            self._jobs = {
                key_of_job: job for key_of_job, job in self._jobs.items() if self._uploads.find(key_of_job[0])
            }
            self._jobs[key] = self._estimate_queue.add("", options, ChosenValues(), ())
        await self._wait(self._jobs[key])
        return self._jobs[key]

    async def written(self, options: dict[str, Any]) -> PrintJob:
        """Run a new job that writes files, and return it after waiting a moment for it; raises QueueFullError."""
        job = self._estimate_queue.add("", options, ChosenValues(), ())
        await self._wait(job)
        return job

    async def _wait(self, job: PrintJob) -> None:
        """Wait until a job has ended, at most WAIT seconds."""
        if task := self._estimate_queue.task(job):
            await asyncio.wait({task}, timeout=WAIT)


def shown_name(name: str, default: str) -> str:
    """Return the name of an uploaded file as a page shows it; `default` if nothing of the name is printable."""
    return "".join(filter(str.isprintable, name))[:LONGEST] or default
