"""Set running text in a rect: wrap it, align it, and shrink it until it fits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from generator.base.geometry import Size
from generator.base.records import NamedTuple, dataclass
from generator.base.units import to_mm
from generator.model.face import GlyphRun, TextFit
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.line_wrapping import BreakableParagraph
from generator.typeset.text.phrase_wrapping import LineRange
from generator.typeset.text.single_line import LineShape, LineStyle, PlacedIcon, line_gaps, line_shape, paragraphs_of
from generator.typeset.text.text_markup import Span, TextOrigin

STEP = 0.1
"""Points between the sizes that are tried."""

POOR, POOR_JUSTIFIED = 0.3, 0.15
"""Share of the measure that a line may lack before a word is divided to fill it."""
JUSTIFIED = frozenset({"justify", "justify-all"})
"""Alignments whose lines are as wide as the rect."""
_MAX_STRETCH, _MAX_STRETCH_SOLID = 1.0, 0.45
"""Ems by which a space, or the place between two East Asian characters, may be stretched; else a line stays ragged."""
_LEAST_FOR_PHRASES = 0.9
"""Share of its size that a text may lose so that no line ends inside a phrase, or is lopsided."""
_LOPSIDED = 0.5
"""Share of the widest line below which another one looks lost, unless it is the last."""
_SHARE_BEFORE = {"left": 0.0, "start": 0.0, "center": 0.5, "end": 1.0, "right": 1.0}
"""Share of a line's blank that stands to its left; the opposite for `start` and `end` in a right-to-left paragraph."""
_FOLLOWING = {"start", "end"}
"""Alignments that follow the direction of writing."""
_EMPTY_LINE = 0.6
"""Share of a line that an empty one leaves."""
_TOLERANCE = 0.01
"""Points by which a text may be too large, for sums of floats."""


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """How a text is set; lengths in points at the given size, all of which shrink with it."""

    line: LineStyle = LineStyle()
    """How its lines are set, at the given size."""
    floor: float | None = None
    """The smallest size allowed; None where the given size must fit."""
    align: str = "start"
    """`start`, `left`, `center`, `right`, `end`, `justify`, or `justify-all`, which stretches the last line too.

    `start` is the right in right-to-left paragraphs.
    """
    valign: str = "top"
    """`top`, `middle` or `bottom`; `baseline` for a rect whose top is the first baseline."""
    leading: float = 1.2
    """Baseline to baseline, in sizes."""
    gap: float = 0.25
    """Extra space between paragraphs, in sizes."""
    hyphens: bool = False
    lines: int | None = None
    """The most lines allowed."""


class _Height(NamedTuple):
    """Lengths that the first baseline of a text depends on, in points; all but `rect` and `depth` above a line."""

    rect: float
    valign: str
    ascent: float
    descent: float
    depth: float
    """Distance from the first baseline to the last."""
    top: float
    bottom: float
    """Optical top of the first line and bottom of the last, used for centring."""

    def first_baseline(self, y: float) -> float:
        """Return the y of the first baseline in a rect whose top is at `y`."""
        highest, lowest = y + self.ascent, y + self.rect + self.descent - self.depth
        if self.valign == "baseline":
            return y
        if self.valign == "top":
            return highest
        if self.valign == "bottom":
            return lowest
        middle = y + (self.rect - (self.top + self.depth - self.bottom)) / 2 + self.top
        # In the middle for the eye, but never beyond the rect.
        return max(highest, min(middle, lowest))


