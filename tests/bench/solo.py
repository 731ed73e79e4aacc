"""How fast the solo rules are: `PYTHONPATH=. python tests/bench/solo.py [games]`, on one core; times are the processor's, those of
sessions the clock's.

Whole games by chance, what listing and doing cost, the odds, each of our own players, and a real game of some 400
events kept and opened again, with the longest a move waits until it is on the disk.
"""

import random
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from generator.bots.dealer import Dealer
from generator.play.game_data import load_rulebook
from generator.play.rules.full_rules import FullRules
from generator.play.session_library import SessionRequest, live_session, open_play, start_solo
from generator.play.stats.game_runner import GameRunner
from generator.solo import hadrians_wall as rules
from generator.solo.odds import AttackCards, Defence, attack_odds

GAME = "hadrians-wall"
EVENTS = 400


def timed(work, clock=time.process_time):
    """Microseconds."""
    start = clock()
    work()
    return (clock() - start) * 1e6


def told(what, times, unit="µs", share=1.0):
    """One line of the result."""
    times = sorted(times)
    middle, late = times[len(times) // 2] * share, times[len(times) * 99 // 100] * share
    sys.stdout.write(f"{what}: median {middle:.1f} {unit}, p99 {late:.1f} {unit} ({len(times)} times)\n")


def whole_game(book, seed):
    """A game in which chance decides everything; the states it went through, with what was done."""
    chance = random.Random(seed)
    state, seen = rules.setup(book, {"difficulty": ("easy", "normal", "hard")[seed % 3]}), []
    while actions := rules.legal(book, state):
        action = actions[int(chance.random() * len(actions))]
        seen.append((state, action))
        state = rules.apply(book, state, action)
    return seen


def games(book, count):
    """Whole games a second, and what a listing and an action cost in them."""
    start = time.process_time()
    steps = sum(len(whole_game(book, seed)) for seed in range(count))
    spent = time.process_time() - start
    sys.stdout.write(f"random whole games: {count / spent:.0f} a second ({steps / count:.0f} actions each)\n")
    seen = [pair for seed in range(min(count, 30)) for pair in whole_game(book, seed)]
    told("legal", [timed(lambda at=state: rules.legal(book, at)) for state, _ in seen])
    free = [state for state, _ in seen if state.phase == "actions" and not state.pending]
    told("legal, where the player is free to act", [timed(lambda at=state: rules.legal(book, at)) for state in free])
    told("apply", [timed(lambda at=state, does=action: rules.apply(book, at, does)) for state, action in seen])


def odds():
    """The longest attack that a year can have by the board, and one twice as long."""
    for cards in (12, 24):
        threat, defence = AttackCards((16, 16, 16), cards, (4, 4, 4)), Defence((3, 2, 4), (2, 0, 2), 2)
        told(
            f"odds of {cards} cards", [timed(lambda to=threat, by=defence: attack_odds(to, by, 4)) for _ in range(100)]
        )


def players(count):
    """Seconds of whole games of our own players."""
    bench = GameRunner(GAME, {"difficulty": "normal"})
    for player, share in (("random", 1), ("greedy", 2), ("searching", 10)):
        most = max(2, count // share // 10)
        times = [timed(lambda who=player, n=n: bench.play(who, f"bench/{n}")) for n in range(most)]
        told(f"a game of the {player} player", times, "ms", 1e-3)


def session(folder):
    """A game whose every move is kept, then undone and done again until it has its events; opened again and again."""
    play = start_solo(GAME, SessionRequest("full", name="bench", seed="bench", relaxed=True), folder)
    full, dealer, chance, confirmed = FullRules(load_rulebook(GAME)[0], {}), Dealer("bench"), random.Random(1), []
    state = full.start()
    while not rules.is_over(state) and play.last < EVENTS:
        draw, legal = full.draw(state), full.legal(state)
        action = dealer.action(draw) if draw else chance.choice(legal[:-1] or legal)
        state = after = full.apply(state, action)
        write = partial(play.act, str(action), reveals=bool(draw), state=lambda to=after: full.digest(to))
        confirmed.append(timed(write, time.perf_counter))
    while play.last < EVENTS:
        confirmed.append(timed(play.undo, time.perf_counter))
        confirmed.append(timed(play.redo, time.perf_counter))
    play.close()
    told("confirming a move", confirmed, "ms", 1e-3)
    loads = [timed(lambda: _load(folder), time.perf_counter) for _ in range(20)]
    told(f"loading a session of {EVENTS} events, to the state", loads, "ms", 1e-3)


def _load(folder):
    with open_play("bench", folder, writing=False) as play:
        return live_session(play).visible


def main():
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    book, _ = load_rulebook(GAME)
    games(book, count)
    odds()
    players(count)
    with tempfile.TemporaryDirectory() as folder:
        session(Path(folder))


if __name__ == "__main__":
    main()
