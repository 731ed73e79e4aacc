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


class PlayError(GeneratorError):
    """Something that a player wants and that cannot be done now, cannot be read, or may mean several things.

    `key` is one of the section `wrong` of the messages, `values` fill its phrase. Where there is no key, the text says
    it all.
    """

    exit_code = 4

    def __init__(self, text: str = "", *, key: str = "", **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(text or " ".join((key, *(f"{name}={value}" for name, value in values.items()))))


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
