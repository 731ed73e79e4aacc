"""What follows an action, told before it is done."""

import random
from types import SimpleNamespace

import pytest

from generator.play.explain.box_explanation import BoxExplainer, _next_in_row
from generator.play.game_data import load_rulebook
from generator.play.rules.full_rules import FullRules
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.play.text.solo_text import SoloText
from generator.solo import hadrians_wall as rules
from generator.solo.action import PLACE


@pytest.fixture(scope="module")
def full():
    return FullRules(load_rulebook("hadrians-wall")[0], {})


@pytest.fixture(scope="module")
def text(full):
    return SoloText(ItemNames(full.book, play_messages("en"), "en"))


@pytest.fixture(scope="module")
def asked(full):
    """The positions of some games by chance in which a pattern is placed."""
    found = []
    for seed in range(6):
        chance, state = random.Random(seed), rules.setup(full.book)
        while not rules.is_over(state):
            actions = rules.legal(full.book, state)
            found += [state] if any(each.verb == PLACE for each in actions) else []
            going_on = [each for each in actions if each.verb != "stop"]
            state = rules.apply(
                full.book, state, chance.choice(going_on if going_on and chance.randrange(20) else actions)
            )
    return found


def places(full, state):
    return [each for each in rules.legal(full.book, state) if each.verb == PLACE]


def test_what_follows_is_the_same_as_in_the_whole_preview(full, text, asked):
    explainer = BoxExplainer(full, text, asked[0])

    for action in rules.legal(full.book, asked[0]):
        assert explainer.follows(action) == explainer.preview(action).follows


def test_pattern_tells_what_its_rows_fill_in_and_not_its_own_cells(full, text, asked):
    told = [
        line
        for state in asked
        for each in places(full, state)
        for line in BoxExplainer(full, text, state).follows(each)
    ]

    assert any(line.startswith("Also filled: Valour") for line in told)
    assert not any("Map" in line for line in told)


def test_patterns_that_give_the_same_lead_to_the_same(full, text, asked):
    """The page of a game tries one of them for all."""
    for state in asked:
        explainer, seen, told = BoxExplainer(full, text, state), full.visible_state(state), {}
        for each in places(full, state):
            told.setdefault(text.prompts.describe(seen, each)[1], set()).add(explainer.follows(each))
        assert all(len(each) == 1 for each in told.values())


def test_boxes_behind_those_that_are_filled_are_next_in_their_rows(full, text):
    book = full.book.boxes.book
    tracks = {order: next(each for each in book.tracks.values() if each.order == order) for order in ("row", "any")}
    boxes = {order: {box.id for box in each.boxes} for order, each in tracks.items()}
    filled = SimpleNamespace(filled=[each.boxes[0].id for each in tracks.values()])

    assert _next_in_row(text.names, filled) == boxes["row"]
