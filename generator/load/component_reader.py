"""Reads the components of a game: their sizes, templates and pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, TypeVar

from generator.base import units
from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM, decimal, to_mm
from generator.load.files.fault_report import quote
from generator.load.files.folder import name_fault
from generator.load.files.toml_table import GREATEST, ID, TomlTable
from generator.load.kept_parts import GAME_FILE, Rows, read_or_keep
from generator.load.keys.game_keys import FOLDUPS
from generator.load.load_context import TABLE_KEYS, LoadContext, read_raw_table, template_name
from generator.load.player_numbers import read_player_range, with_players
from generator.load.tables.cell_reader import parse_crop, parse_nudge
from generator.load.tables.column import COPIES, CROP, ID_COLUMN, LABEL, NUDGE, PROVENANCE, Column, box_columns
from generator.load.tables.column_reader import read_columns
from generator.load.tables.lookup_table_reader import LookupTables
from generator.load.tables.raw_table import MOST_ROWS
from generator.load.tables.row_reader import RowTyping, read_rows
from generator.model.game import Component, FoldUpSize, Piece, Row, SeamRange, Seams, Value
from generator.model.prose import MarkdownSource, Prose

SHEET = "shared/sheet.svg.j2"
"""The default template of a scoresheet."""

SERIAL = "serial"
"""Name under which templates read the running number of a piece: `card.serial`."""

PAGE = "page.svg.j2"
"""The default template of pages."""

_Read = TypeVar("_Read")
_BUILT_IN = (ID_COLUMN, COPIES, LABEL, PROVENANCE)
_STEM = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}\Z")  # paper, language and ending are added to it
_SMALLEST = 1 * units.MM
_LARGEST_CARD = 297 * units.MM
"""The longest side of a board that lies flat on card; a larger one is glued on greyboard."""


def read_components(
    entries: Mapping[str, TomlTable], tables: LookupTables, context: LoadContext
) -> tuple[Component, ...]:
    """Read every component of a game, in the order of the file.

    Boxes are read last, as their size depends on the components that they hold.
    """
    components: dict[str, Component] = {}
    # False sorts before True: boxes come last.
    for id_ in sorted(entries, key=lambda id_: entries[id_].data.get("kind") == "boxes"):
        components[id_] = read_component(id_, entries[id_], tables, context, components)
    return tuple(components[id_] for id_ in entries)


def read_component(
    id_: str, entry: TomlTable, tables: LookupTables, context: LoadContext, components: Mapping[str, Component]
) -> Component:
    """Read a component, such as a deck or a board, with its pieces.

    `components` are the earlier ones, which a box can hold. Faults are added to the report of `context`.
    """
    declared = read_columns(entry, tables.columns, built_in=_BUILT_IN)
    per = entry.choice("per", tables.columns, noun="table")
    kind = entry.data.get("kind")
    flat = kind not in FOLDUPS
    # Nets are computed from other lengths, so a fold-up component has no trim of its own.
    size = FoldUpSize(_trim(entry), {}) if flat else _foldup_size(entry, declared, components)
    trim = size.trim
    half = min(trim.width, trim.height) / 2 if trim else 0.0  # 0 after a fault in the trim
    text = _prose(entry, context) if kind == "booklets" else None
    pieces = () if text else _pieces(id_, entry, declared, per, tables, context)
    pieces = with_players(entry, declared, tables, pieces)
    if "rows" in entry.data and entry.flag("numbered"):
        pieces = _numbered(entry, declared, pieces)
    component = Component(
        id=id_,
        kind=entry.choice("kind"),
        title=entry.phrase("title", context.languages),
        trim=trim,
        bleed=entry.length("bleed", _bleed(trim, flat=flat, text=text)),
        corner=entry.length("corner", high=half or GREATEST) if flat else 0.0,
        shape=entry.choice("shape") if flat else "rect",
        front=_front(entry),
        back=template_name(entry, "back") if flat and entry.has("back") else None,
        shared_cuts=kind == "cards" and entry.flag("shared_cuts"),
        light_back=kind == "cards" and entry.flag("light_back"),
        file=_stem(entry, id_),
        pieces=pieces,
        measures=size.measures,
        # A broken template path is no fault here: the loader does not know where templates lie.
        form=size.form,
        packing=size.packing,
        headings=_headings(declared),
        prose=text,
        copies_for=entry.integer("copies_for") if entry.data.get("kind") != "booklets" else 0,
        spare_set=read_player_range(entry, "spare_set"),
        material=entry.choice("material", default=_material(entry, trim, size.form)),
        sheets=text is None and entry.has("sheets"),
        turned=entry.flag("turned"),
        gap=entry.length("gap") if flat else 0.0,
        seams=read_seams(entry, trim, [piece.id for piece in pieces]) if trim and flat else (),
    )
    entry.close()
    return component


def _foldup_size(entry: TomlTable, declared: Collection[Column], components: Mapping[str, Component]) -> FoldUpSize:
    """Return the size of a component that is folded."""
    from generator.load.foldup_reader import foldup_size

    return foldup_size(str(entry.data.get("kind")), entry, declared, components)


def _headings(declared: Iterable[Column]) -> tuple[tuple[str, str], ...]:
    """Return pairs of column name and heading, for columns whose heading in the file of rows is another word."""
    return tuple((column.name, heading) for column in declared for _, heading in column.sources)


def _front(entry: TomlTable) -> str:
    """Return the template of the front side; scoresheets and booklets have a default."""
    if not entry.has("front") and entry.data.get("kind") == "booklets":
        return PAGE
    if not entry.has("front") and entry.has("sheets"):
        return SHEET
    return template_name(entry, "front")


def _bleed(trim: Size | None, *, flat: bool, text: Prose | None) -> str:
    """Return the default bleed, the print beyond the cut; pages of text need not be cut, so they have none.

    `flat` is False for dice, standees and boxes; `trim` is None for a component that fills the page.
    """
    if not flat:
        return "2mm"
    return "3mm" if trim and not text else "0mm"


def _material(entry: TomlTable, trim: Size | None, form: str) -> str:
    """Return the default material, by the kind of component, and for boards by their size.

    `trim` is in points, or None for a component without one; `form` is `stickers` for a die of stickers.
    """
    kind = entry.data.get("kind")
    if form == "stickers":
        return "label"
    if kind == "tokens":
        return "card" if entry.has("back") else "board"
    if kind == "boards" and trim and max(trim.width, trim.height) > _LARGEST_CARD:
        return "board"
    return {"cards": "card", "boards": "card", "boxes": "card", "dice": "tag", "standees": "tag"}.get(
        str(kind), "paper"
    )


def _trim(entry: TomlTable) -> Size | None:
    """Read the width and height after cutting, in points.

    None for `"page"`, which fills the paper, and after a fault.
    """
    trim = entry.data["trim"] if entry.has("trim") else None
    if trim == "page":
        if entry.data.get("kind") not in {"sheets", "booklets"}:
            entry.fault("trim", "'page' is for sheets and booklets; give cards and tokens two lengths")
        return None
    if not isinstance(trim, list) or [type(length) for length in trim] != [str, str]:
        entry.fault("trim", 'trim is two lengths, like ["63mm", "88mm"], or "page"')
        return None
    width, height = (entry.measure("trim", length, _SMALLEST, GREATEST) for length in trim)
    return Size(width, height)


def _prose(entry: TomlTable, context: LoadContext) -> Prose:
    """Read which texts a booklet or reference sheet has, and the columns, size and margin they are set with."""
    is_sheet = entry.data.get("trim") == "page"
    if entry.has("rows"):
        entry.fault("rows", 'a booklet is set from a text, not from rows; write text = "rules"')
    name = entry.text("text")
    return Prose(
        texts=_texts(name, entry, context) if name else (),
        across=entry.integer("across"),
        size=entry.length("size", "9.5pt" if is_sheet else "9pt"),
        margin=entry.length("margin", "4mm" if is_sheet else "14mm"),
    )


def _texts(name: str, entry: TomlTable, context: LoadContext) -> tuple[tuple[str, MarkdownSource], ...]:
    """Return pairs of language and Markdown text; the text is parsed only when pages are set.

    `name` is the file without language and ending: `rules` stands for `rules/rules.en.md`. Empty after a fault.
    """
    if problem := name_fault(f"rules/{name}.md"):
        entry.fault("text", problem)
        return ()
    texts = []
    for language in context.languages:
        file = f"rules/{name}.{language}.md"
        if problem := context.folder.refusal(file):
            translations = (f"rules/{name}.{other}.md" for other in context.languages)
            if like := next((other for other in translations if f"did you mean {quote(other)}" in problem), None):
                problem = f"no file {quote(file)}; translate {quote(like)} into it"
            entry.fault("text", problem, unreadable=True)
            continue
        with context.report.collecting():
            texts.append((language, MarkdownSource(context.folder.place(file), context.folder.text(file))))
    return tuple(texts)


def _stem(entry: TomlTable, id_: str) -> str:
    """Return the start of the names of the PDF files of a component; its id by default."""
    stem = entry.text("file", id_)
    if stem and not _STEM.match(stem):
        entry.fault("file", f"{quote(stem)} cannot name a file here; write it with a-z, 0-9, _ and -")
    return stem


def _pieces(
    id_: str, entry: TomlTable, declared: tuple[Column, ...], per: str, tables: LookupTables, context: LoadContext
) -> tuple[Piece, ...]:
    """Return the pieces of a component: its sheets or logs, or one for each row of its file.

    `per` names a table with a row for each player, which repeats the pieces; empty for one set of them.
    """
    if entry.has("sheets"):
        return _sheets(entry, "sheets", tables, context, {})
    if entry.has("logs"):
        return _logs(entry, tables, context)

    def read(rows: Rows) -> tuple[int, tuple[Piece, ...]]:
        """Read the rows into pieces; return the number of faults before it, and the pieces."""
        raw = read_raw_table(entry, context, declared)
        before = context.report.count
        if raw is None:
            return before, ()
        columns = (*declared, *box_columns(declared, context.languages, raw))
        typing = RowTyping(columns, context.languages, rows, str(entry.data.get("kind")).removesuffix("s"))
        return before, tuple(map(_piece, read_rows(raw, typing, context.report)))

    for key in TABLE_KEYS:  # so that they are known also where the rows are kept and nobody asks for them
        entry.has(key)
    files = [GAME_FILE, entry.text("rows")]
    before, pieces_read = read_or_keep(f"pieces of {id_}", context, files, tables.rows, read)
    # Without `per` there are no sets, and each piece is counted once.
    # Outside of the part that is kept, which does not depend on the tables named here.
    pieces_read = _with_tables(entry, declared, pieces_read, tables)
    sets = tables.rows.get(per, {}).values()
    # A piece of 0 copies counts too: it is read like any other.
    if sum(max(piece.copies, 1) for piece in pieces_read) * max(len(sets), 1) > MOST_ROWS:
        entry.fault("rows", f"more than {MOST_ROWS:,} pieces to print; lower the copies")
        return ()
    if not per:
        return pieces_read
    pieces = tuple(chain.from_iterable(_for_each(pieces_read, row) for row in sets))
    if context.report.count == before:  # ids made of faulty ids would be reported twice
        _check_ids(entry, pieces, "per")
    return pieces


def _sheets(
    entry: TomlTable, folder: str, tables: LookupTables, context: LoadContext, more: Mapping[str, Value]
) -> tuple[Piece, ...]:
    """Return a piece for each sheet listed at the key `folder`; templates see `more` as cells of the piece.

    Rows of the tables that the component names are cells too, as `card.<table>`.
    """
    if entry.data.get("kind") != "sheets":
        entry.fault(folder, f"only a component of kind 'sheets' prints {folder}; others have rows")
    names = _named(entry, folder, _sheets_in(context, folder), "sheet")
    copies = entry.integer("copies")
    cells = _table_cells(entry, tables) | dict(more)
    sources = (context.folder.place(f"{folder}/{name}.toml") for name in names)
    rows = (Row(name, cells, source) for name, source in zip(names, sources, strict=True))
    return tuple(Piece(row.id, row.id.upper(), copies, row) for row in rows)


def _table_cells(entry: TomlTable, tables: LookupTables) -> dict[str, Value]:
    """Return the rows of the tables that a component names under `tables`, by table."""
    names = _named(entry, "tables", tables.columns, "table") if entry.has("tables") else ()
    return {name: tuple(tables.rows.get(name, {}).values()) for name in names}


def _with_tables(
    entry: TomlTable, declared: Iterable[Column], pieces: tuple[Piece, ...], tables: LookupTables
) -> tuple[Piece, ...]:
    """Return the pieces with the rows of the named tables as further cells, for templates: `card.<table>`."""
    cells = _table_cells(entry, tables)
    for column in declared:
        if column.name in cells:
            entry.fault("tables", f"{quote(column.name)} is a column too; rename one of the two")
    if not cells:
        return pieces
    return tuple(replace(piece, row=replace(piece.row, cells={**cells, **piece.row.cells})) for piece in pieces)


def _logs(entry: TomlTable, tables: LookupTables, context: LoadContext) -> tuple[Piece, ...]:
    """Return a piece for each log that is listed.

    Templates see the forts of the game's campaign as `card.forts` too.
    """
    from generator.load.sheets.fort_rows import read_fort_rows

    return _sheets(entry, "logs", tables, context, {"forts": read_fort_rows(context)})


def _sheets_in(context: LoadContext, folder: str) -> list[str]:
    """Return the ids of the sheet files in a folder; files whose names are no ids are left out."""
    files = context.folder.names(folder, ".toml")
    return [id_ for id_ in (name.rpartition("/")[2].removesuffix(".toml") for name in files) if ID.match(id_)]


def _named(entry: TomlTable, key: str, ids: Collection[str], noun: str) -> tuple[str, ...]:
    """Return the ids listed at a key, repeated ones once.

    An id that is not in `ids` is a fault, which calls it `noun`.
    """
    names = tuple(dict.fromkeys(entry.text_list(key)))
    for name in names:
        if name not in ids:
            entry.unknown(key, noun, name, ids)
    return names


def _piece(row: Row) -> Piece:
    """Return the piece that a row describes; `copies`, `label` and columns about one box are taken out of its cells.

    Without a label, it is the id in capitals.
    """
    cells = dict(row.cells)
    # Templates read these two from the piece, where `copies` is 1 once pieces are numbered.
    copies, label = cells.pop("copies"), cells.pop("label")
    nudges, crops = _taken(cells, NUDGE, parse_nudge), _taken(cells, CROP, parse_crop)
    plain = Row(row.id, cells, row.source, row.rich)
    count = int(copies) if isinstance(copies, int) else 0
    still = tuple((box, nudge) for box, nudge in nudges if any(nudge))
    return Piece(row.id, str(label) or row.id.upper(), count, plain, nudges=still, crops=crops)


def _taken(cells: dict[str, Value], start: str, parse: Callable[[str], _Read]) -> tuple[tuple[str, _Read], ...]:
    """Take the cells whose headings begin so out of a row, and return the values of those with a text, by their box."""
    texts = [(name.removeprefix(start), str(cells.pop(name))) for name in [*cells] if name.startswith(start)]
    return tuple((box, parse(text)) for box, text in texts if text)


def _for_each(pieces: Iterable[Piece], per: Row) -> Iterator[Piece]:
    """Return the pieces of one player's set, with the id of the player's row behind their own.

    A column `label` of the `per` table goes before the piece's own label: `A` and `01` make `A01`.
    """
    prefix = str(per.cells.get("label", ""))
    return (replace(piece, id=f"{piece.id}_{per.id}", label=prefix + piece.label, per=per) for piece in pieces)


def _numbered(entry: TomlTable, declared: tuple[Column, ...], pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return one piece for each copy, numbered from 1 through the whole component."""
    if any(column.name == SERIAL for column in declared):
        entry.fault("numbered", f"templates find the number as card.{SERIAL}; rename the column {SERIAL!r}")
    copies = [(piece, copy) for piece in pieces for copy in range(1, piece.copies + 1)]
    pieces_made = tuple(
        replace(piece, id=f"{piece.id}_{copy}" if piece.copies > 1 else piece.id, copies=1, serial=serial)
        for serial, (piece, copy) in enumerate(copies, start=1)
    )
    _check_ids(entry, pieces_made, "numbered")
    return pieces_made


