"""The view model of all cards on the table of a solo game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.records import dataclass
from generator.play.rules.visible_state import LiveStep, Pile, VisibleNeutral, VisibleState
from generator.play.text.item_names import ItemNames
from generator.solo.action import FROM, GOODS, PATH, PLACE, REVEAL, SCOUT, SHUFFLE
from generator.web.sessions.attack_view import AttackView, AttackViewFactory
from generator.web.sessions.card_view import CardPicture, CardPictures, CardView, CardViewFactory, TokenView

PROSPECT = "prospect"
_PAID_FOR = {GOODS: GOODS, FROM: GOODS, SCOUT: SCOUT, PLACE: SCOUT}
"""Verb of the payment onto a neutral card, by the verb of the action."""


@dataclass(frozen=True, slots=True)
class TurnedCardView:
    """A card that the last turn turned up or used."""

    card: CardView
    reason: str
    """One of `income`, `hand`, `prospect`, `neutral`, `goods`, `battle`, `scout`, `attack`."""
    paid: str = ""
    """Item that was paid onto it."""


@dataclass(frozen=True, slots=True)
class NeutralView:
    """A neutral card, and the items paid onto it."""

    card: CardView
    tokens: tuple[TokenView, ...]
    paid: str
    """Tokens in words; empty if there are none."""
    more: int
    """Cards that they add to the attack."""


@dataclass(frozen=True, slots=True)
class PathCardView:
    """A kept path card, and its score so far; -1 for a paper game, where the sheets are not known."""

    card: CardView
    count: int = -1
    points: int = 0


@dataclass(frozen=True, slots=True)
class DeckView:
    """A deck, with the numbers of its cards."""

    title: str
    left: int
    discarded: int
    back: CardPicture | None


@dataclass(frozen=True, slots=True)
class DrawView:
    """A form to name the printed card that the player turns up."""

    deck: str
    cards: tuple[tuple[str, str], ...]
    """Id and title of each card that can come; empty if the deck must be shuffled."""


@dataclass(frozen=True, slots=True)
class SheetTerms:
    """Names of things on the sheets, for the instructions beside a paper game."""

    goods: str
    map: str
    fighters: str
    payments: tuple[str, str]
    """Items that a neutral card takes for a good and for its pattern."""


@dataclass(frozen=True, slots=True)
class TableCards:
    """All cards and tokens on the table."""

    kind: str
    year: int
    years: int
    phase: str
    market: str
    """Id of the deck for goods."""
    hand: tuple[CardView, ...]
    paths: tuple[PathCardView, ...]
    prospect: CardView | None
    others: tuple[NeutralView, ...]
    drawn: tuple[TurnedCardView, ...]
    shuffled: tuple[str, ...]
    """A sentence for each deck that the last turn shuffled."""
    attack: AttackView | None
    last: AttackView | None
    """Last year's attack, if the last turn ended it."""
    decks: tuple[DeckView, ...]
    draw: DrawView | None
    terms: SheetTerms
    held: tuple[TokenView, ...]
    """Items in hand, also those with count 0."""


