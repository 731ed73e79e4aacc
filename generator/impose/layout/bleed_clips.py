"""How far the art of each piece may reach beyond its trim."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.geometry import Rect
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceKind

_MARK = 1.5 * MM
"""What the outermost bleed leaves of a narrow waste edge to the crop marks, or half of the edge."""
_SLACK = 0.001


def bleed_clips(
    trims: Sequence[Rect], kinds: Sequence[PieceKind | None], bounds: Rect, *, marked: bool
) -> tuple[Rect, ...]:
    """The rectangle that each trim may be inked in: its own bleed, or half the way to a neighbour, or the bounds.

    A trim whose kind is None is only in the way and keeps to itself. Where there are crop marks, a waste edge too
    narrow for both is shared between bleed and marks, save for the bleed that the grid was chosen for.
    """
    return tuple(
        _clip(trim, kind, trims, bounds, marked=marked) if kind else trim
        for trim, kind in zip(trims, kinds, strict=True)
    )


def _clip(trim: Rect, kind: PieceKind, others: Sequence[Rect], bounds: Rect, *, marked: bool) -> Rect:
    left, top = trim.x - bounds.x, trim.y - bounds.y
    right, bottom = bounds.right - trim.right, bounds.bottom - trim.bottom
    left, top, right, bottom = (_outer(kind, room, marked=marked) for room in (left, top, right, bottom))
    for other in others:
        if other.y < trim.bottom - _SLACK and trim.y < other.bottom - _SLACK:
            if other.right <= trim.x + _SLACK:
                left = min(left, (trim.x - other.right) / 2)
            elif other.x >= trim.right - _SLACK:
                right = min(right, (other.x - trim.right) / 2)
        elif other.x < trim.right - _SLACK and trim.x < other.right - _SLACK:
            if other.bottom <= trim.y + _SLACK:
                top = min(top, (trim.y - other.bottom) / 2)
            else:
                bottom = min(bottom, (other.y - trim.bottom) / 2)
    return _grown(trim, max(left, 0), max(top, 0), max(right, 0), max(bottom, 0))


def _outer(kind: PieceKind, room: float, *, marked: bool) -> float:
    share = max(room - _MARK, room / 2) if marked else room
    return min(kind.bleed, room, max(kind.sure, share))


def _grown(trim: Rect, left: float, top: float, right: float, bottom: float) -> Rect:
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)
