"""The sum of an attack: what cohorts stop, what favours can still do, what comes of it. Nothing here knows a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class AttackOutcome(NamedTuple):
    """What an attack brings."""

    let_through: int
    disdain: int
    valour: int


def gaps(attack: Sequence[int], cohorts: Sequence[int], cancelled: Sequence[int]) -> tuple[int, ...]:
    """For each direction the cards that neither a cohort stops nor a favour cancelled; surplus helps no other."""
    return tuple(max(0, cards - stops - gone) for cards, stops, gone in zip(attack, cohorts, cancelled, strict=True))


def outcome(open_gaps: Sequence[int], potential: int) -> AttackOutcome:
    """What comes of so many cards let through, in a year of this attack potential."""
    let_through = sum(open_gaps)
    disdain = min(let_through, potential)
    return AttackOutcome(let_through, disdain, potential - disdain)


def cancellable(open_gaps: Sequence[int], tied: Sequence[int], free: int) -> int:
    """How many cards favours can still cancel: some are tied to a direction, others are free."""
    by_tied = [min(gap, have) for gap, have in zip(open_gaps, tied, strict=True)]
    return sum(by_tied) + min(free, sum(open_gaps) - sum(by_tied))


def matters(open_gaps: Sequence[int], tied: Sequence[int], free: int, potential: int) -> bool:
    """Whether favours can change what comes of the attack at all."""
    let_through = sum(open_gaps)
    return let_through > 0 and let_through - cancellable(open_gaps, tied, free) < min(let_through, potential)
