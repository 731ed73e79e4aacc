"""Font files: check that one can be embedded, pin a variable font to one weight, and cache pinned fonts.

The checks read a few bytes of the file, without HarfBuzz: loading that takes 25 ms, and a server only sends the files.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
import sys
import weakref
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from generator.base.cache import write_entry
from generator.base.errors import HandledError, OutputError
from generator.base.system.part_files import make_temporary_folder, remove_left_parts, remove_temporary_folder
from generator.base.system.regular_file import open_regular
from generator.typeset.text.shaping import harfbuzz

LARGEST = 20 * 2**20
"""Bytes; the largest font here has 9 MB."""

_REQUIRED = (b"cmap", b"head", b"hhea", b"hmtx", b"maxp")
_OUTLINES = {b"\0\1\0\0": (b"glyf", b"loca"), b"true": (b"glyf", b"loca"), b"OTTO": (b"CFF ",)}
"""The tables with the outlines, by the first bytes of the file."""
_COLOURS = (b"CBDT", b"sbix", b"COLR", b"SVG ")
_REFUSED = {
    b"ttcf": "is a collection of fonts; use a single .ttf or .otf",
    b"wOFF": "is a web font; use the .ttf or .otf it was made from",
    b"wOF2": "is a web font; use the .ttf or .otf it was made from",
}
_FORBIDDEN = 0x0302
"""Bits of OS/2 fsType: restricted licence, no subsetting, bitmaps only (OpenType specification, table OS/2)."""

Tables = Mapping[bytes, tuple[int, int]]
"""Offset and length of each table by its tag."""


class UnusableFontError(HandledError):
    """A font file that cannot be embedded; the message follows the file's name."""


def check_font(file: BinaryIO, size: int) -> str:
    """Check a font file of `size` bytes; returns a hash of its directory, which has a checksum of every table.

    Raises UnusableFontError where it is damaged, of another kind, too large, or may not be embedded.
    """
    if size > LARGEST:
        raise UnusableFontError(f"is over {LARGEST >> 20} MB")
    tables, head = _directory(file, size)
    _check_licence(file, tables)
    return hashlib.sha256(head + size.to_bytes(8, "big")).hexdigest()[:24]


def check_own_font(data: bytes) -> str:
    """Check the bytes of a game's own font, as `check_font`; returns a hash of all of them.

    A game comes from a stranger: the directory of its font may say what the directory of another one says.
    """
    check_font(io.BytesIO(data), len(data))
    return hashlib.sha256(data).hexdigest()[:32]


def check_tables(data: bytes) -> None:
    """Check the sums of the tables of a font that was checked, as damaged outlines are drawn in silence.

    That of `head` is left out: the sum of the whole file is written into it afterwards, by some programs in another
    order. Raises UnusableFontError.
    """
    tables, head = _directory(io.BytesIO(data), len(data))
    for start in range(12, len(head) - 15, 16):
        tag = head[start : start + 4]
        offset, length = tables[tag]
        # `head` holds the sum of the whole file, which some programs write last.
        if tag != b"head" and _table_sum(data[offset : offset + length]) != int.from_bytes(
            head[start + 4 : start + 8], "big"
        ):
            fault = f"is damaged: its table {tag.decode()!r} has a wrong check sum"
            raise UnusableFontError(f"{fault}; get the file again, or save it anew in a font editor")


def _table_sum(table: bytes) -> int:
    """Return the check sum of a table: the sum of its words of 32 bits, without the carry."""
    # OpenType numbers are big-endian, and a table is summed as if it were filled up with zeros.
    words = array("I", table + bytes(-len(table) % 4))
    if sys.byteorder == "little":
        words.byteswap()
    return sum(words) & 0xFFFFFFFF


