"""Paragraphs of running text: measured in the width of their column, and cut between lines.

A template draws what is measured here, as texts in rects, by the same code. So that both break lines alike, every
length handed to it is a whole hundredth of a millimetre, and a text is measured in the width it will be given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.base.units import MM, to_mm
from generator.model.figure import FigureSize
from generator.model.prose import FigureBlock, PlacedBlock, Prose
from generator.typeset.flow.columns import MIN_LINES, FlowBlock
from generator.typeset.flow.shaped_texts import ShapedText, ShapedTexts
from generator.typeset.text.paragraph import ParagraphMeasure, measure_paragraph
from generator.typeset.text.text_markup import Span, split_spans


@dataclass(frozen=True, slots=True)
class BlockStyle:
    """How one kind of text is set; sizes and spaces are multiples of the size of running text."""

    size: float = 1.0
    before: float = 0.0
    """Space above, unless it begins a column."""
    after: float = 0.0
    role: str = "text"
    bold: bool = False
    leading: float = 0.0
    """Baseline to baseline, in sizes of its own; 0 for the leading of running text."""
    align: str = "left"


STYLES = {
    "h2": BlockStyle(1.4, 1.3, 0.5, "heading", bold=True, leading=1.2),
    "h3": BlockStyle(1.1, 0.9, 0.3, bold=True, leading=1.25),
    "h4": BlockStyle(1.0, 0.8, 0.2, bold=True),
    "body": BlockStyle(1.0, 0.5, 0.5),
    "item": BlockStyle(1.0, 0.25, 0.25),
    "term": BlockStyle(1.0, 0.5, 0.1, bold=True),
    "mark": BlockStyle(1.0, bold=True),
    "head": BlockStyle(0.9, bold=True, leading=1.25),
    "cell": BlockStyle(0.93, leading=1.25),
    "caption": BlockStyle(0.9, leading=1.25, align="center"),
}

_LEADING = 1.32
_LEADINGS = {"ja": 1.6, "zh": 1.6, "ko": 1.5}
"""Leading of running text by language: characters that fill their squares need more space between lines."""
_SIZES = {"ja": 0.92, "zh": 0.92}
"""Such characters look larger than letters of the same size."""
_SOLID = frozenset({"ja", "zh"})
"""Languages without spaces between words, whose running text is justified: a ragged edge there looks like a mistake."""
_JUSTIFIED = frozenset({"body", "item", "cell"})
"""Styles of running text."""
_RAGGED = frozenset({"left", "justify"})
"""Alignments that depend on the width of the column."""
_TOO_NARROW = 12
"""Characters in a line up to which justified ones would be spaced out."""
_MIDDLE = 0.33
"""Ems from the baseline to the middle of a line: half the height of a capital."""
_SPARE_HEIGHT = 0.5
"""Points added to the height of a rect, so that rounding never makes it too low for its text."""


def round_down(points: float) -> float:
    """Return a length in points, rounded down to whole hundredths of a millimetre.

    >>> round(to_mm(round_down(10.0)), 6)
    3.52
    """
    return int(to_mm(points) * 100 + 1e-6) / 100 * MM


def rect_in_mm(x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
    """Return x, y, width and height of a rect in points as whole hundredths of millimetres."""
    return round(to_mm(x), 2), round(to_mm(y), 2), round(to_mm(width), 2), round(to_mm(height), 2)


def place_shape(kind: str, x: float, y: float, width: float, height: float) -> PlacedBlock:
    """Return a shape of a kind, such as `rule` or `box`, at a place of the page given in points."""
    return PlacedBlock(kind, kind, *rect_in_mm(x, y, width, height))


class TextContext:
    """Fonts, language and lengths that texts are measured with at one size of running text."""

    def __init__(
        self, prose: Prose, texts: ShapedTexts, drawing: Callable[[FigureBlock], Size | FigureSize | None]
    ) -> None:
        """Take the style of running text and the size of its letters.

        `drawing` returns the size of a drawing, picture or figure in points; None where there is none of its name. The
        letters are smaller than `prose` says in Chinese and Japanese.
        """
        self.texts, self.drawing, self.where = texts, drawing, texts.where
        self.size = round(prose.size * _SIZES.get(texts.language, 1.0), 2)
        self.lengths = {name: self._lengths_of(style) for name, style in STYLES.items()}
        """Size, leading, space above and space below of each style, in points; the leading in its sizes."""

    def ems(self, count: float) -> float:
        """Return a multiple of the size of running text in points, rounded down to hundredths of a millimetre."""
        return round_down(count * self.size)

    def _lengths_of(self, style: BlockStyle) -> tuple[float, float, float, float]:
        """Return size, leading, space above and space below of a style; lengths in points, the leading in its sizes."""
        leading = style.leading or _LEADINGS.get(self.texts.language, _LEADING)
        return round(style.size * self.size, 2), leading, self.ems(style.before), self.ems(style.after)

    def paragraph(self, style_name: str, text: str, line: int, width: float, align: str = "") -> ParagraphBlock:
        """Return a text measured in a width of points; `style_name` is a key of STYLES.

        `line` is its line in the manuscript, for faults; `align` is '' for the alignment of the style. Raises Faults
        where the text cannot be set.
        """
        style = STYLES[style_name]
        shaped = self.texts.shaped(text, line, style.role, bold=style.bold)
        return ParagraphBlock(self, style_name, shaped, round_down(width), align)


class ParagraphBlock(FlowBlock):
    """A paragraph of one style, broken into lines of a width; lengths in points."""

    def __init__(
        self,
        context: TextContext,
        style_name: str,
        text: ShapedText,
        width: float,
        align: str,
        measure: ParagraphMeasure | None = None,
    ) -> None:
        """Measure the paragraph in its width, unless its `measure` is known."""
        self.context, self.style_name, self.text, self.width = context, style_name, text, width
        self.size, self.leading, self.before, self.after = context.lengths[style_name]
        self.align = self._align_running(align or STYLES[style_name].align)
        self.measure = measure or measure_paragraph(text.paragraph, width, self.size, align=self.align)
        self.line_height = self.size * self.leading
        self.height = self.measure.count * self.line_height
        self.min_height = MIN_LINES * self.line_height if self._can_be_cut else self.height

    def narrow(self, width: float) -> ParagraphBlock:
        """Return the paragraph in another width of points; not measured again where it still fits on one line."""
        measure, width = self.measure, round_down(width)
        # A single line that still fits breaks nowhere, so its measure stays true.
        fits = not measure.count or (measure.count == 1 and measure.natural <= width)
        return ParagraphBlock(self.context, self.style_name, self.text, width, self.align, measure if fits else None)

    def _align_running(self, align: str) -> str:
        """Return an alignment, or `justify` for running text without spaces in lines that are long enough for it."""
        is_running = self.style_name in _JUSTIFIED and self.context.texts.language in _SOLID
        if align not in _RAGGED or not is_running:
            return align
        return "justify" if self.width > _TOO_NARROW * self.size else "left"

    @property
    def _can_be_cut(self) -> bool:
        """Return whether the paragraph has enough lines for two columns, and no word that is divided at a line end."""
        return self.measure.count >= 2 * MIN_LINES and not self.measure.has_divided_word

    def cut(self, room: float) -> tuple[ParagraphBlock, ParagraphBlock] | None:
        """Return the lines that fit into `room` points and the rest; None for a paragraph not cut.

        No first or last line is left alone.
        """
        # A little more, so that rounding loses no line of a room for whole ones.
        count = min(int(room / self.line_height + 1e-6), self.measure.count - MIN_LINES)
        if count < MIN_LINES or not self._can_be_cut:
            return None
        head, tail = split_spans(self.text.spans, self.measure.ends[count - 1])
        # The last line of the head is no last line of the paragraph.
        align = "justify-all" if self.align == "justify" else self.align
        return self._with_spans(head, align), self._with_spans(tail, self.align)

    def _with_spans(self, spans: tuple[Span, ...], align: str) -> ParagraphBlock:
        """Return a part of the paragraph's text as a paragraph of the same style and width."""
        shaped = self.context.texts.part(spans, self.text)
        return ParagraphBlock(self.context, self.style_name, shaped, self.width, align)

    def place(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Yield the text in its rect, with half of the leading above and below each line; nothing for an empty text."""
        measure, style = self.measure, STYLES[self.style_name]
        if not measure.count:
            return
        top = y + self.line_height / 2 + _MIDDLE * self.size - measure.ascent
        height = measure.ascent + self.height - self.line_height - measure.descent + _SPARE_HEIGHT
        rect = rect_in_mm(x, top, self.width, height)
        text, weight = self.text.markup, "bold" if style.bold else "normal"
        yield PlacedBlock("text", self.style_name, *rect, text, style.role, self.size, self.leading, weight, self.align)
