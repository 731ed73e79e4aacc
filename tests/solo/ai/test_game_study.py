"""What is noted of a whole game."""

import random

import pytest

from generator.solo import hadrians_wall as rules
from generator.solo.ai.game_study import play_game
from generator.solo.scoring import score


class Anyone:
    """Takes any action, and keeps what it saw."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.states = []

    def choose(self, state, actions):
        self.states.append(state)
        return self.chance.choice(actions)


@pytest.fixture
def game_of(book):
    def run(seed):
        chance, player = random.Random(seed), Anyone(seed)

        def deal(state):
            return chance.choice(rules.legal(book, state)) if state.awaits else None

        return play_game(book, rules.setup(book), player, deal, str(seed)), player.states

    return run


@pytest.mark.parametrize("seed", range(5))
def test_outcome_agrees_with_the_sheets(book, game_of, seed):
    outcome, states = game_of(seed)

    assert len(outcome.lost) == 6
    assert sum(outcome.lost) == outcome.levels[book.disdain]
    assert outcome.total == outcome.rows[-1]
    assert outcome.decisions == sum(len(rules.legal(book, state)) > 1 for state in states)


def test_outcome_has_the_score_of_its_last_state(book):
    state, last = rules.setup(book), None

    def deal(state):
        return rules.legal(book, state)[0] if state.awaits else None

    class First:
        def choose(self, state, actions):
            nonlocal last
            last = state, actions[0]
            return actions[0]

    outcome = play_game(book, state, First(), deal)
    state = rules.apply(book, *last)
    while not rules.is_over(state):
        state = rules.apply(book, state, deal(state))

    assert outcome.total == score(book, state).total


@pytest.mark.parametrize("seed", range(3))
def test_years_and_paths_are_noted(book, game_of, seed):
    outcome, states = game_of(seed)
    begun = {state.year: state for state in reversed(states) if state.phase == "actions"}
    income = [begun[year].items for year in sorted(begun)]
    last = score(book, states[-1])
    cards = [row.id for row in book.deck(book.solo.hand.deck).rows]

    assert outcome.income == tuple(number for items in income for number in items)
    assert [cards[path] for path in outcome.paths] == [path.card for path in last.paths]
    assert sum(outcome.path_points) == last.path_points
    assert len(outcome.marks) == 6
    assert all(0 < marks < outcome.decisions for marks in outcome.marks)
