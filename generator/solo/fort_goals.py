"""The goals and the challenge of a fort, judged on a state."""

from __future__ import annotations

from typing import NamedTuple

from generator.model.solo.campaign import Fort, Goal
from generator.solo.compiled.boxes import BoxView
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import State


class GoalResult(NamedTuple):
    """A goal with what has been reached of it."""

    goal: Goal
    reached: int

    @property
    def is_met(self) -> bool:
        return self.goal.is_met(self.reached)


class FortResult(NamedTuple):
    """The goals and the challenge of a fort as a state has them."""

    goals: tuple[GoalResult, ...]
    challenge: tuple[GoalResult, ...]

    @property
    def is_won(self) -> bool:
        """Whether all goals hold; it counts when the game is over."""
        return all(each.is_met for each in self.goals)

    @property
    def earns_reward(self) -> bool:
        """Whether the challenge is met in a game that wins the fort: in a lost one it is worth nothing."""
        return self.is_won and bool(self.challenge) and all(each.is_met for each in self.challenge)


def judge_fort(book: Rulebook, fort: Fort, state: State) -> FortResult:
    """The goals of a fort on the sheets as they stand; `book` is that of the fort."""
    view = BoxView(book.boxes, state.boxes)

    def judge(goals: tuple[Goal, ...]) -> tuple[GoalResult, ...]:
        return tuple(GoalResult(goal, book.boxes.book.value(goal.value, view)) for goal in goals)

    return FortResult(judge(fort.goals), judge(fort.challenge))
