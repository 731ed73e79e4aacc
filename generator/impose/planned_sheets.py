"""The sheets of one plan: every frame furnished once, every way of filling it laid out once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import chain

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter
from generator.impose.layout.face_slots import FaceSlot, FaceSlots, place_slots
from generator.impose.layout.mirror import Mirror, Segment, verso_mirror
from generator.impose.layout.slot_layout import FilledSheet, SlotLayout
from generator.impose.marks.cut_marks import HAIRLINE, REACH, STUB, draw_lines, fold_line, piece_outlines
from generator.impose.marks.slug_area import SlugArea
from generator.impose.marks.slug_items import SlugItems, SlugPlacer
from generator.impose.sheet_plan import SheetPlan
from generator.model.face import Ink
from generator.model.press_sheet import PlacedFace, PressSheet

PAPER_EDGE = 0.7
"""No mark comes nearer to the paper's edge (points)."""
SLUG_TRIES = ((REACH, False), (STUB, False), (REACH, True), (STUB, True))
"""Lengths of crop marks, and whether the furniture may leave the printable area."""


@dataclass(frozen=True, slots=True)
class FittedSlug:
    """A frame with its furniture, and the length that is left for crop marks."""

    furniture: SlugItems
    reach: float


@dataclass(frozen=True, slots=True)
class MarkedSlots:
    """A spread with its cutting marks drawn on both sides."""

    spread: FaceSlots
    recto: tuple[Ink, ...]
    verso: tuple[Ink, ...]


