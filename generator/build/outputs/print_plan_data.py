"""Collect what a print plan says of the files just written, as one row for its template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from generator.base.records import dataclass
from generator.base.units import to_mm
from generator.build.options import BuildOptions
from generator.build.outputs.manifest import OutputFile
from generator.impose.layout.tiles import is_too_large
from generator.model.game import MATERIALS, Component, Game, Row, Value
from generator.model.paper import Paper

KINDS = (
    "cards",
    "tokens",
    "boards",
    "posters",
    "sheets",
    "dice",
    "stickers",
    "standees",
    "boxes",
    "booklets",
    "references",
)
"""Ways of making components, in the order of the plan."""

TOKENS = ("seed", "public", "derived", "house")
"""Sources of a value, see `provenance` in `load`."""

OURS = "house"

BOOKLET, FILLABLE, PAGES = "booklet", "fillable", "pages"
"""Variants of a file: sheets to staple, a form for the screen, and the single pages of a booklet."""

NOTES = "notes"
"""Table of a game with notes on house values and on rulings: kind, topic, text."""


@dataclass(frozen=True, slots=True)
class PrintedBatch:
    """The files of components that share a name: one PDF or two, and the single pages of a booklet."""

    components: tuple[Component, ...]
    files: tuple[OutputFile, ...]
    outlined: frozenset[str] = frozenset()
    """Components that are cut along an outline of their own."""


def plan_data(
    game: Game, options: BuildOptions, batches: Sequence[PrintedBatch], paper: Paper, fonts: Sequence[str]
) -> Row:
    """Return everything the plan's template needs, as the cells of a row; lengths in millimetres."""
    parts = [part for batch in batches for part in batch.components]
    files = [(batch, file) for batch in batches for file in batch.files]
    to_print = [(batch, file) for batch, file in files if not _reason_to_spare(batch, file)]
    origins = tuple(filter(None, map(_origin, parts)))
    notes = game.tables.get(NOTES, ())
    return _row(
        "plan",
        paper=paper.id.title(),
        flip=options.flip,
        booklet_flip=options.booklet_flip,
        backs=options.backs if any(part.back for part in parts) else "none",
        split=options.split,
        pieces=sum(part.count for part in parts),
        sheets=sum(file.paper_sheets for _, file in to_print),
        files=tuple(_file(*each, options, paper) for each in to_print),
        spares=tuple(_file(*each, options, paper) for each in files if each not in to_print),
        stock=tuple(_stock(to_print)),
        parts=tuple(_part(part, paper) for part in parts),
        making=tuple(_making(batches, paper, marked=options.marks != "none")),
        origins=origins,
        ours=tuple(row for row in origins if row.cells[OURS]),
        values=tuple(row for row in notes if row.cells.get("kind") == "value"),
        rulings=tuple(row for row in notes if row.cells.get("kind") == "ruling"),
        house=game.house_note or "",
        rights=game.rights or "",
        fonts=tuple(fonts),
    )


def _row(id_: str, **cells: Value) -> Row:
    return Row(id_, cells, "")


def _file(batch: PrintedBatch, file: OutputFile, options: BuildOptions, paper: Paper) -> Row:
    return _row(
        file.path.name,
        materials=tuple(dict.fromkeys(part.material for part in batch.components)),
        side=BOOKLET if _variant(batch, file) == BOOKLET else _side(batch, file, options, paper),
        sheets=file.paper_sheets,
        spare=_reason_to_spare(batch, file),
    )


def _reason_to_spare(batch: PrintedBatch, file: OutputFile) -> str:
    """Return why a file need not be printed: a form is filled in on a screen, and a booklet has all single pages."""
    variant = _variant(batch, file)
    if variant == FILLABLE:
        return FILLABLE
    return PAGES if not variant and any(_variant(batch, other) == BOOKLET for other in batch.files) else ""


def _variant(batch: PrintedBatch, file: OutputFile) -> str:
    """Return the variant of a file, which its name has after the component's."""
    stem = batch.components[0].file
    return next((word for word in (BOOKLET, FILLABLE) if file.path.name.startswith(f"{stem}-{word}-")), "")


