"""Contents of print plans: what to print on what, how to cut and make it, and where its values come from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from math import ceil

from generator.base.geometry import Size
from generator.base.records import dataclass, field, replace
from generator.base.units import to_mm
from generator.build.file_names import BOOKLET, FILLABLE, READING, file_variant
from generator.build.manifest import OutputFile
from generator.build.options import ART_DPI, CARDS, FIRST_LANGUAGE, PLAIN_THEME, SQUARE, BuildOptions
from generator.build.papers import DEFAULT_PAPERS
from generator.build.reach.file_part import FilePart, is_plotted
from generator.build.reach.option_rules import effective_options
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.oriented_paper import folded_halves
from generator.impose.layout.slot_layout import fit_grid
from generator.impose.layout.tiles import Tiling, is_too_large, plan_tiling
from generator.load.card_format_reader import known_formats
from generator.load.game_locations import is_shipped
from generator.model.card_format import Sleeve, fitting_sleeve
from generator.model.cutting.knife_work import METRE, NO_WORK, KnifeWork
from generator.model.game import MATERIALS, Component, Game, Row, Value
from generator.model.paper import Paper
from generator.model.text import Text

KINDS = (
    "cards",
    "tokens",
    "boards",
    "posters",
    "sheets",
    "dice",
    "stickers",
    "standees",
    "tents",
    "boxes",
    "booklets",
    "references",
)
"""Ways of making components, in the order of the plan."""

TOKENS = ("seed", "public", "derived", "house")
"""Sources of a value, see `provenance` in `load`."""

OURS = "house"

WHOLE = "whole"
"""Reason for not printing a file: it is for the screen, or is the text of a booklet on whole sheets."""

_UNEVEN = re.compile(r"-mixed|\d\+\d+x")
"""Names of layouts with pieces of several sizes, or with some that lie crosswise."""

USE = "plan.use."
"""Prefix of the keys of a game's words about the use of a component."""

NOTES = "notes"
"""Table of a game with notes on house values and on rulings: kind, topic, text."""


@dataclass(frozen=True, slots=True)
class PrintedBatch:
    """The files of components that share a name: one PDF or two, and the single pages of a booklet."""

    components: tuple[Component, ...]
    files: tuple[OutputFile, ...]
    cut_sizes: Mapping[str, tuple[Size, ...]] = field(default_factory=dict)
    """Sizes of the pieces of components that are cut along outlines of their own."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Pieces to print by component; a component that is missing has as many as the game has."""
    is_stacked: bool = False
    """Whether the pieces follow each other through the sheets, place by place."""

    @property
    def is_plain_grid(self) -> bool:
        """Whether long cuts go through its sheets: all pieces are of one size and lie the same way."""
        return not any(_UNEVEN.search(grid) for file in self.files for grid in file.grids)


def plan_data(
    game: Game,
    options: BuildOptions,
    batches: Sequence[PrintedBatch],
    paper: Paper,
    fonts: Sequence[str],
    command_name: str = "",
    file_parts: Sequence[FilePart] = (),
) -> Row:
    """Return everything the plan's template needs, as the cells of a row; lengths in millimetres.

    `command_name` is the game's name in commands. `file_parts` tell which options change which components.
    """
    order = _Order(options, paper, game, batches, file_parts)
    parts, counts, cut_sizes = order.parts, order.counts, order.cut_sizes
    files = [(batch, file) for batch in batches for file in batch.files]
    to_print = [(batch, file) for batch, file in files if not _reason_to_spare(batch, file)]
    shipped = is_shipped(game.folder)
    origins = tuple(filter(None, map(_origin, parts)))
    if not shipped and all(row.cells["every"] for row in origins):
        origins = ()  # of a game that its designer made up there is nothing to tell apart
    notes = game.tables.get(NOTES, ())
    return _row(
        "plan",
        command_name=command_name,
        paper=_paper_name(paper),
        flip=options.flip,
        booklet_flip=options.booklet_flip,
        backs=options.backs,
        printer=options.printer.name if options.printer else "",
        tools=tuple(_tools(order)),
        players=options.players,
        pieces=sum(counts.values()),
        sheets=sum(file.paper_sheets for _, file in to_print),
        **_work(sum((file.work for _, file in to_print), NO_WORK)),
        files=tuple(_file(*batch_and_file, order) for batch_and_file in to_print),
        spares=tuple(_spares([batch_and_file for batch_and_file in files if batch_and_file not in to_print], order)),
        stock=tuple(_stock(to_print, order)),
        parts=tuple(_part(part, counts[part.id], paper, cut_sizes) for part in parts),
        making=tuple(_making(order)),
        origins=origins,
        ours=tuple(row for row in origins if row.cells[OURS]),
        labelled=() if options.ids else tuple(_labelled(parts)),
        values=tuple(row for row in notes if row.cells.get("kind") == "value"),
        rulings=tuple(row for row in notes if row.cells.get("kind") == "ruling"),
        house=game.house_note or "",
        rights=game.rights or "",
        credits=tuple(_row(entry.file, words=entry.words) for entry in game.credits if entry.words),
        shipped=shipped,
        fonts=tuple(fonts),
    )


