"""A disk in memory that remembers what was written since the last sync, and can lose any part of it."""

import itertools
import os
import random
from pathlib import Path

import pytest

from generator.session.disk import Disk
from generator.session.header import Header

SECTOR = 512
SYNC, FSYNC = Disk.sync, os.fsync


@pytest.fixture(autouse=True)
def syncs(monkeypatch, program_in_tests):
    """Sessions are written as to a real disk."""
    monkeypatch.setattr(Disk, "sync", SYNC)
    monkeypatch.setattr(os, "fsync", FSYNC)


class Inode:
    def __init__(self, data=b""):
        self.data = bytearray(data)


def overwrite(data, start, new):
    if len(data) < start:
        data.extend(bytes(start - len(data)))
    data[start : start + len(new)] = new


class MemoryDisk(Disk):
    def __init__(self, names=None):
        self.names = names or {Path("/"): None}
        self.start = {path: (inode, bytes(inode.data) if inode else b"") for path, inode in self.names.items()}
        self.trace, self.opened, self.locked = [], {}, {}
        self.numbers = itertools.count(3)

    def _opened(self, inode):
        self.opened[number := next(self.numbers)] = inode
        return number

    def open(self, path, *, writing):
        if path not in self.names:
            raise FileNotFoundError(2, "No such file")
        return self._opened(self.names[path])

    def create(self, path):
        if path in self.names:
            raise FileExistsError(17, "File exists")
        self._enter(path, Inode())
        return self._opened(self.names[path])

    def extend(self, path):
        return self.open(path, writing=True) if path in self.names else self.create(path)

    def close(self, descriptor):
        inode = self.opened.pop(descriptor)
        if self.locked.get(inode) == descriptor:
            del self.locked[inode]

    def size(self, descriptor):
        return len(self.opened[descriptor].data)

    def read(self, descriptor, start):
        return bytes(self.opened[descriptor].data[start:])

    def write(self, descriptor, data):
        inode = self.opened[descriptor]
        self.trace.append(("write", inode, len(inode.data), data))
        inode.data += data
        return len(data)

    def truncate(self, descriptor, size):
        inode = self.opened[descriptor]
        self.trace.append(("truncate", inode, size))
        del inode.data[size:]

    def sync(self, descriptor):
        self.trace.append(("sync", self.opened[descriptor]))

    def sync_folder(self, folder):
        assert folder in self.names
        self.trace.append(("sync_folder", folder))

    def make_folder(self, folder):
        self._enter(folder, None)

    def publish(self, beside, path):
        if path in self.names:
            raise FileExistsError(17, "File exists")
        self._enter(path, self.names[beside])

    def is_file_at(self, path, descriptor):
        return self.names.get(path) is self.opened[descriptor]

    def remove(self, path):
        if path in self.names:
            self.trace.append(("leave", path))
            del self.names[path]

    def exists(self, path):
        return path in self.names

    def read_small(self, path):
        return bytes(self.names[path].data) if path in self.names else b""

    def write_small(self, path, data):
        if path not in self.names:
            self._enter(path, Inode())
        self.trace.append(("write", self.names[path], 0, data))
        overwrite(self.names[path].data, 0, data)

    def lock(self, descriptor):
        return self.locked.setdefault(self.opened[descriptor], descriptor) == descriptor

    def unlock(self, descriptor):
        self.locked.pop(self.opened[descriptor], None)

    def _enter(self, path, inode):
        self.trace.append(("enter", path, inode))
        self.names[path] = inode

    def confirm(self, fact):
        """The player was told."""
        self.trace.append(("confirm", fact))

    def copy(self):
        """The same names and bytes, with nothing open and nothing unsynced."""
        made = {inode: Inode(inode.data) for inode in self.names.values() if inode}
        return MemoryDisk({path: inode and made[inode] for path, inode in self.names.items()})


class PowerCut:
    """What is left of a disk when its power goes after some of its calls: any part of what was not synced."""

    def __init__(self, disk, calls, chance):
        self.chance = chance
        self.safe = dict(disk.start.values())
        self.names = {path: inode for path, (inode, _) in disk.start.items()}
        self.waiting, self.entries, self.confirmed = {}, [], []
        for call, *what in disk.trace[:calls]:
            getattr(self, call)(*what)

    def confirm(self, fact):
        self.confirmed.append(fact)

    def write(self, inode, start, data):
        self.waiting.setdefault(inode, []).append((start, data))

    def truncate(self, inode, size):
        self.waiting.setdefault(inode, []).append((size, None))

    def sync(self, inode):
        data = bytearray(self.safe.get(inode, b""))
        for place, new in self.waiting.pop(inode, ()):
            apply(data, place, new)
        self.safe[inode] = bytes(data)

    def enter(self, path, inode):
        self.entries.append((path, inode, True))

    def leave(self, path):
        self.entries.append((path, None, False))

    def sync_folder(self, folder):
        for entry in [each for each in self.entries if each[0].parent == folder]:
            self.entries.remove(entry)
            self.settle(*entry)

    def settle(self, path, inode, is_there):
        if is_there:
            self.names[path] = inode
        else:
            self.names.pop(path, None)

    def disk(self):
        for entry in self.some(self.entries):
            self.settle(*entry)
        made = {inode: Inode(self.content(inode)) for inode in self.names.values() if inode}
        there = {path: inode and made[inode] for path, inode in self.names.items() if self.is_reachable(path)}
        return MemoryDisk(there)

    def is_reachable(self, path):
        return all(folder in self.names for folder in path.parents)

    def content(self, inode):
        data = bytearray(self.safe.get(inode, b""))
        pieces = [piece for place, new in self.waiting.get(inode, ()) for piece in sectors(place, new)]
        for place, new in self.some(pieces):
            apply(data, place, new)
        return data

    def some(self, things):
        """None of them, all, the first few, or each with one chance in two."""
        match self.chance.randrange(4):
            case 0:
                return []
            case 1:
                return list(things)
            case 2:
                return list(things)[: self.chance.randint(0, len(things))]
        return [thing for thing in things if self.chance.random() < 0.5]


def apply(data, place, new):
    if new is None:
        del data[place:]
    else:
        overwrite(data, place, new)


def sectors(place, new):
    """A write as the sectors it touches."""
    if new is None:
        return [(place, None)]
    edges = [0, *range(-place % SECTOR, len(new), SECTOR), len(new)]
    return [(place + low, new[low:high]) for low, high in itertools.pairwise(edges) if high > low]


@pytest.fixture
def memory_disk():
    return MemoryDisk


@pytest.fixture
def power_cut():
    def cut(disk, chance):
        left = PowerCut(disk, chance.randint(0, len(disk.trace)), chance)
        return left.disk(), left.confirmed

    return cut


@pytest.fixture
def disk():
    return MemoryDisk()


@pytest.fixture
def head():
    return Header(game="picket", rules="sha256:0", engine="0.1.0", seed="a-seed", options={"level": "hard"})


@pytest.fixture
def path():
    return Path("/sessions/first.jsonl")


@pytest.fixture
def chance():
    return random.Random(20261121)
