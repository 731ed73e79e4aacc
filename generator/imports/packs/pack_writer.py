"""Writes the files of a game's folder as one file, with the same bytes for the same files."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

from generator.base.errors import fault
from generator.base.hashing import OUTPUT
from generator.base.records import dataclass
from generator.base.system.output_file import write_file
from generator.imports.packs.pack_format import MOST_BYTES, MOST_FILES, colliding_name
from generator.load.files.folder import Folder, name_fault
from generator.load.game_loader import load
from generator.load.game_locations import PACK_ENDING, game_name

_DAY = (1980, 1, 1, 0, 0, 0)
"""The first date that a ZIP archive can have, for all files."""
# The number of Unix among the systems of the ZIP specification (4.4.2), by whose rules attributes are read.
_UNIX = 3
# The mode of a regular file, which Unix keeps in the upper half of the attributes.
_PLAIN_FILE = 0o100644 << 16
_DEEPEST = 16
# Folders that Python and the archiver of macOS make.
_OWN = {"__pycache__", "__MACOSX"}


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack that was written."""

    path: Path
    files: tuple[str, ...]
    size: int
    """Bytes of the pack."""
    left_out: tuple[tuple[str, str], ...]
    """What lies in the folder and not in the pack, each with the reason."""


def write_pack(folder: Path, display_name: str, out: Path) -> Pack:
    """Write `out/<game>.zip` with the files of a game's folder; return the pack.

    Raises Faults for a game that cannot be loaded and for files that no pack can hold, OutputError if the pack cannot
    be written.
    """
    # Faults of a game are found here, and not by the person who gets the pack.
    load(folder, prefix=display_name)
    files = Folder(folder.resolve(), display_name)
    name = game_name(folder)
    entries = list(_entries(files.root, ""))
    names = sorted(path for path, reason in entries if not reason)
    _check_names(names, display_name)
    data = _archive(files, name, names)
    path = out / f"{name}{PACK_ENDING}"
    write_file(path, data)
    return Pack(path, tuple(names), len(data), tuple((path, reason) for path, reason in sorted(entries) if reason))


def _entries(root: Path, under: str) -> Iterator[tuple[str, str]]:
    """Yield the name of every file below a folder, with the reason to leave it out, or an empty text."""
    with os.scandir(root / under) as entries:
        children = sorted(entries, key=lambda entry: entry.name)
    for entry in children:
        name = f"{under}/{entry.name}" if under else entry.name
        reason = _reason(entry, name)
        if reason or not entry.is_dir(follow_symlinks=False):
            yield name, reason
        else:
            yield from _entries(root, name)


def _reason(entry: os.DirEntry[str], name: str) -> str:
    """Return the reason to leave an entry of a game's folder out of a pack; empty for files and folders of the game."""
    is_folder = entry.is_dir(follow_symlinks=False)
    reasons = (
        (entry.name.startswith("."), "hidden"),
        (entry.is_symlink(), "a link"),
        (name == OUTPUT and is_folder, "written by the program"),
        (entry.name in _OWN, "left by another program"),
        (not is_folder and not entry.is_file(follow_symlinks=False), "no regular file"),
        (entry.name.casefold().endswith(PACK_ENDING), "an archive"),
        (name.count("/") > _DEEPEST, "nested too deeply"),
    )
    return next((reason for applies, reason in reasons if applies), name_fault(name) or "")


def _check_names(names: list[str], display_name: str) -> None:
    """Raise Faults for too many files, or two names that are the same on some systems."""
    if len(names) > MOST_FILES:
        raise fault(display_name, f"{len(names):,} files; a pack holds {MOST_FILES:,} at most")
    if two := colliding_name(names):
        raise fault(display_name, f"{two[0]!r} and {two[1]!r} are one name on some systems; rename one of them")


def _archive(files: Folder, game: str, names: list[str]) -> bytes:
    # Same files, same bytes: names in order, one date, one mode, one system.
    """Return a ZIP archive of files in a folder named like the game. Raises Faults if they are too large."""
    stream, total = io.BytesIO(), 0
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names:
            content = files.read(name)
            total += len(content)
            if total > MOST_BYTES:
                raise fault(files.place(name), f"the files are over {MOST_BYTES // 1_000_000} MB; a pack holds no more")
            entry = zipfile.ZipInfo(f"{game}/{name}", _DAY)
            entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return stream.getvalue()
