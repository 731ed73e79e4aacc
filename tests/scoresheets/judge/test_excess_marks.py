"""More marks than were given: icons against tracks, one by one and where several compete for them."""

import pytest

from generator.model.formula import Constant, MarkedBoxes
from generator.model.sheet import Area, Bonus, Book, Box, MarkSource, Price, Sheet, Track, Value
from generator.model.text import Text
from generator.scoresheets.judge.mark_counts import excess_marks

NO_WORDS = Text(())
FREE = (Price(()),)


def box(track, number, **more):
    plain = {"costs": (), "needs": (), "gains": (), "one_of": (), "start": 0, "least": 0, "most": 0}
    about = {"options": (), "tags": (), "track": track, "number": number, "provenance": ""}
    return Box(f"{track}_{number}", "mark", None, **plain | about | more)


def track(id_, icons, *, count=4, filled_from=(), **more):
    return Track(id_, NO_WORDS, "any", icons, tuple(box(id_, n, **more) for n in range(1, count + 1)), filled_from)


def giver(id_, *, count=3, **more):
    return track(id_, (), count=count, costs=FREE, **more)


def book_of(*tracks, **more):
    plain = {"values": (), "scores": (), "limits": (), "different": (), "ranks": None, "sources": ()}
    return Book.of([Sheet("s", NO_WORDS, "1", (Area("a", NO_WORDS, None, tracks),), **plain | more)])


def state(**levels):
    return {f"{id_}_{number}": 1 for id_, level in levels.items() for number in range(1, level + 1)}


def found(book, **levels):
    return [
        (flaw.facts["tracks"], flaw.facts["count"], flaw.facts["most"]) for flaw in excess_marks(book, state(**levels))
    ]


def test_track_holds_no_more_than_icons_gave():
    book = book_of(giver("fort", gains=("star",)), track("sky", ("star",)))

    assert found(book, fort=2, sky=2) == []
    assert found(book, fort=2, sky=3) == [(("sky",), 3, 2)]


def test_last_box_of_the_track_is_named():
    book = book_of(track("sky", ("star",)))
    (flaw,) = excess_marks(book, {"sky_1": 1, "sky_3": 1})

    assert flaw.boxes == ("sky_3",)


def test_tracks_that_share_an_icon_are_held_together():
    book = book_of(giver("fort", gains=("star",)), track("east", ("star",)), track("west", ("star",)))

    assert found(book, fort=3, east=2, west=1) == []
    assert found(book, fort=3, east=2, west=2) == [(("east", "west"), 4, 3)]
    assert found(book, fort=1, east=2) == [(("east",), 2, 1)]


def test_one_of_two_icons_counts_once():
    book = book_of(giver("road", one_of=("sun", "moon")), track("day", ("sun",)), track("night", ("moon",)))

    assert found(book, road=2, day=2) == []
    assert found(book, road=2, day=1, night=1) == []
    assert found(book, road=2, day=2, night=1) == [(("day", "night"), 3, 2)]


def test_icon_of_another_box_does_not_fill_it():
    book = book_of(
        giver("near", gains=("star",)), giver("far", gains=("star",)), track("sky", ("star",), filled_from=("near_1",))
    )

    assert found(book, near=1, far=3, sky=1) == []
    assert found(book, far=3, sky=1) == [(("sky",), 1, 0)]


def test_what_can_be_paid_for_is_not_bounded():
    assert found(book_of(track("guard", ("sword",), costs=FREE)), guard=4) == []


def test_what_is_printed_as_marked_was_not_given():
    book = book_of(Track("sky", NO_WORDS, "row", ("star",), (box("sky", 1, start=1), box("sky", 2))))

    assert found(book, sky=1) == []
    assert found(book, sky=2) == [(("sky",), 1, 0)]


def test_rules_alone_fill_what_has_neither_icon_nor_source():
    assert found(book_of(track("score", ())), score=4) == []


def test_source_adds_to_the_icons():
    book = book_of(
        giver("fort", gains=("star",)), track("sky", ("star",)), sources=(MarkSource(("sky",), Constant(2)),)
    )

    assert found(book, fort=1, sky=3) == []
    assert found(book, fort=1, sky=4) == [(("sky",), 4, 3)]


def test_source_of_several_tracks_bounds_them_together():
    sources = (
        MarkSource(("east",), Constant(2)),
        MarkSource(("west",), Constant(2)),
        MarkSource(("east", "west"), Constant(3)),
    )
    book = book_of(track("east", ("sun",)), track("west", ("moon",)), sources=sources)

    assert found(book, east=2, west=1) == []
    assert found(book, east=2, west=2) == [(("east", "west"), 4, 3)]
    assert found(book, east=3) == [(("east",), 3, 2)]


def test_source_below_nothing_is_nothing():
    book = book_of(track("sky", ("star",)), sources=(MarkSource(("sky",), Constant(-3)),))

    assert found(book, sky=1) == [(("sky",), 1, 0)]


def test_bonus_gives_its_icon_for_each_step():
    values = (Value("rows", None, MarkedBoxes(("map_1", "map_2")), ""),)
    book = book_of(track("map", ()), track("sky", ("star",)), values=values, bonuses=(Bonus("rows", "star"),))

    assert found(book, map=2, sky=2) == []
    assert found(book, map=1, sky=2) == [(("sky",), 2, 1)]


@pytest.mark.parametrize(
    "more", [{"yearly": ("star",)}, {"yearly_one_of": ("star", "sun")}, {"outcomes": (("wins", ("star",)),)}]
)
def test_icons_that_come_again_bound_nothing_without_a_source(more):
    assert found(book_of(giver("mill", **more), track("sky", ("star",))), sky=4) == []


def test_many_rivals_are_judged_in_reasonable_time():
    rivals = [track(f"sky{letter}", ("star",)) for letter in "abcdefghijklmnopqrst"]
    book = book_of(giver("fort", gains=("star",)), *rivals)

    assert found(book, fort=3, skya=4) == [(("skya",), 4, 3)]
    ((tracks, count, most),) = found(book, fort=3, skya=2, skyb=2)
    assert (len(tracks), count, most) == (20, 4, 3)
