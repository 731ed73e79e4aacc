"""Collect what a print plan says of the files just written, as one row for its template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

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
    made: tuple[OutputFile, ...]
    outlined: frozenset[str] = frozenset()
    """Components that are cut along an outline of their own."""


def plan_data(
    game: Game, options: BuildOptions, batches: Sequence[PrintedBatch], paper: Paper, fonts: Sequence[str]
) -> Row:
    """Return everything the plan's template needs, as the cells of a row; lengths in millimetres."""
    marked = options.marks != "none"
    parts = [part for batch in batches for part in batch.components]
    files = [row for batch in batches for row in _files(batch, options, paper)]
    origins = tuple(filter(None, map(_of_part, parts)))
    to_print = [row for row in files if not row.cells["spare"]]
    cells: dict[str, Value] = {
        "paper": paper.id.title(),
        "flip": options.flip,
        "booklet_flip": options.booklet_flip,
        "backs": options.backs if any(part.back for part in parts) else "none",
        "split": options.split,
        "pieces": sum(part.count for part in parts),
        "sheets": sum(_sheets(row) for row in to_print),
        "files": tuple(to_print),
        "spares": tuple(row for row in files if row.cells["spare"]),
        "stock": tuple(_stock(to_print)),
        "parts": tuple(_part(part, paper) for part in parts),
        "making": tuple(_making(batches, paper, marked=marked)),
        "origins": origins,
        "ours": tuple(row for row in origins if row.cells[OURS]),
        "values": _notes(game, "value"),
        "rulings": _notes(game, "ruling"),
        "house": game.house_note or "",
        "rights": game.rights or "",
        "fonts": tuple(fonts),
    }
    return _row("plan", cells)


def _row(id_: str, cells: Mapping[str, Value]) -> Row:
    return Row(id_, cells, "")


def _files(batch: PrintedBatch, options: BuildOptions, paper: Paper) -> Iterator[Row]:
    """Yield the files of a batch; `spare` says why a file need not be printed."""
    variants = [_variant(made, batch) for made in batch.made]
    for made, variant in zip(batch.made, variants, strict=True):
        side = BOOKLET if variant == BOOKLET else _side(made, batch, options, paper)
        cells: dict[str, Value] = {
            "materials": tuple(dict.fromkeys(part.material for part in batch.components)),
            "side": side,
            "sheets": made.paper_sheets,
            "spare": FILLABLE if variant == FILLABLE else PAGES if BOOKLET in variants and not variant else "",
        }
        yield _row(made.path.name, cells)


def _variant(made: OutputFile, batch: PrintedBatch) -> str:
    """Return the variant of a file, which its name has after the component's."""
    stem = batch.components[0].file
    return next((word for word in (BOOKLET, FILLABLE) if made.path.name.startswith(f"{stem}-{word}-")), "")


def _side(made: OutputFile, batch: PrintedBatch, options: BuildOptions, paper: Paper) -> str:
    """Return how a file's two sides are printed, as a key of the plan's words."""
    backed = any(part.back and not (part.trim and is_too_large(part.trim, paper)) for part in batch.components)
    if backed and options.backs == "fold":
        return "fold"
    if backed and options.split and options.backs == "duplex":
        return made.path.stem.rpartition("-")[2]
    return "two" if made.pages > made.sheets else "one"


def _sheets(row: Row) -> int:
    sheets = row.cells["sheets"]
    return sheets if isinstance(sheets, int) else 0


def _stock(files: Iterable[Row]) -> Iterator[Row]:
    """Yield the sheets of each material. A file with several materials counts for its first."""
    count: Counter[str] = Counter()
    for row in files:
        materials = row.cells["materials"]
        count[str(materials[0]) if isinstance(materials, tuple) else ""] += _sheets(row)
    for material in MATERIALS:
        if count[material]:
            yield _row(material, {"sheets": count[material]})


def _part(part: Component, paper: Paper) -> Row:
    size = f"{_millimetres(part.trim.width)} × {_millimetres(part.trim.height)}" if part.trim else paper.id.title()
    return _row(part.id, {"title": part.title, "count": part.count, "size": size})


def _millimetres(points: float) -> str:
    return f"{to_mm(points):.1f}".removesuffix(".0")


def _making(batches: Sequence[PrintedBatch], paper: Paper, *, marked: bool) -> Iterator[Row]:
    """Yield the components made in each way, with what the plan says of them."""
    for kind in KINDS:
        some = [part for batch in batches for part in batch.components if _way(part, paper) == kind]
        files = [batch for batch in batches if any(part in some for part in batch.components)]
        if some:
            yield _row(
                kind,
                {
                    "parts": tuple(_part(part, paper) for part in some),
                    "pages": sum(made.pages for batch in files for made in batch.made),
                    "stems": ",".join(dict.fromkeys(part.file for part in some)),
                    "corners": tuple(map(_millimetres, sorted({part.corner for part in some if part.corner}))),
                    "rounds": _rounds(some),
                    "cut": _cut(some, files) if marked else "none",
                    "backed": any(part.back for part in some),
                    "boards": any(part.material == "board" for part in some),
                    "insides": tuple(_inside(part) for part in some if "depth" in part.measures),
                },
            )


def _way(part: Component, paper: Paper) -> str:
    if part.kind == "booklets":
        return "booklets" if part.trim else "references"
    if part.form == "stickers":
        return "stickers"
    if part.kind == "boards" and part.trim:
        return "posters" if is_too_large(part.trim, paper) else "boards"
    return part.kind


def _cut(parts: Iterable[Component], files: Iterable[PrintedBatch]) -> str:
    """Return what components are cut along, as a key of the plan's words."""
    outlined = {part for batch in files for part in batch.outlined}
    ways = {"outlines" if part.id in outlined else "marks" for part in parts}
    return "both" if len(ways) > 1 else ways.pop()


def _rounds(parts: Iterable[Component]) -> tuple[str, ...]:
    """Return the diameters of round components, the smallest first."""
    sizes = {part.trim.width for part in parts if part.trim and part.shape == "round"}
    return tuple(map(_millimetres, sorted(sizes)))


def _inside(part: Component) -> Row:
    return _row(part.id, {"title": part.title} | {name: _millimetres(size) for name, size in part.measures.items()})


def _of_part(part: Component) -> Row | None:
    """Count the values of a component by source, and list the columns with house values; None without any source."""
    count: Counter[str] = Counter()
    ours: set[str] = set()
    for row in {id(piece.row): piece.row for piece in part.pieces}.values():
        for column, token in _tokens(row):
            count[token] += 1
            if token == OURS:
                ours.add(column)
    if not count:
        return None
    every = count[OURS] == count.total()
    columns = () if every else tuple(sorted(ours))
    cells: dict[str, Value] = {"title": part.title, "columns": columns, "every": every}
    return _row(part.id, cells | {token: count[token] for token in TOKENS})


def _tokens(row: Row) -> Iterator[tuple[str, str]]:
    """Yield each column of a row and the source of its value; `provenance` names a default and the exceptions.

    Ids (`label`) are left out: the program assigns them in every game.
    """
    default, *others = str(row.cells.get("provenance", "")).split() or [""]
    own = dict(other.split("=") for other in others)
    if default:
        yield from ((name, own.get(name, default)) for name in ("copies", *row.cells) if name != "provenance")


def _notes(game: Game, kind: str) -> tuple[Row, ...]:
    return tuple(row for row in game.tables.get(NOTES, ()) if row.cells.get("kind") == kind)