@dataclass(frozen=True, slots=True)
class _Order:
    """What was asked for, on one paper."""

    options: BuildOptions
    paper: Paper
    game: Game
    batches: Sequence[PrintedBatch]
    file_parts: Sequence[FilePart]

    @property
    def files(self) -> list[OutputFile]:
        """All files of the order."""
        return [file for batch in self.batches for file in batch.files]

    @property
    def parts(self) -> list[Component]:
        """All components of the order."""
        return [part for batch in self.batches for part in batch.components]

    @property
    def counts(self) -> dict[str, int]:
        """Number of pieces to print, by component."""
        counts = ((batch, part) for batch in self.batches for part in batch.components)
        return {part.id: batch.counts.get(part.id, part.count) for batch, part in counts}

    @property
    def cut_sizes(self) -> dict[str, tuple[Size, ...]]:
        """Sizes of pieces that are cut along outlines of their own, by component."""
        return {part: sizes for batch in self.batches for part, sizes in batch.cut_sizes.items()}

    @property
    def is_two_sided(self) -> bool:
        """Whether backs are printed on the other side of the paper."""
        return self.options.backs == "duplex"

    def has_back(self, part: Component) -> bool:
        """Whether the back of a component is printed, behind its front or beside it."""
        return part.back is not None and self.options.backs != "none" and not self.is_tiled(part)

    def is_tiled(self, part: Component) -> bool:
        """Whether a component is printed in tiles, as it is larger than the paper."""
        # A booklet as large as the paper is printed smaller, two pages side by side.
        return part.trim is not None and not part.is_booklet and is_too_large(part.trim, self.paper)

    def material(self, part: Component) -> str:
        """Return the material to print on; a piece with two printed sides cannot be glued on greyboard."""
        is_glued = part.material == "board" and not (self.has_back(part) and self.is_two_sided)
        return "card" if part.material == "board" and not is_glued else part.material


def _paper_name(paper: Paper) -> str:
    """Return a paper's name as people write it: `A4`, `Letter`."""
    # Sizes in numbers keep their units in small letters.
    return paper.id if paper.id[0].isdigit() else paper.id.title()


def _command_options(order: _Order, parts: Sequence[Component], more: str) -> str:
    """Return the part of a command after the game's name that prints some components again.

    It has the options of the order that change these, so that they look and measure the same.
    """
    ids = {part.id for part in parts}
    options = effective_options(
        order.options, [file_part for file_part in order.file_parts if file_part.part.id in ids]
    )
    papers = tuple(paper.id for paper in options.papers)
    is_first = options.languages in {(FIRST_LANGUAGE,), order.game.languages[:1]}
    languages = () if is_first else options.languages_of(order.game)
    words = [f"--only {','.join(dict.fromkeys(part.file for part in parts))}"]
    # Without --paper the command prints on the default papers.
    words += [f"--paper {paper}" for paper in papers if papers != DEFAULT_PAPERS and "--paper" not in more]
    words += [f"--lang {language}" for language in languages]
    words += [f"--theme {options.theme}"] if options.theme != PLAIN_THEME else []
    words += [f"--backs-theme {options.backs_theme}"] if options.backs_theme else []
    words += [f"--players {options.players}"] if options.players else []
    words += [f"--size {options.size.name}"] if options.size else []
    words += [f"--scale {options.scale.name}"] if options.scale else []
    words += [f"--dice {options.dice}"] if options.dice else []
    words += [f"--tokens {options.tokens}"] if options.tokens != SQUARE else []
    words += [f"--art-dpi {options.art_dpi or 'none'}"] if options.art_dpi != ART_DPI else []
    words += ["--ids"] if options.ids else []
    return " ".join([*words, more])


