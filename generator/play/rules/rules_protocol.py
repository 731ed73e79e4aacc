"""The rules of a session, as `LiveSession` uses them: solo play, solo play with sheets on paper, or one deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from generator.base.errors import GeneratorError

if TYPE_CHECKING:  # the commands need the kinds only, and start without the rules
    from generator.bots.dealer import DrawRequest
    from generator.play.rules.visible_state import VisibleState
    from generator.solo.action import Action

State = TypeVar("State")
FULL, PAPER, DECK = "full", "paper", "deck"
"""Kinds of sessions: solo play with the sheets kept, with the sheets on paper, and one deck of any game."""


class PlayError(GeneratorError):
    """What a player typed cannot be done now, cannot be read, or is ambiguous.

    `key` is a key of the section `wrong` of the messages, and `values` fill its phrase. Without a key the text is the
    whole message.
    """

    exit_code = 4

    def __init__(self, text: str = "", *, key: str = "", **values: object) -> None:
        """Take the whole message as `text`, or the key of a message and the values of its phrase."""
        self.key, self.values = key, values
        super().__init__(text or " ".join((key, *(f"{name}={value}" for name, value in values.items()))))


class Rules(Protocol[State]):
    """Rules over frozen states."""

    kind: str
    """FULL, PAPER or DECK."""

    def start(self) -> State:
        """Return the state before the first action."""

    def read(self, state: State, typed: str) -> Action:
        """Return the action that was typed; raise PlayError for a text that is none."""

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return every action that can be done now, except those that take numbers."""

    def only_answer(self, state: State) -> Action | None:
        """Return the answer that is given without asking; None where there is something to decide."""

    def apply(self, state: State, action: Action) -> State:
        """Return the state after an action; raise PlayError or IllegalActionError for one that is not possible."""

    def draw(self, state: State) -> DrawRequest | None:
        """Return the request for the card to be turned up; None where the player decides, or the game is over."""

    def digest(self, state: State) -> str:
        """Return a hash of the whole state."""

    def visible_state(self, state: State) -> VisibleState:
        """Return the part of a state that the player may see."""
