"""Why an action is not possible now: a key and values. The words are in `templates/play/<language>.toml`.

A box is closed while its needs are not met, its price is not paid or a rule of the year is against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from generator.base.errors import UsageError
from generator.solo import action as verbs
from generator.solo.action import Action
from generator.solo.availability import map_mask, open_gaps
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.explain.box_obstacles import box_obstacles, price_reason
from generator.solo.explain.reason import Reason
from generator.solo.paper_sheets import counted_boxes, most_cohorts
from generator.solo.state import OVER, ChooseOption, ChooseTrack, Reveal, Shuffle, State

SHOWN = 6
"""Legal actions that an error message names."""


class IllegalActionError(UsageError):
    """An action that can be read and is not possible now."""

    def __init__(self, action: Action, reason: Reason, legal: Sequence[Action], typed: str = "") -> None:
        """Take the action, why it is not possible, the legal ones, and the typed text where it is named instead."""
        self.action = action
        self.said = typed or str(action)
        """What is named as illegal: the text that was typed where it does not say which action is meant."""
        self.reason = reason
        self.legal = tuple(legal)
        super().__init__(f"{self.said}: {reason}")


def legal_examples(legal: Sequence[Action]) -> tuple[Action, ...]:
    """Return up to SHOWN of the legal actions; first come those that differ in more than a number."""
    # The first action of each kind stands for it: the words without its number, so that a list of boxes counts once.
    kinds = {(action.verb, *action.words[:1])[-1].rstrip("0123456789_"): action for action in reversed(legal)}
    named = [action for action in legal if action in kinds.values()][:SHOWN]
    return (*named, *[action for action in legal if action not in named][: SHOWN - len(named)])


def why_not(book: Rulebook, state: State, action: Action) -> Reason:
    """Return the reason why an action that is not legal cannot be done."""
    obstacle = state_obstacle(state, action.verb)
    if obstacle:
        return obstacle
    explain = _EXPLAIN.get(action.verb)
    return explain(book, state, action) if explain else Reason("not_offered")


def state_obstacle(state: State, verb: str) -> Reason | None:
    """Return the reason why no action of a verb is possible in a state; None where one may be."""
    if state.phase == OVER and not state.pending:
        return Reason("over")
    request = wanted_now(state)
    if verb not in _ANSWERS.get(request.key, (request.key,)):
        return Reason("waits", (("wants", request.key), *request.values))
    return None


def why_closed(book: Rulebook, state: State, box: str) -> tuple[Reason, ...]:
    """Return every reason why a box cannot be marked now; none where it can."""
    obstacle = state_obstacle(state, verbs.MARK)
    reasons = (*([obstacle] if obstacle else []), *box_obstacles(book, state, book.boxes.index[box]))
    # Reasons that nothing now can change hide the others: a marked box lacks nothing else.
    return tuple(reason for reason in reasons if reason.key in _FINAL) or reasons


def wanted_now(state: State) -> Reason:
    """Return, as a reason, the decision, card or shuffle that a state waits for."""
    if not state.pending:
        return Reason("act_on_paper" if state.on_paper else "act")
    head = state.pending[0]
    if isinstance(head, Reveal | Shuffle):
        return Reason(head.kind, (("deck", head.deck),))
    return Reason("choose" if isinstance(head, ChooseTrack | ChooseOption) else head.kind)


_FINAL = frozenset(("marked", "never", "over", "dead", "closed"))
"""Reasons beside which no other matters: nothing that a player does now opens the box."""
_ANSWERS = {
    "act": (verbs.MARK,),
    "act_on_paper": (verbs.GOODS, verbs.BATTLE, verbs.SCOUT, verbs.STOP),
    "source": (verbs.FROM,),
    "result": (verbs.NEXT,),
}
"""The verbs that answer what is asked for, where they are not its key itself."""


def _why_not_on_paper(book: Rulebook, state: State, action: Action) -> Reason:
    """Return why a good or a neutral pattern cannot be used with sheets on paper."""
    boxes = counted_boxes(book, action.verb)
    is_full = all(state.boxes[box] for box in boxes)
    return Reason(f"no_more_{action.verb}", (("most", len(boxes)),)) if is_full else Reason("not_offered")


def _why_not_told(book: Rulebook, state: State, action: Action) -> Reason:
    """Return why numbers for cohorts or favours are refused: their count, or the first that is too large."""
    most = most_cohorts(book) if action.verb == verbs.COHORTS else open_gaps(book, state)
    if len(action.words) != len(most) or not all(word.isdecimal() for word in action.words):
        return Reason("numbers", (("n", len(most)),))
    for direction, word, limit in zip(book.directions, action.words, most, strict=True):
        if int(word) > limit:
            return Reason("too_many", (("n", int(word)), ("direction", direction), ("most", limit)))
    return Reason("not_offered")


def _why_not_revealed(book: Rulebook, state: State, action: Action) -> Reason:
    """Return why a card cannot be turned up: it has come already, or is of another deck."""
    deck = state.awaits.deck if state.awaits else ""
    # Either the card of the awaited deck is gone, or it is of another deck.
    return Reason("gone") if action in book.deck(deck).reveals else Reason("other_deck", (("pile", deck),))


def _why_not_favoured(book: Rulebook, state: State, action: Action) -> Reason:
    """Return why a favour cannot be used: nothing gets through in its direction, or it is not at hand."""
    gap = open_gaps(book, state)[book.directions.index(action.words[0])]
    return Reason("not_offered" if gap else "needless")


def _why_not_placed(book: Rulebook, state: State, action: Action) -> Reason:
    """Return why a pattern cannot be laid on cells of the map."""
    cells = [int(word) - 1 for word in action.words[1:] if word.isdecimal()]
    filled = map_mask(book, state)
    return Reason("taken" if any(filled >> cell & 1 for cell in cells if cell >= 0) else "not_offered")


def _why_not_marked(book: Rulebook, state: State, action: Action) -> Reason:
    """Return why a box cannot be marked at the price that the action names."""
    box = book.boxes.index.get(action.words[0] if action.words else "", -1)
    if box < 0:
        return Reason("unknown")
    if state.boxes[box]:
        return Reason("marked")
    if action not in book.boxes.move_of:
        return Reason("never" if not book.boxes.moves_of[box] else "unknown")
    # Needs come before the price: a box that is closed for another reason costs nothing yet.
    first = next(box_obstacles(book, state, box), None)
    if first is None or first.key == "price":
        return price_reason(book, state, book.boxes.move_of[action])
    return first


_EXPLAIN: Mapping[str, Callable[[Rulebook, State, Action], Reason]] = {
    verbs.MARK: _why_not_marked,
    verbs.REVEAL: _why_not_revealed,
    verbs.FAVOUR: _why_not_favoured,
    verbs.PLACE: _why_not_placed,
    verbs.GOODS: _why_not_on_paper,
    verbs.SCOUT: _why_not_on_paper,
    verbs.COHORTS: _why_not_told,
    verbs.FAVOURS: _why_not_told,
}
