"""The course of a year: its phases in the order of the data, from the income card to the end of the attack.

The income card of a year is a fate card. The path is a card kept for points at the end, the prospect the card that
gives its items, and neutral cards stand for neighbours. Cohorts are tracks of soldiers against the attack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.solo.attack import AttackReport
from generator.solo.availability import report_attack
from generator.solo.state import OVER, ChoosePath, Reveal, State, TellCohorts, UseFavours
from generator.solo.state_draft import StateDraft

ACTIONS = "actions"
"""The phase in which the player is free to act."""


def ends_year(state: State, after: State) -> bool:
    """Return whether a year ends between a state and the one after it."""
    return state.year > 0 and (after.year != state.year or after.phase == OVER)


def next_phase(draft: StateDraft) -> None:
    """Begin the next phase of the year; after the last phase the next year begins, or the game is over."""
    phases = draft.book.phases
    number = (phases.index(draft.phase) + 1) % len(phases)
    if number == 0 and draft.year == len(draft.book.years):
        draft.phase = OVER
        draft.items = [0] * len(draft.items)
        return
    draft.phase = phases[number]
    _PHASES[draft.phase](draft)


def _fate(draft: StateDraft) -> None:
    """Begin a year: its income card (a fate card) is turned up, yearly limits start anew, a fort may open boxes."""
    draft.year += 1
    # Only boxes that the fort opens with this year; marked ones stay closed.
    draft.closed &= ~draft.book.opened_moves(draft.year)
    draft.used = bytearray(len(draft.used))
    draft.pending.append(Reveal(draft.book.solo.income, "income", 1))


def _cards(draft: StateDraft) -> None:
    """Draw two cards, keep one as path and one as prospect, and turn up the neutral cards.

    The neutral cards come last: the player chooses without knowing them (rules, "Solo game").
    """
    hand, neutral = draft.book.solo.hand, draft.book.solo.neutral
    _discard_prospect(draft)
    draft.pending += [
        Reveal(hand.deck, "hand", hand.cards),
        ChoosePath(),
        Reveal(neutral.deck, "neutral", neutral.cards),
    ]


def _income(draft: StateDraft) -> None:
    """Gain the yearly payments of filled circles; a road pays an attribute (renown, piety …) of the player's choice."""
    if draft.on_paper:
        return
    for box, effects, one_of in draft.book.yearly:
        if draft.boxes[box]:
            draft.queue.extend((kind, arg, box) for kind, arg in effects)
            if one_of:
                draft.choose(box, one_of)


def _actions(_: StateDraft) -> None:
    """Do nothing: in this phase the player acts until they stop."""


def _clean_up(draft: StateDraft) -> None:
    """Give back the items left over; tokens on neutral cards stay (rules, "Solo game")."""
    draft.items = [0] * len(draft.items)


def _attack(draft: StateDraft) -> None:
    """Ask for the cards of the attack: as many as the board says, and one for each token on a neutral card.

    See the rules, "Solo game".
    """
    tokens = sum(neutral.goods + neutral.scouts for neutral in draft.neutral)
    cards = draft.book.attack_size(draft.settings, draft.year) + tokens
    draft.pending.append(Reveal(draft.book.solo.attack.deck, "attack", cards))
    draft.pending.append(TellCohorts() if draft.on_paper else UseFavours())


def _end(draft: StateDraft) -> None:
    """Discard the neutral cards with their tokens.

    Items gained in the attack stay for the next year (rules, "A year", 7). With sheets on paper the prospect goes now
    and not when the next one is drawn: states in session files have it so.
    """
    deck = draft.book.deck_index[draft.book.solo.neutral.deck]
    for neutral in draft.neutral:
        draft.discard(deck, neutral.card)
    draft.neutral = ()
    if draft.on_paper:
        _discard_prospect(draft)


def _discard_prospect(draft: StateDraft) -> None:
    """Put the prospect (the drawn card that gave its items) on the discards, where there is one."""
    if draft.prospect >= 0:
        draft.discard(draft.book.deck_index[draft.book.solo.hand.deck], draft.prospect)
    draft.prospect = -1


def end_attack(draft: StateDraft) -> AttackReport:
    """Add the report of the current attack to the state, and return it."""
    ended = report_attack(draft.book, draft)
    draft.attacks = (*draft.attacks, ended)
    return ended


def discard_attack(draft: StateDraft) -> None:
    """Put the cards of the attack on the discards, save those that a shuffle has put back into the deck."""
    deck = draft.book.deck_index[draft.book.solo.attack.deck]
    for card in draft.attack:
        # A card that a shuffle has put back must not stand in the discards too, or it could come twice.
        if not draft.unseen[deck] >> card & 1:
            draft.discard(deck, card)
    draft.attack = ()
    draft.cancelled = (0,) * len(draft.cancelled)


_PHASES: Mapping[str, Callable[[StateDraft], None]] = {
    "fate": _fate,
    "cards": _cards,
    "income": _income,
    ACTIONS: _actions,
    "clean_up": _clean_up,
    "attack": _attack,
    "end": _end,
}
