"""How far the art of each piece may reach beyond its trim."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.geometry import Rect
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind

_MARK = 1.5 * MM  # kept for crop marks beside the outermost bleed; half of the space where that is narrower
_TOLERANCE = 0.001


def bleed_clips(
    trims: Sequence[Rect], kinds: Sequence[PieceKind | None], bounds: Rect, *, marked: bool
) -> tuple[Rect, ...]:
    """The rectangle that each trim may print in: its bleed, limited by half the gap to a neighbour and by the bounds.

    A kind of None marks a slot that stays empty: it only limits its neighbours. `marked` keeps space for crop marks
    at the outermost edges, but never takes the bleed that the grid was chosen for.
    """
    return tuple(
        _clip(trim, kind, trims, bounds, marked=marked) if kind else trim
        for trim, kind in zip(trims, kinds, strict=True)
    )


def _clip(trim: Rect, kind: PieceKind, others: Sequence[Rect], bounds: Rect, *, marked: bool) -> Rect:
    left, top = trim.x - bounds.x, trim.y - bounds.y
    right, bottom = bounds.right - trim.right, bounds.bottom - trim.bottom
    left, top, right, bottom = (_outer_bleed(kind, space, marked=marked) for space in (left, top, right, bottom))
    # A neighbour counts on the side where it faces the trim; one that is only diagonal does not.
    for other in others:
        if other.y < trim.bottom - _TOLERANCE and trim.y < other.bottom - _TOLERANCE:
            if other.right <= trim.x + _TOLERANCE:
                left = min(left, (trim.x - other.right) / 2)
            elif other.x >= trim.right - _TOLERANCE:
                right = min(right, (other.x - trim.right) / 2)
        elif other.x < trim.right - _TOLERANCE and trim.x < other.right - _TOLERANCE:
            if other.bottom <= trim.y + _TOLERANCE:
                top = min(top, (trim.y - other.bottom) / 2)
            else:
                bottom = min(bottom, (other.y - trim.bottom) / 2)
    left, top, right, bottom = max(left, 0), max(top, 0), max(right, 0), max(bottom, 0)
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)


def _outer_bleed(kind: PieceKind, space: float, *, marked: bool) -> float:
    share = max(space - _MARK, space / 2) if marked else space
    return min(kind.bleed, space, max(kind.guaranteed_bleed, share))
