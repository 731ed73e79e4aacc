"""View models of single cards and item tokens: a printed face, and what it says in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.base.records import dataclass
from generator.model.game import Row
from generator.model.text import Text
from generator.play.text.event_text import EventText
from generator.play.text.item_names import ItemNames
from generator.solo.compiled.deck_cards import whole_number
from generator.web.play.card_pictures import CardPicture, CardPictures


@dataclass(frozen=True, slots=True)
class TokenView:
    """A number of tokens of one item."""

    item: str
    count: int
    picture: CardPicture | None


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that the player may see."""

    name: str
    """Its id, as it is typed."""
    title: str
    facts: tuple[tuple[str, str], ...]
    """What it means in this game: `gives`, `goods`, `pattern`, `damage`, `direction` and `goal`, each in words."""
    gives: tuple[TokenView, ...]
    picture: CardPicture | None
    """None if the face cannot be drawn; the page then shows the facts."""

    def fact(self, kind: str) -> str:
        return dict(self.facts).get(kind, "")


class CardViewFactory:
    """Makes the views of a game's cards in one language."""

    def __init__(self, pictures: CardPictures, names: ItemNames) -> None:
        self.pictures, self.names = pictures, names
        self.event_text = EventText(names)

    def card(self, deck: str, name: str) -> CardView:
        row = self.names.card_row(deck, name)
        title = self.names.row(row) if isinstance(row.cells.get("name"), Text) else name
        gives = self.tokens((item, whole_number(row, item)) for item in self.names.book.items)
        return CardView(name, title, tuple(self._facts(deck, name, row)), gives, self.pictures.front(deck, row))

    def tokens(self, counts: Iterable[tuple[str, int]]) -> tuple[TokenView, ...]:
        """Make the views of items, without those of which there are none."""
        return tuple(self.token(item, count) for item, count in counts if count)

    def token(self, item: str, count: int) -> TokenView:
        return TokenView(self.names.item(item), count, self.pictures.token(item))

    def _facts(self, deck: str, name: str, row: Row) -> Iterator[tuple[str, str]]:
        """What counts of a card in its deck: goal and items of a neutral card mean nothing, for example."""
        book, solo = self.names.book, self.names.book.solo
        if deck == solo.attack.deck:
            yield "direction", self.names.direction(book.direction_of[book.deck(deck).index[name]])
        if deck == solo.fights.deck:
            yield "damage", str(row.cells.get(solo.fights.column, 0))
        if deck == solo.hand.deck:
            yield "goal", self.names.value(solo.hand.counts + row.id)
        if deck in (solo.income, solo.hand.deck):
            yield "gives", self.event_text.gives(row)
        if solo.market.column in row.cells:
            yield "goods", self.event_text.number(row)
        if solo.scouting.pattern in row.cells:
            yield "pattern", self.event_text.pattern(row)
