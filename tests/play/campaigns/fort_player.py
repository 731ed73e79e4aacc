"""A computer player that plays for the goals of a fort: the strong player with a bonus for what the goals need."""

from generator.bots.dealer import Dealer, draw_request
from generator.solo import hadrians_wall as rules
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.learned_value import LearnedValue
from generator.solo.ai.strong_player import StrongPlayer
from generator.solo.compiled.boxes import BoxView
from generator.solo.fort_goals import judge_fort
from generator.solo.state import OVER

STEP, MET, DISDAIN = 1_500, 12_000, 4_000
"""Bonus in thousandths of a point: for a box on the way to a goal, for a goal that is met, against each disdain."""


class GoalValue(LearnedValue):
    """The learned value, and a bonus for the boxes that the goals need, directly or through other boxes."""

    def __init__(self, book, weights):
        super().__init__(book, weights)
        self.goals = book.fort.fort.goals
        values = book.boxes.book
        self.wanted = set()
        for goal in self.goals:
            boxes = values.boxes_of(values.values[goal.value].formula)
            if not goal.is_most and len(boxes) < 60:
                self._want({book.boxes.index[box] for box in boxes})
        self.fears = any(goal.is_most for goal in self.goals)
        self.start_of, self.length_of = book.boxes.starts[book.disdain], book.boxes.lengths[book.disdain]

    def _want(self, boxes):
        of = self._book.boxes
        for box in boxes - self.wanted:
            self.wanted.add(box)
            for need in of.needs[box]:
                if isinstance(need, tuple):
                    self._want(set(of.span(need[0])[: need[1]]))

    def _value(self, state, tables):
        value = super()._value(state, tables)
        return value if state.phase in (OVER, self._first_phase) else value + self._bonus(state)

    def after_year(self, state):
        return super().after_year(state) + self._bonus(state)

    def _bonus(self, state):
        boxes, view = state.boxes, BoxView(self._book.boxes, state.boxes)
        met = sum(goal.is_met(self._book.boxes.book.value(goal.value, view)) for goal in self.goals if not goal.is_most)
        bonus = STEP * sum(1 for box in self.wanted if boxes[box]) + MET * met
        if self.fears:
            bonus -= DISDAIN * boxes.count(1, self.start_of, self.start_of + self.length_of)
        return bonus


class FortEvaluation(Evaluation):
    """An evaluation with the bonus of a fort."""

    def __init__(self, book, weights):
        super().__init__(book, weights)
        self.learned = GoalValue(book, weights.learned)


def play_fort(book, weights, settings, start, seed, strength=4):
    """Play one game at a fort; return the result of its goals, the score, and the actions that were decided."""
    player, dealer = StrongPlayer(book, FortEvaluation(book, weights), None, strength), Dealer(seed)
    state, decided = rules.setup(book, settings, items=start), []
    while not rules.is_over(state):
        draw = draw_request(book, state)
        action = dealer.action(draw) if draw else player.choose(state, rules.legal(book, state))
        decided += [] if draw else [str(action)]
        state = rules.apply(book, state, action)
    return judge_fort(book, book.fort.fort, state), rules.score(book, state), decided
