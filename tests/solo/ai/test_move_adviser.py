"""Advice on a decision: what is compared, how many games it takes, and what is said below the error."""

from dataclasses import dataclass, field

import pytest

from generator.base.rng import Stream
from generator.solo import hadrians_wall as rules
from generator.solo.action import Action
from generator.solo.ai.move_adviser import LEAST, MOST, MoveAdviser, best_of, games_needed
from generator.solo.ai.strong_player import StrongPlayer

A, B, C = Action("mark", ("a",)), Action("mark", ("b",)), Action("mark", ("c",))


@dataclass
class Scripted:
    """Games whose points are told by a function of the place of the candidate and the name of the cards."""

    points: object
    played: int = 0
    names: list = field(default_factory=list)

    def cards(self, name):
        self.names.append(name)
        return name

    def total(self, state, name):
        self.played += 1
        return self.points(state, name)


class Waiting:
    """A planner that ends the year at once."""

    def choose(self, _, actions):
        return actions[-1]


@pytest.fixture
def advise(book, evaluation, quick_playouts):
    def run(state):
        planner = StrongPlayer(book, evaluation, strength=2)
        return MoveAdviser(book, evaluation, quick_playouts("one"), planner).advise(state)

    return run


@pytest.fixture
def scripted(book, evaluation, table):
    """Advice on a small state where scripted games say how good each next state is."""

    def run(points, *preview):
        state = table.at(year=6, items={"soldier": 1, "builder": 1})
        games = Scripted(points)
        return MoveAdviser(book, evaluation, games, Waiting()).advise(state, *preview), games

    return run


def luck(name):
    """A number from -9 to 9 that the name of the cards decides."""
    return Stream("luck", name).below(19) - 9


def test_advice_is_legal_with_a_plan_that_can_be_done(book, table, advise):
    state = table.at(year=6, items={"soldier": 2, "servant": 2})
    advice = advise(state)

    assert advice.other in rules.legal(book, state)
    assert advice.other != advice.action
    for action in (advice.action, *advice.plan):
        assert action in rules.legal(book, state)
        state = rules.apply(book, state, action)


def test_plan_ends_where_a_card_comes_up(book, table, advise):
    state = table.at(year=6, items={"resource": 2}, levels={"traders": 9, "fort": 0}, boxes={"market": 1})
    advice = advise(state)
    for action in (advice.action, *advice.plan):
        assert not state.awaits
        state = rules.apply(book, state, action)

    assert state.awaits


def test_same_cards_same_advice(table, advise):
    state = table.at(year=6, items={"soldier": 2, "builder": 2})

    assert advise(state) == advise(state)


def test_single_action_takes_no_games(table, advise):
    advice = advise(table.at(year=6))

    assert str(advice.action) == "stop"
    assert (advice.other, advice.playouts) == (None, 0)


def test_answers_so_far_come_before_any_game_and_grow_better(scripted):
    previews, advice = [], None

    def points(state, name):
        previews.append("game")
        return -sum(state.levels)  # so it is best to do nothing, which the look ahead does not say

    advice, _ = scripted(points, lambda action, plan: previews.append(str(action)))
    actions = [preview for preview in previews if preview != "game"]

    assert previews[0] == actions[0] != str(advice.action)
    assert actions[-1] == str(advice.action) == "stop"
    assert previews[-1] == "game"


def test_one_box_stands_for_equal_ones(book, table, evaluation):
    state = table.at(year=3, items={"servant": 4, "builder": 1}, levels={"fort": 4})
    found = MoveAdviser(book, evaluation, None, None).candidates(state)
    after = [(state.levels, state.items, state.pending) for state in found.values()]

    assert len(set(after)) == len(after)


def test_final_games_are_on_cards_of_their_own(scripted):
    _, games = scripted(lambda state, name: sum(state.levels) * 5 + luck(name))
    chosen = {name for name in games.names if not name.startswith("final")}

    assert chosen.isdisjoint(name for name in games.names if name.startswith("final"))
    assert len(games.names) == len(set(games.names))


def test_greater_margin_than_its_error_is_told(scripted):
    advice, _ = scripted(lambda state, name: 3 * sum(state.levels) + luck(name))

    assert advice.is_clear
    assert advice.margin.points >= 3
    assert str(advice.action) == "stop" or advice.margin.games == LEAST


def test_noise_is_about_equal(scripted):
    advice, _ = scripted(lambda state, name: luck(f"{name}/{state.levels}"))

    assert not advice.is_clear
    assert advice.margin.points >= 0


def test_luck_of_the_choice_is_not_in_the_margin(scripted):
    """One action is lucky while the two are chosen, and no better afterwards."""

    def points(state, name):
        is_lucky = name.startswith("round") and Stream("lucky", str(state.levels)).below(2)
        return 20 * bool(is_lucky) + luck(f"{name}/{state.levels}")

    advice, _ = scripted(points)

    assert advice.margin.points < 5


def test_everything_the_same_has_no_other(scripted):
    advice, _ = scripted(lambda _, name: luck(name))

    assert advice.other is None
    assert advice.margin.games


def test_equal_games_count_once():
    totals = {A: [1, 2], B: [3, 4], C: [3, 4]}

    assert best_of(totals) == [B, A]


@pytest.mark.parametrize(("before", "games"), [([5] * 20, LEAST), ([0, 1] * 10, LEAST), ([9, -9] * 10, MOST)])
def test_more_games_where_it_is_close(before, games):
    assert games_needed(before) == games


def test_final_games_that_turn_the_choice_round_turn_the_margin_too(scripted):
    """What was worse while the two were chosen is better on the cards that decide."""

    def points(state, name):
        return (3 if name.startswith("final") else -3) * sum(state.levels) + luck(name)

    advice, _ = scripted(points)

    assert advice.margin.points >= 3
    assert str(advice.action) != "stop"
