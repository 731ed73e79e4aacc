"""Single items of ink, each with its place and its clips: groups and parts are opened."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import dataclass
from generator.model.face import Clip, GlyphRun, Group, Image, Ink, Part, Raster, Shape, Use
from generator.typeset.paths.path_geometry import flattened, path_box, subpaths, transform_path, upright_rect

LeafInk = Shape | GlyphRun | Image | Use

_LONGEST = 4000
"""Characters of the longest line that is divided into small rectangles."""
_SPOT = 20.0
"""Longest piece of a line in one rectangle, in points."""
_NOTHING = Rect(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Leaf:
    """An item of ink that holds no others, drawn with a matrix and within clips."""

    item: LeafInk
    matrix: Matrix
    clips: tuple[Clip, ...]
    """Clips in the coordinates of the face, the outermost first."""
    box: Rect
    """Rectangle around its visible part, on the face; rather too large than too small."""
    spots: tuple[Rect, ...] = ()
    """Smaller rectangles that cover a line too; empty where the box says it well."""

    def meeting(self, spots: Sequence[Rect]) -> list[Rect]:
        """Return the places where the leaf meets any of some rectangles."""
        near = [spot for spot in spots if spot.overlaps(self.box)]
        if not self.spots:
            return near
        return [spot for spot in self.spots if any(spot.overlaps(other) for other in near)]


def leaf_of(item: LeafInk, matrix: Matrix, clips: tuple[Clip, ...], parts: dict[str, Part | Raster]) -> Leaf:
    """Return an item of ink as a leaf: with its matrix, its clips and the box around its visible part.

    Clips that cut nothing off are left out; `parts` are shared drawings and pictures by key.
    """
    box = whole = matrix.bounding_box(item_box(item, parts))
    for clip in clips:
        box = box.intersection(clip_box(clip))
    # The box of a filled shape says well enough where the shape is.
    spots = tuple(_spots(item, matrix)) if isinstance(item, Shape) and item.fill is None else ()
    return Leaf(item, matrix, _needed(clips, whole), box, spots)


def _spots(line: Shape, matrix: Matrix) -> Iterator[Rect]:
    """Yield small rectangles along a long, thin line; none for other shapes."""
    reach = _reach(line)
    # A long path, or one of several parts, would give too many rectangles to compare.
    is_simple = len(line.path) < _LONGEST and line.path.count("M") == 1
    points = [point for part in subpaths(line.path) for point in flattened(part, 8)] if is_simple else []
    # The box around all of a slanted line would hold much that it does not touch.
    for (x, y), (u, v) in pairwise(points):
        pieces = 1 + int(math.dist((x, y), (u, v)) / _SPOT)
        for number in range(pieces):
            ends = [(x + (u - x) * part / pieces, y + (v - y) * part / pieces) for part in (number, number + 1)]
            (left, right), (top, bottom) = (sorted(values) for values in zip(*ends, strict=True))
            yield matrix.bounding_box(Rect(left, top, right - left, bottom - top).expand(reach))


def placed_ink(leaves: Iterable[Leaf]) -> tuple[Ink, ...]:
    """Return leaves (single drawn items) as ink, in the same order."""
    placed: list[Ink] = []
    # Neighbours alone share a group, so that nothing is drawn in another order.
    for (clips, matrix), group in groupby(leaves, key=lambda leaf: (leaf.clips, leaf.matrix)):
        ink: tuple[Ink, ...] = tuple(leaf.item for leaf in group)
        if matrix != IDENTITY:
            ink = (Group(ink, matrix),)
        for clip in reversed(clips):
            ink = (Group(ink, clip=clip),)
        placed += ink
    return tuple(placed)


def placed_clip(clip: Clip, matrix: Matrix) -> Clip:
    """Return a clip, an outline to which drawing is limited, moved by a matrix."""
    return clip if matrix == IDENTITY else Clip(transform_path(clip.path, matrix), clip.even_odd)


def box_clip(box: Rect, matrix: Matrix) -> Clip:
    """Return a rectangle as a clip (outline to which drawing is limited), moved by a matrix."""
    path = f"M {box.x} {box.y} L {box.right} {box.y} L {box.right} {box.bottom} L {box.x} {box.bottom} Z"
    return placed_clip(Clip(path), matrix)


@lru_cache(maxsize=4096)
def clip_box(clip: Clip) -> Rect:
    """Return the box around a clip; empty for an empty path."""
    return path_box(clip.path) or _NOTHING


def _needed(clips: tuple[Clip, ...], box: Rect) -> tuple[Clip, ...]:
    """Return the clips that cut something off a box."""
    return tuple(clip for clip in clips if not ((rect := upright_rect(clip.path)) and rect.contains(box)))


def item_box(item: LeafInk, parts: dict[str, Part | Raster]) -> Rect:
    """Return the box around an item in its own coordinates; rather too large than too small."""
    if isinstance(item, Image):
        return item.rect
    if isinstance(item, Use):
        part = parts[item.part]
        return item.matrix.bounding_box(part.box) if isinstance(part, Part) else _NOTHING
    if isinstance(item, GlyphRun):  # accents and swashes reach beyond the line, but not this far
        height = 1.5 * item.size
        return Rect(item.x - item.size, item.y - height, item.width + 2 * item.size, 2 * height)
    box = path_box(item.path) or _NOTHING
    return box.expand(_reach(item)) if item.stroke else box


def _reach(shape: Shape) -> float:
    """Return how far a stroke can reach beyond its path, in points."""
    stroke = shape.stroke
    if stroke is None:
        return 0.0
    # The corners of square caps are half a width times √2 away.
    return stroke.width / 2 * max(1.5, stroke.miter if stroke.join == "miter" else 1.0)
