"""Font files: check that one can be embedded, pin a variable font to one weight, and cache pinned fonts.

The checks read a few bytes of the file, without HarfBuzz: loading that takes 25 ms, and a server only sends the files.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from generator.typeset.text.shaping import harfbuzz

LARGEST = 20 * 2**20
"""Bytes; the largest font here has 9 MB."""

_REQUIRED = (b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp")
_REFUSED = {
    b"OTTO": "has CFF outlines; only TrueType outlines can be embedded",
    b"ttcf": "is a collection of fonts; use a single .ttf",
    b"wOFF": "is a web font; use the .ttf it was made from",
    b"wOF2": "is a web font; use the .ttf it was made from",
}
_TRUETYPE = {b"\0\1\0\0", b"true"}
_FORBIDDEN = 0x0302
"""Bits of OS/2 fsType: restricted licence, no subsetting, bitmaps only (OpenType specification, table OS/2)."""

Tables = Mapping[bytes, tuple[int, int]]
"""Offset and length of each table by its tag."""


class UnusableFont(ValueError):  # noqa: N818  it names the condition, as the message does
    """A font file that cannot be embedded; the message follows the file's name."""


def check_font(file: BinaryIO, size: int) -> str:
    """Check a TrueType file of `size` bytes; returns a hash of its directory, which has a checksum of every table.

    Raises UnusableFont where it is damaged, of another kind, too large, or may not be embedded.
    """
    if size > LARGEST:
        raise UnusableFont(f"is over {LARGEST >> 20} MB")
    tables, head = _directory(file, size)
    _check_licence(file, tables)
    return hashlib.sha256(head + size.to_bytes(8, "big")).hexdigest()[:24]


def check_font_file(path: Path) -> str:
    """Check the TrueType file at `path`, as `check_font`; raises UnusableFont also where it cannot be read."""
    try:
        with path.open("rb") as file:
            return check_font(file, os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise UnusableFont(f"cannot be read ({error.strerror})") from error


def pin_axes(path: Path, axes: Mapping[str, float]) -> bytes:
    """A variable font as a static one, with the same glyph ids; 76 ms for the 18,000 glyphs of Noto Sans JP.

    Raises UnusableFont where it lacks one of the axes, or where a value is out of range.
    """
    hb = harfbuzz()
    face = hb.Face(hb.Blob.from_file_path(str(path)))
    axis_infos = {axis.tag: axis for axis in face.axis_infos}
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.pin_all_axes_to_default(face)
    for tag, value in axes.items():
        if tag not in axis_infos:
            raise UnusableFont(f"has no axis {tag!r}")
        low, high = axis_infos[tag].min_value, axis_infos[tag].max_value
        if not low <= value <= high:
            raise UnusableFont(f"has no {tag} of {value:g}, only {low:g} to {high:g}")
        wanted.pin_axis_location(face, tag, value)
    try:
        data: bytes = hb.subset(face, wanted).blob.data
    except RuntimeError:
        raise UnusableFont("is damaged: it cannot be pinned") from None
    return data


class FontCache:
    """A folder of font files by name; where it cannot be written, a temporary folder takes its place."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, name: str) -> Path | None:
        """The path of a cached font; None where it is missing or damaged."""
        if self._folder is None:
            return None
        path = self._folder / name
        try:
            check_font_file(path)
        except UnusableFont:
            return None
        return path

    def put(self, name: str, data: bytes) -> Path:
        if self._folder is not None:
            with contextlib.suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
                return _write(self._folder / name, data)
        import shutil
        import tempfile

        self._folder = Path(tempfile.mkdtemp(prefix="vallum-fonts-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        return _write(self._folder / name, data)


def _write(path: Path, data: bytes) -> Path:
    """Write a file all or nothing: other processes may read it at any moment."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    return path


def _directory(file: BinaryIO, size: int) -> tuple[Tables, bytes]:
    start = file.read(12)
    kind = start[:4]
    if kind in _REFUSED:
        raise UnusableFont(_REFUSED[kind])
    if kind not in _TRUETYPE or len(start) < 12:
        raise UnusableFont("is not a TrueType font")
    rows = file.read(16 * int.from_bytes(start[4:6], "big"))
    tables = {}
    for at in range(0, len(rows) - 15, 16):
        offset, length = int.from_bytes(rows[at + 8 : at + 12], "big"), int.from_bytes(rows[at + 12 : at + 16], "big")
        if offset + length > size:
            raise UnusableFont("is damaged: it ends too early")
        tables[rows[at : at + 4]] = offset, length
    missing = [tag.decode() for tag in _REQUIRED if not tables.get(tag, (0, 0))[1]]
    if missing:
        raise UnusableFont(f"is damaged: it has no table {missing[0]!r}")
    return tables, start + rows


def _check_licence(file: BinaryIO, tables: Tables) -> None:
    offset, length = tables.get(b"OS/2", (0, 0))
    if length < 10:
        return
    file.seek(offset + 8)
    fs_type = int.from_bytes(file.read(2), "big")
    if fs_type & _FORBIDDEN:
        raise UnusableFont(f"forbids embedding (fsType {fs_type:#06x}); use a font whose licence allows it")
