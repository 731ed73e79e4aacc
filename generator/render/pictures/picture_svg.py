"""A picture as SVG: outlines that stretch are drawn here, drawings in files are referred to by `<use>`."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any

from markupsafe import Markup, escape

from generator.base.geometry import Point
from generator.base.units import decimal
from generator.model.markup import unguard
from generator.render.pictures.ground import GroundLayer, GroundPaint, stretched_outline
from generator.render.pictures.mosaic import Mosaic
from generator.render.pictures.outline_points import outline_lines
from generator.render.pictures.phrase import parse_phrase
from generator.render.pictures.placement import MANY, Measure, PlacedPart, PlacedPicture, place_picture
from generator.render.pictures.size_sums import draw_path, evaluate
from generator.render.pictures.vocabulary import TONES, DrawingWord, StretchShape, Vocabulary, read_vocabulary
from generator.render.templates.lookups import FindFile

_FILE = re.compile(r"[^ ]+\.(?:svg|png|jpe?g|webp|avif|gif|bmp|tiff?|pdf(?:#[1-9][0-9]{0,3})?)")
"""The name of a picture that is one file, or the page of one, instead of words."""
_LEAST_STRETCH = 0.001  # a drawing that would be stretched by a smaller share keeps its shape

_DIRECTIONS = (50, 40, 60, 30)
"""Directions of hatchings, in degrees from level, rising to the right: light falls across them from the upper left."""
_LEAST_HATCHED = 0.7  # the smallest scale of hatched figures; in smaller ones lines would fill whole walls

_PATH = re.compile(r"<path[^>]*? d=[\"']([^\"']+)[\"']")
_CORNER = re.compile(r"viewBox=[\"']\s*(-?\d*\.?\d+)[\s,]+(-?\d*\.?\d+)[\s,]")
_VIEW = re.compile(rb"viewBox=[\"'][-+\d.]+[\s,]+[-+\d.]+[\s,]+(\d*\.?\d+)[\s,]+(\d*\.?\d+)[\"']")


class PictureRenderer:
    """Draws pictures with the vocabulary and the drawings that `find` finds."""

    def __init__(self, find: FindFile) -> None:
        """Take `find`, which finds vocabulary files and drawings by name."""
        self._find = find
        self._words: Vocabulary | None = None
        self._sizes: dict[str, tuple[float, float] | None] = {}
        self._drawn: dict[str, list[list[Point]]] = {}

    def picture(
        self,
        words: str,
        width: float,
        height: float,
        x: float = 0,
        y: float = 0,
        *,
        shade: float | tuple[float, float] = 0.15,
        enlarge: float = 1,
        ground: Mapping[str, Any] | None = None,
        **tones: str,
    ) -> Markup:
        """Draw a picture in a rectangle with its top left corner at (x, y): from words, or the image file of this name.

        `tones` are its flat colours, one for each of TONES. `shade` is the share of ink in a shadow; with a second
        number above 0, the shadows of figures are lines so many millimetres apart instead. Figures are drawn up to
        `enlarge` times larger if there is space. `ground`, with the fields of a `GroundPaint`, lays what is behind them
        as mosaic. Raises ValueError with one argument for each error in the words, Faults for errors in the vocabulary.
        """
        if sorted(tones) != sorted(TONES):
            raise ValueError(f"a picture needs the colours {', '.join(TONES)}")
        words = unguard(words)
        if _FILE.fullmatch(words):
            return _file(words, width, height, x, y)
        if not words.strip():
            return Markup("")
        vocabulary = self._vocabulary()
        paint = GroundPaint(**ground) if ground else None
        side, head = (paint.side, paint.head) if paint else (0.0, 0.0)
        scale = min((width - 2 * side) / vocabulary.size[0], (height - head) / vocabulary.size[1])
        groups = parse_phrase(words, vocabulary, self._unlisted)
        size, strips = (width / scale, height / scale), (side / scale, head / scale)
        picture = place_picture(groups, vocabulary, size, self._measure, enlarge, strips)
        seed = f"{words} {x} {y} {width} {height}"
        layer = GroundLayer(picture, Mosaic(seed, paint.stone / scale), self._outline, paint) if paint else None
        share, hatch = shade if isinstance(shade, tuple) else (shade, 0)
        writer = _PictureWriter(picture, tones, (share, hatch / scale), seed, self._measure, layer)
        return Markup(writer.svg(x, y, scale))  # noqa: S704  drawn by us

    def _outline(self, placed: PlacedPart) -> list[list[Point]]:
        """Return the outline of a part on the stage, y upwards from the ground."""
        box, part = placed.box, placed.part
        wide, high = self._measure(part) if part.file else (box.width, box.height)
        lines = self._lines(part.file) if part.file else map_lines(stretched_outline(placed))
        across, up, top = box.width / wide, box.height / high, box.y + box.height
        if placed.flip:
            return [[(box.x + box.width - x * across, top - y * up) for x, y in line] for line in lines]
        return [[(box.x + x * across, top - y * up) for x, y in line] for line in lines]

    def _lines(self, name: str) -> list[list[Point]]:
        """Return the lines of a drawing in a file, read once; lines of other shapes than paths are left out."""
        if name not in self._drawn:
            file = self._find(f"pictures/{name}.svg")
            text = file[1].decode("utf-8", "replace") if file else ""
            corner = _CORNER.search(text)
            x, y = (float(corner[1]), float(corner[2])) if corner else (0.0, 0.0)
            lines = map_lines(_PATH.findall(text))
            self._drawn[name] = [[(px - x, py - y) for px, py in line] for line in lines]
        return self._drawn[name]

    def _vocabulary(self) -> Vocabulary:
        """Return the words that pictures are made of, read once."""
        if self._words is None:
            self._words = read_vocabulary(self._find)
        return self._words

    def _unlisted(self, name: str) -> DrawingWord | None:
        """Return the drawing of this name among the pictures, for a word in no vocabulary; None if there is none."""
        return DrawingWord(name, name) if re.fullmatch(r"\w+", name) and self._size(name) else None

    def _measure(self, part: DrawingWord) -> tuple[float, float]:
        """Return width and height of a part's drawing. Raises ValueError for a part without one."""
        size = self._size(part.file)
        if size is None:
            raise ValueError(f"{part.name!r} needs pictures/{part.file}.svg with a viewBox")
        return size

    def _size(self, name: str) -> tuple[float, float] | None:
        """Return width and height of a drawing's viewBox; None without a file, a viewBox, or with a side of 0."""
        if name not in self._sizes:
            file = self._find(f"pictures/{name}.svg")
            view = _VIEW.search(file[1]) if file else None
            size = (float(view[1]), float(view[2])) if view else (0.0, 0.0)
            # Lengths are divided by the size, which therefore cannot be 0.
            self._sizes[name] = size if all(size) else None
        return self._sizes[name]