class FittedText:
    """A text in lines at the size that fits a rect, to be placed anywhere."""

    __slots__ = "_height", "_lines", "fit", "overflow"

    def __init__(
        self, lines: Sequence[tuple[float, float, LineShape]], height: _Height, fit: TextFit, overflow: str
    ) -> None:
        """Take the lines of a text at the size that fits, and the lengths that place its first baseline.

        `lines` has of each line the distance from the baseline before it, its x in the rect, and its ink. `overflow` is
        the message of a text that does not fit at its floor size; `fit.overflow` says by how much.
        """
        self._lines, self._height, self.fit, self.overflow = lines, height, fit, overflow

    @classmethod
    def of_baselines(cls, lines: Sequence[tuple[float, float, LineShape]], fit: TextFit) -> FittedText:
        """Return a text whose lines have a baseline each, measured from the top of the rect."""
        first = lines[0][0] if lines else 0.0
        pitches = [0.0, *(after[0] - before[0] for before, after in pairwise(lines))]
        placed = [(pitch, x, shape) for pitch, (_, x, shape) in zip(pitches, lines, strict=False)]
        return cls(placed, _EMPTY._replace(ascent=first), fit, "")

    def place(self, x: float, y: float) -> tuple[list[GlyphRun], list[PlacedIcon]]:
        """Return the ink and icons of the text in a rect whose left top corner is at a point."""
        runs: list[GlyphRun] = []
        icons: list[PlacedIcon] = []
        y = self._height.first_baseline(y)
        for pitch, line_x, shape in self._lines:
            y += pitch
            placed = shape.place(x + line_x, y)
            runs += placed[0]
            icons += placed[1]
        return runs, icons


_EMPTY = _Height(0.0, "top", 0.0, 0.0, depth=0.0, top=0.0, bottom=0.0)


def fit_paragraph(
    spans: Sequence[Span], size: Size, style: ParagraphStyle, fonts: FontLibrary, origin: TextOrigin
) -> FittedText:
    """Set a text into a rect of a size in points as large as fits, from its given size to the floor in steps of 0.1 pt.

    Raises Faults naming every character that cannot be set.
    """
    asked_size = style.line.size
    floor = asked_size if style.floor is None else min(style.floor, asked_size)
    paragraphs = paragraphs_of(spans, style.line, fonts, origin)
    if not paragraphs:
        return FittedText((), _EMPTY, TextFit("", asked_size, asked_size, floor, 0), "")
    layout = _fit(paragraphs, size, style, floor)
    lines, height = layout.shape()
    fit = TextFit("", asked_size, layout.size, floor, layout.count, layout.over)
    return FittedText(lines, height, fit, layout.overflow_message() if layout.over else "")


class ParagraphMeasure:
    """The space that a paragraph takes at one size, in lines as `set_paragraph` breaks it; lengths in points.

    A text is measured at many sizes for few of these lengths: each is worked out where it is asked for.
    """

    __slots__ = "_lines", "_paragraph", "_size", "count"

    def __init__(self, paragraph: BreakableParagraph, lines: Sequence[LineRange], size: float) -> None:
        """Take a paragraph, its lines and the size of its letters in points."""
        self._paragraph, self._lines, self._size = paragraph, lines, size
        self.count = len(lines)
        """Lines; 0 where there is no text."""

    @property
    def has_divided_word(self) -> bool:
        """Return whether a word had to be divided; such a paragraph has no `ends`."""
        return self._paragraph.is_hyphenated

    @property
    def ends(self) -> tuple[int, ...]:
        """Return the number of characters before the end of each line, with icons and without spaces."""
        return self._paragraph.line_ends(self._lines)

    @property
    def ascent(self) -> float:
        """Return the height of the first line above its baseline."""
        return max(self._paragraph.heights(self._lines[0], "ascent")) * self._size

    @property
    def descent(self) -> float:
        """Return the reach of the last line below its baseline; negative."""
        return min(self._paragraph.heights(self._lines[-1], "descent")) * self._size

    @property
    def natural(self) -> float:
        """Return the width of the paragraph on a single line; 0 without text."""
        return self._paragraph.width(self._paragraph.whole) * self._size if self.count else 0.0

    @property
    def narrowest(self) -> float:
        """Return the width of the widest part that no line may divide: in a narrower column it would stick out."""
        return self._paragraph.widest_box * self._size


def shape_paragraph(
    spans: Sequence[Span], style: LineStyle, fonts: FontLibrary, origin: TextOrigin
) -> BreakableParagraph:
    """Shape a text of one paragraph, for all sizes.

    Raises Faults naming every character that cannot be set.
    """
    return next(iter(paragraphs_of(spans, style, fonts, origin)), BreakableParagraph((), ()))


