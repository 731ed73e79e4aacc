"""The part of a game that a player may see; text, pages and JSON are made from this alone.

It holds neither the order of a deck nor, before the end, the seed. Unseen cards stand in the order of the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base.records import dataclass
from generator.bots.dealer import DrawRequest
from generator.solo.action import Action


@dataclass(frozen=True, slots=True)
class Pile:
    """A deck with its discards."""

    deck: str
    unseen: tuple[str, ...]
    discards: tuple[str, ...]
    table: tuple[str, ...] = ()
    """Cards drawn and not discarded."""


@dataclass(frozen=True, slots=True)
class VisibleNeutral:
    """A neutral card with the tokens on it."""

    card: str
    goods: int
    scouts: int


@dataclass(frozen=True, slots=True)
class VisibleAttack:
    """An attack, as far as it is known."""

    potential: int
    cards: int
    """Cards by the board."""
    extra: int
    """Cards more, for tokens on neutral cards."""
    came: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    """Cards by direction."""
    stopped: tuple[int, ...] = ()
    """Cards that each cohort can stop; empty if unknown."""
    cancelled: tuple[int, ...] = ()
    let_through: int = 0


@dataclass(frozen=True, slots=True)
class AttackResult:
    """How the attack of a year ended."""

    year: int
    counts: tuple[int, ...]
    """Cards by direction."""
    loss: int
    gain: int
    came: tuple[str, ...]
    """The cards, in the order they came."""
    stopped: tuple[int, ...]
    """Cards that each cohort could stop."""
    cancelled: tuple[int, ...]
    let_through: int


@dataclass(frozen=True, slots=True)
class Path:
    """A path card with what it counts."""

    card: str
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Points:
    """The score."""

    rows: tuple[tuple[str, int, bool], ...]
    """Ids of values, each with its number and whether it is subtracted."""
    paths: tuple[Path, ...]
    total: int
    rank: int
    """The number of the rank, from 0."""


@dataclass(frozen=True, slots=True)
class VisibleGoal:
    """A goal of a fort with what has been reached of it."""

    value: str
    number: int
    is_most: bool
    """Whether the number is the most, and not the least."""
    reached: int | None = None
    """None with sheets on paper."""
    met: bool | None = None
    """None with sheets on paper."""


@dataclass(frozen=True, slots=True)
class VisibleFort:
    """The fort that is played, with its goals and its challenge as the sheets have them."""

    id: str
    start: tuple[tuple[str, int], ...]
    """Items that the player began with."""
    goals: tuple[VisibleGoal, ...]
    challenge: tuple[VisibleGoal, ...]
    won: bool | None = None
    """Whether all goals hold; with sheets on paper what the player has said, None before that."""
    rewarded: bool | None = None
    """Whether the challenge is met as well; with sheets on paper what the player has said, None before that."""


@dataclass(frozen=True, slots=True)
class VisibleState:
    """A state as a player sees it, with what the session adds."""

    kind: str
    year: int
    phase: str
    asks: tuple[str, ...]
    """The pending choice: its kind, then its values; empty if the player acts freely."""
    legal: tuple[Action, ...]
    draw: DrawRequest | None
    over: bool
    settings: tuple[tuple[str, str], ...] = ()
    items: tuple[tuple[str, int], ...] = ()
    marks: Mapping[str, int | str] | None = None
    """The mark in each box; None with sheets on paper."""
    piles: tuple[Pile, ...] = ()
    hand: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    prospect: str = ""
    others: tuple[VisibleNeutral, ...] = ()
    raid: VisibleAttack | None = None
    results: tuple[AttackResult, ...] = ()
    points: Points | None = None
    fort: VisibleFort | None = None
    """None for a game that is no fort of a campaign."""
    session: str = ""
    game: str = ""
    event: int = 0
    strict: bool = True
    typed: bool = False
    """The player turns up printed cards and types them."""
    peeked: int = 0
    corrected: int = 0
    seed: str = ""
    """Empty until the game is over."""
    challenge: str = ""
    """The day or month of a challenge."""
    attempt: int = 0
    """Which attempt with these decks on this computer; 0 where the decks were new."""

    def document(self) -> dict[str, Any]:
        """Return the visible state as values for JSON; of the awaited card only deck, reason and count."""
        document: dict[str, Any] = _plain(self)
        if self.draw:
            document["draw"] = {"deck": self.draw.deck, "reason": self.draw.reason, "count": self.draw.count}
        return document


@dataclass(frozen=True, slots=True)
class LiveStep:
    """One action with the visible state before and after it."""

    action: Action
    before: VisibleState
    after: VisibleState

    @property
    def new_results(self) -> tuple[AttackResult, ...]:
        """Return the results of the attacks that the action ended."""
        return self.after.results[len(self.before.results) :]


def _plain(noun: Any) -> Any:
    """Return a value of the visible state as JSON holds it: actions as text, records as dictionaries."""
    if isinstance(noun, Action):
        return str(noun)
    if isinstance(noun, tuple):
        return [_plain(part) for part in noun]
    if isinstance(noun, Mapping):
        return dict(noun)
    # A dataclass lists its fields there; anything else is plain already.
    names = getattr(noun, "__match_args__", None)
    return noun if names is None else {name: _plain(getattr(noun, name)) for name in names}
