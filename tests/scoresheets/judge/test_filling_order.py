"""No box is held up by its own reward, nor by that of what it opens; icons that came from elsewhere hold it up."""

import json
from pathlib import Path

import pytest

from generator.model.sheet import Area, Book, Box, Need, Price, Sheet, Track
from generator.model.text import Text
from generator.scoresheets.judge.filling_order import circular_boxes
from generator.scoresheets.judge.legality import find_flaws

SHEETS = Path(__file__).with_name("sheets")
NO_WORDS = Text(())
FREE = (Price(()),)


def box(track, number, *needs, **more):
    plain = {"costs": (), "gains": (), "one_of": (), "start": 0, "least": 0, "most": 0, "options": (), "tags": ()}
    about = {"needs": tuple(Need(*need) for need in needs), "track": track, "number": number, "provenance": ""}
    return Box(f"{track}_{number}", "mark", None, **plain | about | more)


def track(id_, *boxes, icons=(), order="row"):
    return Track(id_, NO_WORDS, order, icons, boxes)


def level(id_, *icons, count=9, **more):
    return track(id_, *(box(id_, number, **more) for number in range(1, count + 1)), icons=icons)


def book_of(*tracks):
    plain = {"values": (), "scores": (), "limits": (), "different": (), "ranks": None, "sources": ()}
    return Book.of([Sheet("s", NO_WORDS, "1", (Area("a", NO_WORDS, None, tracks),), **plain)])


def marked(**levels):
    return {f"{id_}_{number}": 1 for id_, count in levels.items() for number in range(1, count + 1)}


def circular(book, **levels):
    return [(flaw.boxes, flaw.facts["has"]) for flaw in circular_boxes(book, marked(**levels))]


def test_own_reward_holds_no_box_up():
    book = book_of(
        level("priests", "priest", costs=FREE), track("garden", box("garden", 1, ("priests", 3), gains=("priest",)))
    )

    assert circular(book, priests=4, garden=1) == []
    assert circular(book, priests=3, garden=1) == [(("garden_1",), 2)]
    assert circular(book, priests=3) == []


def test_reward_of_what_it_opens_holds_no_box_up():
    book = book_of(
        level("priests", "priest", costs=FREE),
        track("garden", box("garden", 1, ("priests", 3))),
        track("park", box("park", 1, ("garden_1", 1), gains=("priest",))),
    )

    assert circular(book, priests=4, garden=1, park=1) == []
    assert circular(book, priests=3, garden=1, park=1) == [(("garden_1",), 2)]


def test_boxes_in_a_circle_are_named():
    book = book_of(
        level("sun", "sun"),
        level("moon", "moon"),
        track("arch", box("arch", 1, ("sun", 1), gains=("moon",))),
        track("dome", box("dome", 1, ("moon", 1), gains=("sun",))),
    )

    assert circular(book, sun=1, moon=1, arch=1, dome=1) == [(("arch_1",), 0), (("dome_1",), 0)]
    assert circular(book, sun=2, moon=1, arch=1, dome=1) == []


def test_two_boxes_that_need_each_others_reward_are_named():
    wants = (("priests", 5),)
    book = book_of(
        level("priests", "priest", costs=FREE),
        track("east", box("east", 1, *wants, gains=("priest",))),
        track("west", box("west", 1, *wants, gains=("priest",))),
    )

    assert circular(book, priests=6, east=1, west=1) == [(("east_1", "west_1"), 4)]
    assert circular(book, priests=7, east=1, west=1) == []


def test_boxes_that_hang_on_a_circle_are_not_named():
    book = book_of(
        level("priests", "priest", costs=FREE),
        track("garden", box("garden", 1, ("priests", 3), gains=("priest", "star"))),
        level("stars", "star"),
        track("tower", box("tower", 1, ("stars", 1))),
    )

    assert circular(book, priests=3, garden=1, stars=1, tower=1) == [(("garden_1",), 2)]


def test_icon_that_may_have_been_lost_holds_nothing_up():
    """A full track takes no icon, so it can have been paid for to its end before."""
    book = book_of(
        level("priests", "priest", count=3, costs=FREE),
        track("garden", box("garden", 1, ("priests", 3), gains=("priest",))),
    )

    assert circular(book, priests=3, garden=1) == []


def test_published_gardens_by_their_own_priest(book, limits):
    marks = json.loads((SHEETS / "gardens_by_their_own_priest.json").read_text("utf-8"))
    flaws = find_flaws(book, book.start() | marks, limits)

    assert [(flaw.rule, flaw.boxes) for flaw in flaws] == [("circular", ("small_gardens",))]
    assert flaws[0].facts == {"value": "priests", "least": 4, "has": 3}


@pytest.mark.parametrize("levels", [(15, 15, 15, 15), (15, 16, 15, 15)])
def test_landmarks_in_a_circle_are_found(book, levels):
    """Each gives two of the next attribute, which nothing else has brought to 15."""
    names = ("renown", "valour", "piety", "discipline")
    marks = {each.id: 1 for name, count in zip(names, levels, strict=True) for each in book.track(name).boxes[:count]}
    marks |= dict.fromkeys(("archway", "column", "monolith", "statue"), 1)
    boxes = {box for flaw in circular_boxes(book, book.start() | marks) for box in flaw.boxes}

    assert boxes == {"archway", "column", "monolith", "statue"}
    more = {box.id: 1 for name, count in (("renown", 17), ("piety", 16)) for box in book.track(name).boxes[:count]}
    assert not list(circular_boxes(book, book.start() | marks | more))
