"""What a scoresheet is: areas of tracks of boxes, what the boxes cost, need and give, and how they add up.

The same nouns are printed, become form fields, are clicked in the browser, read back and played by the rules.
The sheets of a game are one `Book`: box, track and value ids are unique in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from itertools import chain

from generator.base.records import dataclass
from generator.model.formula import Formula, Span, State, value_names
from generator.model.text import Text

BOX_KINDS = ("mark", "mark2", "year", "number", "choice", "text")
"""Empty or marked · empty, circled, filled in · the number of a year · a number · one of some options · words."""

TRACK_ORDERS = ("row", "any")
"""From left to right without gaps, or freely."""


@dataclass(frozen=True, slots=True)
class Price:
    """One way to pay for a box, all of it together; nothing at all where it is free."""

    items: tuple[tuple[str, int], ...]
    """Items and how many; an item may be one that `Sheet.wild` lets others stand for."""


@dataclass(frozen=True, slots=True)
class Need:
    """What must hold for a box: a value, a track's level or a box of at least so much."""

    value: str
    """Id of a value, a track or a box of the book."""
    least: int


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers of a choice box."""

    id: str
    title: Text


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a sheet."""

    id: str
    """`^[a-z][a-z0-9_]{0,40}$`, unique in the book: on paper, in the form, in a saved game."""
    kind: str
    """One of KINDS."""
    title: Text | None
    """Its own name where it has one; others are known by their track and number."""
    costs: tuple[Price, ...]
    """Alternatives, one of them paid in full; none where only an icon fills it, or the rules do."""
    needs: tuple[Need, ...]
    """What must hold before it is filled, and holds ever after."""
    gains: tuple[str, ...]
    """What it gives at once, an icon each."""
    one_of: tuple[str, ...]
    """What it gives one of, by choice, beside `gains`."""
    start: int
    """What it holds from the start: 0, or 1 for a box printed as marked."""
    least: int
    most: int
    """The numbers that it takes; the most letters of a text, 0 for no limit; 0 and 0 for the other kinds."""
    options: tuple[Option, ...]
    tags: tuple[str, ...]
    """What else it is, for formulas and rules: `large`."""
    track: str
    """Id of its track."""
    number: int
    """Its place in the track, from 1."""
    provenance: str
    """Where its facts come from: a token, then others for single keys: `public pay=seed`."""
    section: str = ""
    """The part of the track that it belongs to."""
    when: tuple[Need, ...] = ()
    """What must hold only at the moment it is filled."""
    yearly: tuple[str, ...] = ()
    """What it gives every year once it is filled."""
    yearly_one_of: tuple[str, ...] = ()
    """What it gives one of every year, by choice."""
    outcomes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What it gives when something happens that the rules name: `("dies", ("piety", "piety"))`."""

    @property
    def states(self) -> int:
        """How many marks it can have beside none: 2 for a box that is circled and then filled in, else 1."""
        return 2 if self.kind == "mark2" else 1

    def outcome(self, name: str) -> tuple[str, ...]:
        """What it gives when that happens; nothing where it says nothing of it."""
        return dict(self.outcomes).get(name, ())


@dataclass(frozen=True, slots=True)
class Track:
    """Boxes in a row; its level is how many of them are marked."""

    id: str
    title: Text
    order: str
    """One of ORDERS."""
    filled_by: tuple[str, ...]
    """Icons that fill its next box."""
    boxes: tuple[Box, ...]
    filled_from: tuple[str, ...] = ()
    """The boxes whose icons those must be; empty where any will do."""
    columns: int = 0
    """How many boxes stand beside each other where they are a grid, row by row; 0 for a plain row."""
    note: Text | None = None
    """A rule in a few words, printed beside it; light markup."""

    @property
    def sections(self) -> Iterator[tuple[str, tuple[Box, ...]]]:
        """Its sections in order with their boxes; one without a name where it is not cut."""
        for name in dict.fromkeys(box.section for box in self.boxes):
            yield name, tuple(box for box in self.boxes if box.section == name)

    def in_section(self, box: Box) -> tuple[int, int, int]:
        """Which of its sections a box stands in, which box of it that is, both from 1, and how many it has."""
        for at, (name, boxes) in enumerate(self.sections, 1):
            if name == box.section:
                return at, [each.id for each in boxes].index(box.id) + 1, len(boxes)
        raise KeyError(box.section)


@dataclass(frozen=True, slots=True)
class Area:
    """Tracks that stand together under one title."""

    id: str
    title: Text
    note: Text | None
    """A rule in a few words, printed under the title; light markup."""
    tracks: tuple[Track, ...]


@dataclass(frozen=True, slots=True)
class YearLimit:
    """At most `most` of these year boxes may bear the same number."""

    boxes: tuple[str, ...]
    most: int


@dataclass(frozen=True, slots=True)
class DistinctChoices:
    """Of these choice boxes no two may have the same answer."""

    boxes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """A named formula; it is printed where it has a title."""

    id: str
    title: Text | None
    formula: Formula
    text: str
    """The formula as it stands in the data."""
    row: Text | None = None
    """Its title without that of its column, where the sheet has columns."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the score column."""

    value: str
    """Id of a value, a track or a box."""
    title: Text
    minus: bool
    """Whether it is printed as points lost; the total takes it away itself."""


@dataclass(frozen=True, slots=True)
class Rank:
    """What a total from `least` on is called."""

    least: int
    title: Text


