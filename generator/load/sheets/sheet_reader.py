"""Every scoresheet of a game: `sheets/<id>.toml`, read one by one and then held against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

from generator.base.records import replace
from generator.load.files.fault_report import quote
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import ID, TomlTable
from generator.load.load_context import LoadContext
from generator.load.sheets import player_columns
from generator.load.sheets.box_trait_reader import TraitContext
from generator.load.sheets.formula_parser import LARGEST, FormulaScope, parse_boxes, parse_formula
from generator.load.sheets.layout_reader import read_layouts
from generator.load.sheets.track_reader import read_areas
from generator.model.formula import Formula, Span
from generator.model.game import Component, Row
from generator.model.sheet import (
    Area,
    Bonus,
    Book,
    Box,
    DistinctChoices,
    MarkSource,
    Option,
    Rank,
    Ranks,
    ScoreRow,
    Sheet,
    Track,
    UpperBound,
    Value,
    YearLimit,
)
from generator.model.sheet_layout import Layout
from generator.model.text import Text

_MOST_YEARS = 99
_HOW_ITEMS = '; name the table of items, like items = "items", or list in effects what else there is'
_TAKEN = {"constructor", "prototype"}
"""What every object of a form's scripts has already: viewers mistake a field of that name for it."""

Rows = Mapping[str, Mapping[str, Row]]
"""Rows by id, by the id of their table or component."""


class SheetDraft(NamedTuple):
    """A sheet whose boxes are read, and whose formulas wait for the boxes of the other sheets."""

    id: str
    entry: TomlTable
    title: Text
    version: str
    areas: tuple[Area, ...]
    context: TraitContext
    values: Mapping[str, tuple[TomlTable, Option | None]]
    """What each value is read from, and the column that it is for."""
    items: str
    wild: tuple[tuple[str, tuple[str, ...]], ...]
    effects: tuple[str, ...]

    @property
    def tracks(self) -> Iterator[Track]:
        """Its tracks in the order of paper."""
        return (track for area in self.areas for track in area.tracks)


def read_sheets(
    names: Sequence[str], reading: LoadContext, rows: Rows
) -> tuple[Mapping[str, Sheet], Mapping[str, Layout]]:
    """Read the sheets in some files and their layouts, both by the id of the sheet; faults go to the report."""
    drafts = []
    for name in names:
        with reading.report.collecting():
            drafts.append(_draft(name, reading, rows))
    if len(drafts) < len(names):
        return {}, {}  # names from a sheet that could not be read would all be reported as unknown
    scope = _scope(drafts, rows)
    _check_claims(drafts, scope, rows)
    sheets = {draft.id: _Finish(draft, scope).sheet() for draft in drafts}
    _check_book(drafts, sheets.values())
    return sheets, read_layouts(sheets, reading)


def rows_by_id(tables: Rows, components: Iterable[Component]) -> Rows:
    """The rows that a formula or a choice can name: those of tables and those of components, each once."""
    pieces = {each.id: {piece.row.id: piece.row for piece in each.pieces} for each in components}
    return {**pieces, **tables}


def _draft(name: str, reading: LoadContext, rows: Rows) -> SheetDraft:
    id_ = name.removeprefix("sheets/").removesuffix(".toml")
    top = TomlTable(read_toml(reading.folder, name), reading.report)
    if not ID.match(id_):
        top.fault(None, f"{quote(id_)} cannot name a sheet; write it with a-z, 0-9 and _, a letter first")
    years = top.integer("years", 1, _MOST_YEARS) if top.has("years") else 0
    context = TraitContext(
        reading.languages, rows, years, [], [], player_columns.read_player_columns(top, reading.languages)
    )
    wild = top.table("wild")
    return SheetDraft(
        id=id_,
        entry=top,
        title=top.phrase("title", reading.languages),
        version=top.text("version"),
        areas=_areas(top, context),
        context=context,
        values=dict(_values(top.entries("values"), context.columns)),
        items=top.choice("items", rows, noun="table or component") if top.has("items") else "",
        wild=tuple((word, wild.text_list(word)) for word in wild.data),
        effects=top.text_list("effects"),
    )


def _values(
    entries: Mapping[str, TomlTable], columns: tuple[Option, ...]
) -> Iterator[tuple[str, tuple[TomlTable, Option | None]]]:
    """Every value, each once for every column where the sheet has columns."""
    for id_, entry in entries.items():
        if not columns:
            yield id_, (entry, None)
        for column in columns:
            yield player_columns.column_id(id_, column), (entry, column)


