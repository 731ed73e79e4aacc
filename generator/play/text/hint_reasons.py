"""The reason for a hint in one sentence, and what its plan changes up to the next unseen card."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.base.messages import format_signed
from generator.play.text.item_names import ItemNames
from generator.play.text.needs_text import NeedsText
from generator.solo.action import Action
from generator.solo.ai.move_adviser import Recommendation
from generator.solo.explain.advantage import GOAL, PATH, POINTS, Advantage, PlanComparison, PlanSummary
from generator.solo.state import State

MOST = 6
"""Tracks that are named in a sentence."""

NameAction = Callable[[Action], str]


class HintReasons:
    """Tells the reasons of recommendations in one language."""

    def __init__(self, names: ItemNames) -> None:
        """Take the names of the game's things."""
        self._names, self._messages, self._needs = names, names.messages, NeedsText(names)
        hand = names.book.solo.hand
        self._counts = hand.counts
        """Prefix of the values that count the goals of path cards."""

    def sentences(self, state: State, hint: Recommendation, name: NameAction = str) -> Iterator[str]:
        """Yield the reason for a recommendation in a state, and the sum of its plan.

        `name` turns an action into words, by default as it is typed.
        """
        plan, other = (hint.action, *hint.plan), (hint.other, *hint.other_plan) if hint.other else ()
        # Where nothing else can be done there is nothing to compare.
        comparison = PlanComparison(self._names.book, state, plan, other)
        if hint.other:
            yield self.reason(comparison.advantage(), name(hint.other))
        yield from self.summary(comparison.summary())

    def reason(self, advantage: Advantage, other: str) -> str:
        """Return an advantage as one sentence; `other` is the name of the action that it is compared with."""
        return self._messages(
            f"advice.{advantage.key}",
            other=other,
            boxes=self._needs.box_list(advantage.boxes),
            levels=self._levels(advantage),
            amounts=self._amounts(advantage),
            n=advantage.number,
        )

    def summary(self, summary: PlanSummary) -> Iterator[str]:
        """Yield the sentence for the changes of a plan; nothing for a plan without any."""
        messages, join = self._messages, self._messages("and").join
        tracks = [
            messages("advice.level", what=self._names.track(track), before=before, after=after)
            for track, before, after in summary.levels
        ]
        # A plan without marks, such as ending the year, has been told already.
        if not tracks:
            return
        more = messages("advice.more", n=len(tracks) - MOST) if tracks[MOST:] else ""
        levels = join(tracks[:MOST]) + more
        levels += messages("advice.gain", n=format_signed(summary.points, "+")) if summary.points else ""
        key = "year" if summary.ends_year else "plan"
        yield messages(f"advice.{key}", levels=levels) + self._left(summary, key)

    def _left(self, summary: PlanSummary, key: str) -> str:
        """Return the sentence for the items in hand at the end of a plan; empty for none. `key` is `year` or `plan`."""
        if not any(count for _, count in summary.items):
            return ""
        return self._messages(f"advice.left_{key}", items=self._names.held(summary.items))

    def _levels(self, advantage: Advantage) -> str:
        """Return the levels of an advantage in words, each with the level after the other plan."""
        # Only as many as a sentence can hold.
        parts = [
            self._messages(
                "advice.worth" if advantage.key == GOAL else "advice.instead",
                what=self._value(advantage.key, id_),
                mine=mine,
                theirs=theirs,
            )
            for id_, mine, theirs in advantage.levels[:MOST]
        ]
        return self._messages("and").join(parts)

    def _value(self, key: str, id_: str) -> str:
        """Return the name of a row of the score, of the goal of a path card, or of a track."""
        if key == POINTS:
            return self._names.score_row(id_)
        if key in (PATH, GOAL):
            return self._names.value(self._counts + id_)
        return self._names.track(id_)

    def _amounts(self, advantage: Advantage) -> str:
        """Return the amounts of an advantage in words; icons to choose between are joined by `or`."""
        parts = [
            self._messages("count", n=count, what=self._messages("or").join(map(self._names.icon, icons)))
            for icons, count in advantage.amounts
        ]
        return self._messages("and").join(parts)
