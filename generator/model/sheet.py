"""Scoresheets: areas of tracks of boxes, the boxes' costs, conditions and gains, and the formulas of the score.

The same records are printed, become form fields, are clicked in the browser, read back, and played by the solo rules.
The sheets of a game are one `Book`, in which the ids of boxes, tracks and values are unique. The names of fields are
part of the digest in `form_stamp`: they cannot be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from itertools import chain

from generator.base.records import dataclass
from generator.model.formula import Formula, Span, State, box_ids, value_names
from generator.model.text import Text

BOX_KINDS = ("mark", "mark2", "year", "number", "choice", "text")
"""Kinds: empty or marked; empty, circled or filled in; the number of a year; a number; one of some options; words."""

TRACK_ORDERS = ("row", "any")
"""From left to right without gaps, or in any order."""


@dataclass(frozen=True, slots=True)
class Price:
    """One way to pay for a box, all items together; without items the box is free."""

    items: tuple[tuple[str, int], ...]
    """Items and their numbers; an item may be one of `Sheet.wild`."""


@dataclass(frozen=True, slots=True)
class Need:
    """A condition of a box: a value, a track's level or a box is at least `least`."""

    value: str
    """Id of a value, a track or a box of the book."""
    least: int


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice box or a setting, or one column of a sheet."""

    id: str
    title: Text


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a sheet."""

    id: str
    """`^[a-z][a-z0-9_]{0,40}$`, unique in the book; used on paper, in forms and in saved sessions."""
    kind: str
    """One of BOX_KINDS."""
    title: Text | None
    """Name of the box itself; None for a box named by track and number."""
    costs: tuple[Price, ...]
    """Alternatives, one of which is paid in full; none for boxes that only icons or the rules fill."""
    needs: tuple[Need, ...]
    """Conditions when it is filled, and ever after."""
    gains: tuple[str, ...]
    """The icons that it gives at once."""
    one_of: tuple[str, ...]
    """Icons of which one is gained by choice, beside `gains`."""
    start: int
    """Its state at the start: 0, or 1 for a box printed as marked."""
    least: int
    most: int
    """The range of a number; for a text the most letters, 0 for no limit; 0 and 0 for the other kinds."""
    options: tuple[Option, ...]
    tags: tuple[str, ...]
    """Words for formulas and rules: `large`."""
    track: str
    """Id of its track."""
    number: int
    """Its place in the track, from 1."""
    provenance: str
    """The source of its facts: a token, then exceptions for single keys: `public pay=seed`."""
    section: str = ""
    """The part of the track that it belongs to."""
    when: tuple[Need, ...] = ()
    """Conditions that are checked only at the moment the box is filled."""
    yearly: tuple[str, ...] = ()
    """The icons that it gives every year once it is filled."""
    yearly_one_of: tuple[str, ...] = ()
    """Icons of which it gives one by choice, every year."""
    outcomes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The icons that it gives on an event named by the rules: `("dies", ("piety", "piety"))`."""

    @property
    def states(self) -> int:
        """Highest state: 2 for a box that is circled and then filled in, else 1."""
        return 2 if self.kind == "mark2" else 1

    @property
    def takes_zero(self) -> bool:
        """Whether 0 can be written in the box: then only an empty text stands for an empty box."""
        return self.kind == "number" and self.least <= 0 <= self.most

    @property
    def empty(self) -> int | str:
        """Content of the box while it is empty."""
        return "" if self.kind in {"choice", "text"} or self.takes_zero else 0

    def is_empty(self, content: int | str) -> bool:
        """Whether the content means an empty box: "" where 0 is a number, else 0 or ""."""
        # In other boxes 0 means that no mark was made.
        return content == "" if self.takes_zero else not content

    def outcome(self, name: str) -> tuple[str, ...]:
        """Return the icons that the box gives on an event; none for an event that it does not name."""
        return dict(self.outcomes).get(name, ())


@dataclass(frozen=True, slots=True)
class Track:
    """A row of boxes; its level is the number of marked ones."""

    id: str
    title: Text
    order: str
    """One of TRACK_ORDERS."""
    filled_by: tuple[str, ...]
    """Icons that fill the next box."""
    boxes: tuple[Box, ...]
    filled_from: tuple[str, ...] = ()
    """Boxes that the icons of `filled_by` must come from; empty for any."""
    columns: int = 0
    """The columns of a grid, filled row by row; 0 for a plain row."""
    note: Text | None = None
    """A short rule printed beside it, in light markup."""

    @property
    def sections(self) -> Iterator[tuple[str, tuple[Box, ...]]]:
        """Yield the sections of the track in order, each with its boxes; without sections, all boxes as one."""
        for name in dict.fromkeys(box.section for box in self.boxes):
            yield name, tuple(box for box in self.boxes if box.section == name)

    def in_section(self, box: Box) -> tuple[int, int, int]:
        """Return the number of a box's section, its number in that section (both from 1), and the section's length."""
        for number, (name, boxes) in enumerate(self.sections, 1):
            if name == box.section:
                return number, [section_box.id for section_box in boxes].index(box.id) + 1, len(boxes)
        raise KeyError(box.section)

    def box_name(self, box: Box, title: str, line: int, say: Callable[..., str]) -> str:
        """Return the plain name of a box: its own title, or the title of this track and the place in it.

        `title` is the box's or else the track's, and `line` how many boxes are in a line, 0 for a track of one line.
        """
        if box.title or len(self.boxes) == 1:
            return title
        if box.section:
            section, n, m = self.in_section(box)
            return say("sheet.section_box", track=title, row=section, n=n, m=m)
        if not line:
            return say("sheet.box", track=title, n=box.number, m=len(self.boxes))
        index = box.number - 1
        # The last line of a track may be shorter.
        in_line = min(line, len(self.boxes) - index // line * line)
        return say("sheet.row_box", track=title, row=index // line + 1, n=index % line + 1, m=in_line)


@dataclass(frozen=True, slots=True)
class Area:
    """Tracks under one title."""

    id: str
    title: Text
    note: Text | None
    """A short rule printed under the title, in light markup."""
    tracks: tuple[Track, ...]

    @property
    def boxes(self) -> Iterator[Box]:
        """Yield every box of the area in printed order."""
        return (box for track in self.tracks for box in track.boxes)


@dataclass(frozen=True, slots=True)
class YearLimit:
    """At most `most` of these year boxes may have the same number."""

    boxes: tuple[str, ...]
    most: int


@dataclass(frozen=True, slots=True)
class DistinctChoices:
    """No two of these choice boxes may have the same answer."""

    boxes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """A named formula; it is printed if it has a title."""

    id: str
    title: Text | None
    formula: Formula
    text: str
    """The formula as written in the data."""
    row: Text | None = None
    """Title without the title of its column, on a sheet with columns."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the score column."""

    value: str
    """Id of a value, a track or a box."""
    title: Text
    minus: bool
    """Whether it is printed as points lost; the formula of the total subtracts it."""


