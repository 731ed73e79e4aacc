"""What a player of ours would do at somebody's table, and why; it is told what that somebody may see, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from generator.load.weights_reader import read_weights
from generator.play.rules.full_rules import FullRules
from generator.play.rules.rules_protocol import PlayError
from generator.play.table import TypedSession
from generator.session.rng import Stream
from generator.solo.action import Action
from generator.solo.ai.players import Hint, SearchingPlayer

if TYPE_CHECKING:
    from generator.base.messages import Messages

SHOWN = 6
"""Steps of a plan that are told."""


def adviser(table: TypedSession) -> Callable[[], Hint]:
    """What tells what the searching player would do now, the same whenever it is asked and however the game goes on.

    Raises PlayError where nobody has anything to decide.
    """
    rules, seen = table.sitting.rules, table.seen
    if not isinstance(rules, FullRules):
        raise PlayError("a hint needs the sheets; it is given where the companion keeps them (--mode full)")
    if seen.over or seen.draw or not seen.legal:
        raise PlayError("there is nothing to decide now; a hint is given where there is")
    book = rules.book
    chance = Stream(table.sitting.digest(), "hint")
    player = SearchingPlayer(book, read_weights(book.game, book.solo), chance)
    return table.sitting.ask(lambda state: partial(player.advise, state))


def told(found: Hint, words: Messages, called: Callable[[Action], str] = str) -> Iterator[str]:
    """The hint, in a line, and what would follow; an action is `called` as it is typed, or otherwise."""
    if found.other is None:
        yield words("hint.only", action=called(found.action))
    else:
        more = f"{found.worth - found.other_worth:.1f}"
        yield words("hint.better", n=found.imagined, action=called(found.action), other=called(found.other), more=more)
    if found.plan:
        plan = [called(action) for action in found.plan[:SHOWN]]
        yield words("hint.plan", plan=words("and").join(plan) + (" …" if found.plan[SHOWN:] else ""))


def document(found: Hint) -> dict[str, Any]:
    """The hint as JSON."""
    other = {"action": str(found.other), "worth": round(found.other_worth, 2)} if found.other else None
    plan = [str(action) for action in found.plan]
    best = {"action": str(found.action), "worth": round(found.worth, 2)}
    return {**best, "other": other, "plan": plan, "imagined": found.imagined}
