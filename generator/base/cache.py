"""Finished work kept between runs, by content: a lost or damaged entry only costs time."""

from __future__ import annotations

import hashlib
import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

_DIGEST = 32


class Cache:
    """Values by name below one folder, each guarded by a digest; every failure to keep or find is a miss."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, name: str) -> Any | None:
        """The value kept under a name, or None."""
        if self.folder is None:
            return None
        try:
            data = (self.folder / name).read_bytes()
            if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
                return None
            return pickle.loads(data[_DIGEST:])  # noqa: S301  written by this program in the user's own cache
        except Exception:  # an unpickler may raise anything; the entry is made anew
            return None

    def put(self, name: str, value: object) -> None:
        """Keep a value under a name, if it can be kept."""
        if self.folder is None:
            return
        data = pickle.dumps(value, protocol=5)
        path = self.folder / name
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(hashlib.sha256(data).digest() + data)
            beside.replace(path)
        except OSError:
            with suppress(OSError):
                beside.unlink()

    def below(self, name: str) -> Cache:
        """The part of the cache below a name."""
        return Cache(self.folder / name if self.folder else None)
