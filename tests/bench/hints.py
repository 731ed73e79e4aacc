"""How honest hints are: `PYTHONPATH=. python tests/bench/hints.py [positions] [judge]`, on one core.

Each position comes from a game of its own, with a year and a kind of decision in turn. Its hint is judged by games of
both actions on cards that the hint has not seen, played out by `quick` (the player of hints) or another player:

- a stated margin holds if it differs from the judge's by no more than both errors together (the root of the sum of
  their squares), as the judge errs too;
- a hint is worse than its alternative if the judge finds it so beyond chance. One of 40 true ties would be found so at
  5 %, so each is tested at 5 % divided by the number of positions (Bonferroni).
"""

import sys
from math import hypot
from time import process_time

from generator.base.rng import Stream
from generator.bots.bot_game import BotGame
from generator.play.adviser import adviser_on, imagined_games
from generator.play.stats.studies import GameRunner
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.paired_playouts import Margin, Playouts, QuickPlayer
from generator.solo.hadrians_wall import apply, legal
from generator.solo.state_digest import digest_state

GAMES = 40
KINDS = ("mark", "path", "choose", "mark", "place", "from", "mark", "favour")


def decisions(runner, seed):
    """The states of a game in which its player had a choice."""
    settings = dict(zip(runner.book.settings, runner.first.settings, strict=True))
    game, player, found = BotGame(runner.book, seed, settings), runner.player("greedy", seed), []
    while not game.is_over:
        if len(game.legal) > 1:
            found.append(game.state)
        game.play(player.choose(game.state, game.legal))
    return found


def position(runner, number):
    """One decision of a game, of the wanted year and kind if it has one."""
    found = decisions(runner, f"hints/{number}")
    for wanted in (
        lambda state: state.year == 1 + number % 6 and kind_of(runner, state) == KINDS[number % len(KINDS)],
        lambda state: kind_of(runner, state) == KINDS[number % len(KINDS)],
        lambda state: state.year == 1 + number % 6,
    ):
        fitting = [state for state in found if wanted(state)]
        if fitting:
            return fitting[Stream("hints", f"position/{number}").below(len(fitting))]
    raise AssertionError("every game has decisions in every year")


def kind_of(runner, state):
    """The verb of a decision's actions; that of ending the year is everywhere."""
    return legal(runner.book, state)[0].verb


def playouts(runner, player, seed):
    """Games on cards that a seed shuffles."""
    return Playouts(runner.book, player, lambda name, count: Stream(seed, name).shuffled(range(count)))


def judged(runner, player, number, state, hint, adviser):
    """The points of a hint over its alternative, game by game, on cards of the judge's own."""
    judge = playouts(runner, player, f"judge/{number}")
    one, other = (adviser.planned(apply(runner.book, state, action))[1] for action in (hint.action, hint.other))
    games = [judge.cards(f"game {game}") for game in range(GAMES)]
    return [judge.total(one, cards) - judge.total(other, cards) for cards in games]


def is_worse(differences, tests):
    """Whether the mean is below 0 beyond chance, at 5 % for all tests together."""
    margin = Margin.of(differences, sure=1 - 0.1 / tests)  # one side
    return margin.points < -margin.error


def main():
    """Print each position and the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    named = sys.argv[2] if len(sys.argv) > 2 else "quick"
    runners = [GameRunner("hadrians-wall", {"difficulty": grade}) for grade in ("normal", "easy", "hard")]
    held = clear = clear_held = worse = alone = 0
    seconds = []
    for number in range(count):
        runner = runners[number % 3]
        book, evaluation = runner.book, Evaluation(runner.book, runner.weights)
        state, quick = position(runner, number), QuickPlayer(book, evaluation)
        start = process_time()
        adviser = adviser_on(book, evaluation, imagined_games(book, evaluation, digest_state(book, state)))
        hint = adviser.advise(state)
        seconds.append(process_time() - start)
        if hint.other is None:
            alone += 1
            continue
        judge = quick if named == "quick" else runner.player(named, f"judge/{number}")
        games = judged(runner, judge, number, state, hint, adviser)
        found, is_bad = Margin.of(games), is_worse(games, count)
        is_held = abs(hint.margin.points - found.points) <= hypot(hint.margin.error, found.error)
        held, clear, clear_held = held + is_held, clear + hint.is_clear, clear_held + (hint.is_clear and is_held)
        worse += is_bad
        sys.stdout.write(
            f"{number:3} year {state.year} {hint.action} / {hint.other}: {hint.margin.points:+.2f} ± {hint.margin.error:.2f}"
            f" ({hint.margin.games}, {hint.playouts}); judge {found.points:+.2f} ± {found.error:.2f}"
            f"{'' if is_held else ' DIFFERS'}{' WORSE' if is_bad else ''}\n"
        )
        sys.stdout.flush()
    told = count - alone
    sys.stdout.write(f"{held} of {told} margins hold, {clear_held} of {clear} that are greater than their error\n")
    sys.stdout.write(f"{worse} hints are worse than their alternative; {alone} had none\n")
    sys.stdout.write(f"seconds: middle {sorted(seconds)[count // 2]:.1f}, longest {max(seconds):.1f}\n")


if __name__ == "__main__":
    main()
