"""A solo campaign as data: forts in a line, each a solo game with changes of the rules and goals of its own."""

from __future__ import annotations

from typing import TypeAlias

from generator.base.records import dataclass
from generator.model.sheet import Price, Sheet, Value
from generator.model.text import Text

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Items, each with a number."""


@dataclass(frozen=True, slots=True)
class NeutralCardsChange:
    """So many neutral cards are turned up each year."""

    cards: int


@dataclass(frozen=True, slots=True)
class AttackCardsChange:
    """Every attack has so many cards more; its potential stays."""

    more: int


@dataclass(frozen=True, slots=True)
class PriceChange:
    """Boxes cost something on top of each of their prices, or have other prices instead."""

    boxes: tuple[str, ...]
    more: Counts = ()
    instead: tuple[Price, ...] = ()


@dataclass(frozen=True, slots=True)
class Closing:
    """Boxes cannot be filled, neither by paying nor by an icon."""

    boxes: tuple[str, ...]
    until: int
    """The year from which they are open; 0 for never."""


@dataclass(frozen=True, slots=True)
class IncomeCondition:
    """The income card of a year gives nothing unless it shows so many of some items; then the next one is turned up."""

    year: int
    needs: Counts


Effect: TypeAlias = NeutralCardsChange | AttackCardsChange | PriceChange | Closing | IncomeCondition


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A change of the rules, with the sentence that tells it."""

    id: str
    text: Text
    effect: Effect


@dataclass(frozen=True, slots=True)
class Goal:
    """A value that must be at least, or at most, a number when the game is over."""

    value: str
    """Id of a value, a track or a box of the sheets, or of a value of the campaign."""
    number: int
    is_most: bool
    """Whether the number is the most, and not the least."""
    text: Text

    def is_met(self, reached: int) -> bool:
        """Whether a value that was reached at the end of the game meets the goal."""
        return reached <= self.number if self.is_most else reached >= self.number


@dataclass(frozen=True, slots=True)
class Fort:
    """One game of the campaign."""

    id: str
    number: int
    """Its place in the line, from 1."""
    title: Text
    changes: tuple[RuleChange, ...]
    goals: tuple[Goal, ...]
    """All of them win the fort."""
    challenge: tuple[Goal, ...]
    """All of them, in a game that wins the fort, earn the reward."""
    reward: Counts
    """Items to begin the next fort with."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """The forts of a game's campaign, in the order in which they are played."""

    title: Text
    settings: tuple[tuple[str, str], ...]
    """Settings of the solo game that the campaign is made for; players may choose others."""
    values: tuple[Value, ...]
    """Formulas that goals count, beside the formulas of the sheets."""
    forts: tuple[Fort, ...]

    def fort(self, id_: str) -> Fort | None:
        """Return the fort with this id, or None."""
        return next((fort for fort in self.forts if fort.id == id_), None)

    def reward_at(self, fort: Fort) -> Counts:
        """Return the reward of the previous fort's challenge; empty at the first fort."""
        # Forts are numbered from 1.
        return self.forts[fort.number - 2].reward if fort.number > 1 else ()


def values_sheet(values: tuple[Value, ...]) -> Sheet:
    """Return the values of a campaign as a sheet without boxes, so that a book calculates them with the others."""
    return Sheet(
        "campaign", Text(()), "", (), values=values, scores=(), limits=(), different=(), ranks=None, sources=()
    )
