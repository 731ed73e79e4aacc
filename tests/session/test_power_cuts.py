"""Whatever a power cut leaves of the calls that were not synced, every confirmed event is there."""

import random
from pathlib import Path

import pytest

from generator.base.errors import GeneratorError
from generator.session.record import chain
from generator.session.recorded_play import begin, resume
from generator.session.store import Store, create_file

FIRST, COPY = Path("/disk/sessions/first.jsonl"), Path("/disk/sessions/copy.jsonl")


def told(disk, path, number):
    disk.confirm((path, number))


def played(disk, head, chance):
    """A session begun, played with undo, redo and a correction, closed, opened again, copied."""
    with begin(FIRST, head, disk=disk) as play:
        told(disk, FIRST, 0)
        for number in range(1, chance.randint(3, 12)):
            told(disk, FIRST, play.act(f"mark box {number} " + "x" * chance.randint(0, 700)))
        told(disk, FIRST, play.undo())
        told(disk, FIRST, play.redo())
    with resume(FIRST, disk=disk) as play:
        told(disk, FIRST, play.correct(1, "mark another"))
        told(disk, FIRST, play.note("score", 7))
    create_file(COPY, chain(bodies(disk)), disk)
    told(disk, COPY, play.last)


def gone_on(disk, chance):
    """After a cut: opened, which may have to put a torn tail right, and played on."""
    with resume(FIRST, disk=disk) as play:
        told(disk, FIRST, play.last)
        for number in range(chance.randint(1, 5)):
            told(disk, FIRST, play.act(f"go on {number} " + "y" * chance.randint(0, 700)))


def lost(disk, confirmed, written):
    """How many confirmed events are not there as they were written."""
    missing = 0
    for path in {path for path, _ in confirmed}:
        last = max(number for where, number in confirmed if where == path)
        with Store.open(path, disk=disk) as store:
            assert store.damage is None
            missing += [event.body for event in store.events[: last + 1]] != written[: last + 1]
    return missing


def bodies(disk):
    with Store.open(FIRST, disk=disk.copy(), writing=False) as store:
        return [event.body for event in store.events]


def test_no_confirmed_event_is_lost(memory_disk, power_cut, head, long):
    sessions, cuts = (50, 70) if long else (10, 25)
    for seed in range(sessions):
        chance = random.Random(seed)
        disk = memory_disk()
        played(disk, head, chance)
        written = bodies(disk)
        for _ in range(cuts):
            left, confirmed = power_cut(disk, chance)

            assert lost(left.copy(), confirmed, written) == 0
            assert lost_again(left, confirmed, power_cut, chance) == 0


def lost_again(left, confirmed, power_cut, chance):
    """The power goes twice more, while the session is opened after the first cut and played on."""
    if (FIRST, 0) not in confirmed:
        return 0
    gone_on(left, chance)
    written = bodies(left)
    cuts = [power_cut(left, chance) for _ in range(2)]
    return sum(lost(again, confirmed_there(confirmed) + later, written) for again, later in cuts)


def confirmed_there(confirmed):
    return [fact for fact in confirmed if fact[0] == FIRST]


def test_event_of_a_killed_player_is_safe_once_shown(memory_disk, power_cut, head, chance):
    disk = memory_disk()
    with begin(FIRST, head, disk=disk) as play:
        disk.sync = lambda _: (_ for _ in ()).throw(KeyboardInterrupt)  # killed between writing and syncing
        with pytest.raises(KeyboardInterrupt):
            play.act("mark")
    del disk.sync
    with resume(FIRST, disk=disk) as play:
        told(disk, FIRST, play.last)
        written = bodies(disk)

    for _ in range(100):
        left, confirmed = power_cut(disk, chance)
        assert lost(left, confirmed, written) == 0


def test_torn_line_of_another_window_spoils_nothing(memory_disk, power_cut, head, chance):
    begun = memory_disk()
    begin(FIRST, head, disk=begun).close()
    disk = begun.copy()
    with resume(FIRST, disk=disk, shared=True) as play:
        told(disk, FIRST, play.last)
        disk.write(disk.open(FIRST, writing=True), b'{"n":1,"t":"act","a":"' + b"z" * 1500)  # killed in the middle
        told(disk, FIRST, play.act("mark " + "x" * 900))
    written = bodies(disk)

    for _ in range(600):
        left, confirmed = power_cut(disk, chance)
        assert lost(left, confirmed, written) == 0


def test_name_used_again_is_free_of_the_old_session(memory_disk, power_cut, head, chance):
    disk = memory_disk(dict.fromkeys((Path("/"), Path("/disk"), FIRST.parent)))
    with begin(FIRST, head, disk=disk) as play:
        play.act("mark")
    disk.remove(FIRST)
    disk.sync_folder(FIRST.parent)
    disk.trace, start = [], disk.copy()
    begin(FIRST, head, disk=start).close()
    told(start, FIRST, 0)

    for _ in range(100):
        left, confirmed = power_cut(start, chance)
        assert FIRST not in left.names or lost(left, confirmed or [(FIRST, 0)], [head.body()]) == 0


@pytest.mark.parametrize("call", ["sync", "sync_folder"])
def test_writer_without_syncs_is_caught(call, memory_disk, power_cut, head, chance):
    disk = type("Careless", (memory_disk,), {call: lambda self, _: None})()
    played(disk, head, chance)
    written = bodies(disk)

    assert sum(is_lost(*power_cut(disk, chance), written) for _ in range(200)) > 80


def is_lost(left, confirmed, written):
    try:
        return lost(left, confirmed, written) > 0
    except (GeneratorError, AssertionError):  # not there, or damaged
        return True