def _areas(top: TomlTable, context: TraitContext) -> tuple[Area, ...]:
    entries = top.entries("areas")
    if not entries:
        top.fault("areas", "there are no areas; begin one with [areas.points]")
    return read_areas(entries, context)


def _scope(drafts: list[SheetDraft], rows: Rows) -> FormulaScope:
    tracks = {track.id: track for draft in drafts for track in draft.tracks}
    boxes = {box.id: box for draft in drafts for track in draft.tracks for box in track.boxes}
    tags: dict[str, tuple[str, ...]] = {}
    for box in boxes.values():
        for tag in box.tags:
            tags[tag] = (*tags.get(tag, ()), box.id)
    return FormulaScope(boxes, tracks, frozenset(id_ for draft in drafts for id_ in draft.values), tags, rows)


def _check_claims(drafts: list[SheetDraft], scope: FormulaScope, rows: Rows) -> None:
    """Note every word of a box that means nothing, or two things."""
    _check_ids(drafts)
    known = _known(drafts, scope, rows)
    for draft in drafts:
        for role, words in (("need", scope.names), *known.items()):
            for claim in [claim for claim in draft.context.claims if claim.role == role and claim.word not in words]:
                noun = "track, box or value" if role == "need" else "item or icon"
                near = _near(draft, claim.word, words) if words else _HOW_ITEMS
                claim.entry.fault(claim.key, f"no {noun} called {quote(claim.word)}{near}")
        for word, stands_for in draft.wild if draft.items else ():
            for item in [item for item in stands_for if item not in rows.get(draft.items, ())]:
                what = f"no item called {quote(item)}{_near(draft, item, rows.get(draft.items, ()))}"
                draft.entry.table("wild").fault(word, what)


def _known(drafts: list[SheetDraft], scope: FormulaScope, rows: Rows) -> dict[str, frozenset[str]]:
    """What can be paid and what can be gained."""
    items = {item for draft in drafts for item in rows.get(draft.items, ())}
    icons = {icon for track in scope.tracks.values() for icon in track.filled_by}
    wild = {word for draft in drafts for word, _ in draft.wild}
    effects = {word for draft in drafts for word in draft.effects}
    return {"pay": frozenset(items | wild | effects), "gain": frozenset(items | icons | effects)}


def _near(draft: SheetDraft, word: str, known: Iterable[str]) -> str:
    return draft.entry.report.suggestion(word, sorted(known))


def _check_ids(drafts: list[SheetDraft]) -> None:
    """Hold the ids of tracks, boxes and values, and the tags, to one meaning each."""
    meant: dict[str, str] = {}
    for draft in drafts:
        for id_, entry in (*draft.context.ids, *((id_, entry) for id_, (entry, _) in draft.values.items())):
            if id_ in _TAKEN:
                entry.fault(None, f"{quote(id_)} is a word of the scripts in forms; choose another")
            if id_ in meant:
                entry.fault(None, f"{quote(id_)} is an id of sheet {quote(meant[id_])} already; choose another")
            elif id_:
                meant[id_] = draft.id
    for claim in [claim for draft in drafts for claim in draft.context.claims if claim.role == "tag"]:
        if claim.word in meant:
            claim.entry.fault(claim.key, f"tag {quote(claim.word)} is an id of sheet {quote(meant[claim.word])} too")


