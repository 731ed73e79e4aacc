"""States as JSON: by names, without a trace of any order."""

import pytest

from generator.solo import hadrians_wall as rules
from generator.solo.state import ChooseIcon, Reveal, Shuffle, UseFavours
from generator.solo.state_digest import digest_state, state_document


def test_first_state(book):
    data = state_document(book, rules.setup(book, {"difficulty": "hard"}))

    assert data["settings"]["difficulty"] == "hard"
    assert data["boxes"] == {"small_granary": 1, "production_01": 1}
    assert data["unseen"]["fate"] == [f"F{number:02}" for number in range(1, 49)]


def test_digest_is_of_the_whole_state(book, table):
    first = rules.setup(book)
    states = [first, first._replace(year=2), first._replace(shuffles=(2, 1, 1)), table.do(first, "F01")]

    assert len({digest_state(book, state) for state in states}) == len(states)


def test_what_was_done_this_year_is_in_the_digest(book, table):
    boxes = {"ludus": 1, "gladiator_red_01": 1}
    state = table.at(levels={"performers": 9}, boxes=boxes, items={"servant": 1, "builder": 1, "resource": 1})
    trained = table.do(state, "mark gladiator_red_02 servant")
    same_boxes = table.at(
        levels={"performers": 9}, boxes=table.boxes(trained), items={"builder": 1, "resource": 1, "servant": 0}
    )

    assert same_boxes.boxes == trained.boxes
    assert digest_state(book, same_boxes) != digest_state(book, trained)


@pytest.mark.parametrize(
    ("pending", "expected"),
    [
        (Reveal("fate", "goods", 1, "goods_01"), ["reveal", "fate", "goods", 1, "goods_01"]),
        (ChooseIcon("small_road", ("piety",)), ["choose", "small_road", "piety"]),
        (UseFavours(), ["favour"]),
        (Shuffle("fate"), ["shuffle", "fate"]),
    ],
)
def test_pending_choices_are_written_as_lists(book, pending, expected):
    """Session files hold digests of them."""
    state = rules.setup(book)._replace(pending=(pending,))

    assert state_document(book, state)["pending"] == [expected]


def test_cards_typed_in_any_order_leave_the_same(book, table):
    first = rules.setup(book)
    one, other = (table.do(first, "F01", *hand) for hand in (("ranger", "fighter"), ("fighter", "ranger")))

    assert state_document(book, one)["unseen"] == state_document(book, other)["unseen"]
