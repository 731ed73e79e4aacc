"""Every cut, every flipped bit and every moved line of a session is noticed."""

import os
import random

import pytest

from generator.base.errors import DamagedError, Faults, UsageError
from generator.session.record import chain, read
from generator.session.recorded_play import begin, resume
from generator.session.store import Store
from generator.session.verification import verify


def bodies(kind):
    """Three sessions: a short one, one with every kind of event, one with words of every sort."""
    opened = {"t": "open", "format": 1, "game": "picket", "seed": "x"}
    acts = [{"t": "act", "a": f"mark wall_{number:02}", "reveals": True} for number in range(40)]
    if kind == "short":
        return [opened, *acts[:9]]
    if kind == "every kind":
        rest = [{"t": "undo", "to": 2}, {"t": "redo", "to": 3}, {"t": "fix", "of": 1, "a": "mark b"}]
        return [opened, *acts, *rest, {"t": "note", "about": "score", "value": {"total": 7}}]
    return [opened, *[{"t": "act", "a": word} for word in ("長城", "a  b @ @", '\\"\n', "é" * 40, " " * 600)]]


KINDS = ["short", "every kind", "words"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_flipped_bit_is_noticed(kind, long):
    data = chain(bodies(kind))
    bits = range(8) if long else [random.randrange(8)]
    silent = [
        (place, bit)
        for place in range(len(data))
        for bit in bits
        if is_silent(data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :])
    ]

    assert silent == []


def is_silent(data):
    log = read(data)
    return not (log.damage or log.tail or log.lacks_newline)


@pytest.mark.parametrize("kind", KINDS)
def test_every_cut_is_noticed(kind, memory_disk, path):
    disk = memory_disk()
    Store.create(path, bodies(kind), disk=disk).close()
    whole = bytes(disk.names[path].data)
    for size in range(len(whole)):
        cut = disk.copy()
        del cut.names[path].data[size:]

        assert is_noticed(cut, path), f"cut to {size} bytes"


def is_noticed(disk, path):
    try:
        with Store.open(path, disk=disk, writing=False) as store:
            return bool(store.damage or store.reports)
    except Faults:
        return True


def test_moved_doubled_and_missing_lines_are_noticed():
    lines = chain(bodies("every kind")).splitlines(keepends=True)
    for place in range(len(lines) - 1):
        swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]

        assert read(b"".join(swapped)).damage.event == place
        assert read(b"".join([*lines[:place], *lines[place + 1 :]])).damage.event == place
        assert read(b"".join([*lines[: place + 1], *lines[place:]])).damage.event == place + 1


def test_line_of_another_session_is_noticed():
    mine, other = (chain([{"t": "open", "seed": seed}, {"t": "act", "a": "x"}]).splitlines(True) for seed in "ab")

    assert read(mine[0] + other[1]).damage.fault == "it does not follow from the event before it"


def spoilt(disk, path, event):
    """The session with one letter of an event changed."""
    lines = bytes(disk.names[path].data).split(b"\n")
    lines[event] = lines[event].replace(b"wall", b"well")
    disk.names[path].data[:] = b"\n".join(lines)
    return disk


def test_damaged_session_is_only_read(disk, head, path):
    with begin(path, head, disk=disk) as play:
        for number in range(5):
            play.act(f"mark wall_{number}")
    with resume(path, disk=spoilt(disk, path, 3)) as play:
        assert play.actions == ("mark wall_0", "mark wall_1")
        with pytest.raises(DamagedError) as refusal:
            play.act("mark wall_9")

    assert str(refusal.value) == (
        "first.jsonl:4: event 3: its hash does not match what it says; what stands before it can still be looked at"
    )
    assert refusal.value.exit_code == 5


def test_torn_tail_is_moved_and_told(tmp_path, head):
    path = tmp_path / "game.jsonl"
    with begin(path, head) as play:
        play.act("mark 1")
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":2,"t":"ac')
    with resume(path) as play:
        assert play.store.reports == ["a line of 14 bytes was cut short and never confirmed; it was moved to game.torn"]
        assert play.act("mark 2") == 2

    assert (tmp_path / "game.torn").read_bytes() == b'{"n":2,"t":"ac\n'
    assert path.read_bytes().startswith(whole)


