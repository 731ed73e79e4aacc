"""What is possible at most from a year on: `PYTHONPATH=. python tests/bench/upper_bound.py YEAR SECONDS FIRST LAST`.

Takes the games of docs/strong-games.csv from number FIRST to LAST, as they stand before the first card of YEAR, and prints a line
of JSON for each: the points of the game, the best end that was found, and a bound that no play can pass, even if it knows all
cards. From year 1 on the whole game is bounded. Needs the extra `bench`.

The bound is the optimum of an integer program (`ceilings/model.py`), or what HiGHS has proved of it after SECONDS of processor
time: that is a bound too, only a weaker one. Every legal game is a solution of the program, with its points. The program allows
more than the rules do:

- within a year, moves are done in any order: what a year brings and costs is balanced as a whole;
- a battle wounds by the least damage of any card, and a gladiator may die of any battle;
- a good may come from any card drawn in its year's actions, and favours of diplomats cancel cards of any direction;
- icons may be lost where the rules would fill a box; cards after a second shuffle are the best for each use.
"""

import csv
import json
import sys
from pathlib import Path
from time import process_time

from generator.bots.dealer import StateDealer
from generator.play.rules.full_rules import FullRules
from generator.play.score_line import parse_score_line, replay
from generator.play.stats.game_runner import GameRunner
from generator.solo.ai.evaluation import Evaluation
from generator.solo.hadrians_wall import apply
from tests.bench.ceiling import DealtSearch
from tests.bench.ceilings.cards import SeedCards
from tests.bench.ceilings.model import RelaxedGame
from tests.bench.ceilings.orders import YearOrder
from tests.bench.ceilings.positions import fix_years
from tests.bench.ceilings.replay import Replay
from tests.bench.ceilings.solver import solve

GAMES = Path(__file__).parents[2] / "docs/strong-games.csv"
WIDTH, ENDS = 24, 10
"""How widely the last year is searched."""

NARROW, FEW = 6, 3
"""How widely several years are searched: as ceiling.py searches whole games."""


def main():
    """Print the bounds of some games."""
    year, seconds, first, last = map(int, sys.argv[1:5])
    rows = list(csv.DictReader(GAMES.read_text("utf-8").splitlines()))
    runners = {
        level: GameRunner("hadrians-wall", {"difficulty": level}) for level in {row["difficulty"] for row in rows}
    }
    for row in rows[first - 1 : last]:
        found = bounded(runners[row["difficulty"]], row, year, seconds)
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


def bounded(runner, row, year, seconds):
    """Return what is found and proved of a game from a year on."""
    rules, begun = FullRules(runner.book, {"difficulty": row["difficulty"]}), process_time()
    _, actions = replay(rules, parse_score_line(row["line"]))
    game = RelaxedGame(runner.book, SeedCards(runner.book, row["seed"], runner.first.settings))
    values = Replay(game, runner.first).run(actions)
    faults = [*game.program.faults(values)]
    if faults or game.program.aim.value(values) != int(row["points"]):
        raise ValueError(f"{row['seed']}: the program refuses a legal game: {faults[:3]}")
    fix_years(game, values, year - 1)
    is_last = year == game.years[-1]
    bound, solution = solve(game.program, seconds, is_bound_only=not is_last)
    state = runner.first
    for action in actions:
        if state.year == year:
            break
        state = apply(runner.book, state, action)
    wide = (WIDTH, ENDS) if is_last else (NARROW, FEW)
    ends = [int(row["points"]), searched(runner, row["seed"], state, *wide)]
    if solution and is_last:
        ends.append(YearOrder(game, solution, StateDealer(runner.book, row["seed"]).action, WIDTH).points(state))
    return {
        "seed": row["seed"],
        "difficulty": row["difficulty"],
        "points": int(row["points"]),
        "found": max(ends),
        # Points are whole numbers; a solver's bound may be a hair below one.
        "bound": int(bound + 1e-4),
        "seconds": round(process_time() - begun, 2),
    }


def searched(runner, seed, state, width, count):
    """Return the points of the best end that the search finds which knows all cards."""
    value = Evaluation(runner.book, runner.weights).learned
    return DealtSearch(runner.book, value, seed).best_total(state, width, count)


if __name__ == "__main__":
    main()
