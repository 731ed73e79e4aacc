"""An archive of files, made while it is sent: PDF files and pictures are compressed, so they are only stored."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from starlette.responses import Response, StreamingResponse

CHUNK = 256 * 1024
"""Bytes that are read at a time."""


class _Outbox:
    """Write-only file object; written bytes can be taken out."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes) -> int:
        """Add bytes and return their number, as file objects do."""
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Do nothing: everything can be taken at once."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def take(self) -> bytes:
        """Return the bytes written since the last call."""
        data = bytes(self._written)
        self._written.clear()
        return data


def archive_response(name: str, files: Iterable[tuple[str, Path]]) -> Response:
    """Return a response that sends files as a ZIP archive; `name` is the archive's name without the ending.

    `files` are pairs of a name in the archive and a path.
    """
    # The files are compressed already; a declared encoding keeps the server from compressing them again.
    disposition = f"attachment; filename*=UTF-8''{quote(name)}.zip"
    headers = {"content-disposition": disposition, "content-encoding": "identity"}
    return StreamingResponse(stream_archive(files), 200, headers, "application/zip")


def stream_archive(files: Iterable[tuple[str, Path]]) -> Iterator[bytes]:
    """Yield the bytes of a ZIP archive of files by their names in it; files that are gone are left out."""
    outbox = _Outbox()
    with zipfile.ZipFile(outbox, "w", zipfile.ZIP_STORED) as archive:
        for name, path in files:
            if path.is_file():
                yield from _stored(archive, outbox, path, name)
    yield outbox.take()


def _stored(archive: zipfile.ZipFile, outbox: _Outbox, path: Path, name: str) -> Iterator[bytes]:
    """Yield the bytes with which a ZIP archive grows while a file is copied into it under a name."""
    with path.open("rb") as file, archive.open(zipfile.ZipInfo.from_file(path, name), "w") as entry:
        # Piece by piece, so that no file has to fit into the memory.
        while chunk := file.read(CHUNK):
            entry.write(chunk)
            yield outbox.take()
