"""Hints: the best action in a session and its margin, from what its player may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from generator.base.errors import UsageError
from generator.base.messages import Messages, format_signed
from generator.base.rng import Stream
from generator.load.weights_reader import read_weights
from generator.play.live_session import LiveSession
from generator.play.rules.full_rules import FullRules
from generator.play.rules.rules_protocol import PlayError
from generator.solo.action import Action
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.goal_tables import GoalAim
from generator.solo.ai.move_adviser import MoveAdviser, Recommendation
from generator.solo.ai.paired_playouts import Margin, Playouts, QuickPlayer
from generator.solo.ai.players import Player
from generator.solo.ai.strong_player import StrongPlayer
from generator.solo.compiled.rulebook import Rulebook

# The plan of a hint comes from a beam search; a wider beam takes longer for each hint.
WIDTH = 4
"""Plans that the planner of hints keeps beside each other."""
_EXPERT = 2
"""Width of the beam of the player who confirms costly moves: it plays whole games, half a second each."""
SHOWN = 6
"""Steps of a plan that are told."""


def hint_finder(session: LiveSession[Any]) -> Callable[..., Recommendation]:
    """Return a function that computes the hint for the session's current state, which takes some seconds.

    The function may run in a thread, and takes an optional `Preview`, to which it reports the best action so far. Its
    random numbers come from the state, so the same state gets the same hint. Raises PlayError where the player has
    nothing to decide.
    """
    rules, visible = session.rules, session.visible
    if not isinstance(rules, FullRules):
        raise PlayError(key="no_hint")
    if visible.over or visible.draw or not visible.legal:
        raise PlayError(key="undecided")
    # Read now: the hint is computed in another thread, while the session may go on.
    book, state, seed = rules.book, session.state, session.digest()
    return lambda *preview: move_adviser(book, seed).advise(state, *preview)


def move_adviser(book: Rulebook, seed: str) -> MoveAdviser:
    """Return an adviser whose imagined cards come from `seed`; at a fort of a campaign it aims at the fort's goals.

    Raises Faults for weights (the learned values of positions) that cannot be read.
    """
    evaluation = Evaluation(book, read_weights(book.game, book.solo), GoalAim())
    return adviser_on(book, evaluation, imagined_games(book, evaluation, seed))


def adviser_on(book: Rulebook, evaluation: Evaluation, games: Playouts) -> MoveAdviser:
    """Return an adviser that plans with the strong player, or the quick one where the game has no learned tables."""
    planner: Player = QuickPlayer(book, evaluation)
    with suppress(UsageError):
        planner = StrongPlayer(book, evaluation, strength=WIDTH)
    return MoveAdviser(book, evaluation, games, planner)


def imagined_games(book: Rulebook, evaluation: Evaluation, seed: str) -> Playouts:
    """Return the playouts of an adviser: games that the quick player plays to the end on cards shuffled from `seed`."""
    return Playouts(book, QuickPlayer(book, evaluation), _shuffled(seed), evaluation.goal_points)


def expert_games(book: Rulebook, evaluation: Evaluation, seed: str) -> Callable[[], Playouts] | None:
    """Return a function for playouts of the strong player; None where the game has no learned tables."""

    def games() -> Playouts:
        """Return playouts of a player who has planned nothing yet."""
        expert = StrongPlayer(book, evaluation, strength=_EXPERT)
        return Playouts(book, expert, _shuffled(seed), evaluation.goal_points)

    with suppress(UsageError):
        return games if evaluation.learned else None
    return None


def _shuffled(seed: str) -> Callable[[str, int], Sequence[int]]:
    """Return a function that shuffles the cards of a deck."""

    def shuffled(name: str, count: int) -> Sequence[int]:
        """Return the numbers 0 to `count` - 1 in an order that follows from the seed and the name of a deck."""
        return Stream(seed, name).shuffled(range(count))

    return shuffled


def hint_lines(hint: Recommendation, messages: Messages, name: Callable[[Action], str] = str) -> Iterator[str]:
    """Yield a hint as one line of text, and its plan (the next SHOWN actions) as another, where it has one.

    `name` turns an action into words, by default as it is typed.
    """
    if hint.other is None:
        # Without a second action there is nothing to compare, so no margin is told.
        yield messages("hint.same" if hint.margin.games else "hint.only", action=name(hint.action), n=hint.margin.games)
    else:
        key = "hint.better" if hint.is_clear else "hint.equal"
        names = {"action": name(hint.action), "other": name(hint.other), "margin": margin_text(hint.margin)}
        # A clear margin says enough; halves that differ matter only where it is not clear.
        more = messages("hint.disagree") if hint.disagree and not hint.is_clear else ""
        more += messages("hint.goals") if hint.for_goals else ""
        yield messages(key, **names, n=hint.margin.games) + more
    if hint.plan:
        plan = [name(action) for action in hint.plan[:SHOWN]]
        yield messages("hint.plan", plan=messages("and").join(plan) + (" …" if hint.plan[SHOWN:] else ""))


def preview_line(action: Action, messages: Messages, name: Callable[[Action], str] = str) -> str:
    """Return the line that names the best action so far, before all imagined games are played."""
    return messages("hint.so_far", action=name(action))


def margin_text(margin: Margin) -> str:
    """Return a margin (the lead of one action in points) as text, with its sign and its error.

    >>> margin_text(Margin(-2.0, 0.9, 40))
    '−2.0 ± 0.9'
    """
    return f"{format_signed(margin.points, '+.1f')} ± {margin.error:.1f}"


def document(hint: Recommendation) -> dict[str, Any]:
    """Return a hint as values for JSON; `other` is the second-best action, None where there is only one."""
    fields: dict[str, Any] = {"action": str(hint.action), "other": hint.other and {"action": str(hint.other)}}
    fields |= {"margin": hint.margin._asdict(), "clear": hint.is_clear, "halves_disagree": hint.disagree}
    fields |= {"goals_count": True} if hint.for_goals else {}
    return {**fields, "plan": list(map(str, hint.plan)), "imagined": hint.playouts}