def _check_ids(entry: TomlTable, pieces: tuple[Piece, ...], key: str) -> None:
    """Add a fault, at `key`, for each id that two pieces share or that is too long."""
    ids: set[str] = set()
    for piece in pieces:
        if piece.id in ids:
            entry.fault(key, f"two pieces called {quote(piece.id)}; rename a row")
        elif not ID.match(piece.id):
            entry.fault(key, f"{quote(piece.id)} is longer than 41 letters; shorten the ids it is made of")
        ids.add(piece.id)


_KEYS = ("x", "y", "columns")
# Lengths elsewhere are texts with a unit; these long lists of places are plain millimetres.
_SAMPLE = "a list of places in mm, like [180, [240, 260]]"


def read_seams(entry: TomlTable, trim: Size, pieces: Collection[str]) -> tuple[tuple[str, Seams], ...]:
    """Read the places where a board may be divided into pages (`seams`), for all pieces or by the id of a piece.

    An empty id stands for all pieces. Faults go to the entry's report.
    """
    if not entry.has("seams"):
        return ()
    table = entry.table("seams")
    # The id of a piece may not be `x`, `y` or `columns` here: such a table holds the seams of all pieces.
    if any(map(table.has, _KEYS)):
        return (("", _of_piece(table, trim)),)
    # A list of `x` or `y` for all pieces was handled above; other keys are ids of pieces.
    for id_ in [id_ for id_ in table.data if id_ not in pieces]:
        table.unknown(id_, "piece", id_, (*pieces, *_KEYS))
    return tuple((id_, _of_piece(table, trim)) for id_, table in entry.entries("seams").items() if id_ in pieces)


