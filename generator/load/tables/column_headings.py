"""Finds the columns of a game under the headings of a sheet that was not made for it, and makes ids of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.base.errors import Fault, fault
from generator.base.records import NamedTuple
from generator.load.files.fault_report import FaultReport, quote
from generator.load.headings.copy_counts import are_copies
from generator.load.headings.heading_words import as_toml, common_headings, means, tidy_heading
from generator.load.headings.row_ids import row_ids
from generator.load.headings.row_kinds import is_framed, is_rule, is_total
from generator.load.tables.column import Column
from generator.load.tables.raw_table import RawRow, RawTable

ALL = "*"
"""Value of `ignore` that leaves out all columns that are not declared."""

_NO = {"", "no", "false"}
_TICKS = {"yes", "no", "true", "false"}
_MOST_LISTED = 6


class Declared(NamedTuple):
    """The columns that a file of rows is read by."""

    columns: tuple[Column, ...]
    languages: tuple[str, ...]
    ignored: tuple[str, ...] = ()
    noun: str = "row"
    """Noun that begins made-up ids for rows whose name has no letters a to z."""

    @property
    def headers(self) -> Mapping[str, str]:
        """Headings in the file by the names of the columns."""
        return {header: _source(column, header) for column in self.columns for header in column.headers(self.languages)}


def _source(column: Column, header: str) -> str:
    """Return the heading in the file for a column; words in a single language have it under the plain name."""
    sources = dict(column.sources)
    return sources.get(header) or sources.get(column.name) or header


def wanted_headings(declared: Declared) -> frozenset[str]:
    """Return the tidied headings that identify the heading line: declared ones, and common ones for copies."""
    has_copies = any(column.type == "copies" for column in declared.columns)
    counts = [word for meaning in ("copies", "number") for word in common_headings()[meaning]] if has_copies else []
    return frozenset((*map(tidy_heading, declared.headers.values()), *counts))


def with_columns(raw: RawTable, declared: Declared, report: FaultReport) -> RawTable:
    """Return a table whose header has column names; unknown headings stay, for the caller to report.

    Rows without any value in these columns are left out, and where ids are made, headings between the rows and totals.
    """
    places = _places(raw, declared, report)
    is_plain = all(name == heading for name, heading in places.headings.items())
    is_plain &= not declared.ignored and not places.doubled
    lines = {row.line: row for row in raw.rows}
    id_column = next((column for column in declared.columns if column.type == "id" and column.sources), None)
    if id_column and id_column.name in places.headings:
        # The first row stays even if it looks like a total: a game may have a card of that name.
        cards = [row for row in raw.rows if not is_rule(row.cells.values())]
        raw = raw._replace(rows=tuple(row for row in cards if row is cards[0] or not is_total(row.cells.values())))
    if not is_plain:
        raw = _renamed(raw, declared, places)
    rows = [row for row in raw.rows if row.faults or _has_value(row, declared)]
    if id_column and id_column.name in places.headings:
        rows = [*_with_ids(rows, raw, declared, report)]
    _report_cells(rows, places, report)
    _note_left_out(raw, rows, lines, report)
    if raw.rows and not rows and not report.has(raw.where):
        raise fault(raw.where, "has no row with a value in a column of game.toml", line=raw.line)
    return raw._replace(rows=tuple(rows))


def _note_left_out(raw: RawTable, rows: Sequence[RawRow], lines: Mapping[int, RawRow], report: FaultReport) -> None:
    """Add a note on rows that were left out as no cards, such as totals, if they hold words."""
    left_out = [lines[line] for line in sorted(lines.keys() - {row.line for row in rows})]
    words = {row.line: next(filter(_is_word, row.cells.values()), "") for row in left_out}
    listed = [f"{line} {quote(word)}" for line, word in words.items() if word]
    if listed:
        more = ", …" if len(listed) > _MOST_LISTED else ""
        message = f"rows left out, as totals or headings between cards: {', '.join(listed[:_MOST_LISTED])}{more}"
        report.note(Fault(raw.where, message))


def _is_word(cell: str) -> bool:
    """Whether a cell holds letters and is no ticked box."""
    return any(map(str.isalpha, cell)) and cell.lower() not in _TICKS


def _report_cells(rows: Sequence[RawRow], places: _Places, report: FaultReport) -> None:
    """Report the faults of cells in declared columns; faults in other columns do not matter."""
    for row in rows:
        for name in row.faults.keys() & places.headings.keys():
            report.add(row.faults[name])


class _Places(NamedTuple):
    """Where the columns stand in a file."""

    headings: dict[str, str]
    """The heading of each column that is there."""
    doubled: set[str]
    """Headings that mean a column which another heading has already."""


def _places(raw: RawTable, declared: Declared, report: FaultReport) -> _Places:
    """Return which heading of a file stands for each column; two headings for one column are a fault."""
    headers, exact = declared.headers, set(declared.headers.values())
    open_ = [heading for heading in raw.header if heading not in declared.ignored or heading in exact]
    tidied = {heading: tidy_heading(heading) for heading in open_}
    places = _Places({}, set())
    for name, source in headers.items():
        wanted_heading = tidy_heading(source)
        matches = [heading for heading, tidy in tidied.items() if tidy == wanted_heading]
        # The heading as game.toml spells it comes before similar ones.
        first, *doubles = sorted(matches, key=lambda heading: heading != source) or [""]
        if first and name in tidied and name not in matches and ALL not in declared.ignored:
            doubles.append(name)  # a heading that is called as the column, of which game.toml names another
        for other in doubles:
            message = f"{quote(first)} and {quote(other)} are both the column {name!r}; rename one, or leave it out: "
            report.add(Fault(raw.where, f"{message}ignore = [{as_toml(other)}]", raw.line, key=other))
        places.doubled.update(doubles)
        if first:
            places.headings[name] = first
    _place_copies(raw, declared, [*tidied], places.headings)
    return places


def _place_copies(raw: RawTable, declared: Declared, headings: Sequence[str], places: dict[str, str]) -> None:
    """Use a common heading such as `Qty` for the copies, if no declared heading does."""
    copies = next((column for column in declared.columns if column.type == "copies"), None)
    if copies and copies.name not in places and not copies.sources:
        free = set(headings) - set(places.values())
        cells = ((heading, [row.cells.get(heading, "") for row in raw.rows]) for heading in headings if heading in free)
        counts = [heading for heading, texts in cells if are_copies(heading, texts)]
        places.update((copies.name, heading) for heading in counts[:1])


def _renamed(raw: RawTable, declared: Declared, places_found: _Places) -> RawTable:
    """Return a table whose cells have the names of columns; ignored columns are left out."""
    places, used = places_found.headings, places_found.doubled | set(places_found.headings.values())
    ignored = {*map(tidy_heading, declared.ignored)}
    unused = [
        heading
        for heading in raw.header
        if heading not in used and ALL not in declared.ignored and tidy_heading(heading) not in ignored
    ]

    def renamed(row: RawRow) -> RawRow:
        """Return a row whose cells have the names of columns."""
        kinds = (row.cells, row.shown, row.styled)
        cells, displayed, styled = ({name: texts[h] for name, h in places.items() if h in texts} for texts in kinds)
        cells |= {heading: row.cells[heading] for heading in unused if heading in row.cells}
        cell_faults = {name: row.faults[heading] for name, heading in places.items() if heading in row.faults}
        return row._replace(cells=cells, shown=displayed, styled=styled, faults=cell_faults)

    other = {name: heading for name, heading in places.items() if name != heading}
    return raw._replace(header=(*places, *unused), rows=tuple(map(renamed, raw.rows)), headings=other)


def _has_value(row: RawRow, declared: Declared) -> bool:
    """Whether a row holds anything but boxes without ticks, which go on below the last row of many sheets."""
    filled = [name for name, text in row.cells.items() if text]
    if len(filled) > 1:
        # A box that is not ticked is written as FALSE in every row of its column.
        ticks = {column.name for column in declared.columns if column.type == "yes"}
        return any(name not in ticks or row.cells[name].lower() not in _NO for name in filled)
    return bool(filled)


def _with_ids(rows: Sequence[RawRow], raw: RawTable, declared: Declared, report: FaultReport) -> Iterator[RawRow]:
    """Yield the rows with ids made of their words; headings between the rows are left out."""
    heading = raw.headings.get("id", "id")
    other_names = [name for name in raw.header if raw.headings.get(name, name) != heading]
    cards = []
    for row in rows:
        if "id" in row.faults:
            report.add(row.faults["id"])
        elif row.cells.get("id"):
            cards += [] if _is_section(row, declared, other_names) else [row]
        elif len(row.cells.values()) - [*row.cells.values()].count("") > 1:
            message = "empty, and the id of the row is made of it; fill it in, or empty the whole row"
            report.add(Fault(raw.where, message, row.line, key=heading))
    # Copies are no part of what tells rows of one name apart: to print one more must not exchange their ids.
    contents = [sorted(cell for cell in row.cells.items() if cell[0] != "copies") for row in cards]
    ids = row_ids([row.cells["id"] for row in cards], contents, declared.noun)
    for row, id_ in zip(cards, ids, strict=True):
        yield row._replace(cells={**row.cells, "id": id_})


def _is_section(row: RawRow, declared: Declared, other_names: Sequence[str]) -> bool:
    """Whether a row is a heading between the rows: only its name is filled, which is too little for a card."""
    if row.faults or any(row.cells.get(name) for name in other_names):
        return False
    needed = {name for column in declared.columns if column.needed for name in column.headers(declared.languages)}
    # With all needed columns elsewhere and empty, no card can consist of a name alone.
    return is_framed(row.cells["id"]) or not needed.isdisjoint(other_names)


def offered_mapping(heading: str, missing: Sequence[str], near: str) -> str:
    """Return advice for an unknown heading: a correction, a mapping in game.toml, or to ignore it."""
    if near.startswith("; did you mean"):
        return near
    tidy = tidy_heading(heading)
    names = [name.partition(".")[0] for name in missing if name != "id"]
    alike = next((name for name in names if tidy_heading(name) in tidy or _means_same(heading, name)), "")
    if alike:
        return f"; if it is {alike!r}, say so in game.toml: columns.{alike}.from = {as_toml(heading)}"
    return f"; name its column in game.toml, from = {as_toml(heading)}, or leave it out: ignore = [{as_toml(heading)}]"


def _means_same(heading: str, name: str) -> bool:
    """Whether a heading and the name of a column are common words for the same."""
    base = name.partition(".")[0]
    return any(means(heading, meaning) and means(base, meaning) for meaning in common_headings())