class _Finish:
    """A draft becomes a sheet: everything that is said in formulas and sets of boxes is read."""

    __slots__ = ("draft", "names", "scope", "top")

    def __init__(self, draft: SheetDraft, scope: FormulaScope) -> None:
        self.draft = draft
        self.scope = scope
        self.names = frozenset(scope.names)
        self.top = draft.entry

    def sheet(self) -> Sheet:
        """The sheet; the keys that nobody asked for are faults."""
        draft = self.draft
        made = Sheet(
            id=draft.id,
            title=draft.title,
            version=draft.version,
            areas=tuple(self._area(area) for area in draft.areas),
            values=tuple(self._value(id_, entry, column) for id_, (entry, column) in draft.values.items()),
            scores=tuple(score for entry in self.top.table_list("scores") for score in self._scores(entry)),
            limits=tuple(self._limit(entry) for entry in self.top.table_list("limits")),
            different=tuple(self._different(entry) for entry in self.top.table_list("different")),
            ranks=self._ranks(self.top.table("ranks")) if self.top.has("ranks") else None,
            sources=tuple(self._source(id_, entry) for id_, entry in self.top.entries("sources").items()),
            bonuses=tuple(self._bonus(entry) for entry in self.top.table_list("bonuses")),
            bounds=tuple(self._bound(entry) for entry in self.top.table_list("bounds")),
            years=draft.context.years,
            items=draft.items,
            effects=draft.effects,
            wild=draft.wild,
            columns=draft.context.columns,
        )
        self.top.close()
        return made

    def _area(self, area: Area) -> Area:
        """The area with the boxes that its tracks are filled from spelt out."""
        tracks = (
            replace(track, filled_from=self._from(track)) if track.filled_from else track for track in area.tracks
        )
        return replace(area, tracks=tuple(tracks))

    def _from(self, track: Track) -> tuple[str, ...]:
        entry = next(entry for id_, entry in self.draft.context.ids if id_ == track.id)
        return self._set(entry, "filled_from", track.filled_from)

    def _set(self, entry: TomlTable, key: str, texts: Iterable[str], kind: str = "") -> tuple[str, ...]:
        """The ids of boxes named by some texts, held to a kind."""

        def note(what: str) -> None:
            entry.fault(key, what)

        boxes = [box for text in texts for box in parse_boxes(text, self.scope, note)]
        for box in [box for box in boxes if kind and self.scope.boxes[box].kind != kind]:
            note(f"{quote(box)} is of kind {self.scope.boxes[box].kind!r}; only {kind!r} can stand here")
        return tuple(dict.fromkeys(boxes))

    def _formula(self, entry: TomlTable, key: str) -> Formula:
        return parse_formula(entry.text(key) or "0", self.scope, lambda what: entry.fault(key, what))

    def _in_columns(self) -> Iterator[str]:
        """The values that each column has, as the data name them."""
        values = ((id_, column) for id_, (_, column) in self.draft.values.items() if column)
        return (id_.removesuffix(player_columns.column_id("", column)) for id_, column in values)

    def _name(self, entry: TomlTable, key: str, *also: str) -> str:
        """A track, box or value; `also` are others that there are."""
        known = (*also, *self.scope.values, *self.scope.tracks, *self.scope.boxes)
        return entry.choice(key, known, noun="track, box or value")

    def _words(self, entry: TomlTable, key: str) -> Text | None:
        return entry.phrase(key, self.draft.context.languages) if entry.has(key) else None

    def _value(self, id_: str, entry: TomlTable, column: Option | None) -> Value:
        row, text = self._title_of(entry), entry.text("is") or "0"
        if column:
            text = player_columns.column_formula(text, column, self.draft.context.columns, self.names)
        found = parse_formula(text, self.scope, lambda what: entry.fault("is", what))
        entry.close()
        title = player_columns.column_title(row, column) if row and column else row
        return Value(id_, title, found, text, row if column else None)

    def _title_of(self, entry: TomlTable) -> Text | None:
        """The title of a value: its own words, or those of a row, like `cards.scout.name`."""
        if not isinstance(entry.data.get("title"), str):
            return self._words(entry, "title")
        given = entry.text("title")
        table, _, cell = given.partition(".")
        id_, _, column = cell.partition(".")
        row = self.scope.rows.get(table, {}).get(id_)
        words = row.cells.get(column) if row else None
        if not isinstance(words, Text):
            entry.fault("title", f"{quote(given)} is no cell of words; write it like 'cards.scout.name', or the words")
            return None
        return words

    def _scores(self, entry: TomlTable) -> Iterator[ScoreRow]:
        """A row of the score, one for each column where its value has one."""
        given, title = str(entry.data.get("value", "")), self._words(entry, "title")
        columns = [each for each in self.draft.context.columns if player_columns.column_id(given, each) in self.names]
        if columns and entry.has("value"):
            for column in columns:
                id_ = player_columns.column_id(given, column)
                words = player_columns.column_title(title, column) if title else self._title(id_)
                yield self._score(entry, id_, words)
        else:
            id_ = self._name(entry, "value", *self._in_columns())
            yield self._score(entry, id_, title or self._title(id_))
        entry.close()

    def _score(self, entry: TomlTable, id_: str, title: Text | None) -> ScoreRow:
        if title is None:
            entry.fault("value", f"{quote(id_)} has no title; give the row one")
        return ScoreRow(id_, title or Text(()), entry.flag("minus"))

    def _title(self, id_: str) -> Text | None:
        """The title of a value, track or box."""
        if id_ in self.draft.values:
            entry, column = self.draft.values[id_]
            title = self._title_of(entry)
            return player_columns.column_title(title, column) if title and column else title
        if id_ in self.scope.tracks:
            return self.scope.tracks[id_].title
        return self.scope.boxes[id_].title if id_ in self.scope.boxes else None

    def _limit(self, entry: TomlTable) -> YearLimit:
        made = YearLimit(self._set(entry, "boxes", entry.text_list("boxes"), "year"), entry.integer("most", 1, 99))
        entry.close()
        return made

    def _different(self, entry: TomlTable) -> DistinctChoices:
        made = DistinctChoices(self._set(entry, "boxes", entry.text_list("boxes"), "choice"))
        entry.close()
        return made

    def _ranks(self, entry: TomlTable) -> Ranks | None:
        of = self._name(entry, "of")
        rows = tuple(self._rank(row) for row in entry.table_list("rows"))
        if not rows or any(one.least >= two.least for one, two in pairwise(rows)):
            entry.fault("rows", "ranks have rows, lowest first, like { from = 0, title = { … } }")
        entry.close()
        return Ranks(of, rows) if rows else None

    def _rank(self, entry: TomlTable) -> Rank:
        made = Rank(entry.integer("from", -LARGEST, LARGEST), entry.phrase("title", self.draft.context.languages))
        entry.close()
        return made

    def _source(self, id_: str, entry: TomlTable) -> MarkSource:
        """What fills a track, the table's own id, or the tracks that it lists."""
        names = entry.text_list("tracks") if entry.has("tracks") else (id_,)
        for name in [name for name in names if name not in self.scope.tracks]:
            entry.fault(None, f"no track called {quote(name)}{self.top.report.suggestion(name, self.scope.tracks)}")
        made = MarkSource(names, self._formula(entry, "most"))
        entry.close()
        return made

    def _bonus(self, entry: TomlTable) -> Bonus:
        made = Bonus(self._name(entry, "value"), entry.text("gains"))
        entry.close()
        return made

    def _bound(self, entry: TomlTable) -> UpperBound:
        title = entry.phrase("title", self.draft.context.languages)
        made = UpperBound(title, self._formula(entry, "of"), self._formula(entry, "most"))
        entry.close()
        return made


