"""The sessions that are open: each is opened once for all its readers, and used in one thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from generator.base.errors import GeneratorError, OutputError, UsageError
from generator.base.memory.limited_cache import LimitedCache
from generator.base.system.offload import WorkThread
from generator.play.game_data import GameData, load_game_data
from generator.play.live_session import LiveSession
from generator.play.plans.planned_session import NUMBERS, open_plan
from generator.play.session_library import SessionRequest, live_session, open_play, start_solo
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.play.text.solo_text import SoloText
from generator.session.recorded_play import RecordedPlay
from generator.session.session_folder import session_path

Result = TypeVar("Result")

MAX_OPEN = 128
"""Most open sessions; the one used longest ago is closed for a new one. Opening takes longer than a move."""
_AS_BEGUN = ""
"""Key, in place of a language, of the session in the language of the command line."""


class OpenSessions:
    """The sessions of a folder; everything but `path` and `existing_path` is called in the thread of `run`.

    A session is opened once, and told in each language that a reader asks for.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._thread = WorkThread("sessions")
        self._open = LimitedCache[str, dict[str, LiveSession[Any]]](MAX_OPEN, close=_close)

    async def run(self, work: Callable[[], Result]) -> Result:
        """Do work in the thread of the sessions, and return the result."""
        return await self._thread.run(work)

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
        """Create a session of a game, deal its first cards and return the session's name. Raises as `start_solo`."""
        with start_solo(game, request, self.folder) as play, suppress(OutputError):  # a full disk: dealt when opened
            list(live_session(play).start())
        return play.name

    def open(self, name: str, language: str) -> LiveSession[Any]:
        """Return an open session in a language, with all events that other processes have written to its file.

        Raises HTTPException 404 if there is none, UsageError if its game data have changed, its file is damaged or it
        is a single deck, and what `open_play` raises.
        """
        path = self.existing_path(name)
        try:
            return self._open_or_update(name, path, language)
        except GeneratorError:
            self.discard(name)
            raise

    def open_asked(self, request: Request, language: str) -> LiveSession[Any]:
        """Return the session that the path of a request names, or its plan where the path has a number of one.

        Raises HTTPException 404 for a number that no plan has, PlayError where no plan is possible, and as `open`.
        """
        session, number = self.open(request.path_params["name"], language), request.path_params.get("plan", 0)
        if number and number not in NUMBERS:
            raise HTTPException(404)
        return open_plan(session, number) if number else session

    def discard(self, name: str) -> None:
        """Close a session after an error; the next `open` reads its file again."""
        if name in self._open:
            _close(self._open.pop(name))

    def close(self) -> None:
        """Close all sessions and end their thread."""
        self._thread.submit(self._discard_all)
        # Sessions are closed in their own thread before it ends: their files are locked by it.
        self._thread.close(wait=True)

    def _discard_all(self) -> None:
        """Close all open sessions."""
        for name in tuple(self._open):
            self.discard(name)

    def _open_or_update(self, name: str, path: Path, language: str) -> LiveSession[Any]:
        """Return an open session in a language, with all that other processes have written to its file."""
        if name in self._open and not self._open[name][_AS_BEGUN].play.store.has_name:  # another file has replaced it
            self.discard(name)
        if name not in self._open:
            self._open[name] = {_AS_BEGUN: _open(path, self.folder)}
        sessions = self._open[name]
        if language not in sessions:
            # Only the texts differ by language: moves made in one are seen in all.
            sessions[language] = _retell(sessions[_AS_BEGUN], language)
        play = sessions[language].play
        if play.is_writable:
            with play.turn():  # a turn begins by reading what others have written
                pass
        return sessions[language]


def _open(path: Path, folder: Path) -> LiveSession[Any]:
    """Open the session of a file for writing; raises UsageError for a session that cannot be played on the pages."""
    play = open_play(str(path), folder, writing=True)
    try:
        return live_session(play, data=_playable_data(play))
    # Whatever went wrong, the lock of the file is given back.
    except BaseException:
        play.close()
        raise


def _close(sessions: Mapping[str, LiveSession[Any]]) -> None:
    """Close the file of a session, which its views in all languages share."""
    sessions[_AS_BEGUN].play.close()


def _playable_data(play: RecordedPlay) -> GameData:
    """Return the data of a session's game; raises UsageError for a damaged file and for a single deck of cards."""
    if play.store.damage:
        raise UsageError(f"{play.name}: {play.store.damage}; `vallum solo show {play.name}` and `verify` still read it")
    data = load_game_data(play.header)
    if data.book is None:
        raise UsageError(f"{play.name}: a single deck is dealt in the terminal: `vallum solo resume {play.name}`")
    return data


def _retell(session: LiveSession[Any], language: str) -> LiveSession[Any]:
    """Return the same session with its texts in another language."""
    names = ItemNames(session.solo_text.book, play_messages(language, tapped=True), language)
    return session.with_text(SoloText(names), language)
