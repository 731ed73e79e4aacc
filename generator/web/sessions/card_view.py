"""Cards and item tokens as a page shows them: the printed face of each, and what it says in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from generator.base.memory.limited_cache import LimitedCache
from generator.base.memory.value_size import value_size
from generator.base.records import dataclass
from generator.base.units import to_mm
from generator.build.options import PLAIN_THEME, BuildOptions
from generator.load.game_locations import GameFolder
from generator.model.game import Game, Row
from generator.model.paper import Paper
from generator.play.text.event_text import EventText
from generator.play.text.item_names import ItemNames
from generator.solo.compiled.deck_cards import whole_number
from generator.solo.compiled.rulebook import Rulebook
from generator.web.previews.face_previews import CSS_PIXELS, PAPER, FacePreview, FacePreviews, PreviewSet, game_language

FRONT, BACK = "front", "back"
MAX_BYTES = 2 << 20
"""Size of all kept lists of pictures."""


@dataclass(frozen=True, slots=True)
class CardPicture:
    """One printed face, and its true size in CSS pixels."""

    key: str
    width: int
    height: int

    @property
    def address(self) -> str:
        """Address of the picture."""
        return f"/face/{self.key}.svg"


Faces = Mapping[tuple[str, ...], CardPicture]
"""Pictures by component, side, set and row; an empty set or row stands for the first one."""


@dataclass(frozen=True, slots=True)
class CardPictures:
    """The faces of a game in one language; a face that cannot be drawn is left out."""

    faces: Faces
    sets: Mapping[str, tuple[str, str]]
    """Component and set of each deck; decks of the same component use the sets of different players."""
    tokens: Mapping[str, str]
    """Component of each item."""

    def front(self, deck: str, row: Row) -> CardPicture | None:
        """Return the picture of a card's front, by deck and row; None if it cannot be drawn."""
        part, set_id = self.sets[deck]
        return self.faces.get((part, FRONT, set_id, row.id)) or self.faces.get((part, FRONT, "", row.id))

    def back(self, deck: str) -> CardPicture | None:
        """Return the picture of a deck's back; None if it cannot be drawn."""
        part, set_id = self.sets[deck]
        return self.faces.get((part, BACK, set_id, "")) or self.faces.get((part, BACK, "", ""))

    def token(self, item: str) -> CardPicture | None:
        """Return the picture of a token of an item; None without one."""
        return self.faces.get((self.tokens.get(item, ""), FRONT, "", ""))


class CardPictureCache:
    """The pictures of games, kept by folder and language as long as their previews are."""

    def __init__(self, previews: FacePreviews, papers: Mapping[str, Paper]) -> None:
        self._previews, self._papers = previews, papers
        self._kept = LimitedCache[tuple[Path, str], tuple[Game, CardPictures]](
            MAX_BYTES, lambda stored: value_size(stored[1])
        )

    async def pictures(self, book: Rulebook, language: str) -> CardPictures:
        """Return the pictures of a game, in its first language if it lacks this one."""
        language = game_language(book.game, language)
        key = book.game.folder, language
        # Pictures whose faces have left the memory of the previews have to be drawn again.
        game, stored_pictures = self._kept.get(key) or (None, None)
        if (
            stored_pictures
            and game is book.game
            and self._previews.keeps(face.key for face in stored_pictures.faces.values())
        ):
            return stored_pictures
        previews = await self._draw(book, language)
        pictures = CardPictures(_faces(previews), _sets(book), _tokens(book.game, book.items))
        # With faults, the next request draws again: the files may have been mended.
        if not previews.faults and all(preview.face for preview in previews.faces):
            self._kept[key] = book.game, pictures
        return pictures

    async def _draw(self, book: Rulebook, language: str) -> PreviewSet:
        """Return the drawn faces of all decks and tokens of a game."""
        folder = GameFolder(book.game.folder, book.game.id)
        parts = dict.fromkeys([deck.cards for deck in book.solo.decks])
        parts |= dict.fromkeys(_tokens(book.game, book.items).values())
        papers, only = (self._papers[PAPER],), tuple(parts)
        options = BuildOptions(papers=papers, languages=(language,), only=only, backs_theme=PLAIN_THEME)
        return await self._previews.draw(folder, options, book.game, await self._previews.inputs(folder))


