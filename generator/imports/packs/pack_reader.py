"""Unpacks the file of a stranger: every name, size and kind is checked before anything is written."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from generator.base.errors import Fault, Faults, UsageError, fault
from generator.base.system.regular_file import create_new, open_regular
from generator.base.text_files.text_encoding import LOCAL_CODECS, SHIFT_JIS, likely_encoding
from generator.imports.packs.pack_format import MOST_BYTES, MOST_FILES, colliding_name
from generator.load.files.fault_report import quote
from generator.load.files.folder import name_fault

MOST_RATIO = 100
"""Times that a file may be larger than it is in the pack. Tables and drawings are packed to a fiftieth at most."""
_SMALL = 1_000_000
"""Bytes up to which a file may be packed as well as it can be."""
_PIECE = 1 << 20
_ENCRYPTED, _UTF_8 = 0x1, 0x800
"""Bits of an entry's flags."""
_WINDOWS = 0
"""System of the program that packed an entry: DOS and Windows (APPNOTE.TXT 4.4.2.2)."""
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_DIRECTORY = 1_000 * MOST_FILES
"""Bytes that the list of the files may have: a thousand for each."""
_BROKEN = "is damaged, or no ZIP file"


class _Entry(NamedTuple):
    """One file of a pack."""

    name: str
    info: zipfile.ZipInfo


def unpack(path: Path, display_name: str, target: Path) -> Path:
    """Unpack a pack below the empty folder `target`; return the folder of the game.

    Raises Faults, which name the files inside the pack, for everything that a pack of this program does not have:
    before anything is written, but for files whose content is damaged. Raises UsageError if there is no file.
    """
    try:
        file = open_regular(path)
    except FileNotFoundError:
        raise UsageError(f"no file {quote(display_name)}; a pack is made with: vallum pack FOLDER") from None
    except OSError as error:
        raise fault(display_name, f"cannot be read: {(error.strerror or '').lower()}", unreadable=True) from None
    with io.BufferedReader(file) as stream, _opened(stream, display_name) as archive:  # type: ignore[type-var]
        entries = _entries(archive, path.stat().st_size, display_name)
        top = _top(entries, display_name)
        root = target / (top or path.stem.strip(". ") or "game")  # the name of the pack may be `...zip`
        for entry in entries:
            inside = entry.name.removeprefix(f"{top}/") if top else entry.name
            _extract(archive, entry, root / inside, f"{display_name}/{inside}")
    return root


def _opened(stream: BinaryIO, display_name: str) -> zipfile.ZipFile:
    """Return an archive whose list of files was read.

    Raises Faults for a damaged pack, on which `zipfile` fails in many ways.
    """
    _check_size(stream, display_name)
    try:
        return zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, RuntimeError, EOFError, ValueError, OSError, struct.error):
        raise fault(display_name, _BROKEN, unreadable=True) from None


def _check_size(stream: BinaryIO, display_name: str) -> None:
    """Raise Faults if a file is too large, or the list of files at its end, which is read into memory."""
    size = stream.seek(0, io.SEEK_END)
    if size > MOST_BYTES:
        raise fault(
            display_name, f"{size // 1_000_000:,} MB; the limit is {MOST_BYTES // 1_000_000} MB", unreadable=True
        )
    # The end record has 22 bytes, and a comment of up to 65,535 behind it.
    tail = max(0, size - 65_557)
    stream.seek(tail)
    data = stream.read()
    record = data.rfind(b"PK\5\6")
    if record < 0 or len(data) - record < 22:
        raise fault(display_name, _BROKEN, unreadable=True)
    # The locator of a larger list stands in the 20 bytes before the record, as in archives over 4 GB.
    has_other_list = data[max(0, record - 20) : record].startswith(b"PK\6\7")
    # Offsets of the end record (APPNOTE.TXT 4.3.16): entries at 10, bytes of their list at 12.
    count = int.from_bytes(data[record + 10 : record + 12], "little")
    length = int.from_bytes(data[record + 12 : record + 16], "little")
    if has_other_list or count > MOST_FILES or length > _DIRECTORY:
        raise _too_many_files(display_name)
    stream.seek(0)


def _too_many_files(display_name: str) -> Faults:
    """Return the fault of a pack with more files than are allowed."""
    return fault(display_name, f"holds more than {MOST_FILES:,} files", unreadable=True)


