"""The rules of one game, compiled once from its data and then only looked up.

A cohort is a track of soldiers against one direction of the attack, and a favour cancels one of its cards. The prospect
is the card of a year that gives its items, and neutral cards stand for neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from generator.model.game import Game, Row
from generator.model.sheet import Book
from generator.model.solo.solo_rules import Case, SoloRules
from generator.solo.action import CHOOSE, FAVOUR, FROM, PLACE, Action
from generator.solo.compiled.boxes import BoxRules
from generator.solo.compiled.deck_cards import DeckCards, whole_number
from generator.solo.compiled.fort_rules import FortRules
from generator.solo.compiled.scouting import Placement, cells_of, placements

OWN = "prospect"
"""Name of the player's own prospect as a source of patterns."""


class Gladiator(NamedTuple):
    """A gladiator: its track of strength, its track of battles, and the moves of both."""

    trained: int
    battles: int
    flag: int
    """The place in `State.used` that says whether it was trained this year."""
    moves: int
    battle_moves: int


class FavourTrack(NamedTuple):
    """A track of favours, and what they cancel."""

    track: int
    serves: int
    """The choice box that names their direction; -1 for favours of any direction."""
    actions: tuple[Action, ...]
    """One for each direction."""


class Year(NamedTuple):
    """The attack of a year, as the board has it."""

    potential: int
    attacks: tuple[int, ...]
    """Cards of the attack, for each choice of difficulty."""


class ClosedBoxes(NamedTuple):
    """Boxes that a fort closes, with their moves as a mask."""

    boxes: frozenset[int]
    moves: int
    until: int
    """The year from which they are open; 0 for never."""

    def in_year(self, year: int) -> bool:
        """Return whether the boxes are closed in a year."""
        return not self.until or year < self.until