def _check_book(drafts: list[SheetDraft], made: Iterable[Sheet]) -> None:
    """Values that name each other in a circle, or could grow past what every viewer reckons exactly, are faults."""
    entries = {id_: entry for draft in drafts for id_, (entry, _) in draft.values.items()}
    try:
        book = Book.of(made)
    except CycleError as error:
        circle = error.args[1][::-1]
        entries[circle[0]].fault("is", f"values name each other in a circle: {' → '.join(circle[:12])}")
        return
    spans: dict[str, Span] = {box.id: (box.least, box.most) for box in book.boxes.values()}
    for id_, value in book.values.items():
        low, high = value.formula.span(spans)
        if max(-low, high) > LARGEST:
            entries[id_].fault("is", f"may be as much as {max(-low, high):.1e}; at most {LARGEST:,} is reckoned with")
            low = high = 0
        spans[id_] = low, high
    _check_needs(drafts, book, spans)
    _check_chains(drafts, book)


def _check_chains(drafts: list[SheetDraft], book: Book) -> None:
    """Boxes that wait for each other in a circle are faults: none of them could ever be filled."""
    waits = {id_: [*_waits_for(box, book)] for id_, box in book.boxes.items() if not box.start}
    try:
        TopologicalSorter(waits).prepare()
    except CycleError as error:
        circle = error.args[1][::-1]
        entry = next(entry for draft in drafts for id_, entry in draft.context.ids if id_ == circle[0])
        way = " → ".join(circle[:12])
        entry.fault("needs" if "needs" in entry.data else None, f"boxes need each other in a circle: {way}")


def _waits_for(box: Box, book: Book) -> Iterator[str]:
    """The boxes that must stand before a box can: those it needs, and the one before it in its row."""
    track = book.tracks[box.track]
    if track.order == "row" and box.number > 1:
        yield track.boxes[box.number - 2].id
    for need in box.needs:
        if need.value in book.tracks:
            other = book.tracks[need.value]
            if other.order == "row" or need.least == len(other.boxes):
                yield from (each.id for each in other.boxes[: need.least])
        elif need.value in book.boxes:
            yield need.value


def _check_needs(drafts: list[SheetDraft], book: Book, spans: Mapping[str, Span]) -> None:
    """A box whose need nothing can meet is a fault."""
    most = {id_: len(track.boxes) for id_, track in book.tracks.items()}
    most |= {id_: box.most if box.kind == "number" else 1 for id_, box in book.boxes.items()}
    most |= {id_: spans[id_][1] for id_ in book.values}
    for id_, entry in [place for draft in drafts for place in draft.context.ids if place[0] in book.boxes]:
        box = book.boxes[id_]
        for need in (*box.needs, *box.when):
            if need.least > most.get(need.value, need.least):
                entry.fault(None, f"{quote(id_)} needs {need.value} {need.least}, which is at most {most[need.value]}")
