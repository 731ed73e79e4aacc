"""The file of a session: events are appended, and each is on the disk when `append` returns.

To append an event: lock the file, read what other processes have added, write the whole line in one call, compare the
count, `fsync`, and only then return. A line half written at a crash is moved to `<name>.torn` on opening and reported.
Any other damage makes the session read-only. tests/session show that no confirmed event is lost by `kill -9` or by a
power cut. Network and synchronised folders are not safe: their locks and syncs are not reliable.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from generator.base.errors import DamagedError, InUseError, OutputError, UsageError, fault
from generator.session.disk import DISK, Disk
from generator.session.record import Body, Damage, Event, Log, chain, encode, read
from generator.session.tip_file import TipFile, check_events

LARGEST = 64 << 20
"""The most bytes of a session, some 300,000 events; a larger file is not a session."""
PATIENCE = 3.0
"""Seconds that a writer waits for the lock of a shared session."""


class Store:
    """The events of one session on the disk, from `create` or `open`."""

    def __init__(self, path: Path, descriptor: int, disk: Disk, *, writing: bool, shared: bool) -> None:
        """Take an open file by its descriptor; `create` and `open` read its events."""
        self.path = path
        self.events: list[Event] = []
        self.reports: list[str] = []
        """What was repaired on opening, for the player."""
        self.damage: Damage | None = None
        self.writing = writing
        self._shared = shared
        self._disk = disk
        self._descriptor: int | None = descriptor
        self._tip = TipFile(path, disk)
        self._size = 0
        self._is_locked = self._is_unsure = False

    @classmethod
    def create(cls, path: Path, bodies: Iterable[Body], *, disk: Disk = DISK, shared: bool = False) -> Store:
        """Create a session that begins with these events.

        Raises UsageError if the name is taken, and OutputError if the disk fails.
        """
        create_file(path, chain(bodies), disk)
        return cls.open(path, disk=disk, shared=shared)

    @classmethod
    def open(cls, path: Path, *, writing: bool = True, shared: bool = False, disk: Disk = DISK) -> Store:
        """Open a session; for writing, a torn last line is moved away first.

        With `shared`, several processes may have it open and write in turn; without, the first locks it until it
        closes. Raises UsageError for a missing file, InUseError, OutputError, and Faults for a file that is no session.
        """
        store = cls(path, open_file(path, writing, disk), disk, writing=writing, shared=shared)
        try:
            with store.turn(missed=False) if writing else store._reading():
                store._begin()
        except BaseException:
            store.close()
            raise
        if store.damage:  # it can only be read, and so other processes may read it too
            store._unlock()
        return store

    @property
    def has_name(self) -> bool:
        """Return whether the open file still has its name; raise UsageError if it was closed, and OutputError."""
        with self._reading():
            return self._disk.is_file_at(self.path, self._open)

    @property
    def last(self) -> Event:
        """Return the last event."""
        return self.events[-1]

    def append(self, body: Body, *, known_last: int | None = None) -> Event:
        """Append an event, and return it when it is on the disk.

        `known_last` is the number of the last event that the caller knows: if another process has written since,
        InUseError is raised. Raises DamagedError, and OutputError if the disk is full or failing.
        """
        with self.turn():
            # Whoever typed the action has not seen the last event.
            if known_last is not None and known_last != self.last.number:
                raise InUseError(f"{self.path.name}: event {self.last.number} was added by another window; look again")
            event, line = encode(self.last.number + 1, self.last.hash, body)
            # Until the line is on the disk: after an error everything is read anew before the next event.
            self._is_unsure = True
            self._record(line)
            self.events.append(event)
            self._size += len(line)
            self._is_unsure = False
            self._tip.write(event)
        return event

    @contextmanager
    def turn(self, *, missed: bool = True) -> Iterator[None]:
        """Lock the file for a block; with `missed`, also read the events that other processes have added."""
        outermost = not self._is_locked
        if outermost:
            self._lock()
        try:
            if missed:
                self._catch_up()
            yield
        finally:
            if outermost and self._shared:
                self._unlock()

    def close(self) -> None:
        """Close the file; it may be closed already."""
        descriptor, self._descriptor, self._is_locked = self._descriptor, None, False
        if descriptor is not None:
            with suppress(OSError):
                self._disk.close(descriptor)

    def __enter__(self) -> Store:
        """Return the store, which the end of the block closes."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Raise OutputError for an OSError of the block."""
        try:
            yield
        except OSError as error:
            raise OutputError(f"{self.path.name}: cannot be read ({reason(error)})") from None

    def _begin(self) -> None:
        """Read the file after opening, repair an unfinished end, and compare the events with the tip.

        Raises Faults for a file without any event.
        """
        with self._reading():
            confirmed = self._tip.read()  # first: another process may be writing, and the tip is never ahead
            log = self._look(None)
        if not log.events:
            fault_words = "this is not a session" if not log.damage else f"no event of it is whole: {log.damage.fault}"
            raise fault(self.path.name, f"{fault_words}; name a file that `vallum solo` has written")
        self._take_in(log)
        self.damage = self.damage or check_events(confirmed, self.events)
        self.writing = self.writing and not self.damage
        if self.writing:
            self._make_safe()

    def _make_safe(self) -> None:
        """Sync events that their writer may not have synced before it was killed: the game goes on from them."""
        try:
            self._disk.sync(self._open)
        except OSError as error:
            raise OutputError(f"{self.path.name}: cannot be opened to go on with ({reason(error)})") from None
        self._tip.write(self.last)

    def _catch_up(self) -> None:
        """Read the events that other processes have added, or all events anew after a failed write of our own."""
        if self._is_unsure:
            self.events.clear()
            self._size = 0
        with self._reading():
            # Events are only appended, so that an equal size means that nothing was added.
            if not self._is_unsure and self._disk.size(self._open) == self._size:
                return
            log = self._look(self.events[-1] if self.events else None)
        self._take_in(log)
        self._is_unsure = False
        self._refuse_damaged()

    def _look(self, after: Event | None) -> Log:
        """Return the events behind `after` (None for all) that the file has now; raise Faults for a file too large."""
        size = self._disk.size(self._open)
        if size > LARGEST:
            raise fault(self.path.name, f"it has {size} bytes and a session has at most {LARGEST}; name another file")
        if size < self._size:
            return Log((), self._size, damage=Damage(len(self.events), "the end of the file was cut off"))
        return read(self._disk.read(self._open, self._size), after=after, offset=self._size)

    def _take_in(self, log: Log) -> None:
        """Add the events that were read, and repair an unfinished end."""
        self.events.extend(log.events)
        self._size = log.size
        self.damage = log.damage
        if log.tail or log.lacks_newline:
            self._repair(log)

    def _repair(self, log: Log) -> None:
        """Remove a torn last line or add a missing newline, and report it.

        A session that is only read is left as it is, and the fault is only reported.
        """
        if log.tail:
            repair = f"a line of {len(log.tail)} bytes was cut short and never confirmed"
        else:
            repair = f"event {self.last.number} lacked its newline and is whole"
        if not self.writing:
            self.reports.append(repair)
            return
        try:
            self.reports.append(repair + (self._keep_torn(log.tail) if log.tail else "; the newline was put back"))
            self._disk.truncate(self._open, self._size)
            if log.lacks_newline:
                _put(self._disk, self._open, b"\n")
                self._size += 1
            self._disk.sync(self._open)
        except OSError as error:
            raise OutputError(f"{self.path.name}: {repair}, and cannot be put right ({reason(error)})") from None

    def _keep_torn(self, tail: bytes) -> str:
        """Move the bytes of a torn line to a file beside the session, and return words for the report."""
        torn = self.path.with_suffix(".torn")
        descriptor = self._disk.extend(torn)
        try:
            _put(self._disk, descriptor, tail + b"\n")
            self._disk.sync(descriptor)
        finally:
            self._disk.close(descriptor)
        self._disk.sync_folder(torn.parent)
        return f"; it was moved to {torn.name}"

    @property
    def _open(self) -> int:
        """Return the descriptor of the file; raise UsageError if the session was closed."""
        if self._descriptor is None:
            raise UsageError(f"{self.path.name}: it was closed; open it again")
        return self._descriptor

    def _refuse_damaged(self) -> None:
        """Raise DamagedError for a session with a damaged event, which is read-only from now on."""
        if self.damage:
            self.writing = False
            where = f"{self.path.name}:{self.damage.event + 1}: event {self.damage.event}"
            raise DamagedError(f"{where}: {self.damage.fault}; what stands before it can still be looked at")

    def _lock(self) -> None:
        """Lock the file for writing; raise UsageError for a read-only session, InUseError for one locked or renamed."""
        self._refuse_damaged()
        if not self.writing:
            raise UsageError(f"{self.path.name}: it was opened to be looked at; open it to go on with it")
        lock_file(self._disk, self._open, self.path.name, PATIENCE if self._shared else 0)
        self._is_locked = True
        if not self.has_name:  # what were written here would be found under another name, or not at all
            self._unlock()
            raise InUseError(f"{self.path.name}: it was renamed or deleted in another window; look at the list again")

    def _unlock(self) -> None:
        """Release the lock; errors are ignored."""
        self._is_locked = False
        if self._descriptor is not None:
            with suppress(OSError):
                self._disk.unlock(self._descriptor)

    def _record(self, line: bytes) -> None:
        """Write a line and sync it; after an error the line is taken back. Raises OutputError."""
        try:
            _put(self._disk, self._open, line)
        except OSError as error:
            self._take_back()
            raise self._refusal(error) from None
        try:
            self._disk.sync(self._open)
        except OSError as error:  # the data may be dropped, and another fsync would still succeed
            self._take_back()
            self.close()
            raise self._refusal(error, "; open it again") from None

    def _take_back(self) -> None:
        """Cut off a line that is not safe; if that fails too, the next opening finds it torn or whole."""
        with suppress(OSError):
            self._disk.truncate(self._open, self._size)
            self._disk.sync(self._open)

    def _refusal(self, error: OSError, remedy: str = "") -> OutputError:
        """Return the error for an event that was not recorded, with the last one that is safe."""
        refusal = f"{reason(error)}, the last action was not recorded; event {self.last.number} is safe"
        return OutputError(f"{self.path.name}: {refusal}{remedy}")


