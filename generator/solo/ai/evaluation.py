"""The value of a state, or of an action, to the computer players: weighted sums, without rules.

Every value is a whole multiple of 2**-20 points. Sums of such numbers are exact, so a decision depends neither on the
order in which they are added nor on the Python version: from 3.12 on, `sum` compensates the rounding of floats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import fsum
from operator import mul
from typing import TypeAlias

from generator.base.errors import UsageError
from generator.model.weights import POINT, Course, EvaluationWeights, ValueTables
from generator.solo.action import FAVOUR, PATH, STOP, Action
from generator.solo.ai.goal_tables import GoalAim, aimed_tables
from generator.solo.ai.learned_value import LearnedValue
from generator.solo.attack import outcome
from generator.solo.availability import kept_paths, open_gaps
from generator.solo.compiled.boxes import CHOICE, FILL, ITEM, BoxView
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.odds import AttackCards, Counts, Defence, attack_averages
from generator.solo.state import OVER, ChooseIcon, ChooseTrack, Pending, Reveal, State, UseFavours
from generator.solo.year import ACTIONS

_VERBS = {FAVOUR: 1.0, STOP: -1.0}
"""Values of actions that neither give nor cost anything: favours are used, and a stop is the last resort."""

_FAVOURS = UseFavours().kind

_FADES = 0.5
"""The weight of an attack a year later: the cohorts will have grown by then."""

_OVERRUN = 0.6
"""An extra cost of each card that gets through, so that a box helps even where the attack is lost anyway."""

_WeightsByYear: TypeAlias = tuple[tuple[float, ...], ...]
"""Weights of things in some order, for each year."""


_UNITS = 1 << 20
"""Units of value to a point."""


def exact_value(value: float) -> float:
    """Return the nearest whole multiple of 2**-20 points; sums of up to some million points of these are exact.

    >>> sum([exact_value(0.1)] * 10) == exact_value(0.1) * 10
    True
    """
    return round(value * _UNITS) / _UNITS


class ActionValues(dict[Action, float]):
    """The values of actions before they are tried; those that are not listed have the value of their verb."""

    def __missing__(self, action: Action) -> float:
        """Return the value of an action that is not listed: the value of its verb."""
        return _VERBS.get(action.verb, 0.0)


class Evaluation:
    """The weights of one game by number. Players may share one: it keeps the values of the attacks it has seen."""

    def __init__(self, book: Rulebook, weights: EvaluationWeights, aim: GoalAim | None = None) -> None:
        """Compile the weights; `aim` weighs the goals of the fort of `book`. Without it only points count."""
        self._book = book
        # A plain game has no goals, whatever the aim of a caller says.
        self._aim = aim if book.fort else None
        self._learned = weights.learned
        self._years = range(len(book.years))
        cards = [row.id for row in book.deck(book.solo.hand.deck).rows]
        self._tracks = self._by_year(weights.tracks, [track.id for track in book.boxes.tracks])
        self._items = self._by_year(weights.items, book.items)
        self._paths = self._by_year(weights.paths, cards)
        self._counts = self._by_year(weights.counts, cards)
        self._waiting = [
            {kind: exact_value(course[year]) for kind, course in weights.waiting.items()} for year in self._years
        ]
        # The track that valour fills, or none: then only disdain weighs.
        gained = [book.boxes.tracks[track].id for track in book.boxes.fills.get(book.solo.attack.gains, ())]
        self._attack = self._by_year(weights.tracks, ((*gained, "")[0], book.solo.attack.disdain))
        self._deck = tuple(map(book.direction_of.count, range(len(book.directions))))
        # Phases in which this year's attack has come already, or is being fought.
        self._after = book.phases[book.phases.index(ACTIONS) + 1 :]
        self._attacks: dict[tuple[Counts, int, int], float] = {}
        span = book.boxes.span(book.paths)
        self._path_boxes, self._kept_values = slice(span.start, span.stop), dict[tuple[int, bytes], float]()
        self._action_values = tuple(self._first_values(year) for year in self._years)

    @cached_property
    def learned(self) -> LearnedValue:
        """Return the learned evaluation of the strong player; raise UsageError if the game has none."""
        if self._learned is None:
            raise UsageError(f"{self._book.game.id} has no learned tables, which the strong player needs")
        return LearnedValue(self._book, self._aimed(self._learned))

    @property
    def has_goals(self) -> bool:
        """Return whether goals of a fort count beside the points."""
        return self._aim is not None

    def goal_points(self, state: State) -> int:
        """Return points for the progress of a finished game toward the goals of its fort, rounded down; else 0."""
        # Whole points, as scores are.
        return self._goal_value.after_year(state) // POINT if self._aim else 0

    @cached_property
    def _goal_value(self) -> LearnedValue:
        """Return an evaluation in which only the goals of the fort count."""
        return LearnedValue(self._book, self._aimed(ValueTables((0,) * len(self._years), {}, {})))

    def _aimed(self, tables: ValueTables) -> ValueTables:
        """Return learned tables with points for the goals of the fort added, where goals count."""
        return aimed_tables(self._book, tables, self._aim) if self._aim else tables

    def state_value(self, state: State) -> float:
        """Return the value of a state in points: all that is marked, held and pending, by the weights of its year."""
        year = max(0, state.year - 1)
        total: float = sum(map(mul, state.levels, self._tracks[year])) + sum(map(mul, state.items, self._items[year]))
        for pending in state.pending:
            total += self._pending_value(year, pending)
        return total + self._paths_value(year, state) + self._attacks_value(state)

    def _paths_value(self, year: int, state: State) -> float:
        """Return the worth, in points, of the path cards (kept for the score at the end) of a state.

        Hundreds of states that a player looks at have the same ones, so it is remembered.
        """
        # The boxes of the paths lie side by side, and their marks are the cards.
        key = year, state.boxes[self._path_boxes]
        if key not in self._kept_values:
            self._kept_values[key] = sum(self._paths[year][card] for card in kept_paths(self._book, state))
        return self._kept_values[key]

    def goals_value(self, state: State) -> float:
        """Return the value of the counts that the kept path cards score; slower to compute than `state_value`."""
        year, view, hand = max(0, state.year - 1), BoxView(self._book.boxes, state.boxes), self._book.solo.hand
        rows = self._book.deck(hand.deck).rows
        return sum(
            self._counts[year][card] * self._book.boxes.book.value(hand.counts + rows[card].id, view)
            for card in kept_paths(self._book, state)
            if self._counts[year][card]
        )

    def action_values(self, year: int) -> ActionValues:
        """Return the values of actions before they are tried, in a year from 1 on."""
        return self._action_values[max(0, year - 1)]

    def _attacks_value(self, state: State) -> float:
        """Return the value of this year's and later attacks if the cohorts stay as they are."""
        if state.phase == OVER or not state.year:
            return 0.0
        book, year = self._book, state.year - 1
        cohorts = tuple([state.levels[cohort] for cohort in book.cohorts])
        grade = book.grade(state.settings)
        now = self._current_attack_value(state, cohorts, book.years[year].attacks[grade])
        return now + self._later_attacks_value(cohorts, year + 1, grade)

    def _current_attack_value(self, state: State, cohorts: Counts, cards: int) -> float:
        """Return the value of this year's attack of so many cards, without those for tokens.

        Before the attack it is the average; once favours may be used, the outcome so far; afterwards 0.
        """
        book, year = self._book, state.year - 1
        if state.pending and state.pending[0].kind == _FAVOURS:
            _, loss, gain = outcome(open_gaps(book, state), book.years[year].potential)
            return self._outcome_value(year, gain, loss)
        if state.phase in self._after and _FAVOURS not in [pending.kind for pending in state.pending]:
            return 0.0
        for neutral in state.neutral:
            cards += neutral.goods + neutral.scouts
        return self._attack_value(cohorts, year, cards)

    def _later_attacks_value(self, cohorts: Counts, year: int, grade: int) -> float:
        """Return the value of the attacks from a year (from 0) on, at a difficulty by its number.

        Each later attack weighs less.
        """
        # Negative, so that it cannot meet the key of an attack, which has a count of cards there.
        key = cohorts, year, -1 - grade
        if key not in self._attacks:
            self._attacks[key] = sum(
                self._attack_value(cohorts, later_year, self._book.years[later_year].attacks[grade])
                * _FADES ** (later_year - year + 1)
                for later_year in self._years[year:]
            )
        return self._attacks[key]

    def _attack_value(self, cohorts: Counts, year: int, cards: int) -> float:
        """Return the value of an attack of so many cards in a year (from 0) against these cohorts."""
        key = cohorts, year, cards
        if key not in self._attacks:
            defence = Defence(cohorts, tied=(0,) * len(cohorts))
            averages = attack_averages(AttackCards(self._deck, cards), defence, self._book.years[year].potential)
            through = fsum(number * float(chance) for number, chance in enumerate(averages.through))
            self._attacks[key] = exact_value(
                self._outcome_value(year, float(averages.gain), float(averages.loss)) - _OVERRUN * through
            )
        return self._attacks[key]

    def _outcome_value(self, year: int, gain: float, loss: float) -> float:
        """Return the value of an attack's outcome, mean valour gained and mean disdain lost, in a year (from 0)."""
        gained, lost = self._attack[year]
        return gained * gain + lost * loss

    def _by_year(self, courses: Mapping[str, Course], ids: Sequence[str]) -> _WeightsByYear:
        """Return for each year the weights of the things with these ids, in their order; 0 where the data has none."""
        nothing = (0.0,) * len(self._years)
        return tuple(tuple(exact_value(courses.get(id_, nothing)[year]) for id_ in ids) for year in self._years)

    def _pending_value(self, year: int, pending: Pending) -> float:
        """Return the value of a choice that is to come, by its kind and, for icons, by the best of them."""
        if isinstance(pending, ChooseTrack):
            return self._icon_value(year, CHOICE, pending.icon)
        if isinstance(pending, ChooseIcon):
            return max(self._named_icon_value(year, icon) for icon in pending.icons)
        return self._waiting[year].get(pending.reason if isinstance(pending, Reveal) else pending.kind, 0.0)

    def _icon_value(self, year: int, kind: int, arg: int | str) -> float:
        """Return the value of an icon's effect in a year: its item, or the first box that it fills."""
        if kind == ITEM:
            return self._items[year][int(arg)]
        if kind == FILL:
            return self._tracks[year][int(arg)]
        tracks = self._book.boxes.fills.get(str(arg), ()) if kind == CHOICE else ()
        return max((self._tracks[year][track] for track in tracks), default=self._waiting[year].get(str(arg), 0.0))

    def _named_icon_value(self, year: int, icon: str) -> float:
        """Return the value of an icon in a year, by its name."""
        return self._icon_value(year, *self._book.boxes.effect(icon))

    def _first_values(self, year: int) -> ActionValues:
        """Return the values of a year's actions before they are tried, from prices and gains alone."""
        boxes = self._book.boxes
        values = ActionValues({move.action: self._move_value(year, number) for number, move in enumerate(boxes.moves)})
        for word, action in self._book.choices.items():
            track = boxes.track_index.get(word, -1)
            values[action] = self._named_icon_value(year, word) if track < 0 else self._tracks[year][track]
        for card, name in enumerate(self._book.deck(self._book.solo.hand.deck).names):
            values[Action(PATH, (name,))] = self._paths[year][card]
        return values

    def _move_value(self, year: int, number: int) -> float:
        """Return the value of a move (filling a box at one of its prices): the box and its gains, less the price."""
        boxes, move = self._book.boxes, self._book.boxes.moves[number]
        gains = sum(self._icon_value(year, kind, arg) for kind, arg in boxes.gains[move.box])
        choice = max((self._named_icon_value(year, icon) for icon in boxes.boxes[move.box].one_of), default=0.0)
        paid = sum(self._items[year][item] * count for item, count in move.pays)
        return self._tracks[year][boxes.track_of[move.box]] + gains + choice - paid
