"""Cache entries that wait until the files they were made from are known to have stayed the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.base.cache import write_entry
from generator.base.file_memory import MOST_BYTES, keep_files
from generator.build.input_digests import InputDigests


class HeldEntries:
    """Holds cache entries back; nothing has to wait for them, as this process reads them from memory."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Take the number of bytes of cache entries that stay in memory once they are written."""
        self._memory = keep_files(most_bytes)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold back cache entries that are stored inside the `with` block."""
        self._memory.defers_writes = True
        try:
            yield
        finally:
            self._memory.defers_writes = False

    def drop(self) -> None:
        """Forget the held entries."""
        self._memory.take_writes()

    def write_if_unchanged(self, folder: Path, inputs: InputDigests | None) -> bool:
        """Write the held entries if a game's files have not changed, else drop them; return whether they were written.

        `inputs` are the digests of the files when the work began. Entries of files that changed meanwhile may have been
        made from old files and new ones.
        """
        writes = self._memory.take_writes()
        if inputs is None or InputDigests.of(folder) != inputs:
            return False
        for path, data in writes.items():
            write_entry(path, data)
        return True
