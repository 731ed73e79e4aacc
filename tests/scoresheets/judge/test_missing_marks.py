"""Fewer marks than rewards must have filled: icons that cannot have been lost, against the tracks they fill."""

import pytest

from generator.model.sheet import Area, Book, Box, Need, Price, Sheet, Track
from generator.model.text import Text
from generator.scoresheets.judge.mark_counts import free_box, missing_marks

NO_WORDS = Text(())
FREE = (Price(()),)


def box(track, number, **more):
    plain = {"costs": (), "needs": (), "gains": (), "one_of": (), "start": 0, "least": 0, "most": 0}
    about = {"kind": "mark", "title": None, "options": (), "tags": (), "track": track, "number": number}
    return Box(id=f"{track}_{number}", provenance="", **plain | about | more)


def track(id_, icons, *, count=2, filled_from=(), options="row", **more):
    return Track(id_, NO_WORDS, options, icons, tuple(box(id_, n, **more) for n in range(1, count + 1)), filled_from)


def giver(id_, *, count=3, **more):
    return track(id_, (), count=count, costs=FREE, **more)


def found(*tracks, **levels):
    plain = {"values": (), "scores": (), "limits": (), "different": (), "ranks": None, "sources": ()}
    book = Book.of([Sheet("s", NO_WORDS, "1", (Area("a", NO_WORDS, None, tracks),), **plain)])
    state = {f"{id_}_{number}": 1 for id_, level in levels.items() for number in range(1, level + 1)}
    flaws = missing_marks(book, book.start() | state)
    return [(flaw.boxes, flaw.facts["tracks"], flaw.facts["count"], flaw.facts["least"]) for flaw in flaws]


def test_reward_without_its_mark_is_found():
    fort, sky = giver("fort", gains=("star",)), track("sky", ("star",))

    assert found(fort, sky, fort=1, sky=1) == []
    assert found(fort, sky, fort=2, sky=1) == [(("sky_2",), ("sky",), 1, 2)]


def test_reward_for_a_full_track_is_lost():
    assert found(giver("fort", gains=("star",)), track("sky", ("star",)), fort=3, sky=2) == []


def test_reward_goes_to_any_track_with_room():
    tracks = giver("fort", gains=("star",)), track("east", ("star",)), track("west", ("star",))

    assert found(*tracks, fort=3, east=2, west=1) == []
    assert found(*tracks, fort=3, east=2) == [(("west_1",), ("east", "west"), 2, 3)]


def test_reward_of_choice_may_be_one_that_marks_nothing():
    sky = track("sky", ("star",))

    assert found(giver("fort", one_of=("star", "coin")), sky, fort=1) == []
    assert found(giver("fort", one_of=("star", "sun")), sky, track("day", ("sun",)), fort=1)


@pytest.mark.parametrize("block", [{"needs": (Need("fort_3", 1),)}, {"when": (Need("fort", 1),)}])
def test_reward_may_have_come_before_its_box_was_open(block):
    assert found(giver("fort", gains=("star",)), track("sky", ("star",), **block), fort=2) == []


def test_what_is_paid_for_counts_too():
    assert found(giver("fort", gains=("star",)), track("sky", ("star",), costs=FREE), fort=1, sky=1) == []


def test_what_is_printed_as_marked_gives_nothing():
    assert found(giver("fort", gains=("star",), start=1), track("sky", ("star",))) == []


def test_reward_of_another_box_is_not_owed():
    tracks = giver("near", gains=("star",)), giver("far", gains=("star",))
    sky = track("sky", ("star",), filled_from=("near_1",))

    assert found(*tracks, sky, far=2) == []
    assert found(*tracks, sky, near=1) == [(("sky_1",), ("sky",), 0, 1)]


@pytest.mark.parametrize(("order", "free"), [("row", None), ("any", "sky_2")])
def test_box_behind_a_closed_one_of_a_row_may_have_been_closed(order, free):
    closed, next_box = box("sky", 1, needs=(Need("fort_1", 1),)), box("sky", 2)
    sky = Track("sky", NO_WORDS, order, ("star",), (closed, next_box), ())

    assert getattr(free_box(sky, {}), "id", None) == free