def lock_file(disk: Disk, descriptor: int, name: str, patience: float) -> None:
    """Lock an open session for writing; raises InUseError after `patience` seconds, and OutputError."""
    deadline = time.monotonic() + patience
    while not _try_lock(disk, descriptor, name):
        if time.monotonic() >= deadline:
            raise InUseError(f"{name}: it is open in another window; close it there, or only look at it")
        time.sleep(0.001)  # an append takes some milliseconds


def _try_lock(disk: Disk, descriptor: int, name: str) -> bool:
    """Lock a file; return False if another process has it. Raises OutputError for a disk without locks."""
    try:
        return disk.lock(descriptor)
    except OSError as error:
        raise OutputError(
            f"{name}: this disk cannot lock files ({reason(error)}); move it to a disk of this computer"
        ) from None


def create_file(path: Path, data: bytes, disk: Disk) -> None:
    """Create a file that is whole and on the disk before it gets its name.

    It is written under a temporary name, synced and renamed, and then the folder is synced. Raises UsageError if the
    name is taken, and OutputError if the disk fails.
    """
    # In the same folder, as a file can only be renamed within one disk; lists leave out names with a dot.
    temporary = path.with_name(f".{path.name}.{time.time_ns():x}")
    name_taken = UsageError(f"{path.name}: there is a session of this name; choose another")
    if disk.exists(path):
        raise name_taken
    try:
        make_folders(path.parent, disk)
        remove_synced(path.with_suffix(".tip"), disk)  # of an earlier session of this name
        try:
            _write_synced(temporary, data, disk)
            disk.publish(temporary, path)
        finally:
            with suppress(OSError):
                disk.remove(temporary)
        disk.sync_folder(path.parent)
    except FileExistsError:
        raise name_taken from None
    except OSError as error:
        raise OutputError(f"{path.name}: {reason(error)}, the session was not made") from None


