"""The arithmetic of an attack: what cohorts stop, what favours can still cancel, and the outcome.

Cards of an attack come from directions. A cohort is a track of soldiers that stop cards of one direction; a favour
cancels one card. The potential is the most disdain (a penalty) or valour that an attack brings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class AttackOutcome(NamedTuple):
    """Disdain and valour that an attack brings."""

    let_through: int
    disdain: int
    valour: int


class AttackReport(NamedTuple):
    """An attack that is over."""

    year: int
    cards: tuple[int, ...]
    """Card numbers in the order they came."""
    counts: tuple[int, ...]
    """Cards by direction."""
    stopped: tuple[int, ...]
    """Cards that the cohort of each direction can stop."""
    cancelled: tuple[int, ...]
    """Cards of each direction that favours cancelled."""
    outcome: AttackOutcome


def gaps(attack: Sequence[int], cohorts: Sequence[int], cancelled: Sequence[int]) -> tuple[int, ...]:
    """Return for each direction the cards of an attack that get past cohorts (soldiers) and favours.

    The surplus of a cohort helps no other direction, and cohorts are not used up (rules, "The Pict attack", 2).

    >>> gaps(attack=(3, 1, 2), cohorts=(1, 4, 0), cancelled=(0, 0, 1))
    (2, 0, 1)
    """
    return tuple(max(0, cards - stops - gone) for cards, stops, gone in zip(attack, cohorts, cancelled, strict=True))


def outcome(open_gaps: Sequence[int], potential: int) -> AttackOutcome:
    """Return an attack's outcome: disdain (a penalty) for cards let through, up to `potential`, else valour.

    See the rules, "The Pict attack", 4.

    >>> outcome((2, 0, 1), potential=4)
    AttackOutcome(let_through=3, disdain=3, valour=1)
    """
    let_through = sum(open_gaps)
    disdain = min(let_through, potential)
    return AttackOutcome(let_through, disdain, potential - disdain)


def cancellable(open_gaps: Sequence[int], tied: Sequence[int], free: int) -> int:
    """Return how many cards favours can still cancel; `tied` are for one direction each, `free` ones for any.

    >>> cancellable((2, 0, 1), tied=(1, 3, 0), free=1)
    2
    """
    # Tied favours go first: a free one may then serve any direction that is still open.
    by_tied = [min(gap, have) for gap, have in zip(open_gaps, tied, strict=True)]
    return sum(by_tied) + min(free, sum(open_gaps) - sum(by_tied))


def favours_matter(open_gaps: Sequence[int], tied: Sequence[int], free: int, potential: int) -> bool:
    """Return whether favours (cancelling one card of an attack each) can make the attack cost less.

    `open_gaps` are the cards let through on each side; `tied` the favours for one side each, `free` those for any.
    Cards let through beyond the attack's `potential` cost nothing more.
    """
    let_through = sum(open_gaps)
    return let_through > 0 and let_through - cancellable(open_gaps, tied, free) < min(let_through, potential)
