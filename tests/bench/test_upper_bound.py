"""The relaxed game allows whatever the rules allow, with the same points: only then its optimum is an upper bound."""

import csv
from collections import Counter
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest

from generator.bots.dealer import StateDealer
from generator.play.rules.full_rules import FullRules
from generator.play.score_line import parse_score_line, replay
from generator.play.stats.game_runner import GameRunner
from generator.solo.action import MARK, STOPPED
from generator.solo.hadrians_wall import apply, is_over, legal
from generator.solo.scoring import score
from tests.bench.ceilings.cards import SeedCards
from tests.bench.ceilings.model import RelaxedGame
from tests.bench.ceilings.positions import fix_years
from tests.bench.ceilings.program import Linear, Program
from tests.bench.ceilings.replay import Replay

DOCS = Path(__file__).parents[2] / "docs"


def rows_of(name):
    return list(csv.DictReader((DOCS / name).read_text("utf-8").splitlines()))


PUBLISHED = rows_of("strong-games.csv")
PLAYED = [("published", number) for number in (0, 150, 215, 287)] + [("seldom", number) for number in (0, 1, 3, 4, 38)]


@cache
def runner(difficulty):
    return GameRunner("hadrians-wall", {"difficulty": difficulty})


@cache
def played(kind, number):
    """Return the runner, the seed and the actions of a game."""
    if kind == "published":
        row = PUBLISHED[number]
        rules = FullRules(runner(row["difficulty"]).book, {"difficulty": row["difficulty"]})
        return runner(row["difficulty"]), row["seed"], replay(rules, parse_score_line(row["line"]))[1]
    chosen = runner(("easy", "normal", "hard")[number % 3])
    return chosen, f"seldom/{number}", tuple(seldom_actions(chosen, number))


def seldom_actions(chosen, number):
    """Yield the actions of a player that fills boxes of the tracks it has used least: all of the rules come up."""
    chance, state, uses = Random(number), chosen.first, Counter()
    book, deal = chosen.book, StateDealer(chosen.book, f"seldom/{number}").action
    while not is_over(state):
        action = deal(state)
        if not action:
            actions = [action for action in legal(book, state) if action != STOPPED] or [STOPPED]
            least = min(uses[track_of(book, action)] for action in actions)
            action = chance.choice([action for action in actions if uses[track_of(book, action)] == least])
            uses[track_of(book, action)] += 1
        yield action
        state = apply(book, state, action)


def track_of(book, action):
    """Return the track that an action marks; for another action its verb."""
    if action.verb != MARK:
        return action.verb
    return book.boxes.track_of[book.boxes.moves[book.boxes.move_of[action]].box]


@cache
def replayed(kind, number):
    """Return the relaxed game of a played game, its values there, and the points."""
    chosen, seed, actions = played(kind, number)
    game = RelaxedGame(chosen.book, SeedCards(chosen.book, seed, chosen.first.settings))
    *_, last = accumulate(actions, lambda state, action: apply(chosen.book, state, action), initial=chosen.first)
    return game, Replay(game, chosen.first).run(actions), score(chosen.book, last).total


@pytest.mark.parametrize(("kind", "number"), PLAYED)
def test_relaxed_game_allows_a_legal_game_with_its_points(kind, number):
    game, values, points = replayed(kind, number)

    assert [*game.program.faults(values)] == []
    assert game.program.aim.value(values) == points


def test_games_use_every_kind_of_variable():
    used = {name[0] for kind, number in PLAYED for name in replayed(kind, number)[1]}
    assert used >= {name[0] for name in replayed("published", 0)[0].program.bounds} - {"again"}


