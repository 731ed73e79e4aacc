"""Each call to the disk fails once, and then for good: one line says so, and nothing confirmed is harmed."""

import errno
import os
import resource
import signal
from pathlib import Path

import pytest

from generator.base.errors import GeneratorError, OutputError
from generator.session.disk import Disk
from generator.session.recorded_play import begin, resume
from generator.session.store import Store

PATH = Path("/sessions/first.jsonl")
CALLS = sorted(name for name in vars(Disk) if not name.startswith("_") and name not in {"close", "unlock"})


def failing(memory_disk, *, at, code, for_good=False, short=False):
    """A disk in memory that refuses its call number `at`."""

    class Failing(memory_disk):
        calls = 0

    def refusing(name):
        real = getattr(memory_disk, name)

        def call(self, *arguments, **options):
            self.calls += 1
            if self.calls != at and not (for_good and self.calls > at):
                return real(self, *arguments, **options)
            if name == "write" and short:
                descriptor, data = arguments
                return real(self, descriptor, data[: len(data) // 2])
            raise OSError(code, os.strerror(code))

        return call

    for name in CALLS:
        if name not in {"read_small", "exists"}:  # which never raise
            setattr(Failing, name, refusing(name))
    return Failing()


def played(disk, head, confirmed, refusals):
    """Begin, play, close, resume, play on, and go on whatever is refused; what was confirmed, and the refusals."""
    try:
        with begin(PATH, head, disk=disk) as play:
            confirmed.append("open")
            for number in range(4):
                tried(play, f"mark {number}", confirmed, refusals)
        with resume(PATH, disk=disk) as play:
            tried(play, "mark last", confirmed, refusals)
    except GeneratorError as error:
        refusals.append(error)


def tried(play, action, confirmed, refusals):
    try:
        play.act(action)
        confirmed.append(action)
    except GeneratorError as error:
        refusals.append(error)


def rounds(memory_disk, head, **how):
    """The same play with the first call failing, then the second, until none does."""
    for at in range(1, 500):
        disk, confirmed, refusals = failing(memory_disk, at=at, **how), [], []
        played(disk, head, confirmed, refusals)
        if disk.calls < at:
            return
        yield disk.copy(), confirmed, refusals
    raise AssertionError("it never came to an end")


HOWS = [
    {"code": errno.EIO},
    {"code": errno.ENOSPC},
    {"code": errno.ENOSPC, "short": True},
    {"code": errno.EIO, "for_good": True},
    {"code": errno.ENOSPC, "for_good": True, "short": True},
]


@pytest.mark.parametrize("how", HOWS, ids=lambda how: "-".join(map(str, how.values())))
def test_every_failing_call_is_told(memory_disk, head, how):
    count = 0
    for left, confirmed, refusals in rounds(memory_disk, head, **how):
        count += 1

        assert all("\n" not in str(error) and error.exit_code in {2, 5} for error in refusals)
        assert refusals or confirmed == ["open", "mark 0", "mark 1", "mark 2", "mark 3", "mark last"]
        if confirmed:
            assert_kept(memory_disk(left.names), confirmed, may_have_more=how.get("for_good", False))
    assert count > 20


def assert_kept(disk, confirmed, *, may_have_more):
    """Everything confirmed is there, once; what a dying disk would not take back may be there as well."""
    with Store.open(PATH, disk=disk) as store:
        found = [event.body.get("a", "open") for event in store.events]
        assert store.damage is None
    assert found[: len(confirmed)] == confirmed
    assert len(found) <= len(confirmed) + may_have_more


def test_full_disk_is_told_at_once(memory_disk, head):
    disk = memory_disk()
    with begin(PATH, head, disk=disk) as play:
        play.act("mark 1")
        disk.write = lambda descriptor, data: memory_disk.write(disk, descriptor, data[:16])
        with pytest.raises(OutputError) as refusal:
            play.act("mark 2")
        del disk.write

        assert str(refusal.value) == "first.jsonl: the disk is full, the last action was not recorded; event 1 is safe"
        assert refusal.value.exit_code == 5
        assert play.act("mark 2") == 2
        assert play.actions == ("mark 1", "mark 2")


def test_failed_sync_closes_the_session(memory_disk, head):
    disk = memory_disk()
    with begin(PATH, head, disk=disk) as play:
        play.act("mark 1")
        disk.sync = lambda _: (_ for _ in ()).throw(OSError(errno.EIO, "Input/output error"))
        with pytest.raises(OutputError, match=r"the disk is failing.*event 1 is safe; open it again"):
            play.act("mark 2")
        del disk.sync
        with pytest.raises(GeneratorError, match="it was closed; open it again"):
            play.act("mark 2")

    assert resume(PATH, disk=disk).actions == ("mark 1",)


@pytest.mark.parametrize("call", ["write", "sync", "write_small"])
def test_interrupted_write_is_found_again(memory_disk, head, call):
    disk = memory_disk()
    real = getattr(disk, call)

    def interrupted(*arguments):
        real(*arguments)
        delattr(disk, call)
        raise KeyboardInterrupt

    with begin(PATH, head, disk=disk) as play:
        setattr(disk, call, interrupted)
        with pytest.raises(KeyboardInterrupt):
            play.act("mark 1")
        play.act("mark 2")

        assert play.actions == ("mark 1", "mark 2")
        assert resume(PATH, disk=disk.copy()).actions == ("mark 1", "mark 2")


def test_real_file_that_cannot_grow(tmp_path, head):
    path = tmp_path / "game.jsonl"
    with begin(path, head) as play:
        play.act("mark 1")
        size = path.stat().st_size
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 16, before[1]))
        try:
            with pytest.raises(OutputError, match="the last action was not recorded; event 1 is safe"):
                play.act("mark 2")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)

        assert path.stat().st_size == size
        assert play.act("mark 2") == 2
