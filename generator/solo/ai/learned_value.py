"""The learned evaluation: the final score that a position leads to, as sums of tables in thousandths of a point.

Every sum is of whole numbers, so that the same decision is taken on every machine. The attack of the year is added by
its exact odds, and the items in hand by tables of their own.
"""

from __future__ import annotations

from functools import cached_property
from operator import add, getitem
from typing import TypeAlias

from generator.base.memory.bounded_cache import BoundedCache
from generator.model.weights import FeatureTables, ValueTables, YearTables
from generator.solo.ai.position_features import MOST_KEPT, FeatureTable, PositionFeatures
from generator.solo.availability import attack_counts, open_gaps, unused_by_direction
from generator.solo.compiled.boxes import bits
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.odds import AttackCards, Counts, coming
from generator.solo.state import OVER, State, UseFavours

_Table: TypeAlias = tuple[int, ...]
_FAVOURS = UseFavours().kind

Through: TypeAlias = tuple[tuple[int, int], ...]
"""Disdain that an attack may bring, each with the number of ways it can come about."""


class LearnedValue:
    """The expected final score of positions of one game. Players may share one: it keeps odds it has computed."""

    def __init__(self, book: Rulebook, weights: ValueTables) -> None:
        """Lay out the learned tables by year and feature, for quick look-ups."""
        self._book = book
        self.features = PositionFeatures(book)
        self._start = weights.start
        years = range(len(book.years))
        lasting, passing = self.features.tables, self.features.year_tables
        lasting_tables = [_table_of(weights.kept, feature, len(years)) for feature in lasting]
        more = [_table_of(weights.playing, feature, len(years)) for feature in (*lasting, *passing)]
        # While a year goes on, its tables are added to the lasting ones, so that a position needs one look-up.
        both = [tuple(map(_added, one, two)) for one, two in zip(lasting_tables, more, strict=False)] + more[
            len(lasting_tables) :
        ]
        self._kept = tuple(tuple(table[year] for table in lasting_tables) for year in years)
        self._playing = tuple(tuple(table[year] for table in both) for year in years)
        attack = book.solo.attack
        gained = book.boxes.fills[attack.gains][0]
        # Places of the features that the attack changes: valour, disdain as marked, disdain as circled.
        self._attack_features = (
            gained,
            book.disdain,
            len(book.boxes.tracks) + self.features.circled.index(book.disdain),
        )
        self._through: dict[tuple[int, Counts, int, int, Counts, int], Through] = BoundedCache(MOST_KEPT)
        self._gains: dict[tuple[int, int, int, int, Through], int] = BoundedCache(MOST_KEPT)
        self._first_phase = book.phases[0]
        self._before_attack = book.phases[: book.phases.index("attack")]
        self._attack_deck = book.deck_index[attack.deck]
        self._directions: dict[int, Counts] = BoundedCache(MOST_KEPT)

    def total(self, state: State) -> int:
        """Return the value of a position while its year goes on: the expected score, in thousandths of a point."""
        return self._value(state, self._playing)

    def kept(self, state: State) -> int:
        """Return the value of a position if the year ends now, in thousandths of a point.

        The attack that is to come counts with its average outcome.
        """
        return self._value(state, self._kept)

    def _value(self, state: State, tables: tuple[tuple[_Table, ...], ...]) -> int:
        """Return the value of a position by the tables for a year under way or at its end, with its attack."""
        if state.phase in (OVER, self._first_phase):
            return self.after_year(state)
        year = state.year - 1
        features = self.features.of(state, state.year)
        total = sum(map(getitem, tables[year], features)) + self._start[year]
        through = self._outcomes(state, year)
        return total + self._attack_gain(year, features, through) if through else total

    def after_year(self, state: State) -> int:
        """Return the value after the attack of a year, before the next year has begun, in thousandths of a point.

        Items that the attack gave are not counted.
        """
        year = len(self._book.years) if state.phase == OVER else state.year - 1
        if year == 0:
            return self._start[0]
        return sum(map(getitem, self._kept[year - 1], self.features.of(state, year))) + self._start[year - 1]

    # the attack of the year

    def _outcomes(self, state: State, year: int) -> Through:
        """Return the disdain (a penalty) that this year's attack may bring, each with its number of ways.

        Empty once the attack is over.
        """
        book, potential = self._book, self._book.years[year].potential
        if state.pending and state.pending[0].kind == _FAVOURS:
            return ((min(potential, sum(open_gaps(book, state))), 1),)
        if state.phase not in self._before_attack:
            return ()
        cards = book.attack_size(state.settings, state.year)
        for neutral in state.neutral:
            cards += neutral.goods + neutral.scouts
        tied, free = self._favours(state)
        unseen = state.unseen[self._attack_deck]
        key = year, tuple([state.levels[cohort] for cohort in book.cohorts]), cards, unseen, tied, free
        if key not in self._through:
            self._through[key] = self._count_ways(key, state.discards[self._attack_deck])
        return self._through[key]

    def _favours(self, state: State) -> tuple[Counts, int]:
        """Return the unused favours of each direction, and the number of those for any direction."""
        # Most states have no favours: the same tuple then stands for none of them.
        if any(state.levels[favour.track] for favour in self._book.favours):
            return unused_by_direction(self._book, state)
        return self._no_favours

    @cached_property
    def _no_favours(self) -> tuple[Counts, int]:
        """Return the favours of a state that has none: 0 for each direction, and 0 for any."""
        return (0,) * len(self._book.directions), 0

    def _count_ways(self, key: tuple[int, Counts, int, int, Counts, int], discards: int) -> Through:
        """Return each disdain that an attack may bring with its number of ways.

        `key` holds year, cohorts, cards to come, unseen cards as a mask, and favours for one and for any direction.
        """
        year, cohorts, cards, unseen, tied, free = key
        potential = self._book.years[year].potential
        threat = AttackCards(self._by_direction(unseen), cards, self._by_direction(discards))
        ways = [0] * (potential + 1)
        for counts, number in coming(threat):
            gaps = [count - stops for count, stops in zip(counts, cohorts, strict=True)]
            unstopped = [gap - favours for gap, favours in zip(gaps, tied, strict=True)]
            # Free favours serve any direction, so they are taken off the sum.
            through = max(0, sum([gap for gap in unstopped if gap > 0]) - free)
            ways[min(potential, through)] += number
        return tuple((disdain, number) for disdain, number in enumerate(ways) if number)

    def _by_direction(self, cards: int) -> Counts:
        """Return how many cards of a mask come from each direction."""
        if cards not in self._directions:
            self._directions[cards] = tuple(attack_counts(self._book, bits(cards)))
        return self._directions[cards]

    def _attack_gain(self, year: int, features: tuple[int, ...], through: Through) -> int:
        """Return the average value of an attack's outcomes: valour gained, and disdain as marked and as circled."""
        gained, disdain, circled = self._attack_features
        key = year, features[gained], features[disdain], features[circled], through
        if key not in self._gains:
            potential = self._book.years[year].potential
            tables = self._kept[year]
            total = sum(
                ways
                * (
                    _rise(tables[gained], features[gained], potential - lost)
                    + _rise(tables[disdain], features[disdain], lost)
                    + _rise(tables[circled], features[circled], lost)
                )
                for lost, ways in through
            )
            # A whole number, so that the value is the same on every machine.
            self._gains[key] = total // sum(ways for _, ways in through)
        return self._gains[key]


def _rise(table: _Table, level: int, more: int) -> int:
    """Return the rise of a table's value from a level to one that is `more` levels higher."""
    # A level beyond the table counts as its last one.
    return table[min(level + more, len(table) - 1)] - table[level]


def _table_of(tables: FeatureTables, feature: FeatureTable, years: int) -> YearTables:
    """Return the table of a feature for each year: 0 where the data has none, the last number beyond its end."""
    rows = tables.get(feature.kind, {}).get(feature.id, ((0,),) * years)
    return tuple((*row, *(row[-1:] * (feature.size - len(row)))) for row in rows)


def _added(one: _Table, two: _Table) -> _Table:
    """Return the sum of two tables, value by value."""
    return tuple(map(add, one, two))
