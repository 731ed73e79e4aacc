"""The browsers that may use the pages: a pass for each, kept as one small file in the user's folder of settings.

A pass is a random value in a cookie. The name of its file is a hash of it, so the file lets nobody in; its time of
change is when the browser last came. A pass is valid as long as its file is there: any process can revoke it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from generator.base.errors import OutputError, UsageError
from generator.base.records import dataclass
from generator.base.system.output_file import output_errors, write_file

FOLDER = "browsers"
OLD_SECRET = "web-secret"  # noqa: S105  a file name
"""File of Vallum 0.1, with one cookie for all browsers; it is removed."""
DAYS = 90
"""Days without a visit after which a pass ends."""
MAX_PASSES = 100
"""Most passes; a new one replaces the one that was not used for longest."""
VISIT_SECONDS = 3600
"""Seconds after which a visit is noted again; noting each would write to the disk at every click."""
_VALUE = re.compile(r"[\w-]{43}", re.ASCII)
"""Pattern of a pass: 256 random bits, as `secrets.token_urlsafe` writes them."""


@dataclass(frozen=True, slots=True)
class BrowserPass:
    """A browser that may use the pages."""

    id: str
    """Hash of the pass, in hexadecimal digits; its beginning is enough to name it."""
    browser: str
    """Browser and system such as "Firefox, Android"; "" if unknown."""
    port: int
    """Port of the server that it is valid for."""
    first: float
    last: float
    """Time of its issue and of the last visit, in seconds since 1970."""


class PassFolder:
    """The passes of a user; without a folder that can be written, they are valid for this run only."""

    def __init__(self, config: Path | None, now: Callable[[], float] = time.time) -> None:
        self._folder, self._now = config / FOLDER if config else None, now
        self._unsaved: dict[str, BrowserPass] = {}

    def issue(self, port: int, browser: str) -> str:
        """Make a pass and return its value, which is kept nowhere else than in the browser."""
        value, now = secrets.token_urlsafe(32), self._now()
        browser_pass = BrowserPass(_hash(port, value), browser, port, now, now)
        for old in self._superfluous():
            with suppress(OutputError):
                self.revoke(old)
        file = self._file(browser_pass.id)
        try:
            if file is None:
                self._unsaved[browser_pass.id] = browser_pass
            else:
                _save(browser_pass, file)
        # Nothing can be saved: the browser is let in all the same, for this run.
        except OutputError:
            self._unsaved[browser_pass.id] = browser_pass
        return value

    def find(self, port: int, value: str) -> str:
        """Return the id of a valid pass by the value in its cookie, and note the visit; "" if there is none."""
        if not _VALUE.fullmatch(value):
            return ""
        id_ = _hash(port, value)
        return id_ if id_ in self._unsaved or self._visit(id_) else ""

    def is_valid(self, id_: str) -> bool:
        """Return whether a pass, given by its id, is neither revoked nor expired."""
        return id_ in self._unsaved or self._last_visit(id_) is not None

    def all(self) -> list[BrowserPass]:
        """Return the valid passes, the last used first."""
        saved = [] if self._folder is None else [self._load(file) for file in self._folder.glob("*.json")]
        passes = [*(browser_pass for browser_pass in saved if browser_pass), *self._unsaved.values()]
        return sorted(passes, key=lambda browser_pass: (-browser_pass.last, browser_pass.id))

    def by_beginning(self, id_: str) -> BrowserPass:
        """Return the pass whose id begins with some digits; raises UsageError unless there is exactly one."""
        passes = self.all()
        matching = [browser_pass for browser_pass in passes if id_ and browser_pass.id.startswith(id_.lower())]
        if len(matching) == 1:
            return matching[0]
        problem = "stands for several browsers; give more digits" if matching else "no browser has this id"
        ids = ", ".join(browser_pass.id[:8] for browser_pass in passes) or "none"
        raise UsageError(f"--revoke {id_}: {problem}; ids: {ids}")

    def revoke(self, id_: str) -> None:
        """End a pass; raises OutputError if its file cannot be removed."""
        self._unsaved.pop(id_, None)
        if file := self._file(id_):
            _remove(file)

    def revoke_all(self) -> None:
        """Revoke all passes, also those whose files cannot be read. Raises OutputError."""
        self._unsaved.clear()
        if self._folder is not None:
            for file in [*self._folder.glob("*.json"), self._folder.with_name(OLD_SECRET)]:
                _remove(file)

    def _superfluous(self) -> list[str]:
        """Return the ids of expired passes, and of the oldest if there is no room for a new one."""
        valid = [browser_pass.id for browser_pass in self.all()]
        files = [] if self._folder is None else self._folder.glob("*.json")
        return [*valid[MAX_PASSES - 1 :], *(file.stem for file in files if file.stem not in valid)]

    def _load(self, file: Path) -> BrowserPass | None:
        """Return the pass of a file; None if it has expired. A damaged file gives a pass without a browser's name."""
        last = self._last_visit(file.stem)
        try:
            data = json.loads(file.read_bytes())
            loaded = BrowserPass(file.stem, str(data["browser"]), int(data["port"]), float(data["first"]), last or 0)
        except (OSError, ValueError, KeyError, TypeError):  # damaged by others: listed, so that it can be revoked
            loaded = BrowserPass(file.stem, "", 0, last or 0, last or 0)
        return loaded if last else None

    def _visit(self, id_: str) -> bool:
        """Note that the browser of a pass came now; False if the pass is not valid."""
        last, file, now = self._last_visit(id_), self._file(id_), self._now()
        if last is None or file is None:
            return False
        if now - last > VISIT_SECONDS:
            with suppress(OSError):
                os.utime(file, (now, now))
        return True

    def _last_visit(self, id_: str) -> float | None:
        """Return the time of the last visit with a pass, in seconds since 1970; None if revoked or expired."""
        file = self._file(id_)
        with suppress(OSError):
            last = file.stat().st_mtime if file else 0.0
            # The time of the file's change is the last visit.
            return last if self._now() - last < DAYS * 24 * 3600 else None
        return None

    def _file(self, id_: str) -> Path | None:
        """Return the file of a pass; None without a folder."""
        return self._folder / f"{id_}.json" if self._folder else None


def _save(browser_pass: BrowserPass, file: Path) -> None:
    """Write a pass to its file, in a folder that only its user can read; raises OutputError."""
    data = {"browser": browser_pass.browser, "port": browser_pass.port, "first": browser_pass.first}
    with output_errors(file):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_file(file, json.dumps(data).encode())
    with suppress(OSError):
        file.parent.with_name(OLD_SECRET).unlink()


def _hash(port: int, value: str) -> str:
    """Return the id of a pass: the port is hashed too, so that a pass of one server is useless at another."""
    return hashlib.sha256(f"{port} {value}".encode()).hexdigest()


def _remove(file: Path) -> None:
    """Remove a file that may already be gone; raises OutputError if it cannot be removed."""
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            file.unlink()
    except OSError as error:
        raise OutputError(f"{file}: cannot be removed ({(error.strerror or str(error)).lower()})") from None