def _of_piece(table: TomlTable, trim: Size) -> Seams:
    """Read the seams of a board along `x`, `y` and for each of its `columns`; `trim` is the size of the board."""
    x, y = (table.data[key] if table.has(key) else [] for key in ("x", "y"))
    columns = table.data["columns"] if table.has("columns") else []
    if not isinstance(columns, list):
        table.fault("columns", f"must be a list, for each column of tiles {_SAMPLE}, not {quote(columns)}")
        columns = []
    seams = Seams(
        tuple(_ranges(table, "x", x, trim.width)),
        tuple(_ranges(table, "y", y, trim.height)),
        tuple(tuple(_ranges(table, "columns", places, trim.height)) for places in columns),
    )
    table.close()
    return seams


def _ranges(table: TomlTable, key: str, places: Any, end: float) -> Iterator[SeamRange]:
    """Yield the range of each place, in points: a number in mm stands for itself, a pair for all between.

    `end` is the length of the board in that direction, in points; places beyond it are faults.
    """
    if not isinstance(places, list):
        table.fault(key, f"must be {_SAMPLE}, not {quote(places)}")
        return
    for place in places:
        pair = place if isinstance(place, list) else [place, place]
        if len(pair) != 2 or not all(map(_is_number, pair)):
            table.fault(key, f"must be {_SAMPLE}, not with {quote(place)}")
        elif not 0 < pair[0] <= pair[1] < to_mm(end):
            most = decimal(round(to_mm(end), 2))
            table.fault(
                key, f"{quote(place)} is not inside the board; give places from 0 to {most}, the lower one first"
            )
        else:
            yield pair[0] * MM, pair[1] * MM


def _is_number(value: Any) -> bool:
    """Whether a value of TOML is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)
