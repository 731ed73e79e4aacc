"""The list of what can be done, and those of it with a word in them."""

import random
from types import SimpleNamespace

import pytest

from generator.play.game_data import load_rulebook
from generator.play.rules.full_rules import FullRules
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.play.text.prompts import Prompts
from generator.play.text.solo_text import SoloText
from generator.play.typed_line import run_line
from generator.solo import hadrians_wall as rules


@pytest.fixture
def table(begun):
    table = begun("full")
    list(run_line(table, "1"))
    return table


def test_word_lists_the_answers_that_it_is_in(table):
    listed = [*run_line(table, "moves wall")]

    assert listed
    assert all("wall" in line.casefold() for line in listed)


def test_word_of_no_answer_is_told(table):
    assert [*run_line(table, "moves xyzzy")] == ["nothing here has 'xyzzy' in it; `moves` lists everything"]


@pytest.fixture(scope="module")
def book():
    return load_rulebook("hadrians-wall")[0]


@pytest.fixture(scope="module")
def chosen(book):
    """The name and effect of what can be chosen, by its id, in some games by chance."""
    prompts, full, named = SoloText(ItemNames(book, play_messages("en"), "en")).prompts, FullRules(book, {}), {}
    for seed in range(6):
        chance, state = random.Random(seed), rules.setup(book)
        while actions := rules.legal(book, state):
            for action in actions:
                if action.verb == "choose":
                    seen = full.visible_state(state)
                    named.setdefault(action.words[0], set()).add((prompts.describe(seen, action), state.levels))
            going_on = [action for action in actions if action.verb != "stop"] or actions
            state = rules.apply(book, state, chance.choice(going_on if chance.randrange(20) else actions))
    return named


def test_track_to_choose_is_named_with_its_next_level_and_what_that_gives(book, chosen):
    tracks = {track.id: number for number, track in enumerate(book.boxes.tracks)}
    offered = [(choice, entry) for choice, entries in chosen.items() if choice in tracks for entry in entries]

    assert offered
    for choice, ((name, gives), levels) in offered:
        level = levels[tracks[choice]]
        assert name.endswith(f" {level + 1}")
        box = book.boxes.book.tracks[choice].boxes[level]
        assert bool(gives) == bool(ItemNames(book, play_messages("en"), "en").gives(box))


@pytest.mark.parametrize(("draw", "question"), [("a card", "Draw a card."), (None, "Which?")])
def test_short_question_is_the_last_line(draw, question):
    prompts = Prompts.__new__(Prompts)
    prompts._card_question = lambda card, is_typed: f"Draw {card}."
    prompts._question_lines = lambda _: ["A raid.", "Which?"]

    assert prompts.short_question(SimpleNamespace(draw=draw, is_typed=True, typed=True)) == question
