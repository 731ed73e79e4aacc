"""What a person may see of a game: everything that leaves the companion is told from this, and from nothing else.

The order of a deck and the seed are not in it, and cards nobody has seen stand in the order of the data. The rules make
it of their state and `live_session` adds what the session says; the seed follows once the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base.records import dataclass, replace
from generator.play.rules.rules_protocol import DrawRequest
from generator.solo.action import Action


@dataclass(frozen=True, slots=True)
class Pile:
    """A deck with its discards."""

    deck: str
    unseen: tuple[str, ...]
    discards: tuple[str, ...]
    table: tuple[str, ...] = ()
    """Cards drawn and still lying there."""


@dataclass(frozen=True, slots=True)
class VisibleNeutral:
    """A card that stands for a neighbour, with what lies on it."""

    card: str
    goods: int
    scouts: int


@dataclass(frozen=True, slots=True)
class VisibleAttack:
    """An attack, as far as it is known."""

    potential: int
    cards: int
    """Cards that the board asks for in this year."""
    extra: int
    """Cards more, for what lies on other cards."""
    came: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    """Cards by direction."""
    stopped: tuple[int, ...] = ()
    """How many each direction can stop."""
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
    """How many each direction could stop."""
    cancelled: tuple[int, ...]
    let_through: int


@dataclass(frozen=True, slots=True)
class Path:
    """What a card counts at the end."""

    card: str
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Points:
    """The score."""

    rows: tuple[tuple[str, int, bool], ...]
    """Values with what they come to, and whether that is taken away."""
    paths: tuple[Path, ...]
    total: int
    rank: int
    """Its place in the table of ranks, from 0."""


@dataclass(frozen=True, slots=True)
class VisibleState:
    """One moment of a game."""

    kind: str
    year: int
    phase: str
    asks: tuple[str, ...]
    """What is asked now: its kind, then what it is about; empty where the player acts freely."""
    legal: tuple[Action, ...]
    draw: DrawRequest | None
    over: bool
    settings: tuple[tuple[str, str], ...] = ()
    items: tuple[tuple[str, int], ...] = ()
    marks: Mapping[str, int | str] | None = None
    """What stands in each box; None where the companion does not keep the sheets."""
    piles: tuple[Pile, ...] = ()
    hand: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    prospect: str = ""
    others: tuple[VisibleNeutral, ...] = ()
    raid: VisibleAttack | None = None
    results: tuple[AttackResult, ...] = ()
    points: Points | None = None
    session: str = ""
    game: str = ""
    event: int = 0
    strict: bool = True
    typed: bool = False
    """The player turns cards of a printed deck, and types them."""
    peeked: int = 0
    corrected: int = 0
    seed: str = ""
    """Told when the game is over."""

    def document(self) -> dict[str, Any]:
        """As JSON."""
        told: dict[str, Any] = _plain(self)
        if self.draw:
            told["draw"] = {"deck": self.draw.deck, "reason": self.draw.reason, "count": self.draw.count}
        return told


def _plain(noun: Any) -> Any:
    if isinstance(noun, Action):
        return str(noun)
    if isinstance(noun, tuple):
        return [_plain(each) for each in noun]
    if isinstance(noun, Mapping):
        return dict(noun)
    names = getattr(noun, "__match_args__", None)
    return noun if names is None else {name: _plain(getattr(noun, name)) for name in names}


def within(seen: VisibleState, **session: Any) -> VisibleState:
    """The same moment with what the session says of it."""
    return replace(seen, **session)
