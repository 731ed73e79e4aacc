"""The view model of an attack: its cards by direction, and what became of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.records import dataclass, replace
from generator.play.rules.paper_rules import RESULT
from generator.play.rules.rules_protocol import FULL
from generator.play.rules.visible_state import AttackResult, LiveStep, VisibleAttack, VisibleState
from generator.web.sessions.card_view import CardView, CardViewFactory

COMING, STOPPED, CANCELLED, THROUGH = "coming", "stopped", "cancelled", "through"
"""Fates of a card; `coming` until the number of stopped cards is known."""


@dataclass(frozen=True, slots=True)
class AttackCardView:
    """A card of an attack, and what became of it."""

    card: CardView
    fate: str
    turn: int
    """Its place among the cards of the attack, from 1: in this order they were turned up."""


@dataclass(frozen=True, slots=True)
class AttackDirectionView:
    """One direction of an attack."""

    name: str
    turn: int
    """Turn of an arrow that points up, in degrees clockwise."""
    cards: tuple[AttackCardView, ...]
    stops: int
    """Number of cards that can be stopped; -1 if unknown."""
    cancelled: int
    through: int
    """Number of cards that get through."""
    most: int
    """Largest number that a form may offer."""
    last: int = 0
    """On paper, the boxes of the cohort that were filled at the last attack, as a form offers them first."""

    @property
    def stopped(self) -> int:
        """Number of cards that are stopped."""
        return sum(attack_card.fate == STOPPED for attack_card in self.cards)


@dataclass(frozen=True, slots=True)
class AttackView:
    """An attack, as far as it is known."""

    year: int
    potential: int
    cards: int
    """Number of cards to turn up in all."""
    reasons: str
    """Reasons for that number, in words."""
    directions: tuple[AttackDirectionView, ...]
    items: tuple[str, str]
    """Names of the things that an attack costs and gives."""
    result: tuple[int, int] | None = None
    """Amounts of both, once it is over."""

    @property
    def came(self) -> int:
        """Number of cards turned up so far."""
        return sum(len(direction.cards) for direction in self.directions)

    @property
    def is_known(self) -> bool:
        """Whether the number of cards that can be stopped is known."""
        return any(direction.stops >= 0 for direction in self.directions)


class AttackViewFactory:
    """Makes the views of the attacks in a state; `steps` are the last turn."""

    def __init__(self, cards: CardViewFactory, state: VisibleState, steps: Sequence[LiveStep]) -> None:
        self._cards, self._names, self._book = cards, cards.names, cards.names.book
        self._state, self._steps = state, steps

    def current(self) -> AttackView | None:
        """Return the view of the attack that is going on or has just ended; None if there is none."""
        state = self._state
        has_result = state.phase == RESULT and state.results
        return self._view(state.raid, state.year, state.results[-1] if has_result else None) if state.raid else None

    def ended(self) -> AttackView | None:
        """Return the view of an attack that ended in the last turn of a game on the screen; None for other turns.

        The next year begins at once there, so the state no longer holds the attack.
        """
        for step in self._steps:
            attack, results = step.before.raid, step.new_results
            if attack and results and step.before.kind == FULL:
                return self._view(attack, results[0].year, results[0])
        return None

    def _view(self, attack: VisibleAttack, year: int, result: AttackResult | None = None) -> AttackView:
        """Return the view of an attack, with the numbers of its result if it is over."""
        if result:
            # The last state before the end lacks the final numbers, so they come from the result.
            fields = {name: getattr(result, name) for name in ("came", "counts", "stopped", "cancelled")}
            attack = replace(attack, **fields)
        rules = self._book.solo.attack
        return AttackView(
            year=year,
            potential=attack.potential,
            cards=attack.cards + attack.extra,
            reasons=self._cards.event_text.cards(attack),
            directions=tuple(self._directions(attack)),
            items=(self._names.track(rules.disdain), self._names.icon(rules.gains)),
            result=(result.loss, result.gain) if result else None,
        )

    def _directions(self, attack: VisibleAttack) -> Iterator[AttackDirectionView]:
        """Yield the cards of an attack by the direction that they come from, with the fate of each."""
        deck, count = self._book.solo.attack.deck, len(self._book.directions)
        directions = {name: self._book.direction_of[self._book.deck(deck).index[name]] for name in attack.came}
        for number in range(count):
            # With its place in the attack: the page turns up the cards of all directions in one order.
            came = [(turn, name) for turn, name in enumerate(attack.came, 1) if directions[name] == number]
            cards = [self._cards.card(deck, name) for _, name in came]
            # Not 0, which would mean that none can be stopped.
            stops = attack.stopped[number] if attack.stopped else -1
            cancelled = attack.cancelled[number] if attack.cancelled else 0
            fates = card_fates(len(cards), stops, cancelled)
            through = fates.count(THROUGH)
            yield AttackDirectionView(
                name=self._names.direction(number),
                # The directions spread over a half circle, from the left to the right.
                turn=round(180 * number / (count - 1)) - 90 if count > 1 else 0,
                cards=tuple(
                    AttackCardView(card, fate, turn) for card, fate, (turn, _) in zip(cards, fates, came, strict=True)
                ),
                stops=stops,
                cancelled=cancelled,
                through=through,
                # On paper the player types how many cards are stopped: at most one for each box of the cohort.
                most=through if stops >= 0 else self._book.boxes.lengths[self._book.cohorts[number]],
                last=self._state.results[-1].stopped[number] if self._state.results and stops < 0 else 0,
            )


def card_fates(cards: int, stops: int, cancelled: int) -> list[str]:
    """Return the fate of each card of a direction, in the order in which they came.

    >>> card_fates(4, 1, 2)
    ['stopped', 'cancelled', 'cancelled', 'through']
    """
    if stops < 0:
        return [COMING] * cards
    fates = [STOPPED] * stops + [CANCELLED] * cancelled + [THROUGH] * cards
    return fates[:cards]