@dataclass(slots=True)
class PlannedSheets:
    """A plan being turned into press sheets; `flip` is the edge to turn the paper over, None for one side only."""

    plan: SheetPlan
    how: ImpositionOptions
    flip: str | None
    behind: Mirror | None = field(init=False)
    """Leads to the verso."""
    paper: Rect = field(init=False)
    fitted: dict[SlotLayout, FittedSlug] = field(default_factory=dict)
    laid: dict[tuple[SlotLayout, tuple[bool, ...]], MarkedSlots] = field(default_factory=dict)
    numbers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        size = self.plan.ground.size
        self.behind = verso_mirror(size, self.flip) if self.flip else None
        self.paper = Rect(0, 0, size.width, size.height).expand(-PAPER_EDGE)

    def furnish(self, slug: SlugWords, words: Mapping[int, tuple[str, ...]], label: TextSetter) -> None:
        """Find places for slug line, bar and the rest; `words` are those of the slug line by sheet number."""
        self.numbers = tuple(words)
        frames: dict[SlotLayout, dict[int, tuple[str, ...]]] = {}
        for leaf, number in zip(self.plan.leaves, self.numbers, strict=True):
            frames.setdefault(leaf.frame, {})[number] = words[number]
        self.fitted = {frame: self._fit(frame, slug, said, label) for frame, said in frames.items()}

    def sheets(self) -> Iterator[PressSheet]:
        """Every recto, each followed by its verso where the paper is turned over."""
        for leaf, number in zip(self.plan.leaves, self.numbers, strict=True):
            yield from self._sheet(leaf, number)

    @property
    def grid(self) -> str:
        """The name of the layout."""
        return self.plan.grid

    @property
    def count(self) -> int:
        """How many sheets of paper."""
        return len(self.plan.leaves)

    @property
    def warnings(self) -> list[str]:
        """What found no place on the paper."""
        missing = chain.from_iterable(fitted.furniture.missing for fitted in self.fitted.values())
        return [f"{self.plan.grid} has no room for the {what}" for what in missing]

    def _fit(
        self, frame: SlotLayout, slug: SlugWords, words: Mapping[int, tuple[str, ...]], label: TextSetter
    ) -> FittedSlug:
        """Furnish beside long crop marks if possible, and inside the printable area if possible."""
        full = self._spread(frame, (True,) * len(frame.trims))
        for reach, beyond in SLUG_TRIES:
            segments = full.crop_marks(self.paper, reach) if self.how.marks != "none" else ()
            taken = [*full.walls, *map(line_box, segments), *self._fold()]
            waste = SlugArea(self.paper, self.plan.ground.printable, taken, beyond=beyond)
            furniture = SlugPlacer(waste, label).furnish(slug, words, two_sided=self.behind is not None)
            if not furniture.missing:
                break
        return FittedSlug(furniture, reach)

    def _sheet(self, leaf: FilledSheet, number: int) -> Iterator[PressSheet]:
        pieces = [item for item in leaf.items if item]
        laid = self._lay(leaf.frame, tuple(item is not None for item in leaf.items))
        furniture, size = self.fitted[leaf.frame].furniture, self.plan.ground.size
        fronts = tuple(_placed(pieces, laid.spread.fronts))
        backs = tuple(_placed_backs(pieces, laid.spread.backs))
        marks = (*laid.recto, *self._outlines(fronts), *furniture.ink(number))
        if self.behind is None:
            yield PressSheet(size, "recto", number, fronts + backs, marks)
        else:
            yield PressSheet(size, "recto", number, fronts, marks)
            marks = (*laid.verso, *furniture.ink_behind(number, self.behind))
            yield PressSheet(size, "verso", number, backs, marks)

    def _lay(self, frame: SlotLayout, used: tuple[bool, ...]) -> MarkedSlots:
        laid = self.laid.get((frame, used))
        if laid is None:
            laid = self.laid[frame, used] = self._marked(frame, self._spread(frame, used))
        return laid

    def _marked(self, frame: SlotLayout, table: FaceSlots) -> MarkedSlots:
        creases = fold_line(self.plan.ground, table.walls, self.paper)
        segments = self._segments(table, self.fitted[frame])
        back = draw_lines(map(self.behind.segment, segments)) if self.behind else ()
        return MarkedSlots(table, (*draw_lines(segments), *creases), back)

    def _segments(self, table: FaceSlots, fitted: FittedSlug) -> tuple[Segment, ...]:
        if self.how.marks == "none":
            return ()
        if self.how.marks == "lines":
            return table.cut_lines(self.paper, (*fitted.furniture.taken, *self._fold()))
        return table.crop_marks(self.paper, fitted.reach)

    def _spread(self, frame: SlotLayout, used: tuple[bool, ...]) -> FaceSlots:
        ground, marked = self.plan.ground, self.how.marks != "none"
        return place_slots(frame, used, ground, self.behind or ground.fold, marked=marked)

    def _outlines(self, fronts: tuple[PlacedFace, ...]) -> Iterator[Ink]:
        """Round pieces are cut once, from the front."""
        for front in fronts if self.how.marks != "none" else ():
            if front.face.cut or front.face.folds:
                yield from piece_outlines(front.face, front.matrix)

    def _fold(self) -> tuple[Rect, ...]:
        """The fold line, which everything else keeps clear of."""
        fold, size = self.plan.ground.fold, self.plan.ground.size
        if fold is None:
            return ()
        return (Rect(size.width / 2, 0, 0, size.height) if fold.upright else Rect(0, size.height / 2, size.width, 0),)


def _placed(pieces: list[PieceToPrint], seats: tuple[FaceSlot, ...]) -> Iterator[PlacedFace]:
    for piece, seat in zip(pieces, seats, strict=True):
        yield PlacedFace(piece.piece, piece.front, seat.matrix, seat.trim, seat.clip)


def _placed_backs(pieces: list[PieceToPrint], seats: tuple[FaceSlot, ...]) -> Iterator[PlacedFace]:
    for piece, seat in zip(pieces, seats, strict=False):
        if piece.back:
            yield PlacedFace(piece.piece, piece.back, seat.matrix, seat.trim, seat.clip)


def line_box(line: Segment) -> Rect:
    """What a hairline covers."""
    x1, y1, x2, y2 = line
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).expand(HAIRLINE / 2)
