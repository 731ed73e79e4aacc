"""Plays what a relaxed game does in its last year, in an order that the rules allow."""

from generator.solo.action import CHOOSE, FROM, PATH, PLACE, STOPPED
from generator.solo.compiled.rulebook import OWN
from generator.solo.hadrians_wall import apply, is_over, legal
from generator.solo.scoring import score, total_score
from generator.solo.state import ChooseIcon, ChooseTrack
from generator.solo.year import ACTIONS
from tests.bench.ceilings.program import INFINITE

PLACES = 4
"""The answers to a question that are tried."""

WORTH = 1, 0.5
"""What an item in hand may be worth: the search is made with each."""


class YearOrder:
    """The last year of a solution of a relaxed game."""

    def __init__(self, game, solution, deal, width):
        """Take the relaxed game, its solution, the dealer, and how many states are kept side by side."""
        self.game, self.book, self.rules, self.deal = game, game.book, game.book.boxes, deal
        self.solution = {name: round(count) for name, count in solution.items() if round(count)}
        self.year, self.width = game.years[-1], width
        self.moves = {
            self.rules.moves[name[1]].action for name in self.solution if name[0] == "move" and name[2] == self.year
        }

    def points(self, first):
        """Return the points of the best end that is found from the first state of the year."""
        return max(self._best_end(first, worth) for worth in WORTH)

    def _best_end(self, first, worth):
        """Return the points of the best end, where an item in hand is worth so many points on the way."""
        best, beam = -INFINITE, [first]
        while beam:
            following = {}
            for after in (after for state in beam for after in self._settled(state)):
                if is_over(after):
                    best = max(best, score(self.book, after).total)
                else:
                    following.setdefault((after.boxes, after.items, after.unseen), after)
            hopes = {key: total_score(self.book, state) + worth * sum(state.items) for key, state in following.items()}
            beam = [following[key] for key in sorted(hopes, key=hopes.get, reverse=True)[: self.width]]
        return best

    def _settled(self, state):
        """Yield the states after each wanted action, with all answers to the questions that follow."""
        for action in self._wanted(state):
            after = apply(self.book, state, action)
            if is_over(after) or (after.phase == ACTIONS and not after.pending):
                yield after
            else:
                yield from self._settled(after)

    def _wanted(self, state):
        """Return the actions that the solution does too, and a stop; where it does none of them, all answers."""
        if action := self.deal(state):
            return [action]
        actions = legal(self.book, state)
        if state.phase == ACTIONS and not state.pending:
            return [*(action for action in actions if action in self.moves), STOPPED]
        return ([action for action in actions if self._agrees(state, action)] or list(actions))[:PLACES]

    def _agrees(self, state, action):
        """Return whether the solution answers a question like this."""
        head, word = state.pending[0], action.words[0] if action.words else ""
        if action.verb == PATH:
            return bool(self.solution.get(("path", self._row(word))))
        if action.verb == CHOOSE and isinstance(head, ChooseIcon):
            kind = "choice" if state.phase == ACTIONS else "yearly"
            return bool(self.solution.get((kind, self.rules.index[head.box], self.year, word)))
        if action.verb == CHOOSE and isinstance(head, ChooseTrack):
            track = self.rules.track_index[word]
            level = sum(self.solution.get(("box", box, self.year), 0) for box in self.rules.span(track))
            return state.levels[track] < level
        if action.verb in (FROM, PLACE):
            return self._agrees_source(state, action)
        return True

    def _row(self, name):
        """Return the id of a card of the hand by its name."""
        cards = self.book.deck(self.book.solo.hand.deck)
        return cards.rows[cards.index[name]].id

    def _agrees_source(self, state, action):
        """Return whether the solution takes a good or a pattern from there, and fills these cells."""
        source, *cells = action.words
        card = self.book.deck(self.book.solo.neutral.deck).index.get(source)
        kind = "token" if action.verb == FROM else "scouting"
        start = self.rules.starts[self.book.map] - 1
        if not all(self.solution.get(("box", start + int(cell), self.year)) for cell in cells):
            return False
        if card is None or source == OWN:
            return True
        laid = next(neutral for neutral in state.neutral if neutral.card == card)
        return (laid.goods if action.verb == FROM else laid.scouts) < self.solution.get((kind, card, self.year), 0)
