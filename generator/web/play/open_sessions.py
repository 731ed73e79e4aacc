"""The sessions that are open: each is opened once for all its readers, and used in one thread."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from starlette.exceptions import HTTPException

from generator.base.errors import GeneratorError, OutputError, UsageError
from generator.load.sheets.short_rules_reader import read_short_rules
from generator.model.solo.short_rules import ShortRules
from generator.play.game_data import load_game_data
from generator.play.live_session import LiveSession
from generator.play.rules.visible_state import VisibleState
from generator.play.session_library import SessionRequest, live_session, open_play, start_solo
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.play.text.solo_text import SoloText
from generator.session.recorded_play import RecordedPlay
from generator.session.session_folder import session_path
from generator.session.timeline import ActionChain
from generator.solo.compiled.rulebook import Rulebook

Result = TypeVar("Result")

MAX_OPEN = 128
"""Sessions; one more, and the one that was used longest ago is closed. To open one again takes longer than a move."""

_NUMBERS = count(1)


class OpenSession:
    """A session that is open for writing; `file` is its device and inode."""

    def __init__(self, live: LiveSession[Any], book: Rulebook, file: tuple[int, int]) -> None:
        self.live, self.play, self.book, self.file = live, live.play, book, file
        self.number = next(_NUMBERS)
        """Tells it from the same session opened at another time."""
        self._opened_at = live.play.last
        self._local: dict[str, LocalSession] = {}

    @cached_property
    def short_rules(self) -> ShortRules:
        """The short rules of its sheets; raises Faults."""
        return read_short_rules(self.book.game)

    @property
    def repairs(self) -> str:
        """What was repaired in the file when it was opened; empty once the game has gone on."""
        return "; ".join(self.play.store.reports) if self.play.last == self._opened_at else ""

    def local(self, language: str) -> LocalSession:
        if language not in self._local:
            self._local[language] = LocalSession(self, language)
        return self._local[language]


class LocalSession:
    """An open session, and its texts in one language."""

    def __init__(self, session: OpenSession, language: str) -> None:
        self.session, self.language = session, language
        self.play, self.book = session.play, session.book
        self.names = ItemNames(session.book, play_messages(language, tapped=True), language)
        self.text = SoloText(self.names)
        self.live = session.live.with_text(self.text)
        self._events: dict[ActionChain, tuple[str, ...]] = {}

    @property
    def state(self) -> VisibleState:
        return self.live.visible

    def events(self, chain: ActionChain) -> tuple[str, ...]:
        """Return what the last action of a chain did, in sentences."""
        if chain not in self._events:
            self._events[chain] = tuple(line for line in self.text.step(self.live.step(chain)) if line.strip())
        return self._events[chain]


class OpenSessions:
    """The sessions of a folder; everything but `path` and `existing_path` is called in the thread of `run`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._thread = ThreadPoolExecutor(1, "sessions")
        self._open: OrderedDict[str, OpenSession] = OrderedDict()

    async def run(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def path(self, name: str) -> Path:
        """Return the file of a session; raises UsageError for an impossible name."""
        return session_path(self.folder, name)

    def existing_path(self, name: str) -> Path:
        """Return the file of a session; raises HTTPException 404 if there is none."""
        try:
            path = self.path(name)
        except UsageError:
            raise HTTPException(404) from None
        if not path.is_file():
            raise HTTPException(404)
        return path

    def create(self, game: str, request: SessionRequest) -> str:
        """Create a session, deal its first cards and return its name; raises what `start_solo` raises."""
        with start_solo(game, request, self.folder) as play, suppress(OutputError):  # a full disk: dealt when opened
            list(live_session(play).start())
        return play.name

    def open(self, name: str) -> OpenSession:
        """Return an open session, up to date with what other processes have written to its file.

        Raises HTTPException 404 if there is none, UsageError if its game data have changed, its file is damaged or it
        is a single deck, and what `open_play` raises.
        """
        path = self.existing_path(name)
        try:
            return self._open_or_update(name, path)
        except GeneratorError:
            self.discard(name)
            raise

    def discard(self, name: str) -> None:
        """Close a session after an error; the next `open` reads its file again."""
        if name in self._open:
            self._open.pop(name).play.close()

    def close(self) -> None:
        self._thread.submit(self._discard_all)
        self._thread.shutdown(wait=True)

    def _discard_all(self) -> None:
        for name in tuple(self._open):
            self.discard(name)

    def _open_or_update(self, name: str, path: Path) -> OpenSession:
        known = self._open.get(name)
        if known and _file_id(path) != known.file:  # another file has replaced it under its name
            self.discard(name)
            known = None
        session = self._open[name] = known or _open(path, self.folder)
        self._open.move_to_end(name)
        while len(self._open) > MAX_OPEN:
            self.discard(next(iter(self._open)))
        if session.play.store.writing:
            with session.play.turn():  # a turn begins by reading what others have written
                pass
        return session


def _open(path: Path, folder: Path) -> OpenSession:
    play = open_play(str(path), folder, writing=True)
    try:
        book = _check_playable(play)
        return OpenSession(live_session(play), book, _file_id(path))
    except BaseException:
        play.close()
        raise


def _check_playable(play: RecordedPlay) -> Rulebook:
    """Return the rulebook; raises UsageError for a damaged file, which can only be read, and for a single deck."""
    if play.store.damage:
        raise UsageError(f"{play.name}: {play.store.damage}; `vallum solo show {play.name}` and `verify` still read it")
    book = load_game_data(play.header).book
    if book is None:
        raise UsageError(f"{play.name}: a single deck is dealt in the terminal: `vallum solo resume {play.name}`")
    return book


def _file_id(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
