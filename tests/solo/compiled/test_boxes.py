"""The book of boxes as it is compiled: gates of tracks, limits, late needs."""

import pytest

from generator.solo.compiled.boxes import CHOICE, EFFECT, FILL, ITEM, bits


def names(book, mask):
    return {book.boxes.moves[number].action.words[0] for number in bits(mask)}


def allowed(book, track, level):
    """The boxes of the moves that a level of a track does not bar, those that another level bars."""
    gate = next(gate for gate in book.boxes.gates if gate.number == book.boxes.track_index[track])
    ever = 0
    for mask in gate.allows:
        ever |= (1 << len(book.boxes.moves)) - 1 & ~mask
    return names(book, gate.allows[level] & ever)


def test_a_row_allows_its_next_box(book):
    assert {box for box in allowed(book, "mining", 4) if box.startswith("mining")} == {"mining_05"}


def test_values_of_one_track_become_levels(book):
    assert "small_hotel" not in allowed(book, "fort", 2)
    assert "small_hotel" in allowed(book, "fort", 3)


def test_a_box_of_a_row_becomes_a_level(book):
    assert "wall_07" not in allowed(book, "fort", 6)
    assert {"wall_07", "cippi_03"} <= allowed(book, "fort", 7)


def test_what_no_level_settles_is_late(book):
    assert [late.need.value for late in book.boxes.late] == ["disdain_now"]
    assert names(book, book.boxes.late[0].moves) == {f"bribes_{number:02}" for number in range(1, 7)}


@pytest.mark.parametrize(("uses", "left"), [(0, 6), (1, 6), (2, 0)])
def test_limits_bar_a_group(book, uses, left):
    number = next(number for number, limit in enumerate(book.boxes.limits) if "bribes_01" in limit.boxes)
    open_ = names(book, book.boxes.caps[number].allows[uses])

    assert sum(box.startswith("bribes") for box in open_) == left


def test_wild_items_are_spelt_out(book):
    words = {action.words[1:] for action in book.boxes.actions if action.words[0] == "forum_01"}

    assert len(words) == 6
    assert ("servant", "servant") in words
    assert not any("soldier" in each for each in words)


@pytest.mark.parametrize(
    ("icon", "box", "effect"),
    [
        ("soldier", "", (ITEM, 0)),
        ("cohort", "", (CHOICE, "cohort")),
        ("remove_disdain", "", (EFFECT, "remove_disdain")),
    ],
)
def test_effects(book, icon, box, effect):
    assert book.boxes.effect(icon, box) == effect


def test_favours_know_where_they_come_from(book):
    index = book.boxes.track_index

    assert book.boxes.effect("favour", "diplomat_2") == (FILL, index["diplomat_2_favours"])
    assert book.boxes.effect("favour", "large_worship_06") == (FILL, index["temple_favours"])
