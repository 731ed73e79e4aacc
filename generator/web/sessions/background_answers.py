"""Answers that take seconds: each is found once, one after the other in a thread; its page is told of the progress."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from generator.base.errors import GeneratorError, HandledError
from generator.base.memory.limited_cache import LimitedCache
from generator.base.system.offload import WorkThread
from generator.web.http.event_stream import EventStream

Found = TypeVar("Found")
Key: TypeAlias = tuple[str, ...]
"""Name of the session, digest of its state, and what distinguishes answers besides."""

MAX_KEPT = 16
"""Most answers that are remembered."""


class _ClosedError(HandledError):
    """The server ends: the search is given up."""


class Answer(Generic[Found]):
    """An answer, or how far the search for it has come; used in the thread of the event loop."""

    def __init__(self) -> None:
        self.percent = 0
        self.so_far: Found | None = None
        """Answer to show until it is found; a better one may follow."""
        self.previews = 0
        """Answers so far: each changes the stamp, so that open pages show it."""
        self.found: Found | None = None
        self.error = ""
        self.task: asyncio.Task[None] | None = None
        self._events = EventStream()

    @property
    def is_over(self) -> bool:
        """Whether the search has ended, with an answer or an error."""
        return self.found is not None or bool(self.error)

    @property
    def stamp(self) -> str:
        """Text that differs whenever the page of the answer would differ."""
        return "over" if self.is_over else f"{self.percent}.{self.previews}"

    def response(self, request: Request) -> Response:
        """Return an event stream: the stamp at once, and again after each progress of the search."""

        async def stamp() -> str:
            """Return the stamp at the time of the event."""
            return self.stamp

        return self._events.response(request, stamp, send_stamp=True)

    def notify(self) -> None:
        """Tell open pages that the search has progressed or ended."""
        self._events.notify()

    async def wait(self, seconds: float) -> None:
        """Wait until the answer is found, at most so many seconds."""
        if self.task:
            await asyncio.wait({self.task}, timeout=seconds)


class Search(Generic[Found]):
    """Reports of a search from its thread: called with the progress in per cent, or `show` with an answer so far."""

    def __init__(self, answer: Answer[Found], check: Callable[[], None]) -> None:
        """Have pages notified in the running event loop; `check` raises to end the search."""
        self._answer, self._check, self._loop = answer, check, asyncio.get_running_loop()

    def __call__(self, percent: int) -> None:
        """Report the progress in per cent; raises an error that ends the search if the server is about to end."""
        self._check()
        self._answer.percent = percent
        # Listeners belong to the loop's thread.
        self._loop.call_soon_threadsafe(self._answer.notify)

    def show(self, so_far: Found) -> None:
        """Report an answer to show for now, which a better one may follow."""
        self._answer.so_far = so_far
        self._answer.previews += 1
        self(self._answer.percent)


class BackgroundAnswers(Generic[Found]):
    """The answers to one kind of question about sessions."""

    def __init__(self) -> None:
        self._answers = LimitedCache[Key, Answer[Found]](MAX_KEPT)
        self._thread = WorkThread("answers")
        self._is_closed = False

    def ask(self, key: Key, find: Callable[[Search[Found]], Found]) -> Answer[Found]:
        """Return the answer for a key; its search begins if the key is new. Call it in the thread of the event loop.

        A search for an earlier state of the same session that has not begun is given up. An error of a search that
        is no GeneratorError is raised once.
        """
        self._drop_failed(key)
        if key not in self._answers:
            self._give_up_earlier(key)
            self._answers[key] = answer = Answer[Found]()
            answer.task = asyncio.get_running_loop().create_task(self._search(answer, find))
        return self._answers[key]

    def close(self) -> None:
        """End all searches and take no more."""
        self._is_closed = True
        self._thread.close()

    def _drop_failed(self, key: Key) -> None:
        """Forget an answer whose search ended without a result, and raise the error that ended it."""
        task = self._answers[key].task if key in self._answers else None
        if task and task.done() and not self._answers[key].is_over:
            del self._answers[key]
            # A bug is raised once, to the page that asks next.
            if not task.cancelled():
                task.result()

    def _give_up_earlier(self, key: Key) -> None:
        """Cancel the searches that wait for other states of the same session."""
        for other, answer in self._answers.stored():
            # The thread works on one search after the other; an outdated one would only delay the next.
            if other[0] == key[0] and other[1] != key[1] and answer.task:
                answer.task.cancel()

    def _check_open(self) -> None:
        """Raise an error that ends the search if the server is about to end."""
        if self._is_closed:
            raise _ClosedError

    async def _search(self, answer: Answer[Found], find: Callable[[Search[Found]], Found]) -> None:
        """Search for an answer in the thread, note it or its error, and notify open pages."""
        try:
            answer.found = await self._thread.run(find, Search(answer, self._check_open))
        # The server is about to end, so nobody waits for the answer.
        except _ClosedError:
            return
        except GeneratorError as error:
            answer.error = str(error)
        finally:
            answer.notify()
