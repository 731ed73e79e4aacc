"""The terms that cards and ranks of a game print: with the effects of the card, or the points of the rank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.model.game import Row
from generator.model.text import Text
from generator.play.text.event_text import EventText
from generator.play.text.item_names import ItemNames
from generator.play.text.prompts import Prompts
from generator.solo.compiled.deck_cards import DeckCards


class RuleTerm(NamedTuple):
    """A printed term with its rule."""

    title: str
    text: str
    words: tuple[str, ...]
    """Other words for it: its id, its names in other languages, and the parts of the sheets that it covers."""
    texts: tuple[str, ...] = ()
    """The rule in all languages, with its markup, in which words are looked for."""


class CardTerms:
    """The terms of a game's cards and ranks in one language."""

    def __init__(self, names: ItemNames) -> None:
        """Take the names of the game's things."""
        self._names, self._book, self._solo = names, names.book, names.book.solo
        boxes = names.book.boxes
        self._ranks = boxes.ranks.rows
        self._prompts = Prompts(names, EventText(names))

    def terms(self) -> Iterator[RuleTerm]:
        """Yield the terms of the cards that have names, then of the ranks, lowest first."""
        hand = self._book.deck(self._solo.hand.deck)
        for name, row in zip(hand.names, hand.rows, strict=True):
            if isinstance(title := row.cells.get("name"), Text):
                yield RuleTerm(self._names.text(title), self._path(name, row), (name, *all_languages(title)))
        yield from self._rank_terms()

    def numbered(self) -> Iterator[RuleTerm]:
        """Yield the term of each card of the attack that is called by its number alone."""
        # Only the attack's cards: the effects of their columns are the ones that a sentence tells.
        cards = self._book.deck(self._solo.attack.deck)
        for name, row in zip(cards.names, cards.rows, strict=True):
            if not isinstance(row.cells.get("name"), Text):
                words = (word for word, meant in cards.aliases.items() if meant == name)
                yield RuleTerm(name, self._prompts.events.chance_card(name), (name, *words))

    def lists(self) -> Iterator[tuple[str, str]]:
        """Yield pairs of a title and the names below it: for the cards of each deck, and for the ranks."""
        # Decks of the same cards are one list.
        names, decks = self._names, {self._component(cards): cards for cards in self._book.decks}
        yield from ((title, self._listed(deck)) for title, deck in decks.items())
        ranks = (names.text(rank.title) for rank in self._ranks)
        yield names.messages("rules.ranks"), names.messages("and").join(ranks)

    def _component(self, cards: DeckCards) -> str:
        """Return the title of the cards of a deck."""
        component = self._book.game.component(cards.deck.cards)
        return self._names.text(component.title)

    def _listed(self, cards: DeckCards) -> str:
        """Return the names of the cards of a deck; of cards that have only numbers, the first and the last."""
        titles = [self._names.card_title(cards.deck.id, name) for name in cards.names]
        is_numbered = titles == list(cards.names)
        return f"{titles[0]}–{titles[-1]}" if is_numbered else self._names.messages("and").join(titles)

    def _path(self, name: str, row: Row) -> str:
        """Return the texts of a path card that its effect does not tell already, and its effect."""
        effect = self._prompts.path_card(name)[1]
        cells = [cell for column, cell in row.cells.items() if column != "name" and isinstance(cell, Text)]
        # The goal is a part of the effect.
        further = [text for text in map(self._names.text, cells) if text not in effect]
        return self._names.messages("rules.path", text=" ".join(further), path=effect)

    def _rank_terms(self) -> Iterator[RuleTerm]:
        """Yield the terms of the ranks, with the points from which each is reached."""
        messages = self._names.messages
        for number, rank in enumerate(self._ranks):
            # A total below every rank has the lowest one too.
            text = messages("rules.rank", points=rank.least) if number else messages("rules.rank_lowest")
            yield RuleTerm(self._names.text(rank.title), text, all_languages(rank.title))


def all_languages(title: Text | None) -> tuple[str, ...]:
    """Return a title in all its languages; nothing for None."""
    return tuple(words for _, words in title.by) if title else ()
