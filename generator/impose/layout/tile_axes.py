"""The width or the height of a large face, divided into lengths that overlap: as its seams allow, or equal ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

from generator.base.records import dataclass, replace
from generator.base.units import MM
from generator.model.game import SeamRange

STRIP = 11 * MM
"""Width of the strip along an edge of the printable area, for key map, slug line and scale bar, if there is space."""
MARKS = 1.5 * MM
"""Distance between the art and the edge of the printable area, for crop marks, where there is space."""
CUT = 0.25
"""The share of the overlap that is cut off before a tile goes on its neighbour's tab."""
_LEAST_ACROSS = 3 * MM  # the least of the printable area beside the art: bleed and crop marks share it
_LEAST_ALONG = 8 * MM  # the least at the side of the strip, whose contents take two thirds of it
_TOLERANCE = 0.001


@dataclass(frozen=True, slots=True)
class TileAxis:
    """The width or the height of a face, divided into lengths that overlap."""

    trim: float
    """Width or height of the whole face."""
    bleed: float
    """Length that is printed beyond both ends."""
    overlap: float
    seams: tuple[float, ...]
    """Places where a tile is cut inside its art, to go on the tab of the one before it."""
    keeps_seams: bool = False
    """Whether all seams lie where the face allows them."""

    @property
    def count(self) -> int:
        """Number of tiles."""
        return len(self.seams) + 1

    @property
    def length(self) -> float:
        """Length of the art of the longest tile."""
        return max(end - start for start, end in map(self.art, range(self.count)))

    def art(self, index: int) -> tuple[float, float]:
        """Return start and end of all that is printed of a tile."""
        start = self.cut(index) - CUT * self.overlap if index else -self.bleed
        return start, self.end(index) + (self.bleed if index == self.count - 1 else 0.0)

    def cut(self, index: int) -> float:
        """Return where a tile is cut: at the face's trim, or inside its art where it goes on a neighbour's tab."""
        return (0.0, *self.seams, self.trim)[index]

    def end(self, index: int) -> float:
        """Return where a tile ends: at the face's trim, or with its tab."""
        return self.trim if index == self.count - 1 else self.cut(index + 1) + (1 - CUT) * self.overlap


def plan_axis(axis: TileAxis, space: float, allowed: Sequence[SeamRange], *, strip: bool) -> TileAxis | None:
    """Divide an axis, given without seams, into the fewest tiles for a space; None if the overlap takes most of one.

    The seams lie within the `allowed` ranges where the space lets them, else the tiles are equal. `strip` keeps room
    for key map and slug. Where room is narrow, a third of what the tiles leave goes to the bleed.
    """
    least, usual = (_LEAST_ALONG, MARKS + STRIP) if strip else (_LEAST_ACROSS, 2 * MARKS)
    most = space - least
    if most < 3 * axis.overlap:
        return None
    count = max(1, math.ceil((axis.trim - axis.overlap - _TOLERANCE) / (most - axis.overlap)))
    whole = [(axis, space - usual), (replace(axis, bleed=0.0), most)]
    for wish, length in whole if count > 1 and allowed else ():
        if seams := _choose_seams(wish, count, length, allowed):
            chosen = replace(wish, seams=seams, keeps_seams=True)
            spare = space - max(end - start for start, end in map(chosen.art, (0, count - 1)))
            bleed = axis.bleed if wish.bleed else min(axis.bleed, max(spare - usual, spare / 3))
            return replace(chosen, bleed=bleed)
    return _equal_tiles(axis, count, space, usual)


def _equal_tiles(axis: TileAxis, count: int, space: float, usual: float) -> TileAxis:
    """Return the axis divided into `count` tiles of equal length, with as much bleed as the space leaves."""
    spare = space - (axis.trim + (count - 1) * axis.overlap) / count
    bleed = min(axis.bleed, max(spare - usual, spare / 3) * count / 2)
    length = (axis.trim + 2 * bleed + (count - 1) * axis.overlap) / count
    starts = (index * (length - axis.overlap) - bleed for index in range(1, count))
    return replace(axis, bleed=bleed, seams=tuple(start + CUT * axis.overlap for start in starts))


def _choose_seams(axis: TileAxis, count: int, length: float, allowed: Sequence[SeamRange]) -> tuple[float, ...]:
    """Return seams, one fewer than tiles, as even as may be; empty if none keep every tile within `length`."""
    after, before, least = (1 - CUT) * axis.overlap, CUT * axis.overlap, 2 * axis.overlap
    first, step = length - axis.bleed - after, length - axis.overlap
    last = axis.trim + axis.bleed + before - length
    # From the last seam back to the first: where each may lie for those after it to lie well.
    windows = [_meet(allowed, [(last, axis.trim - least)])]
    for _ in range(count - 2):
        windows.insert(0, _meet(allowed, [(low - step, high - least) for low, high in windows[0]]))
    seams: list[float] = []
    seam_before, farthest = 0.0, first
    for tiles_left, window in zip(range(count, 1, -1), windows, strict=True):
        reached = _meet(window, [(seam_before + least, farthest)])
        even = seam_before + (axis.trim - seam_before) / tiles_left
        if not reached:
            return ()
        seam_before = min((min(max(even, low), high) for low, high in reached), key=lambda seam: abs(seam - even))
        seams.append(seam_before)
        farthest = seam_before + step
    return tuple(seams)


def _meet(first: Sequence[SeamRange], second: Sequence[SeamRange]) -> list[SeamRange]:
    """Return the intersections of ranges; a range that is missed by less than can be measured counts as met."""
    both = ((max(one[0], other[0]), min(one[1], other[1])) for one, other in product(first, second))
    return [(min(low, high), high) for low, high in both if low <= high + _TOLERANCE]
