"""Reviews of finished games: each is found once, one after the other in a thread; its page is told of the progress."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from generator.base.errors import GeneratorError
from generator.base.records import dataclass, field
from generator.play.session_review import SessionReview
from generator.solo.ai.game_review import Progress
from generator.web.server.event_stream import EventStream

MAX_KEPT = 16
"""Reviews that are remembered."""


class _ClosedError(Exception):
    """The server ends: the review is given up."""


@dataclass(slots=True)
class ReviewJob:
    """A review, or how far it has come."""

    percent: int = 0
    found: SessionReview | None = None
    error: str = ""
    events: EventStream = field(default_factory=EventStream)

    @property
    def is_over(self) -> bool:
        return self.found is not None or bool(self.error)

    @property
    def stamp(self) -> str:
        return "over" if self.is_over else str(self.percent)


class GameReviews:
    """The reviews of the sessions, by the digest of the last state."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "reviews")
        self._is_closed = False

    def job(self, key: str, find: Callable[[Progress], SessionReview]) -> ReviewJob:
        """Return the review of a key, which is begun if it is new; call it in the thread of the event loop."""
        if key not in self._jobs:
            self._jobs[key] = job = ReviewJob()
            asyncio.get_running_loop().run_in_executor(self._thread, self._find, job, find, asyncio.get_running_loop())
        self._jobs.move_to_end(key)
        while len(self._jobs) > MAX_KEPT:
            self._jobs.popitem(last=False)
        return self._jobs[key]

    def close(self) -> None:
        self._is_closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _find(self, job: ReviewJob, find: Callable[[Progress], SessionReview], loop: asyncio.AbstractEventLoop) -> None:
        def note(percent: int) -> None:
            if self._is_closed:
                raise _ClosedError
            job.percent = percent
            loop.call_soon_threadsafe(job.events.notify)

        try:
            job.found = find(note)
        except _ClosedError:
            return
        except GeneratorError as error:
            job.error = str(error)
        loop.call_soon_threadsafe(job.events.notify)
