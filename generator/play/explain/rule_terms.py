"""The short rules of a game by the terms that are printed on its sheets, for somebody who types a word."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from generator.build.icon_names import icon_names
from generator.load.sheets.short_rules_reader import read_short_rules
from generator.model.solo.short_rules import ShortRule, ShortRules
from generator.model.text import Text
from generator.play.text.item_names import ItemNames
from generator.play.text.printed_names import PrintedNames
from generator.solo.compiled.rulebook import Rulebook


class RuleTerm(NamedTuple):
    """A printed term with its rule."""

    title: str
    text: str
    words: tuple[str, ...]
    """Other words for it: its id, its names in other languages, and the parts of the sheets that it covers."""


@lru_cache(maxsize=4)  # a page asks for the rules of many parts
def short_rules_of(book: Rulebook) -> ShortRules:
    """Return the short rules of a game's sheets; raises Faults for a file of them that cannot be read."""
    return read_short_rules(book.game)


class RuleTerms:
    """The terms of a game in one language, in the order of the sheets; none for a game without short rules."""

    def __init__(self, names: ItemNames) -> None:
        """Take the names of the game's things."""
        self._names = names
        self._sheets = names.book.boxes.book

    @cached_property
    def terms(self) -> tuple[RuleTerm, ...]:
        """Return all terms: areas of the sheets, other parts of them, icons, other words of the game."""
        rules, game = short_rules_of(self._names.book), self._names.game
        by_language = [icon_names(game, language) for language in game.languages]
        words = {icon: [names.get(icon, "") for names in by_language] for icon in rules.icons}
        spots = (self._term(rule, spot, rule.title) for (_, spot), rule in rules.spots.items())
        icons = (self._icon(rule, icon, words[icon]) for icon, rule in rules.icons.items())
        game_terms = (self._term(rule, id_, rule.title) for id_, rule in rules.terms.items())
        return (*self._areas(rules), *spots, *icons, *game_terms)

    def told_rules(self, typed: str) -> Iterator[str]:
        """Yield the rules of a typed word, or the list of all terms where it is empty; raise PlayError as `find`."""
        messages = self._names.messages
        if typed:
            yield from (messages("rules.term", term=term.title, text=term.text) for term in self.find(typed))
            return
        titles = dict.fromkeys(term.title for term in self.terms)
        yield messages("rules.head" if titles else "rules.none")
        yield from [messages("and").join(titles)] if titles else []

    def has(self, typed: str) -> bool:
        """Whether a word is one of the names of a term."""
        return self._index.has(typed)

    def find(self, typed: str) -> tuple[RuleTerm, ...]:
        """Return the terms that a word means, several where they share it; rules that say the same only once.

        A track and its icon have one name: the rules of both are told. Raises PlayError, with the nearest terms, for a
        word that means none.
        """
        title, word = self.terms[int(self._index.find(typed))].title, typed.strip().casefold()
        same = [term for term in self.terms if term.title == title or word in map(str.casefold, term.words)]
        return tuple({term.text: term for term in same}.values())

    @cached_property
    def _index(self) -> PrintedNames:
        """Return the index of the terms, by their numbers."""
        return PrintedNames("term", ((str(number), term.title, term.words) for number, term in enumerate(self.terms)))

    def _areas(self, rules: ShortRules) -> Iterator[RuleTerm]:
        """Yield the terms of the areas; the names of their tracks and boxes lead to them too."""
        for area in self._sheets.areas:
            if rule := rules.areas.get(area.id):
                parts: list[tuple[str, Text | None]] = [(track.id, track.title) for track in area.tracks]
                parts += [(box.id, box.title) for box in area.boxes]
                words = (word for id_, title in parts for word in (id_, *_all(title)))
                yield self._term(rule, area.id, area.title, *words)

    def _icon(self, rule: ShortRule, icon: str, icon_words: list[str]) -> RuleTerm:
        """Return the term of an icon, named by its rule or else by the game; `icon_words` are its names."""
        term = self._term(rule, icon, rule.title, *filter(None, icon_words))
        return term if term.title else term._replace(title=self._names.icon(icon))

    def _term(self, rule: ShortRule, id_: str, title: Text | None, *words: str) -> RuleTerm:
        """Return a term with its id, its titles in all languages and other words."""
        return RuleTerm(self._names.text(title), self._names.text(rule.text), (id_, *_all(title), *words))


def _all(title: Text | None) -> tuple[str, ...]:
    """Return a title in all its languages; nothing for None."""
    return tuple(words for _, words in title.by) if title else ()
