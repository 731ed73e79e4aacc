"""The course of a year: its phases in the order of the data, from the income card to the end of the attack."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.solo.attack import AttackReport
from generator.solo.availability import report_attack
from generator.solo.state import OVER, ChoosePath, Reveal, TellCohorts, UseFavours
from generator.solo.state_draft import Turn

ACTIONS = "actions"
"""The phase in which the player is free to act."""


def next_phase(turn: Turn) -> None:
    """The phase after this one, of the next year after the last one."""
    phases = turn.book.phases
    number = (phases.index(turn.phase) + 1) % len(phases)
    if number == 0 and turn.year == len(turn.book.years):
        turn.phase = OVER
        turn.items = [0] * len(turn.items)
        return
    turn.phase = phases[number]
    _PHASES[turn.phase](turn)


def _fate(turn: Turn) -> None:
    """A new year begins: its card is turned up."""
    turn.year += 1
    turn.used = bytearray(len(turn.used))
    turn.pending.append(Reveal(turn.book.solo.income, "income", 1))


def _cards(turn: Turn) -> None:
    """Two cards are drawn, one is kept as path, one as prospect; then neutral cards are turned up.

    The neutral cards come last: the player chooses without knowing them (rule Y-01).
    """
    hand, neutral = turn.book.solo.hand, turn.book.solo.neutral
    _discard_prospect(turn)
    turn.pending += [
        Reveal(hand.deck, "hand", hand.cards),
        ChoosePath(),
        Reveal(neutral.deck, "neutral", neutral.cards),
    ]


def _income(turn: Turn) -> None:
    """What filled boxes pay each year; where they pay one of several, it is chosen."""
    if turn.on_paper:
        return
    for box, effects, one_of in turn.book.yearly:
        if turn.boxes[box]:
            turn.queue.extend((kind, arg, box) for kind, arg in effects)
            if one_of:
                turn.choose(box, one_of)


def _actions(_: Turn) -> None:
    """The player acts until they stop."""


def _clean_up(turn: Turn) -> None:
    """Items left over go back; tokens on neutral cards are not held and stay (edge case EC-30)."""
    turn.items = [0] * len(turn.items)


def _attack(turn: Turn) -> None:
    """As many cards as the board says are turned up, and one more for each token on a neutral card (rule N-04)."""
    tokens = sum(neutral.goods + neutral.scouts for neutral in turn.neutral)
    cards = turn.book.attackers(turn.settings, turn.year) + tokens
    turn.pending.append(Reveal(turn.book.solo.attack.deck, "attack", cards))
    turn.pending.append(TellCohorts() if turn.on_paper else UseFavours())


def _end(turn: Turn) -> None:
    """Neutral cards go away with what lies on them."""
    deck = turn.book.deck_index[turn.book.solo.neutral.deck]
    for neutral in turn.neutral:
        turn.discard(deck, neutral.card)
    turn.neutral = ()
    if turn.on_paper:
        _discard_prospect(turn)


def _discard_prospect(turn: Turn) -> None:
    if turn.prospect >= 0:
        turn.discard(turn.book.deck_index[turn.book.solo.hand.deck], turn.prospect)
    turn.prospect = -1


def report(turn: Turn) -> AttackReport:
    """End the attack and keep what it did."""
    ended = report_attack(turn.book, turn)
    turn.attacks = (*turn.attacks, ended)
    return ended


def discard_attack(turn: Turn) -> None:
    """Put the cards of the attack on the discards.

    Where the whole deck was shuffled again during the attack, a card of it may be in the deck already.
    """
    deck = turn.book.deck_index[turn.book.solo.attack.deck]
    for card in turn.attack:
        turn.discards[deck] |= (1 << card) & ~turn.unseen[deck]
    turn.attack = ()
    turn.cancelled = (0,) * len(turn.cancelled)


_PHASES: Mapping[str, Callable[[Turn], None]] = {
    "fate": _fate,
    "cards": _cards,
    "income": _income,
    ACTIONS: _actions,
    "clean_up": _clean_up,
    "attack": _attack,
    "end": _end,
}
