"""What the companion asks of the rules it plays by, whether they keep whole sheets, a few decks, or just one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from generator.base.errors import GeneratorError
from generator.base.records import dataclass

if TYPE_CHECKING:
    from generator.play.rules.visible_state import VisibleState
    from generator.solo.action import Action

State = TypeVar("State")
FULL, PAPER, DECK = "full", "paper", "deck"
"""The companion keeps the sheets; the player does, and it keeps the decks; it keeps one deck of any game."""


NOUNS = {
    "action": "action",
    "card_in_deck": "card in the deck",
    "card_on_table": "card on the table",
    "part": "part of the sheets",
}
"""What typed words can be meant for."""

PHASES = {
    "path": "the choice of the path",
    "actions": "the year's actions",
    "cohorts": "the cohorts, after the attack",
    "favours": "the favours, after the attack",
    "result": "`next`, which begins the next year",
}
"""What a year of paper asks for, one after the other."""

WRONG = {
    "several": "{typed} can be {known}; type more of it",
    "unknown": "no {noun} {typed}; it is one of {known}",
    "numbers": "{typed} is not {n} whole numbers; type it like: {example}",
    "not_now": "{action} cannot be done now; these would do: {would}",
    "draws": "{n} cards cannot be drawn; 1 to {most} can",
    "no_discards": "there are no discards to shuffle in; draw or discard first",
    "too_many": "{n} for {direction} is too many; 0 to {most} are possible",
    "came": "{card} has come already; still in the deck: {known}",
    "other_deck": "{card} is of another deck ({has}); asked for is: {deck}",
    "not_yet": "{typed} is for {phase}; asked for now: {now}",
    "no_more_goods": "the sheets have {most} boxes for goods, and so many have been bought; battle, scout or stop",
    "no_more_scout": "the sheets have {most} scouts, and so many patterns were used; buy goods, battle or stop",
    "over": "the game is over; `quit` ends it",
    "not_over": "the game is not over; `score N` notes the total at its end",
    "dealt": "what was dealt is not corrected; `undo` goes back where the game allows it",
    "other_dealt": "another card would be dealt there",
    "no_action": "there is no such action to correct; `log` lists them with their numbers",
    "breaks": "action {n} would not be legal any more: {why}",
    "instead": "{typed} is not known here; type `{would}`",
    "fix_dealt": "name what it should be: `fix ACTION` for what you did last, or `fix 12 ACTION`",
    "fix": "name what it should be: `fix F18`, or `fix 12 ACTION`",
    "floor": "event {event} revealed something hidden, and a strict game keeps that; go on from here",
    "not_stood": "the game has not stood after action {n} on its way here; `log` lists those it has",
    "moved": "the game has gone on in another window: nothing was done; look at it and type again",
    "no_undo": "there is nothing to undo; go on from here",
    "no_redo": "there is nothing to redo; go on from here",
    "long": "a line of {n} characters is not read; type {most} at most",
    "line": "there is no line {n}; 1 to {most} can be picked, `moves` lists them",
}
"""What can be wrong, in English; a voice says it in other words by its key."""


class PlayError(GeneratorError):
    """An action that cannot be done now, cannot be read, or may mean several; the message says what would do."""

    exit_code = 4

    def __init__(self, message: str = "", *, key: str = "", **about: object) -> None:
        self.key, self.about = key, about
        named = {name: _english(name, value) for name, value in about.items()}
        super().__init__(message or WRONG[key].format(**named))


def _english(name: str, value: object) -> object:
    if name == "noun":
        return NOUNS[str(value)]
    return PHASES[str(value)] if name in {"phase", "now"} else value


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """A card that chance is asked for."""

    deck: str
    reason: str
    """What it is for, in one word of the rules; empty where they do not say."""
    count: int
    """Cards still to come for that."""
    turn: int
    """How often the deck was shuffled: every time has an order of its own."""
    every: tuple[str, ...]
    """All cards of the deck, in the order of the data."""
    unseen: tuple[str, ...]
    """Those of them that may come, in the same order; none where the deck must be shuffled first."""


class Rules(Protocol[State]):
    """One way to play; states are plain frozen values."""

    kind: str
    """FULL, PAPER or DECK."""

    def start(self) -> State:
        """The state before the first action."""
        ...

    def read(self, state: State, typed: str) -> Action:
        """The action that was typed; raises PlayError."""
        ...

    def legal(self, state: State) -> tuple[Action, ...]:
        """Every action that can be done now; those that take numbers are left out."""
        ...

    def apply(self, state: State, action: Action) -> State:
        """The state after an action; raises PlayError, saying what would be legal."""
        ...

    def draw(self, state: State) -> DrawRequest | None:
        """What chance is asked for now; None where the player is, or nobody."""
        ...

    def digest(self, state: State) -> str:
        """A hash of the whole state."""
        ...

    def seen(self, state: State) -> VisibleState:
        """What of the state a person may see."""
        ...


def plain(value: Any) -> Any:
    """A state as plain JSON: sets of cards and bytes as numbers."""
    if isinstance(value, bytes):
        return list(value)
    return [plain(each) for each in value] if isinstance(value, tuple) else value