def _faces(previews: PreviewSet) -> Faces:
    """Return the pictures of drawn faces; where several share a key, the first one."""
    faces: dict[tuple[str, ...], CardPicture] = {}
    for preview in previews.faces:
        for key in _keys(preview) if preview.face else ():
            faces.setdefault(key, _picture(preview))
    return faces


def _keys(preview: FacePreview) -> Iterator[tuple[str, ...]]:
    """Yield the keys under which a face is looked for: with its set and row, and without either."""
    job, piece = preview.job, preview.job.piece
    set_id = piece.per.id if piece.per else ""
    # Also with empty ids: for decks without sets, and for backs.
    for set_ in {set_id, ""}:
        for row in (piece.row.id, ""):
            yield job.component.id, job.side, set_, row


def _picture(preview: FacePreview) -> CardPicture:
    """Return the picture of a face, with its true size in CSS pixels."""
    size = preview.job.trim
    key = preview.face.key if preview.face else ""
    return CardPicture(key, round(to_mm(size.width) * CSS_PIXELS), round(to_mm(size.height) * CSS_PIXELS))


def _sets(book: Rulebook) -> Mapping[str, tuple[str, str]]:
    """Return the component and the set of cards of each deck; decks of one component get one player's set each."""
    used: Counter[str] = Counter()
    sets_by_deck = {}
    for deck in book.solo.decks:
        # The players that have a set of the cards; one empty id if there is a single set.
        sets = [*dict.fromkeys(piece.per.id if piece.per else "" for piece in book.game.component(deck.cards).pieces)]
        # Several decks of one component take the sets of different players in turn.
        sets_by_deck[deck.id] = deck.cards, sets[used[deck.cards] % len(sets)]
        used[deck.cards] += 1
    return sets_by_deck


def _tokens(game: Game, items: tuple[str, ...]) -> Mapping[str, str]:
    """Return the component whose pieces all show one item, for each item that has such tokens."""
    tokens: dict[str, str] = {}
    for part in game.components:
        shown_items = {_item(piece.row, items) for piece in part.pieces}
        # A component with several items has no single picture for an item.
        if part.kind == "tokens" and len(shown_items) == 1:
            tokens.setdefault(shown_items.pop(), part.id)
    return {item: part for item, part in tokens.items() if item}


def _item(row: Row, items: tuple[str, ...]) -> str:
    """Return the item that a row of a token names in any of its cells; empty for none."""
    return next((cell.id for cell in row.cells.values() if isinstance(cell, Row) and cell.id in items), "")


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
    """Id of the card, as it is typed."""
    title: str
    facts: tuple[tuple[str, str], ...]
    """Meaning in this game: `gives`, `goods`, `pattern`, `damage`, `direction` and `goal`, each in words."""
    gives: tuple[TokenView, ...]
    picture: CardPicture | None
    """None if the face cannot be drawn; the page then shows the facts."""

    def fact(self, kind: str) -> str:
        """Return a fact by its kind, in words; empty if the card has none of this kind."""
        return dict(self.facts).get(kind, "")


class CardViewFactory:
    """Makes the views of a game's cards in one language."""

    def __init__(self, pictures: CardPictures, names: ItemNames) -> None:
        self.pictures, self.names = pictures, names
        self.event_text = EventText(names)

    def card(self, deck: str, name: str) -> CardView:
        """Return the view of a card by its deck and id."""
        row = self.names.card_row(deck, name)
        title = self.names.card_title(deck, name)
        gives = self.tokens((item, whole_number(row, item)) for item in self.names.book.items)
        return CardView(name, title, tuple(self._facts(deck, name, row)), gives, self.pictures.front(deck, row))

    def tokens(self, counts: Iterable[tuple[str, int]]) -> tuple[TokenView, ...]:
        """Return the views of items, without items whose count is 0."""
        return tuple(self.token(item, count) for item, count in counts if count)

    def token(self, item: str, count: int) -> TokenView:
        """Return the view of a number of tokens of one item."""
        return TokenView(self.names.item(item), count, self.pictures.token(item))

    def _facts(self, deck: str, name: str, row: Row) -> Iterator[tuple[str, str]]:
        """Yield the facts that matter in a deck: the goal of a neutral card means nothing, for example."""
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