def test_torn_bytes_are_safe_before_they_are_cut_off(disk, head, path):
    begin(path, head, disk=disk).close()
    disk.names[path].data += b'{"n":1'
    disk.trace.clear()
    resume(path, disk=disk).close()
    calls = [call[:2] for call in disk.trace]
    torn, cut = disk.names[path.with_suffix(".torn")], calls.index(("truncate", disk.names[path]))

    assert calls.index(("sync", torn)) < calls.index(("sync_folder", path.parent)) < cut


def test_looking_on_repairs_nothing(tmp_path, head):
    path = tmp_path / "game.jsonl"
    begin(path, head).close()
    torn = path.read_bytes() + b'{"n":1'
    path.write_bytes(torn)
    with resume(path, writing=False) as play:
        assert play.store.reports == ["a line of 6 bytes was cut short and never confirmed"]

    assert path.read_bytes() == torn


@pytest.mark.parametrize("end", [b"", b"\x0b", b"\x1a", b"\x00"])
def test_whole_event_without_newline_counts(tmp_path, head, end):
    path = tmp_path / "game.jsonl"
    with begin(path, head) as play:
        play.act("mark 1")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + end)
    with resume(path) as play:
        assert play.actions == ("mark 1",)
        assert play.store.reports == ["event 1 lacked its newline and is whole; the newline was put back"]

    assert path.read_bytes() == whole


def test_sectors_never_written_are_a_torn_tail(tmp_path, head):
    path = tmp_path / "game.jsonl"
    with begin(path, head) as play:
        play.act("mark 1")
        size = path.stat().st_size
        play.act("x" * 1500)
    data = bytearray(path.read_bytes())
    sector = -(-size // 512) * 512
    data[sector : sector + 512] = bytes(512)
    path.write_bytes(data)
    path.with_suffix(".tip").unlink()
    with resume(path) as play:
        assert play.actions == ("mark 1",)
        assert "cut short" in play.store.reports[0]


def test_lost_last_events_are_noticed(disk, head, path):
    with begin(path, head, disk=disk) as play:
        for number in range(3):
            play.act(f"mark {number}")
        size = play.store._size
        play.act("mark 3")
    del disk.names[path].data[size:]

    assert verify(path, disk=disk).wrong.fault == "events up to 4 were confirmed, and from here they are gone"


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("lost", [1, 60])
def test_file_shortened_while_open_is_noticed(tmp_path, head, shared, lost):
    path = tmp_path / "a.jsonl"
    with begin(path, head, shared=shared) as play:
        play.act("mark wall_01")
        os.truncate(path, path.stat().st_size - lost)
        left = path.read_bytes()

        with pytest.raises(DamagedError, match=r"a\.jsonl:3: event 2: the end of the file was cut off"):
            play.act("mark wall_02")

    assert path.read_bytes() == left


def test_other_history_under_the_name_is_noticed(disk, head, path):
    with begin(path, head, disk=disk) as play:
        play.act("mark 1")
    disk.names[path].data[:] = chain([head.body(), {"t": "act", "a": "mark 2"}])

    assert verify(path, disk=disk).wrong.fault == "another event was confirmed under this number"


def test_unreadable_witness_says_nothing(disk, head, path):
    with begin(path, head, disk=disk) as play:
        play.act("mark 1")
    witness = disk.names[path.with_suffix(".tip")].data
    for place in range(len(witness)):
        hurt = disk.copy()
        hurt.names[path.with_suffix(".tip")].data[place] ^= 1

        assert resume(path, disk=hurt).actions == ("mark 1",)


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"\x00" * 600, b"[" * 70_000, b"%PDF-1.7\n", b"\xff\xfe\n"])
def test_other_files_are_no_sessions(tmp_path, data):
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    with pytest.raises(Faults, match="name a file that `vallum solo` has written"):
        resume(path)

    assert path.read_bytes() == data


def test_folder_is_no_session(tmp_path):
    with pytest.raises(Faults, match="this is not a file"):
        resume(tmp_path)
    with pytest.raises(Faults, match="this is not a file"):
        resume(tmp_path, writing=False)
    with pytest.raises(UsageError, match="there is no such session"):
        resume(tmp_path / "x.jsonl")


def test_deep_nesting_is_no_crash():
    data = chain([{"t": "open"}])
    hostile = b'{"n":0,"t":"open","x":' + b"[" * 50_000
    from hashlib import sha256

    seal = sha256(hostile).hexdigest()[:32].encode()

    assert read(hostile + b',"h":"' + seal + b'"}\n').damage.fault == "it is not plain JSON"
    assert read(data).damage is None
