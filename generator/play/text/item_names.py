"""The names of a game's things in one language: boxes, tracks, items, cards, decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from generator.base.messages import Messages
from generator.build.icon_names import icon_names, plain_text
from generator.model.game import Game, Row
from generator.model.sheet import Box
from generator.model.text import Text
from generator.solo.compiled.rulebook import Rulebook


class ItemNames:
    """The names of a game with solo rules; `messages` are the messages of the program."""

    def __init__(self, book: Rulebook, messages: Messages, language: str) -> None:
        """Take a game's rules, the program's messages, and a language; a game without it uses its first one."""
        self.book = book
        self.messages = messages
        # A game may lack the language of the messages.
        self.language = language if language in book.game.languages else book.game.languages[0]

    @property
    def game(self) -> Game:
        """Return the game whose things are named."""
        return self.book.game

    @property
    def attack_items(self) -> dict[str, str]:
        """Return the names of the losses and gains by an attack, for messages: `loses` and `gains`."""
        attack = self.book.solo.attack
        return {"loses": self.track(attack.disdain), "gains": self.icon(attack.gains)}

    def text(self, text: Text | None) -> str:
        """Return a text in the language, without its markup and with names for its icons; empty for None."""
        return plain_text(text, self.language, self._icons) if text else ""

    def row(self, row: Row) -> str:
        """Return the name of a row of a table (a card, a direction), or its id where it has none."""
        name = row.cells.get("name")
        return self.text(name) if isinstance(name, Text) else row.id

    def box(self, id_: str) -> str:
        """Return the name of a box by its id, or the name of its track with a number."""
        box = self.book.boxes.book.box(id_)
        # Most boxes have no name of their own.
        if box.title:
            return self.text(box.title)
        return f"{self.track(box.track)} {box.number}"

    def track(self, id_: str) -> str:
        """Return the name of a track by its id, or of its area where only that has one."""
        return self.text(self.book.boxes.book.track(id_).title)

    def icon(self, icon: str) -> str:
        """Return the name of an icon of a box: an item, a step on a track, or another icon of the game."""
        return self._icons.get(icon, icon)

    item = icon

    def deck(self, id_: str) -> str:
        """Return the title of a deck by its id."""
        return next(self.text(deck.title) for deck in self.book.solo.decks if deck.id == id_)

    def per_direction(self, values: Iterable[object]) -> str:
        """Return the values with the names of their directions: `Left 2, Centre 0, Right 1`."""
        return self.messages("and").join(f"{self.direction(number)} {value}" for number, value in enumerate(values))

    def direction(self, number: int) -> str:
        """Return the name of a direction of attack by its number, from 0."""
        return self._directions[number]

    def card(self, deck: str, name: str) -> str:
        """Return a card of a deck as it is typed, with its name where it has one."""
        title = self.card_title(deck, name)
        return name if title == name else self.messages("card", name=name, title=title)

    def card_title(self, deck: str, name: str) -> str:
        """Return the printed name of a card of a deck; `name` itself for a card that has none."""
        row = self.card_row(deck, name)
        return self.row(row) if isinstance(row.cells.get("name"), Text) else name

    def card_row(self, deck: str, name: str) -> Row:
        """Return the row of the data for a card, by the id of its deck and its name as it is typed."""
        cards = self.book.deck(deck)
        return cards.rows[cards.index[name]]

    def held(self, items: Iterable[tuple[str, int]]) -> str:
        """Return the items in hand in words, `1 × Builder`, or the word for nothing."""
        return self.pays((item, count) for item, count in items if count) or self.messages("nothing")

    def value(self, id_: str) -> str:
        """Return the name of a value of the sheets, a track or a box, whichever has this id."""
        book = self.book.boxes.book
        if id_ in book.values:
            return self.text(book.values[id_].title) or id_
        return self.track(id_) if id_ in book.tracks else self.box(id_)

    def score_row(self, value: str) -> str:
        """Return the title of the row of the score column that shows a value; the value's id where no row does."""
        scores = (score for sheet in self.book.boxes.book.sheets for score in sheet.scores)
        return next((self.text(score.title) for score in scores if score.value == value), value)

    def box_price(self, box: Box) -> str:
        """Return the price and the gains of a box: `1 × Builder → 2 × Renown`."""
        prices = self.messages("or").join(self.pays(price.items) or self.messages("free") for price in box.costs)
        gives = self.gives(box)
        return prices + (f" → {gives}" if gives else "")

    def box_needs(self, box: Box) -> str:
        """Return the needs of a box before it can be filled, as `needs …`; empty for none."""
        boxes = self.book.boxes.book.boxes
        needs = [
            self.box(need.value) if need.value in boxes else f"{self.value(need.value)} {need.least}"
            for need in (*box.needs, *box.when)
        ]
        return self.messages("show.needs", what=self.messages("and").join(needs)) if needs else ""

    def counted(self, icons: Iterable[str]) -> str:
        """Return icons with their numbers in words, equal ones added up: `2 × Renown, 1 × Piety`."""
        counted = [self.messages("count", n=count, what=self.icon(icon)) for icon, count in Counter(icons).items()]
        return self.messages("and").join(counted)

    def gives(self, box: Box, paid: Iterable[str] = ()) -> str:
        """Return a box's gains in words, at once and every year, and the sections it opens.

        Where a box exchanges an item for another, the items in `paid` are not offered in return.
        """
        parts = [self.counted(box.gains)] if box.gains else []
        is_exchange = box.track in self.book.solo.exchange
        one_of = [icon for icon in box.one_of if not is_exchange or icon not in paid]
        parts += [self.messages("or").join(map(self.icon, one_of))] if one_of else []
        yearly = self.counted(box.yearly) or self.messages("or").join(map(self.icon, box.yearly_one_of))
        parts += [self.messages("yearly", what=yearly)] if yearly else []
        return self.messages("and").join([*parts, *self._opens(box)])

    def _opens(self, box: Box) -> Iterator[str]:
        """Yield a phrase for each section of tracks that a box opens."""
        for section, tracks in self._openings.get(box.id, {}).items():
            directions = self.book.directions
            part = self.direction(directions.index(section)) if section in directions else section
            yield self.messages("opens", part=part, what=self.messages("and").join(map(self.track, tracks)))

    def opened_sections(self, id_: str) -> set[tuple[str, str]]:
        """Return the sections that a box opens, each with its track; `gives` tells them in words."""
        return {(section, track) for section, tracks in self._openings.get(id_, {}).items() for track in tracks}

    @cached_property
    def _openings(self) -> dict[str, dict[str, list[str]]]:
        """Return for each box the sections whose boxes all need it, with the tracks of each section."""
        openings: dict[str, dict[str, list[str]]] = {}
        for track in self.book.boxes.tracks:
            for section, boxes in track.sections if track.boxes[0].section else ():
                # A box opens a section where every box of the section needs it.
                shared = set.intersection(*({need.value for need in box.needs} for box in boxes))
                for value in sorted(shared):
                    openings.setdefault(value, {}).setdefault(section, []).append(track.id)
        return openings

    def pays(self, items: Iterable[tuple[str, int]]) -> str:
        """Return items with their numbers in words, such as `1 × Builder, 2 × Soldier`; empty for none."""
        return self.messages("and").join(self.messages("count", n=count, what=self.item(item)) for item, count in items)

    @cached_property
    def _directions(self) -> tuple[str, ...]:
        """Return the names of the directions of attack, in the order of the rules."""
        rows = {row.id: row for rows in self.game.tables.values() for row in rows if row.id in self.book.directions}
        return tuple(self.row(rows[id_]) for id_ in self.book.directions)

    @cached_property
    def _icons(self) -> dict[str, str]:
        """Return the names of the game's icons in this language, by the word that stands for an icon."""
        return icon_names(self.game, self.language)
