"""Why an action is not possible now, in one line that also says what is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.base.errors import UsageError
from generator.model.sheet import Need
from generator.solo.action import CHOOSE, FAVOUR, FROM, MARK, PATH, PLACE, REVEAL, SHUFFLE, STOP, Action
from generator.solo.boxes import BoxView
from generator.solo.openings import has_place, is_dead, map_mask, open_gaps
from generator.solo.rulebook import Rulebook
from generator.solo.state import OVER, State

SHOWN = 6
"""How many of the legal actions a line names."""

WORDS = {
    "over": "the game is over",
    "waits": "not now: {wanted}",
    "reveal": "turn up a card of the {deck} deck",
    "shuffle": "shuffle the {deck} deck",
    "path": "choose a path",
    "choose": "choose what is asked for",
    "source": "say where the good comes from",
    "place": "place the pattern",
    "favour": "use favours or stop",
    "act": "mark a box or stop",
    "unknown": "there is no such action",
    "marked": "it is marked already",
    "never": "only an icon or a rule fills it",
    "order": "{box} comes before it",
    "needs": "needs {what} {least}, you have {have}",
    "box": "needs {what}",
    "limit": "only {most} a year, and you have done {have}",
    "dead": "that gladiator is dead",
    "untrained": "that gladiator was not trained this year",
    "lost": "{icon} would fill no box",
    "no_place": "no pattern has a place on the map",
    "price": "costs {price}, you have {have}",
    "needless": "needless: your cohorts stop every card from there",
    "gone": "that card has come already",
    "other_deck": "it is of another deck; turn up a card of: {pile}",
    "taken": "it covers a cell that is filled",
    "not_offered": "it is not one of the choices",
}
"""What each reason says, in English; a caller may say it in other words by its key."""


class Reason(NamedTuple):
    """Why something is not possible: a key of WORDS, with what goes into its words.

    With `waits`, `wants` is the key of the words that say what is wanted, whose own parts are there too.
    """

    key: str
    about: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        """In English."""
        return WORDS[self.key].format(**dict(self.about))


class IllegalActionError(UsageError):
    """An action that can be read and is not possible now."""

    def __init__(self, action: Action, reason: Reason, legal: Sequence[Action], said: str = "") -> None:
        self.action = action
        self.said = said or str(action)
        """What is named as illegal: the text that was typed where it does not say which action is meant."""
        self.reason = reason
        self.legal = tuple(legal)
        super().__init__(f"{self.said}: {reason}{now_legal(legal)}")


def now_legal(legal: Sequence[Action]) -> str:
    """The end of a line that says what is legal: some actions that differ in more than a number, and how many more."""
    if not legal:
        return ""
    kinds = {(action.verb, *action.words[:1])[-1].rstrip("0123456789_"): action for action in reversed(legal)}
    named = [action for action in legal if action in kinds.values()][:SHOWN]
    named += [action for action in legal if action not in named][: SHOWN - len(named)]
    more = len(legal) - len(named)
    return f"; legal now: {', '.join(map(str, named))}" + (f" and {more} more" if more else "")


def why_not(book: Rulebook, state: State, action: Action) -> Reason:
    """Why an action that is not legal is not."""
    if state.phase == OVER and not state.pending:
        return Reason("over")
    wanted = wanted_now(state)
    if action.verb != _VERB_OF.get(wanted.key, MARK):
        return Reason("waits", (("wanted", str(wanted)), ("wants", wanted.key), *wanted.about))
    if action.verb == MARK:
        return _why_not_marked(book, state, action)
    if action.verb == REVEAL:
        return _why_not_revealed(book, state, action)
    if action.verb == FAVOUR and not open_gaps(book, state)[book.directions.index(action.words[0])]:
        return Reason("needless")
    return _why_not_placed(book, state, action) if action.verb == PLACE else Reason("not_offered")


def wanted_now(state: State) -> Reason:
    """What is asked for now."""
    if not state.pending:
        return Reason("act")
    kind, *about = state.pending[0]
    if kind in ("reveal", "shuffle"):
        return Reason(str(kind), (("deck", about[0]),))
    return Reason("choose" if kind in ("icon", "answer") else str(kind))


_VERB_OF = {
    "act": MARK,
    "reveal": REVEAL,
    "shuffle": SHUFFLE,
    "path": PATH,
    "choose": CHOOSE,
    "source": FROM,
    "place": PLACE,
    "favour": FAVOUR,
    "stop": STOP,
}


def _why_not_revealed(book: Rulebook, state: State, action: Action) -> Reason:
    wanted = str(state.pending[0][1])
    if action in book.decks[book.deck_index[wanted]].reveals:
        return Reason("gone")
    return Reason("other_deck", (("pile", wanted),))


def _why_not_placed(book: Rulebook, state: State, action: Action) -> Reason:
    cells = [int(word) - 1 for word in action.words[1:] if word.isdecimal()]
    filled = map_mask(book, state)
    return Reason("taken" if any(filled >> cell & 1 for cell in cells if cell >= 0) else "not_offered")


def _why_not_marked(book: Rulebook, state: State, action: Action) -> Reason:
    """The first thing that is wrong with filling a box."""
    box = book.boxes.index.get(action.words[0] if action.words else "", -1)
    if box < 0:
        return Reason("unknown")
    if state.boxes[box]:
        return Reason("marked")
    if action not in book.boxes.move_of:
        return Reason("never" if not book.boxes.moves_of[box] else "unknown")
    found = _why_not_open(book, state, box) or _why_not_by_rule(book, state, box)
    return found or _price(book, state, action)


def _why_not_open(book: Rulebook, state: State, box: int) -> Reason | None:
    boxes = book.boxes
    about, track = boxes.boxes[box], boxes.track_of[box]
    for need in (*about.needs, *about.when):
        have = boxes.book.value(need.value, BoxView(boxes, state.boxes))
        if have < need.least:
            return _need(book, need, have)
    if boxes.tracks[track].order == "row" and state.levels[track] < about.number - 1:
        return Reason("order", (("box", boxes.tracks[track].boxes[state.levels[track]].id),))
    for limit in boxes.limits_of[box]:
        most = boxes.limits[limit].most
        if state.used[limit] >= most:
            return Reason("limit", (("most", most), ("have", state.used[limit])))
    return None


def _need(book: Rulebook, need: Need, have: int) -> Reason:
    if need.value in book.boxes.index:
        return Reason("box", (("what", need.value),))
    return Reason("needs", (("what", need.value), ("least", need.least), ("have", have)))


def _why_not_by_rule(book: Rulebook, state: State, box: int) -> Reason | None:
    moves = book.boxes.moves_of[box]
    for gladiator in book.gladiators:
        if moves & (gladiator.moves | gladiator.battle_moves) and state.levels[gladiator.trained]:
            if is_dead(book, state, gladiator):
                return Reason("dead")
            is_bound = book.is_so(book.solo.fights.after_training, state.settings) and not state.used[gladiator.flag]
            return Reason("untrained") if is_bound and moves & gladiator.battle_moves else None
    if moves & book.scout_moves and not has_place(book, state):
        return Reason("no_place")
    for (with_icon, fills, case), (icon, _) in zip(book.must_fill, book.solo.must_fill, strict=True):
        is_open = book.boxes.open_moves(state.levels, state.closed, state.used, state.boxes) & fills
        if moves & with_icon and not is_open and not book.is_so(case, state.settings):
            return Reason("lost", (("icon", icon),))
    return None


def _price(book: Rulebook, state: State, action: Action) -> Reason:
    pays = book.boxes.moves[book.boxes.move_of[action]].pays
    price = " + ".join(f"{count} {book.items[item]}" for item, count in pays)
    have = ", ".join(f"{state.items[item]} {book.items[item]}" for item, _ in pays)
    return Reason("price", (("price", price), ("have", have)))
