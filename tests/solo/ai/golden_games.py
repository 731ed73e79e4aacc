"""Games of each computer player, decision by decision, as every Python must play them.

It needs nothing but this folder and the program: `.ci/run` runs it with each Python that it finds. Without an argument
it prints the games, with `--check` it compares them with `golden_games.txt` and exits with 1 where one differs.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from generator.base.rng import Stream
from generator.bots.bot_game import BotGame, read_rulebook
from generator.load.weights_reader import read_weights
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.players import PLAYERS

FILE = Path(__file__).with_name("golden_games.txt")

GAMES = {
    "random": (("easy", 1), ("normal", 2), ("hard", 3)),
    "greedy": (("easy", 4), ("easy", 30), ("normal", 14), ("normal", 57), ("hard", 34), ("hard", 52)),
    "searching": (("normal", 1),),
    "strong": (("normal", 1),),
}
"""Difficulties and seeds. Those of greedy and searching went different ways on Python 3.11 and 3.12 when values of states
were sums of rounded floats."""


def lines() -> Iterator[str]:
    """A line for each game: its points, its decisions, and a digest of them."""
    book = read_rulebook("hadrians-wall")
    evaluation = Evaluation(book, read_weights(book.game, book.solo))
    for name, games in GAMES.items():
        for difficulty, number in games:
            game, taken = BotGame(book, f"golden/{number}", {"difficulty": difficulty}), []
            player = PLAYERS[name](book, evaluation, Stream(f"golden/{number}", f"player/{name}"))
            while not game.is_over:
                taken.append(player.choose(game.state, game.legal))
                game.play(taken[-1])
            digest = sha256("\n".join(map(str, taken)).encode()).hexdigest()[:16]
            yield f"{name} {difficulty} {number}: {game.score.total} points, {len(taken)} decisions, {digest}"


def differences() -> list[str]:
    """What is played otherwise than in the file."""
    kept = FILE.read_text(encoding="utf-8").splitlines()
    return [f"{line}\n  is not: {golden}" for line, golden in zip(lines(), kept, strict=True) if line != golden]


if __name__ == "__main__":
    found = differences() if "--check" in sys.argv else [*lines()]
    print(*found, sep="\n", end="\n" if found else "")
    if "--check" in sys.argv:
        print(f"Python {sys.version.split()[0]}: {len(found)} of {sum(map(len, GAMES.values()))} golden games differ")
        sys.exit(bool(found))