def check_font_file(path: Path) -> str:
    """Check the file at `path`, as `check_font`; raises UnusableFontError also where it cannot be read."""
    try:
        with open_regular(path) as file:
            return check_font(file, os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise UnusableFontError(f"cannot be read ({error.strerror})") from error


def pin_axes(path: Path, axes: Mapping[str, float]) -> bytes:
    """Return a variable font as a static one, with the same glyph ids; 76 ms for the 18,000 glyphs of Noto Sans JP.

    Raises UnusableFontError where it lacks one of the axes, or where a value is out of range.
    """
    hb = harfbuzz()
    face = hb.Face(hb.Blob.from_file_path(str(path)))
    axis_infos = {axis.tag: axis for axis in face.axis_infos}
    subset_input = hb.SubsetInput()
    subset_input.keep_everything()
    subset_input.pin_all_axes_to_default(face)
    for tag, value in axes.items():
        if tag not in axis_infos:
            raise UnusableFontError(f"has no axis {tag!r}")
        low, high = axis_infos[tag].min_value, axis_infos[tag].max_value
        if not low <= value <= high:
            raise UnusableFontError(f"has no {tag} of {value:g}, only {low:g} to {high:g}")
        subset_input.pin_axis_location(face, tag, value)
    try:
        data: bytes = hb.subset(face, subset_input).blob.data
    except RuntimeError:
        raise UnusableFontError("is damaged: it cannot be pinned") from None
    return data


class FontCache:
    """A folder of font files by name; where it cannot be written, a temporary folder takes its place.

    Beside each font stands the SHA-256 of its name and content, as HarfBuzz and browsers read the file itself.
    """

    def __init__(self, folder: Path | None) -> None:
        """Keep fonts in a folder; None for a temporary folder."""
        self._folder = folder

    def get(self, name: str) -> Path | None:
        """Return the path of a cached font; None where it is missing or damaged."""
        if self._folder is None:
            return None
        path = self._folder / name
        try:
            with open_regular(path) as font, open_regular(_digest_file(path)) as digest_file:
                return path if digest_file.read() == _content_digest(name, font.read()) else None
        except OSError:
            return None

    def put(self, name: str, data: bytes) -> Path:
        """Write a font into the cache, or a temporary folder where that fails, and return its path.

        Raises OutputError.
        """
        if self._folder is not None:
            with contextlib.suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
                # Left by runs that were stopped while they wrote.
                remove_left_parts(self._folder)
                return _write(self._folder / name, data)
        self._folder = make_temporary_folder("fonts")
        weakref.finalize(self, remove_temporary_folder, self._folder)
        try:
            return _write(self._folder / name, data)
        except OSError:
            raise OutputError("temporary files of fonts cannot be written; is the disk full?") from None


def _write(path: Path, data: bytes) -> Path:
    """Write a font all or nothing, and its digest: other processes may read it at any moment."""
    for file, content in ((path, data), (_digest_file(path), _content_digest(path.name, data))):
        if not write_entry(file, content):
            raise OSError(errno.EIO, "cannot be written", str(file))
    return path


def _digest_file(path: Path) -> Path:
    """Return the path of the file with the digest of a cached font."""
    return path.with_name(f"{path.name}.sha256")


def _content_digest(name: str, data: bytes) -> bytes:
    """Return the digest of the name and content of a cached font."""
    digest = hashlib.sha256(name.encode() + b"\0")
    digest.update(data)
    return digest.hexdigest().encode()


def _directory(file: BinaryIO, size: int) -> tuple[Tables, bytes]:
    """Return the tables of a font by tag, and the bytes of its directory. Raises UnusableFontError."""
    start = file.read(12)
    kind = start[:4]
    if kind in _REFUSED:
        raise UnusableFontError(_REFUSED[kind])
    if kind not in _OUTLINES or len(start) < 12:
        raise UnusableFontError("is not a TrueType or OpenType font")
    # Tag, check sum, offset and length of each table, four bytes each (OpenType, table directory).
    rows = file.read(16 * int.from_bytes(start[4:6], "big"))
    tables = {}
    for row_start in range(0, len(rows) - 15, 16):
        offset, length = (
            int.from_bytes(rows[row_start + 8 : row_start + 12], "big"),
            int.from_bytes(rows[row_start + 12 : row_start + 16], "big"),
        )
        if offset + length > size:
            raise UnusableFontError("is damaged: it ends too early")
        tables[rows[row_start : row_start + 4]] = offset, length
    # PDF takes no variable outlines.
    if b"CFF2" in tables:
        raise UnusableFontError(
            "is a variable font with cubic outlines (CFF2); use the .otf of one weight, or the .ttf"
        )
    # A font of pictures may have an empty table of outlines.
    if not any(tables.get(tag, (0, 0))[1] for tag in _OUTLINES[kind]) and any(tag in tables for tag in _COLOURS):
        raise UnusableFontError("has pictures in place of outlines; save those you need to icons/ and write {name}")
    missing = [tag.decode() for tag in (*_REQUIRED, *_OUTLINES[kind]) if not tables.get(tag, (0, 0))[1]]
    if missing:
        raise UnusableFontError(f"is damaged: it has no table {missing[0]!r}")
    # A tag is four printable characters of ASCII (OpenType).
    if not all(0x20 <= byte < 0x7F for tag in tables for byte in tag):
        raise UnusableFontError("is damaged: its directory has a table without a name")
    return tables, start + rows


def _check_licence(file: BinaryIO, tables: Tables) -> None:
    """Raise UnusableFontError for a font whose table OS/2 forbids embedding."""
    offset, length = tables.get(b"OS/2", (0, 0))
    if length < 10:
        return
    # fsType stands behind the version, the average width, the weight and the width class, two bytes each.
    file.seek(offset + 8)
    fs_type = int.from_bytes(file.read(2), "big")
    if fs_type & _FORBIDDEN:
        raise UnusableFontError(f"forbids embedding (fsType {fs_type:#06x}); use a font whose licence allows it")
