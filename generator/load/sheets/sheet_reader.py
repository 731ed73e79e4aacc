"""Reads the scoresheets of a game, `sheets/<id>.toml`, in two steps.

First the boxes of every sheet are read, then the formulas, which may name boxes of other sheets; last come the checks
across all sheets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

from generator.base.records import replace
from generator.load.files.fault_report import quote
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.keys.sheet_keys import LARGEST, SHEET
from generator.load.load_context import LoadContext
from generator.load.sheets import player_columns
from generator.load.sheets.box_trait_reader import TraitContext
from generator.load.sheets.formula_parser import FormulaScope, parse_boxes, parse_formula, tagged_boxes
from generator.load.sheets.layout_reader import read_layouts
from generator.load.sheets.player_columns import column_id
from generator.load.sheets.track_reader import read_areas
from generator.model import sheet as model
from generator.model.formula import Formula, Span
from generator.model.game import Component, Row
from generator.model.sheet_layout import Layout
from generator.model.text import Text

_HOW_ITEMS = '; name the table of items, like items = "items", or list in effects what else there is'
_RESERVED = {"constructor", "prototype"}
"""Properties of every object in the scripts of a form: PDF viewers take them for a field of that name."""

Rows = Mapping[str, Mapping[str, Row]]
"""Rows by id, by the id of their table or component."""


class SheetDraft(NamedTuple):
    """A sheet whose boxes are read, and whose formulas wait for the boxes of the other sheets."""

    id: str
    entry: TomlTable
    areas: tuple[model.Area, ...]
    context: TraitContext
    values: Mapping[str, tuple[TomlTable, model.Option | None]]
    """The table of each value, and the column that it is for."""
    items: str
    wild: tuple[tuple[str, tuple[str, ...]], ...]
    effects: tuple[str, ...]

    @property
    def tracks(self) -> Iterator[model.Track]:
        """The tracks of all areas, in the order of print."""
        return (track for area in self.areas for track in area.tracks)


def read_sheets(
    names: Sequence[str], context: LoadContext, rows: Rows
) -> tuple[Mapping[str, model.Sheet], Mapping[str, Layout]]:
    """Read the sheets in the named files and their layouts, both by the id of the sheet; faults go to the report."""
    sheets = read_book(names, context, rows)
    return sheets, read_layouts(sheets, context) if sheets else {}


def read_book(names: Sequence[str], context: LoadContext, rows: Rows) -> Mapping[str, model.Sheet]:
    """Read the sheets in the named files, which are one book, by the id of the sheet; faults go to the report."""
    drafts = []
    for name in names:
        with context.report.collecting():
            drafts.append(_draft(name, context, rows))
    if len(drafts) < len(names):
        return {}  # names from a sheet that could not be read would all be reported as unknown
    # Formulas of one sheet may name boxes of another, so all boxes are read first.
    scope = _scope(drafts, rows)
    _check_ids(drafts)
    _check_deferred(drafts, scope, rows)
    sheets = {draft.id: _SheetBuilder(draft, scope).sheet() for draft in drafts}
    _check_book(drafts, sheets.values())
    return sheets


def rows_by_id(tables: Rows, components: Iterable[Component]) -> Rows:
    """Return the rows that formulas and choices can name, by id, for each table and each component."""
    pieces = {component.id: {piece.row.id: piece.row for piece in component.pieces} for component in components}
    return {**pieces, **tables}


def _draft(name: str, context: LoadContext, rows: Rows) -> SheetDraft:
    """Read the boxes of a sheet from a file, and leave its formulas unread; raises Faults for wrong TOML."""
    id_ = name.partition("/")[2].removesuffix(".toml")
    top = TomlTable(read_toml(context.folder, name), context.report, keys=SHEET)
    top.check_id(None, id_, "a name of a sheet")
    years = top.integer("years")
    columns = player_columns.read_player_columns(top, context.languages)
    traits = TraitContext(context.languages, rows, years, [], [], columns)
    entries = top.entries("areas")
    if not entries:
        top.fault("areas", "there are no areas; begin one with [areas.points]")
    wild = top.table("wild")
    return SheetDraft(
        id=id_,
        entry=top,
        areas=read_areas(entries, traits),
        context=traits,
        values=dict(_values(top.entries("values"), columns)),
        items=top.choice("items", rows, noun="table or component") if top.has("items") else "",
        wild=tuple((word, wild.text_list(word)) for word in wild.data),
        effects=top.text_list("effects"),
    )


def _blocks(top: TomlTable, columns: tuple[model.Option, ...]) -> int:
    """Return how many blocks of columns stand side by side; 0 for single columns side by side."""
    blocks = top.integer("blocks")
    if blocks and not columns:
        top.fault("blocks", "blocks are those of columns; begin them with [columns]")
    return blocks


def _values(
    entries: Mapping[str, TomlTable], columns: tuple[model.Option, ...]
) -> Iterator[tuple[str, tuple[TomlTable, model.Option | None]]]:
    """Yield the id of each value with its table, once for each column of the sheet if it has columns."""
    for id_, entry in entries.items():
        if not columns:
            yield id_, (entry, None)
        for column in columns:
            yield column_id(id_, column), (entry, column)


def _scope(drafts: list[SheetDraft], rows: Rows) -> FormulaScope:
    """Return the names that formulas of the sheets can use: boxes, tracks, values, tags and rows of tables."""
    tracks = {track.id: track for draft in drafts for track in draft.tracks}
    boxes = {box.id: box for track in tracks.values() for box in track.boxes}
    values = frozenset(id_ for draft in drafts for id_ in draft.values)
    return FormulaScope(boxes, tracks, values, tagged_boxes(boxes), rows)


def _check_deferred(drafts: list[SheetDraft], scope: FormulaScope, rows: Rows) -> None:
    """Add a fault for every unknown name in a box: a need, an item to pay, an item or icon to gain."""
    items = {item for draft in drafts for item in rows.get(draft.items, ())}
    effects = {word for draft in drafts for word in draft.effects}
    wild = {word for draft in drafts for word, _ in draft.wild}
    icons = {icon for track in scope.tracks.values() for icon in track.filled_by}
    # A need may name a value without the ending of a column; the column of the box completes it.
    in_columns = {id_.removesuffix(column_id("", column)) for id_, column in _column_values(drafts)}
    words_of = {"need": {*scope.names, *in_columns}, "pay": items | effects | wild, "gain": items | effects | icons}
    for draft in drafts:
        for role, words in words_of.items():
            noun = "track, box or value" if role == "need" else "item or icon"
            for name in [name for name in draft.context.deferred if name.role == role and name.word not in words]:
                near = draft.entry.report.suggestion(name.word, sorted(words)) if words else _HOW_ITEMS
                name.entry.fault(name.key, f"no {noun} called {quote(name.word)}{near}")
        own_items = rows.get(draft.items, {})
        for word, stands_for in draft.wild if draft.items else ():
            for item in [item for item in stands_for if item not in own_items]:
                draft.entry.table("wild").unknown(word, "item", item, sorted(own_items))


def _column_values(drafts: Iterable[SheetDraft]) -> Iterator[tuple[str, model.Option]]:
    """Return the ids of values that each column has for itself, each with its column."""
    values = ((id_, column) for draft in drafts for id_, (_, column) in draft.values.items())
    return ((id_, column) for id_, column in values if column)


def _check_ids(drafts: list[SheetDraft]) -> None:
    """Check that each id of a track, box or value, and each tag, has one meaning."""
    sheet_of: dict[str, str] = {}
    for draft in drafts:
        for id_, entry in (*draft.context.ids, *((id_, entry) for id_, (entry, _) in draft.values.items())):
            if id_ in _RESERVED:
                entry.fault(None, f"{quote(id_)} is a word of the scripts in forms; choose another")
            if id_ in sheet_of:
                entry.fault(None, f"{quote(id_)} is an id of sheet {quote(sheet_of[id_])} already; choose another")
            elif id_:
                sheet_of[id_] = draft.id
    for name in [name for draft in drafts for name in draft.context.deferred if name.role == "tag"]:
        if name.word in sheet_of:
            name.entry.fault(name.key, f"tag {quote(name.word)} is an id of sheet {quote(sheet_of[name.word])} too")


class _SheetBuilder:
    """Makes a sheet of its draft: reads everything that is given in formulas and sets of boxes."""

    __slots__ = ("_scored", "draft", "languages", "names", "scope", "top")

    def __init__(self, draft: SheetDraft, scope: FormulaScope) -> None:
        """Take a sheet with its boxes; `scope` has the names of all sheets."""
        self.draft = draft
        self.scope = scope
        self.names = frozenset(scope.names)
        self.top = draft.entry
        self.languages = draft.context.languages
        self._scored: set[str] = set()
        """Values that have a row of the scores: each row is a box with the id of its value."""

    def sheet(self) -> model.Sheet:
        """Return the finished sheet; faults go to the report of its table."""
        draft, top = self.draft, self.top
        sheet = model.Sheet(
            id=draft.id,
            title=top.phrase("title", self.languages),
            version=top.text("version"),
            areas=tuple(replace(area, tracks=tuple(map(self._track, area.tracks))) for area in draft.areas),
            values=tuple(self._value(id_, entry, column) for id_, (entry, column) in draft.values.items()),
            scores=tuple(score for scores in top.sections("scores", self._scores) for score in scores),
            limits=top.sections("limits", self._limit),
            different=top.sections("different", self._different),
            ranks=top.section("ranks", self._ranks) if top.has("ranks") else None,
            sources=top.named_sections("sources", self._source),
            bonuses=top.sections("bonuses", self._bonus),
            bounds=tuple(bound for bounds in top.sections("bounds", self._bounds) for bound in bounds),
            years=draft.context.years,
            items=draft.items,
            effects=draft.effects,
            wild=draft.wild,
            columns=draft.context.columns,
            blocks=_blocks(top, draft.context.columns),
        )
        top.close()
        return sheet

    def _track(self, track: model.Track) -> model.Track:
        """Return a track whose boxes need values of their own column, with the boxes that `filled_from` names."""
        columns = self.draft.context.columns
        if columns:
            boxes = tuple(player_columns.column_needs(box, columns, self.names) for box in track.boxes)
            track = replace(track, boxes=boxes)
        if not track.filled_from:
            return track
        entry = next(entry for id_, entry in self.draft.context.ids if id_ == track.id)
        return replace(track, filled_from=self._box_ids(entry, "filled_from", track.filled_from))

    def _box_ids(self, entry: TomlTable, key: str, texts: Iterable[str], kind: str = "") -> tuple[str, ...]:
        """Return the ids of the boxes that texts like `wall[1:7]` name, each once; with `kind`, all must be of it."""

        def note(message: str) -> None:
            """Add a fault at the key."""
            entry.fault(key, message)

        boxes = [box for text in texts for box in parse_boxes(text, self.scope, note)]
        for box in [box for box in boxes if kind and self.scope.boxes[box].kind != kind]:
            note(f"{quote(box)} is of kind {self.scope.boxes[box].kind!r}; only {kind!r} can stand here")
        return tuple(dict.fromkeys(boxes))

    def _formula(self, entry: TomlTable, key: str, column: model.Option | None = None) -> Formula:
        """Read the formula at a key, for a column of the sheet if one is given."""
        return parse_formula(self._text(entry, key, column), self.scope, lambda message: entry.fault(key, message))

    def _text(self, entry: TomlTable, key: str, column: model.Option | None) -> str:
        """Return the text of a formula, in which names are replaced by the names of a column if one is given."""
        text = entry.text(key) or "0"
        return player_columns.column_formula(text, column, self.draft.context.columns, self.names) if column else text

    def _column_value_names(self) -> Iterator[str]:
        """Return the names of values that each column has, without the ending of a column."""
        return (id_.removesuffix(column_id("", column)) for id_, column in _column_values([self.draft]))

    def _name(self, entry: TomlTable, key: str, *also: str) -> str:
        """Return the id of a track, box or value at a key, or one of the words `also`."""
        names = (*also, *self.scope.values, *self.scope.tracks, *self.scope.boxes)
        return entry.choice(key, names, noun="track, box or value")

    def _value(self, id_: str, entry: TomlTable, column: model.Option | None) -> model.Value:
        """Read a value, a formula with a name, for a column of the sheet if one is given."""
        row, text, formula = self._title_of(entry), self._text(entry, "is", column), self._formula(entry, "is", column)
        entry.close()
        title = player_columns.column_title(row, column) if row and column else row
        return model.Value(id_, title, formula, text, row if column else None)

    def _title_of(self, entry: TomlTable) -> Text | None:
        """Return the title of a value: its own words, or a cell of a row, like `cards.scout.name`."""
        if not isinstance(entry.data.get("title"), str):
            return entry.phrase("title", self.languages) if entry.has("title") else None
        address = entry.text("title")
        table, _, cell = address.partition(".")
        id_, _, column = cell.partition(".")
        row = self.scope.rows.get(table, {}).get(id_)
        words = row.cells.get(column) if row else None
        if not isinstance(words, Text):
            entry.fault(
                "title", f"{quote(address)} is no cell of words; write it like 'cards.scout.name', or the words"
            )
            return None
        return words

    def _scores(self, entry: TomlTable) -> tuple[model.ScoreRow, ...]:
        """Read a row of the score; one for each column if its value has one there."""
        value = str(entry.data.get("value", ""))
        title = entry.phrase("title", self.languages) if entry.has("title") else None
        ids = {column_id(value, column): column for column in self.draft.context.columns}
        column_ids = {id_: column for id_, column in ids.items() if id_ in self.names}
        if not column_ids or not entry.has("value"):
            id_ = self._name(entry, "value", *self._column_value_names())
            return (self._score(entry, id_, title or self._title(id_)),)
        return tuple(
            self._score(entry, id_, player_columns.column_title(title, column) if title else self._title(id_))
            for id_, column in column_ids.items()
        )

    def _score(self, entry: TomlTable, id_: str, title: Text | None) -> model.ScoreRow:
        """Return a row of the score for a value; a second row for it, or one without a title, is a fault."""
        if id_ in self._scored:
            entry.fault("value", f"{quote(id_)} is a row of the scores already; name each value once")
        self._scored.add(id_)
        if title is None:
            entry.fault("value", f"{quote(id_)} has no title; give the row one")
        return model.ScoreRow(id_, title or Text(()), entry.flag("minus"))

    def _title(self, id_: str) -> Text | None:
        """Return the title of a value, track or box by its id; None if it has none."""
        if id_ in self.draft.values:
            entry, column = self.draft.values[id_]
            title = self._title_of(entry)
            return player_columns.column_title(title, column) if title and column else title
        if id_ in self.scope.tracks:
            return self.scope.tracks[id_].title
        return self.scope.boxes[id_].title if id_ in self.scope.boxes else None

    def _limit(self, entry: TomlTable) -> model.YearLimit:
        """Read a limit: at most so many of these year boxes may have the same number."""
        return model.YearLimit(self._box_ids(entry, "boxes", entry.text_list("boxes"), "year"), entry.integer("most"))

    def _different(self, entry: TomlTable) -> model.DistinctChoices:
        """Read choice boxes; no two of them may have the same answer."""
        return model.DistinctChoices(self._box_ids(entry, "boxes", entry.text_list("boxes"), "choice"))

    def _ranks(self, entry: TomlTable) -> model.Ranks | None:
        """Read the ranks that a score gives, lowest first; None without rows."""
        value, rows = self._name(entry, "of"), entry.sections("rows", self._rank)
        # Ranks that do not rise could never be reached.
        if not rows or any(one.least >= two.least for one, two in pairwise(rows)):
            entry.fault("rows", "ranks have rows, lowest first, like { from = 0, title = { … } }")
        return model.Ranks(value, rows) if rows else None

    def _rank(self, entry: TomlTable) -> model.Rank:
        """Read a rank: the score from which it is reached, and its title."""
        return model.Rank(entry.integer("from"), entry.phrase("title", self.languages))

    def _source(self, id_: str, entry: TomlTable) -> model.MarkSource:
        """Read how many boxes of tracks may be filled without an icon.

        The tracks are listed, or it is the track of the table's id.
        """
        names = entry.text_list("tracks") if entry.has("tracks") else (id_,)
        for name in [name for name in names if name not in self.scope.tracks]:
            entry.unknown(None, "track", name, self.scope.tracks)
        return model.MarkSource(names, self._formula(entry, "most"))

    def _bonus(self, entry: TomlTable) -> model.Bonus:
        """Read a bonus: the item that is gained once for each step of a value."""
        return model.Bonus(self._name(entry, "value"), entry.text("gains"))

    def _bounds(self, entry: TomlTable) -> tuple[model.UpperBound, ...]:
        """Read a check that one formula is never more than another, for the whole sheet or for each column."""
        title, columns = entry.phrase("title", self.languages), self.draft.context.columns
        if not entry.flag("each_column"):
            return (model.UpperBound(title, self._formula(entry, "of"), self._formula(entry, "most")),)
        if not columns:
            entry.fault("each_column", "this sheet has no [columns]; leave it out")
        return tuple(
            model.UpperBound(
                player_columns.column_title(title, column),
                self._formula(entry, "of", column),
                self._formula(entry, "most", column),
            )
            for column in columns
        )


def _check_book(drafts: list[SheetDraft], sheets: Iterable[model.Sheet]) -> None:
    """Check the values of all sheets.

    No value may name itself through other values, or grow beyond numbers that are exact.
    """
    entries = {id_: entry for draft in drafts for id_, (entry, _) in draft.values.items()}
    try:
        book = model.Book.of(sheets)
    except CycleError as error:
        circle = error.args[1][::-1]
        entries[circle[0]].fault("is", f"values name each other in a circle: {' → '.join(circle[:12])}")
        return
    spans: dict[str, Span] = {box.id: (box.least, box.most) for box in book.boxes.values()}
    for id_, value in book.values.items():
        # Values come in the order of their formulas, so the spans of the names used are known here.
        low, high = value.formula.span(spans)
        if max(-low, high) > LARGEST:
            message = f"may be as much as {max(-low, high):.1e}; numbers up to {LARGEST:,} are possible"
            entries[id_].fault("is", message)
            # Values that use this one would all be too large as well; the first fault is enough.
            low = high = 0
        spans[id_] = low, high
    _check_needs(drafts, book, spans)
    _check_order(drafts, book)


def _check_order(drafts: list[SheetDraft], book: model.Book) -> None:
    """Add a fault for boxes that need each other in a circle: none of them could ever be filled."""
    needed = {id_: [*_boxes_before(box, book)] for id_, box in book.boxes.items() if not box.start}
    try:
        TopologicalSorter(needed).prepare()
    except CycleError as error:
        circle = error.args[1][::-1]
        entry = next(entry for draft in drafts for id_, entry in draft.context.ids if id_ == circle[0])
        path = " → ".join(circle[:12])
        entry.fault("needs" if "needs" in entry.data else None, f"boxes need each other in a circle: {path}")


def _boxes_before(box: model.Box, book: model.Book) -> Iterator[str]:
    """Yield the boxes that must be marked before a box can be: those it needs, and the one before it in its row."""
    track = book.tracks[box.track]
    if track.order == "row" and box.number > 1:
        yield track.boxes[box.number - 2].id
    for need in box.needs:
        if need.value in book.tracks:
            other = book.tracks[need.value]
            # A track in any order forces no certain boxes, unless all of them are needed.
            if other.order == "row" or need.least == len(other.boxes):
                yield from (earlier.id for earlier in other.boxes[: need.least])
        elif need.value in book.boxes:
            yield need.value


def _check_needs(drafts: list[SheetDraft], book: model.Book, spans: Mapping[str, Span]) -> None:
    """Add a fault for every need that is higher than its track, box or value can be."""
    most = {id_: len(track.boxes) for id_, track in book.tracks.items()}
    most |= {id_: box.most if box.kind == "number" else 1 for id_, box in book.boxes.items()}
    most |= {id_: spans[id_][1] for id_ in book.values}
    for id_, entry in [place for draft in drafts for place in draft.context.ids if place[0] in book.boxes]:
        box = book.boxes[id_]
        for need in (*box.needs, *box.when):
            if need.least > most.get(need.value, need.least):
                entry.fault(None, f"{quote(id_)} needs {need.value} {need.least}, which is at most {most[need.value]}")
