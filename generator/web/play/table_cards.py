"""Everything that lies on the table of a solo game, made ready for the page: the printed cards and what they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.base.records import dataclass, replace
from generator.model.text import Text
from generator.play.rules.paper_rules import RESULT
from generator.play.rules.rules_protocol import FULL
from generator.play.text.event_text import EventText, new_results
from generator.solo.action import FROM, GOODS, PATH, PLACE, REVEAL, SCOUT, SHUFFLE
from generator.solo.compiled.deck_cards import whole_number
from generator.web.play.card_pictures import CardPictureCache

if TYPE_CHECKING:
    from generator.build.options import GameFolder
    from generator.model.game import Row
    from generator.model.paper import Paper
    from generator.play.live_step import LiveStep
    from generator.play.rules.visible_state import AttackResult, VisibleAttack, VisibleState
    from generator.play.rules.visible_state import VisibleNeutral as SeenOther
    from generator.play.text.item_names import ItemNames
    from generator.solo.compiled.rulebook import Rulebook
    from generator.web.gallery.face_previews import FacePreviews
    from generator.web.play.card_pictures import CardPicture, CardPictures

COMING, STOPPED, CANCELLED, THROUGH = "coming", "stopped", "cancelled", "through"
"""What becomes of a card of an attack; it is coming until somebody says what can be stopped."""
PROSPECT = "prospect"
"""What a card is turned up for that was not chosen as the path."""
ATTACK = "attack"
_PAID = {GOODS: GOODS, FROM: GOODS, SCOUT: SCOUT, PLACE: SCOUT}
"""What a neutral card is paid for, by what is typed."""


@dataclass(frozen=True, slots=True)
class TokenView:
    """Items of a kind: in a card's gift, or lying on it."""

    item: str
    count: int
    picture: CardPicture | None


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that may be seen."""

    name: str
    """What is typed for it."""
    title: str
    facts: tuple[tuple[str, str], ...]
    """Everything it says for this game: `gives`, `goods`, `pattern`, `damage`, `direction`, `goal`, each in words."""
    gives: tuple[TokenView, ...]
    """The same items as they are cut out."""
    picture: CardPicture | None

    def fact(self, kind: str) -> str:
        """One thing it says; empty where it does not."""
        return dict(self.facts).get(kind, "")


@dataclass(frozen=True, slots=True)
class TurnedCardView:
    """A card just turned up or used, and what for."""

    card: CardView
    reason: str
    """One of `income`, `hand`, `prospect`, `neutral`, `goods`, `battle`, `scout`, `attack`."""
    paid: str = ""
    """The item that was laid on it."""


@dataclass(frozen=True, slots=True)
class NeutralView:
    """A neutral card with what was paid onto it."""

    card: CardView
    tokens: tuple[TokenView, ...]
    told: str
    """The tokens in words; empty where nothing lies there."""
    more: int
    """Cards it adds to the attack."""


@dataclass(frozen=True, slots=True)
class AttackCardView:
    """A card of an attack, and what became of it."""

    card: CardView
    fate: str


@dataclass(frozen=True, slots=True)
class AttackDirectionView:
    """One direction of an attack."""

    name: str
    turn: int
    """Degrees that an arrow pointing up is turned by."""
    comers: tuple[AttackCardView, ...]
    stops: int
    """Cards that can be stopped; -1 where nobody has said."""
    cancelled: int
    through: int
    most: int
    """The greatest number that can be answered when it is asked for."""

    @property
    def stopped(self) -> int:
        """Cards that were stopped."""
        return sum(comer.fate == STOPPED for comer in self.comers)


@dataclass(frozen=True, slots=True)
class AttackView:
    """An attack, as far as it is known."""

    year: int
    potential: int
    cards: int
    told: str
    """How many cards, and why."""
    fronts: tuple[AttackDirectionView, ...]
    items: tuple[str, str]
    """What is lost and what is gained."""
    result: tuple[int, int] | None = None
    """How much of both, once it is over."""

    @property
    def came(self) -> int:
        """Cards that have been turned up."""
        return sum(len(front.comers) for front in self.fronts)

    @property
    def through(self) -> int:
        """Cards that get through as it stands."""
        return sum(front.through for front in self.fronts)

    @property
    def is_known(self) -> bool:
        """Whether it is known what can be stopped."""
        return any(front.stops >= 0 for front in self.fronts)


@dataclass(frozen=True, slots=True)
class PathCardView:
    """A path that was kept, and what it counts so far where the sheets are known."""

    card: CardView
    count: int = -1
    points: int = 0


@dataclass(frozen=True, slots=True)
class DeckView:
    """A deck with what is left of it and its discards."""

    title: str
    left: int
    discarded: int
    back: CardPicture | None


@dataclass(frozen=True, slots=True)
class DrawView:
    """A card that the player is to turn up and name; without any the deck is to be shuffled."""

    deck: str
    cards: tuple[tuple[str, str], ...]
    """What is typed, and the title."""


@dataclass(frozen=True, slots=True)
class SheetTerms:
    """What is marked on the sheets, in the game's words."""

    goods: str
    map: str
    fighters: str
    toll: tuple[str, str]
    """The items that a neutral card takes for a good and for its pattern."""


