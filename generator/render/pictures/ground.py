"""The ground behind the figures of a picture, laid as mosaic whose rows follow their outline.

The outline is a skyline: for each place along the ground the height of the figures there. A row lies at the same
distance from it all along, as the stones round the figures of Roman mosaics do (andamento; A. Hausner, "Simulating
decorative mosaics", 2001, lays them so too). Lengths are millimetres of the stage; y upwards from the ground.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise

from markupsafe import escape

from generator.base.geometry import Point
from generator.base.records import dataclass
from generator.base.units import decimal
from generator.render.pictures.mosaic import STONE, Mosaic, between, hues, row_path
from generator.render.pictures.placement import PlacedPart, PlacedPicture
from generator.render.pictures.size_sums import draw_path

ZONES = 5
"""Shades of the ground from the figures to the far edge."""
SHADOW = (1.3, 0.5)
"""How far to the right and downwards figures cast their shadow: the light comes from the upper left."""
LEAST_BREADTH = 0.5  # an outline narrower than this casts no shadow: area by half the length round it, in millimetres
SUPPORT = 0.3  # the share of its width that a part rests on, at least
SKY = 0.3  # how far the hues of the ground behind figures lie apart: farther apart they look like noise of print
SCENERY = 0.4  # the same of scenery before it
_EVEN = 0.94  # the share of the way to the far edge at which the last zone begins

Outline = Callable[[PlacedPart], Iterable[Sequence[Point]]]
"""From a part to its outline as lines of points."""


@dataclass(frozen=True, slots=True)
class GroundPaint:
    """Colours and extent of a ground, as a template gives them."""

    near: str
    """Colour beside the figures."""
    far: str
    """Colour far from them."""
    grout: str
    """Colour of the joints."""
    rows: int = 0
    """Rows round the figures, where there is no ground but these; 0 for a ground that fills the picture."""
    side: float = 0.0
    """Width of a strip at each side that figures keep clear of, in millimetres of the piece."""
    head: float = 0.0
    """Height of the same above them."""
    stone: float = STONE
    """Width of a row with its joint, in millimetres of the piece."""


class GroundLayer:
    """The ground of one picture: `rows` is the path of its rows, `svg` draws them."""

    def __init__(self, picture: PlacedPicture, mosaic: Mosaic, outline: Outline, paint: GroundPaint) -> None:
        """Lay the ground of a picture; `outline` gives the outline of a part, `mosaic` the stones."""
        self._picture, self._mosaic, self._paint = picture, mosaic, paint
        # Two steps of the skyline are a row, so that a row keeps its width beside upright walls.
        self._step = mosaic.stone / 2
        self._count = math.ceil(picture.width / self._step) + 1
        self._left = -picture.width / 2
        self._outlines: list[list[Point]] = []
        self._skyline = self._heights(outline)
        self._shade = "".join(map(_shadow_area, self._outlines))
        self.rows, self.svg = "", ""
        if paint.rows:
            self._lay_band(paint.rows)
        else:
            self._lay()

    def _heights(self, outline: Outline) -> list[float]:
        """Return the height of the figures at each step from left to right; 0 where there is none."""
        heights = [0.0] * self._count
        waiting = list(self._picture.figures)
        # What stands on something else may come before it, as a rider does before the bridge. What never stands on
        # anything hangs on the wall behind, as windows of a room do, and has no outline of its own.
        for _ in range(2):
            waiting = [placed for placed in waiting if not self._add(heights, placed, outline)]
        return heights

    def _add(self, heights: list[float], placed: PlacedPart, outline: Outline) -> bool:
        """Raise the skyline to a part; return whether it stands on the ground or on parts raised before."""
        box, scale = placed.box, self._picture.scale
        across = slice(self._index(box.x * scale), self._index((box.x + box.width) * scale) + 1)
        foot = box.y * scale - self._mosaic.stone
        if sum(height >= foot for height in heights[across]) < SUPPORT * len(heights[across]):
            return False
        # Windows and doors lie within the front of what was built before.
        if min(heights[across]) < (box.y + box.height) * scale:
            lines = [[(x * scale, y * scale) for x, y in line] for line in outline(placed)]
            # The shadow of what is narrower than it is moved stands beside it, and looks like dirt.
            self._outlines += lines if max(map(_breadth, lines), default=0) > SHADOW[0] else []
            for line in lines:
                self._raise(heights, line)
        return True

    def _index(self, x: float) -> int:
        """Return the step at a place along the ground, within the picture."""
        return min(self._count - 1, max(0, round((x - self._left) / self._step)))

    def _raise(self, heights: list[float], line: Sequence[Point]) -> None:
        """Raise the skyline to a line."""
        for ends in pairwise(line):
            (start, low), (end, high) = sorted(ends)
            first, last = self._index(start), self._index(end)
            slope = (high - low) / (last - first) if last > first else 0.0
            # An upright line is as high as its upper end.
            foot = low if last > first else max(low, high)
            for index in range(first, last + 1):
                heights[index] = max(heights[index], foot + slope * (index - first))

    def _row_heights(self) -> Iterator[list[float]]:
        """Yield the heights of each row from the figures to the upper edge."""
        skyline, stone = self._skyline, self._mosaic.stone
        top = self._picture.height - self._picture.ground + stone
        # The middle of the first row lies half a row from the outline, which is a step.
        up = [height + stone / 2 for height in skyline]
        heights = list(map(max, up, skyline[:1] + skyline[:-1], skyline[1:] + skyline[-1:]))
        while min(heights) < top:
            yield heights
            heights = _offset(heights, stone)

    def _points(self, heights: Sequence[float]) -> list[Point]:
        """Return heights as points of the drawing, whose y grows downwards."""
        start, step = self._left, self._step
        return [(start + index * step, -height) for index, height in enumerate(heights)]

    def _staggered(self, heights: Sequence[float]) -> str:
        """Return a row as a path that begins before the left edge; above the picture it is level."""
        over = self._picture.height - self._picture.ground + self._mosaic.stone
        points = self._points([height if height < over else over for height in heights])
        return row_path([(points[0][0] - self._mosaic.stagger(), points[0][1]), *points])

    def _lay_band(self, count: int) -> None:
        """Lay a few rows round the figures, with joints on both sides that part them from the paper."""
        rows = list(islice(self._row_heights(), count))
        self.rows = "".join(map(self._staggered, rows))
        band = self._mosaic.band("".join(row_path(self._points(heights)) for heights in rows), self._paint.grout)
        self.svg = band + self._mosaic.draw(self.rows, hues(self._paint.near))

    def _lay(self) -> None:
        """Lay the whole ground, from the colour beside the figures to that at the far edge."""
        paint, paths = self._paint, [*map(self._staggered, self._row_heights())]
        picture = self._picture
        below = self._level_rows(self._left, picture.width, -min(max(self._skyline), picture.height), picture.ground)
        self.rows = below + "".join(paths)
        size = max(1, len(paths) * _EVEN / ZONES)
        cuts = [*(round(zone * size) for zone in range(ZONES)), len(paths)]
        self.svg = self._base(below) + "".join(
            self._mosaic.draw("".join(paths[first:last]), hues(between(paint.near, paint.far, zone / (ZONES - 1)), SKY))
            for zone, (first, last) in enumerate(pairwise(cuts))
        )

    def _base(self, below: str) -> str:
        """Return the joints of the whole picture, with level stones up to the figures' outline."""
        start, top = decimal(self._left), decimal(self._picture.ground - self._picture.height)
        foot, fill = decimal(self._picture.ground), f'fill="{escape(self._paint.grout)}" stroke="none"'
        base = f'<path d="M{start} {top}H{decimal(-self._left)}V{foot}H{start}Z" {fill}/>'
        # Level stones end where the rows round the figures begin.
        over = f'<path d="{row_path(self._points(self._skyline))}V{top}H{start}Z" {fill}/>'
        return f"{base}{self._mosaic.draw(below, hues(self._paint.near, SKY))}{over}"

    def _level_rows(self, start: float, width: float, top: float, foot: float) -> str:
        """Return level rows as a path from the top of a rectangle to its foot, in coordinates of the drawing."""
        stone = self._mosaic.stone
        return "".join(
            row_path([(start - self._mosaic.stagger(), y), (start + width, y)])
            for y in (foot - (row + 0.5) * stone for row in range(math.ceil((foot - top) / stone)))
        )

    def shadow(self, ink: str, share: float) -> str:
        """Return the shadow that the figures cast on the ground: so much ink; none where the ground is paper."""
        return self._shadow(self._paint.near, ink, share)

    def shadow_on(self, placed: PlacedPart, colour: str, ink: str, share: float) -> str:
        """Return the same on an area of scenery of a colour behind the figures, to be clipped to it."""
        shadow = self._shadow(colour, ink, share)
        if not shadow or not placed.flip:
            return shadow
        # What is drawn mirrored holds its shadow mirrored, so that it falls where the figures are.
        return f'<g transform="matrix(-1 0 0 1 {decimal(2 * placed.box.x + placed.box.width)} 0)">{shadow}</g>'

    def _shadow(self, colour: str, ink: str, share: float) -> str:
        """Return the shadow in a colour with so much ink.

        It is opaque: print shops that take no transparency would otherwise get the stones below it twice.
        """
        if self._paint.rows or not share or not self._shade:
            return ""
        return f'<path d="{self._shade}" fill="{escape(between(colour, ink, share))}" stroke="none"/>'

    def scenery(self, placed: PlacedPart, path: str, colour: str, name: str, shadow: str) -> str:
        """Return an area of scenery as mosaic, clipped by the id `name`; empty where the ground is paper.

        Its rows lie round the figures in a room, and level in what lies lower. `shadow` is that of the figures on it.
        """
        if self._paint.rows:
            return ""
        box, rows = placed.box, self.rows
        start, top = box.x, -box.y - box.height
        if box.height < self._picture.height / 2:
            rows = self._level_rows(start, box.width, top, -box.y)
        return (
            f'<clipPath id="{name}"><path d="{path}"/></clipPath><path d="{path}" fill="{escape(self._paint.grout)}" '
            f'stroke="none"/><g clip-path="url(#{name})" pnp:mosaic="yes">'
            f'<g transform="translate({decimal(-start)} {decimal(-top)})">'
            f"{self._mosaic.draw(rows, hues(colour, SCENERY))}{shadow}</g></g>"
        )