class Rulebook:
    """A game's solo rules, compiled from its data; the same for every session, or every game of one fort."""

    def __init__(self, game: Game, solo: SoloRules, fort: FortRules | None = None) -> None:
        """Compile the solo rules of a game, with the changes of a fort, or None for the plain game."""
        self.game = game
        self.solo = fort.solo if fort else solo
        self.fort = fort
        """The fort whose changes of the rules hold; None for a plain game."""
        book = fort.book if fort else Book.of(game.sheets.values())
        # One sheet names the table of the items that players hold.
        items = next((sheet.items for sheet in book.sheets if sheet.items), "")
        self.items = tuple(row.id for row in game.rows(items)) if items else ()
        self.boxes = BoxRules(book, self.items)
        self.settings = {setting.id: number for number, setting in enumerate(solo.settings)}
        self.decks = tuple(DeckCards(deck, game.component(deck.cards), self.items) for deck in solo.decks)
        self.deck_index = {deck.id: number for number, deck in enumerate(solo.decks)}
        self.phases = tuple(row.id for row in game.tables[solo.phases])
        difficulty = solo.settings[self.settings[solo.difficulty]]
        self.grades = {choice.id: number for number, choice in enumerate(difficulty.choices)}
        # A fort may add cards to every attack, whatever the difficulty.
        more = fort.more_attack_cards if fort else 0
        self.years = tuple(
            Year(whole_number(row, solo.potential), tuple(whole_number(row, grade) + more for grade in self.grades))
            for row in game.tables[solo.rounds]
        )
        self._closings = tuple(self._closed_boxes(fort) if fort else ())
        self._read_year()
        self._read_attack()
        self._read_scouting()

    def applies(self, case: Case | None, settings: tuple[str, ...]) -> bool:
        """Return whether a rule holds with these settings: its case names a setting and a choice.

        Without one it never does.
        """
        return case is not None and settings[self.settings[case.setting]] == case.choice

    def deck(self, id_: str) -> DeckCards:
        """Return the cards of a deck by the deck's id."""
        return self.decks[self.deck_index[id_]]

    def name(self, deck: str, card: int) -> str:
        """Return the name of a card as it is typed, by the id of its deck and its number there."""
        return self.deck(deck).names[card]

    @cached_property
    def special_moves(self) -> int:
        """Return the moves that depend on more than levels and limits, such as battles of gladiators, as a bit mask."""
        masks = [self.scout_moves, *(gladiator.moves | gladiator.battle_moves for gladiator in self.gladiators)]
        masks += [moves for moves, *_ in self.must_fill] + [need.moves for need in self.boxes.late]
        return reduce(or_, masks)

    def places(self, source: str, pattern: str) -> tuple[tuple[int, Action], ...]:
        """Return every place of a pattern as a mask of map cells and the action that takes it.

        `source` is OWN or the name of a neutral card.
        """
        key = source, pattern
        # Computed once: a search asks for the same places again and again.
        if key not in self._places:
            pattern_places = self.placements[pattern]
            self._places[key] = tuple(
                (placement.mask, Action(PLACE, (source, *placement.words))) for placement in pattern_places
            )
        return self._places[key]

    @cached_property
    def choices(self) -> dict[str, Action]:
        """Return the actions that choose an icon, a track or an option, by its word."""
        boxes = self.boxes.boxes
        # Icons, tracks and options share one list: a word of the player means one of them.
        icons = [icon for box in boxes for icon in (*box.one_of, *box.yearly_one_of)]
        several = [self.boxes.tracks[number].id for fills in self.boxes.fills.values() if fills[1:] for number in fills]
        answers = [track for _, track in self.solo.answers]
        options = [option.id for box in boxes if box.track in answers for option in box.options]
        return {word: Action(CHOOSE, (word,)) for word in (*icons, *several, *options)}

    @cached_property
    def sources(self) -> dict[str, Action]:
        """Return the actions that say where a good comes from, by deck or neutral card."""
        names = (self.solo.market.deck, *self.deck(self.solo.neutral.deck).names)
        return {name: Action(FROM, (name,)) for name in names}

    def attack_size(self, settings: tuple[str, ...], year: int) -> int:
        """Return the cards of an attack by the board, without those for tokens on neutral cards."""
        return self.years[year - 1].attacks[self.grade(settings)]

    def grade(self, settings: tuple[str, ...]) -> int:
        """Return the number of the difficulty that was chosen, in the order of its choices."""
        return self.grades[settings[self.settings[self.solo.difficulty]]]

    def closing_of(self, box: int, year: int) -> ClosedBoxes | None:
        """Return the rule of a fort that keeps a box closed in a year; None where none does."""
        return next((closing for closing in self._closings if box in closing.boxes and closing.in_year(year)), None)

    def closed_boxes(self, year: int) -> dict[str, int]:
        """Return the boxes that the fort keeps closed in a year, with the year that opens them, 0 for never."""
        closings = [closing for closing in self._closings if closing.in_year(year)]
        return {self.boxes.boxes[box].id: closing.until for closing in closings for box in sorted(closing.boxes)}

    def closed_moves(self, year: int) -> int:
        """Return the moves whose boxes the fort keeps closed in a year, as a bit mask."""
        return reduce(or_, (closing.moves for closing in self._closings if closing.in_year(year)), 0)

    def opened_moves(self, year: int) -> int:
        """Return the moves whose boxes the fort opens with a year, as a bit mask."""
        return self.closed_moves(year - 1) & ~self.closed_moves(year)

    def gives_income(self, card: int, year: int) -> bool:
        """Return whether an income card counts in a year; at some forts cards without certain items are passed over."""
        condition = self.fort.income if self.fort else None
        if condition is None or condition.year != year:
            return True
        items = dict(zip(self.items, self.deck(self.solo.income).items[card], strict=True))
        return all(items[item] >= count for item, count in condition.needs)

    def _closed_boxes(self, fort: FortRules) -> Iterator[ClosedBoxes]:
        """Yield the boxes that a fort closes, with their moves and the year that opens them."""
        for closing in fort.closings:
            boxes = frozenset(self.boxes.index[box] for box in closing.boxes)
            yield ClosedBoxes(boxes, reduce(or_, (self.boxes.moves_of[box] for box in boxes), 0), closing.until)

    def _read_year(self) -> None:
        """Compile the rules of income, goods, battles, paths and exchanges into numbers of boxes and tracks."""
        boxes, solo = self.boxes, self.solo
        index = boxes.track_index
        self.yearly = tuple(
            (number, tuple(boxes.effect(icon, box.id) for icon in box.yearly), box.yearly_one_of)
            for number, box in enumerate(boxes.boxes)
            if box.yearly or box.yearly_one_of
        )
        self.market = index[solo.market.track]
        self.goods = {id_: self.deck(id_).column(solo.market.column) for id_ in (solo.market.deck, solo.neutral.deck)}
        self.damage = self.deck(solo.fights.deck).column(solo.fights.column)
        self.paths = index[solo.hand.paths]
        self.exchange = frozenset(index[track] for track in solo.exchange)
        self.answers = {index[track]: index[answer] for track, answer in solo.answers}
        self.apart = {
            box: group.boxes for sheet in boxes.book.sheets for group in sheet.different for box in group.boxes
        }
        self.removes = {icon: index[track] for icon, track in solo.removes}
        pairs = [(index[trained], index[battles]) for trained, battles in solo.fights.gladiators]
        self.gladiators = tuple(
            Gladiator(*pair, flag, *map(boxes.mask, pair)) for flag, pair in enumerate(pairs, len(boxes.limits))
        )
        self.must_fill = tuple(
            (self._moves_with(icon), boxes.mask(boxes.fills[icon][0]), case) for icon, case in solo.must_fill
        )

    def _moves_with(self, icon: str) -> int:
        """Return the moves whose box gives an icon, as a bit mask."""
        return sum(mask for box, mask in zip(self.boxes.boxes, self.boxes.moves_of, strict=True) if icon in box.gains)

    def _read_attack(self) -> None:
        """Compile the rules of the attack: directions, cohorts, disdain and favours."""
        boxes, attack = self.boxes, self.solo.attack
        self.directions = tuple(direction for direction, _ in attack.cohorts)
        self.cohorts = tuple(boxes.track_index[track] for _, track in attack.cohorts)
        self.direction_of = tuple(map(self.directions.index, self.deck(attack.deck).links(attack.column)))
        self.disdain = boxes.track_index[attack.disdain]
        self.favours = tuple(self._favours(track, serves) for track, serves in attack.favours)

    def _favours(self, track: str, serves: str) -> FavourTrack:
        """Return a track of favours with its actions.

        `serves` names the box that holds their direction, empty for any.
        """
        actions = tuple(Action(FAVOUR, (direction, track)) for direction in self.directions)
        return FavourTrack(self.boxes.track_index[track], self.boxes.index[serves] if serves else -1, actions)

    def _read_scouting(self) -> None:
        """Compile the rules of scouting: the map, the patterns of the cards, and all places of each pattern."""
        scouting = self.solo.scouting
        self.map = self.boxes.track_index[scouting.map]
        columns = self.boxes.tracks[self.map].columns or self.boxes.lengths[self.map]
        rows = self.boxes.lengths[self.map] // columns
        sources = [self.deck(id_) for id_ in (self.solo.hand.deck, self.solo.neutral.deck)]
        self.patterns, self.neutral_patterns = (cards.links(scouting.pattern) for cards in sources)
        self.placements: dict[str, tuple[Placement, ...]] = {}
        for row in [row for cards in sources for row in cards.rows]:
            pattern = row.cells.get(scouting.pattern)
            # A card without a pattern has no row of the table of patterns.
            if isinstance(pattern, Row):
                cells = cells_of(str(pattern.cells.get(scouting.cells, "")))
                self.placements[pattern.id] = placements(cells, rows, columns)
        self.place_masks = {
            id_: tuple(placement.mask for placement in pattern_places)
            for id_, pattern_places in self.placements.items()
        }
        self._places: dict[tuple[str, str], tuple[tuple[int, Action], ...]] = {}
        self.scout_moves = self._moves_with(scouting.icon)
        self.scout_boxes = tuple(number for number, box in enumerate(self.boxes.boxes) if scouting.icon in box.gains)