def _tools(order: _Order) -> Iterator[str]:
    """Yield the keys of the tools that are needed to make the components."""
    parts = order.parts
    ways = {_way(part, order.paper) for part in parts}
    folded = any(order.has_back(part) for part in parts) and order.options.backs == "fold"
    nets = ways & {"dice", "standees", "boxes"}
    # What fills the paper is not cut, and booklets only where their pages are smaller.
    if any(part.trim and part.kind != "booklets" for part in parts) or _trimmed_booklets(order):
        yield "knife"
    if nets or folded or any(map(order.is_tiled, parts)) or any(order.material(part) == "board" for part in parts):
        yield "glue"
    if nets or "tents" in ways:
        yield "point"
    # One sheet needs no staple.
    if any(_way(part, order.paper) == "booklets" and _booklet_sheets(part, order) > 1 for part in parts):
        yield "stapler"


def _row(id_: str, **cells: Value) -> Row:
    """Return the cells as a row for the template; it has no place in a file."""
    return Row(id_, cells, "")


def _file(batch: PrintedBatch, file: OutputFile, order: _Order) -> Row:
    """Return the row of a file: its materials, its sides, its sheets, and why it need not be printed."""
    return _row(
        file.path.name,
        materials=_materials(batch, order),
        side=_side(batch, file, order),
        sheets=file.paper_sheets,
        spare=_reason_to_spare(batch, file),
        **_work(file.work),
    )


def _work(work: KnifeWork) -> dict[str, Value]:
    """Return the number of straight cuts, the metres of all cuts and of curves, and about the minutes they take."""
    curved = work.curved / METRE
    return {
        "cuts": work.cuts,
        "metres": f"{work.metres:.1f}",
        "curved": f"{curved:.1f}" if round(curved, 1) else "",
        "minutes": ceil(work.minutes),
    }


def _spares(files: Iterable[tuple[PrintedBatch, OutputFile]], order: _Order) -> Iterator[Row]:
    """Yield the files that need not be printed; fronts and backs of one text are told together."""
    rows = [_file(batch, file, order) for batch, file in files]
    for row in rows:
        fronts = row.id.replace("-backs.pdf", "-fronts.pdf")
        if row.id == fronts or all(other.id != fronts for other in rows):
            backs = row.id.replace("-fronts.pdf", "-backs.pdf")
            both = [other.id for other in rows if other.id in {row.id, backs}]
            yield replace(row, id=" + ".join(both))


def _materials(batch: PrintedBatch, order: _Order) -> tuple[str, ...]:
    """Return the materials that a file's components are printed on, each once."""
    return tuple(dict.fromkeys(order.material(part) for part in batch.components))


def _reason_to_spare(batch: PrintedBatch, file: OutputFile) -> str:
    """Return why a file need not be printed: it is for the screen, or a booklet has the same text."""
    variant = _variant(file)
    if variant in {FILLABLE, READING}:
        return variant
    return WHOLE if not variant and any(_variant(other) == BOOKLET for other in batch.files) else ""


def _variant(file: OutputFile) -> str:
    """Return the variant of a file: booklet, form, pages to read, or an empty text."""
    return file_variant(file.path.name, file.paper)


def _side(batch: PrintedBatch, file: OutputFile, order: _Order) -> str:
    """Return how a file's two sides are printed, as a key of the plan's words."""
    half = file.path.stem.rpartition("-")[2]
    is_half = order.options.split and half in {"fronts", "backs"}
    if _variant(file) == BOOKLET:
        return f"booklet_{half}" if is_half else BOOKLET
    if any(map(order.has_back, batch.components)) and order.options.backs == "fold":
        return "fold"
    if is_half:
        return half
    return "two" if file.pages > file.sheets else "one"


def _stock(files: Iterable[tuple[PrintedBatch, OutputFile]], order: _Order) -> Iterator[Row]:
    """Yield the sheets of each material; a file with pieces of several materials is counted for them together."""
    count: Counter[tuple[str, ...]] = Counter()
    for batch, file in files:
        count[_materials(batch, order)] += file.paper_sheets
    places = sorted(count, key=lambda names: [MATERIALS.index(name) for name in names])
    yield from (_row("-".join(names), names=names, sheets=count[names]) for names in places if count[names])


