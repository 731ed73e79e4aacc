"""Large data that is kept in files and passed on by name: workers, caches and documents hold no copy of it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from generator.base.cache import mark_used, write_entry
from generator.base.errors import OutputError
from generator.base.records import dataclass
from generator.base.system.regular_file import open_regular

SMALL = 16_384
"""Bytes up to which data is kept in memory: a file of its own would cost more than it saves."""
_CHUNK = 1 << 20


class LostDataError(OutputError):
    """A file of stored data is gone, or holds something else; it is deleted, so that it is made again."""

    def __init__(self, path: str) -> None:
        """Take the path of the file that is gone."""
        super().__init__(f"{path}: a picture in the cache is gone or was changed; run the command again")
        self._path = path

    def __reduce__(self) -> tuple[type[LostDataError], tuple[str]]:
        """Pickle the path and not the message, to send the error from a worker."""
        return LostDataError, (self._path,)  # it crosses from workers


@dataclass(frozen=True, slots=True)
class StoredData:
    """Some bytes, in a file or in memory."""

    size: int
    digest: str
    """SHA-256 of the data; reading checks it, so that a changed file is noticed."""
    path: str = ""
    """Empty for data in memory."""
    content: bytes = b""

    def is_there(self) -> bool:
        """Whether the file exists with the right size; its content is not read."""
        try:
            return not self.path or os.stat(self.path).st_size == self.size  # noqa: PTH116  asked for every picture
        except OSError:
            return False

    def chunks(self) -> Iterator[bytes]:
        """Yield the data piece by piece. Raises LostDataError, at the latest after the last piece."""
        if not self.path:
            yield self.content
            return
        read, state = 0, hashlib.sha256()
        try:
            # The file may be larger than it was: reading stops after one piece too many, and the digest tells.
            with open_regular(self.path) as file:
                mark_used(Path(self.path), file.fileno())
                while read <= self.size and (chunk := file.read(_CHUNK)):
                    read += len(chunk)
                    state.update(chunk)
                    yield chunk
        except OSError:
            raise LostDataError(self.path) from None
        if state.hexdigest() != self.digest:
            with suppress(OSError):
                Path(self.path).unlink()
            raise LostDataError(self.path)

    def is_whole(self) -> bool:
        """Whether the data can be read and matches its digest; a file that does not match is deleted."""
        try:
            return all(True for _ in self.chunks())
        except LostDataError:
            return False

    def read(self) -> bytes:
        """Return all of the data at once. Raises LostDataError if its file is gone or was changed."""
        return b"".join(self.chunks())


class DataStore:
    """A folder of files named by their digest; without one, or where it cannot be written, memory."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take the folder of the files; None keeps all data in memory."""
        self._folder = folder

    def keep(self, data: bytes) -> StoredData:
        """Store data and return its handle; equal data is stored once."""
        digest = hashlib.sha256(data).hexdigest()
        if self._folder is None or len(data) <= SMALL:
            return StoredData(len(data), digest, content=data)
        path = self._folder / digest
        stored = StoredData(len(data), digest, str(path))
        if stored.is_there() or write_entry(path, data):
            return stored
        return StoredData(len(data), digest, content=data)
