"""Draws a face anew without transparency.

Ink below a transparent item is drawn once more over it, in the mixed colours and clipped to the outline of the item:
that is exact wherever one of the two has a flat colour. Anything else raises NotFlatError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce

from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.exports.press.flat.ink_leaves import (
    Leaf,
    LeafInk,
    box_clip,
    clip_box,
    item_box,
    leaf_of,
    placed_clip,
    placed_ink,
)
from generator.exports.press.flat.mixing import (
    NotFlatError,
    is_opaque,
    is_opaque_item,
    mixed_paint,
    opacity_of,
    paint_of,
    painted,
    seen_through,
)
from generator.exports.press.flat.path_cover import covers, lies_within
from generator.exports.press.flat.stroke_outline import stroke_outline
from generator.model.face import (
    Clip,
    Composite,
    Drawing,
    Face,
    Font,
    GlyphRun,
    Group,
    Image,
    Ink,
    Part,
    Raster,
    Shape,
    Stroke,
    Use,
)
from generator.typeset.paths.path_geometry import transform_path
from generator.write.glyph_paths import run_path

_PAPER = "#ffffff"
_MOST, _SHARE = 1_500_000, 6
"""Characters of paths that are drawn again on a small face, and on each square point of a large one.

A picture is smaller than more of them.
"""
_DRAWN, _DRAWN_SHARE = 8_000_000, 6
"""The same limits for the work of viewers, where a path counts as often as it is drawn: a second or two."""
_OTHER = 100
"""Characters that any other item counts for."""
_NEAR = 0.1
"""Points by which the rectangle around a shadow may stand out of that around its body."""
_LONG = 400
"""Characters of a path from which it is worth a part of its own."""


@dataclass(frozen=True, slots=True)
class _Fading:
    """A group with an opacity of its own: its items hide each other, and together they lie over earlier leaves."""

    opacity: float
    base: int
    """Number of leaves below the outermost such group."""
    start: int
    """Number of leaves below this group."""


class _Effort:
    """How much of a face is drawn again. Raises NotFlatError when that is too much."""

    def __init__(self, trim: Size) -> None:
        """Set the limits for a face with a trim in points."""
        area = trim.width * trim.height
        self._most, self._most_drawn = max(_MOST, _SHARE * area), max(_DRAWN, _DRAWN_SHARE * area)
        self._written = self._drawn = 0

    def write(self, characters: int) -> None:
        """Count characters that the file grows by. Raises NotFlatError."""
        self._written += characters
        self._check()

    def draw(self, characters: int) -> None:
        """Count characters that viewers draw in addition. Raises NotFlatError."""
        self._drawn += characters
        self._check()

    def _check(self) -> None:
        """Raise NotFlatError if more is drawn again than the limits allow."""
        if self._written > self._most or self._drawn > self._most_drawn:
            raise NotFlatError("too many shapes shine through others")


def flattened_face(face: Face, fonts: Mapping[str, Font]) -> Face:
    """Return a face that looks the same without transparency; the same face if it has none.

    Raises NotFlatError if that cannot be drawn, UsageError where a library is missing.
    """
    ink, parts = face.ink.unpack()
    parts_by_key = {part.key: part for part in parts}
    transparent = transparent_parts(parts_by_key)
    if not any(_is_transparent(item, parts_by_key, transparent) for item in ink):
        return face
    drawn = _Flattening(parts_by_key, transparent, fonts, _Effort(face.trim))
    drawn.draw(ink, IDENTITY, ())
    flat = placed_ink(drawn.leaves)
    return replace(face, key=f"{face.key}-flat", ink=Drawing.of(flat, _used(drawn.leaves, parts_by_key)))


def transparent_parts(parts: Mapping[str, Part | Raster]) -> set[str]:
    """Return the keys of the parts (drawings that faces share) in which anything is transparent."""
    transparent: set[str] = set()
    more = True
    # A part may use one that comes later, so that one pass is not enough.
    while more:
        new = {
            key
            for key, part in parts.items()
            if key not in transparent
            and isinstance(part, Part)
            and any(_is_transparent(item, parts, transparent) for item in part.ink)
        }
        transparent |= new
        more = bool(new)
    return transparent


def _is_transparent(item: Ink, parts: Mapping[str, Part | Raster], transparent: set[str]) -> bool:
    """Return whether an item of ink is transparent, or uses a transparent part."""
    match item:
        case Group():
            return item.opacity < 1 or any(_is_transparent(inner, parts, transparent) for inner in item.ink)
        case Composite():
            return True
        case Use():
            return item.opacity < 1 or item.part in transparent
        case Image():
            raster = parts[item.raster]
            return item.opacity < 1 or (isinstance(raster, Raster) and raster.alpha is not None)
        case _:
            return not is_opaque_item(item)


def _used(leaves: Iterable[Leaf], parts: Mapping[str, Part | Raster]) -> tuple[Part | Raster, ...]:
    """Return the shared drawings (parts) and pictures (rasters) that leaves use, directly or inside each other."""
    used_parts: dict[str, Part | Raster] = {}
    waiting = [_key(leaf.item) for leaf in leaves]
    while waiting:
        key = waiting.pop()
        if key and key not in used_parts:
            part = used_parts[key] = parts[key]
            waiting += [*_inner_keys(part.ink)] if isinstance(part, Part) else []
    return tuple(used_parts.values())


def _key(item: object) -> str:
    """Return the key of the part or raster that an item uses; empty for other items."""
    return item.part if isinstance(item, Use) else item.raster if isinstance(item, Image) else ""


def _inner_keys(ink: Iterable[Ink]) -> list[str]:
    """Return the keys that items of ink use, also inside groups."""
    keys = []
    for item in ink:
        keys += _inner_keys(item.ink) if isinstance(item, Group) else [_key(item)]
    return keys


class _Flattening:
    """Opaque leaves in drawing order, to which ink is added."""

    def __init__(
        self, parts: dict[str, Part | Raster], transparent: set[str], fonts: Mapping[str, Font], effort: _Effort
    ) -> None:
        """Take the parts by key, the keys of transparent ones, the fonts, and the limits to drawing again."""
        self._parts, self._transparent, self._fonts = parts, transparent, fonts
        self.leaves: list[Leaf] = []
        self._effort = effort
        self._long: dict[Shape, str] = {}
        """Parts that draw long paths, by their keys."""
        self._opened_leaves: dict[int, tuple[Leaf, list[Leaf]]] = {}
        """Leaves that were opened, by their identity, and what they draw."""

    def draw(self, ink: Iterable[Ink], matrix: Matrix, clips: tuple[Clip, ...], fading: _Fading | None = None) -> None:
        """Add ink with a matrix, within clips; `fading` is the transparent group that holds it, None without.

        Raises NotFlatError for transparency that cannot be drawn with opaque colours.
        """
        for item in ink:
            self._draw_item(item, matrix, clips, fading)

    def _draw_item(self, item: Ink, matrix: Matrix, clips: tuple[Clip, ...], fading: _Fading | None) -> None:
        """Add one item of ink; groups and transparent parts are opened."""
        match item:
            case Composite():
                raise NotFlatError("it has a mask or a blend mode")
            case Group():
                inner = (*clips, placed_clip(item.clip, matrix)) if item.clip else clips
                self.draw(item.ink, matrix @ item.matrix, inner, self._faded(fading, item.opacity))
            case Use() if item.opacity < 1 or item.part in self._transparent or fading:
                part = self._part(item)
                inner = (*clips, box_clip(part.box, matrix @ item.matrix))
                self.draw(part.ink, matrix @ item.matrix, inner, self._faded(fading, item.opacity))
            # One after the other: the inner half of a transparent stroke lies over the fill.
            case Shape() if item.fill is not None and item.stroke is not None and not self._is_plain(item, fading):
                self._add(replace(item, stroke=None), matrix, clips, fading)
                self._add(replace(item, fill=None), matrix, clips, fading)
            case _:
                self._add(item, matrix, clips, fading)

    def _part(self, use: Use) -> Part:
        """Return the part that an item uses. Raises NotFlatError for a picture of pixels."""
        part = self._parts[use.part]
        if not isinstance(part, Part):
            raise NotFlatError("it uses a picture as a drawing")
        return part

    @staticmethod
    def _is_plain(item: Shape, fading: _Fading | None) -> bool:
        """Return whether a shape is opaque and in no fading group."""
        return fading is None and is_opaque_item(item)

    def _faded(self, fading: _Fading | None, opacity: float) -> _Fading | None:
        """Return the fading of a group inside another (`fading`, None for none), with their opacities multiplied.

        An opaque group changes nothing.
        """
        if opacity == 1:
            return fading
        start = len(self.leaves)
        return _Fading(opacity * (fading.opacity if fading else 1.0), fading.base if fading else start, start)

    def _add(self, item: LeafInk, matrix: Matrix, clips: tuple[Clip, ...], fading: _Fading | None) -> None:
        """Add an item without inner items, opaque or blended."""
        leaf = leaf_of(item, matrix, clips, self._parts)
        if not leaf.box.width and not leaf.box.height:
            return
        if isinstance(item, Image | Use):
            if fading or _is_transparent(item, self._parts, self._transparent):
                raise NotFlatError("a picture of pixels is transparent")
            self.leaves.append(leaf)
        elif fading is None and is_opaque_item(item):
            self.leaves.append(leaf)
        else:
            self._blend(leaf, item, fading)

    def _blend(self, leaf: Leaf, item: Shape | GlyphRun, fading: _Fading | None) -> None:
        """Add a transparent item in opaque colours, mixed with those below it.

        `leaf` is the item in its place on the face, `fading` the opacity of the groups around it.

        Over a flat colour one item is enough; else all that shines through it is drawn again above.
        """
        opacity, paint = opacity_of(item), paint_of(item)
        base = self._below(leaf, fading, is_faint=opacity < 1 or not is_opaque(paint))
        opacity *= fading.opacity if fading else 1.0
        if opacity <= 0:
            return
        ground, over = self._ground(leaf, base)
        opaque_item = painted(item, mixed_paint(ground, paint, opacity, IDENTITY))
        self.leaves.append(replace(leaf, item=opaque_item))
        spots = leaf.spots or (leaf.box,)
        again = [inner for lower in over for inner in self._seen_again(lower, spots, leaf, opacity)]
        if again:
            part = self._new_part(again, self._outline(item, leaf.matrix))
            use = leaf_of(Use(part.key, IDENTITY), IDENTITY, leaf.clips, self._parts)
            self.leaves.append(replace(use, spots=leaf.spots))

    def _below(self, leaf: Leaf, fading: _Fading | None, *, is_faint: bool) -> int:
        """Return the number of earlier leaves (single drawn items) that may shine through a transparent one.

        Leaves of the same fading group do not. Raises NotFlatError if other leaves of its groups would shine through
        too.
        """
        if fading is None:
            return len(self.leaves)
        # An opaque leaf hides the leaves of its own group, so only leaves of outer groups matter.
        hidden = self.leaves[fading.base : None if is_faint else fading.start]
        if any(other.box.overlaps(leaf.box) for other in hidden):
            raise NotFlatError("something transparent lies in a transparent group")
        return fading.base

    def _ground(self, leaf: Leaf, base: int) -> tuple[str, Sequence[Leaf]]:
        """Return the flat colour below all of a drawn item (leaf), and the items between them, the lowest first.

        Paper is the colour if no item covers the place.
        """
        over: list[Leaf] = []
        # From above: the first leaf that covers this one hides all below it.
        for lower in reversed(self.leaves[:base]):
            if not lower.box.overlaps(leaf.box):
                continue
            if _covers(lower, leaf):
                # A gradient hides all below it, but is no flat colour: it is drawn again over paper.
                fill = lower.item.fill if isinstance(lower.item, Shape) else None
                return (fill, over[::-1]) if isinstance(fill, str) else (_PAPER, [*over, lower][::-1])
            if fill := _fill_around(lower, leaf):
                return fill, [*over, *self._line(lower)][::-1]
            over.append(lower)
        return _PAPER, over[::-1]

    def _line(self, leaf: Leaf) -> list[Leaf]:
        """Return the stroke of a drawn shape alone; empty for one without."""
        assert isinstance(leaf.item, Shape)  # noqa: S101  it has a fill
        line = replace(leaf.item, fill=None)
        return [leaf_of(line, leaf.matrix, leaf.clips, self._parts)] if line.stroke else []

    def _seen_again(self, lower: Leaf, spots: Sequence[Rect], above: Leaf, opacity: float) -> Iterator[Leaf]:
        """Yield a lower leaf in the colours in which it is seen through another, if it lies at any of some spots."""
        meeting = lower.meeting(spots)
        if not meeting:
            return
        self._effort.write(_OTHER)
        if isinstance(lower.item, Use):
            for inner in self._opened(lower):
                yield from self._seen_again(inner, meeting, above, opacity)
            return
        if isinstance(lower.item, Image):
            raise NotFlatError("a picture of pixels shines through")
        assert isinstance(above.item, Shape | GlyphRun)  # noqa: S101  nothing else is blended
        self._effort.draw(_length(lower))
        matrix = lower.matrix.inverse() @ above.matrix
        item, paint = lower.item, paint_of(above.item)
        if isinstance(item, GlyphRun) and not isinstance(paint, str):
            item = Shape(run_path(item, self._fonts), item.fill)
        yield replace(lower, item=self._shared(seen_through(item, paint, opacity, matrix)))

    def _shared(self, item: Shape | GlyphRun) -> Shape | GlyphRun | Use:
        """Return an item, or a part that draws it if its path is long, as others may use it too."""
        if not isinstance(item, Shape) or len(item.path) < _LONG:
            return item
        key = self._long.get(item)
        if key is None:
            self._effort.write(len(item.path))
            part = Part(f"flat-{digest(repr(item))}", item_box(item, self._parts), (item,))
            self._parts[part.key] = part
            key = self._long[item] = part.key
        return Use(key, IDENTITY)

    def _new_part(self, leaves: Sequence[Leaf], clip: Clip) -> Part:
        """Return a shared drawing (part) of leaves within a clip; faces on which the same is seen share it."""
        box = reduce(Rect.union, [leaf.box for leaf in leaves]).intersection(clip_box(clip))
        ink = (Group(placed_ink(leaves), clip=clip),)
        part = Part(f"flat-{digest(repr(ink), repr(box))}", box, ink)
        self._parts[part.key] = part
        return part

    def _opened(self, leaf: Leaf) -> list[Leaf]:
        """Return the drawn items of a shared drawing (part) without transparency; each use is opened once."""
        if id(leaf) in self._opened_leaves:
            return self._opened_leaves[id(leaf)][1]
        # With the limits of the face: leaves of opened parts count as well.
        opened = _Flattening(self._parts, self._transparent, self._fonts, self._effort)
        assert isinstance(leaf.item, Use)  # noqa: S101  asked before
        matrix = leaf.matrix @ leaf.item.matrix
        part = self._part(leaf.item)
        opened.draw(part.ink, matrix, (*leaf.clips, box_clip(part.box, matrix)))
        # The leaf is kept alive, so that no other one gets its id.
        self._opened_leaves[id(leaf)] = leaf, opened.leaves
        return opened.leaves

    def _outline(self, item: Shape | GlyphRun, matrix: Matrix) -> Clip:
        """Return the outline of an item of ink as a clip, in the coordinates of the face."""
        if isinstance(item, GlyphRun):
            return Clip(transform_path(run_path(item, self._fonts), matrix))
        if item.stroke:
            return _line_clip(item.path, item.stroke, matrix)
        return Clip(transform_path(item.path, matrix), item.even_odd)


# Found once, the outlines that the cards of a deck share take a fourth of the time.
@lru_cache(maxsize=64)
def _line_clip(path: str, stroke: Stroke, matrix: Matrix) -> Clip:
    """Return the outline of a drawn line as a clip.

    It is cached: the same grounds recur on the cards of a deck, and long ones take time.
    """
    return Clip(transform_path(stroke_outline(path, stroke), matrix))


def _length(leaf: Leaf) -> int:
    """Return the number of characters in the paths of a drawn item and its clips.

    This measures the work of viewers to draw it.
    """
    characters = len(leaf.item.path) if isinstance(leaf.item, Shape) else _OTHER
    return characters + sum(len(clip.path) for clip in leaf.clips)


def _covers(below: Leaf, above: Leaf) -> bool:
    """Return whether the fill of one drawn item covers all of another that lies above."""
    item = below.item
    if not isinstance(item, Shape) or item.fill is None:
        return False
    path = item.path if below.matrix == IDENTITY else transform_path(item.path, below.matrix)
    edges = [clip.path for clip in above.clips]
    around = [path, *(clip.path for clip in below.clips)]
    # A stroke covers the edge of its fill, which is then no longer in the colour of the fill.
    needed = above.box.expand(item.stroke.width / 2) if item.stroke else above.box
    return all((outline in edges and not item.stroke) or covers(outline, needed) for outline in around)


def _fill_around(below: Leaf, above: Leaf) -> str:
    """Return the flat colour of a drawn shape whose fill and stroke cover a filled shape above; empty otherwise.

    So do bodies their shadows, whose edges run along them.
    """
    item, shade = below.item, above.item
    if not (isinstance(item, Shape) and isinstance(shade, Shape) and isinstance(item.fill, str)):
        return ""
    # Comparing outlines takes time: the rectangles around them say most of it.
    if shade.stroke or not below.box.expand(_NEAR).contains(above.box):
        return ""
    if not all(clip in above.clips or covers(clip.path, above.box) for clip in below.clips):
        return ""
    inner = placed_clip(Clip(shade.path, shade.even_odd), above.matrix)
    return item.fill if lies_within(inner, _areas(item, below.matrix)) else ""


def _areas(item: Shape, matrix: Matrix) -> Iterator[Clip]:
    """Yield the outlines of a shape's fill and, if it has one, of its stroke."""
    yield placed_clip(Clip(item.path, item.even_odd), matrix)
    if item.stroke:
        yield _line_clip(item.path, item.stroke, matrix)
