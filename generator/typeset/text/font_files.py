"""Font files: which may be embedded, variable ones pinned to one weight, and the folder where pinned ones are kept."""

from __future__ import annotations

import contextlib
import hashlib
import os
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from generator.typeset.text.harfbuzz import harfbuzz

LARGEST = 20 * 2**20
"""Bytes; a font beyond it is refused rather than read."""

_NEEDED = (b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp")
_REFUSED = {
    b"OTTO": "has CFF outlines; only TrueType outlines can be embedded",
    b"ttcf": "is a collection of fonts; use a single .ttf",
    b"wOFF": "is a web font; use the .ttf it was made from",
    b"wOF2": "is a web font; use the .ttf it was made from",
}
_PLAIN = {b"\0\1\0\0", b"true"}
_FORBIDDEN = 0x0302
"""Bits of OS/2 fsType: restricted licence, no subsetting, bitmaps only (OpenType specification, table OS/2)."""

Tables = Mapping[bytes, tuple[int, int]]
"""Offset and length of each table by its tag."""


class UnusableFont(ValueError):  # noqa: N818  it reads as what it says of a file
    """A font file that cannot be embedded; the message goes on after the file's name."""


def check_font(file: BinaryIO, size: int) -> str:
    """A short hash of a TrueType file, from its directory, which holds a checksum of every table.

    Raises Unusable where the file is no font, a damaged one, of another kind, too big, or not allowed in a PDF.
    """
    if size > LARGEST:
        raise UnusableFont(f"is over {LARGEST >> 20} MB")
    tables, head = _directory(file, size)
    _allow(file, tables)
    return hashlib.sha256(head + size.to_bytes(8, "big")).hexdigest()[:24]


def check_font_file(path: Path) -> str:
    """The short hash of the TrueType file at `path`; raises Unusable, also where it cannot be read."""
    try:
        with path.open("rb") as file:
            return check_font(file, os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise UnusableFont(f"cannot be read ({error.strerror})") from error


def pin_axes(path: Path, axes: Mapping[str, float]) -> bytes:
    """A variable font as a static one, every glyph at its old id; takes 76 ms for the 18,000 glyphs of Noto Sans JP.

    Raises Unusable where it has not these axes.
    """
    hb = harfbuzz()
    face = hb.Face(hb.Blob.from_file_path(str(path)))
    known = {axis.tag: axis for axis in face.axis_infos}
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.pin_all_axes_to_default(face)
    for tag, value in axes.items():
        if tag not in known:
            raise UnusableFont(f"has no axis {tag!r}")
        if not known[tag].min_value <= value <= known[tag].max_value:
            raise UnusableFont(f"has no {tag} of {value:g}, only {known[tag].min_value:g} to {known[tag].max_value:g}")
        wanted.pin_axis_location(face, tag, value)
    try:
        made: bytes = hb.subset(face, wanted).blob.data
    except RuntimeError:
        raise UnusableFont("is damaged: it cannot be pinned") from None
    return made


class FontCache:
    """The folder of fonts made here, by name; a folder that cannot be used is replaced by a passing one."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def find(self, name: str) -> Path | None:
        """A font kept before, if it is still whole."""
        if self._folder is None:
            return None
        path = self._folder / name
        try:
            check_font_file(path)
        except UnusableFont:
            return None
        return path

    def keep(self, name: str, data: bytes) -> Path:
        """Write a font under its name, all or nothing."""
        if self._folder is not None:
            with contextlib.suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
                return _written(self._folder / name, data)
        import shutil
        import tempfile

        self._folder = Path(tempfile.mkdtemp(prefix="vallum-fonts-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        return _written(self._folder / name, data)


def _written(path: Path, data: bytes) -> Path:
    passing = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        passing.write_bytes(data)
        passing.replace(path)
    except OSError:
        passing.unlink(missing_ok=True)
        raise
    return path


def _directory(file: BinaryIO, size: int) -> tuple[Tables, bytes]:
    start = file.read(12)
    kind = start[:4]
    if kind in _REFUSED:
        raise UnusableFont(_REFUSED[kind])
    if kind not in _PLAIN or len(start) < 12:
        raise UnusableFont("is not a TrueType font")
    rows = file.read(16 * int.from_bytes(start[4:6], "big"))
    tables = {}
    for at in range(0, len(rows) - 15, 16):
        offset, length = int.from_bytes(rows[at + 8 : at + 12], "big"), int.from_bytes(rows[at + 12 : at + 16], "big")
        if offset + length > size:
            raise UnusableFont("is damaged: it ends too early")
        tables[rows[at : at + 4]] = offset, length
    missing = [tag.decode() for tag in _NEEDED if not tables.get(tag, (0, 0))[1]]
    if missing:
        raise UnusableFont(f"is damaged: it has no table {missing[0]!r}")
    return tables, start + rows


def _allow(file: BinaryIO, tables: Tables) -> None:
    offset, length = tables.get(b"OS/2", (0, 0))
    if length < 10:
        return
    file.seek(offset + 8)
    rights = int.from_bytes(file.read(2), "big")
    if rights & _FORBIDDEN:
        raise UnusableFont(f"forbids embedding (fsType {rights:#06x}); use a font whose licence allows it")
