"""Solo play by the rules engine: what both ways of keeping the sheets have in common."""

from __future__ import annotations

from collections.abc import Mapping

from generator.play.rules.rules_protocol import DrawRequest
from generator.play.rules.visible_state import AttackResult, Pile, VisibleNeutral
from generator.solo import hadrians_wall
from generator.solo.action import Action
from generator.solo.compiled.boxes import bits
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import Reveal, State


class EngineRules:
    """The rules of a game with its settings, and the parts of a state that lie open on the table."""

    on_paper = False

    def __init__(self, book: Rulebook, settings: Mapping[str, str]) -> None:
        self.book = book
        self._settings = settings

    def start(self) -> State:
        """The state before the first card."""
        return hadrians_wall.setup(self.book, self._settings, on_paper=self.on_paper)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Every action that can be done now; numbers to be told are not listed."""
        return hadrians_wall.legal(self.book, state)

    def apply(self, state: State, action: Action) -> State:
        """The state after an action; raises IllegalActionError."""
        return hadrians_wall.apply(self.book, state, action)

    def draw(self, state: State) -> DrawRequest | None:
        """The card that is awaited."""
        awaits = state.awaits
        if awaits is None:
            return None
        number = self.book.deck_index[awaits.deck]
        names, unseen = self.book.decks[number].names, state.unseen[number]
        left = tuple(names[card] for card in bits(unseen)) if isinstance(state.pending[0], Reveal) else ()
        return DrawRequest(awaits.deck, awaits.reason, awaits.cards, state.shuffles[number], names, left)

    # what lies on the table

    def _piles(self, state: State) -> tuple[Pile, ...]:
        """The decks, their cards in the order of the data."""
        return tuple(
            Pile(cards.deck.id, *(tuple(cards.names[card] for card in bits(mask)) for mask in (inside, gone)))
            for cards, inside, gone in zip(self.book.decks, state.unseen, state.discards, strict=True)
        )

    def _neutral(self, state: State) -> tuple[VisibleNeutral, ...]:
        deck = self.book.solo.neutral.deck
        return tuple(VisibleNeutral(self.book.name(deck, card), *tokens) for card, *tokens in state.neutral)

    def _own(self, card: int) -> str:
        """The name of one of the player's cards; empty for none."""
        return self.book.name(self.book.solo.hand.deck, card) if card >= 0 else ""

    def _attack_cards(self, state: State) -> tuple[str, ...]:
        return tuple(self.book.name(self.book.solo.attack.deck, card) for card in state.attack)

    def _results(self, state: State) -> tuple[AttackResult, ...]:
        deck = self.book.deck(self.book.solo.attack.deck)
        return tuple(
            AttackResult(
                year=report.year,
                counts=report.counts,
                loss=report.outcome.disdain,
                gain=report.outcome.valour,
                came=tuple(deck.names[card] for card in report.cards),
                stopped=report.stopped,
                cancelled=report.cancelled,
                let_through=report.outcome.let_through,
            )
            for report in state.attacks
        )
