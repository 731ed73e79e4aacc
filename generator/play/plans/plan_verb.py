"""The verb `plan` of a session: tries the rest of a year, compares two plans, and keeps or drops one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.base.terminal_text import format_table
from generator.play.live_session import LiveSession
from generator.play.plans.plan_facts import compare_plans
from generator.play.plans.planned_session import NUMBERS, PlannedSession, keep_plan, open_plan
from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.word_matching import match_word

Session = LiveSession[Any]
KEEP, DROP, LEAVE = "keep", "drop", "leave"


def run_plan(session: Session, words: str) -> Iterator[str]:
    """Begin a plan, or compare the plans; keep, drop or leave the one that lines are for.

    A number after `keep` or `drop` names the plan.
    """
    current = number_of(session)
    typed, _, named = words.partition(" ")
    if named not in map(str, NUMBERS):
        typed, named = words, ""
    word = match_word(typed, (*map(str, NUMBERS), KEEP, DROP, LEAVE), "plan_word") if typed else str(current or 1)
    if word.isdecimal():
        yield from _begin(session, int(word))
        return
    number = _existing(session, int(named)) if named and word != LEAVE else current
    if not number:
        raise PlayError(key="plan_none")
    plan = open_plan(session, number)
    if word == KEEP and not plan.own_actions:
        raise PlayError(key="plan_empty", n=number)
    # Lines stay with the other plan while this one is dropped.
    if word != DROP or number == current:
        session.plan = None
    if word == KEEP:
        yield from session.tell(keep_plan(session, plan))
        yield from _rest(session, number)
    elif word == DROP:
        del session.plans[number]
        yield session.messages("plan.dropped", n=number)
    yield from (session.plan or session).question(whole=True)


def _existing(session: Session, number: int) -> int:
    """Return the number of a plan; raise PlayError if the session has none of that number."""
    if number not in session.plans:
        raise PlayError(key="plan_missing", n=number)
    return number


def _begin(session: Session, number: int) -> Iterator[str]:
    """Send the lines that follow to a plan; yield the comparison of the plans, and its question."""
    session.plan = open_plan(session, number)
    yield session.messages("plan.head", n=number)
    yield from plan_lines(session)
    yield from session.plan.question()


def _rest(session: Session, number: int) -> Iterator[str]:
    """Yield how many actions a plan has left once it was played as far as the cards came as assumed."""
    try:
        actions = open_plan(session, number).own_actions
    except PlayError:
        actions = ()
    if actions:
        yield session.messages("plan.rest", n=sum(not action.is_chance for action in actions), m=number)
    else:
        session.plans.pop(number, None)


def number_of(session: Session) -> int:
    """Return the number of the plan that lines are for; 0 for none."""
    play = session.plan and session.plan.play
    return next((number for number, planned in session.plans.items() if planned is play), 0)


def plans_of(session: Session) -> dict[int, PlannedSession]:
    """Return the plans of a session by number, brought up to date; raises PlayError as `open_plan`."""
    return {number: open_plan(session, number) for number in sorted(session.plans)}


def plan_lines(session: Session) -> Iterator[str]:
    """Yield the plans of a session side by side, and the boxes that each would miss."""
    heads, rows, missed = compare_plans(session.messages, plans_of(session))
    if rows:
        yield from format_table([("", *heads), *((row.title, *row.cells) for row in rows)])
    for number, sentence in missed:
        yield session.messages("plan.of", n=number, what=sentence)