@dataclass(frozen=True, slots=True)
class CardsView:
    """Everything that lies on the table."""

    kind: str
    year: int
    years: int
    phase: str
    market: str
    """The deck that goods are turned up from, as it is typed."""
    hand: tuple[CardView, ...]
    paths: tuple[PathCardView, ...]
    prospect: CardView | None
    others: tuple[NeutralView, ...]
    drawn: tuple[TurnedCardView, ...]
    shuffled: tuple[str, ...]
    """What is told of decks that ran out meanwhile."""
    attack: AttackView | None
    last: AttackView | None
    """The attack that ended by what the player did last, where another year has begun since."""
    decks: tuple[DeckView, ...]
    draw: DrawView | None
    notes: SheetTerms
    held: tuple[TokenView, ...]
    """The items in hand, also those of which there are none."""


class CardsViewBuilder:
    """Makes what lies on the table ready for the page."""

    def __init__(self, previews: FacePreviews, papers: Mapping[str, Paper]) -> None:
        self._pictures = CardPictureCache(previews, papers)

    async def cards(
        self,
        place: GameFolder,
        book: Rulebook,
        naming: ItemNames,
        seen: VisibleState,
        steps: Sequence[LiveStep],
        language: str,
    ) -> CardsView:
        """What lies on the table; `steps` are what the player did last, and what chance made of it."""
        return _CardsViewFactory(await self.pictures(place, book, language), naming, seen, steps).cards()

    async def pictures(self, place: GameFolder, book: Rulebook, language: str) -> CardPictures:
        """The faces of a game's cards, in a language or in the game's first."""
        told = language if language in book.game.languages else book.game.languages[0]
        return await self._pictures.pictures(place, book, told)


