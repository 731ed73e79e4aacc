"""One sheet of paper laid out: seats for fronts and for the backs behind them, and the lines to cut along."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from generator.base.geometry import Matrix, Rect
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.bleed_clips import bleed_clips
from generator.impose.layout.mirror import Mirror, Segment
from generator.impose.layout.oriented_paper import OrientedPaper
from generator.impose.layout.slot_layout import SlotLayout
from generator.impose.marks.cut_marks import crop_marks, cut_lines


@dataclass(frozen=True, slots=True)
class FaceSlot:
    """A slot that takes one face."""

    matrix: Matrix
    trim: Rect
    clip: Rect


@dataclass(frozen=True, slots=True)
class FaceSlots:
    """The seats of a sheet: as many fronts as pieces, and behind each its back's."""

    fronts: tuple[FaceSlot, ...]
    backs: tuple[FaceSlot, ...]
    """Empty where nothing is printed behind."""
    cuts: tuple[Rect, ...]
    """Trims on this side to be cut along their edges."""
    walls: tuple[Rect, ...]
    """Where no mark may lie on this side: bleeds, and slots used before."""

    def crop_marks(self, paper: Rect, reach: float) -> tuple[Segment, ...]:
        """Short marks in the prolongation of every cut."""
        return crop_marks(self.cuts, self.walls, paper, reach)

    def cut_lines(self, paper: Rect, taken: Sequence[Rect]) -> tuple[Segment, ...]:
        """Lines through all the waste but for the places taken in it."""
        return cut_lines(self.cuts, (*self.walls, *taken), paper)


def place_slots(
    frame: SlotLayout, used: Sequence[bool], ground: OrientedPaper, mirror: Mirror | None, *, marked: bool
) -> FaceSlots:
    """Lay out the first slots of a frame; an unused one is only kept clear.

    `mirror` leads to the backs: on the other side of the paper, or past the ground's own fold on the same side.
    """
    trims, kinds = frame.trims[: len(used)], frame.kinds
    limits: list[PieceKind | None] = [kind if here else None for kind, here in zip(kinds, used, strict=False)]
    reaches = bleed_clips(trims, limits, ground.bounds, marked=marked)
    fronts = [
        FaceSlot(Matrix.translation(trim.x, trim.y), trim, clip) for trim, clip in zip(trims, reaches, strict=True)
    ]
    fronts = list(compress(fronts, used))
    backs = [_behind(seat, mirror) for seat in fronts] if mirror else []
    cuts = [trim for trim, kind in zip(trims, limits, strict=True) if kind and _is_cut(trim, kind, ground)]
    if ground.fold:
        cuts += [ground.fold.rect(cut) for cut in cuts]
        reaches += tuple(map(ground.fold.rect, reaches))
    return FaceSlots(tuple(fronts), tuple(backs), tuple(cuts), reaches)


def _behind(seat: FaceSlot, mirror: Mirror) -> FaceSlot:
    trim = mirror.rect(seat.trim)
    return FaceSlot(mirror.stand(trim), trim, mirror.rect(seat.clip))


def _is_cut(trim: Rect, kind: PieceKind, ground: OrientedPaper) -> bool:
    """A page that fills the printable area is not cut, and a round piece has its outline."""
    return not kind.outlined and not trim.contains(ground.printable, slack=0.1 * MM)
