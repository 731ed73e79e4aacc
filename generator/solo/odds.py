"""Exact odds of an attack: cards by direction, cards that get through, and the gain by one more cohort box.

Cards are drawn from known ones without return, so their directions follow the multivariate hypergeometric
distribution. Ways are counted in whole numbers, so every chance is an exact fraction. Unseen cards that leave the deck
before the attack do not change the odds.

A cohort is a track of soldiers that stop cards of one direction, one card for each marked box. A favour cancels one
card, of its direction (tied) or of any (free).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from generator.base.records import dataclass

Counts = tuple[int, ...]
"""A number for each direction, in the order of the game."""

Attacks = tuple[tuple[Counts, int], ...]
"""Possible attacks by their counts, each with the number of ways it can come about."""


@dataclass(frozen=True, slots=True)
class AttackCards:
    """The cards of an attack, as far as they are known."""

    deck: Counts
    """Unseen cards."""
    cards: int
    """Cards still to come."""
    again: Counts = ()
    """The cards of the next deck if this one runs out; empty if there is none."""
    come: Counts = ()
    """Cards of this attack that have come."""


@dataclass(frozen=True, slots=True)
class Defence:
    """The means against an attack: cohorts and favours."""

    boxes: Counts
    """Cards that the cohorts stop."""
    tied: Counts
    """Favours for one direction."""
    free: int = 0
    """Favours for any direction."""


@dataclass(frozen=True, slots=True)
class ExtraBoxGain:
    """The gain by one more cohort box in a direction."""

    holds: Fraction
    """Rise of the chance that nothing gets through."""
    gain: Fraction
    """Rise of the average gain, and fall of the average loss."""
    spared: Fraction
    """Favours saved on average; below 0 if favours become worth using."""


@dataclass(frozen=True, slots=True)
class AttackAverages:
    """Average outcome of an attack if favours are used wherever they help."""

    through: tuple[Fraction, ...]
    """The chance that exactly 0, 1, 2, … cards get through."""
    gain: Fraction
    """Average valour."""
    loss: Fraction
    """Average disdain: cards that get through, at most the potential of the attack."""


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """The odds of an attack if favours are used wherever they help."""

    coming: tuple[tuple[Fraction, ...], ...]
    """For each direction, the chance of exactly 0, 1, 2, … cards."""
    through: tuple[Fraction, ...]
    """The chance that exactly 0, 1, 2, … cards get through."""
    holds_alone: Fraction
    """The chance that nothing gets through without favours."""
    gain: Fraction
    """Average valour."""
    loss: Fraction
    """Average disdain: cards that get through, at most the potential of the attack."""
    favours: Fraction
    """Favours used on average."""
    more: tuple[ExtraBoxGain, ...]

    @property
    def holds(self) -> Fraction:
        """Return the chance that nothing gets through."""
        return self.through[0]


def attack_odds(threat: AttackCards, defence: Defence, potential: int) -> AttackOdds:
    """Return the odds of an attack of this potential, in a millisecond or two for a deck of fifty cards.

    Two of four cards come, two from the left and two from the right, and a cohort stops one from the left:

    >>> odds = attack_odds(AttackCards(deck=(2, 2), cards=2), Defence(boxes=(1, 0), tied=(0, 0)), potential=2)
    >>> odds.coming[0]
    (Fraction(1, 6), Fraction(2, 3), Fraction(1, 6))
    >>> odds.holds, odds.loss
    (Fraction(0, 1), Fraction(7, 6))
    """
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
        loss=loss,
        favours=Fraction(present.favours, total),
        more=tuple(_more(present, _tally(attacks, _raised(defence, place), potential), total) for place in directions),
    )


def attack_averages(threat: AttackCards, defence: Defence, potential: int) -> AttackAverages:
    """Return the averages of `attack_odds` without the gain by one more box, in a quarter of the time."""
    attacks = tuple(coming(threat))
    total = sum(ways for _, ways in attacks)
    tally = _tally(attacks, defence, potential)
    loss = Fraction(tally.loss, total)
    return AttackAverages(tuple(Fraction(ways, total) for ways in tally.through), potential - loss, loss)


def coming(threat: AttackCards) -> Iterator[tuple[Counts, int]]:
    """Yield the possible counts of cards by direction, each with the number of ways it can come about.

    If the deck runs out, all of it comes and the rest from the next one. If that runs out too, no more cards come.
    """
    in_deck = sum(threat.deck)
    come = threat.come or (0,) * len(threat.deck)
    # The deck may run out: its cards then all come, and only those of the next one are uncertain.
    if threat.cards <= in_deck:
        pool, cards = threat.deck, threat.cards
    else:
        come = tuple(map(int.__add__, come, threat.deck))
        pool = threat.again or (0,) * len(threat.deck)
        # No more cards come than both decks have.
        cards = min(threat.cards - in_deck, sum(pool))
    for count, ways in _draws(pool, cards):
        yield tuple(map(int.__add__, come, count)), ways


def _draws(pool: Counts, cards: int) -> Iterator[tuple[Counts, int]]:
    """Yield the counts by direction of so many cards drawn from a pool, each with its number of ways."""
    first, *later = pool
    if not later:
        yield (cards,), comb(first, cards)
        return
    later_pool = tuple(later)
    # Every other direction has to have room for the rest of the cards.
    for count in range(max(0, cards - sum(later_pool)), min(first, cards) + 1):
        ways = comb(first, count)
        for following, more_ways in _draws(later_pool, cards - count):
            yield (count, *following), ways * more_ways


@dataclass(frozen=True, slots=True)
class _Tally:
    """Sums over all ways, not yet divided by their number."""

    through: tuple[int, ...]
    """Ways in which 0, 1, 2, … cards get through."""
    alone: int
    """Ways in which the boxes stop every card."""
    loss: int
    favours: int


def _tally(attacks: Attacks, defence: Defence, potential: int) -> _Tally:
    """Return the sums over all attacks, each weighted with its number of ways."""
    through = [0] * (1 + max(sum(count) for count, _ in attacks))
    alone = loss = favours = 0
    for count, ways in attacks:
        over = [max(0, cards - boxes) for cards, boxes in zip(count, defence.boxes, strict=True)]
        still = [max(0, cards - tied) for cards, tied in zip(over, defence.tied, strict=True)]
        # Free favours cover what the tied ones left open.
        surplus, unstopped = sum(over), max(0, sum(still) - defence.free)
        through[unstopped] += ways
        alone += 0 if surplus else ways
        loss += ways * min(unstopped, potential)
        # Beyond the potential favours are not used, so they are not counted as spent either.
        favours += ways * (surplus - unstopped) if unstopped < potential else 0
    # The table ends with the highest number that can happen.
    while len(through) > 1 and not through[-1]:
        through.pop()
    return _Tally(tuple(through), alone, loss, favours)


def _raised(defence: Defence, place: int) -> Defence:
    """Return a defence with one more cohort box in a direction, by its number."""
    boxes = tuple(count + (number == place) for number, count in enumerate(defence.boxes))
    return Defence(boxes, defence.tied, defence.free)


def _more(present: _Tally, raised: _Tally, total: int) -> ExtraBoxGain:
    """Return the gain by one more cohort box: the difference of two sums, divided by the number of ways."""
    return ExtraBoxGain(
        Fraction(raised.through[0] - present.through[0], total),
        Fraction(present.loss - raised.loss, total),
        Fraction(present.favours - raised.favours, total),
    )


def _shares(attacks: Attacks, place: int, total: int) -> tuple[Fraction, ...]:
    """Return the chances of 0, 1, 2 … cards from the direction of this number."""
    shares = [0] * (1 + max(count[place] for count, _ in attacks))
    for count, ways in attacks:
        shares[count[place]] += ways
    return tuple(Fraction(ways, total) for ways in shares)
