"""Names of actions in sentences: printed names, with the line to type behind the first mention of an action."""

from __future__ import annotations

from generator.play.rules.visible_state import LiveStep, VisibleState
from generator.play.text.prompts import Prompts
from generator.solo.action import COHORTS, FAVOURS, FROM, GOODS, NEXT, PATH, PLACE, REVEAL, SCOUT, STOPPED, Action
from generator.solo.compiled.rulebook import OWN
from generator.solo.year import ACTIONS


class ActionNames:
    """Names the actions of one answer, such as a hint, in a state.

    Call it in the order in which the sentences are shown.
    """

    def __init__(self, prompts: Prompts, state: VisibleState) -> None:
        """Take the text of the choices in a session, and the state in which the actions are named."""
        self._prompts, self._messages, self._state = prompts, prompts.messages, state
        self._named: dict[Action, str] = {}

    def __call__(self, action: Action) -> str:
        """Return the printed name of an action, with its line if it is new or another one has the same name."""
        is_new = action not in self._named
        title = self._named.setdefault(action, self._title(action))
        if not title:
            return str(action)
        # One box can be paid for in several ways, which only the line tells apart.
        is_shared = list(self._named.values()).count(title) > 1
        return self._messages("named", name=title, line=str(action)) if is_new or is_shared else title

    def _title(self, action: Action) -> str:
        """Return the printed name of an action; empty for one that has none."""
        # The description of a stop is a whole sentence.
        if action == STOPPED:
            return self._messages("puzzle.stop")
        return self._prompts.describe(self._state, action)[0]


def done_name(prompts: Prompts, step: LiveStep) -> str:
    """Return the printed name of an action that was done, as the log shows it; empty for one that has none."""
    state, messages, (verb, words) = step.before, prompts.messages, step.action
    if verb == REVEAL and state.draw:
        deck, reason = state.draw.deck, messages(f"reason.{state.draw.reason}")
        card = prompts.names.card_title(deck, words[0])
        return messages("log.reveal", deck=prompts.names.deck(deck), reason=reason, card=card)
    # Numbers alone do not say which side they are of.
    if verb in (COHORTS, FAVOURS):
        return prompts.names.per_direction(words)
    if verb in (PATH, FROM, GOODS, SCOUT, PLACE):
        return messages(f"log.{verb}", card=_source(prompts, state, words[0], is_path=verb == PATH))
    if words:
        return prompts.describe(state, step.action)[0]
    if verb == NEXT and prompts.is_last_year(state):
        return messages("log.next_last")
    return messages("log.stop_favours" if step.action == STOPPED and state.phase != ACTIONS else f"log.{verb}")


def _source(prompts: Prompts, state: VisibleState, source: str, *, is_path: bool) -> str:
    """Return the title of the card that an action takes a path, a good or a pattern from; of a deck, its own title."""
    names = prompts.names
    solo = names.book.solo
    # The deck for goods is named like a card.
    if not is_path and source == solo.market.deck:
        return names.deck(source)
    if is_path or source == OWN:
        return names.card_title(solo.hand.deck, source if is_path else state.prospect)
    return names.card_title(solo.neutral.deck, source)
