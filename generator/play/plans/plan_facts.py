"""Plans side by side in numbers: their gains, the items they leave, and the boxes they miss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from generator.base.messages import Messages
from generator.play.plans.planned_session import PlannedSession
from generator.play.rules.rules_protocol import PlayError
from generator.play.text.needs_text import NeedsText
from generator.play.text.odds_text import decimal, percent, session_odds
from generator.solo.action import MARK
from generator.solo.availability import open_moves
from generator.solo.compiled.boxes import bits
from generator.solo.notation import without_equals
from generator.solo.scoring import score
from generator.solo.state import State

MOST = 6
"""Boxes that a sentence names."""


class PlanRow(NamedTuple):
    """One line of the comparison."""

    title: str
    cells: tuple[str, ...]
    """The number now, and after each plan."""


class PlanFacts:
    """The plans of a session, compared in one language."""

    def __init__(self, plans: Sequence[PlannedSession]) -> None:
        """Take the plans, all of the same session."""
        self._plans, self._names = plans, plans[0].solo_text.names
        self._book, self._messages = self._names.book, self._names.messages
        self._ends: tuple[State, ...] = (plans[0].first, *(plan.state for plan in plans))

    def rows(self) -> Iterator[PlanRow]:
        """Yield points, tracks that a plan fills further, items in hand, and the odds of the attack."""
        yield self._row(self._messages("plan.points"), [score(self._book, end).total for end in self._ends])
        for number, track in enumerate(self._book.boxes.tracks):
            levels = [end.levels[number] for end in self._ends]
            if len(set(levels)) > 1 and number != self._book.paths:
                yield self._row(self._names.track(track.id), levels)
        for number, item in enumerate(self._book.items):
            counts = [end.items[number] for end in self._ends]
            if any(counts):
                yield self._row(self._messages("plan.left", item=self._names.item(item)), counts)
        yield from self._odds()
        assumed = [sum(action.reveals for action in plan.own_actions) for plan in self._plans]
        if any(assumed):
            yield self._row(self._messages("plan.assumed"), [0, *assumed])

    def missed(self) -> Iterator[tuple[int, str]]:
        """Yield the number of each plan with a sentence on the boxes that it leaves although they could be filled.

        Another sentence names those for which one item is missing.
        """
        needs = NeedsText(self._names)
        for number, plan in enumerate(self._plans, 1):
            paid = self._boxes_now(plan)
            if paid:
                yield number, self._messages("plan.missed", boxes=self._listed(needs, paid))
            if short := self._one_short(plan):
                yield number, self._messages("plan.short", boxes=self._listed(needs, short))

    def _listed(self, needs: NeedsText, boxes: Sequence[str]) -> str:
        """Return the names of the first boxes, and how many there are beside them."""
        more = self._messages("plan.more", n=len(boxes) - MOST) if boxes[MOST:] else ""
        return needs.box_list(boxes[:MOST]) + more

    def _boxes_now(self, plan: PlannedSession) -> list[str]:
        """Return the boxes that can be filled at the end of a plan; of equal ones the first."""
        legal = without_equals(self._book, plan.rules.legal(plan.state))
        return list(dict.fromkeys(action.words[0] for action in legal if action.verb == MARK))

    def _one_short(self, plan: PlannedSession) -> list[str]:
        """Return the open boxes that no price fills and one item more would; the first one of a track."""
        state, boxes = plan.state, self._book.boxes
        paid = {action.words[0] for action in plan.rules.legal(state) if action.verb == MARK}
        by_track: dict[int, str] = {}
        for number in bits(open_moves(self._book, state)):
            move = boxes.moves[number]
            id_ = boxes.boxes[move.box].id
            if id_ not in paid and sum(max(0, count - state.items[item]) for item, count in move.pays) == 1:
                by_track.setdefault(boxes.track_of[move.box], id_)
        return list(by_track.values())

    def _odds(self) -> Iterator[PlanRow]:
        """Yield the chance that nothing of the attack gets through, and the mean loss, where an attack is to come."""
        with suppress(PlayError):
            states = [self._plans[0].rules.visible_state(end) for end in self._ends]
            odds = [session_odds(self._book, state) for state in states]
            yield self._row(self._messages("plan.holds"), [percent(chance.holds) for chance in odds])
            loss = self._messages("plan.loss", **self._names.attack_items)
            yield self._row(loss, [decimal(chance.loss) for chance in odds])

    @staticmethod
    def _row(title: str, cells: Sequence[object]) -> PlanRow:
        """Return a line with its cells as text."""
        return PlanRow(title, tuple(map(str, cells)))


class ComparedPlans(NamedTuple):
    """The plans of a session side by side."""

    heads: tuple[str, ...] = ()
    rows: tuple[PlanRow, ...] = ()
    """Empty while no plan has an action."""
    missed: tuple[tuple[int, str], ...] = ()
    """Sentences on boxes that are missed, each with the number of its plan."""


def compare_plans(messages: Messages, plans: Mapping[int, PlannedSession]) -> ComparedPlans:
    """Return the plans of a session by number side by side."""
    # A plan without an action says nothing yet.
    if not any(plan.own_actions for plan in plans.values()):
        return ComparedPlans()
    facts, numbers = PlanFacts(tuple(plans.values())), tuple(plans)
    heads = (messages("plan.now"), *(messages("plan.name", n=number) for number in numbers))
    missed = tuple((numbers[place - 1], sentence) for place, sentence in facts.missed())
    return ComparedPlans(heads, tuple(facts.rows()), missed)