def _doubled_area(line: Sequence[Point]) -> float:
    """Return twice the area within an outline; its sign is the way round."""
    return sum(ax * cy - cx * ay for (ax, ay), (cx, cy) in pairwise([*line, line[0]]))


def _breadth(line: Sequence[Point]) -> float:
    """Return the breadth of an outline: twice its area by its length; for a long strip, its width."""
    length = sum(math.dist(*ends) for ends in pairwise([*line, line[0]]))
    return abs(_doubled_area(line)) / length if length else 0.0


def _shadow_area(line: Sequence[Point]) -> str:
    """Return the area within an outline, moved as shadows are, as a path; empty for a narrow one."""
    if _breadth(line) < LEAST_BREADTH:
        return ""
    # All go round the same way, so that areas that overlap are one.
    points = line if _doubled_area(line) > 0 else line[::-1]
    return "M" + "L".join(f"{x + SHADOW[0]:.1f} {SHADOW[1] - y:.1f}" for x, y in points) + "Z"


def _offset(heights: list[float], distance: float) -> list[float]:
    """Return the outline at a distance of two steps from another, along circles about its points."""
    near = distance * math.sqrt(0.75)
    up, side = [height + distance for height in heights], [height + near for height in heights]
    one_left, one_right = side[:1] + side[:-1], side[1:] + side[-1:]
    two_left, two_right = heights[:2] + heights[:-2], heights[2:] + heights[-2:]
    return list(map(max, up, one_left, one_right, two_left, two_right))


def stretched_outline(placed: PlacedPart) -> list[str]:
    """Return the paths of a part's outlines for its size; ruled lines and shadows lie within them."""
    values = {**(placed.values or {}), "w": placed.box.width, "h": placed.box.height}
    return [draw_path(shape.path, values) for shape in placed.part.shapes if not shape.pitch and shape.paint != "shade"]