def remove_synced(path: Path, disk: Disk) -> None:
    """Remove a file if there is one, and return when its name is gone from the medium; raises OSError."""
    if disk.exists(path):
        disk.remove(path)
        disk.sync_folder(path.parent)


def _put(disk: Disk, descriptor: int, data: bytes) -> None:
    """Write all bytes in one call; raise OSError where the disk takes only a part, as a full disk does."""
    # No second call: the part that was written is cut off again, and the action was not recorded.
    if disk.write(descriptor, data) != len(data):
        raise OSError(errno.ENOSPC, "No space left on device")


def make_folders(folder: Path, disk: Disk) -> None:
    """Make a folder and those above it, on the medium; raises OSError."""
    missing = [place for place in (folder, *folder.parents) if not disk.exists(place)]
    for place in reversed(missing):
        disk.make_folder(place)
        disk.sync_folder(place.parent)


def _write_synced(path: Path, data: bytes, disk: Disk) -> None:
    """Create a file with these bytes, on the medium; raise OSError."""
    descriptor = disk.create(path)
    try:
        _put(disk, descriptor, data)
        disk.sync(descriptor)
    finally:
        disk.close(descriptor)


def open_file(path: Path, writing: bool, disk: Disk) -> int:
    """Return a descriptor of a session; raises UsageError for a missing file, Faults for no file, and OutputError."""
    try:
        return disk.open(path, writing=writing)
    except FileNotFoundError:
        raise UsageError(f"{path.name}: there is no such session") from None
    except (IsADirectoryError, NotADirectoryError):
        raise fault(path.name, "this is not a file; name a file that `vallum solo` has written") from None
    except OSError as error:
        raise OutputError(f"{path.name}: cannot be opened ({reason(error)})") from None


def reason(error: OSError) -> str:
    """Return in a few words why the disk refused."""
    words = {errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk is full", errno.EIO: "the disk is failing"}
    return words.get(error.errno or 0, (error.strerror or "unknown trouble").lower())