@dataclass(frozen=True, slots=True)
class Rank:
    """The title for a total of at least `least`."""

    least: int
    title: Text


@dataclass(frozen=True, slots=True)
class Ranks:
    """The table of ranks, lowest first."""

    of: str
    """Id of the ranked value."""
    rows: tuple[Rank, ...]

    def rank(self, total: int) -> Rank:
        """Return the rank for a total of points; the lowest rank for a total below the table."""
        # The table rises, so the last rank that is reached is the highest.
        return next((rank for rank in reversed(self.rows) if total >= rank.least), self.rows[0])


@dataclass(frozen=True, slots=True)
class Bonus:
    """Each step by which the value rises gives the item once: a row completed, a new kind of goods."""

    value: str
    gains: str


@dataclass(frozen=True, slots=True)
class MarkSource:
    """A check on filled-in sheets: how many boxes of the tracks may be filled without an icon of a box or a bonus."""

    tracks: tuple[str, ...]
    most: Formula


@dataclass(frozen=True, slots=True)
class UpperBound:
    """A check on filled-in sheets: `of` is never more than `most`."""

    title: Text
    """Description of the fault if the bound is broken, in a few words."""
    of: Formula
    most: Formula


@dataclass(frozen=True, slots=True)
class Sheet:
    """One scoresheet without its layout on paper, which is a `Layout`."""

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
    """Highest number of a year box."""
    items: str = ""
    """The table whose rows are the items that boxes cost and give, beside the icons that fill tracks."""
    effects: tuple[str, ...] = ()
    """Icons of boxes beside those that fill tracks; their effects are part of the rules."""
    wild: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Items of a price that any one of others pays: `("any_worker", ("soldier", …))`."""
    columns: tuple[Option, ...] = ()
    """Columns, such as players: each has its own boxes and values, `total_p1`."""
    blocks: int = 0
    """Blocks side by side, where each column has a block of its own; 0 for columns side by side."""

    @property
    def tracks(self) -> Iterator[Track]:
        """Yield every track in printed order."""
        return (track for area in self.areas for track in area.tracks)

    @property
    def boxes(self) -> Iterator[Box]:
        """Every box in printed order, which is the tab order of forms."""
        return (box for track in self.tracks for box in track.boxes)


@dataclass(frozen=True, slots=True)
class Book:
    """The sheets of a game, with boxes, tracks and values by id."""

    sheets: tuple[Sheet, ...]
    boxes: Mapping[str, Box]
    tracks: Mapping[str, Track]
    values: Mapping[str, Value]
    """Formulas in the order of calculation: each after the values that it names."""
    dependencies: Mapping[str, tuple[str, ...]]
    """For each value all values that it depends on, itself included, in the order of calculation."""

    @classmethod
    def of(cls, sheets: Iterable[Sheet]) -> Book:
        """Return the book of some sheets; raises graphlib.CycleError for values that depend on each other."""
        sheets = tuple(sheets)
        values = {value.id: value for sheet in sheets for value in sheet.values}
        uses = {id_: [*value_names(value.formula)] for id_, value in values.items()}
        # Sorted once, so that a sheet is calculated in one pass.
        order = tuple(TopologicalSorter(uses).static_order())
        return cls(
            sheets,
            {box.id: box for sheet in sheets for box in sheet.boxes},
            {track.id: track for sheet in sheets for track in sheet.tracks},
            {id_: values[id_] for id_ in order},
            _dependencies(order, uses),
        )

    @property
    def areas(self) -> Iterator[Area]:
        """Yield the areas of all sheets."""
        return (area for sheet in self.sheets for area in sheet.areas)

    def box(self, id_: str) -> Box:
        """Return the box with an id. Raises KeyError."""
        return self.boxes[id_]

    def area_of(self, box: str) -> Area:
        """Return the area that a box stands in."""
        return next(area for area in self.areas if any(track.id == self.boxes[box].track for track in area.tracks))

    def track(self, id_: str) -> Track:
        """Return the track with an id. Raises KeyError."""
        return self.tracks[id_]

    def start(self) -> dict[str, int | str]:
        """Return the state of blank sheets: boxes printed as marked, and all others empty."""
        blank = {"choice": "", "text": ""}  # boxes of all other kinds hold numbers
        return {id_: box.start or ("" if box.takes_zero else blank.get(box.kind, 0)) for id_, box in self.boxes.items()}

    def level(self, id_: str, state: State) -> int:
        """Return the number of boxes of a track that are not empty."""
        return sum(1 for box in self.tracks[id_].boxes if state.get(box.id))

    def value(self, id_: str, state: State) -> int:
        """Return a value, a track's level, the number in a number box, or 0 or 1 for other boxes. Raises KeyError."""
        if id_ in self.values:
            return self.calculate(state, self.dependencies[id_])[id_]
        if id_ in self.tracks:
            return self.level(id_, state)
        # A box that is not in the state is empty.
        written = state.get(id_) or 0
        return int(written) if self.boxes[id_].kind == "number" else int(bool(written))

    def calculate(self, state: State, ids: Iterable[str] | None = None) -> dict[str, int]:
        """Return the value of every formula, or of `ids` only, which must be in the order of calculation."""
        results: dict[str, int] = {}
        for id_ in self.values if ids is None else ids:
            results[id_] = self.values[id_].formula.value(state, results)
        return results

    def boxes_of(self, formula: Formula) -> set[str]:
        """Return the ids of the boxes that a formula depends on, also through other values."""
        # Dependencies hold the named value itself too.
        values = {id_ for name in value_names(formula) for id_ in self.dependencies[name]}
        return {box for part in (formula, *(self.values[id_].formula for id_ in values)) for box in box_ids(part)}

    def boxes_counted(self, id_: str) -> set[str]:
        """Return the ids of the boxes that a value, a track's level or a box depends on."""
        if id_ in self.boxes:
            return {id_}
        if id_ in self.tracks:
            return {box.id for box in self.tracks[id_].boxes}
        return self.boxes_of(self.values[id_].formula)

    def span(self, formula: Formula) -> Span:
        """Return the least and the greatest value of a formula in any state, legal or not."""
        return formula.span(self.spans())

    def spans(self) -> Mapping[str, Span]:
        """Return the spans of all values and number boxes, for instance for the widths of their fields."""
        spans = {id_: (box.least, box.most) for id_, box in self.boxes.items() if box.kind == "number"}
        # Values come in the order of calculation, so that the spans of those that they name are known.
        for id_, value in self.values.items():
            spans[id_] = value.formula.span(spans)
        return spans


def _dependencies(order: tuple[str, ...], uses: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """Return for each value all values that it depends on, itself last, in the order of calculation.

    `uses` has the values that each formula names itself.
    """
    dependencies: dict[str, tuple[str, ...]] = {}
    for id_ in order:
        # Ids are unique in each chain; a dict keeps their order, which is the order of calculation.
        dependencies[id_] = tuple(dict.fromkeys(chain(*(dependencies[name] for name in uses[id_]), (id_,))))
    return dependencies
