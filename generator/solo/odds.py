"""The odds of an attack, exactly: how many cards come from each direction, what gets through, what a box more is worth.

Cards drawn from known ones and not put back: their directions follow the multivariate hypergeometric distribution.
Ways are counted in whole numbers, so that every chance is a fraction without an error. Which cards of the deck come
before the attack does not matter, as long as nobody has seen them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from generator.base.records import dataclass

Counts = tuple[int, ...]
"""So many of each direction, in the order of the game."""

Attacks = tuple[tuple[Counts, int], ...]
"""Attacks that may come, by their counts, each with the ways it can come about."""


@dataclass(frozen=True, slots=True)
class AttackCards:
    """What is known of the cards of an attack."""

    deck: Counts
    """Cards nobody has seen yet."""
    cards: int
    """How many of them are still to come."""
    again: Counts = ()
    """The cards of the next deck should this one run out; none where there would not be one."""
    shown: Counts = ()
    """Cards of this attack that lie open already."""


@dataclass(frozen=True, slots=True)
class Defence:
    """What stands against it."""

    boxes: Counts
    """Cards that are stopped in each direction, every time."""
    tied: Counts
    """Favours that cancel a card of one direction."""
    free: int = 0
    """Favours that cancel any card."""


@dataclass(frozen=True, slots=True)
class ExtraBoxGain:
    """What one more box in a direction would add."""

    holds: Fraction
    """To the chance that nothing gets through."""
    gain: Fraction
    """To what is gained on average, and off what is lost."""
    spared: Fraction
    """Favours that are not needed any more, on average; below 0 where favours begin to be worth using."""


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """What may come of an attack if favours are used wherever they help."""

    coming: tuple[tuple[Fraction, ...], ...]
    """For each direction, the chance of exactly 0, 1, 2, … cards."""
    through: tuple[Fraction, ...]
    """The chance that exactly 0, 1, 2, … cards get through."""
    holds_alone: Fraction
    """The chance that nothing gets through although no favour is used."""
    gain: Fraction
    """What is gained on average."""
    loss: Fraction
    """What is lost on average: what gets through, at most the potential of the attack."""
    favours: Fraction
    """How many favours that takes on average."""
    more: tuple[ExtraBoxGain, ...]
    """What one more box would add, in each direction."""

    @property
    def holds(self) -> Fraction:
        """The chance that nothing gets through."""
        return self.through[0]


def attack_odds(threat: AttackCards, defence: Defence, potential: int) -> AttackOdds:
    """What may come of an attack of this potential; a millisecond or two for a deck of fifty cards."""
    attacks = tuple(coming(threat))
    total = sum(ways for _, ways in attacks)
    present = _tally(attacks, defence, potential)
    directions = range(len(defence.boxes))
    loss = Fraction(present.loss, total)
    return AttackOdds(
        tuple(_shares(attacks, place, total) for place in directions),
        tuple(Fraction(ways, total) for ways in present.through),
        Fraction(present.alone, total),
        potential - loss,
        loss,
        Fraction(present.favours, total),
        tuple(_more(present, _tally(attacks, _raised(defence, place), potential), total) for place in directions),
    )


def coming(threat: AttackCards) -> Iterator[tuple[Counts, int]]:
    """Every count of cards by direction that the attack may have, each with the number of ways it can come about.

    Where the deck runs out all of it comes, and the rest from the next one; where that does too, no more cards come.
    """
    left = sum(threat.deck)
    shown = threat.shown or (0,) * len(threat.deck)
    if threat.cards <= left:
        pool, cards = threat.deck, threat.cards
    else:
        shown = tuple(map(int.__add__, shown, threat.deck))
        pool = threat.again or (0,) * len(threat.deck)
        cards = min(threat.cards - left, sum(pool))
    for count, ways in _draws(pool, cards):
        yield tuple(map(int.__add__, shown, count)), ways


def _draws(pool: Counts, cards: int) -> Iterator[tuple[Counts, int]]:
    """The ways to draw cards from a pool, by direction."""
    first, *others = pool
    if not others:
        yield (cards,), comb(first, cards)
        return
    rest = tuple(others)
    for count in range(max(0, cards - sum(rest)), min(first, cards) + 1):
        ways = comb(first, count)
        for following, each in _draws(rest, cards - count):
            yield (count, *following), ways * each


@dataclass(frozen=True, slots=True)
class _Tally:
    """How all the ways together end: the sums, not yet divided by the number of ways."""

    through: tuple[int, ...]
    """Ways in which 0, 1, 2, … cards get through."""
    alone: int
    """Ways in which the boxes stop every card."""
    loss: int
    favours: int


def _tally(attacks: Attacks, defence: Defence, potential: int) -> _Tally:
    through = [0] * (1 + max(sum(count) for count, _ in attacks))
    alone = loss = favours = 0
    for count, ways in attacks:
        over = [max(0, cards - boxes) for cards, boxes in zip(count, defence.boxes, strict=True)]
        still = [max(0, cards - tied) for cards, tied in zip(over, defence.tied, strict=True)]
        surplus, left = sum(over), max(0, sum(still) - defence.free)
        through[left] += ways
        alone += 0 if surplus else ways
        loss += ways * min(left, potential)
        favours += ways * (surplus - left) if left < potential else 0
    while len(through) > 1 and not through[-1]:
        through.pop()
    return _Tally(tuple(through), alone, loss, favours)


def _raised(defence: Defence, place: int) -> Defence:
    boxes = tuple(count + (each == place) for each, count in enumerate(defence.boxes))
    return Defence(boxes, defence.tied, defence.free)


def _more(present: _Tally, raised: _Tally, total: int) -> ExtraBoxGain:
    return ExtraBoxGain(
        Fraction(raised.through[0] - present.through[0], total),
        Fraction(present.loss - raised.loss, total),
        Fraction(present.favours - raised.favours, total),
    )


def _shares(attacks: Attacks, place: int, total: int) -> tuple[Fraction, ...]:
    """The chance of each number of cards in one direction."""
    shares = [0] * (1 + max(count[place] for count, _ in attacks))
    for count, ways in attacks:
        shares[count[place]] += ways
    return tuple(Fraction(ways, total) for ways in shares)
