"""A picture as SVG: outlines that stretch are drawn here, drawings in files are referred to by `<use>`."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup, escape

from generator.base.units import decimal
from generator.model.markup import unguard
from generator.render.pictures.phrase import parse_phrase
from generator.render.pictures.placement import MANY, Measure, PlacedPart, PlacedPicture, place_picture
from generator.render.pictures.size_sums import draw_path, evaluate
from generator.render.pictures.vocabulary import TONES, DrawingWord, StretchShape, Vocabulary, read_vocabulary
from generator.render.templates.lookups import FindFile

_FILE = re.compile(r"[^ ]+\.(?:svg|png|jpe?g|webp|avif|gif|bmp|tiff?|pdf(?:#[1-9][0-9]{0,3})?)")
"""The name of a picture that is one file, or the page of one, instead of words."""
_LEAST_STRETCH = 0.001  # a drawing that would be stretched by a smaller share keeps its shape

_VIEW = re.compile(rb"viewBox=[\"'][-+\d.]+[\s,]+[-+\d.]+[\s,]+(\d*\.?\d+)[\s,]+(\d*\.?\d+)[\"']")


class PictureRenderer:
    """Draws pictures with the vocabulary and the drawings that `find` finds."""

    def __init__(self, find: FindFile) -> None:
        """Take `find`, which finds vocabulary files and drawings by name."""
        self._find = find
        self._words: Vocabulary | None = None
        self._sizes: dict[str, tuple[float, float] | None] = {}

    def picture(
        self,
        words: str,
        width: float,
        height: float,
        x: float = 0,
        y: float = 0,
        *,
        shade: float = 0.15,
        enlarge: float = 1,
        **tones: str,
    ) -> Markup:
        """Draw a picture in a rectangle with its top left corner at (x, y): from words, or the image file of this name.

        `tones` are its flat colours, one for each of TONES; `shade` is the share of ink in a shadow. Figures are drawn
        up to `enlarge` times larger if there is space. Raises ValueError with one argument for each error in the
        words, Faults for errors in the vocabulary.
        """
        if sorted(tones) != sorted(TONES):
            raise ValueError(f"a picture needs the colours {', '.join(TONES)}")
        words = unguard(words)
        if _FILE.fullmatch(words):
            return _file(words, width, height, x, y)
        if not words.strip():
            return Markup("")
        vocabulary = self._vocabulary()
        scale = min(width / vocabulary.size[0], height / vocabulary.size[1])
        groups = parse_phrase(words, vocabulary, self._unlisted)
        picture = place_picture(groups, vocabulary, (width / scale, height / scale), self._measure, enlarge)
        writer = _PictureWriter(picture, tones, shade, f"{words} {x} {y} {width} {height}", self._measure)
        return Markup(writer.svg(x, y, scale))  # noqa: S704  drawn by us

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


def _file(name: str, width: float, height: float, x: float, y: float) -> Markup:
    """Return an image file that fills a rectangle; parts of it that stand out are cut off."""
    box = f'x="{decimal(x)}" y="{decimal(y)}" width="{decimal(width)}" height="{decimal(height)}"'
    return Markup(f'<image href="{escape(name)}" {box} preserveAspectRatio="xMidYMid slice"/>')  # noqa: S704  escaped


class _PictureWriter:
    """Writes one picture; outlines that occur more than once are defined once and used."""

    def __init__(
        self, picture: PlacedPicture, tones: Mapping[str, str], shade: float, seed: str, measure: Measure
    ) -> None:
        """Take a picture and its colours by tone; `seed` makes ids that no other picture has."""
        self._picture, self._tones, self._shade, self._measure = picture, tones, shade, measure
        # Ids must differ between the pictures of one face, and be the same in every build.
        self._seed = hashlib.blake2b(f"{seed} {sorted(tones.items())}".encode(), digest_size=4).hexdigest()
        everything = (*picture.back, *picture.figures, *picture.front)
        self._times = Counter(self._key(placed) for placed in everything if placed.part.shapes)
        self._shared: dict[tuple[object, ...], str] = {}
        self._defs: list[str] = []

    def svg(self, x: float, y: float, scale: float) -> str:
        """Return the picture as SVG with its top left corner at (x, y), `scale` times the size of its stage."""
        picture = self._picture
        back, front = self._elements(picture.back), self._elements(picture.front)
        figures = self._elements(picture.figures)
        if picture.scale != 1:
            figures = [f'<g transform="scale({decimal(picture.scale)})">', *figures, "</g>"]
        origin = x + picture.width * scale / 2, y + (picture.height - picture.ground) * scale
        ink = escape(self._tones["ink"])
        head = (
            f'<g transform="translate({decimal(origin[0])} {decimal(origin[1])}) scale({decimal(scale)})" fill="none" '
            f'stroke="{ink}" color="{ink}" stroke-linejoin="round" stroke-linecap="round">'
        )
        defs = ["<defs>", *self._defs, "</defs>"] if self._defs else []
        return "\n".join([head, *defs, *back, *figures, *front, "</g>"])

    def _elements(self, parts: Iterable[PlacedPart]) -> list[str]:
        """Return the SVG of each part that draws something."""
        return [self._element(placed) for placed in parts if placed.part.file or placed.part.shapes]

    def _element(self, placed: PlacedPart) -> str:
        """Return the SVG of one part: its outlines, or a reference to them or to a drawing."""
        if placed.part.file:
            return self._use(placed)
        key = self._key(placed)
        left, top = decimal(placed.box.x), decimal(-placed.box.y - placed.box.height)
        # An outline drawn once is written in place: a definition and its reference would be longer.
        if self._times[key] == 1 and not placed.flip:
            return f'<g transform="translate({left} {top})">{"".join(self._shapes(placed))}</g>'
        if key not in self._shared:
            self._shared[key] = f"p{self._seed}-{len(self._shared)}"
            self._defs.append(f'<g id="{self._shared[key]}">{"".join(self._shapes(placed))}</g>')
        turn = f' transform="matrix(-1 0 0 1 {decimal(2 * placed.box.x + placed.box.width)} 0)"' if placed.flip else ""
        return f'<use href="#{self._shared[key]}" x="{left}" y="{top}"{turn}/>'

    @staticmethod
    def _key(placed: PlacedPart) -> tuple[object, ...]:
        """Return a key that parts with equal outlines share."""
        values = tuple((name, (placed.values or {}).get(name, 0)) for name in placed.part.options)
        return placed.part.name, decimal(placed.box.width), decimal(placed.box.height), placed.tone, values

    def _use(self, placed: PlacedPart) -> str:
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
            f'fill="{escape(self._tones[placed.tone])}" fill-opacity="{decimal(self._shade)}"/>'
        )

    def _shapes(self, placed: PlacedPart) -> Iterator[str]:
        """Yield the paths of a part's outlines for its size."""
        values = {**(placed.values or {}), "w": placed.box.width, "h": placed.box.height}
        for shape in placed.part.shapes:
            path = _ruled_lines(shape, values) if shape.pitch else draw_path(shape.path, values)
            yield f'<path d="{path}"{self._paint(shape, placed.tone)}/>'

    def _paint(self, shape: StretchShape, tone: str) -> str:
        """Return the attributes for fill and line of an outline."""
        paint = tone if shape.paint == "body" else shape.paint
        fill = "" if paint == "none" else f' fill="{escape(self._tones["ink" if paint == "shade" else paint])}"'
        if paint == "shade":
            fill += f' fill-opacity="{decimal(self._shade)}"'
        return fill + (f' stroke-width="{decimal(shape.weight)}"' if shape.weight else ' stroke="none"')


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
