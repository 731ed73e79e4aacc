"""The variables of a relaxed game as a game had them that was played to its end."""

from collections import Counter

from generator.solo.action import CHOOSE, FROM, MARK, PLACE, STOPPED
from generator.solo.availability import is_dead
from generator.solo.compiled.rulebook import OWN
from generator.solo.hadrians_wall import apply
from generator.solo.state import ChooseIcon, Reveal
from generator.solo.year import ACTIONS


class Replay:
    """Counts what the actions of a game do, in the variables of the relaxed game of its cards."""

    def __init__(self, game, first):
        """Take the relaxed game, and the first state of the game."""
        self.game, self.book, self.rules = game, game.book, game.book.boxes
        self.state, self.values = first, Counter()
        self.ends = {0: first.boxes}
        """The boxes at the end of the actions of each year, and after the last attack."""
        self.extra = 0

    def run(self, actions):
        """Return the values of all variables after these actions."""
        for action in actions:
            before = self.state
            self._before(before, action)
            self.state = apply(self.book, before, action)
            self._after(before, action)
        self.ends[self.game.last] = self.state.boxes
        self.values["income", self.game.last, self.extra] = 1
        for report in self.state.attacks:
            self._attack(report)
        self._boxes()
        self._defined()
        return {name: count for name, count in self.values.items() if count}

    def _before(self, state, action):
        """Count what an action does in the state before it."""
        head = state.pending[0] if state.pending else None
        if action == STOPPED and not head and state.phase == ACTIONS:
            self.ends[state.year] = state.boxes
            self.values["attack", state.year, self.extra] = 1
            self.extra += sum(neutral.goods + neutral.scouts for neutral in state.neutral)
        elif isinstance(head, Reveal) and head.reason == "income":
            self.values["income", state.year + (state.year == 0), self.extra] = 1
        elif isinstance(head, Reveal) and head.reason in ("goods", "battle") and action.is_chance:
            if action.reveals:
                self.extra += 1
                self.values["deck_goods", state.year] += head.reason == "goods"
        elif action.verb == MARK:
            self._move(state, self.rules.move_of[action])
        elif action.verb == CHOOSE and isinstance(head, ChooseIcon):
            kind = "choice" if state.phase == ACTIONS else "yearly"
            self.values[kind, self.rules.index[head.box], state.year, action.words[0]] += 1
        elif action.verb == FROM:
            card = self._neutral(action.words[0])
            if card is not None:
                self.values["token", card, state.year] += 1
        elif action.verb == PLACE:
            self._place(state, *action.words)

    def _place(self, state, source, *cells):
        """Count a pattern that is laid on the map."""
        if source != OWN:
            self.values["scouting", self._neutral(source), state.year] += 1
        cards = self.book.patterns if source == OWN else self.book.neutral_patterns
        pattern = cards[state.prospect if source == OWN else self._neutral(source)]
        self.values["place", pattern, sum(1 << int(cell) - 1 for cell in cells), state.year] += 1

    def _neutral(self, name):
        """Return the number of a neutral card; None for the name of a deck."""
        return self.book.deck(self.book.solo.neutral.deck).index.get(name)

    def _move(self, state, number):
        """Count a move, and the icon that it gives where only one is left to choose."""
        move = self.rules.moves[number]
        self.values["move", number, state.year] += 1
        paid = (
            [self.book.items[item] for item, _ in move.pays]
            if self.rules.track_of[move.box] in self.book.exchange
            else []
        )
        offered = [icon for icon in dict.fromkeys(self.rules.boxes[move.box].one_of) if icon not in paid]
        if len(offered) == 1:
            self.values["choice", move.box, state.year, offered[0]] += 1

    def _after(self, before, action):
        """Count the outcome of a battle."""
        head = before.pending[0] if before.pending else None
        if not (isinstance(head, Reveal) and head.reason == "battle" and action.reveals):
            return
        for gladiator in self.book.gladiators:
            if self.rules.tracks[gladiator.battles].id == head.target:
                level = before.levels[gladiator.trained]
                dead = is_dead(self.book, self.state, gladiator)
                self.values["battle", gladiator.trained, level, dead, before.year] += 1

    def _attack(self, report):
        """Count an attack."""
        year = report.year
        for direction, (cards, stopped, gone) in enumerate(
            zip(report.counts, report.stopped, report.cancelled, strict=True)
        ):
            self.values["cancel", direction, year] = gone
            self.values["gap", direction, year] = max(0, cards - stopped - gone)
            # Cards of the first shuffle are counted by the program; those that come after it are the others.
            seen = self.game._attackers(direction, year).value(self.values)
            self.values["again", direction, year] = cards - seen
        self.values["disdain", year] = report.outcome.disdain
        self.values["more", year] = report.outcome.let_through > report.outcome.disdain

    def _boxes(self):
        """Count the boxes by year, the goods, and the disdain that was filled in."""
        market = self.rules.span(self.book.market)
        removed = 0
        for year, boxes in sorted(self.ends.items()):
            for box in self.game.modelled:
                if year < self.game.last or self.rules.track_of[box] in self.game.late:
                    self.values["box", box, year] = int(bool(boxes[box]))
            if 0 < year < self.game.last:
                for good in {boxes[box] for box in market} - {0}:
                    self.values["good", good, year] = 1
                start = self.rules.starts[self.book.disdain]
                gone = boxes[start : start + self.rules.lengths[self.book.disdain]].count(2)
                self.values["remove", year] = gone - removed
                removed = gone
        paths = [self.ends[self.game.last][box] for box in self.rules.span(self.book.paths)]
        for mark in paths:
            self.values["path", self.book.deck(self.book.solo.hand.deck).rows[mark - 1].id] = 1

    def _defined(self):
        """Count the variables that formulas define."""
        known = {}
        for year, boxes in self.ends.items():
            contents = self.rules.contents(boxes)
            known[year] = contents, self.rules.book.calculate(contents)
        for name, (formula, year, least) in self.game.formulas.defined.items():
            value = formula.value(*known[year])
            if least is None:
                self.values[name] = value * self.values["path", name[1]]
            else:
                self.values[name] = int(value >= least)
