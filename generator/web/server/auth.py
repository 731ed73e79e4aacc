"""Who may come in: a link that works once, traded for a cookie that holds for this user and port."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from generator.base.errors import OutputError

KEPT = "web-secret"
"""The file, readable by its user alone, that makes cookies hold when the program is started again."""


class Auth:
    """Tokens and the cookie of one running page; `used` is told the `name:port` that somebody has come in by."""

    def __init__(self, port: int, secret: bytes, used: Callable[[str], None] = lambda _: None) -> None:
        self.used = used
        self.cookie = f"vallum-{port}"
        """Its name; cookies of one host are shared by all ports, so the port stands in it."""
        self.pass_ = hmac.new(secret, self.cookie.encode(), hashlib.sha256).hexdigest()
        """Its value."""
        self._tokens: set[str] = set()

    def token(self) -> str:
        """A new token of 256 random bits, good for one entry."""
        token = secrets.token_urlsafe(32)
        self._tokens.add(token)
        return token

    def opens(self, token: str) -> bool:
        """Whether a token was good; it is not any more."""
        found = next((known for known in self._tokens if hmac.compare_digest(known.encode(), token.encode())), None)
        self._tokens.discard(found or "")
        return found is not None

    def knows(self, cookies: str) -> bool:
        """Whether a Cookie header holds the pass."""
        pairs = (pair.strip().partition("=") for pair in cookies.split(";"))
        values = [value for name, _, value in pairs if name == self.cookie]
        return any(hmac.compare_digest(value.encode(), self.pass_.encode()) for value in values)


def secret(folder: Path | None) -> bytes:
    """The user's secret, made when there is none; one for this run where it cannot be kept."""
    fresh = secrets.token_bytes(32)
    if folder is None:
        return fresh
    file = folder / KEPT
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with (
            suppress(FileExistsError),
            os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new,
        ):
            new.write(fresh)
        kept = file.read_bytes()
        if len(kept) == len(fresh):
            return kept
    return fresh


def forget(folder: Path | None) -> None:
    """Make every cookie of every browser worthless: the next secret is a new one.

    Raises OutputError where the old one cannot be removed.
    """
    if folder is None:
        return
    file = folder / KEPT
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            file.unlink()
    except OSError as error:
        raise OutputError(f"{file}: cannot be removed ({(error.strerror or str(error)).lower()})") from None
