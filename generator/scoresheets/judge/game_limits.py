"""Limits of the solo rules of a game: the most they allow, and the least they demand, after a number of years.

A sheet shows neither the cards that came, nor the difficulty, nor other settings: every limit is that of the luckiest
cards and the kindest settings. A game with changed rules is judged by limits made of its own rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import product
from operator import and_

from generator.model.formula import State
from generator.model.sheet import Box, Track
from generator.scoresheets.judge.item_flow import Counts, ItemFlow
from generator.scoresheets.judge.mark_counts import GivenIcons, later_icons
from generator.solo.compiled.rulebook import Rulebook


class GameLimits:
    """The limits of a game by its rulebook, for so many players, whose neighbours may pay them.

    `rewards` are items that a game may begin with: a sheet does not say whether it is of a campaign.
    """

    def __init__(self, rulebook: Rulebook, players: int = 1, rewards: Iterable[Mapping[str, int]] = ()) -> None:
        """Take the rulebook, the number of players, and the items that a campaign may begin with."""
        self._rewards = tuple(tuple(reward.get(item, 0) for item in rulebook.items) for reward in rewards)
        self.book = rulebook.boxes.book
        self.rulebook = rulebook
        self._solo = rulebook.solo
        self._neighbours = min(players - 1, self._solo.neutral.cards)

    @cached_property
    def flow(self) -> ItemFlow:
        """Return the costs and gains of the boxes, counted for every set of items."""
        return ItemFlow(self.rulebook.boxes, self._solo.exchange)

    @cached_property
    def tracks_in_any_order(self) -> frozenset[str]:
        """Return the ids of the tracks on which any free box may be the next, even if they are printed as a row."""
        return frozenset((self._solo.attack.disdain, *(battles for _, battles in self._fights)))

    @cached_property
    def icons_that_come_again(self) -> frozenset[str]:
        """Return the icons that come from elsewhere than filled boxes too, or come every year."""
        bonuses = {bonus.gains for sheet in self.book.sheets for bonus in sheet.bonuses}
        return frozenset({*later_icons(self.book), *bonuses, self._solo.attack.gains})

    @property
    def removals(self) -> tuple[tuple[str, str], ...]:
        """Return the icons that fill a circled box in, with the track of the box.

        Such boxes come from attacks alone.
        """
        return tuple((icon, track) for icon, track in self._solo.removes if track == self._solo.attack.disdain)

    @property
    def disdain(self) -> Track:
        """Return the track of disdain, the marks of attacks that were not stopped."""
        return self.book.track(self._solo.attack.disdain)

    @property
    def attack_icon(self) -> str:
        """Return the icon that attacks give for each point of their potential that brings no disdain."""
        return self._solo.attack.gains

    @property
    def map(self) -> Track:
        """Return the track whose boxes are the cells of the map, on which patterns are placed."""
        return self.book.track(self._solo.scouting.map)

    @cached_property
    def patterns(self) -> frozenset[int]:
        """Return every place of every pattern on the map, as bits of its cells."""
        return frozenset(mask for masks in self.rulebook.place_masks.values() for mask in masks)

    @cached_property
    def year_boxes(self) -> tuple[Box, ...]:
        """Return the boxes of the paths, one for each year.

        A path is the card that a player chooses for a year.
        """
        return self.book.track(self._solo.hand.paths).boxes

    def has_paths(self, state: State) -> bool:
        """Return whether a path is written for any year: beside printed sheets, paths may be kept as cards."""
        return any(state.get(box.id) for box in self.year_boxes)

    def latest_year(self, state: State) -> int:
        """Return the latest year that can have begun: by the paths, or by the years written if those are later.

        A sheet without any path may be of any year.
        """
        chosen = [number for number, box in enumerate(self.year_boxes, 1) if state.get(box.id)]
        if not chosen:
            return len(self.year_boxes)
        written = [year for _, year in years_written(self.book.boxes.values(), state)]
        return min(max(*chosen, *written, 0), len(self.year_boxes))

    def attacks_over(self, state: State) -> range:
        """Return the possible numbers of past attacks: one for each year that has begun, perhaps without the latest.

        On a sheet without paths it may be any number that its years allow.
        """
        latest = self.latest_year(state)
        if self.has_paths(state):
            return range(latest - 1, latest + 1)
        written = max((year for _, year in years_written(self.book.boxes.values(), state)), default=1)
        return range(min(written - 1, latest), latest + 1)

    def potential(self, years: int) -> int:
        """Return the sum of the marks that all attacks of the first years bring, as disdain or as valour."""
        return sum(year.potential for year in self.rulebook.years[:years])

    def supply(self, state: State, year: int) -> Counts:
        """Return the most items that can have been there by a year, counted for each set of items.

        They come from cards, income, battles and neighbours.
        """
        return self.flow.add((*self._from_cards(state, year), *self._from_boxes(state, year), self._from_neighbours))

    def _from_cards(self, state: State, year: int) -> Iterator[Counts]:
        """Yield the most items that a campaign, income cards and prospect cards can have given by a year."""
        # A card that was chosen as a path is not spent as a prospect.
        path_cards = {state.get(box.id) for box in self.year_boxes}
        yield self._best_income[year - 1]
        yield from (
            [self.flow.largest(1, [self.flow.weigh(reward) for reward in self._rewards])] if self._rewards else []
        )
        yield self.flow.largest(year, [counts for card, counts in self._prospects.items() if card not in path_cards])

    @cached_property
    def _best_income(self) -> Sequence[Counts]:
        """Return the most that the income cards of 1, 2, 3 … years give: the best of the deck for each set of items."""
        cards = [self.flow.weigh(numbers) for numbers in self.rulebook.deck(self._solo.income).items]
        return [self.flow.largest(number, cards) for number in range(1, len(self.year_boxes) + 1)]

    @cached_property
    def _prospects(self) -> Mapping[str, Counts]:
        """Return the items that each card of the hand gives when it is spent, by the id of the card."""
        hand = self.rulebook.deck(self._solo.hand.deck)
        return {row.id: self.flow.weigh(numbers) for row, numbers in zip(hand.rows, hand.items, strict=True)}

    def _from_boxes(self, state: State, year: int) -> Iterator[Counts]:
        """Yield income and rewards of battles: a box pays from the year after it was filled.

        One that is printed as filled pays from the first year.
        """
        for box in [box for box in self.book.boxes.values() if state.get(box.id)]:
            if box.yearly or box.yearly_one_of:
                chosen = self.flow.best([self.flow.count((icon,)) for icon in box.yearly_one_of])
                yield from [self.flow.add((self.flow.count(box.yearly), chosen))] * (year - (not box.start))
        for strength, battles in self._fights:
            rewards = [self.flow.count(icons) for box in self._filled(strength, state) for _, icons in box.outcomes]
            yield from [self.flow.best(rewards)] * len(self._filled(battles, state))

    @cached_property
    def _from_neighbours(self) -> Counts:
        """Return the items that neighbours pay for goods and patterns: each neighbour pays once for every such box."""
        icon, market = self._solo.scouting.icon, self._solo.market.track
        sold = [box for box in self.book.boxes.values() if box.track == market or icon in box.gains]
        return self.flow.add([self.flow.prices[box.id] for box in sold] * self._neighbours)

    def most_given(self, tracks: Iterable[str], state: State) -> int | None:
        """Return how many boxes of tracks the years can have filled, beside rewards of boxes; None if unknown."""
        ids, year = tuple(tracks), self.latest_year(state)
        most = self.most_beside_attacks(ids, state, year)
        if most is not None and self._solo.attack.gains in self._icons(ids):
            most += max(0, self.potential(year) - self.disdain_marks(state))
        return most

    def most_beside_attacks(self, tracks: Iterable[str], state: State, year: int) -> int | None:
        """Return how many boxes of tracks the years up to one can have filled without the icons of attacks.

        Rewards of boxes are not counted; None if the number is unknown.
        """
        ids = tuple(tracks)
        # An attack brings no more disdain than its potential.
        if ids == (self._solo.attack.disdain,):
            return self.potential(year)
        icons = self._icons(ids)
        if not icons:
            return None
        count = 0
        for box in [box for box in self.book.boxes.values() if state.get(box.id)]:
            times = sum(1 for icon in box.yearly if icon in icons) + (not icons.isdisjoint(box.yearly_one_of))
            # A box pays from the year after it was filled; the year of filling is not known, so the first is assumed.
            count += times * (year - (not box.start))
        return count + sum(self._most_won(strength, battles, state, icons) for strength, battles in self._fights)

    def disdain_marks(self, state: State) -> int:
        """Return how many marks of disdain, made by attacks that were not stopped, a sheet has, filled in or not."""
        return len(self._filled(self._solo.attack.disdain, state))

    def _icons(self, tracks: Iterable[str]) -> set[str]:
        """Return the icons that can fill any of some tracks."""
        return {icon for id_ in tracks for icon in self.book.track(id_).filled_by}

    @property
    def _fights(self) -> tuple[tuple[str, str], ...]:
        """Return for each gladiator the tracks of its strength and of its battles."""
        return self._solo.fights.gladiators

    def _most_won(self, strength: str, battles: str, state: State, icons: set[str]) -> int:
        """Return the most icons that the battles of a gladiator gave: the last one may have been lost."""
        trained, fights = self._filled(strength, state), len(self._filled(battles, state))
        if not (trained and fights):
            return 0
        won = max(sum(1 for icon in box.outcome(self._solo.fights.survives) if icon in icons) for box in trained)
        lost = sum(1 for icon in trained[-1].outcome(self._solo.fights.dies) if icon in icons)
        is_dead = all(state[box.id] == box.states for box in trained)
        return (fights - 1) * won + lost if is_dead else fights * won

    def battle_rewards(self, state: State) -> Iterator[GivenIcons]:
        """Yield the icons that battles must have given: for a gladiator's end, and the least for each battle survived.

        Every battle wounds, and none by more than the worst card: whoever survived one had more strength than the
        wounds that there were at least by then.
        """
        fights = self._solo.fights
        for strength, battles in fights.gladiators:
            trained, fought = self._filled(strength, state), len(self._filled(battles, state))
            wounds = sum(1 for box in trained if state[box.id] == box.states)
            is_over = bool(trained and fought) and wounds == len(trained)
            won = [trained[least:] for least in self._least_wounds(wounds, fought)[: fought - is_over]]
            rewards = [Counter(trained[-1].outcome(fights.dies))] if is_over else []
            rewards += [_common([box.outcome(fights.survives) for box in reached]) for reached in won]
            for icon, number in (pair for icons in rewards for pair in icons.items()):
                yield GivenIcons(frozenset((icon,)), "", number)

    def _least_wounds(self, wounds: int, fought: int) -> list[int]:
        """Return the least wounds after each battle of so many that brought so many wounds together."""
        mildest, worst = min(self.rulebook.damage), max(self.rulebook.damage)
        return [max(mildest * number, wounds - worst * (fought - number)) for number in range(1, fought + 1)]

    def least_disdain(self, state: State, years_over: int) -> int:
        """Return the least marks of disdain that the attacks of so many years must have left.

        The smallest attacks are assumed, all on the directions of the strongest cohorts, and the favours used where
        they help most. Cohorts never fall, so those of today stopped no less than those of then.
        """
        attack, years = self._solo.attack, self.rulebook.years[:years_over]
        stopped = sum(len(self._filled(track, state)) for _, track in attack.cohorts)
        used = sum(
            1 for track, _ in attack.favours for box in self._filled(track, state) if state[box.id] == box.states
        )
        least = {used: 0}
        """Least disdain so far, by the number of favours left."""
        for year in years:
            least = _after_attack(least, max(0, min(year.attacks) - stopped), year.potential)
        return min(least.values())

    def _filled(self, track: str, state: State) -> list[Box]:
        """Return the boxes of a track that are not empty."""
        return [box for box in self.book.track(track).boxes if state.get(box.id)]


def years_written(boxes: Iterable[Box], state: State) -> Iterator[tuple[Box, int]]:
    """Yield the boxes in which a year is written, each with its year."""
    for box in boxes:
        year = state.get(box.id)
        if box.kind == "year" and isinstance(year, int) and year:
            yield box, year


def _common(rewards: Sequence[tuple[str, ...]]) -> Counter[str]:
    """Return the icons that each of several rewards has, so that they were given whichever it was."""
    return reduce(and_, map(Counter, rewards)) if rewards else Counter()


def _after_attack(least: Mapping[int, int], through: int, potential: int) -> dict[int, int]:
    """Return the least disdain after one more attack, by the number of favours left.

    `through` is how many get past the cohorts; each favour that is used stops one of them.
    """
    results: dict[int, int] = {}
    for favours, brings in product(least, range(min(potential, through) + 1)):
        # What gets through beyond the potential brings no more disdain, so all of it comes without a favour.
        spent = 0 if brings == potential else through - brings
        if spent <= favours:
            results[favours - spent] = min(
                results.get(favours - spent, least[favours] + brings), least[favours] + brings
            )
    return results