def _part(part: Component, count: int, paper: Paper, cut_sizes: Mapping[str, tuple[Size, ...]]) -> Row:
    """Return the row of a component: its title, the number of its pieces, and their sizes in millimetres."""
    sizes = cut_sizes.get(part.id) or ((part.trim,) if part.trim else ())
    size = ", ".join(f"{_millimetres(size.width)} × {_millimetres(size.height)}" for size in sizes)
    return _row(part.id, title=part.title, count=count, size=size or _paper_name(paper))


def _millimetres(points: float) -> str:
    """Return a length in points as millimetres with at most one decimal."""
    return f"{to_mm(points):.1f}".removesuffix(".0")


def _making(order: _Order) -> Iterator[Row]:
    """Yield a row of the print plan for each way of making pieces: cut cards, punched tokens, folded boxes.

    A row has the values of its sentences: components, cuts, marks, and options of the command.
    """
    game, counts, cut_sizes = order.game, order.counts, order.cut_sizes
    for kind in KINDS:
        components = [part for part in order.parts if _way(part, order.paper) == kind]
        if components:
            yield _row(
                kind,
                parts=tuple(_part(part, counts[part.id], order.paper, cut_sizes) for part in components),
                cut=_cut(components, cut_sizes) if order.options.marks != "none" else "none",
                marks=order.options.marks,
                stacked=_titles(_stacked_parts(components, order)),
                filling=tuple(part.title for part in components if not part.trim),
                trimmed=tuple(part.title for part in components if part.trim),
                uses=tuple(game.strings[key] for part in components if (key := f"{USE}{part.id}") in game.strings),
                more=_command_options(order, components, "--copies 10"),
                **_tile_steps(components, order),
                **(_NO_STEPS | (_STEPS[kind](components, order) if kind in _STEPS else {})),
            )


def _stacked_parts(parts: Sequence[Component], order: _Order) -> list[Component]:
    """Return the components whose pieces are ordered for cutting all sheets in one stack."""
    ids = {part.id for batch in order.batches if batch.is_stacked for part in batch.components}
    return [part for part in parts if part.id in ids]


def _card_steps(parts: Sequence[Component], order: _Order) -> dict[str, Value]:
    """Return the values about cutting cards: whether some lie crosswise, their corners, their sleeves."""
    ids = {part.id for part in parts}
    uneven = {part.id for batch in order.batches if not batch.is_plain_grid for part in batch.components}
    return {
        "crosswise": bool(ids & uneven),
        "corners": tuple(map(_millimetres, sorted({part.corner for part in parts if part.corner}))),
        "sleeves": tuple(_sleeves(parts, order.options.sleeved)),
        "backed": any(map(order.has_back, parts)),
    }


def _token_steps(parts: Sequence[Component], order: _Order) -> dict[str, Value]:
    """Return which tokens are glued on greyboard, which are folded, and which could be."""
    round_ = [part for part in parts if part.trim and part.shape == "round" and order.options.tokens != SQUARE]
    diameters = {size.width for part in round_ for size in order.cut_sizes.get(part.id, (part.trim,)) if size}
    backed = [part for part in parts if order.has_back(part)]
    glued = [part for part in parts if part not in backed and part.material == "board"]
    foldable = [part for part in backed if part.trim and _fits_half(part, part.trim, order.paper)]
    return {
        "rounds": tuple(map(_millimetres, sorted(diameters))),
        "glued": _titles(glued),
        "backed": _titles(backed),
        "foldable": _titles(foldable),
        "thick": _command_options(order, foldable, "--backs fold") if foldable else "",
    }


def _fits_half(part: Component, trim: Size, paper: Paper) -> bool:
    """Whether front and back of a component fit on one sheet side by side, to be folded."""
    kind = PieceKind(trim.width, trim.height, part.bleed, 0.0)
    return any(fit_grid(kind, half.area).capacity for half in folded_halves(paper, part.bleed))


def _board_steps(parts: Sequence[Component], order: _Order) -> dict[str, Value]:
    """Return whether boards have a printed back."""
    return {"backed": order.is_two_sided and any(map(order.has_back, parts))}


def _titles(parts: Iterable[Component]) -> tuple[Text, ...]:
    """Return the titles of components."""
    return tuple(part.title for part in parts)


def _poster_steps(parts: Sequence[Component], order: _Order) -> dict[str, Value]:
    """Return the values about boards in tiles: how to join them, and how to print them whole."""
    plotted = [part for part in parts if is_plotted(part)]
    return {"full": _command_options(order, plotted, "--paper full") if plotted else ""}