class TableCardsFactory:
    """Makes the views of all cards; `steps` are the player's last action, and the chance events that followed."""

    def __init__(
        self, pictures: CardPictures, names: ItemNames, state: VisibleState, steps: Sequence[LiveStep]
    ) -> None:
        self._pictures, self._names, self._state, self._steps = pictures, names, state, steps
        self._cards = CardViewFactory(pictures, names)
        self._book, self._solo = names.book, names.book.solo
        self._payments = self._payment_items()

    def make(self) -> TableCards:
        """Return the views of all cards and tokens on the table."""
        state, hand_deck = self._state, self._solo.hand.deck
        attacks = AttackViewFactory(self._cards, state, self._steps)
        shuffles = [step for step in self._steps if step.action.verb == SHUFFLE]
        return TableCards(
            kind=state.kind,
            year=state.year,
            years=len(self._book.years),
            phase=state.phase,
            market=self._solo.market.deck,
            hand=tuple(self._cards.card(hand_deck, name) for name in state.hand),
            paths=tuple(self._paths()),
            prospect=self._cards.card(hand_deck, state.prospect) if state.prospect else None,
            others=tuple(map(self._neutral, state.others)),
            drawn=tuple(card for step in self._steps for card in self._turned(step)),
            shuffled=tuple(next(self._cards.event_text.step(step), "") for step in shuffles),
            attack=attacks.current(),
            last=attacks.ended(),
            decks=tuple(map(self._deck, state.piles)),
            draw=self._draw(),
            terms=self._terms(),
            held=tuple(self._cards.token(item, count) for item, count in state.items),
        )

    def _paths(self) -> Iterator[PathCardView]:
        """Yield the kept path cards with their scores, as far as the sheets are known."""
        scores = {path.card: path for path in self._state.points.paths} if self._state.points else {}
        for name in self._state.paths:
            card, path = self._cards.card(self._solo.hand.deck, name), scores.get(name)
            yield PathCardView(card, path.count, path.points) if path else PathCardView(card)

    def _neutral(self, neutral: VisibleNeutral) -> NeutralView:
        """Return a neutral card with the items paid onto it."""
        # The order is that of `_payment_items`: goods, then scouting.
        counts = tuple(zip(self._payments, (neutral.goods, neutral.scouts), strict=True))
        paid = self._names.pays((item, count) for item, count in counts if count)
        card = self._cards.card(self._solo.neutral.deck, neutral.card)
        return NeutralView(card, self._cards.tokens(counts), paid, neutral.goods + neutral.scouts)

    def _deck(self, pile: Pile) -> DeckView:
        """Return a deck with the numbers of its cards."""
        back = self._pictures.back(pile.deck)
        return DeckView(self._names.deck(pile.deck), len(pile.unseen), len(pile.discards), back)

    def _draw(self) -> DrawView | None:
        """Return the form to name the card that the player turns up.

        None where the program deals, or no card is due.
        """
        draw = self._state.draw
        # Without printed cards Vallum turns them up itself.
        if draw is None or not self._state.typed:
            return None
        rows = [(name, self._names.card_row(draw.deck, name)) for name in draw.unseen]
        titles = ((name, self._names.row(row) if "name" in row.cells else name) for name, row in rows)
        return DrawView(self._names.deck(draw.deck), tuple(sorted(titles, key=lambda card: card[1])))

    def _terms(self) -> SheetTerms:
        """Return the names of things on the sheets, for the instructions beside a game on paper."""
        solo, names = self._solo, self._names
        fighters = names.messages("or").join(names.track(track) for track, _ in solo.fights.gladiators)
        goods, scout = map(names.item, self._payments)
        return SheetTerms(names.track(solo.market.track), names.track(solo.scouting.map), fighters, (goods, scout))

    def _payment_items(self) -> tuple[str, str]:
        """Return the items that a good and a pattern cost; they are laid on the neutral card as payment."""
        boxes = self._book.boxes
        masks = boxes.mask(self._book.market), self._book.scout_moves
        # The lowest set bit of the mask is the first box of the track.
        moves = [boxes.moves[(mask & -mask).bit_length() - 1] for mask in masks]
        goods, scout = (self._book.items[move.pays[0][0]] for move in moves)
        return goods, scout

    def _turned(self, step: LiveStep) -> Iterator[TurnedCardView]:
        """Yield the cards that a step has turned up or used."""
        verb, words = step.action
        draw, neutral = step.before.draw, {other.card for other in step.before.others}
        if verb == REVEAL and draw:
            yield TurnedCardView(self._cards.card(draw.deck, words[0]), draw.reason)
        elif verb == PATH and step.after.prospect:
            yield TurnedCardView(self._cards.card(self._solo.hand.deck, step.after.prospect), PROSPECT)
        elif verb in _PAID_FOR and words and words[0] in neutral:
            item = self._names.item(self._payments[_PAID_FOR[verb] == SCOUT])
            yield TurnedCardView(self._cards.card(self._solo.neutral.deck, words[0]), _PAID_FOR[verb], item)
