"""The features of a position that the learned evaluation adds up: small whole numbers, each an index into a table.

They are made from the data of a game: levels of tracks, circled boxes, boxes that other tracks open, what counts for
the paths that are kept, and what later attacks would bring.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from generator.base.memory.bounded_cache import BoundedCache
from generator.solo.compiled.boxes import BoxView
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.odds import AttackCards, Counts, Defence, attack_averages
from generator.solo.state import State

Features: TypeAlias = tuple[int, ...]

_GATES = 3
"""The most gates of a track that are told apart."""

MOST_ITEMS = 15
"""More of an item than this is worth no more."""

MOST_LOST = 40
"""Later attacks are told apart up to this loss, in halves of a point."""

MOST_KEPT = 8192
"""Values that each cache keeps, about ten games of the strong player. Few positions come up in other games."""


class FeatureTable(NamedTuple):
    """The kind and the subject of a feature, and the number of its values."""

    kind: str
    id: str
    size: int


class OpenBoxes(NamedTuple):
    """How far other tracks open a track: for each gate, the boxes that each of its levels allows."""

    track: int
    gates: tuple[tuple[int, tuple[int, ...]], ...]


class PathCount(NamedTuple):
    """The count that a path card scores, and the boxes that it depends on."""

    value: str
    read: Callable[[bytes], tuple[int, ...]]
    most: int


class PositionFeatures:
    """The features of the positions of one game."""

    def __init__(self, book: Rulebook) -> None:
        """Read from the rules which tracks, gates, paths and limits are features."""
        self._book = book
        boxes = book.boxes
        marked = (
            book.disdain,
            *(gladiator.trained for gladiator in book.gladiators),
            *(favour.track for favour in book.favours),
        )
        self.circled = tuple(dict.fromkeys(marked))
        # Circled boxes are counted in slices of the state: a slice is many times faster than a loop.
        self._spans = tuple((boxes.starts[track], boxes.starts[track] + boxes.lengths[track]) for track in self.circled)
        opened = [self._open_boxes(track) for track in range(len(boxes.tracks))]
        self._open = tuple(
            opening for count in range(1, 4) for opening in opened if len(opening.gates[:_GATES]) == count
        )
        self._by_one, self._by_two, self._by_three = (
            tuple(
                _lookup(opening, boxes.lengths[opening.track])
                for opening in self._open
                if len(opening.gates[:_GATES]) == count
            )
            for count in range(1, 4)
        )
        rows = book.deck(book.solo.hand.deck).rows
        self._paths = tuple(self._path_count(book.solo.hand.counts + row.id) for row in rows)
        self._limits = len(boxes.limits)
        self._no_paths = [0] * len(rows)
        self._path_boxes = book.boxes.span(book.paths)
        self._counts: dict[tuple[int, tuple[int, ...]], int] = BoundedCache(MOST_KEPT)
        self._lost: dict[tuple[Counts, int, int], int] = {}
        self._deck = tuple(map(book.direction_of.count, range(len(book.directions))))

    @cached_property
    def tables(self) -> tuple[FeatureTable, ...]:
        """Return the kind, subject and size of each lasting feature, in the order of `of`."""
        tracks, lengths = self._book.boxes.tracks, self._book.boxes.lengths
        levels = [FeatureTable("tracks", track.id, lengths[number] + 1) for number, track in enumerate(tracks)]
        circled = [FeatureTable("circled", tracks[track].id, lengths[track] + 1) for track in self.circled]
        opened = [FeatureTable("open", tracks[opening.track].id, lengths[opening.track] + 1) for opening in self._open]
        rows = self._book.deck(self._book.solo.hand.deck).rows
        paths = [FeatureTable("paths", row.id, count.most + 2) for row, count in zip(rows, self._paths, strict=True)]
        return (*levels, *circled, *opened, *paths, FeatureTable("attacks", "later", MOST_LOST + 1))

    @cached_property
    def year_tables(self) -> tuple[FeatureTable, ...]:
        """Return the features that matter only until the year ends; they follow the lasting ones."""
        limits = [FeatureTable("limits", limit.boxes[0], len(limit.boxes) + 1) for limit in self._book.boxes.limits]
        return (*limits, *(FeatureTable("items", item, MOST_ITEMS + 1) for item in self._book.items))

    def of(self, state: State, year: int) -> Features:
        """Return the features of a state as numbers; `year` is the last one whose attack does not count as later."""
        levels, boxes = state.levels, state.boxes
        circled = [boxes.count(1, start, end) for start, end in self._spans]
        opened = (
            *[table[levels[one]][levels[track]] for one, track, table in self._by_one],
            *[table[levels[one]][levels[two]][levels[track]] for one, two, track, table in self._by_two],
            *[table[levels[a]][levels[b]][levels[c]][levels[track]] for a, b, c, track, table in self._by_three],
        )
        used = state.used[: self._limits]
        items = [count if count < MOST_ITEMS else MOST_ITEMS for count in state.items]
        later = self._later_loss(state, year)
        return (*levels, *circled, *opened, *self._path_features(state), later, *used, *items)

    def _path_features(self, state: State) -> list[int]:
        """Return for each path card 0 if it is not kept, else 1 more than the count that it scores."""
        features = self._no_paths.copy()
        boxes = state.boxes
        for box in self._path_boxes:
            if boxes[box]:
                card = boxes[box] - 1
                features[card] = 1 + self._count(card, boxes)
        return features

    def _count(self, card: int, boxes: bytes) -> int:
        """Return the count that a path card, by its number, scores on the sheets."""
        value, read, most = self._paths[card]
        key = card, read(boxes)
        if key not in self._counts:
            self._counts[key] = min(most, self._book.boxes.book.value(value, BoxView(self._book.boxes, boxes)))
        return self._counts[key]

    def _path_count(self, value: str) -> PathCount:
        """Return the value that a path card counts, a function that reads the boxes it depends on, and their number."""
        book = self._book.boxes.book
        reads = sorted(self._book.boxes.index[box] for box in book.boxes_of(book.values[value].formula))
        return PathCount(value, itemgetter(*reads, reads[-1]), len(reads))

    def _open_boxes(self, track: int) -> OpenBoxes:
        """Return how far the levels of other tracks open the boxes of a track."""
        boxes = self._book.boxes
        needs: dict[int, list[int]] = {}
        for place, box in enumerate(boxes.span(track)):
            for gate, level in boxes.gates_of(box):
                needs.setdefault(gate, [0] * boxes.lengths[track])[place] = level
        # In a row a closed box also closes the ones behind it.
        in_row = boxes.tracks[track].order == "row"
        gates = []
        for gate, least in needs.items():
            counts = [[level >= needed for needed in least] for level in range(boxes.lengths[gate] + 1)]
            gates.append(
                (gate, tuple([*is_open, False].index(False) if in_row else sum(is_open) for is_open in counts))
            )
        return OpenBoxes(track, tuple(gates))

    def _later_loss(self, state: State, year: int) -> int:
        """Return the mean disdain of all later attacks if the cohorts stay as they are, in halves of a point."""
        book = self._book
        grade = book.grade(state.settings)
        cohorts = tuple([state.levels[cohort] for cohort in book.cohorts])
        key = cohorts, year, grade
        if key not in self._lost:
            # Favours are spent on the attack of their year, and are not counted on for later ones.
            none = (0,) * len(cohorts)
            later = [
                attack_averages(
                    AttackCards(self._deck, later_year.attacks[grade]), Defence(cohorts, none), later_year.potential
                )
                for later_year in book.years[year:]
            ]
            # In halves of a point: the tables have a row for each.
            self._lost[key] = min(MOST_LOST, int(2 * sum(averages.loss for averages in later)))
        return self._lost[key]


def _lookup(opened: OpenBoxes, length: int) -> tuple[Any, ...]:
    """Return a track's gates (tracks that open it), the track, and a table of its open boxes by all their levels."""
    gates = opened.gates[:_GATES]
    return (*(gate for gate, _ in gates), opened.track, _tabled([most for _, most in gates], length, length))


def _tabled(gates: list[tuple[int, ...]], least: int, length: int) -> Any:
    """Return nested tables of a track's open boxes, by the level of each gate (track that opens it) and its own.

    Earlier gates allow `least` boxes; `length` is the number of boxes of the track.
    """
    if not gates:
        return tuple(max(0, least - level) for level in range(length + 1))
    return tuple(_tabled(gates[1:], min(least, most), length) for most in gates[0])
