"""States as JSON: by names, without a trace of any order."""

import json

from generator.solo import hadrians_wall as rules
from generator.solo.state_json import digest, from_json, to_json


def test_first_state(book):
    data = to_json(book, rules.setup(book, {"difficulty": "hard"}))

    assert data["settings"]["difficulty"] == "hard"
    assert data["boxes"] == {"small_granary": 1, "production_01": 1}
    assert data["unseen"]["fate"] == [f"F{number:02}" for number in range(1, 49)]


def test_digest_is_of_the_whole_state(book, table):
    first = rules.setup(book)
    states = [first, first._replace(year=2), first._replace(shuffles=(2, 1, 1)), table.do(first, "F01")]

    assert len({digest(book, state) for state in states}) == len(states)


def test_what_was_done_this_year_survives(book, table):
    boxes = {"ludus": 1, "gladiator_red_01": 1}
    state = table.at(levels={"performers": 9}, boxes=boxes, items={"servant": 1, "builder": 1, "resource": 1})
    state = table.do(state, "mark gladiator_red_02 servant", "mark training_grounds_01")

    assert from_json(book, json.loads(json.dumps(to_json(book, state)))) == state


def test_cards_typed_in_any_order_leave_the_same(book, table):
    first = rules.setup(book)
    one, other = (table.do(first, "F01", *hand) for hand in (("ranger", "fighter"), ("fighter", "ranger")))

    assert to_json(book, one)["unseen"] == to_json(book, other)["unseen"]
