"""What a player that knows the decks reaches: `PYTHONPATH=. python tests/bench/ceiling.py DIFFICULTY FIRST LAST WIDTH ENDS`.

Prints one line of JSON for each seed, with the strong player's game as a score line. The order of all cards is known in advance (information relaxation), so that no
player without that knowledge can do better in the mean than the best such game. Each year is searched by a beam of WIDTH
positions, in which cards are those that will come; the best ENDS year ends are each followed into the next year.
"""

import json
import sys
from time import process_time

from generator.bots.dealer import StateDealer
from generator.play.rules.full_rules import FullRules
from generator.play.score_line import game_line
from generator.play.stats.game_runner import GameRunner
from generator.solo.action import STOPPED
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.year_search import Found, YearSearch, best_different
from generator.solo.hadrians_wall import apply, is_over, legal
from generator.solo.scoring import score
from generator.solo.year import ACTIONS


class DealtSearch(YearSearch):
    """A search of years in which the cards of one seed come."""

    def __init__(self, book, value, seed):
        """Take the seed whose cards come."""
        super().__init__(book, value)
        self._deal = StateDealer(book, seed).action

    def typical(self, state):
        """Return the state after the cards that come."""
        while action := self._deal(state):
            state = apply(self._book, state, action)
        return state

    def year_starts(self, state, width, count):
        """Return the best `count` states of the next year's first free decision, or of the end of the game.

        Every state of the beam may end the year. What its attack and the next year's cards bring is looked at, as all
        of them are known.
        """
        beam, visited, ends = [Found(0, state, 0, None)], set(), {}
        while beam:
            settled = [node.state for node in beam if node.state.phase == ACTIONS and not node.state.pending]
            likely = sorted(settled, key=self._value.kept, reverse=True)[:count]
            for after in (after for end in likely for after in self._next_starts(apply(self._book, end, STOPPED))):
                ends.setdefault((after.boxes, after.items, after.unseen), after)
            children = [child for node in beam for child in self._children(node, visited)]
            beam = best_different(children, width)
        return sorted(ends.values(), key=self.worth, reverse=True)[:count]

    def worth(self, state):
        """Return the points of a game that is over, in thousandths; else the expected ones."""
        return 1000 * score(self._book, state).total if is_over(state) else self._value.total(state)

    def _next_starts(self, state):
        """Yield the states in which the player acts freely again, after every answer to the questions before it."""
        state = self.typical(state)
        if is_over(state) or (state.phase == ACTIONS and not state.pending):
            yield state
            return
        for action in legal(self._book, state):
            yield from self._next_starts(apply(self._book, state, action))

    def best_total(self, first, width, count):
        """Return the points of the best game found."""
        beam = list(self._next_starts(first))
        while not is_over(beam[0]):
            ends = [after for state in beam for after in self.year_starts(state, width, count)]
            different = {(state.boxes, state.items, state.unseen): state for state in ends}
            beam = sorted(different.values(), key=self.worth, reverse=True)[:count]
        return score(self._book, beam[0]).total


def main():
    """Print each seed with the points of the strong player and of the one that knows the decks."""
    difficulty, (first, last, width, count) = sys.argv[1], map(int, sys.argv[2:6])
    runner = GameRunner("hadrians-wall", {"difficulty": difficulty})
    rules = FullRules(runner.book, {"difficulty": difficulty})
    value = Evaluation(runner.book, runner.weights).learned
    for number in range(first, last + 1):
        seed, start = f"published/{number}", process_time()
        plain, line = strong_game(runner, rules, seed)
        middle = process_time()
        best = DealtSearch(runner.book, value, seed).best_total(runner.first, width, count)
        seconds = [round(middle - start, 2), round(process_time() - middle, 2)]
        found = {"seed": seed, "strong": plain, "informed": best, "seconds": seconds, "line": line}
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


def strong_game(runner, rules, seed):
    """Return the points of the strong player's game, and its score line."""
    player, deal, state, actions = (
        runner.player("strong", seed),
        StateDealer(runner.book, seed).action,
        rules.start(),
        [],
    )
    while not is_over(state):
        actions.append(deal(state) or player.choose(state, legal(runner.book, state)))
        state = apply(runner.book, state, actions[-1])
    return score(runner.book, state).total, game_line(rules, (runner.book.game.id, seed, runner.digest), actions)


if __name__ == "__main__":
    main()
