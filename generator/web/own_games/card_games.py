"""Games made of finished pictures of cards, or of a PDF with a card on each page, by a process of its own."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from generator.base.errors import GeneratorError
from generator.base.memory.limited_cache import LimitedCache
from generator.web.orders.choice_fields import ChosenValues
from generator.web.orders.print_job import PrintJob
from generator.web.orders.print_queue import PrintQueue
from generator.web.own_games.own_games import OwnGames, checked_title, shown_faults
from generator.web.previews.face_previews import FacePreviews

MOST_KEPT = 20
"""Most games whose outcome is remembered."""
WAIT = 5.0
"""Seconds that a page waits for a game, before it says so and asks again."""
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")
"""Endings of pictures that a deck is made from."""
PDF = ".pdf"
_TOO_MUCH = "takes too long, or more memory than there is; bring fewer cards at once"


class DeckRequest(NamedTuple):
    """What a game is to be made of."""

    title: str
    path: Path
    """The PDF, or the folder of the pictures."""
    name: str
    """Name of it in faults."""
    backs: str = "auto"
    """Which pages of the PDF are backs."""
    size: str = ""
    """Size of the cards; empty for that of the pictures."""


class DeckOutcome(NamedTuple):
    """The outcome of an order: the id of the game, or the faults for which there is none."""

    order: DeckRequest
    id: str = ""
    faults: tuple[object, ...] = ()


class CardGames:
    """The games that are being made of pictures."""

    def __init__(self, *, own_games: OwnGames, previews: FacePreviews, estimate_queue: PrintQueue) -> None:
        self._own = own_games
        self._previews = previews
        self._queue = estimate_queue
        self._tasks = LimitedCache[str, asyncio.Task[DeckOutcome]](MOST_KEPT)

    def begin(self, order: DeckRequest) -> str:
        """Begin to make a game, and return the id of the work. Raises UsageError for its title, QueueFullError."""
        order = order._replace(title=checked_title(order.title))
        folder = TemporaryDirectory(prefix="vallum-cards-")
        options: dict[str, Any] = order._asdict() | {"cards": str(order.path), "out": folder.name}
        del options["path"]
        try:
            job = self._queue.add("", options, ChosenValues(), ())
        except BaseException:
            folder.cleanup()
            raise
        self._tasks[job.id] = asyncio.create_task(self._make(order, job, folder))
        return job.id

    async def outcome(self, id_: str) -> DeckOutcome | None:
        """Return the outcome of work by its id, after waiting a moment for its end; None while it goes on.

        Raises KeyError for an unknown id.
        """
        task = self._tasks[id_]
        if not task.done():
            await asyncio.wait({task}, timeout=WAIT)
        return task.result() if task.done() else None

    async def _make(self, order: DeckRequest, job: PrintJob, folder: TemporaryDirectory[str]) -> DeckOutcome:
        """Wait for the process that makes the files of a game, and put the game among the others."""
        # The folder of the process goes once the game has its own.
        with folder:
            if task := self._queue.task(job):
                await asyncio.wait({task})
            if job.state != "done":
                return DeckOutcome(order, "", (f"{order.name}: {_TOO_MUCH}",))
            if job.faults:
                return DeckOutcome(order, "", tuple(job.faults))
            try:
                return DeckOutcome(
                    order, await self._previews.run(partial(self._own.take, order.title, Path(folder.name)))
                )
            except GeneratorError as error:
                return DeckOutcome(order, "", shown_faults(error))
