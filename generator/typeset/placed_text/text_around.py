"""Running text that leaves room for shapes: each line stands where its rect is free, on the wider side of a shape."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.base.geometry import Point, Size
from generator.base.records import dataclass
from generator.model.face import TextFit
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.line_wrapping import BreakableParagraph
from generator.typeset.text.paragraph import STEP, FittedText, ParagraphStyle, share_before
from generator.typeset.text.phrase_wrapping import LineRange
from generator.typeset.text.single_line import LineShape, line_shape, paragraphs_of
from generator.typeset.text.text_markup import Span, TextOrigin

_TOLERANCE = 0.01
_DOWN = 0.25
"""Sizes by which a line goes down where there is no room beside a shape."""

Side = tuple[float, float]
"""From and to, in points from the left edge of the rect."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The outlines of a shape, in points from the top left corner of the rect, and the room to leave around it."""

    outlines: tuple[tuple[Point, ...], ...]
    gap: float

    def blocked(self, top: float, bottom: float) -> Side | None:
        """Return the part that the shape takes of a line from `top` to `bottom`, from left to right.

        None where the line is free.
        """
        low, high = top - self.gap, bottom + self.gap
        xs = [x for outline in self.outlines for x in _xs_between(outline, low, high)]
        return (min(xs) - self.gap, max(xs) + self.gap) if xs else None


def _xs_between(outline: Sequence[Point], low: float, high: float) -> Iterator[float]:
    """Yield the x of every end of the edges of an outline within a band from `low` to `high`."""
    for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])):
        if max(y1, y2) < low or min(y1, y2) > high:
            continue
        for y in (min(max(y1, low), high), min(max(y2, low), high)):
            yield x1 if y1 == y2 else x1 + (x2 - x1) * (y - y1) / (y2 - y1)
        # A level side has both ends in the band.
        if y1 == y2:
            yield x2


def fit_around(
    spans: Sequence[Span],
    size: Size,
    obstacles: Sequence[Obstacle],
    style: ParagraphStyle,
    fonts: FontLibrary,
    origin: TextOrigin,
) -> FittedText:
    """Set a text into a rect around some shapes, as large as fits, down to its floor in steps of 0.1 pt.

    The fit says whether it is too large. Raises Faults naming every character that cannot be set.
    """
    asked_size = style.line.size
    floor = asked_size if style.floor is None else min(style.floor, asked_size)
    paragraphs = paragraphs_of(spans, style.line, fonts, origin)
    # Less a little, so that rounding adds no step below the floor.
    steps = max(0, math.ceil((asked_size - floor) / STEP - 1e-6))
    for step in range(steps + 1):
        layout = _Layout(paragraphs, size, obstacles, style, max(floor, round(asked_size - step * STEP, 4)))
        if not layout.over:
            break
    fit = TextFit("", asked_size, layout.size, floor, len(layout.lines), layout.over)
    return FittedText.of_baselines(layout.lines, fit)


class _Layout:
    """Paragraphs broken into lines around shapes, at one size."""

    def __init__(
        self,
        paragraphs: Sequence[BreakableParagraph],
        rect: Size,
        obstacles: Sequence[Obstacle],
        style: ParagraphStyle,
        size: float,
    ) -> None:
        """Break paragraphs into lines in a rect, at a size in points."""
        self.size, self._rect, self._obstacles, self._style = size, rect, obstacles, style
        self.over = 0.0
        """Points by which the text is too high or too wide; 0 where it fits."""
        self.lines: list[tuple[float, float, LineShape]] = []
        """Baseline, left end and letters of each line."""
        top = 0.0
        for paragraph in paragraphs:
            top = self._set(paragraph, top) + style.gap * size
        most = style.lines or len(self.lines)
        if len(self.lines) > most:
            self.over = max(self.over, (len(self.lines) - most) * size)

    def _set(self, paragraph: BreakableParagraph, top: float) -> float:
        """Set one paragraph from a height on; return the height below it."""
        first, count = 0, paragraph.whole[1]
        while first < count:
            line, side, top = self._next_line(paragraph, first, top)
            ascent = max(paragraph.heights(line, "ascent")) * self.size
            descent = min(paragraph.heights(line, "descent")) * self.size
            width = paragraph.width(line) * self.size
            self.over = max(self.over, _beyond(top + ascent - descent - self._rect.height))
            self.over = max(self.over, _beyond(width - (side[1] - side[0])))
            start = side[0] + share_before(paragraph, self._style.align) * (side[1] - side[0] - width)
            shape = line_shape(paragraph, line, self.size, opacity=self._style.line.opacity)
            self.lines.append((top + ascent, start, shape))
            top += self._style.leading * self.size * paragraph.scale(line)
            first = line[1]
        return top

    def _next_line(self, paragraph: BreakableParagraph, first: int, top: float) -> tuple[LineRange, Side, float]:
        """Return the line that begins with box `first`, the free side it stands in, and its top."""
        height = self._style.leading * self.size
        while True:
            side = self._free(top, top + height)
            line = paragraph.line_from(first, (side[1] - side[0]) / self.size)
            # Below all shapes no line is wider: a word that is too long stays there.
            if paragraph.width(line) * self.size <= side[1] - side[0] + _TOLERANCE or self._is_clear_below(top):
                return line, side, top
            top += _DOWN * self.size

    def _is_clear_below(self, top: float) -> bool:
        """Return whether no line further down has more room than this one."""
        return top > self._rect.height or self._free(top, self._rect.height) == (0.0, self._rect.width)

    def _free(self, top: float, bottom: float) -> Side:
        """Return the widest free side of a line from `top` to `bottom`."""
        sides: list[Side] = [(0.0, self._rect.width)]
        for obstacle in self._obstacles:
            if blocked := obstacle.blocked(top, bottom):
                sides = [part for side in sides for part in _without(side, blocked)]
        return max(sides, key=lambda side: side[1] - side[0], default=(0.0, 0.0))


def _without(side: Side, blocked: Side) -> Iterator[Side]:
    """Yield the free parts of a side that are left beside a blocked part."""
    if blocked[0] > side[0]:
        yield side[0], min(side[1], blocked[0])
    if blocked[1] < side[1]:
        yield max(side[0], blocked[1]), side[1]


def _beyond(excess: float) -> float:
    """Return an excess in points, or 0 where it is within the tolerance."""
    return excess if excess > _TOLERANCE else 0.0