def _entries(archive: zipfile.ZipFile, size: int, display_name: str) -> list[_Entry]:
    """Return the files of a pack without entries that a system added.

    Raises Faults with all reasons to refuse it: names, kinds, sizes, and names that are one on some systems.
    """
    infos = archive.infolist()
    if len(infos) > MOST_FILES:
        raise _too_many_files(display_name)
    faults = [
        Fault(f"{display_name}/{_name(info)[:200]}", problem, unreadable=True)
        for info in infos
        for problem in _wrong(info)
    ]
    named = [_Entry(_name(info), info) for info in infos]
    entries = [entry for entry in named if not entry.name.endswith("/") and not _is_spare(entry.name)]
    if two := colliding_name(entry.name for entry in entries):
        problem = f"{quote(two[0])} has the same name on some systems; a pack holds each name once"
        faults.append(Fault(f"{display_name}/{two[1][:200]}", problem, unreadable=True))
    # Sizes as the list declares them: no more than these is read later.
    unpacked = sum(info.file_size for info in infos)
    if unpacked > MOST_BYTES:
        problem = f"{unpacked // 1_000_000:,} MB when it is unpacked; the limit is {MOST_BYTES // 1_000_000} MB"
        faults.append(Fault(display_name, problem, unreadable=True))
    if not faults and _is_bomb(unpacked, size):
        faults.append(Fault(display_name, f"unpacks to more than {MOST_RATIO} times its size", unreadable=True))
    if faults:
        raise Faults(faults)
    return entries


def _name(info: zipfile.ZipInfo) -> str:
    """Return the name of an entry, with `/` between folders."""
    name = _decoded(info) or info.orig_filename
    # PowerShell and old .NET write backslashes; other systems allow them in names.
    return name.replace("\\", "/") if info.create_system == _WINDOWS else name


def _decoded(info: zipfile.ZipInfo) -> str | None:
    """Return a name as the pack stores it; None for one in an unknown encoding.

    `zipfile` cuts a name at a NUL, and reads it in an old encoding of DOS.
    """
    name = info.orig_filename
    if info.flag_bits & _UTF_8 or name.isascii():
        return name
    stored = name.encode("cp437")
    with suppress(UnicodeError):
        return stored.decode("utf-8")  # macOS writes UTF-8 and does not say so
    # The Explorer of a Japanese Windows.
    return stored.decode(SHIFT_JIS) if likely_encoding(stored, 0) == LOCAL_CODECS[SHIFT_JIS] else None


def _wrong(info: zipfile.ZipInfo) -> Iterator[str]:
    """Yield the reasons to refuse an entry of a pack: its name, kind, encryption, method or packing."""
    name = _name(info).removesuffix("/")
    if _decoded(info) is None:
        yield "its name is not UTF-8; pack the game with: vallum pack FOLDER"
    elif not _is_spare(name) and (problem := name_fault(name)):
        yield problem
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        yield "is a link; a pack holds files alone"
    # Archives of systems without file modes say 0 here.
    elif kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        yield "is no regular file; a pack holds files alone"
    if info.flag_bits & _ENCRYPTED:
        yield "is encrypted; a pack has no password"
    if info.compress_type not in _METHODS:
        yield "is packed by a method that is not read; pack it as an ordinary ZIP file"
    if _is_bomb(info.file_size, info.compress_size):
        yield f"unpacks to more than {MOST_RATIO} times its size"


def _is_spare(name: str) -> bool:
    """Return whether an entry was added by a system, a hidden file or `__MACOSX`, and is not unpacked."""
    parts = name.removesuffix("/").split("/")
    is_hidden = any(part.startswith(".") and part not in {".", ".."} for part in parts)
    return ".." not in parts and not name.startswith("/") and (is_hidden or parts[0] == "__MACOSX")


def _is_bomb(unpacked: int, packed: int) -> bool:
    """Return whether a file of `unpacked` bytes is packed more tightly than any real one, in `packed` bytes."""
    return unpacked > _SMALL and unpacked > MOST_RATIO * packed


def _top(entries: Sequence[_Entry], display_name: str) -> str:
    """Return the folder in which all files of a pack lie; empty where they lie at its top.

    Raises Faults if there is no game.toml in either place.
    """
    names = {entry.name for entry in entries}
    if "game.toml" in names:
        return ""
    tops = {name.partition("/")[0] for name in names}
    top = tops.pop() if len(tops) == 1 else ""
    if f"{top}/game.toml" not in names:
        problem = "has no game.toml at its top or in its only folder; pack a game with: vallum pack FOLDER"
        raise fault(display_name, problem, unreadable=True)
    return top


def _extract(archive: zipfile.ZipFile, entry: _Entry, path: Path, display_name: str) -> None:
    """Write one file of a pack to `path`.

    No more than its declared size is read.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with create_new(path) as file:
        file.writelines(_pieces(archive, entry.info, display_name))


def _pieces(archive: zipfile.ZipFile, info: zipfile.ZipInfo, display_name: str) -> Iterator[bytes]:
    """Yield the content of a packed file piece by piece. Raises Faults if it is damaged."""
    try:
        with archive.open(info) as source:
            yield from iter(partial(source.read, _PIECE), b"")
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError, struct.error):
        raise fault(display_name, "is damaged in the pack", unreadable=True) from None
