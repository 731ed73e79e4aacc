"""Running text in a rect: wrapped, aligned, and shrunk until it fits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate

from generator.base.errors import Fault
from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.base.units import to_mm
from generator.model.face import GlyphRun, TextFit
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.line_wrapping import BreakableParagraph, LineRange
from generator.typeset.text.single_line import LineStyle, PlacedIcon, glyph_runs, paragraphs_of
from generator.typeset.text.text_markup import Span, TextOrigin

STEP = 0.1
"""Sizes are tried in these steps, in points."""

_POOR, _POOR_JUSTIFIED = 0.3, 0.15
"""Part of the measure that a line may lack before a word is divided to fill it."""
_WIDEST = 1.0
"""Ems by which a space may be stretched; a line that would need more stays ragged."""
_NOTHING = 0.01
"""Points by which a text may be too big without anyone seeing it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParagraphStyle(LineStyle):
    """How a text is to be set; lengths in points at the asked size, all of which shrink with it."""

    floor: float | None = None
    """The smallest size allowed; None where the asked size must fit."""
    align: str = "left"
    """`left`, `center`, `right` or `justify`."""
    valign: str = "top"
    """`top`, `middle` or `bottom`."""
    leading: float = 1.2
    """Baseline to baseline, in sizes."""
    gap: float = 0.25
    """Extra space between paragraphs, in sizes."""
    hyphens: bool = False
    lines: int | None = None
    """The most lines allowed."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text set into its rect."""

    runs: tuple[GlyphRun, ...]
    """In reading order."""
    icons: tuple[PlacedIcon, ...]
    fit: TextFit
    fault: Fault | None = None
    """Set where the text does not fit at its floor size; `fit.overflow` says by how much."""


def set_paragraph(
    spans: Sequence[Span], rect: Rect, style: ParagraphStyle, fonts: FontLibrary, place: TextOrigin
) -> FittedText:
    """Set a text into a rect at the largest size from the asked one down to the floor, in steps of 0.1 pt.

    Raises Faults naming every character that cannot be set.
    """
    floor = style.size if style.floor is None else min(style.floor, style.size)
    element = place.key or "".join([span.text for span in spans])[:40]
    blocks = paragraphs_of(spans, style, fonts, place)
    if not blocks:
        return FittedText((), (), TextFit(element, style.size, style.size, floor, 0))
    layout = _fitted(blocks, rect, style, floor)
    runs, icons = layout.placed()
    fit = TextFit(element, style.size, layout.size, floor, layout.count, layout.over)
    return FittedText(runs, icons, fit, place.fault(layout.complaint()) if layout.over else None)


@dataclass(frozen=True, slots=True)
class ParagraphMeasure:
    """What a paragraph takes at its asked size, broken into lines as `set_paragraph` will break it; in points."""

    count: int
    """Lines."""
    ends: tuple[int, ...]
    """The signs before the end of each line, icons counted and spaces not; empty where a word had to be divided."""
    ascent: float
    descent: float
    """Below the last baseline, and so negative."""
    natural: float
    """Width on a single line."""
    narrowest: float
    """Width below which something sticks out."""


def measure_paragraph(
    spans: Sequence[Span], width: float, style: ParagraphStyle, fonts: FontLibrary, place: TextOrigin
) -> ParagraphMeasure:
    """Measure a text of one paragraph in a column `width` points wide.

    Raises Faults naming every character that cannot be set.
    """
    blocks = paragraphs_of(spans, style, fonts, place)
    if not blocks:
        return ParagraphMeasure(0, (), 0.0, 0.0, 0.0, 0.0)
    return _Layout(blocks[:1], Rect(0, 0, width, 0), style, style.size).measures()


def count_characters(text: str) -> int:
    """How many characters of a text are no spaces."""
    return len("".join(text.split()))


def _fitted(blocks: Sequence[BreakableParagraph], rect: Rect, style: ParagraphStyle, floor: float) -> _Layout:
    """The layout at the largest size that fits, by bisection; at the floor where none does."""
    layout = _Layout(blocks, rect, style, style.size)
    steps = math.ceil((style.size - floor) / STEP - 1e-6)
    if not layout.over or not steps:
        return layout
    best = _Layout(blocks, rect, style, floor)
    bad, good = 0, 0 if best.over else steps
    while good - bad > 1:
        middle = (bad + good) // 2
        tried = _Layout(blocks, rect, style, round(style.size - middle * STEP, 4))
        if tried.over:
            bad = middle
        else:
            good, best = middle, tried
    return best


