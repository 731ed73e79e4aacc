"""The text of a fort of a campaign: its changes of the rules, its goals, and how a game has met them.

A fort is one game of a campaign: goals to meet, a challenge that earns a reward for the next fort, and changed rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.model.solo.campaign import Fort, Goal
from generator.play.rules.visible_state import VisibleFort, VisibleGoal, VisibleState
from generator.play.text.item_names import ItemNames

_POINT = "- "
"""Begins a line of a list: indented lines would not be wrapped."""


class FortText:
    """Tells the fort of a session in one language; nothing for a game that is no fort."""

    def __init__(self, names: ItemNames) -> None:
        """Take the names of the game's things, which also set the language."""
        self._names, self._messages = names, names.messages

    def about(self, fort: Fort, forts: int) -> Iterator[str]:
        """Yield the lines for a fort before it is played: changes of the rules, goals, challenge and reward.

        `forts` is the number of forts in the campaign.
        """
        yield from self._head(fort, forts)
        yield from (f"{_POINT}{self.goal(goal)}" for goal in fort.goals)
        yield from self._challenge_head(fort)
        yield from (f"{_POINT}{self.goal(goal)}" for goal in fort.challenge)

    def title(self, fort: Fort) -> str:
        """Return the name of a fort in the language of this text."""
        return self._names.text(fort.title)

    def goal(self, goal: Goal) -> str:
        """Return the sentence for a goal of a fort."""
        return self._names.text(goal.text)

    def beginning(self, state: VisibleState) -> Iterator[str]:
        """Yield the fort of a session with its changes and goals, and the items that the player begins with."""
        rules = self._names.book.fort
        if rules is None or state.fort is None:
            return
        yield ""
        yield from self.about(rules.fort, len(rules.campaign.forts))
        if state.fort.start:
            yield self._messages("fort.start", items=self._names.pays(state.fort.start))

    def standing(self, state: VisibleState) -> Iterator[str]:
        """Yield the changes of the rules, and each goal with the number that has been reached."""
        rules = self._names.book.fort
        if rules is None or state.fort is None:
            return
        yield from self._head(rules.fort, len(rules.campaign.forts))
        yield from self._reached(rules.fort, state.fort, is_over=state.over)
        if state.over:
            yield from self.result(state)

    def ending(self, state: VisibleState) -> Iterator[str]:
        """Yield the lines at the end of a game at a fort: each goal as met or missed, and the result."""
        rules = self._names.book.fort
        if rules is None or state.fort is None:
            return
        yield from self._reached(rules.fort, state.fort, is_over=True)
        yield from self.result(state)

    def result(self, state: VisibleState) -> Iterator[str]:
        """Yield whether the fort is won, and its reward earned; with sheets on paper, how the player records it."""
        rules, standing = self._names.book.fort, state.fort
        if rules is None or standing is None:
            return
        # With sheets on paper the player has not told the result yet.
        if standing.won is None:
            yield self._messages("fort.judge")
            return
        key = self._result_key(rules.fort, standing)
        reward = self._names.pays(rules.fort.reward)
        yield self._messages(f"fort.{key}", fort=self.title(rules.fort), reward=reward)

    def _result_key(self, fort: Fort, standing: VisibleFort) -> str:
        """Return the key of the message for a result at a fort: lost, won, or won together with the challenge."""
        if not standing.won:
            return "lost"
        if not standing.rewarded:
            return "won"
        return "won_reward" if fort.reward else "won_challenge"

    def _head(self, fort: Fort, forts: int) -> Iterator[str]:
        """Yield a fort's name, its changes of the rules, and the heading of its goals."""
        yield self._messages("fort.head", n=fort.number, m=forts, fort=self.title(fort))
        yield self._messages("fort.changes" if fort.changes else "fort.plain")
        yield from (f"{_POINT}{self._names.text(change.text)}" for change in fort.changes)
        yield self._messages("fort.goals")

    def _reached(self, fort: Fort, standing: VisibleFort, *, is_over: bool) -> Iterator[str]:
        """Yield the goals and the challenge, each with the number that has been reached."""
        missed = "fort.missed" if is_over else "fort.not_yet"
        yield from self._results(fort.goals, standing.goals, missed)
        yield from self._challenge_head(fort)
        yield from self._results(fort.challenge, standing.challenge, missed)

    def _challenge_head(self, fort: Fort) -> Iterator[str]:
        """Yield the heading of a fort's challenge, with the reward where there is one; nothing without a challenge."""
        if fort.challenge:
            reward = self._names.pays(fort.reward)
            yield self._messages("fort.challenge" if reward else "fort.challenge_last", reward=reward)

    def _results(self, goals: Sequence[Goal], results: Sequence[VisibleGoal], missed: str) -> Iterator[str]:
        """Yield a line for each goal with the number reached; `missed` is the key of the message for unmet goals."""
        for goal, result in zip(goals, results, strict=True):
            # Not judged, as the sheets are on paper.
            if result.met is None:
                yield f"{_POINT}{self.goal(goal)}"
            else:
                yield self._messages("fort.met" if result.met else missed, goal=self.goal(goal), n=result.reached)
