"""The cards of one seed, as far as they follow from the seed alone."""

from functools import cached_property
from itertools import accumulate

from generator.bots.dealer import _shuffled


class SeedCards:
    """The orders in which the cards of a seed come."""

    def __init__(self, book, seed, settings):
        """Take the rules, the seed, and the settings of a state, which say how many cards attack."""
        self.book, self.settings = book, settings
        orders = [_shuffled(seed, deck.deck.id, 1, range(len(deck.names))) for deck in book.decks]
        self.fate, self.hands, self.neutral = (
            orders[book.deck_index[id_]] for id_ in (book.solo.income, book.solo.hand.deck, book.solo.neutral.deck)
        )

    @property
    def years(self):
        """The numbers of the years."""
        return range(1, len(self.book.years) + 1)

    def hand(self, year):
        """Return the two cards of which one is kept as a path."""
        return self._dealt(self.hands, self.book.solo.hand.cards, year)

    def neutrals(self, year):
        """Return the neutral cards of a year."""
        return self._dealt(self.neutral, self.book.solo.neutral.cards, year)

    @staticmethod
    def _dealt(order, count, year):
        """Return the cards that come in a year, as many in each; refuse a deck that has too few."""
        dealt = order[(year - 1) * count : year * count]
        if len(dealt) < count:
            raise ValueError("the deck is shuffled again")
        return dealt

    def attack_size(self, year):
        """Return the cards of an attack by the board."""
        return self.book.attack_size(self.settings, year)

    @cached_property
    def income_places(self):
        """For each year, and after the last, the place in the deck of the income card where nothing else was drawn."""
        sizes = [1 + self.attack_size(year) for year in self.years]
        return dict(enumerate(accumulate(sizes, initial=0), 1))

    def income(self, place, item):
        """Return how much of an item the card at a place of the deck gives; after the first shuffle the most of any."""
        items = self.book.deck(self.book.solo.income).items
        return items[self.fate[place]][item] if place < len(self.fate) else max(card[item] for card in items)

    def attackers(self, place, direction):
        """Return how many of the cards before a place of the deck come from a direction; none after the first shuffle."""
        return sum(1 for card in self.fate[:place] if self.book.direction_of[card] == direction)

    def goods_at(self, place):
        """Return the numbers of goods that the card at a place may bring: all of them after the first shuffle."""
        goods = self.book.goods[self.book.solo.market.deck]
        return {goods[self.fate[place]]} if place < len(self.fate) else set(goods)
