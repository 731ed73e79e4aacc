"""A cache of pickled values on the disk, in which a missing or damaged entry only costs time."""

from __future__ import annotations

import hashlib
import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

_DIGEST = 32
"""Bytes of a SHA-256 digest."""


class Cache:
    """Values by name below a folder, each with its SHA-256; any failure to read or write counts as a miss."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, name: str) -> Any | None:
        if self.folder is None:
            return None
        try:
            data = (self.folder / name).read_bytes()
            if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
                return None
            return pickle.loads(data[_DIGEST:])  # noqa: S301  written by this program in the user's own cache
        except Exception:  # an unpickler may raise anything, and a damaged entry is a miss
            return None

    def put(self, name: str, value: object) -> None:
        if self.folder is None:
            return
        data = pickle.dumps(value, protocol=5)
        path = self.folder / name
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(hashlib.sha256(data).digest() + data)
            temporary.replace(path)  # atomic: a reader sees the old entry or the new one
        except OSError:
            with suppress(OSError):
                temporary.unlink()

    def below(self, name: str) -> Cache:
        return Cache(self.folder / name if self.folder else None)
