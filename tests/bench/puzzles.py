"""How right puzzles are: `PYTHONPATH=. python tests/bench/puzzles.py [games] [judge games] [first]`, on one core.

Computer players of several kinds play whole games; each is reviewed, and its puzzles are judged on cards that the review
has not seen, twice: the quick player of the review plays both moves out, four times as often as the review, and the
strong player plays them out, which plans every year anew. Prints for each puzzle its margin and those of both judges,
and at the end in how many the better move is the better one, and how far the margins are from the judges'.
"""

import sys
from math import hypot
from statistics import mean
from time import process_time

from generator.base.rng import Stream
from generator.bots.dealer import StateDealer
from generator.play.adviser import adviser_on, expert_games, imagined_games
from generator.play.puzzles.puzzle_collection import costly_moves
from generator.play.stats.game_runner import GameRunner
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.game_review import GameReviewer, PlayedAction
from generator.solo.ai.paired_playouts import Margin, Playouts, QuickPlayer
from generator.solo.hadrians_wall import apply, is_over, legal
from generator.solo.state_digest import digest_state

PLAYERS = ("greedy", "searching", "strong", "random", "greedy", "strong", "searching", "greedy", "strong", "searching")
GRADES = ("normal", "easy", "hard")


class Chooser:
    """A player as playouts take it."""

    def __init__(self, book, player):
        self._book, self._player = book, player

    def after(self, state):
        return apply(self._book, state, self._player.choose(state, legal(self._book, state)))


def played(runner, name, seed):
    """Every action of a game with the state before it, and the last state."""
    player, deal, state, steps = runner.player(name, seed), StateDealer(runner.book, seed).action, runner.first, []
    while not is_over(state):
        action = deal(state) or player.choose(state, legal(runner.book, state))
        steps.append(PlayedAction(state, action))
        state = apply(runner.book, state, action)
    return steps, state


def judged(book, mover, name, states, games):
    """The margin of the first state over the second, on cards of the judge's own."""
    judge = Playouts(book, mover, lambda deck, count: Stream(f"puzzles/{name}", deck).shuffled(range(count)))
    cards = [judge.cards(f"game {number}") for number in range(games)]
    better, worse = ([judge.total(state, card) for card in cards] for state in states)
    return Margin.of([one - other for one, other in zip(better, worse, strict=True)])


def main():
    """Print each puzzle and the figures."""
    games, judge_games, first = map(int, (*sys.argv[1:4], *("10", "40", "0")[len(sys.argv) - 1 :]))
    rows = {"quick": [], "strong": []}
    for number in range(first, first + games):
        name, seed = PLAYERS[number % len(PLAYERS)], f"puzzles/{number}"
        runner = GameRunner("hadrians-wall", {"difficulty": GRADES[number % 3]})
        book, evaluation = runner.book, Evaluation(runner.book, runner.weights)
        steps, last = played(runner, name, seed)
        imagined = imagined_games(book, evaluation, digest_state(book, last))
        expert = expert_games(book, evaluation, digest_state(book, last))
        reviewer = GameReviewer(book, adviser_on(book, evaluation, imagined), imagined, expert=expert)
        start = process_time()
        review = reviewer.review(steps, last)
        sys.stdout.write(f"{number} {name}: {process_time() - start:.0f} s for the review\n")
        for move in costly_moves(review):
            state, margin = steps[move.place].state, move.margin.turned()
            states = [apply(book, state, action) for action in (move.other, move.action)]
            movers = {
                "quick": (QuickPlayer(book, evaluation), 4 * judge_games),
                "strong": (Chooser(book, runner.player("strong", f"judge/{seed}", strength=4)), judge_games),
            }
            line = f"{number} {name} year {move.year} {move.other} / {move.action}: {margin.points:+.1f} ± {margin.error:.1f}"
            for judge, (mover, count) in movers.items():
                verdict = judged(book, mover, f"{seed}/{move.place}/{judge}", states, count)
                rows[judge].append((margin, verdict))
                line += f"; {judge} {verdict.points:+.1f} ± {verdict.error:.1f}"
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    for judge, pairs in rows.items():
        sys.stdout.write(f"{judge}: {summary(pairs)}\n")


def summary(pairs):
    """In how many puzzles the better move is better, and how the margins compare."""
    agree = sum(verdict.points > 0 for _, verdict in pairs)
    against = sum(verdict.points < -verdict.error for _, verdict in pairs)
    hold = sum(abs(margin.points - verdict.points) <= hypot(margin.error, verdict.error) for margin, verdict in pairs)
    errors = [margin.points - verdict.points for margin, verdict in pairs]
    return (
        f"{agree} of {len(pairs)} agree, {against} clearly not; {hold} margins hold within both errors;"
        f" too far by {mean(errors):+.2f} in the mean, {mean(map(abs, errors)):.2f} without sign"
    )


if __name__ == "__main__":
    main()
