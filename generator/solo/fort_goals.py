"""The goals and the challenge of a fort, judged on a state, and the course of a campaign."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from generator.model.solo.campaign import Campaign, Counts, Fort, Goal
from generator.solo.compiled.boxes import BoxView
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import State


class GoalResult(NamedTuple):
    """A goal with the number that has been reached for it."""

    goal: Goal
    reached: int

    @property
    def is_met(self) -> bool:
        """Return whether the number reached meets the goal."""
        return self.goal.is_met(self.reached)


class FortResult(NamedTuple):
    """The goals and the challenge of a fort as a state has them."""

    goals: tuple[GoalResult, ...]
    challenge: tuple[GoalResult, ...]

    @property
    def is_won(self) -> bool:
        """Return whether all goals hold; the answer counts when the game is over."""
        return all(goal.is_met for goal in self.goals)

    @property
    def earns_reward(self) -> bool:
        """Return whether the challenge is met in a game that wins the fort; in a lost game it is worth nothing."""
        return self.is_won and bool(self.challenge) and all(goal.is_met for goal in self.challenge)


def judge_fort(book: Rulebook, fort: Fort, state: State) -> FortResult:
    """Return the goals and challenge of a fort with the numbers reached on the sheets of a state.

    `book` is the rulebook compiled for this fort.
    """
    view = BoxView(book.boxes, state.boxes)

    def judge(goals: tuple[Goal, ...]) -> tuple[GoalResult, ...]:
        """Return each goal with its number on the sheets."""
        return tuple(GoalResult(goal, book.boxes.book.value(goal.value, view)) for goal in goals)

    return FortResult(judge(fort.goals), judge(fort.challenge))


class CampaignStanding(NamedTuple):
    """Where a campaign stands after some games."""

    fort: Fort | None
    """The fort to be played next; None when all are won."""
    start: Counts
    """Items to begin it with."""
    won: int
    """Forts that are won."""
    rewarded: tuple[str, ...]
    """Ids of the forts whose challenge was met in the game that won them."""


def campaign_standing(campaign: Campaign, results: Iterable[tuple[bool, bool]]) -> CampaignStanding:
    """Return where a campaign stands after games with these results: whether each won its fort, and earned the reward.

    A fort is played until it is won. The reward is given in every attempt at the next fort, and lapses with it.
    """
    forts, won, rewarded = campaign.forts, 0, []
    # Games beyond the last fort change nothing: a campaign that is won stays won.
    for is_won, earns in results:
        if is_won and won < len(forts):
            rewarded += [forts[won].id] if earns else []
            won += 1
    if won == len(forts):
        return CampaignStanding(None, (), won, tuple(rewarded))
    # Only the reward of the fort just before helps at the next one.
    has_reward = won > 0 and forts[won - 1].id in rewarded
    return CampaignStanding(forts[won], forts[won - 1].reward if has_reward else (), won, tuple(rewarded))
