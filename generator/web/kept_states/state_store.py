"""The kept states on the disk: a record for each state, and each file once, as a plain copy."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from generator.base.errors import OutputError, UsageError
from generator.base.hashing import digest, file_digests
from generator.base.system.output_file import write_file
from generator.base.system.regular_file import open_regular
from generator.web.kept_states.state_rules import MOST_GAME, KeptState, due_reason, outlived, state_name

MOST_GAMES = 40
"""Games whose states are kept; those of the game that was worked on longest ago are deleted."""
_FORMAT = 1
_CONTENT = "content"


def local_time() -> datetime:
    """Return the present time, with the time zone of this computer."""
    return datetime.now().astimezone()


class StateStore:
    """States of all games, below a folder of the user's data. One thread at a time is to use it."""

    def __init__(self, folder: Path, clock: Callable[[], datetime] = local_time) -> None:
        """Take the folder, and a function that gives the time."""
        self._folder = folder
        self._clock = clock
        self._last: dict[Path, datetime | None] = {}
        """Times of the newest states, so that most requests read no file."""

    def note_work(self, game: Path) -> None:
        """Keep a state of the game in a folder if one is due; a full disk leaves it out."""
        game = game.resolve()
        now = self._clock()
        if game not in self._last:
            self._last[game] = max((state.time for state in self.states(game)), default=None)
        reason = due_reason(self._last[game], now)
        if reason and not self.why_not(game):
            # Set first: a game that cannot be kept is tried again in ten minutes, and not with each request.
            self._last[game] = now
            with suppress(OutputError):
                self.keep_state(game, reason)

    def keep_state(self, game: Path, reason: str) -> KeptState | None:
        """Keep a state of a game, unless the newest one is equal; return the newest state, None for a refused game.

        Raises OutputError.
        """
        game = game.resolve()
        if self.why_not(game):
            return None
        states, digests = self.states(game), file_digests(game)
        if states and states[-1].files == digests:
            return states[-1]
        place, now = self._game_folder(game), self._clock()
        files = {path: content for path, content in digests.items() if self._copied(game / path, place, content)}
        state = KeptState(state_name(now, [state.name for state in states]), now, reason, files)
        record = {"format": _FORMAT, "game": str(game), "time": now.isoformat(), "reason": reason, "files": files}
        write_file(place / f"{state.name}.json", json.dumps(record, ensure_ascii=False, indent=1).encode())
        self._last[game] = now
        self._tidy(place, [*states, state])
        return state

    def states(self, game: Path) -> list[KeptState]:
        """Return the states of the game in a folder, from the oldest to the newest."""
        game = game.resolve()
        records = (_state(file, game) for file in sorted(self._game_folder(game).glob("*.json")))
        return sorted(filter(None, records), key=lambda state: (state.time, state.name))

    def find(self, game: Path, name: str) -> KeptState | None:
        """Return the state of a name; None if it has given way."""
        return next((state for state in self.states(game) if state.name == name), None)

    def why_not(self, game: Path) -> str:
        """Return the key of a message that says why no states of a game are kept; empty if they are."""
        game = game.resolve()
        # Git keeps states better, and the owner has chosen it.
        if any((folder / ".git").exists() for folder in (game, *game.parents)):
            return "git"
        return "large" if sum(_size(game / path) for path in file_digests(game)) > MOST_GAME else ""

    def kept_content(self, game: Path, content: str, path: str) -> bytes:
        """Return the content of a kept file. Raises OutputError if it is gone or was changed by hand."""
        file = self._copy_path(self._game_folder(game.resolve()), path, content)
        try:
            data = file.read_bytes()
        except OSError as error:
            raise OutputError(f"{path}: cannot be read: {(error.strerror or '').lower()}") from None
        if digest_of(data) != content:
            raise OutputError(f"{path}: this copy was changed by hand; the game stays as it is")
        return data

    def bring_back(self, game: Path, name: str) -> KeptState | None:
        """Put the files of a game back to a state, and return the state that is kept of them as they were.

        Raises UsageError for a state that has given way, OutputError; the present files are then in the newest state.
        """
        game = game.resolve()
        state = self.find(game, name)
        if state is None:
            raise UsageError("this state has given way to newer ones")
        now = file_digests(game)
        # All are read before the first is written: a damaged copy leaves the game as it is.
        changed = {
            path: self.kept_content(game, content, path)
            for path, content in state.files.items()
            if now.get(path) != content
        }
        before = self.keep_state(game, "back")
        if before is None:
            raise UsageError("states of this game are not kept; take it back with git")
        for path, data in changed.items():
            write_file(game / path, data)
        for path in now.keys() - state.files.keys():
            # It is in the state before.
            with suppress(OSError):
                (game / path).unlink()
        self._last[game] = self._clock()
        return before

    def _copied(self, file: Path, place: Path, content: str) -> bool:
        """Copy a file of a game; False if it is gone or has changed meanwhile, so that the next state will have it.

        Raises OutputError.
        """
        target = self._copy_path(place, file.name, content)
        if target.exists():
            return True
        try:
            with open_regular(file, follow=False) as opened:
                data = opened.read()
        except OSError:
            return False
        if digest_of(data) != content:
            return False
        write_file(target, data)
        return True

    def _tidy(self, place: Path, states: list[KeptState]) -> None:
        """Delete the states that give way, files that no state has any more, and all of the oldest game of too many."""
        sizes = {
            content: _size(self._copy_path(place, path, content))
            for state in states
            for path, content in state.files.items()
        }
        gone = outlived(states, sizes)
        for state in gone:
            (place / f"{state.name}.json").unlink(missing_ok=True)
        needed = {
            self._copy_path(place, path, content).name
            for state in states[len(gone) :]
            for path, content in state.files.items()
        }
        for file in (place / _CONTENT).glob("*"):
            if file.name not in needed:
                file.unlink(missing_ok=True)
        games = sorted(self._folder.iterdir(), key=lambda folder: -folder.stat().st_mtime)
        for folder in games[MOST_GAMES:]:
            _delete(folder)

    def _game_folder(self, game: Path) -> Path:
        """Return the folder for the states of the game in a folder."""
        # Two games of one name lie in different folders.
        return self._folder / digest(str(game))[:24]

    def _copy_path(self, place: Path, path: str, content: str) -> Path:
        """Return the place of a copy: called by its content, with the ending of its name so that programs open it."""
        return place / _CONTENT / f"{content[:40]}{Path(path).suffix.lower()[:12]}"


def digest_of(data: bytes) -> str:
    """Return the digest of a file's content as `file_digests` gives it."""
    return hashlib.sha256(data).hexdigest()


def _state(file: Path, game: Path) -> KeptState | None:
    """Return the state of a record; None for a damaged one or one of another version."""
    try:
        data = json.loads(file.read_bytes())
        if data["format"] != _FORMAT or data["game"] != str(game):
            return None
        files = {str(path): str(content) for path, content in data["files"].items()}
        return KeptState(file.stem, datetime.fromisoformat(data["time"]).astimezone(), str(data["reason"]), files)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _size(file: Path) -> int:
    """Return the bytes of a file; 0 if it is gone."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _delete(folder: Path) -> None:
    """Delete a folder with its files, as far as the system allows."""
    shutil.rmtree(folder, ignore_errors=True)