def _side(batch: PrintedBatch, file: OutputFile, options: BuildOptions, paper: Paper) -> str:
    """Return how a file's two sides are printed, as a key of the plan's words."""
    backed = any(part.back and not (part.trim and is_too_large(part.trim, paper)) for part in batch.components)
    if backed and options.backs == "fold":
        return "fold"
    if backed and options.split and options.backs == "duplex":
        return file.path.stem.rpartition("-")[2]
    return "two" if file.pages > file.sheets else "one"


def _stock(files: Iterable[tuple[PrintedBatch, OutputFile]]) -> Iterator[Row]:
    """Yield the sheets of each material. A file with several materials counts for its first."""
    count: Counter[str] = Counter()
    for batch, file in files:
        count[batch.components[0].material] += file.paper_sheets
    yield from (_row(material, sheets=count[material]) for material in MATERIALS if count[material])


def _part(part: Component, paper: Paper) -> Row:
    size = f"{_millimetres(part.trim.width)} × {_millimetres(part.trim.height)}" if part.trim else paper.id.title()
    return _row(part.id, title=part.title, count=part.count, size=size)


def _millimetres(points: float) -> str:
    return f"{to_mm(points):.1f}".removesuffix(".0")


def _making(batches: Sequence[PrintedBatch], paper: Paper, *, marked: bool) -> Iterator[Row]:
    """Yield the components made in each way, with what the plan says of them."""
    for kind in KINDS:
        some = [part for batch in batches for part in batch.components if _way(part, paper) == kind]
        near = [batch for batch in batches if any(part in some for part in batch.components)]
        diameters = {part.trim.width for part in some if part.trim and part.shape == "round"}
        if some:
            yield _row(
                kind,
                parts=tuple(_part(part, paper) for part in some),
                pages=sum(file.pages for batch in near for file in batch.files),
                stems=",".join(dict.fromkeys(part.file for part in some)),
                corners=tuple(map(_millimetres, sorted({part.corner for part in some if part.corner}))),
                rounds=tuple(map(_millimetres, sorted(diameters))),
                cut=_cut(some, near) if marked else "none",
                backed=any(part.back for part in some),
                boards=any(part.material == "board" for part in some),
                insides=tuple(_inside(part) for part in some if "depth" in part.measures),
            )


def _way(part: Component, paper: Paper) -> str:
    if part.kind == "booklets":
        return "booklets" if part.trim else "references"
    if part.form == "stickers":
        return "stickers"
    if part.kind == "boards" and part.trim:
        return "posters" if is_too_large(part.trim, paper) else "boards"
    return part.kind


def _cut(parts: Iterable[Component], batches: Iterable[PrintedBatch]) -> str:
    """Return what components are cut along, as a key of the plan's words."""
    outlined = {part for batch in batches for part in batch.outlined}
    ways = {"outlines" if part.id in outlined else "marks" for part in parts}
    return "both" if len(ways) > 1 else ways.pop()


def _inside(part: Component) -> Row:
    return _row(part.id, title=part.title, **{name: _millimetres(size) for name, size in part.measures.items()})


def _origin(part: Component) -> Row | None:
    """Count the values of a component by source, and list the columns with house values; None without any source."""
    rows = {id(piece.row): piece.row for piece in part.pieces}.values()
    found = [each for row in rows for each in _tokens(row)]
    count = Counter(token for _, token in found)
    every = count[OURS] == len(found)
    columns = () if every else tuple(sorted({column for column, token in found if token == OURS}))
    counts = {token: count[token] for token in TOKENS}
    return _row(part.id, title=part.title, columns=columns, every=every, **counts) if found else None


def _tokens(row: Row) -> Iterator[tuple[str, str]]:
    """Yield each column of a row and the source of its value; `provenance` names a default and the exceptions.

    Ids (`label`) are left out: the program assigns them in every game.
    """
    default, *others = str(row.cells.get("provenance", "")).split() or [""]
    own = dict(other.split("=") for other in others)
    if default:
        yield from ((name, own.get(name, default)) for name in ("copies", *row.cells) if name != "provenance")
