"""The press sheets of one plan: slug and marks of each layout are placed once and shared by its sheets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from generator.base.geometry import Rect
from generator.base.records import dataclass, field
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter
from generator.impose.layout.face_slots import FaceSlot, FaceSlots, place_slots
from generator.impose.layout.mirror import Mirror, Segment, verso_mirror
from generator.impose.layout.slot_layout import FilledSlots, SlotLayout
from generator.impose.marks.cut_marks import (
    PAPER_EDGE,
    crop_marks,
    cut_lines,
    draw_lines,
    fold_line,
    line_box,
    piece_outlines,
)
from generator.impose.marks.slug_area import SlugArea
from generator.impose.marks.slug_items import SLUG_TRIES, SheetParts, SlugItems, SlugPlacer
from generator.impose.sheet_plan import SheetPlan
from generator.model.face import Ink
from generator.model.press_sheet import PlacedFace, PressSheet


@dataclass(frozen=True, slots=True)
class FittedSlug:
    """The slug of a layout, and the length that it leaves to crop marks."""

    items: SlugItems
    reach: float


@dataclass(frozen=True, slots=True)
class MarkedSlots:
    """The slots of a sheet with the cutting marks of both sides."""

    slots: FaceSlots
    recto: tuple[Ink, ...]
    verso: tuple[Ink, ...]


@dataclass(slots=True)
class PlannedSheets:
    """A plan being turned into press sheets; `flip` is the edge to turn the paper over, None for one side only."""

    plan: SheetPlan
    options: ImpositionOptions
    flip: str | None
    mirror: Mirror | None = field(init=False)
    """From the recto to the verso."""
    bounds: Rect = field(init=False)
    """Where marks may lie."""
    fitted: dict[SlotLayout, FittedSlug] = field(default_factory=dict)
    marked: dict[tuple[SlotLayout, tuple[bool, ...]], MarkedSlots] = field(default_factory=dict)
    """By layout and by which of its slots are used."""
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        size = self.plan.paper.size
        self.mirror = verso_mirror(size, self.flip) if self.flip else None
        self.bounds = Rect(0, 0, size.width, size.height).expand(-PAPER_EDGE)

    def place_slug(self, slug: SlugWords, parts: SheetParts, set_text: TextSetter) -> None:
        """Find places for the slug; `parts` are those of the slug line for every sheet, by its number."""
        self.numbers = tuple(parts)
        layouts: dict[SlotLayout, dict[int, tuple[str, ...]]] = {}
        for sheet, number in zip(self.plan.sheets, self.numbers, strict=True):
            layouts.setdefault(sheet.layout, {})[number] = parts[number]
        self.fitted = {layout: self._fit(layout, slug, own, set_text) for layout, own in layouts.items()}

    def sheets(self) -> Iterator[PressSheet]:
        """Every recto, each followed by its verso where the paper is turned over."""
        for sheet, number in zip(self.plan.sheets, self.numbers, strict=True):
            yield from self._sheet(sheet, number)

    @property
    def grid(self) -> str:
        """The name of the layout."""
        return self.plan.grid

    @property
    def count(self) -> int:
        """How many sheets of paper."""
        return len(self.plan.sheets)

    @property
    def missing(self) -> Iterator[str]:
        """What found no place on the paper, in words."""
        return chain.from_iterable(fitted.items.missing for fitted in self.fitted.values())

    def _fit(self, layout: SlotLayout, slug: SlugWords, parts: SheetParts, set_text: TextSetter) -> FittedSlug:
        """Place the slug beside long crop marks if possible, and inside the printable area if possible."""
        full = self._place(layout, (True,) * len(layout.trims))
        for reach, beyond in SLUG_TRIES:
            segments = self._crop_marks(full, reach) if self.options.marks != "none" else ()
            taken = [*full.obstacles, *map(line_box, segments), *self._fold()]
            area = SlugArea(self.bounds, self.plan.paper.printable, taken, beyond=beyond)
            items = SlugPlacer(area, set_text).place(slug, parts, two_sided=self.mirror is not None)
            if not items.missing:
                break
        return FittedSlug(items, reach)

    def _sheet(self, sheet: FilledSlots, number: int) -> Iterator[PressSheet]:
        pieces = [item for item in sheet.items if item]
        marked = self._mark(sheet.layout, tuple(item is not None for item in sheet.items))
        slug, size = self.fitted[sheet.layout].items, self.plan.paper.size
        fronts = tuple(_placed_fronts(pieces, marked.slots.fronts))
        backs = tuple(_placed_backs(pieces, marked.slots.backs))
        marks = (*marked.recto, *self._outlines(fronts), *slug.recto_ink(number))
        if self.mirror is None:
            yield PressSheet(size, "recto", number, fronts + backs, marks)
        else:
            yield PressSheet(size, "recto", number, fronts, marks)
            yield PressSheet(size, "verso", number, backs, (*marked.verso, *slug.verso_ink(number, self.mirror)))

    def _mark(self, layout: SlotLayout, used: tuple[bool, ...]) -> MarkedSlots:
        marked = self.marked.get((layout, used))
        if marked is None:
            slots = self._place(layout, used)
            segments = self._segments(slots, self.fitted[layout])
            creases = fold_line(self.plan.paper, slots.obstacles, self.bounds)
            verso = draw_lines(map(self.mirror.segment, segments)) if self.mirror else ()
            marked = self.marked[layout, used] = MarkedSlots(slots, (*draw_lines(segments), *creases), verso)
        return marked

    def _segments(self, slots: FaceSlots, fitted: FittedSlug) -> tuple[Segment, ...]:
        if self.options.marks == "none":
            return ()
        if self.options.marks == "lines":
            return cut_lines(slots.cuts, (*slots.obstacles, *fitted.items.taken, *self._fold()), self.bounds)
        return self._crop_marks(slots, fitted.reach)

    def _crop_marks(self, slots: FaceSlots, reach: float) -> tuple[Segment, ...]:
        return crop_marks(slots.cuts, slots.obstacles, self.bounds, reach)

    def _place(self, layout: SlotLayout, used: tuple[bool, ...]) -> FaceSlots:
        paper, marked = self.plan.paper, self.options.marks != "none"
        return place_slots(layout, used, paper, self.mirror or paper.fold, marked=marked)

    def _outlines(self, fronts: tuple[PlacedFace, ...]) -> Iterator[Ink]:
        """Outlines of round pieces, on the recto only: each is cut once."""
        for front in fronts if self.options.marks != "none" else ():
            if front.face.cut or front.face.folds:
                yield from piece_outlines(front.face, front.matrix)

    def _fold(self) -> tuple[Rect, ...]:
        """The fold line, which everything else keeps clear of."""
        fold, size = self.plan.paper.fold, self.plan.paper.size
        if fold is None:
            return ()
        return (Rect(size.width / 2, 0, 0, size.height) if fold.vertical else Rect(0, size.height / 2, size.width, 0),)


def _placed_fronts(pieces: list[PieceToPrint], slots: tuple[FaceSlot, ...]) -> Iterator[PlacedFace]:
    for piece, slot in zip(pieces, slots, strict=True):
        yield PlacedFace(piece.id, piece.front, slot.matrix, slot.trim, slot.clip)


def _placed_backs(pieces: list[PieceToPrint], slots: tuple[FaceSlot, ...]) -> Iterator[PlacedFace]:
    for piece, slot in zip(pieces, slots, strict=False):
        if piece.back:
            yield PlacedFace(piece.id, piece.back, slot.matrix, slot.trim, slot.clip)
