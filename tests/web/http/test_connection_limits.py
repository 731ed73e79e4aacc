"""Connections and requests of one address never take the places of others."""

import random
import sys

import pytest

from generator.web.http import connection_limits
from generator.web.http.connection_limits import (
    MAX_KNOWN,
    MAX_KNOWN_PER_ADDRESS,
    MAX_STRANGERS,
    MAX_STRANGERS_PER_ADDRESS,
    ConnectionLimits,
    RequestLimits,
    raise_file_limit,
)


class Connection:
    """A connection that knows whether it was closed."""

    def __init__(self):
        self.is_idle, self.is_closed = True, False

    def close(self):
        self.is_closed = True


@pytest.fixture
def opened():
    """Open connections: opened(limits, address, first port, how many), with who is logged in."""

    def opened(limits, address, first, count, holder="", *, busy=False):
        made = []
        for port in range(first, first + count):
            made.append(Connection())
            limits.add((address, port), made[-1])
            limits.admit((address, port), holder)
            made[-1].is_idle = not busy
        return made

    return opened


def closed(connections):
    return sum(each.is_closed for each in connections)


def test_the_oldest_strangers_of_an_address_make_way(opened):
    limits = ConnectionLimits()
    slow = opened(limits, "10.0.0.1", 1, MAX_STRANGERS_PER_ADDRESS + 3)

    assert [each.is_closed for each in slow] == [True] * 3 + [False] * MAX_STRANGERS_PER_ADDRESS


def test_one_address_does_not_close_connections_of_another(opened):
    limits = ConnectionLimits()
    phone = opened(limits, "10.0.0.2", 1, 6)
    opened(limits, "10.0.0.1", 1, 1000)

    assert closed(phone) == 0


def test_where_all_places_are_taken_the_busiest_address_makes_way(opened):
    limits = ConnectionLimits()
    groups = [opened(limits, f"10.0.0.{at}", 1, count) for at, count in enumerate((120, 80, 55), start=1)]
    groups.append(opened(limits, "10.0.0.9", 1, 4))

    assert [closed(group) for group in groups] == [3, 0, 0, 0]


def test_many_addresses_never_hold_more_than_all_places(opened):
    limits, chance = ConnectionLimits(), random.Random(4)
    made = [opened(limits, f"10.0.{chance.randrange(200)}.1", port, 1)[0] for port in range(2000)]

    assert len(made) - closed(made) <= MAX_STRANGERS


def test_holder_keeps_a_place_however_many_strangers_come(opened):
    limits = ConnectionLimits()
    mine = opened(limits, "10.0.0.1", 1, 20, "me")
    opened(limits, "10.0.0.1", 1000, 500)

    assert closed(mine) == 0


def test_fifty_pages_of_one_computer_have_places(opened):
    limits = ConnectionLimits()
    streams = opened(limits, "127.0.0.1", 1, 50, "me", busy=True)
    requests = opened(limits, "127.0.0.1", 100, 50, "me", busy=True)

    assert closed([*streams, *requests]) == 0


def test_idle_connections_of_holders_make_way_for_requests(opened):
    limits = ConnectionLimits()
    idle = opened(limits, "10.0.0.1", 1, 2, "me")
    opened(limits, "10.0.0.1", 10, MAX_KNOWN_PER_ADDRESS - 2, "me", busy=True)
    opened(limits, "10.0.0.1", 1000, 1, "me", busy=True)

    assert [each.is_closed for each in idle] == [True, False]


def test_one_address_of_holders_leaves_places_to_others(opened):
    limits = ConnectionLimits()
    opened(limits, "10.0.0.1", 1, MAX_KNOWN_PER_ADDRESS, "me", busy=True)
    limits.add(("10.0.0.1", 9000), Connection())
    limits.add(("10.0.0.2", 9000), Connection())

    assert not limits.admit(("10.0.0.1", 9000), "me")
    assert limits.admit(("10.0.0.2", 9000), "you")


def test_holders_of_all_addresses_have_an_end(opened):
    limits = ConnectionLimits()
    for at in range(4):
        opened(limits, f"10.0.0.{at}", 1, MAX_KNOWN // 4, "me", busy=True)
    limits.add(("10.0.0.9", 1), Connection())

    assert not limits.admit(("10.0.0.9", 1), "you")


def test_connection_is_a_strangers_again_after_a_request_without_login():
    limits = ConnectionLimits()
    limits.add(("10.0.0.1", 1), Connection())
    limits.admit(("10.0.0.1", 1), "me")
    before = limits.is_known(("10.0.0.1", 1))
    limits.admit(("10.0.0.1", 1), "")

    assert (before, limits.is_known(("10.0.0.1", 1))) == (True, False)


def test_revoked_login_loses_its_connections_and_no_others(opened):
    limits = ConnectionLimits()
    mine, yours = opened(limits, "10.0.0.1", 1, 3, "me"), opened(limits, "10.0.0.1", 10, 3, "you")
    limits.close_all("me")

    assert (closed(mine), closed(yours)) == (3, 0)


def test_revoked_login_keeps_the_connection_that_is_answered(opened):
    limits = ConnectionLimits()
    mine = opened(limits, "10.0.0.1", 1, 3, "me")
    limits.close_all("me", but=("10.0.0.1", 2))

    assert [each.is_closed for each in mine] == [True, False, True]
    assert limits.is_known(("10.0.0.1", 2))


def test_connection_that_ended_takes_no_place(opened):
    limits = ConnectionLimits()
    for port in range(1000):
        limits.add(("10.0.0.1", port), Connection())
        limits.remove(("10.0.0.1", port))
    last = opened(limits, "10.0.0.1", 5000, MAX_STRANGERS_PER_ADDRESS)

    assert closed(last) == 0


def test_requests_of_a_stranger_are_counted_by_address():
    now = 0.0
    limits = RequestLimits(lambda: now)
    flood = [limits.count("10.0.0.1") for _ in range(150)]

    assert flood == [True] * 100 + [False] * 50
    assert limits.count("10.0.0.2")
    now = 1.0
    assert [limits.count("10.0.0.1") for _ in range(25)] == [True] * 20 + [False] * 5


def test_only_so_many_addresses_are_counted():
    limits = RequestLimits(lambda: 0.0)
    for number in range(5000):
        limits.count(str(number))

    assert len(limits._buckets) == connection_limits.MAX_ADDRESSES


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_few_open_files_are_made_more_and_many_stay_many(monkeypatch):
    import resource

    found = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: found.append(limits))
    for soft, hard in ((256, resource.RLIM_INFINITY), (256, 512), (20000, 20000), (1024, 4096)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, now=(soft, hard): now)
        raise_file_limit()

    assert found == [(1024, resource.RLIM_INFINITY), (512, 512)]


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_system_that_refuses_more_open_files_keeps_its_limit(monkeypatch):
    import resource

    def refuse(*_):
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)

    raise_file_limit()