@dataclass(frozen=True, slots=True)
class Ranks:
    """The table of ranks, lowest first."""

    of: str
    """Id of the value that is ranked."""
    rows: tuple[Rank, ...]

    def rank(self, total: int) -> Rank:
        """The rank of a total; the lowest one also below the table."""
        return next((rank for rank in reversed(self.rows) if total >= rank.least), self.rows[0])


@dataclass(frozen=True, slots=True)
class Bonus:
    """Whenever the value rises, each step gives the item once: a row completed, a new kind of goods."""

    value: str
    gains: str


@dataclass(frozen=True, slots=True)
class MarkSource:
    """For the reader: what may have filled the tracks apart from their icons in marked boxes and bonuses, at most."""

    tracks: tuple[str, ...]
    most: Formula


@dataclass(frozen=True, slots=True)
class UpperBound:
    """For the reader: something that is never more than something else."""

    title: Text
    """What would be wrong otherwise, in a few words."""
    of: Formula
    most: Formula


@dataclass(frozen=True, slots=True)
class Sheet:
    """One scoresheet as the rules see it; where its boxes stand on paper is another file."""

    id: str
    title: Text
    version: str
    areas: tuple[Area, ...]
    values: tuple[Value, ...]
    scores: tuple[ScoreRow, ...]
    limits: tuple[YearLimit, ...]
    different: tuple[DistinctChoices, ...]
    ranks: Ranks | None
    sources: tuple[MarkSource, ...]
    bonuses: tuple[Bonus, ...] = ()
    bounds: tuple[UpperBound, ...] = ()
    years: int = 0
    """The last number that a year box takes."""
    items: str = ""
    """The table whose rows are what boxes cost and give, beside icons that fill tracks."""
    effects: tuple[str, ...] = ()
    """Other icons that boxes give, whose effect the rules know."""
    wild: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Items of a price that stand for any one of others: `("any_worker", ("soldier", …))`."""
    columns: tuple[Option, ...] = ()
    """What stands side by side on it, such as players: each has its own boxes and values, `total_p1`."""

    @property
    def tracks(self) -> Iterator[Track]:
        """Every track in the order of paper."""
        return (track for area in self.areas for track in area.tracks)

    @property
    def boxes(self) -> Iterator[Box]:
        """Every box in the order of paper, which is the order of tabs."""
        return (box for track in self.tracks for box in track.boxes)


@dataclass(frozen=True, slots=True)
class Book:
    """The sheets of a game together, with everything by its id."""

    sheets: tuple[Sheet, ...]
    boxes: Mapping[str, Box]
    tracks: Mapping[str, Track]
    values: Mapping[str, Value]
    """Each after those that it names."""
    dependencies: Mapping[str, tuple[str, ...]]
    """For each value, those that it names, near or far, and itself, in the order of reckoning."""

    @classmethod
    def of(cls, sheets: Iterable[Sheet]) -> Book:
        """The book of sheets whose ids are unique; graphlib's CycleError where values name each other in a circle."""
        sheets = tuple(sheets)
        values = {value.id: value for sheet in sheets for value in sheet.values}
        uses = {id_: [*value_names(value.formula)] for id_, value in values.items()}
        order = tuple(TopologicalSorter(uses).static_order())
        return cls(
            sheets,
            {box.id: box for sheet in sheets for box in sheet.boxes},
            {track.id: track for sheet in sheets for track in sheet.tracks},
            {id_: values[id_] for id_ in order},
            _dependencies(order, uses),
        )

    def box(self, id_: str) -> Box:
        """The box with this id; KeyError where there is none."""
        return self.boxes[id_]

    def track(self, id_: str) -> Track:
        """The track with this id; KeyError where there is none."""
        return self.tracks[id_]

    def start(self) -> dict[str, int | str]:
        """The state of sheets that nobody has touched: what is printed as marked, and every other box empty."""
        blank = {"choice": "", "text": ""}
        return {id_: box.start or blank.get(box.kind, 0) for id_, box in self.boxes.items()}

    def level(self, id_: str, state: State) -> int:
        """How many boxes of a track are marked."""
        return sum(1 for box in self.tracks[id_].boxes if state.get(box.id))

    def value(self, id_: str, state: State) -> int:
        """A value, a track's level, what a number box says, or 0 or 1 for another box; KeyError for anything else."""
        if id_ in self.values:
            return self.calculate(state, self.dependencies[id_])[id_]
        if id_ in self.tracks:
            return self.level(id_, state)
        written = state.get(id_) or 0
        return int(written) if self.boxes[id_].kind == "number" else int(bool(written))

    def calculate(self, state: State, ids: Iterable[str] | None = None) -> dict[str, int]:
        """All values on a state, or some, each given after those that it names."""
        known: dict[str, int] = {}
        for id_ in self.values if ids is None else ids:
            known[id_] = self.values[id_].formula.value(state, known)
        return known

    def is_met(self, need: Need, state: State) -> bool:
        """Whether a need is met."""
        return self.value(need.value, state) >= need.least

    def span(self, formula: Formula) -> Span:
        """The least and the greatest value of a formula on any state, legal or not."""
        return formula.span(self.spans())

    def spans(self) -> Mapping[str, Span]:
        """The span of every value, for the width of its field, and of every number box."""
        spans = {id_: (box.least, box.most) for id_, box in self.boxes.items() if box.kind == "number"}
        for id_, value in self.values.items():
            spans[id_] = value.formula.span(spans)
        return spans


def _dependencies(order: tuple[str, ...], uses: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for id_ in order:
        found[id_] = tuple(dict.fromkeys(chain(*(found[name] for name in uses[id_]), (id_,))))
    return found
