"""Points on the outlines of printed glyphs, dense enough to tell how far ink reaches, also where it is turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from generator.base.geometry import Matrix, Point, Rect, quadratic_controls
from generator.model.face import GlyphRun
from generator.typeset.paths.path_data import write_path
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.shaping import harfbuzz

Segment = tuple[str, tuple[Point, ...]]
"""A letter of a path, M, L, C or Z, and its points."""

_STEPS = (0.25, 0.5, 0.75, 1.0)
"""Where a curve is sampled; letters have a point of their own at each extreme."""


class GlyphOutlines:
    """The outlines of the glyphs of some fonts, each read once."""

    def __init__(self, fonts: FontLibrary) -> None:
        """Begin without any outline; they are read from `fonts` when asked for."""
        self._fonts = fonts
        self._known: dict[tuple[str, int], tuple[Segment, ...]] = {}
        # By font and glyph, as a text repeats few letters: outlines, sampled points and boxes.
        self._known_points: dict[tuple[str, int], tuple[Point, ...]] = {}
        self._boxes: dict[tuple[str, int], Rect | None] = {}

    def box(self, run: GlyphRun, matrix: Matrix) -> Rect | None:
        """Return the box around the ink of a run under a matrix; None for spaces."""
        # Under an upright matrix the box of a glyph stays a box, so that its points need not be walked.
        is_upright = matrix.b == matrix.c == 0 or matrix.a == matrix.d == 0
        return _bounds(self._corners(run, matrix) if is_upright else self.points(run, matrix))

    def _corners(self, run: GlyphRun, matrix: Matrix) -> Iterator[Point]:
        """Yield two opposite corners of the box of each glyph of a run, under a matrix."""
        scale = run.size / self._fonts.typeface(run.font).units_per_em
        for glyph, offset in zip(run.glyphs, run.offsets, strict=True):
            box, origin = self._box(run.font, glyph), run.x + offset
            if box:
                yield matrix.apply(origin + box.x * scale, run.y - box.y * scale)
                yield matrix.apply(origin + box.right * scale, run.y - box.bottom * scale)

    def _box(self, font: str, glyph: int) -> Rect | None:
        """Return a glyph's box in font units, y growing upwards; None for a space."""
        key = font, glyph
        if key not in self._boxes:
            box = self._fonts.typeface(font).font.get_glyph_extents(glyph)
            # HarfBuzz gives a space an empty box.
            is_blank = box is None or not box.width or not box.height
            self._boxes[key] = None if is_blank else Rect(box.x_bearing, box.y_bearing, box.width, box.height)
        return self._boxes[key]

    def points(self, run: GlyphRun, matrix: Matrix) -> Iterator[Point]:
        """Yield points on the outlines of a run under a matrix."""
        scale = run.size / self._fonts.typeface(run.font).units_per_em
        for glyph, offset in zip(run.glyphs, run.offsets, strict=True):
            origin = run.x + offset
            for x, y in self._points(run.font, glyph):
                yield matrix.apply(origin + x * scale, run.y - y * scale)

    def path(self, run: GlyphRun) -> str:
        """Return the outlines of a run as the path of a Shape; empty for spaces."""
        return write_path(*self.path_data(run))

    def path_data(self, run: GlyphRun) -> tuple[str, list[float]]:
        """Return the outlines of a run as the form of a path, with `#` for each number, and its numbers."""
        scale = run.size / self._fonts.typeface(run.font).units_per_em
        letters: list[str] = []
        values: list[float] = []
        for glyph, offset in zip(run.glyphs, run.offsets, strict=True):
            origin = run.x + offset
            for letter, points in self._outline(run.font, glyph):
                letters += [letter, *"##" * len(points)]
                values += [value for x, y in points for value in (origin + x * scale, run.y - y * scale)]
        return " ".join(letters), values

    def _points(self, font: str, glyph: int) -> tuple[Point, ...]:
        """Return points on a glyph's outline in font units, y growing upwards; none for a space."""
        outline_points = self._known_points.get((font, glyph))
        if outline_points is None:
            points: list[Point] = []
            for letter, ends in self._outline(font, glyph):
                if letter == "C":
                    _add_curve(points, *ends)
                else:
                    points += ends
            outline_points = self._known_points[font, glyph] = tuple(points)
        return outline_points

    def _outline(self, font: str, glyph: int) -> tuple[Segment, ...]:
        """Return the segments of a glyph in font units, y growing upwards; none for a space."""
        segments = self._known.get((font, glyph))
        if segments is None:
            drawn: list[Segment] = []
            self._fonts.typeface(font).font.draw_glyph(glyph, _functions(), drawn)
            segments = self._known[font, glyph] = tuple(drawn)
        return segments


def _bounds(points: Iterable[Point]) -> Rect | None:
    """Return the box around points; None for no points."""
    corners = list(points)
    if not corners:
        return None
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@cache
def _functions() -> Any:
    """Return functions for HarfBuzz, which calls them to add the segments of a glyph to a list."""
    functions = harfbuzz().DrawFuncs()
    functions.set_move_to_func(lambda x, y, drawn: drawn.append(("M", ((x, y),))))
    functions.set_line_to_func(lambda x, y, drawn: drawn.append(("L", ((x, y),))))
    # Curves of TrueType are quadratic; those of PDF are cubic.
    functions.set_quadratic_to_func(lambda a, b, x, y, drawn: drawn.append(("C", _cubic(drawn, (a, b), (x, y)))))
    functions.set_cubic_to_func(lambda a, b, c, d, x, y, drawn: drawn.append(("C", ((a, b), (c, d), (x, y)))))
    functions.set_close_path_func(lambda drawn: drawn.append(("Z", ())))
    return functions


def _cubic(drawn: Sequence[Segment], control: Point, end: Point) -> tuple[Point, ...]:
    """Return the points of the cubic curve that is a quadratic one from the last point."""
    start = drawn[-1][1][-1]
    return (*quadratic_controls(start, control, end), end)


def _add_curve(curve_points: list[Point], *points: Point) -> None:
    """Add points on a curve that begins at the last point, by de Casteljau's algorithm."""
    start = curve_points[-1]
    for t in _STEPS:
        row = [start, *points]
        while len(row) > 1:
            row = [(x + t * (u - x), y + t * (v - y)) for (x, y), (u, v) in pairwise(row)]
        curve_points += row
