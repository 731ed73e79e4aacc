"""Has jobs made in a worker with a Python of its own, so that pages are answered meanwhile and a job can be ended.

The two share no files: an order goes there with those that it reads, and comes back as those that it made.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import shutil
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from generator.base.system.limited_child import ChildEnd, Message, Send
from generator.load.game_locations import data_root, game_name
from generator.web.orders.job_runner import LIMITS
from generator.web.orders.print_process import make_job

Show: TypeAlias = Callable[[str], None]
"""Function that takes a message of a job as JSON."""
HandOver: TypeAlias = Callable[[bytes, Show], Awaitable[bytes]]
"""Function that has the other worker make an order, and returns what `make_order` does; raises OSError if that fails.

Once cancelled, it ends the worker.
"""
_READ = ("game", "under", "since", "cards")
"""Options that name files or folders which a job reads."""


class WorkerRunner:
    """Makes each job in the other worker."""

    def __init__(self, hand_over: HandOver) -> None:
        self._hand_over = hand_over
        self._turn = asyncio.Lock()

    async def make(self, options: dict[str, Any], send: Send) -> ChildEnd:
        """Make a job, store its files, and send its messages. Raises OSError if the worker fails."""
        ends: list[Message] = []

        def hear(text: str) -> None:
            """Pass on a message of the job; the message of its end waits until the files are stored."""
            message = json.loads(text)
            # A page offers the files as soon as it hears of the end.
            (ends.append if "done" in message else send)(message)

        inputs = {str(file): file.read_bytes() for file in _files_to_read(options)}
        # One after the other: to end the job of one queue is to end the worker, with the other queue's job.
        async with self._turn:
            try:
                async with asyncio.timeout(LIMITS.wall):
                    outputs = await self._hand_over(pickle.dumps((options, inputs)), hear)
            except TimeoutError:
                return ChildEnd.CLOCK
        _store(pickle.loads(outputs))  # noqa: S301  of our own worker
        for message in ends:
            send(message)
        return ChildEnd.DONE

    async def clean_up(self, function: Callable[[], None]) -> None:
        """Call a function at once: a worker that was ended writes nothing more."""
        function()

    def close(self) -> None:
        """Leave the worker to its browser, which ends it with the tab."""


def make_order(order: bytes, show: Show) -> bytes:
    """Make the job of an order, with its files, in this worker; return all files of its output folder.

    Order and files are pickled; messages of the job go to `show`.
    """
    options, files = pickle.loads(order)  # noqa: S301  of our own worker
    out = Path(options["out"])
    _store(files)
    try:
        make_job(options, lambda message: show(json.dumps(message, default=list)))
        return pickle.dumps({str(file): file.read_bytes() for file in _files_below(out)})
    finally:
        # A row or file that is gone by the next order would otherwise still be here.
        for name in files:
            Path(name).unlink(missing_ok=True)
        shutil.rmtree(out, ignore_errors=True)


def _files_to_read(options: Mapping[str, Any]) -> Iterator[Path]:
    """Yield the files of the options that the other worker lacks: it has the shipped games itself."""
    places = [Path(options[key]) for key in _READ if options.get(key)]
    if options.get("changed"):
        # What has changed is found by comparing with the files of the last print.
        places.append(Path(options["out"], game_name(Path(options["game"]))))
    for place in places:
        if not place.is_relative_to(data_root()):
            yield from _files_below(place)


def _files_below(place: Path) -> list[Path]:
    """Return a file, or all files below a folder."""
    return [place] if place.is_file() else sorted(file for file in place.rglob("*") if file.is_file())


def _store(files: Mapping[str, bytes]) -> None:
    """Write files by path, with the folders that they need."""
    for name, data in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)
