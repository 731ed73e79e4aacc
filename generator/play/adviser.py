"""Hints: what the searching player would do in a session and why, from what its player may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from generator.base.messages import Messages
from generator.load.weights_reader import read_weights
from generator.play.live_session import LiveSession
from generator.play.rules.full_rules import FullRules
from generator.play.rules.rules_protocol import PlayError
from generator.session.rng import Stream
from generator.solo.action import Action
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.players import Hint, SearchingPlayer

SHOWN = 6
"""Steps of a plan that are told."""


def hint_finder(session: LiveSession[Any]) -> Callable[[], Hint]:
    """A function that finds the hint for the current state, which takes seconds and needs the session no more.

    Its random numbers come from the state, so the same state gets the same hint. Raises PlayError where there is
    nothing to decide.
    """
    rules, visible = session.rules, session.visible
    if not isinstance(rules, FullRules):
        raise PlayError(key="no_hint")
    if visible.over or visible.draw or not visible.legal:
        raise PlayError(key="undecided")
    book = rules.book
    evaluation = Evaluation(book, read_weights(book.game, book.solo))
    player = SearchingPlayer(book, evaluation, Stream(session.digest(), "hint"))
    return partial(player.advise, session.state)


def hint_lines(hint: Hint, messages: Messages, name: Callable[[Action], str] = str) -> Iterator[str]:
    """A hint in one line, and its plan in another; `name` says what an action is called, by default how it is typed."""
    if hint.other is None:
        yield messages("hint.only", action=name(hint.action))
    else:
        more = f"{hint.worth - hint.other_worth:.1f}"
        yield messages("hint.better", n=hint.simulations, action=name(hint.action), other=name(hint.other), more=more)
    if hint.plan:
        plan = [name(action) for action in hint.plan[:SHOWN]]
        yield messages("hint.plan", plan=messages("and").join(plan) + (" …" if hint.plan[SHOWN:] else ""))


def document(hint: Hint) -> dict[str, Any]:
    """A hint as JSON."""
    other = {"action": str(hint.other), "worth": round(hint.other_worth, 2)} if hint.other else None
    plan = [str(action) for action in hint.plan]
    best = {"action": str(hint.action), "worth": round(hint.worth, 2)}
    return {**best, "other": other, "plan": plan, "imagined": hint.simulations}