class _CardsViewFactory:
    """Makes the records of one moment."""

    def __init__(self, album: CardPictures, naming: ItemNames, seen: VisibleState, steps: Sequence[LiveStep]) -> None:
        self._album, self._naming, self._seen, self._steps = album, naming, seen, steps
        self._telling = EventText(naming)
        self._book, self._solo = naming.book, naming.book.solo

    def cards(self) -> CardsView:
        seen, own = self._seen, self._solo.hand.deck
        return CardsView(
            kind=seen.kind,
            year=seen.year,
            years=len(self._book.years),
            phase=seen.phase,
            market=self._solo.market.deck,
            hand=tuple(self._card(own, name) for name in seen.hand),
            paths=tuple(self._paths()),
            prospect=self._card(own, seen.prospect) if seen.prospect else None,
            others=tuple(map(self._other, seen.others)),
            drawn=tuple(turned for step in self._steps for turned in self._turned(step)),
            shuffled=tuple(next(self._telling.step(step), "") for step in self._steps if step.action.verb == SHUFFLE),
            attack=self._attack(seen.raid, seen.year) if seen.raid else None,
            last=next(self._ended(), None),
            decks=tuple(self._decks()),
            draw=self._draw(),
            notes=self._notes(),
            held=tuple(self._token(item, count) for item, count in seen.items),
        )

    # cards

    def _card(self, deck: str, name: str) -> CardView:
        row = self._naming.card_row(deck, name)
        title = self._naming.row(row) if isinstance(row.cells.get("name"), Text) else name
        gives = self._tokens((item, whole_number(row, item)) for item in self._book.items)
        return CardView(name, title, tuple(self._facts(deck, name, row)), gives, self._album.front(deck, row))

    def _tokens(self, counts: Iterable[tuple[str, int]]) -> tuple[TokenView, ...]:
        return tuple(self._token(item, count) for item, count in counts if count)

    def _token(self, item: str, count: int) -> TokenView:
        return TokenView(self._naming.item(item), count, self._album.token(item))

    def _facts(self, deck: str, name: str, row: Row) -> Iterator[tuple[str, str]]:
        """What a card says; of neutral ones neither goal nor items mean anything."""
        solo, telling = self._solo, self._telling
        if deck == solo.attack.deck:
            cards = self._book.deck(deck)
            yield "direction", self._naming.direction(self._book.direction_of[cards.index[name]])
        if deck == solo.fights.deck:
            yield "damage", str(row.cells.get(solo.fights.column, 0))
        if deck == solo.hand.deck:
            yield "goal", self._naming.value(solo.hand.counts + row.id)
        if deck in (solo.income, solo.hand.deck):
            yield "gives", telling.gives(row)
        if solo.market.column in row.cells:
            yield "goods", telling.number(row)
        if solo.scouting.pattern in row.cells:
            yield "pattern", telling.pattern(row)

    def _paths(self) -> Iterator[PathCardView]:
        known = {path.card: path for path in self._seen.points.paths} if self._seen.points else {}
        for name in self._seen.paths:
            card, path = self._card(self._solo.hand.deck, name), known.get(name)
            yield PathCardView(card, path.count, path.points) if path else PathCardView(card)

    def _other(self, other: SeenOther) -> NeutralView:
        laid = tuple(zip(self._tolls, (other.goods, other.scouts), strict=True))
        told = self._naming.pays((item, count) for item, count in laid if count)
        card = self._card(self._solo.neutral.deck, other.card)
        return NeutralView(card, self._tokens(laid), told, other.goods + other.scouts)

    def _decks(self) -> Iterator[DeckView]:
        for pile in self._seen.piles:
            title, back = self._naming.deck(pile.deck), self._album.back(pile.deck)
            yield DeckView(title, len(pile.unseen), len(pile.discards), back)

    def _draw(self) -> DrawView | None:
        draw = self._seen.draw
        if draw is None or not self._seen.typed:
            return None
        rows = [(name, self._naming.card_row(draw.deck, name)) for name in draw.unseen]
        titles = ((name, self._naming.row(row) if "name" in row.cells else name) for name, row in rows)
        cards = tuple(sorted(titles, key=lambda card: card[1]))
        return DrawView(self._naming.deck(draw.deck), cards)

    def _notes(self) -> SheetTerms:
        solo, naming = self._solo, self._naming
        fighters = naming.words("or").join(naming.track(track) for track, _ in solo.fights.gladiators)
        goods, scout = map(naming.item, self._tolls)
        return SheetTerms(naming.track(solo.market.track), naming.track(solo.scouting.map), fighters, (goods, scout))

    @property
    def _tolls(self) -> tuple[str, str]:
        """The items that a good and a pattern cost, which lie on the card afterwards."""
        boxes = self._book.boxes
        masks = boxes.mask(self._book.market), self._book.scout_moves
        moves = [boxes.moves[(mask & -mask).bit_length() - 1] for mask in masks]
        goods, scout = (self._book.items[move.pays[0][0]] for move in moves)
        return goods, scout

    # what was turned up

    def _turned(self, step: LiveStep) -> Iterator[TurnedCardView]:
        verb, words = step.action
        draw, others = step.before.draw, {other.card for other in step.before.others}
        if verb == REVEAL and draw:
            yield TurnedCardView(self._card(draw.deck, words[0]), draw.reason)
        elif verb == PATH and step.after.prospect:
            yield TurnedCardView(self._card(self._solo.hand.deck, step.after.prospect), PROSPECT)
        elif verb in _PAID and words and words[0] in others:
            item = self._naming.item(self._tolls[_PAID[verb] == SCOUT])
            yield TurnedCardView(self._card(self._solo.neutral.deck, words[0]), _PAID[verb], item)

    # the attack

    def _attack(self, raid: VisibleAttack, year: int, result: AttackResult | None = None) -> AttackView:
        if result is None and self._seen.phase == RESULT and self._seen.results:
            result = self._seen.results[-1]
        ends = None
        if result:
            raid = replace(
                raid, came=result.came, counts=result.counts, stopped=result.stopped, cancelled=result.cancelled
            )
            ends = result.loss, result.gain
        attack = self._solo.attack
        items = self._naming.track(attack.disdain), self._naming.icon(attack.gains)
        told, fronts = self._telling.cards(raid), tuple(self._fronts(raid))
        return AttackView(year, raid.potential, raid.cards + raid.extra, told, fronts, items, ends)

    def _ended(self) -> Iterator[AttackView]:
        """An attack that the last steps ended: of the full game, where the next year begins by itself."""
        for step in self._steps:
            if step.before.raid and step.before.kind == FULL:
                for result in new_results(step):
                    yield self._attack(step.before.raid, result.year, result)

    def _direction(self, name: str) -> int:
        return self._book.direction_of[self._book.deck(self._solo.attack.deck).index[name]]

    def _fronts(self, raid: VisibleAttack) -> Iterator[AttackDirectionView]:
        many = len(self._book.directions)
        for number in range(many):
            cards = [self._card(self._solo.attack.deck, name) for name in raid.came if self._direction(name) == number]
            stops = raid.stopped[number] if raid.stopped else -1
            gone = raid.cancelled[number] if raid.cancelled else 0
            fates = _fates(len(cards), stops, gone)
            through = fates.count(THROUGH)
            most = through if stops >= 0 else self._book.boxes.lengths[self._book.cohorts[number]]
            comers = tuple(AttackCardView(card, fate) for card, fate in zip(cards, fates, strict=True))
            turn = round(180 * number / (many - 1)) - 90 if many > 1 else 0
            yield AttackDirectionView(self._naming.direction(number), turn, comers, stops, gone, through, most)


def _fates(cards: int, stops: int, cancelled: int) -> list[str]:
    """What becomes of the cards of a direction, in the order in which they came."""
    if stops < 0:
        return [COMING] * cards
    fates = [STOPPED] * stops + [CANCELLED] * cancelled + [THROUGH] * cards
    return fates[:cards]