def _tile_steps(parts: Sequence[Component], order: _Order) -> dict[str, Value]:
    """Return how many sheets components take that are larger than the paper, and in which order these are joined."""
    counts, joins, sheets = order.counts, dict[str, list[Component]](), 0
    tiled = [part for part in parts if order.is_tiled(part)]
    for part in tiled:
        tilings = [_tiling(part, piece.id, order) for piece in part.pieces]
        copies = [piece.copies for piece in part.pieces] or [counts[part.id]]
        sheets += sum(len(tiling.tiles) * count for tiling, count in zip(tilings, copies, strict=False))
        for join in dict.fromkeys(map(_join, tilings)):
            joins.setdefault(join, []).append(part)
    return {
        "pages": sheets,
        "tiled": _titles(tiled),
        "joins": tuple(_row(join, parts=_titles(joined)) for join, joined in joins.items()),
        "has_map": bool(tiled) and not any("key map" in warning for file in order.files for warning in file.warnings),
    }


def _tiling(part: Component, piece: str, order: _Order) -> Tiling:
    """Return how a piece is divided into tiles, as the build divides it."""
    trim, options = part.trim, order.options
    assert trim  # noqa: S101  only a piece with a size of its own is larger than the paper
    # An order can only take bleed away: a face is not drawn beyond its own.
    bleed = part.bleed if options.bleed is None else min(part.bleed, options.bleed)
    kind = PieceKind(trim.width, trim.height, bleed, 0.0)
    return plan_tiling(kind, order.paper, options.overlap, part.seams_of(piece))


def _join(tiling: Tiling) -> str:
    """Return in which order tiles are joined, as a key of the plan's words.

    Where the columns have level seams of their own, only whole columns fit each other.
    """
    across, down = tiling.across.count, tiling.down.count
    if min(across, down) == 1:
        return "row" if down == 1 else "column"
    cuts = [[axis.cut(index) for index in range(1, axis.count)] for axis in tiling.downs]
    return "rows" if all(cuts_of_column == cuts[0] for cuts_of_column in cuts) else "columns"


def _box_steps(parts: Sequence[Component], order: _Order) -> dict[str, Value]:
    """Return the inner sizes of boxes for sleeved cards, and the command for larger boxes."""
    holding = {part.id: [order.game.component(id_) for id_ in part.packing.holds] for part in parts if part.packing}
    cards = {
        id_: [component for component in held_components if component.kind == CARDS and component.trim]
        for id_, held_components in holding.items()
    }
    sleeved = [part for part in parts if cards.get(part.id) and (_has_film(part) or order.options.sleeved)]
    sleeves = known_formats().sleeves.values()
    plain = [
        part
        for part in parts
        if part not in sleeved
        and cards.get(part.id)
        and all(fitting_sleeve(component.trim, sleeves) for component in cards[part.id] if component.trim)
    ]
    return {
        "insides": tuple(_inside(part) for part in parts if "depth" in part.measures),
        "sleeved": _titles(sleeved),
        "plain": _titles(plain),
        "larger": _command_options(order, plain, "--sleeved fit") if plain else "",
    }


def _has_film(part: Component) -> bool:
    """Whether a box is made for sleeved cards by its game."""
    return part.packing is not None and part.packing.film > 0


def _booklet_steps(parts: Sequence[Component], order: _Order) -> dict[str, Value]:
    """Return the values about folding booklets, and the most sheets that one copy takes."""
    # Pages that fill half the paper are folded and not trimmed.
    trimmed = _trimmed_booklets(order)
    sheets = {part.id: _booklet_sheets(part, order) for part in parts}
    groups: dict[str, list[Component]] = {}
    for part in parts:
        fold = ("fold" if sheets[part.id] > 1 else "fold_one") + ("" if part.id in trimmed else "_whole")
        # Booklets that are folded alike are told in one step.
        groups.setdefault(fold, []).append(part)
    return {
        "sheets": max(sheets.values()),
        "folds": tuple(_row(fold, parts=_titles(alike)) for fold, alike in groups.items()),
    }


def _trimmed_booklets(order: _Order) -> set[str]:
    """Return the booklets whose pages leave an edge of the paper to be trimmed, by id."""
    return {file_part.part.id for file_part in order.file_parts if file_part.has_page_marks}


