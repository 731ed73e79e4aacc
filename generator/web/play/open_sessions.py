"""The tables that are played at: each session opened once, whoever looks at it, and all of it done in one thread."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from starlette.exceptions import HTTPException

from generator.base.errors import OutputError, UsageError
from generator.play.game_data import GameData, load_game_data
from generator.play.live_session import LiveSession
from generator.play.session_library import SessionRequest, live_session, open_play, start_solo
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.play.text.solo_text import SoloText
from generator.session.recorded_play import RecordedPlay
from generator.session.session_folder import session_path
from generator.session.timeline import ActionChain
from generator.solo.compiled.rulebook import Rulebook

Answer = TypeVar("Answer")

KEPT = 16
"""Sessions that stay open; one more, and the one that was played longest ago is closed."""


class OpenSession:
    """A session that is open, and what is kept of it between two looks."""

    def __init__(self, play: RecordedPlay, book: Rulebook, table: LiveSession[Any], file: tuple[int, int]) -> None:
        self.play, self.book, self.file = play, book, file
        """`file` is what the system knows the file by: another one under its name is another session."""
        self.told: dict[tuple[str, ActionChain], tuple[str, ...]] = {}
        """What each action did, by language."""
        self._first, self._opened = table, play.last
        self._speakers: dict[str, tuple[ItemNames, SoloText, LiveSession[Any]]] = {}

    @property
    def mended(self) -> str:
        """What had to be put right when it was opened, until the game goes on; empty where all was well."""
        return "; ".join(self.play.store.reports) if self.play.last == self._opened else ""

    def speaking(self, language: str) -> LiveSession[Any]:
        """The table, told in a language to whoever taps."""
        return self._speaker(language)[2]

    def voice(self, language: str) -> SoloText:
        """What tells it."""
        return self._speaker(language)[1]

    def naming(self, language: str) -> ItemNames:
        """What things of its game are called."""
        return self._speaker(language)[0]

    def _speaker(self, language: str) -> tuple[ItemNames, SoloText, LiveSession[Any]]:
        if language not in self._speakers:
            naming = ItemNames(self.book, play_messages(language, tapped=True), language)
            voice = SoloText(naming)
            self._speakers[language] = naming, voice, self._first.told_by(voice)
        return self._speakers[language]


class OpenSessions:
    """The sessions of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._thread = ThreadPoolExecutor(1, "tables")
        self._seats: OrderedDict[str, OpenSession] = OrderedDict()

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Do something with sessions, in the one thread that does."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def path(self, name: str) -> Path:
        """The file of a session; raises UsageError for what cannot be the name of one."""
        return session_path(self.folder, name)

    def known(self, name: str) -> Path:
        """The file of a session that there is; HTTPException where there is none of that name."""
        try:
            path = self.path(name)
        except UsageError:
            raise HTTPException(404) from None
        if not path.is_file():
            raise HTTPException(404)
        return path

    def begun(self, game: str, wish: SessionRequest) -> str:
        """Begin a session, deal its first cards, and say its name; raises what `start_solo` raises."""
        with start_solo(game, wish, self.folder) as play, suppress(OutputError):  # dealt when there is room for them
            list(live_session(play).start())
        return play.name

    def seat(self, name: str) -> OpenSession:
        """Sit down to a session, with everything that other windows have done since.

        Raises UsageError where there is none, its data are others now, or it is a deck alone; and what opening raises.
        """
        path = self.path(name)
        known = self._seats.get(name)
        if known and _file(path) != known.file:
            self._leave(name)
            known = None
        seat = self._seats[name] = known or self._opened(path)
        self._seats.move_to_end(name)
        while len(self._seats) > KEPT:
            self._leave(next(iter(self._seats)))
        if seat.play.store.writing:
            with seat.play.turn():
                pass
        return seat

    def _opened(self, path: Path) -> OpenSession:
        play = open_play(str(path), self.folder, writing=True)
        try:
            _check_whole(play)
            table, source = live_session(play), load_game_data(play.header)
            book = _book(source, play.name)
            return OpenSession(play, book, table, _file(path))
        except BaseException:
            play.close()
            raise

    def left(self, name: str) -> None:
        """Close a session that something is wrong with; the next look opens it anew."""
        if name in self._seats:
            self._leave(name)

    def _leave(self, name: str) -> None:
        self._seats.pop(name).play.close()

    def close(self) -> None:
        """Close all of them."""
        self._thread.submit(self._leave_all)
        self._thread.shutdown(wait=True)

    def _leave_all(self) -> None:
        for name in tuple(self._seats):
            self._leave(name)


def _check_whole(play: RecordedPlay) -> None:
    """A damaged session can only be looked at, and that is done in the terminal."""
    if play.store.damage:
        what = f"event {play.store.damage.event}: {play.store.damage.what}"
        raise UsageError(f"{play.name}: {what}; `vallum solo show {play.name}` and `verify` still read it")


def _book(source: GameData, name: str) -> Rulebook:
    if source.book is None:
        raise UsageError(f"{name}: a single deck is dealt in the terminal: `vallum solo resume {name}`")
    return source.book


def _file(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