class _Layout:
    """Blocks broken into lines at one size; what it says of heights is in points."""

    def __init__(self, blocks: Sequence[BreakableParagraph], rect: Rect, style: ParagraphStyle, size: float) -> None:
        self.size, self._rect, self._style = size, rect, style
        self._measure = rect.width / size
        self._blocks = [_divided(block, self._measure, style) for block in blocks]
        self._lines = [[block.whole] if style.lines == 1 else block.lines(self._measure) for block in self._blocks]
        self.count = sum(map(len, self._lines))
        self._ascent = max(self._blocks[0].reach(self._lines[0][0], "ascent")) * size
        self._descent = min(self._blocks[-1].reach(self._lines[-1][-1], "descent")) * size
        self._depth = sum(self._drops()[1:]) * size
        self._wide = max(block.width(line) for block, line in self._each()) * size - rect.width
        self._high = self._ascent + self._depth - self._descent - rect.height
        self._many = self.count - (style.lines or self.count)

    @property
    def over(self) -> float:
        """By how much it is too big: in width, in height, or by lines too many; 0 where it fits."""
        most = max(self._wide, self._high, self._many * self._style.leading * self.size)
        return most if most > _NOTHING else 0.0

    def complaint(self) -> str:
        """What is wrong, and what would do."""
        if self._many > 0:
            what = f"takes {self.count} lines where {self._style.lines} would do"
        elif self._high >= self._wide:
            what = f"needs {to_mm(self._high):.1f} mm more height"
        else:
            what = f"needs {to_mm(self._wide):.1f} mm more width"
        return (
            f"the text {what} at {self.size:g} pt, its smallest size; shorten it, enlarge its rect or lower its floor"
        )

    def measures(self) -> ParagraphMeasure:
        """What the first of its paragraphs takes."""
        block, lines = self._blocks[0], self._lines[0]
        before = [0, *accumulate(1 if look.icon else count_characters(piece.text) for piece, look in block.looked)]
        ends = () if block.is_divided else tuple(before[block.span(line)[1]] for line in lines)
        widest = max(block.width(line) for line in block.lines(0.0))
        reach = self._ascent, self._descent, block.width(block.whole) * self.size, widest * self.size
        return ParagraphMeasure(len(lines), ends, *reach)

    def placed(self) -> tuple[tuple[GlyphRun, ...], tuple[PlacedIcon, ...]]:
        """Every line where it belongs."""
        if not self.over and self._style.lines != 1:
            even = self._style.align == "center"
            self._lines = [block.settled(self._measure, even=even) for block in self._blocks]
        runs: list[GlyphRun] = []
        icons: list[PlacedIcon] = []
        y = self._first_baseline()
        for (block, line), drop in zip(self._each(), self._drops(), strict=True):
            y += drop * self.size
            x, stretch = self._across(block, line)
            made = glyph_runs(block, line, x, y, self.size, stretch=stretch, opacity=self._style.opacity)
            runs += made[0]
            icons += made[1]
        return tuple(runs), tuple(icons)

    def _each(self) -> Iterator[tuple[BreakableParagraph, LineRange]]:
        return ((block, line) for block, lines in zip(self._blocks, self._lines, strict=True) for line in lines)

    def _drops(self) -> list[float]:
        """From each baseline to the next, in ems; 0 for the first."""
        drops = []
        for block, lines in zip(self._blocks, self._lines, strict=True):
            pitches = [self._style.leading * block.scale(line) for line in lines]
            drops += [pitches[0] + self._style.gap, *pitches[1:]]
        return [0.0, *drops[1:]]

    def _first_baseline(self) -> float:
        rect, valign = self._rect, self._style.valign
        highest, lowest = rect.y + self._ascent, rect.bottom + self._descent - self._depth
        if valign == "top" or self.over:
            return highest
        if valign == "bottom":
            return lowest
        crown = max(self._blocks[0].reach(self._lines[0][0], "crown")) * self.size
        foot = min(self._blocks[-1].reach(self._lines[-1][-1], "foot")) * self.size
        middle = rect.y + (rect.height - (crown + self._depth - foot)) / 2 + crown
        return max(highest, min(middle, lowest))

    def _across(self, block: BreakableParagraph, line: LineRange) -> tuple[float, float]:
        """Where a line begins, and by how much its spaces are stretched."""
        left, align = self._rect.x, self._style.align
        spare = self._rect.width - block.width(line) * self.size
        if align == "justify":
            return left, self._stretch(block, line, spare)
        return left + spare * {"left": 0.0, "center": 0.5, "right": 1.0}[align], 0.0

    def _stretch(self, block: BreakableParagraph, line: LineRange, spare: float) -> float:
        first, after = block.span(line)
        if after == len(block.pieces) or spare <= 0:
            return 0.0
        gaps = sum(piece.space > 0 for piece in block.pieces[first : after - 1]) or after - 1 - first
        return spare / gaps if gaps and spare / gaps <= _WIDEST * self.size else 0.0


def _divided(block: BreakableParagraph, measure: float, style: ParagraphStyle) -> BreakableParagraph:
    if style.lines == 1 or not (style.hyphens or block.is_soft):
        return block
    poor = _POOR_JUSTIFIED if style.align == "justify" else _POOR
    return block.divided(measure, poor=poor, dictionary=style.hyphens)
