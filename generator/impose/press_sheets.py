"""From finished faces to press sheets: which piece goes where, on both sides of the paper, and the marks around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from generator.base.errors import Fault, Faults
from generator.base.geometry import Rect
from generator.base.records import NamedTuple, dataclass, replace
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter, size_in_mm
from generator.impose.layout.face_slots import FaceSlots, place_slots
from generator.impose.layout.mirror import Segment, verso_mirror
from generator.impose.layout.slot_layout import FilledSlots, SlotLayout, free_places
from generator.impose.layout.tiles import is_too_large, plan_tiling
from generator.impose.marks import cut_marks
from generator.impose.marks.cut_marks import draw_lines, line_box
from generator.impose.marks.photo_marks import MODULE, draw_photo_marks, photo_mark_places
from generator.impose.marks.slug_items import SheetParts, SlugArea, SlugItems, fit_slug
from generator.impose.sheet_plan import SheetPlan, plan_full_size, plan_sheets, stack_order
from generator.model.face import Ink
from generator.model.paper import FULL, Paper
from generator.model.press_sheet import PressSheet

if TYPE_CHECKING:
    from generator.impose.poster import Poster


@dataclass(frozen=True, slots=True)
class ImposedSheets:
    """Press sheets in printing order."""

    sheets: tuple[PressSheet, ...]
    grids: tuple[str, ...] = ()
    """The names of the layouts used, `a4-63x88-3x3`; an equal name means equal places."""
    duplex: str | None = None
    """The edge to turn the paper over, `long` or `short`; None if there are no versos."""
    warnings: tuple[str, ...] = ()
    places: int = 0
    """The most places of a sheet."""


def impose(
    pieces: Sequence[PieceToPrint], paper: Paper, options: ImpositionOptions, slug: SlugWords, set_text: TextSetter
) -> ImposedSheets:
    """Lay pieces on as few sheets as they need.

    Sheets come as recto, verso, recto, verso if backs are asked for and any piece has one, else as rectos alone. A
    piece larger than the paper comes last, in tiles, without its back. On the paper FULL every piece gets a page of
    its own size, on a label sheet a card. Raises Faults for pieces whose back has another size or that are too large
    for a folded half or a card, and UsageError for a skip that leaves a sheet empty or an overlap too large for the
    paper.

    >>> from generator.base.geometry import Size
    >>> from generator.base.units import MM
    >>> from generator.model.face import Drawing, Face
    >>> def face(name):
    ...     return Face(name, Size(63 * MM, 88 * MM), 3 * MM, Drawing.of(()))
    >>> cards = [PieceToPrint(f"deck/{name}#1", face(name), face(name.upper())) for name in "abcde"]
    >>> a4 = Paper("a4", Size(210 * MM, 297 * MM), 5 * MM)
    >>> slug = SlugWords("Picket", "Deck", "version 1", "sheet {} of {}".format)
    >>> imposed = impose(cards, a4, ImpositionOptions(), slug, lambda *line: ())
    >>> imposed.grids, imposed.duplex
    (('a4-63x88-3x3',), 'long')
    >>> for sheet in imposed.sheets:
    ...     by_place = sorted(sheet.placed, key=lambda placed: (placed.trim.y, placed.trim.x))
    ...     print(sheet.side, *(placed.face.key for placed in by_place))
    recto a b c d e
    verso C B A E D
    """
    _check_backs(pieces)
    if paper.cells:
        # Cards that are torn apart are not cut.
        options = replace(options, marks="none")
    tiled = {trim for trim in {piece.front.trim for piece in pieces} if is_too_large(trim, paper)}
    whole = [piece for piece in pieces if piece.front.trim not in tiled]
    backed = options.backs != "none" and any(piece.back for piece in whole)
    flip = options.flip if backed and options.backs == "duplex" else None
    plans = _plans(whole, paper, options, folded=backed and options.backs == "fold")
    stacked = [stack_order(plan) for plan in plans] if options.order == "stack" else [*plans]
    runs: list[PlannedSheets | Poster] = [
        PlannedSheets(stack or plan, options, flip) for plan, stack in zip(plans, stacked, strict=True)
    ]
    runs += [
        _poster(piece, paper, options, two_sided=flip is not None) for piece in pieces if piece.front.trim in tiled
    ]
    imposed = _number_sheets(runs, flip, slug, set_text)
    mixed = [plan.grid for plan, stack in zip(plans, stacked, strict=True) if stack is None]
    notes = [f"{grid} has pieces of several sizes, which cannot be cut in a stack" for grid in mixed]
    warnings = (*imposed.warnings, *notes, *_used_places(plans, options))
    return replace(imposed, warnings=warnings, places=max((plan.count for plan in plans), default=0))


def _plans(
    pieces: Sequence[PieceToPrint], paper: Paper, options: ImpositionOptions, *, folded: bool
) -> Sequence[SheetPlan]:
    """Return the plans of the sheets for pieces that fit the paper, for plain paper, label sheets or FULL."""
    if paper.cells:
        from generator.impose.label_plan import plan_label_sheets

        return plan_label_sheets(pieces, paper, options)
    if paper == FULL:
        return plan_full_size(pieces, options)
    return plan_sheets(pieces, paper, options, folded=folded) if pieces else ()


def _used_places(plans: Iterable[SheetPlan], options: ImpositionOptions) -> list[str]:
    """Return warnings of sheets whose only place was to stay empty. Raises Faults where all of several were."""
    full = [plan for plan in plans if plan.count and not free_places(plan.count, options.empty)]
    several = [plan for plan in full if plan.count > 1]
    if several:
        raise Faults(
            Fault("--skip", f"leaves none of the {plan.count} places of {plan.grid}; leave one at least")
            for plan in several
        )
    return [f"{plan.grid} has no other places than those of --skip, so they are used" for plan in full]


def _poster(piece: PieceToPrint, paper: Paper, options: ImpositionOptions, *, two_sided: bool) -> Poster:
    """Return the sheets of a piece that is larger than the paper."""
    # Imported here: few files have a piece that is larger than the paper.
    from generator.impose.poster import Poster

    tiling = plan_tiling(options.kind_of(piece.front), paper, options.overlap, piece.seams)
    return Poster(piece, tiling, options, two_sided=two_sided)


def _number_sheets(
    runs: Sequence[PlannedSheets | Poster], flip: str | None, slug: SlugWords, set_text: TextSetter
) -> ImposedSheets:
    """Return the sheets of all runs with their slugs, numbered from 1 throughout."""
    total = sum(run.count for run in runs)
    sheets: list[PressSheet] = []
    warnings: list[str] = []
    first = 1
    for run in runs:
        parts = {number: slug.parts(number, total, run.grid) for number in range(first, first + run.count)}
        run.place_slug(slug, parts, set_text)
        sheets += run.sheets()
        warnings += (f"{run.grid} has no room for the {item}" for item in run.missing)
        first += run.count
    return ImposedSheets(tuple(sheets), tuple(run.grid for run in runs), flip, tuple(dict.fromkeys(warnings)))


def split_sides(
    sheets: Iterable[PressSheet], *, backwards: bool = False
) -> tuple[tuple[PressSheet, ...], tuple[PressSheet, ...]]:
    """Return rectos and versos as two documents, for a printer that prints one side.

    Versos come in the order of their rectos, or backwards for printers that deliver the stack last sheet first. They
    are turned for the flip edge over which the whole stack is turned.
    """
    sheets = tuple(sheets)
    rectos, versos = (tuple(sheet for sheet in sheets if sheet.side == side) for side in ("recto", "verso"))
    return rectos, versos[::-1] if backwards else versos


def _check_backs(pieces: Sequence[PieceToPrint]) -> None:
    """Check that each back is as large as its front. Raises Faults."""
    trims = {piece.source: (piece.back.trim, piece.front.trim) for piece in pieces if piece.back}
    sizes = {where: map(size_in_mm, pair) for where, pair in trims.items() if pair[0] != pair[1]}
    if sizes:
        fault = "the back is '{}' mm, the front '{}' mm; give both one trim"
        raise Faults(Fault(where, fault.format(*both)) for where, both in sizes.items())


def _numbered(layouts: Sequence[SlotLayout]) -> list[int]:
    """Return a number for each layout, the same for equal ones.

    Each object is compared once: a layout has a dozen rectangles, and most sheets have the same object.
    """
    objects = {id(layout): layout for layout in layouts}
    numbers: dict[SlotLayout, int] = {}
    number_of = {id_: numbers.setdefault(layout, len(numbers)) for id_, layout in objects.items()}
    return [number_of[id(layout)] for layout in layouts]


class MarkedSlots(NamedTuple):
    """The slots of a sheet with the cutting marks of both sides."""

    slots: FaceSlots
    recto: tuple[Ink, ...]
    verso: tuple[Ink, ...]


class PlannedSheets:
    """A plan being turned into press sheets; `flip` is the edge to turn the paper over, None for one side only."""

    def __init__(self, plan: SheetPlan, options: ImpositionOptions, flip: str | None) -> None:
        """Take the plan; the mirror to the backs follows from the paper and the edge `flip`."""
        self.plan, self.options = plan, options
        self.grid, self.count = plan.grid, len(plan.sheets)
        size = plan.paper.size
        self.mirror = verso_mirror(size, flip) if flip else None
        self.bounds = Rect(0, 0, size.width, size.height).expand(-cut_marks.PAPER_EDGE)
        self.numbers: tuple[int, ...] = ()
        self.layouts = _numbered([sheet.layout for sheet in plan.sheets])
        """The number of each sheet's layout: equal layouts have equal numbers."""
        self.fitted: dict[int, tuple[SlugItems, float]] = {}
        """The slug of each layout, and the length that it leaves to crop marks."""
        self.marked: dict[tuple[int, tuple[bool, ...]], MarkedSlots] = {}
        """By layout and by which of its slots are used."""

    def place_slug(self, slug: SlugWords, parts: SheetParts, set_text: TextSetter) -> None:
        """Find places beside the pieces for the slug: the line that names game and sheet, notes and the scale bar.

        `parts` has the words of the line for every sheet, by its number.
        """
        self.numbers = tuple(parts)
        by_layout: dict[int, dict[int, tuple[str, ...]]] = {}
        for layout, number in zip(self.layouts, self.numbers, strict=True):
            by_layout.setdefault(layout, {})[number] = parts[number]
        layouts = {layout: sheet.layout for layout, sheet in zip(self.layouts, self.plan.sheets, strict=True)}
        self.fitted = {
            layout: self._fit(layouts[layout], slug, layout_parts, set_text)
            for layout, layout_parts in by_layout.items()
        }

    def sheets(self) -> Iterator[PressSheet]:
        """Yield every recto, each followed by its verso where the paper is turned over."""
        for sheet, layout, number in zip(self.plan.sheets, self.layouts, self.numbers, strict=True):
            yield from self._sheet(sheet, layout, number)

    @property
    def missing(self) -> Iterator[str]:
        """Names of the items that found no place, of all layouts."""
        return chain.from_iterable(items.missing for items, _ in self.fitted.values())

    def _fit(
        self, layout: SlotLayout, slug: SlugWords, parts: SheetParts, set_text: TextSetter
    ) -> tuple[SlugItems, float]:
        """Return the places of the slug on a layout, and the length that it leaves to crop marks."""
        full = self._place(layout, (True,) * len(layout.trims))

        def area(reach: float, beyond: bool) -> SlugArea:
            """Return the free area beside crop marks of a length; `beyond` allows places outside the printable area."""
            segments = self._crop_marks(full, reach) if self.options.marks != "none" else ()
            blocked = [
                *full.obstacles,
                *self.plan.places,
                *self.plan.paper.reserved,
                *self._photo_marks(full)[1],
                *map(line_box, segments),
                *self._fold(),
            ]
            return SlugArea(self.bounds, self.plan.paper.printable, blocked, beyond=beyond)

        return fit_slug(slug, parts, set_text, area, two_sided=self.mirror is not None)

    def _sheet(self, sheet: FilledSlots, layout: int, number: int) -> Iterator[PressSheet]:
        """Yield the recto and, if there is one, the verso of a sheet."""
        pieces = [item for item in sheet.items if item]
        used = tuple([item is not None for item in sheet.items])
        if (layout, used) not in self.marked:
            self.marked[layout, used] = self._mark(sheet.layout, used, *self.fitted[layout])
        marked = self.marked[layout, used]
        (slug, _), size, slots = self.fitted[layout], self.plan.paper.size, marked.slots
        squares = [bool(piece.edge) for piece in pieces]
        placing = zip(pieces, squares, slots.fronts, strict=True)
        fronts = tuple(slot.place(piece.id, piece.front, is_square=square) for piece, square, slot in placing)
        behind = [*zip(pieces, squares, slots.backs, strict=False)]
        backs = tuple(
            slot.place(piece.id, piece.back, is_square=square) for piece, square, slot in behind if piece.back
        )
        # Outlines are printed on the recto only, since each piece is cut once.
        outlined = [front for front in fronts if not front.is_square] if self.options.marks != "none" else ()
        outlines = (ink for front in outlined for ink in cut_marks.piece_outlines(front.face, front.matrix))
        marks = (*marked.recto, *outlines, *slug.recto_ink(number))
        if self.mirror is None:
            yield PressSheet(size, "recto", number, fronts + backs, marks)
        else:
            yield PressSheet(size, "recto", number, fronts, marks)
            yield PressSheet(size, "verso", number, backs, (*marked.verso, *slug.verso_ink(number, self.mirror)))

    def _mark(self, layout: SlotLayout, used: tuple[bool, ...], slug: SlugItems, reach: float) -> MarkedSlots:
        """Return the slots of a layout with the cutting marks of both sides; `used` tells which slots have a piece."""
        slots = self._place(layout, used)
        segments = self._segments(slots, slug, reach)
        creases = cut_marks.fold_line(self.plan.paper, slots.obstacles, self.bounds)
        # Where pieces lie both ways, a cut through the upper rows ends at the lower ones, and has no mark there.
        both_ways = self.options.marks != "none" and any(kind.turned for kind in layout.kinds)
        creases += cut_marks.corner_ticks(slots.cuts) if both_ways else ()
        verso = draw_lines(map(self.mirror.segment, segments)) if self.mirror else ()
        return MarkedSlots(slots, (*draw_lines(segments), *creases, *self._photo_marks(slots)[0]), verso)

    def _segments(self, slots: FaceSlots, slug: SlugItems, reach: float) -> tuple[Segment, ...]:
        """Return the lines to cut along: crop marks, lines over the whole sheet, or none."""
        if self.options.marks == "none":
            return ()
        if self.options.marks == "lines":
            return cut_marks.cut_lines(slots.cuts, (*slots.obstacles, *slug.taken, *self._fold()), self.bounds)
        return self._crop_marks(slots, reach)

    def _photo_marks(self, slots: FaceSlots) -> tuple[tuple[Ink, ...], list[Rect]]:
        """Return the marks for photos, if they are asked for, and the places that stay clear for them."""
        if not self.options.has_photo_marks:
            return (), []
        places = photo_mark_places(self.plan.paper, slots.obstacles)
        return draw_photo_marks(places), [place.expand(MODULE) for place in places]

    def _crop_marks(self, slots: FaceSlots, reach: float) -> tuple[Segment, ...]:
        """Return the crop marks of a length around the slots."""
        return cut_marks.crop_marks(slots.cuts, slots.obstacles, self.bounds, reach)

    def _place(self, layout: SlotLayout, used: tuple[bool, ...]) -> FaceSlots:
        """Return the slots of a layout for fronts and backs."""
        paper, marked = self.plan.paper, self.options.marks != "none"
        return place_slots(layout, used, paper, self.mirror or paper.fold, marked=marked)

    def _fold(self) -> tuple[Rect, ...]:
        """Return the fold line as a rectangle without width, which all else keeps clear of; none without a fold."""
        fold, size = self.plan.paper.fold, self.plan.paper.size
        if fold is None:
            return ()
        return (Rect(size.width / 2, 0, 0, size.height) if fold.vertical else Rect(0, size.height / 2, size.width, 0),)
