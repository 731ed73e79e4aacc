"""Fills with `<pattern>`: its tile, compiled once, is repeated within the outline of a shape.

The tiles are drawings in rows, and no PDF pattern: viewers round its tiles to whole pixels, each in its own way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import replace
from generator.model.face import Clip, Group, Ink, Part, Shape, Use
from generator.typeset.ink.areas import Get, area_of, in_box_units
from generator.typeset.ink.compiler import Canvas, Compiler, DrawingExtras, part_of
from generator.typeset.paths.path_geometry import extent, path_box, upright_rect
from generator.typeset.paths.shape_paths import rect_path
from generator.typeset.svg.coordinate_systems import aspect, transform, view_box
from generator.typeset.svg.svg_tree import Element

MOST_TILES = 20_000
"""Most tiles in one shape: viewers would draw more for seconds."""
_TILES_OF_A_REFERENCE = 100
"""Tiles that count as one reference: fills that are used again and again could be drawn for hours."""
_OVERLAP = 0.01
"""How far ink that reaches the edge of its tile may cross it, as a share of its size: else viewers show a seam."""
_NOTHING = ("0", "0", "0", "0")


def pattern_fill(
    compiler: Compiler, user: Element, pattern: Element, path: str, box: Rect | None, *, even_odd: bool
) -> Group:
    """Return the tiles of a pattern within a path; `user` is the filled element, for faults.

    Shares are taken of `box`, None for the path's own box. Raises ValueError where the pattern cannot be drawn.
    """
    chain = _chain(compiler, pattern)
    area = path_box(path)
    assert area is not None  # noqa: S101  an empty path is not painted
    box = box or area

    def get(name: str) -> str | None:
        """Return an attribute of the pattern, or of the nearest one it refers to that has it."""
        return next((text for pattern_ in chain if (text := pattern_.get(name)) is not None), None)

    tile = area_of(compiler, get, "patternUnits", box, _NOTHING)
    content = next((pattern_ for pattern_ in chain if any(pattern_.elements())), None)
    if content is None and any(pattern_.is_partial for pattern_ in chain):
        raise ValueError  # without words: what is in it was refused, with a fault of its own
    if tile.width <= 0 or tile.height <= 0 or content is None:
        raise ValueError(f"pattern '#{pattern.id}' is empty, so nothing is seen")
    ink = _tile_ink(compiler, get, content, tile, box)
    transform_text = get("patternTransform")
    matrix = transform(transform_text) if transform_text else IDENTITY
    covered = matrix.inverse().bounding_box(area)
    columns = _cells(tile.x, tile.width, covered.x, covered.right)
    rows = _cells(tile.y, tile.height, covered.y, covered.bottom)
    # Thousands of tiles make a file that viewers draw for seconds.
    if len(columns) * len(rows) > MOST_TILES:
        raise ValueError(f"pattern '#{pattern.id}' repeats {len(columns) * len(rows):,} times; make its tile larger")
    ground, ink = _split_ground(ink, tile, covered)
    tiles: tuple[Ink, ...] = ()
    if ink:
        one = part_of(ink, _visible(ink, tile, compiler))
        # The tiles of a row are one part, and all rows another: the file grows with rows and columns, not with their
        # product.
        row = _repeated(one, [Matrix.translation(column * tile.width, 0.0) for column in columns])
        whole = _repeated(row, [Matrix.translation(0.0, row_ * tile.height) for row_ in rows])
        compiler.extras.add_parts(user, (one, row, whole), 1 + len(columns) * len(rows) // _TILES_OF_A_REFERENCE)
        tiles = (Use(whole.key, IDENTITY),)
    return Group((Group((*ground, *tiles), matrix),), clip=Clip(path, even_odd))


def _chain(compiler: Compiler, pattern: Element) -> list[Element]:
    """Return the pattern and the patterns that it refers to, whose attributes stand in for those it lacks.

    Raises ValueError for a missing pattern or a circle.
    """
    chain = [pattern]
    while href := chain[-1].get("href"):
        following = compiler.pattern(href[1:])
        if following is None:
            raise ValueError(f"pattern '#{pattern.id}': there is no pattern {href!r}")
        if following in chain:
            raise ValueError(f"pattern '#{pattern.id}' refers to itself")
        chain.append(following)
    return chain


def _tile_ink(compiler: Compiler, get: Get, content: Element, tile: Rect, box: Rect) -> tuple[Ink, ...]:
    """Return the ink of the first tile.

    `get` returns an attribute of the pattern, `content` is the element that holds the ink.
    """
    if compiler.has_text(content):
        raise ValueError(f"pattern '#{content.id}' holds text; write it on the face itself")
    if any(reference.name == "pattern" for reference in compiler.open_references):
        raise ValueError(f"pattern '#{content.id}' stands in another pattern; draw its tiles there")
    matrix = Matrix.translation(tile.x, tile.y)
    if text := get("viewBox"):
        matrix = aspect(get("preserveAspectRatio")).fit(view_box(text), tile)
    elif in_box_units(get, "patternContentUnits", otherwise=False):
        matrix = matrix @ Matrix.scaling(box.width, box.height)
    outer, compiler.extras = compiler.extras, DrawingExtras(is_shared=True)
    canvas = Canvas()
    compiler.open_references.append(content)
    try:
        compiler.draw_children(content, compiler.defined_style(content).inherited, matrix, canvas)
    finally:
        compiler.open_references.pop()
        inner, compiler.extras = compiler.extras, outer
    compiler.extras.add_parts(content, inner.parts.values(), inner.references)
    return canvas.ink()


def _cells(start: float, step: float, low: float, high: float) -> range:
    """Return the numbers of the tiles along one axis that reach from `low` to `high`; tile 0 begins at `start`."""
    return range(math.floor((low - start) / step), math.ceil((high - start) / step))


def _split_ground(ink: tuple[Ink, ...], tile: Rect, covered: Rect) -> tuple[tuple[Ink, ...], tuple[Ink, ...]]:
    """Return a plain rectangle that covers the whole tile, enlarged over all tiles, and the ink without it.

    Drawn once it has no seams; empty where there is none.
    """
    first = ink[0] if ink else None
    matrix = IDENTITY
    if isinstance(first, Group) and len(first.ink) == 1 and first.opacity == 1 and first.clip is None:
        matrix, first = first.matrix, first.ink[0]
    if not isinstance(first, Shape) or not isinstance(first.fill, str) or first.stroke or matrix.b or matrix.c:
        return (), ink
    box = upright_rect(first.path)
    if box is None or not matrix.bounding_box(box).contains(tile):
        return (), ink
    # Wider than the shape it fills, so that its edge is never seen.
    wide = covered.expand(max(tile.width, tile.height))
    return (replace(first, path=rect_path(wide, decimals=9)),), ink[1:]


def _visible(ink: Sequence[Ink], tile: Rect, compiler: Compiler) -> Rect:
    """Return the rectangle at which a tile is cut off, a little larger where opaque ink reaches its edge."""
    reach = extent(ink, IDENTITY, compiler.extras.parts, strokes=True)
    share = 1.0
    if reach is None or not tile.contains(reach.expand(0.001)):
        share = _OVERLAP if all(map(_is_opaque, ink)) else 0.0  # what lies on itself would be seen twice
    return tile.expand(share * min(tile.width, tile.height))


def _is_opaque(item: Ink) -> bool:
    """Return whether ink is opaque, so that it may lie on itself without being seen twice."""
    if isinstance(item, Group):
        return item.opacity == 1 and all(map(_is_opaque, item.ink))
    if not isinstance(item, Shape):
        return False
    return item.opacity == 1 and (item.stroke is None or item.stroke.opacity == 1)


def _repeated(part: Part, places: Sequence[Matrix]) -> Part:
    """Return a part that shows another part once under each of some matrices."""
    boxes = [place.bounding_box(part.box) for place in places]
    box = boxes[0].union(boxes[-1])
    return part_of(tuple(Use(part.key, place) for place in places), box)
