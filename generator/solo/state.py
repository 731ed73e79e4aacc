"""Where a solo game stands: one flat tuple of plain values, cheap to copy and to compare."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Pending: TypeAlias = tuple[str | int, ...]
"""Something that waits for an answer: its kind, then what it is about."""

OVER = "over"
"""The phase after the last year."""


class Await(NamedTuple):
    """What chance is asked for."""

    deck: str
    reason: str
    """`income`, `hand`, `neutral`, `goods`, `battle` or `attack`; `shuffle` where the deck is empty."""
    cards: int
    """How many are still to come for it."""


class NeutralState(NamedTuple):
    """A card that stands for a neighbour, with what lies on it."""

    card: int
    goods: int
    """Resources paid for goods."""
    scouts: int
    """Soldiers paid for its pattern."""


class State(NamedTuple):
    """Where a game stands. Cards are numbers in the order of their deck, sets of cards have a bit for each.

    `levels` and `closed` follow from `boxes`: they are kept so that nothing is counted twice.
    """

    settings: tuple[str, ...]
    """The choice for each setting, in the order of the data."""
    year: int
    phase: str
    """What happens now: an id of the table of phases, or OVER."""
    pending: tuple[Pending, ...]
    """What waits for an answer; the first is asked now. Empty where the player is free to act."""
    boxes: bytes
    """What stands in each box of the book: 0 empty, else 1, 2, a year, a number, or 1 for the first option."""
    levels: bytes
    """How many boxes of each track are marked."""
    closed: int
    """The moves whose box is marked."""
    used: bytes
    """How often each limit was used this year; then, for each gladiator, whether it was trained this year."""
    items: tuple[int, ...]
    unseen: tuple[int, ...]
    """For each deck the cards still in it, as a set: their order is not known here."""
    discards: tuple[int, ...]
    shuffles: tuple[int, ...]
    """For each deck how often it was shuffled, the first time included."""
    hand: tuple[int, ...]
    """Cards drawn this year that are neither path nor prospect yet."""
    prospect: int
    """This year's prospect; -1 before there is one."""
    neutral: tuple[NeutralState, ...]
    attack: tuple[int, ...]
    """The cards of the attack that is going on, as they came."""
    cancelled: tuple[int, ...]
    """How many of them favours have cancelled, for each direction."""

    @property
    def awaits(self) -> Await | None:
        """What chance is asked for; None where the player decides, or the game is over."""
        if not self.pending:
            return None
        kind, *about = self.pending[0]
        if kind == "reveal":
            return Await(str(about[0]), str(about[1]), int(about[2]))
        return Await(str(about[0]), kind, 0) if kind == "shuffle" else None