def measure_paragraph(paragraph: BreakableParagraph, width: float, size: float, *, align: str) -> ParagraphMeasure:
    """Measure a paragraph at a size in points, in a width of points."""
    lines = paragraph.lines(width / size)
    if paragraph.has_soft_hyphens or (len(lines) > 1 and paragraph.has_phrases):
        layout = _Layout((paragraph,), Size(width, math.inf), ParagraphStyle(LineStyle(size=size), align=align), size)
        layout.end_lines_between_phrases()
        paragraph, lines = layout.first_paragraph
    return ParagraphMeasure(paragraph, lines, size)


def _fit(paragraphs: Sequence[BreakableParagraph], rect: Size, style: ParagraphStyle, floor: float) -> _Layout:
    """Return the layout at the largest size that fits.

    It is a little smaller where lines would otherwise end inside phrases.
    """
    fitting = _largest_that_fits(paragraphs, rect, style, floor)
    if fitting.over or not fitting.uneven_lines:
        return fitting
    smallest = max(floor, fitting.size * _LEAST_FOR_PHRASES)
    for step in range(1, int((fitting.size - smallest) / STEP + 1e-6) + 1):
        tried = _Layout(paragraphs, rect, style, round(fitting.size - step * STEP, 4))
        tried.end_lines_between_phrases()
        if not (tried.over or tried.uneven_lines):
            return tried
    return fitting


def _largest_that_fits(
    paragraphs: Sequence[BreakableParagraph], rect: Size, style: ParagraphStyle, floor: float
) -> _Layout:
    """Return the layout at the largest size that fits, by bisection; at the floor where none does."""
    layout = _Layout(paragraphs, rect, style, style.line.size)
    layout.end_lines_between_phrases()
    steps = math.ceil((style.line.size - floor) / STEP - 1e-6)  # 9 - 8.7 is a little more than 0.3
    if not layout.over or not steps:
        return layout
    # The floor first: where not even that fits, no size between needs to be tried.
    best = _Layout(paragraphs, rect, style, floor)
    bad, good = 0, 0 if best.over else steps
    while good - bad > 1:
        middle = (bad + good) // 2
        tried = _Layout(paragraphs, rect, style, round(style.line.size - middle * STEP, 4))
        if tried.over:
            bad = middle
        else:
            good, best = middle, tried
    best.end_lines_between_phrases()
    return best


