"""The whole game: the companion keeps the sheets too, and knows every legal box."""

from __future__ import annotations

from collections.abc import Mapping

from generator.play.rules.rules_protocol import FULL, DrawRequest
from generator.play.rules.visible_state import Path, Pile, Points, VisibleAttack, VisibleNeutral, VisibleState
from generator.solo import hadrians_wall, notation
from generator.solo.action import Action
from generator.solo.boxes import BoxView, bits
from generator.solo.openings import open_gaps
from generator.solo.rulebook import Rulebook
from generator.solo.scoring import score
from generator.solo.state import OVER, State
from generator.solo.state_json import digest


class FullRules:
    """Solo play by the rules engine."""

    kind = FULL

    def __init__(self, book: Rulebook, settings: Mapping[str, str]) -> None:
        self.book = book
        self._settings = settings

    def start(self) -> State:
        """The state before the first card."""
        return hadrians_wall.setup(self.book, self._settings)

    def read(self, state: State, typed: str) -> Action:
        """An action as the notation reads it; raises its three errors."""
        return notation.read(self.book, state, typed)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Every action that can be done now."""
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
        left = () if awaits.reason == "shuffle" else tuple(names[card] for card in bits(unseen))
        return DrawRequest(awaits.deck, awaits.reason, awaits.cards, state.shuffles[number], names, left)

    def digest(self, state: State) -> str:
        """A hash of the whole state."""
        return digest(self.book, state)

    def seen(self, state: State) -> VisibleState:
        """The table and the sheets; of the decks what is left of them, and not in what order."""
        view = BoxView(self.book.boxes, state.boxes)
        pending = tuple(map(str, state.pending[0])) if state.pending else ()
        return VisibleState(
            kind=FULL,
            year=state.year,
            phase=state.phase,
            asks=pending,
            legal=() if state.awaits else self.legal(state),
            draw=self.draw(state),
            over=state.phase == OVER,
            settings=tuple(zip(self.book.settings, state.settings, strict=True)),
            items=tuple(zip(self.book.items, state.items, strict=True)),
            marks=dict(view),
            piles=piles(self.book, state.unseen, state.discards),
            hand=tuple(self._own(card) for card in state.hand),
            paths=self._paths(view),
            prospect=self._own(state.prospect) if state.prospect >= 0 else "",
            others=others(self.book, state),
            raid=self._raid(state),
            points=points(self.book, state),
        )

    def _own(self, card: int) -> str:
        return self.book.name(self.book.solo.hand.deck, card)

    def _paths(self, view: BoxView) -> tuple[str, ...]:
        boxes = (self.book.boxes.boxes[box].id for box in self.book.boxes.span(self.book.paths))
        return tuple(str(view[box]) for box in boxes if view[box])

    def _raid(self, state: State) -> VisibleAttack | None:
        if state.phase == OVER or not state.year:
            return None
        book = self.book
        came = tuple(book.name(book.solo.attack.deck, card) for card in state.attack)
        return VisibleAttack(
            potential=book.years[state.year - 1].potential,
            cards=book.attackers(state.settings, state.year),
            extra=sum(other.goods + other.scouts for other in state.neutral),
            came=came,
            counts=counts(book, state.attack),
            stopped=tuple(state.levels[cohort] for cohort in book.cohorts),
            cancelled=state.cancelled,
            let_through=sum(open_gaps(book, state)),
        )


def piles(book: Rulebook, unseen: tuple[int, ...], discards: tuple[int, ...]) -> tuple[Pile, ...]:
    """The decks, their cards in the order of the data."""
    return tuple(
        Pile(cards.deck.id, *(tuple(cards.names[card] for card in bits(mask)) for mask in (inside, gone)))
        for cards, inside, gone in zip(book.decks, unseen, discards, strict=True)
    )


def others(book: Rulebook, state: State) -> tuple[VisibleNeutral, ...]:
    """The cards that stand for neighbours."""
    deck = book.solo.neutral.deck
    return tuple(VisibleNeutral(book.name(deck, each.card), each.goods, each.scouts) for each in state.neutral)


def counts(book: Rulebook, attack: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of an attack by direction."""
    came = [book.direction_of[card] for card in attack]
    return tuple(came.count(number) for number in range(len(book.directions)))


def points(book: Rulebook, state: State) -> Points:
    """What the sheets are worth as they stand."""
    found = score(book, state)
    minus = {each.value: each.minus for sheet in book.boxes.book.sheets for each in sheet.scores}
    ranks = next(sheet.ranks for sheet in book.boxes.book.sheets if sheet.ranks)
    return Points(
        tuple((value, count, minus[value]) for value, count in found.rows),
        tuple(Path(*path) for path in found.paths),
        found.total,
        ranks.rows.index(ranks.rank(found.total)),
    )