# What is left out of the relaxed game, so that some legal game must break it.
LACKING = {
    "income": (SeedCards, "income", lambda *_: 0),
    "choices": (RelaxedGame, "_chosen_gains", lambda *_: ()),
    "battles": (RelaxedGame, "_battle_gains", lambda *_: ()),
    "bonuses": (RelaxedGame, "_bonus_gains", lambda *_: ()),
    "goods of the deck": (RelaxedGame, "_deck_good", lambda *_: Linear()),
    "tokens": (RelaxedGame, "_tokens", lambda *_: Linear()),
    "one more attacker": (SeedCards, "attackers", lambda _, place, __: 2 * place),
}


@pytest.mark.parametrize("lacking", LACKING)
def test_relaxed_game_without_a_source_refuses_a_legal_game(monkeypatch, lacking):
    monkeypatch.setattr(*LACKING[lacking])
    for kind, number in PLAYED:
        chosen, seed, actions = played(kind, number)
        game = RelaxedGame(chosen.book, SeedCards(chosen.book, seed, chosen.first.settings))
        if [*game.program.faults(Replay(game, chosen.first).run(actions))]:
            return
    pytest.fail("all games are allowed")


def test_years_that_are_over_are_fixed_as_they_were_played():
    chosen, seed, _ = played("published", 0)
    _, values, _ = replayed("published", 0)
    game = RelaxedGame(chosen.book, SeedCards(chosen.book, seed, chosen.first.settings))
    fix_years(game, values, 5)

    assert [*game.program.faults(values)] == []
    boxes = [bounds for name, bounds in game.program.bounds.items() if name[0] == "box" and name[2] <= 5]
    assert all(least == most for least, most in boxes)
    assert any(bounds == (0, 1) for name, bounds in game.program.bounds.items() if name[0] == "box" and name[2] == 6)


@pytest.mark.parametrize("seconds", [0, 60])
def test_solver_that_is_stopped_has_a_bound_above_the_game(seconds):
    solver = pytest.importorskip("tests.bench.ceilings.solver", exc_type=ImportError)
    chosen, seed, _ = played("published", 0)
    _, values, points = replayed("published", 0)
    game = RelaxedGame(chosen.book, SeedCards(chosen.book, seed, chosen.first.settings))
    fix_years(game, values, game.years[-1] - 1)
    bound, _ = solver.solve(game.program, seconds)

    assert points <= bound
    assert (bound < 91) == (seconds > 0)


def test_program_names_what_values_break():
    program = Program()
    program.variable("x")
    program.variable("y", 3)
    program.at_most(("less",), Linear().add("y"), Linear(1).add("x"))

    assert [*program.faults({"x": 1, "y": 2})] == []
    assert [*program.faults({"x": 0, "y": 2})] == [("less", 2, -float("inf"), 1)]
    assert [*program.faults({"x": 2})] == [("bound", "x", 2)]
    assert [*program.faults({"z": 1})] == [("unknown", "z", 1)]


def test_published_bounds_are_above_the_games():
    points = {(row["seed"], row["difficulty"]): row["points"] for row in PUBLISHED}
    bounds = rows_of("last-years.csv")

    assert len({(row["seed"], row["difficulty"]) for row in bounds}) == len(bounds) >= 20
    for row in bounds:
        assert row["points"] == points[row["seed"], row["difficulty"]]
        assert int(row["points"]) <= int(row["found"]) <= int(row["bound"]) <= 118


def test_published_bounds_of_several_years_are_above_the_games_and_those_of_the_last():
    points = {(row["seed"], row["difficulty"]): row["points"] for row in PUBLISHED}
    last = {(row["seed"], row["difficulty"]): row for row in rows_of("last-years.csv")}
    bounds = rows_of("late-years.csv")

    assert len({(row["seed"], row["difficulty"], row["year"]) for row in bounds}) == len(bounds) >= 10
    for row in bounds:
        key = row["seed"], row["difficulty"]
        assert row["points"] == points[key]
        assert int(row["points"]) <= int(row["found"]) <= int(row["bound"]) <= 118
        # Whoever has more years left can do at least as much as from the last one on.
        assert int(row["bound"]) >= int(last.get(key, row)["found"])
