"""Files that change under the eyes of a page: each game's folder is watched while somebody looks at the game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from generator.load.game_locations import templates_root
from generator.web.server.event_stream import EventStream

PAUSE, LONGEST = 12, 60
"""Milliseconds: of quiet after which changes are told, and after which they are told anyway."""


class FileWatch:
    """One bell a game, rung when its files change."""

    def __init__(self) -> None:
        self._bells: dict[Path, EventStream] = {}
        self._tasks: dict[Path, asyncio.Task[None]] = {}

    def bell(self, folder: Path) -> EventStream:
        """The bell of a game, from now on rung."""
        bell = self._bells.setdefault(folder, EventStream())
        if folder not in self._tasks or self._tasks[folder].done():
            self._tasks[folder] = asyncio.create_task(_rung(bell, folder))
        return bell

    def left(self, folder: Path) -> Callable[[], None]:
        """What to call when somebody stops listening: the last one ends the watch."""

        def end() -> None:
            if not self._bells[folder].is_heard and folder in self._tasks:
                self._tasks.pop(folder).cancel()

        return end

    def end(self) -> None:
        """Watch nothing any more."""
        for task in self._tasks.values():
            task.cancel()


async def _rung(bell: EventStream, folder: Path) -> None:
    """Ring for every change; by looking again and again where the system tells of no more folders."""
    try:
        await _told(bell, folder, polling=None)
    except (OSError, RuntimeError):
        await _told(bell, folder, polling=True)


async def _told(bell: EventStream, folder: Path, *, polling: bool | None) -> None:
    from watchfiles import awatch

    async for _ in awatch(folder, templates_root(), debounce=LONGEST, step=PAUSE, force_polling=polling):
        bell.ring()
