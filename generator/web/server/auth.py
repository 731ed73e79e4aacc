"""Authentication: a one-time link is exchanged for a cookie that is valid for this user and port."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from generator.base.errors import OutputError

SECRET_FILE = "web-secret"  # noqa: S105  a file name
"""Readable by its user alone; because it is kept, cookies stay valid when the program is started again."""


class Auth:
    """One-time tokens and the cookie of one server; `on_login` is called with the `name:port` a link was used at."""

    def __init__(self, port: int, secret: bytes, on_login: Callable[[str], None] = lambda _: None) -> None:
        self.on_login = on_login
        # Browsers send a host's cookies to all of its ports. With the port in the name, two servers on one computer do
        # not overwrite each other's cookie; with the port in the value, one server's cookie is worthless at another.
        self.cookie_name = f"vallum-{port}"
        self.cookie_value = hmac.new(secret, self.cookie_name.encode(), hashlib.sha256).hexdigest()
        self._tokens: set[str] = set()

    def new_token(self) -> str:
        """Return a new token of 256 random bits, valid once."""
        token = secrets.token_urlsafe(32)
        self._tokens.add(token)
        return token

    def redeem(self, token: str) -> bool:
        """Use up a token; False if it was not valid."""
        # compare_digest takes the same time wherever two strings differ, so a guess learns nothing from the delay.
        found = next((known for known in self._tokens if hmac.compare_digest(known.encode(), token.encode())), None)
        self._tokens.discard(found or "")
        return found is not None

    def accepts(self, cookie_header: str) -> bool:
        """Whether a Cookie header contains the valid cookie."""
        pairs = (pair.strip().partition("=") for pair in cookie_header.split(";"))
        values = [value for name, _, value in pairs if name == self.cookie_name]
        return any(hmac.compare_digest(value.encode(), self.cookie_value.encode()) for value in values)


def load_secret(folder: Path | None) -> bytes:
    """Read the user's secret, or create it; without a folder that can be written, it is valid for this run only."""
    fresh = secrets.token_bytes(32)
    if folder is None:
        return fresh
    file = folder / SECRET_FILE
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with (
            suppress(FileExistsError),
            os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new,
        ):
            new.write(fresh)
        stored = file.read_bytes()
        if len(stored) == len(fresh):
            return stored
    return fresh


def delete_secret(folder: Path | None) -> None:
    """Invalidate the cookies of all browsers: the next `load_secret` creates another secret.

    Raises OutputError if the file cannot be removed.
    """
    if folder is None:
        return
    file = folder / SECRET_FILE
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            file.unlink()
    except OSError as error:
        raise OutputError(f"{file}: cannot be removed ({(error.strerror or str(error)).lower()})") from None
