"""The press sheets of one plan: slug and marks of each layout are placed once and shared by its sheets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from generator.base.geometry import Rect
from generator.impose.imposition_inputs import ImpositionOptions, SlugWords, TextSetter
from generator.impose.layout.face_slots import FaceSlots, place_slots
from generator.impose.layout.mirror import Segment, verso_mirror
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
from generator.model.press_sheet import PressSheet


class MarkedSlots(NamedTuple):
    """The slots of a sheet with the cutting marks of both sides."""

    slots: FaceSlots
    recto: tuple[Ink, ...]
    verso: tuple[Ink, ...]


class PlannedSheets:
    """A plan being turned into press sheets; `flip` is the edge to turn the paper over, None for one side only."""

    def __init__(self, plan: SheetPlan, options: ImpositionOptions, flip: str | None) -> None:
        self.plan, self.options = plan, options
        self.grid, self.count = plan.grid, len(plan.sheets)
        size = plan.paper.size
        self.mirror = verso_mirror(size, flip) if flip else None
        self.bounds = Rect(0, 0, size.width, size.height).expand(-PAPER_EDGE)
        self.numbers: tuple[int, ...] = ()
        self.fitted: dict[SlotLayout, tuple[SlugItems, float]] = {}
        """The slug of each layout, and the length that it leaves to crop marks."""
        self.marked: dict[tuple[SlotLayout, tuple[bool, ...]], MarkedSlots] = {}
        """By layout and by which of its slots are used."""

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
    def missing(self) -> Iterator[str]:
        """What found no place on the paper, in words."""
        return chain.from_iterable(items.missing for items, _ in self.fitted.values())

    def _fit(
        self, layout: SlotLayout, slug: SlugWords, parts: SheetParts, set_text: TextSetter
    ) -> tuple[SlugItems, float]:
        """Place the slug beside long crop marks if possible, and inside the printable area if possible."""
        full = self._place(layout, (True,) * len(layout.trims))
        for reach, beyond in SLUG_TRIES:
            segments = self._crop_marks(full, reach) if self.options.marks != "none" else ()
            taken = [*full.obstacles, *map(line_box, segments), *self._fold()]
            area = SlugArea(self.bounds, self.plan.paper.printable, taken, beyond=beyond)
            items = SlugPlacer(area, set_text).place(slug, parts, two_sided=self.mirror is not None)
            if not items.missing:
                break
        return items, reach

    def _sheet(self, sheet: FilledSlots, number: int) -> Iterator[PressSheet]:
        pieces = [item for item in sheet.items if item]
        marked = self._mark(sheet.layout, tuple(item is not None for item in sheet.items))
        (slug, _), size, slots = self.fitted[sheet.layout], self.plan.paper.size, marked.slots
        fronts = tuple(slot.place(piece.id, piece.front) for piece, slot in zip(pieces, slots.fronts, strict=True))
        pairs = zip(pieces, slots.backs, strict=False)
        backs = tuple(slot.place(piece.id, piece.back) for piece, slot in pairs if piece.back)
        # Outlines are printed on the recto only, since each piece is cut once.
        outlined = fronts if self.options.marks != "none" else ()
        outlines = (ink for front in outlined for ink in piece_outlines(front.face, front.matrix))
        marks = (*marked.recto, *outlines, *slug.recto_ink(number))
        if self.mirror is None:
            yield PressSheet(size, "recto", number, fronts + backs, marks)
        else:
            yield PressSheet(size, "recto", number, fronts, marks)
            yield PressSheet(size, "verso", number, backs, (*marked.verso, *slug.verso_ink(number, self.mirror)))

    def _mark(self, layout: SlotLayout, used: tuple[bool, ...]) -> MarkedSlots:
        marked = self.marked.get((layout, used))
        if marked is None:
            slots = self._place(layout, used)
            segments = self._segments(slots, *self.fitted[layout])
            creases = fold_line(self.plan.paper, slots.obstacles, self.bounds)
            verso = draw_lines(map(self.mirror.segment, segments)) if self.mirror else ()
            marked = self.marked[layout, used] = MarkedSlots(slots, (*draw_lines(segments), *creases), verso)
        return marked

    def _segments(self, slots: FaceSlots, slug: SlugItems, reach: float) -> tuple[Segment, ...]:
        if self.options.marks == "none":
            return ()
        if self.options.marks == "lines":
            return cut_lines(slots.cuts, (*slots.obstacles, *slug.taken, *self._fold()), self.bounds)
        return self._crop_marks(slots, reach)

    def _crop_marks(self, slots: FaceSlots, reach: float) -> tuple[Segment, ...]:
        return crop_marks(slots.cuts, slots.obstacles, self.bounds, reach)

    def _place(self, layout: SlotLayout, used: tuple[bool, ...]) -> FaceSlots:
        paper, marked = self.plan.paper, self.options.marks != "none"
        return place_slots(layout, used, paper, self.mirror or paper.fold, marked=marked)

    def _fold(self) -> tuple[Rect, ...]:
        """The fold line, which everything else keeps clear of."""
        fold, size = self.plan.paper.fold, self.plan.paper.size
        if fold is None:
            return ()
        return (Rect(size.width / 2, 0, 0, size.height) if fold.vertical else Rect(0, size.height / 2, size.width, 0),)