class _Layout:
    """Paragraphs broken into lines at one size; lengths in points."""

    def __init__(
        self, paragraphs: Sequence[BreakableParagraph], rect: Size, style: ParagraphStyle, size: float
    ) -> None:
        """Break paragraphs into lines in a rect, at a size in points."""
        self.size, self._rect, self._style = size, rect, style
        self._measure = rect.width / size
        self._paragraphs = [_hyphenated(paragraph, self._measure, style) for paragraph in paragraphs]
        self._are_apart = [paragraph.is_apart for paragraph in paragraphs]
        self._break(
            [
                [paragraph.whole] if style.lines == 1 else paragraph.lines(self._measure)
                for paragraph in self._paragraphs
            ]
        )

    def _break(self, lines: list[list[LineRange]]) -> None:
        """Set the lines of each paragraph, and measure how high and wide the text is with them."""
        size, rect, style = self.size, self._rect, self._style
        self._lines = lines
        self._each_line = [
            (paragraph, line)
            for paragraph, paragraph_lines in zip(self._paragraphs, lines, strict=True)
            for line in paragraph_lines
        ]
        self.count = len(self._each_line)
        self._pitches = self._measure_pitches()
        above = self._paragraphs[0].heights(lines[0][0], "ascent")
        # On a baseline the first line stands at the top of the rect.
        self._ascent = 0.0 if style.valign == "baseline" else max(above) * size
        self._descent = min(self._paragraphs[-1].heights(lines[-1][-1], "descent")) * size
        self._depth = sum(self._pitches[1:]) * size
        self._extra_width = (
            max([paragraph.width(line) + (paragraph.hang if line[0] else 0.0) for paragraph, line in self._each_line])
            * size
            - rect.width
        )
        self._extra_height = self._ascent + self._depth - self._descent - rect.height
        self._extra_lines = self.count - (style.lines or self.count)
        most = max(self._extra_width, self._extra_height, self._extra_lines * style.leading * size)
        self.over = most if most > _TOLERANCE else 0.0
        """By how much the text is too large: in width, in height, or by extra lines; 0 where it fits."""

    def end_lines_between_phrases(self) -> None:
        """Break the paragraphs that have phrases anew, if the text then still fits.

        Where there is no room for further lines, lines end inside phrases, but as few as possible.
        """
        if self._style.lines == 1 or self.count == len(self._paragraphs):
            return
        phrased = [paragraph.has_phrases for paragraph in self._paragraphs]
        if not any(phrased):
            return
        before = self._lines
        if self._is_justified:
            self._break(self._lines_to_stretch(before, phrased))
            if self.over:
                self._break(before)
            return
        # First with as many lines as needed, then with those that the rect has room for.
        for spare in (math.inf, self._spare_lines):
            self._break(self._phrase_lines(before, phrased, spare))
            if not self.over:
                return
        self._break(before)

    @property
    def uneven_lines(self) -> int:
        """Return how many lines end inside a phrase of a language without spaces, or are far narrower than others."""
        if self._style.lines == 1 or self._is_justified:
            return 0
        pairs = zip(self._paragraphs, self._lines, strict=True)
        return sum(
            paragraph.torn_lines(lines) + paragraph.lopsided_lines(lines, _LOPSIDED) for paragraph, lines in pairs
        )

    @property
    def _is_justified(self) -> bool:
        """Return whether lines are stretched to the width of the rect."""
        return self._style.align in JUSTIFIED

    def _lines_to_stretch(self, lines: list[list[LineRange]], phrased: Sequence[bool]) -> list[list[LineRange]]:
        """Return lines of each paragraph for stretching: full ones, which end between words if they can."""
        return [
            paragraph.lines_to_stretch(self._measure) if has_phrases else old
            for paragraph, has_phrases, old in zip(self._paragraphs, phrased, lines, strict=True)
        ]

    @property
    def _spare_lines(self) -> float:
        """Return how many further lines there is room for."""
        in_rect = -self._extra_height // (self._style.leading * self.size)
        return max(0.0, in_rect if self._style.lines is None else min(in_rect, -self._extra_lines))

    def _phrase_lines(
        self, lines: list[list[LineRange]], phrased: Sequence[bool], spare: float
    ) -> list[list[LineRange]]:
        """Return the lines of each paragraph that end between phrases, with at most `spare` lines more than before."""
        even, chosen_lines = self._style.align == "center", []
        for paragraph, has_phrases, old in zip(self._paragraphs, phrased, lines, strict=True):
            most = len(old) + spare
            new = paragraph.phrase_lines(self._measure, most, even=even) if has_phrases and len(old) > 1 else []
            chosen_lines.append(new or old)
            # All paragraphs share the spare lines.
            spare -= len(chosen_lines[-1]) - len(old)
        return chosen_lines

    def overflow_message(self) -> str:
        """Return the message for a text that does not fit at its smallest size."""
        if self._extra_lines > 0:
            excess = f"takes {self.count} lines where {self._style.lines} would do"
        elif self._extra_height >= self._extra_width:
            excess = f"needs {to_mm(self._extra_height):.1f} mm more height"
        else:
            excess = f"needs {to_mm(self._extra_width):.1f} mm more width"
        return (
            f"the text {excess} at {self.size:g} pt, its smallest size; shorten it, enlarge its rect or lower its floor"
        )

    @property
    def first_paragraph(self) -> tuple[BreakableParagraph, list[LineRange]]:
        """Return the first paragraph and its lines."""
        return self._paragraphs[0], self._lines[0]

    def shape(self) -> tuple[list[tuple[float, float, LineShape]], _Height]:
        """Return the lines, each with the distance from the baseline before it and its x, and the heights of the text.

        Lines are evened out first where the text fits.
        """
        if not self.over and self._style.lines != 1:
            self._balance()
        shapes = []
        for (paragraph, line), pitch in zip(self._each_line, self._pitches, strict=True):
            x, stretch = self._align(paragraph, line)
            shape = line_shape(paragraph, line, self.size, stretch=stretch, opacity=self._style.line.opacity)
            shapes.append((pitch * self.size, x, shape))
        return shapes, self._height()

    def _balance(self) -> None:
        """Even out the lengths of lines, unless the text would then no longer fit its rect.

        Taller letters or icons may come to stand on the first or last line and stick out.
        """
        even = self._style.align == "center"
        before = self._lines
        pairs = zip(self._paragraphs, before, strict=True)
        # Lines that end between phrases have been chosen already.
        even_lines = [
            old if paragraph.has_phrases else paragraph.balanced_lines(self._measure, even=even)
            for paragraph, old in pairs
        ]
        if even_lines != before:
            self._break(even_lines)
        if self.over:
            self._break(before)

    def _measure_pitches(self) -> list[float]:
        """Return the distance from each baseline to the next, in ems; 0 for the first."""
        if self.count == 1:
            return [0.0]
        leading, pitches = self._style.leading, []
        for paragraph, lines, is_apart in zip(self._paragraphs, self._lines, self._are_apart, strict=True):
            leadings = [leading * paragraph.scale(line) for line in lines]
            space = _EMPTY_LINE * leadings[0] if is_apart else 0.0
            pitches += [leadings[0] + self._style.gap + space, *leadings[1:]]
        return [0.0, *pitches[1:]]

    def _height(self) -> _Height:
        """Return the lengths on which the place of the first baseline in the rect depends."""
        # What is too much runs over the bottom edge alone.
        valign = "top" if self.over and self._style.valign != "baseline" else self._style.valign
        top = bottom = 0.0
        if valign == "middle":
            top = max(self._paragraphs[0].heights(self._lines[0][0], "optical_top")) * self.size
            bottom = min(self._paragraphs[-1].heights(self._lines[-1][-1], "optical_bottom")) * self.size
        return _Height(
            self._rect.height, valign, self._ascent, self._descent, depth=self._depth, top=top, bottom=bottom
        )

    def _align(self, paragraph: BreakableParagraph, line: LineRange) -> tuple[float, float]:
        """Return the x in the rect at which a line begins, and the stretch of its spaces in points."""
        align = self._style.align
        spare = self._rect.width - paragraph.width(line) * self.size
        hang = paragraph.hang * self.size if line[0] else 0.0
        if self._is_justified:
            stretch = self._stretch(paragraph, line, spare - hang)
            return (spare if paragraph.is_rtl and not stretch else hang * (not paragraph.is_rtl)), stretch
        return (spare - hang) * share_before(paragraph, align) + hang * (not paragraph.is_rtl), 0.0

    def _stretch(self, paragraph: BreakableParagraph, line: LineRange, spare: float) -> float:
        """Return the stretch of each gap of a justified line, in points; 0 for a line that stays ragged."""
        # The last line of a paragraph is not stretched.
        if spare <= 0 or (line[1] == paragraph.whole[1] and self._style.align == "justify"):
            return 0.0
        gaps, is_solid = line_gaps(paragraph, line)
        most = (_MAX_STRETCH_SOLID if is_solid else _MAX_STRETCH) * self.size
        return spare / gaps if gaps and spare / gaps <= most else 0.0


def share_before(paragraph: BreakableParagraph, align: str) -> float:
    """Return the share of a line's blank that stands before it; words such as `start` follow the script."""
    share = _SHARE_BEFORE[align]
    return 1.0 - share if paragraph.is_rtl and align in _FOLLOWING else share


def _hyphenated(paragraph: BreakableParagraph, measure: float, style: ParagraphStyle) -> BreakableParagraph:
    """Return a paragraph with words divided in a measure of ems, where its style or soft hyphens ask for it."""
    if style.lines == 1 or not (style.hyphens or paragraph.has_soft_hyphens):
        return paragraph
    poor = POOR_JUSTIFIED if style.align in JUSTIFIED else POOR
    return paragraph.hyphenated(measure, poor=poor, dictionary=style.hyphens)
