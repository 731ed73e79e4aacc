"""A session of an older format opens as if it were written today, and its file stays as it is."""

from pathlib import Path

import pytest

from generator.base.errors import DamagedError, UsageError
from generator.session.migration import migrate
from generator.session.record import chain
from generator.session.recorded_play import resume
from generator.session.store import create_file
from generator.session.verification import verify

OLD = (
    {"t": "open", "format": 0, "game": "picket", "rules": "sha256:0", "seed": "x"},
    {"t": "move", "action": "a"},
    {"t": "move", "action": "reveal b", "hidden": True},
    {"t": "move", "action": "c"},
    {"t": "move", "action": "d"},
    {"t": "undo", "count": 2},
    {"t": "move", "action": "e"},
)
PATH = Path("/old.jsonl")


@pytest.fixture
def old(disk):
    create_file(PATH, chain(OLD), disk)
    return disk


def test_old_session_is_read(old):
    with resume(PATH, disk=old) as play:
        assert play.actions == ("a", "reveal b", "e")
        assert (play.floor, play.header.mode, play.format) == (2, "strict", 0)
    assert verify(PATH, disk=old).is_good


def test_old_session_is_not_written(old):
    before = bytes(old.names[PATH].data)
    with (
        resume(PATH, disk=old) as play,
        pytest.raises(UsageError, match="old: it is written in format 0, which can only be read"),
    ):
        play.act("f")

    assert bytes(old.names[PATH].data) == before


def test_migration_is_pure():
    before = repr(OLD)

    assert migrate(migrate(OLD)) == migrate(OLD)
    assert repr(OLD) == before


@pytest.mark.parametrize("bad", [{"t": "undo", "count": 9}, {"t": "undo"}, {"t": "act", "a": "x"}])
def test_what_the_old_format_lacks_is_named(disk, bad):
    create_file(PATH, chain((*OLD[:2], bad)), disk)
    with pytest.raises(DamagedError, match="event 2 is not one of format 0"):
        resume(PATH, disk=disk)
