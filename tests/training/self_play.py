"""Games of the strong player to learn from: `PYTHONPATH=. python tests/training/self_play.py GAMES FIRST OUT`.

    GAMES  how many games; FIRST  the number of the first: the seeds are `learn/FIRST` and so on
    OUT    a file of positions for `fit_tables.py`

Most games are played in part with changed tables, so that the fit sees what the player would not do by itself: up to
a random year, whole chains of tracks (one, and those that its levels open) are worth more than the tables say.
"""

import pickle
import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from generator.base.records import replace
from generator.bots.dealer import StateDealer
from generator.play.stats.game_runner import GameRunner
from generator.solo.ai.learned_value import LearnedValue
from generator.solo.ai.strong_player import StrongPlayer
from generator.solo.hadrians_wall import apply, is_over, legal, score
from generator.solo.state import State
from generator.solo.year import ACTIONS

GAME, STRENGTH, EVERY = "hadrians-wall", 5, 3
"""The game, the width of the beam, and one of how many positions within a year are kept."""


class PlayedGame(NamedTuple):
    """What is learned from one game."""

    total: int
    changed: int
    """The last year that was played with changed tables; 0 for none."""
    begun: dict[int, State]
    """The state after the attack of each year."""
    ended: dict[int, State]
    """The state before the attack of each year."""
    within: dict[int, list[State]]
    """States of each year while the player acts."""


def played(runner, deal, players, changed):
    """Play a game with the second of two players up to a year, then with the first."""
    book, state = runner.book, runner.first
    begun, ended, within = {}, {}, {}
    while not is_over(state):
        action = deal(state) or players[state.year <= changed].choose(state, legal(book, state))
        if state.phase == ACTIONS and not state.pending:
            within.setdefault(state.year, []).append(state)
            ended[state.year] = state
        after = apply(book, state, action)
        if after.year != state.year and state.year:
            begun[state.year] = after
        state = after
    begun[state.year] = state
    within = {year: states[::EVERY] for year, states in within.items()}
    return PlayedGame(score(book, state).total, changed, begun, ended, within)


def opened_by(boxes):
    """For each track the tracks that its levels open."""
    found = {}
    for track, about in enumerate(boxes.tracks):
        for gate in sorted({gate for box in boxes.span(track) for gate, _ in boxes.gates_of(box)}):
            found.setdefault(boxes.tracks[gate].id, []).append(about.id)
    return found


def changed_tables(book, tables, chance):
    """Tables in which some chains of tracks, and some path cards, are worth more."""
    opened = opened_by(book.boxes)
    lengths = dict(zip((track.id for track in book.boxes.tracks), book.boxes.lengths, strict=True))
    slopes = {track: chance.gauss(0, 2500) / size**0.5 for track, size in lengths.items() if chance.random() < 0.15}
    for root in chance.sample(sorted(opened), chance.choice((1, 1, 2))):
        chain = chance.sample(opened[root], chance.randint(1, len(opened[root])))
        chain += [further for track in chain for further in opened.get(track, ())]
        slopes[root] = slopes.get(root, 0) + chance.uniform(500, 4000) / lengths[root] ** 0.5
        for track in chain:
            slopes[track] = slopes.get(track, 0) + chance.uniform(500, 4500) / lengths[track] ** 0.5
    kept = dict(tables.kept)
    kept["tracks"] = {track: raised(kept, track, size, slopes.get(track, 0)) for track, size in lengths.items()}
    cards = {card: chance.gauss(0, 1500) if chance.random() < 0.2 else 0 for card in kept["paths"]}
    kept["paths"] = {
        card: tuple((row[0], *(value + int(cards[card]) for value in row[1:])) for row in table)
        for card, table in kept["paths"].items()
    }
    return replace(tables, kept=kept)


def raised(kept, track, size, slope):
    """The table of a track for each year, with so much more for each level."""
    rows = kept["tracks"].get(track, ((0,),) * len(kept["attacks"]["later"]))
    full = [(*row, *(row[-1:] * (size + 1 - len(row)))) for row in rows]
    return tuple(tuple(value + int(slope * level) for level, value in enumerate(row)) for row in full)


def player(book, value):
    return StrongPlayer(book, SimpleNamespace(learned=value), strength=STRENGTH)


def main(games, first, out):
    """Play the games and keep them."""
    runner = GameRunner(GAME, {"difficulty": "normal"})
    book, tables = runner.book, runner.weights.learned
    plain, found = LearnedValue(book, tables), []
    for number in range(int(first), int(first) + int(games)):
        chance = random.Random(f"learn/{number}")
        changed = chance.choice((0, 0, 1, 2, 3, 4, 4, 5))
        other = LearnedValue(book, changed_tables(book, tables, chance)) if changed else plain
        dealer = StateDealer(book, f"learn/{number}")
        players = player(book, plain), player(book, other)
        found.append(played(runner, dealer.action, players, changed))
    Path(out).write_bytes(pickle.dumps([tuple(game) for game in found]))
    sys.stdout.write(f"{len(found)} games, mean {sum(game.total for game in found) / len(found):.1f} points\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