def _booklet_sheets(part: Component, order: _Order) -> int:
    """Return the number of sheets of paper for one copy of a booklet."""
    files = [file for file in order.files if part.id in file.components and _variant(file) == BOOKLET]
    return max((file.sheets // max(1, order.counts[part.id]) for file in files), default=1)


_NO_STEPS: dict[str, Value] = {
    **dict.fromkeys(("glued", "backed", "insides", "sleeved", "plain"), ()),
}
"""Default values of the steps that the template reads for every way of making."""
_STEPS: Mapping[str, Callable[[Sequence[Component], _Order], dict[str, Value]]] = {
    "cards": _card_steps,
    "tokens": _token_steps,
    "boards": _board_steps,
    "posters": _poster_steps,
    "boxes": _box_steps,
    "booklets": _booklet_steps,
}
"""Functions that add the steps for some ways of making."""


def _sleeves(parts: Iterable[Component], chosen: Sequence[Sleeve]) -> Iterator[Row]:
    """Yield each kind of sleeve that fits some cards, with the cards; they are left out if none fits.

    `chosen` are those that boxes are made for.
    """
    sleeves = chosen or tuple(known_formats().sleeves.values())
    fitting = [(fitting_sleeve(part.trim, sleeves), part) for part in parts if part.trim]
    for sleeve in dict.fromkeys(sleeve for sleeve, _ in fitting if sleeve):
        titles = tuple(part.title for fitting_for_part, part in fitting if fitting_for_part == sleeve)
        width, height = _millimetres(sleeve.size.width), _millimetres(sleeve.size.height)
        yield _row(sleeve.id, parts=titles, width=width, height=height)


def _way(part: Component, paper: Paper) -> str:
    """Return the way of making a component, one of KINDS."""
    if part.kind == "booklets":
        return "booklets" if part.trim else "references"
    if part.form == "stickers":
        return "stickers"
    if part.form == "tent":
        return "tents"
    if part.kind == "boards" and part.trim:
        return "posters" if is_too_large(part.trim, paper) else "boards"
    return part.kind


def _cut(parts: Iterable[Component], outlined: Container[str]) -> str:
    """Return how components are cut: along `marks` beside them, along `outlines`, or `both`."""
    # Marks and outlines are cut in different ways, so the plan must tell both.
    ways = {"outlines" if part.id in outlined else "marks" for part in parts}
    return "both" if len(ways) > 1 else ways.pop()


def _inside(part: Component) -> Row:
    """Return the inner size of a box in millimetres."""
    return _row(part.id, title=part.title, **{name: _millimetres(size) for name, size in part.measures.items()})


def _origin(part: Component) -> Row | None:
    """Count the values of a component by source, and list the columns with house values; None without any source."""
    rows = {id(piece.row): piece.row for piece in part.pieces}.values()
    tokens = [token for row in rows for token in _tokens(row)]
    # The plan tells how many values each source gave.
    count = Counter(token for _, token in tokens)
    every = count[OURS] == len(tokens)
    columns = () if every else tuple(_ours(part))
    counts = {token: count[token] for token in TOKENS}
    return _row(part.id, title=part.title, columns=columns, every=every, **counts) if tokens else None


def _ours(part: Component) -> Iterator[Row]:
    """Yield the columns of a component that have house values, with the pieces if not all of them have it."""
    rows = {id(piece.row): piece for piece in reversed(part.pieces)}
    labels: dict[str, list[str]] = {}
    for piece in sorted(rows.values(), key=lambda piece: piece.label):
        for column, token in _tokens(piece.row):
            if token == OURS:
                labels.setdefault(column, []).append(piece.label)
    for column in sorted(labels):
        yield _row(column, pieces=tuple(labels[column]) if len(labels[column]) < len(rows) else ())


def _labelled(parts: Iterable[Component]) -> Iterator[Row]:
    """Yield the components with several pieces that have names, with the id and the name of each."""
    for part in parts:
        pieces = {piece.label: piece.row for piece in part.pieces}
        names = {label: row.cells.get("name") for label, row in pieces.items()}
        named = tuple(_row(label, name=name) for label, name in names.items() if isinstance(name, Text))
        if len({repr(row.cells["name"]) for row in named}) > 1:
            yield _row(part.id, title=part.title, pieces=named)


def _tokens(row: Row) -> Iterator[tuple[str, str]]:
    """Yield each column of a row and the source of its value; `provenance` names a default and the exceptions.

    Ids (`label`) are left out: the program assigns them in every game.
    """
    default, *exceptions = str(row.cells.get("provenance", "")).split() or [""]
    by_column = dict(other.split("=") for other in exceptions)
    if default:
        yield from ((name, by_column.get(name, default)) for name in ("copies", *row.cells) if name != "provenance")
