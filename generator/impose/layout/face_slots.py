"""The slots of one sheet for fronts and for the backs behind them, how far they bleed, and the trims to be cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from generator.base.geometry import Matrix, Rect
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind
from generator.impose.layout.mirror import Mirror, quarter_turned
from generator.impose.layout.oriented_paper import OrientedPaper
from generator.impose.layout.slot_layout import SlotLayout
from generator.model.face import Face
from generator.model.press_sheet import PlacedFace

MARK = 1.5 * MM  # kept for crop marks beside the outermost bleed; half of the space where that is narrower
_TOLERANCE = 0.001

Sides = tuple[float, float, float, float]
"""Left, top, right and bottom of a trim: read many times, as each trim is compared with all others."""


@dataclass(frozen=True, slots=True)
class FaceSlot:
    """A place for one face: `matrix` takes the face to the sheet, `clip` limits its bleed."""

    matrix: Matrix
    trim: Rect
    clip: Rect
    turned: bool = False

    def place(self, piece: str, face: Face, *, is_square: bool = False) -> PlacedFace:
        """Return a face of a piece placed in this slot; `is_square` for one that is cut along its trim."""
        return PlacedFace(piece, face, self.matrix, self.trim, self.clip, is_square)

    def mirrored(self, mirror: Mirror, scale: float = 1.0) -> FaceSlot:
        """Return the slot behind this one, for a back scaled like the front."""
        trim = mirror.rect(self.trim)
        matrix = mirror.back_matrix(trim, turned=self.turned) @ Matrix.scaling(scale)
        return FaceSlot(matrix, trim, mirror.rect(self.clip), self.turned)


def _slot(trim: Rect, clip: Rect, kind: PieceKind) -> FaceSlot:
    """Return the slot for a face that lies in a trim as its kind does, upright or turned."""
    matrix = quarter_turned(trim) if kind.turned else Matrix.translation(trim.x, trim.y)
    return FaceSlot(matrix, trim, clip, kind.turned)


@dataclass(frozen=True, slots=True)
class FaceSlots:
    """The slots of one sheet: as many fronts as pieces, and a back behind each."""

    fronts: tuple[FaceSlot, ...]
    backs: tuple[FaceSlot, ...]
    """Empty where nothing is printed behind."""
    cuts: tuple[Rect, ...]
    """Trims on this side to be cut along their edges."""
    obstacles: tuple[Rect, ...]
    """Where no mark may lie on this side: bleeds, and slots used before."""


def place_slots(
    layout: SlotLayout, used: Sequence[bool], sheet: OrientedPaper, mirror: Mirror | None, *, marked: bool
) -> FaceSlots:
    """Return the places of fronts and backs in the first slots of a layout; one that is not used is only kept clear.

    `mirror` leads to the backs: on the verso, or across the sheet's own fold. None for fronts alone.
    """
    trims = layout.trims[: len(used)]
    kinds: list[PieceKind | None] = [kind if use else None for kind, use in zip(layout.kinds, used, strict=False)]
    clips = bleed_clips(trims, kinds, sheet.bounds, marked=marked)
    slots = list(map(_slot, trims, clips, layout.kinds))
    fronts = tuple(compress(slots, used))
    backs = tuple(front.mirrored(mirror) for front in fronts) if mirror else ()
    cuts = [trim for trim, kind in zip(trims, kinds, strict=True) if kind and _is_cut(trim, kind, sheet)]
    if sheet.fold:
        cuts += [sheet.fold.rect(cut) for cut in cuts]
        clips += tuple(map(sheet.fold.rect, clips))
    return FaceSlots(fronts, backs, tuple(cuts), clips)


def _is_cut(trim: Rect, kind: PieceKind, sheet: OrientedPaper) -> bool:
    """Whether crop marks belong to a trim: not to a page that fills the printable area, nor to a round piece."""
    return not kind.has_outline and not trim.contains(sheet.printable, slack=0.1 * MM)


def bleed_clips(
    trims: Sequence[Rect], kinds: Sequence[PieceKind | None], bounds: Rect, *, marked: bool
) -> tuple[Rect, ...]:
    """Return the rectangle that each trim may print in: its bleed, up to half the gap to a neighbour and to the bounds.

    A kind of None marks a slot that stays empty: it only limits its neighbours. `marked` keeps space for crop marks at
    the outermost edges, but never takes the bleed that the grid was chosen for.
    """
    sides = [(trim.x, trim.y, trim.right, trim.bottom) for trim in trims]
    return tuple(
        _clip(trim, kind, sides, bounds, marked=marked) if kind else trim
        for trim, kind in zip(trims, kinds, strict=True)
    )


def _clip(trim: Rect, kind: PieceKind, neighbours: Sequence[Sides], bounds: Rect, *, marked: bool) -> Rect:
    """Return the rectangle that one trim may print in."""
    left, top = trim.x - bounds.x, trim.y - bounds.y
    right, bottom = bounds.right - trim.right, bounds.bottom - trim.bottom
    left, top, right, bottom = (_outer_bleed(kind, space, marked=marked) for space in (left, top, right, bottom))
    near_x, near_y, far_x, far_y = trim.x, trim.y, trim.right, trim.bottom
    # A neighbour counts on the side where it faces the trim; one that is only diagonal does not.
    for x, y, end_x, end_y in neighbours:
        if y < far_y - _TOLERANCE and near_y < end_y - _TOLERANCE:
            if end_x <= near_x + _TOLERANCE:
                left = min(left, (near_x - end_x) / 2)
            elif x >= far_x - _TOLERANCE:
                right = min(right, (x - far_x) / 2)
        elif x < far_x - _TOLERANCE and near_x < end_x - _TOLERANCE:
            if end_y <= near_y + _TOLERANCE:
                top = min(top, (near_y - end_y) / 2)
            else:
                bottom = min(bottom, (y - far_y) / 2)
    left, top, right, bottom = max(left, 0), max(top, 0), max(right, 0), max(bottom, 0)
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)


def _outer_bleed(kind: PieceKind, space: float, *, marked: bool) -> float:
    """Return the bleed at an edge with this space beside it, in points; with `marked`, space is left for crop marks."""
    # Where there is little space, bleed and marks share it.
    share = max(space - MARK, space / 2) if marked else space
    return min(kind.bleed, space, max(kind.guaranteed_bleed, share))
