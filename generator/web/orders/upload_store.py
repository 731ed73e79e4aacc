"""Files that browsers have sent, in a temporary folder until newer ones or the end of the server replace them."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from generator.base.memory.limited_cache import LimitedCache
from generator.base.system.regular_file import create_new
from generator.web.orders.free_space import shortage

MOST_KEPT = 6
"""Most files that are kept; a new one replaces the one that was used longest ago."""
AT_ONCE = 2
"""Most uploads at the same time."""
HEADS = {b"%PDF-": ".pdf", b"{": ".json"}
"""First bytes of the files that are accepted, and their endings."""
_ID = re.compile(r"[\w-]{16}\Z", re.ASCII)


class UploadStore:
    """The files that were sent. The guard limits how much may be sent, and lets in browsers with a pass only."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._files = LimitedCache[str, Path](most, close=_remove)
        self._under_way = 0

    def find(self, id_: str) -> Path | None:
        """Return the file of an id; None if it is not kept any more."""
        return self._files.get(id_) if _ID.match(id_) else None

    async def receive(self, request: Request, ending: str = "") -> str:
        """Write a file that is sent to the disk, piece by piece, and return its id.

        Without an `ending` it must be a PDF or a JSON document, which is seen from its first bytes.

        Raises HTTPException 415 for what is neither, 503 if too many come at once, 507 if the disk has no room, 400 for
        one that does not come to its end.
        """
        # 503: the browser may try again.
        if self._under_way >= AT_ONCE:
            raise HTTPException(503)
        if self._folder is None:
            # Made with the first upload, as there may never be one.
            self._folder = TemporaryDirectory(prefix="vallum-sent-")
        # 507 Insufficient Storage.
        if shortage(Path(self._folder.name))[0] == "disk":
            raise HTTPException(507)
        # Not to be guessed: whoever knows the id can use the file.
        id_ = secrets.token_urlsafe(12)
        path = Path(self._folder.name, f"{id_}.part")
        self._under_way += 1
        try:
            path = path.rename(path.with_suffix(await _write(request, path, ending)))
            self._files[id_] = path
        except ClientDisconnect:
            raise HTTPException(400) from None
        except OSError:
            raise HTTPException(507) from None
        finally:
            self._under_way -= 1
            # A part of a file is of no use.
            if id_ not in self._files:
                path.unlink(missing_ok=True)
        return id_

    def close(self) -> None:
        """Delete all uploaded files."""
        if self._folder:
            with suppress(OSError):
                self._folder.cleanup()


def _remove(path: Path) -> None:
    """Delete a file that newer uploads have displaced."""
    path.unlink(missing_ok=True)


async def _write(request: Request, path: Path, ending: str) -> str:
    """Write an upload to a file, and return its ending, by its first bytes if it has none. Raises HTTPException 415."""
    with create_new(path) as file:
        async for piece in request.stream():
            ending = ending or _ending(piece)
            file.write(piece)
    if not ending:
        raise HTTPException(415)
    return ending


def _ending(begin: bytes) -> str:
    """Return the file ending for content with these first bytes, empty for no bytes.

    HTTPException 415 for other kinds.
    """
    ending = next((ending for head, ending in HEADS.items() if begin.startswith(head)), "")
    if begin and not ending:
        raise HTTPException(415)
    return ending
