"""Rename, delete and restore sessions. A deleted session lies in the folder `deleted` until it is restored.

A file gets its new name before it loses the old one. If the program is killed in between, one file has two names, which
harms nothing: both lead to the same events and share one lock, and the next try finishes the move. Whoever has the
session open is told at the next move, and must open it again (`Store.turn`).
"""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path

from generator.base.errors import InUseError, OutputError, UsageError
from generator.session.disk import DISK, Disk
from generator.session.session_folder import LONGEST_NAME, deleted_folder, read_header, session_path
from generator.session.store import PATIENCE, lock_file, make_folders, open_file, reason, remove_synced


def rename_session(folder: Path, name: str, new: str, *, disk: Disk = DISK) -> None:
    """Give a session another name.

    Raises UsageError for a missing session, for a game of a campaign, and for a name that is taken or impossible;
    InUseError for a session that another process keeps locked, and OutputError.
    """
    path, to = session_path(folder, name), session_path(folder, new)
    if path == to:
        return
    _refuse_campaign(path)
    if not _move(path, to, disk):
        raise UsageError(f"{to.name}: there is a session of this name; choose another")


def delete_session(folder: Path, name: str, *, disk: Disk = DISK) -> str:
    """Move a session to the deleted ones, and return its name there. Raises the errors of `rename_session`."""
    path = session_path(folder, name)
    _refuse_campaign(path)
    return _move_to_free_name(path, deleted_folder(folder), disk)


def restore_session(folder: Path, name: str, *, disk: Disk = DISK) -> str:
    """Move a deleted session back, and return its name: the old one, or one with a number behind it.

    Raises the errors of `rename_session`.
    """
    return _move_to_free_name(session_path(deleted_folder(folder), name), folder, disk)


def _refuse_campaign(path: Path) -> None:
    """Raise UsageError for a session of a campaign, whose games are found by their names."""
    header = read_header(path)
    if header and (header.options or {}).get("campaign"):
        raise UsageError(f"{path.name}: the campaign it belongs to knows it by this name; leave it as it is")


def _move_to_free_name(path: Path, folder: Path, disk: Disk) -> str:
    """Move a session into a folder under its own name, or with a number behind it, and return the name."""
    # Room for a hyphen and a number of four digits.
    stem = path.stem[: LONGEST_NAME - 5]
    names = chain([path.stem], (f"{stem}-{number}" for number in count(2)))
    return next(name for name in names if _move(path, session_path(folder, name), disk))


def _move(path: Path, to: Path, disk: Disk) -> bool:
    """Move a session's file and its tip (number and hash of its last event); return False if the name is taken."""
    descriptor = open_file(path, True, disk)
    try:
        lock_file(disk, descriptor, path.name, PATIENCE)
        is_named = _add_name(path, to, descriptor, disk)
    except OSError as error:
        raise _refusal(path, error) from None
    finally:
        disk.close(descriptor)  # before the old name goes: Windows removes no file that is open
    if is_named:
        _remove_name(path, disk)
    return is_named


def _add_name(path: Path, to: Path, descriptor: int, disk: Disk) -> bool:
    """Give an open and locked file a second name; return False if another file has it."""
    if not disk.is_file_at(path, descriptor):
        raise InUseError(f"{path.name}: it was renamed or deleted in another window; look at the list again")
    if disk.is_file_at(to, descriptor):  # an earlier try was killed here
        return True
    if disk.exists(to):
        return False
    make_folders(to.parent, disk)
    remove_synced(to.with_suffix(".tip"), disk)  # of an earlier session of this name
    try:
        disk.publish(path, to)
    except FileExistsError:
        return False
    disk.sync_folder(to.parent)
    _copy_tip(path, to, disk)  # only now: earlier, it could stand beside a session that somebody has just made here
    return True


def _remove_name(path: Path, disk: Disk) -> None:
    """Remove the old name of a moved session, and its tip file."""
    try:
        disk.remove(path)
        disk.remove(path.with_suffix(".tip"))
        disk.sync_folder(path.parent)
    except OSError as error:
        raise _refusal(path, error) from None


def _refusal(path: Path, error: OSError) -> OutputError:
    """Return the error for a session that could not be moved."""
    return OutputError(f"{path.name}: {reason(error)}, it was not moved; try again")


def _copy_tip(path: Path, to: Path, disk: Disk) -> None:
    """Copy the tip file of a session (number and hash of its last event) beside its new name, if it has one."""
    if tip := disk.read_small(path.with_suffix(".tip")):
        disk.write_small(to.with_suffix(".tip"), tip)
