"""The short rules of a game by the terms that it prints on its sheets and cards, for somebody who types a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache

from generator.build.icon_names import icon_names
from generator.load.sheets.short_rules_reader import read_short_rules
from generator.model.solo.short_rules import ShortRule, ShortRules
from generator.model.text import Text
from generator.play.explain.card_terms import CardTerms, RuleTerm, all_languages
from generator.play.rules.rules_protocol import PlayError
from generator.play.text.item_names import ItemNames
from generator.play.text.printed_names import PrintedNames
from generator.solo.compiled.rulebook import Rulebook

_TOLD = 3
"""Rules that are told of a word; of more, only the terms."""
_LEAST_LETTERS = 3
"""Letters of a word that is looked for within the rules."""


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
        return tuple(term for group in self._groups.values() for term in group)

    @cached_property
    def _groups(self) -> dict[str, tuple[RuleTerm, ...]]:
        """Return the terms by the key of their heading in lists."""
        rules, game = short_rules_of(self._names.book), self._names.game
        by_language = [icon_names(game, language) for language in game.languages]
        words = {icon: [names.get(icon, "") for names in by_language] for icon in rules.icons}
        spots = (self._term(rule, spot, rule.title) for (_, spot), rule in rules.spots.items())
        icons = (self._icon(rule, icon, words[icon]) for icon, rule in rules.icons.items())
        game_terms = (self._term(rule, id_, rule.title) for id_, rule in rules.terms.items())
        return {"sheets": (*self._areas(rules), *spots), "icons": tuple(icons), "words": tuple(game_terms)}

    @cached_property
    def _all_terms(self) -> tuple[RuleTerm, ...]:
        """Return `terms` and after them the named cards, the ranks and the numbered cards."""
        return (*self.terms, *self._cards.terms(), *self._cards.numbered())

    def told_rules(self, typed: str) -> Iterator[str]:
        """Yield the rules of a typed word, or the list of all terms where it is empty; raise PlayError as `find`.

        A word that is no term, but stands in the rules of some, leads to those.
        """
        if not typed:
            yield from self._listed()
            return
        try:
            terms = self.find(typed)
        except PlayError as error:
            terms = () if error.key in ("several", "misspelt") else self._mentioning(typed)
            if not terms:
                raise
            messages, titles = self._names.messages, dict.fromkeys(term.title for term in terms)
            yield messages("rules.inside", word=repr(typed), terms=messages("and").join(titles))
        if len(terms) <= _TOLD:
            yield from (self._names.messages("rules.term", term=term.title, text=term.text) for term in terms)

    def _listed(self) -> Iterator[str]:
        """Yield the list of all terms, the cards and ranks after the others; a sentence for a game without rules."""
        messages, listed = self._names.messages, set[str]()
        yield messages("rules.head" if self.terms else "rules.none")
        if not self.terms:
            return
        for key, terms in self._groups.items():
            titles = [title for title in dict.fromkeys(term.title for term in terms) if title not in listed]
            listed.update(titles)
            if titles:
                yield messages("rules.term", term=messages(f"rules.{key}"), text=messages("and").join(titles))
        yield from (messages("rules.term", term=title, text=names) for title, names in self._cards.lists())

    def _mentioning(self, typed: str) -> tuple[RuleTerm, ...]:
        """Return the terms whose rules have a word in them, in any language; nothing for single letters."""
        # Words of Japanese have no spaces between them, so they begin anywhere.
        word = re.escape(" ".join(typed.split()))
        pattern = re.compile(rf"\b{word}" if typed.isascii() else word, re.IGNORECASE)
        least = _LEAST_LETTERS if typed.isascii() else 1
        if len(word) < least:
            return ()
        return tuple(term for term in self.terms if any(map(pattern.search, (term.text, *term.texts))))

    def has(self, typed: str) -> bool:
        """Whether a word is one of the names of a term."""
        return self._index.has(typed)

    def find(self, typed: str) -> tuple[RuleTerm, ...]:
        """Return the terms that a word means, several where they share it; rules that say the same only once.

        A track and its icon have one name: the rules of both are told. Raises PlayError, with the nearest terms, for a
        word that means none.
        """
        title, word = self._all_terms[int(self._index.find(typed))].title, typed.strip().casefold()
        same = [term for term in self._all_terms if term.title == title or word in map(str.casefold, term.words)]
        return tuple({term.text: term for term in same}.values())

    @cached_property
    def _cards(self) -> CardTerms:
        """Return the terms of the cards and ranks."""
        return CardTerms(self._names)

    @cached_property
    def _index(self) -> PrintedNames:
        """Return the index of the terms, by their numbers; numbered cards and boxes are not suggested."""
        numbered = dict(self._numbered())
        listed = ((str(number), term.title, term.words) for number, term in enumerate(self._all_terms))
        return PrintedNames("term", (term for term in listed if term[1] not in numbered), numbered)

    def _numbered(self) -> Iterator[tuple[str, str]]:
        """Yield the words for boxes of plain rows and for numbered cards, with the numbers of their terms."""
        place = {term.words[0]: str(number) for number, term in enumerate(self.terms)}
        for area in self._sheets.areas:
            boxes = [box for track in area.tracks for box in track.boxes if area.id in place and not box.title]
            yield from ((word, place[area.id]) for box in boxes for word in (self._names.box(box.id), box.id))
        cards = tuple(self._cards.numbered())
        for number, card in enumerate(cards, len(self._all_terms) - len(cards)):
            yield from ((word, str(number)) for word in card.words)

    def _areas(self, rules: ShortRules) -> Iterator[RuleTerm]:
        """Yield the terms of the areas; the names of their tracks and boxes lead to them too."""
        for area in self._sheets.areas:
            if rule := rules.areas.get(area.id):
                parts: list[tuple[str, Text | None]] = [(track.id, track.title) for track in area.tracks]
                parts += [(box.id, box.title) for box in area.boxes]
                words = (word for id_, title in parts for word in (id_, *all_languages(title)))
                yield self._term(rule, area.id, area.title, *words)

    def _icon(self, rule: ShortRule, icon: str, icon_words: list[str]) -> RuleTerm:
        """Return the term of an icon, named by its rule or else by the game; `icon_words` are its names."""
        term = self._term(rule, icon, rule.title, *filter(None, icon_words))
        return term if term.title else term._replace(title=self._names.icon(icon))

    def _term(self, rule: ShortRule, id_: str, title: Text | None, *words: str) -> RuleTerm:
        """Return a term with its id, its titles in all languages and other words."""
        names, texts = (id_, *all_languages(title), *words), all_languages(rule.text)
        return RuleTerm(self._names.text(title), self._names.text(rule.text), names, texts)