def map_lines(paths: Iterable[str]) -> list[list[Point]]:
    """Return the lines of several paths."""
    return [line for path in paths for line in outline_lines(path)]


def _file(name: str, width: float, height: float, x: float, y: float) -> Markup:
    """Return an image file that fills a rectangle; parts of it that stand out are cut off."""
    box = f'x="{decimal(x)}" y="{decimal(y)}" width="{decimal(width)}" height="{decimal(height)}"'
    return Markup(f'<image href="{escape(name)}" {box} preserveAspectRatio="xMidYMid slice"/>')  # noqa: S704  escaped


class _PictureWriter:
    """Writes one picture; outlines that occur more than once are defined once and used."""

    def __init__(
        self,
        picture: PlacedPicture,
        tones: Mapping[str, str],
        shade: tuple[float, float],
        seed: str,
        measure: Measure,
        ground: GroundLayer | None,
    ) -> None:
        """Take a picture, its colours by tone, and its mosaic; `seed` makes ids that no other picture has.

        `shade` is the share of ink in a shadow, and on the stage the distance of the lines that shade figures, or 0.
        """
        self._picture, self._tones, self._measure = picture, tones, measure
        self._shade, self._hatch = shade
        # Ids must differ between the pictures of one face, and be the same in every build.
        self._seed = hashlib.blake2b(f"{seed} {sorted(tones.items())}".encode(), digest_size=4).hexdigest()
        self._areas, self._ground = count(), ground
        everything = (*picture.back, *picture.figures, *picture.front)
        self._times = Counter(self._key(placed) for placed in everything if placed.part.shapes)
        self._shared: dict[tuple[object, ...], str] = {}
        self._defs: list[str] = []

    def svg(self, x: float, y: float, scale: float) -> str:
        """Return the picture as SVG with its top left corner at (x, y), `scale` times the size of its stage."""
        picture = self._picture
        back, front = self._elements(picture.back), self._elements(picture.front)
        is_hatched = scale * picture.scale >= _LEAST_HATCHED
        figures = self._elements(picture.figures, self._hatch / picture.scale if is_hatched else 0)
        if picture.scale != 1:
            figures = [f'<g transform="scale({decimal(picture.scale)})">', *figures, "</g>"]
        origin = x + picture.width * scale / 2, y + (picture.height - picture.ground) * scale
        ink = escape(self._tones["ink"])
        head = (
            f'<g transform="translate({decimal(origin[0])} {decimal(origin[1])}) scale({decimal(scale)})" fill="none" '
            f'stroke="{ink}" color="{ink}" stroke-linejoin="round" stroke-linecap="round">'
        )
        if self._ground:
            shadow = self._ground.shadow(self._tones["ink"], self._shade)
            # A shadow is opaque, and below the line that figures stand on; scenery holds its own.
            name, laid = f"p{self._seed}-ground", "\n".join(filter(None, [self._ground.svg, shadow, *back]))
            # By reference, as cards of several players show one picture and their file holds its stones once.
            self._defs.append(f'<g id="{name}" pnp:mosaic="yes">{self._clipped(laid)}</g>')
            back = [f'<use href="#{name}"/>']
        defs = ["<defs>", *self._defs, "</defs>"] if self._defs else []
        return "\n".join([head, *defs, *back, *figures, *front, "</g>"])

    def _clipped(self, svg: str) -> str:
        """Return a drawing clipped to the picture."""
        picture, name = self._picture, f"p{self._seed}-clip{next(self._areas)}"
        start, top = decimal(-picture.width / 2), decimal(picture.ground - picture.height)
        box = f'x="{start}" y="{top}" width="{decimal(picture.width)}" height="{decimal(picture.height)}"'
        return f'<clipPath id="{name}"><rect {box}/></clipPath><g clip-path="url(#{name})">{svg}</g>' if svg else ""

    def _elements(self, parts: Iterable[PlacedPart], hatch: float = 0) -> list[str]:
        """Return the SVG of each part that draws something, hatched by lines so far apart, 0 for tints."""
        return [self._element(placed, hatch) for placed in parts if placed.part.file or placed.part.shapes]

    def _element(self, placed: PlacedPart, hatch: float) -> str:
        """Return the SVG of one part: its outlines, or a reference to them or to a drawing."""
        hatching = f' pnp:hatch="{hatch:.3g} {_direction(placed.part.name)}"' if hatch else ""
        if placed.part.file:
            return self._use(placed, hatching)
        key = (*self._key(placed), hatching)
        left, top = decimal(placed.box.x), decimal(-placed.box.y - placed.box.height)
        # An outline drawn once is written in place: a definition and its reference would be longer.
        if self._times[key[:-1]] == 1 and not placed.flip:
            return f'<g transform="translate({left} {top})"{hatching}>{"".join(self._shapes(placed))}</g>'
        if key not in self._shared:
            self._shared[key] = f"p{self._seed}-{len(self._shared)}"
            self._defs.append(f'<g id="{self._shared[key]}"{hatching}>{"".join(self._shapes(placed))}</g>')
        turn = f' transform="matrix(-1 0 0 1 {decimal(2 * placed.box.x + placed.box.width)} 0)"' if placed.flip else ""
        return f'<use href="#{self._shared[key]}" x="{left}" y="{top}"{turn}/>'

    def _key(self, placed: PlacedPart) -> tuple[object, ...]:
        """Return a key that parts with equal outlines share."""
        values = tuple((name, (placed.values or {}).get(name, 0)) for name in placed.part.options)
        # Scenery in mosaic differs from place to place, as its rows and its shadow follow the figures.
        place = (placed.box.x, placed.box.y, placed.flip) if self._ground and placed.part.place == "back" else ()
        return placed.part.name, decimal(placed.box.width), decimal(placed.box.height), placed.tone, values, place

    def _use(self, placed: PlacedPart, hatching: str) -> str:
        """Return a reference to the drawing of a part, stretched to the width of its place."""
        box, (wide, high) = placed.box, self._measure(placed.part)
        wide *= box.height / high
        squeeze, left, top = box.width / wide, box.x, -box.y - box.height
        if placed.flip:
            squeeze, left = -squeeze, left + box.width
        place = f'x="{decimal(left)}" y="{decimal(top)}"'
        if abs(squeeze - 1) > _LEAST_STRETCH:
            place = f'transform="matrix({decimal(squeeze)} 0 0 1 {decimal(left)} {decimal(top)})"'
        return (
            f'<use href="#picture-{placed.part.file}" {place} width="{decimal(wide)}" height="{decimal(box.height)}" '
            f'fill="{escape(self._tones[placed.tone])}" fill-opacity="{decimal(self._shade)}"{hatching}/>'
        )

    def _shapes(self, placed: PlacedPart) -> Iterator[str]:
        """Yield the paths of a part's outlines for its size."""
        values = {**(placed.values or {}), "w": placed.box.width, "h": placed.box.height}
        for shape in placed.part.shapes:
            path = _ruled_lines(shape, values) if shape.pitch else draw_path(shape.path, values)
            laid = self._laid(placed, shape, path) if self._ground else ""
            yield laid or f'<path d="{path}"{self._paint(shape, placed.tone)}/>'

    def _laid(self, placed: PlacedPart, shape: StretchShape, path: str) -> str:
        """Return an outline as mosaic if it is an area of scenery; empty for lines, shadows and figures."""
        if not self._ground or placed.part.place not in {"back", "front"} or shape.weight or shape.paint == "shade":
            return ""
        colour = self._tones[placed.tone if shape.paint == "body" else shape.paint]
        shadow = ""
        if placed.part.place == "back":
            shadow = self._ground.shadow_on(placed, colour, self._tones["ink"], self._shade)
        return self._ground.scenery(placed, path, colour, f"p{self._seed}-area{next(self._areas)}", shadow)

    def _paint(self, shape: StretchShape, tone: str) -> str:
        """Return the attributes for fill and line of an outline."""
        paint = tone if shape.paint == "body" else shape.paint
        fill = "" if paint == "none" else f' fill="{escape(self._tones["ink" if paint == "shade" else paint])}"'
        if paint == "shade":
            fill += f' fill-opacity="{decimal(self._shade)}"'
        return fill + (f' stroke-width="{decimal(shape.weight)}"' if shape.weight else ' stroke="none"')


def _direction(name: str) -> int:
    """Return the direction of the hatching of a part in degrees, by its name."""
    return _DIRECTIONS[sum(name.encode()) % len(_DIRECTIONS)]


def _ruled_lines(shape: StretchShape, values: Mapping[str, float]) -> str:
    """Return evenly spaced lines from the first side of a quadrilateral to its third, without its edges."""
    numbers = [float(number) if isinstance(number, str) else evaluate(number, values) for number in shape.path]
    ax, ay, bx, by, cx, cy, dx, dy = numbers
    length = max(abs(bx - ax) + abs(by - ay), abs(cx - dx) + abs(cy - dy))
    # Two gaps at least, as a single one would leave no line to draw.
    count = min(max(2, round(length / shape.pitch)), MANY)
    shares = [index / count for index in range(1, count)]
    ends = (
        (ax + (bx - ax) * share, ay + (by - ay) * share, dx + (cx - dx) * share, dy + (cy - dy) * share)
        for share in shares
    )
    return "".join(f"M{decimal(fx)} {decimal(fy)}L{decimal(tx)} {decimal(ty)}" for fx, fy, tx, ty in ends)
