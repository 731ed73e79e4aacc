"""The view model of a plan of the year: both plans side by side, and the boxes that each would miss."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.play.live_session import LiveSession
from generator.play.plans.plan_facts import PlanRow, compare_plans
from generator.play.plans.plan_verb import plans_of
from generator.play.plans.planned_session import NUMBERS


class PlanView(NamedTuple):
    """The plans as their page shows them."""

    number: int
    """Number of the plan that the page is of."""
    event: int
    """Number of the game's last event."""
    numbers: tuple[int, ...]
    """Numbers of all plans that can be made."""
    actions: int
    """Actions of this plan."""
    heads: tuple[str, ...] = ()
    rows: tuple[PlanRow, ...] = ()
    """Rows of the comparison; empty while no plan has an action."""
    missed: tuple[tuple[int, str], ...] = ()
    """Sentences on boxes that are missed, each with the number of its plan."""


def plan_view(session: LiveSession[Any], number: int) -> PlanView:
    """Return the view of a plan of a session; call it in the thread of the sessions."""
    plans = plans_of(session)
    count = sum(not action.is_chance for action in plans[number].own_actions)
    return PlanView(number, session.play.last, NUMBERS, count, *compare_plans(session.messages, plans))
