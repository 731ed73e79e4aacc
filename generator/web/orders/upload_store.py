"""Files that browsers have sent, in a temporary folder until newer ones or the end of the server replace them."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from generator.base.memory.limited_cache import LimitedCache
from generator.base.system.heif_head import HEIF_HEAD
from generator.base.system.regular_file import create_new
from generator.load.files.folder import name_fault
from generator.web.orders.free_space import shortage

MOST_KEPT = 6
"""Most files that are kept; a new one replaces the one that was used longest ago."""
AT_ONCE = 2
"""Most uploads at the same time."""
MOST_PICTURES, MOST_SET_BYTES = 2000, 1 << 30
"""Most pictures of a folder, and most bytes of them before one more is taken."""
HEADS = {rb"%PDF-": ".pdf", rb"\{": ".json"}
"""Patterns of the first bytes of documents that are accepted, and their endings."""
PICTURE_HEADS = {
    rb"\xff\xd8\xff": ".jpg",
    rb"\x89PNG": ".png",
    rb"RIFF": ".webp",
    HEIF_HEAD: ".heic",
}
"""Those of pictures: what cameras and browsers of phones send."""
_LONGEST = 50
"""Most characters of a picture's name, without its ending."""
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

    async def receive(self, request: Request, ending: str = "", heads: Mapping[bytes, str] = HEADS) -> str:
        """Write a file that is sent to the disk, piece by piece, and return its id.

        Without an `ending` it must begin with one of some heads: those of a PDF or a JSON document, or as given.

        Raises HTTPException 415 for what is neither, 503 if too many come at once, 507 if the disk has no room, 400 for
        one that does not come to its end.
        """
        path = await self._received(request, self._place(), ending, heads)
        self._files[path.stem] = path
        return path.stem

    async def receive_picture(self, request: Request, name: str, set_id: str = "") -> str:
        """Write one of several pictures into a folder, a new one without `set_id`; return the id of the folder.

        Raises HTTPException as `receive`, 404 for an id that is no folder's, and 413 beyond the limits of a folder.
        """
        folder = self.find(set_id) if set_id else self._place() / _new_id()
        if folder is None or (set_id and not folder.is_dir()):
            raise HTTPException(404)
        names = _stored_names(folder)
        part = await self._received(request, self._place(), PurePosixPath(name).suffix)
        folder.mkdir(exist_ok=True)
        part.rename(folder / _free_name(name, names))
        if not set_id:
            self._files[folder.name] = folder
        return folder.name

    def _place(self) -> Path:
        """Return the folder of the files, which is made with the first one, as there may never be one.

        Raises HTTPException 507 if the disk has no room.
        """
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="vallum-sent-")
        # 507 Insufficient Storage.
        if shortage(Path(self._folder.name))[0] == "disk":
            raise HTTPException(507)
        return Path(self._folder.name)

    async def _received(self, request: Request, folder: Path, ending: str, heads: Mapping[bytes, str] = HEADS) -> Path:
        """Write a file that is sent into a folder, under a name of its own; raises HTTPException as `receive`."""
        # 503: the browser may try again.
        if self._under_way >= AT_ONCE:
            raise HTTPException(503)
        path, is_complete = folder / f"{_new_id()}.part", False
        self._under_way += 1
        try:
            path = path.rename(path.with_suffix(await _write(request, path, ending, heads)))
            is_complete = True
        except ClientDisconnect:
            raise HTTPException(400) from None
        except OSError:
            raise HTTPException(507) from None
        finally:
            self._under_way -= 1
            # A part of a file is of no use.
            if not is_complete:
                path.unlink(missing_ok=True)
        return path

    def close(self) -> None:
        """Delete all uploaded files."""
        if self._folder:
            with suppress(OSError):
                self._folder.cleanup()


def _new_id() -> str:
    """Return an id that is not to be guessed: whoever knows it can use the file."""
    return secrets.token_urlsafe(12)


def _remove(path: Path) -> None:
    """Delete a file, or a folder of pictures, that newer uploads have displaced."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    path.unlink(missing_ok=True)


def _stored_names(folder: Path) -> set[str]:
    """Return the names of the pictures in a folder, in small letters; HTTPException 413 if no more are taken."""
    files = [*folder.iterdir()] if folder.is_dir() else []
    # 413 Content Too Large.
    if len(files) >= MOST_PICTURES or sum(file.stat().st_size for file in files) > MOST_SET_BYTES:
        raise HTTPException(413)
    return {file.name.casefold() for file in files}


def _free_name(name: str, names: Collection[str]) -> str:
    """Return the name of a file for a picture: its own, if a file of a game can be called so and none is yet.

    >>> _free_name("fox.png", {"fox.png"}), _free_name("fo?x.png", ())
    ('fox-2.png', 'picture.png')
    """
    path = PurePosixPath(name)
    # Names are limited in bytes, of which a letter may take four.
    stem = "picture" if name_fault(name) or "/" in name else path.stem[:_LONGEST]
    stems = (stem if number == 1 else f"{stem}-{number}" for number in range(1, len(names) + 2))
    return next(f"{word}{path.suffix}" for word in stems if f"{word}{path.suffix}".casefold() not in names)


async def _write(request: Request, path: Path, ending: str, heads: Mapping[bytes, str]) -> str:
    """Write an upload to a file, and return its ending, by its first bytes if it has none. Raises HTTPException 415."""
    with create_new(path) as file:
        async for piece in request.stream():
            ending = ending or _ending(piece, heads)
            file.write(piece)
    if not ending:
        raise HTTPException(415)
    return ending


def _ending(begin: bytes, heads: Mapping[bytes, str]) -> str:
    """Return the file ending for content with these first bytes, empty for no bytes.

    HTTPException 415 for other kinds.
    """
    ending = next((ending for head, ending in heads.items() if re.match(head, begin, re.DOTALL)), "")
    if begin and not ending:
        raise HTTPException(415)
    return ending
