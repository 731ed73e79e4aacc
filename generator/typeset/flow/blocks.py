"""Blocks of running text as type: measured, with what may be cut in two and where.

What is measured here is drawn by a template as texts in rects, by the same code and from the same numbers: all lengths
that a template gets are whole hundredths of a millimetre, and a text is measured in the width it will be given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from typing import Protocol

from generator.base.errors import Faults, suggestion
from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.base.units import MM, to_mm
from generator.model.prose import PlacedBlock, Prose
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.paragraph import ParagraphMeasure, ParagraphStyle, measure_paragraph
from generator.typeset.text.text_markup import Span, TextOrigin, parse, split_spans, to_markup


@dataclass(frozen=True, slots=True)
class BlockStyle:
    """How one kind of text is set; sizes and spaces are parts of the size of running text."""

    size: float = 1.0
    before: float = 0.0
    """Space above, where it does not begin a column."""
    after: float = 0.0
    role: str = "text"
    bold: bool = False
    leading: float = 0.0
    """In sizes of its own; 0 for that of running text."""
    align: str = "left"


STYLES = {
    "h2": BlockStyle(1.4, 1.3, 0.5, "heading", bold=True, leading=1.2),
    "h3": BlockStyle(1.1, 0.9, 0.3, bold=True, leading=1.25),
    "body": BlockStyle(1.0, 0.5, 0.5),
    "item": BlockStyle(1.0, 0.25, 0.25),
    "mark": BlockStyle(1.0, bold=True),
    "head": BlockStyle(0.9, bold=True, leading=1.25),
    "cell": BlockStyle(0.93, leading=1.25),
    "caption": BlockStyle(0.9, leading=1.25, align="center"),
}
"""The kinds of text on a page."""

_LEADING = {"ja": 1.6, "zh": 1.6, "ko": 1.5}
"""Of running text, where it is not 1.32: signs that fill their squares need more air between lines."""
_SIZE = {"ja": 0.92, "zh": 0.92}
"""Such signs look larger than letters of the same size."""
_HEIGHT = 0.33
"""Ems from the baseline to the middle of a line: half of a capital."""
_SLACK = 0.5
"""Points by which the rect of a text is higher than it need be: a rounding must not make it too small."""

MIN_LINES = 2
"""Lines of a paragraph, or rows of a table, that stand together."""


def round_down(points: float) -> float:
    """The same length in whole hundredths of a millimetre, and not longer; in points."""
    return int(to_mm(points) * 100 + 1e-6) / 100 * MM


class FlowBlock(Protocol):
    """Something that goes down a column; lengths in points."""

    @property
    def before(self) -> float:
        """Space above it, where it does not begin a column."""

    @property
    def after(self) -> float:
        """Space below it; of two spaces that meet, the larger counts."""

    @property
    def height(self) -> float:
        """All of it."""

    @property
    def least(self) -> float:
        """The least of it that may end a column."""

    @property
    def stays(self) -> bool:
        """Whether it has to stand in one column with the beginning of what follows."""

    def cut(self, room: float) -> tuple[FlowBlock, FlowBlock] | None:
        """As much as fits into `room`, and the rest; None where it cannot be cut there."""

    def placed(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """It, with its top left corner at a point of the page."""


@dataclass(frozen=True, slots=True)
class TextContext:
    """What texts are measured with: fonts, the size and language of running text, the sizes of drawings."""

    fonts: FontLibrary
    language: str
    size: float
    where: str
    drawing: Callable[[str], Size | None]
    """The size of a drawing or picture by its file, in points; None where there is none."""
    icons: frozenset[str]

    @classmethod
    def of(
        cls,
        prose: Prose,
        language: str,
        where: str,
        fonts: FontLibrary,
        drawing: Callable[[str], Size | None],
        icons: Iterable[str],
    ) -> TextContext:
        """The desk for a text, whose size is that of letters: some languages are set a little smaller."""
        size = round(prose.size * _SIZE.get(language, 1.0), 2)
        return cls(fonts, language, size, where, drawing, frozenset(icons))

    def ems(self, count: float) -> float:
        """A length in sizes of running text, as points."""
        return round_down(count * self.size)

    def spans(self, text: str, line: int) -> tuple[Span, ...]:
        """Light markup, read.

        Raises Faults for bad markup and icons that are not there.
        """
        place = TextOrigin(self.where, line)
        spans = parse(text, place)
        unknown = [span.icon for span in spans if span.icon and span.icon not in self.icons]
        if unknown:
            raise Faults([place.fault(f"no icon {icon!r}{suggestion(icon, sorted(self.icons))}") for icon in unknown])
        return spans

    def copy(self, style: str, text: str, line: int, width: float, align: str = "") -> ParagraphBlock:
        """A text in a width; raises Faults."""
        return ParagraphBlock(self, style, self.spans(text, line), line, round_down(width), align)


class ParagraphBlock:
    """A paragraph of one style, set in lines of a width."""

    stays = False

    def __init__(
        self, desk: TextContext, style: str, spans: tuple[Span, ...], line: int, width: float, align: str
    ) -> None:
        self.desk, self.style, self.spans, self.line, self.width = desk, style, spans, line, width
        self.look = STYLES[style]
        self.size = round(self.look.size * desk.size, 2)
        self.leading = self.look.leading or _LEADING.get(desk.language, 1.32)
        self.align = align or self.look.align
        self.measured = self._measured(width)
        self.before, self.after = desk.ems(self.look.before), desk.ems(self.look.after)

    def narrowed(self, width: float) -> ParagraphBlock:
        """The same in another width; what fits on its one line there need not be measured again."""
        if not self.measured.count or (self.measured.count == 1 and self.measured.natural <= round_down(width)):
            made = copy(self)
            made.width = round_down(width)
            return made
        return ParagraphBlock(self.desk, self.style, self.spans, self.line, round_down(width), self.align)

    @property
    def pitch(self) -> float:
        """From line to line."""
        return self.size * self.leading

    @property
    def height(self) -> float:
        """Of all lines."""
        return self.measured.count * self.pitch

    @property
    def least(self) -> float:
        """Two lines, where it can be cut at all."""
        return MIN_LINES * self.pitch if self._can_be_cut else self.height

    @property
    def _can_be_cut(self) -> bool:
        return self.measured.count >= 2 * MIN_LINES and bool(self.measured.ends)

    def cut(self, room: float) -> tuple[ParagraphBlock, ParagraphBlock] | None:
        """The lines that fit, but neither a first line alone nor a last one."""
        count = min(int(room / self.pitch + 1e-6), self.measured.count - MIN_LINES)
        if count < MIN_LINES or not self._can_be_cut:
            return None
        head, tail = split_spans(self.spans, self.measured.ends[count - 1])
        return self._of(head), self._of(tail)

    def _of(self, spans: tuple[Span, ...]) -> ParagraphBlock:
        return ParagraphBlock(self.desk, self.style, spans, self.line, self.width, self.align)

    def placed(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """The text in its rect; its lines have half of the leading above and below."""
        if not self.measured.count:
            return
        found = self.measured
        top = y + self.pitch / 2 + _HEIGHT * self.size - found.ascent
        height = found.ascent + self.height - self.pitch - found.descent + _SLACK
        rect = rect_in_mm(x, top, self.width, height)
        text, weight = to_markup(self.spans).strip(), "bold" if self.look.bold else "normal"
        yield PlacedBlock("text", self.style, *rect, text, self.look.role, self.size, self.leading, weight, self.align)

    def _measured(self, width: float) -> ParagraphMeasure:
        style = ParagraphStyle(
            role=self.look.role,
            language=self.desk.language,
            size=self.size,
            leading=self.leading,
            bold=self.look.bold,
            align=self.align,
        )
        return measure_paragraph(self.spans, width, style, self.desk.fonts, TextOrigin(self.desk.where, self.line))


class _Worded:
    """A thing that is as high as its text, and stands as far from others."""

    __slots__ = ()
    copy: ParagraphBlock

    @property
    def before(self) -> float:
        """Space above it."""
        return self.copy.before

    @property
    def after(self) -> float:
        """Space below it."""
        return self.copy.after

    @property
    def height(self) -> float:
        """Of all its lines."""
        return self.copy.height


@dataclass(frozen=True, slots=True)
class HeadingBlock(_Worded):
    """A heading, which stands over something."""

    copy: ParagraphBlock
    stays: bool = True

    @property
    def least(self) -> float:
        """It is not cut."""
        return self.copy.height

    def cut(self, room: float) -> None:
        """It is not cut."""

    def placed(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """Its text."""
        return self.copy.placed(x, y)


@dataclass(frozen=True, slots=True)
class ListItemBlock(_Worded):
    """A paragraph of a list, with its mark at the left."""

    copy: ParagraphBlock
    mark: ParagraphBlock | None
    indent: float
    stays: bool = False

    @property
    def least(self) -> float:
        """Two lines, where it can be cut."""
        return self.copy.least

    def cut(self, room: float) -> tuple[ListItemBlock, ListItemBlock] | None:
        """In two between lines; the mark stays with the first."""
        parts = self.copy.cut(room)
        return parts and (
            ListItemBlock(parts[0], self.mark, self.indent),
            ListItemBlock(parts[1], None, self.indent, self.stays),
        )

    def placed(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """The mark and the text."""
        if self.mark:
            yield from self.mark.placed(x + self.indent - self.mark.width, y)
        yield from self.copy.placed(x + self.indent, y)


@dataclass(frozen=True, slots=True)
class CaptionedFigure:
    """A drawing with its caption."""

    file: str
    size: Size
    caption: ParagraphBlock
    width: float
    """Of the column."""
    gap: float
    around: float
    stays: bool = False

    @property
    def before(self) -> float:
        """Space above it."""
        return self.around

    @property
    def after(self) -> float:
        """Space below it."""
        return self.around

    @property
    def height(self) -> float:
        """Of drawing and caption."""
        return self.size.height + (self.gap + self.caption.height if self.caption.measured.count else 0.0)

    @property
    def least(self) -> float:
        """It is not cut."""
        return self.height

    def cut(self, room: float) -> None:
        """It is not cut."""

    def placed(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """The drawing in the middle of the column, the caption below."""
        rect = rect_in_mm(x + (self.width - self.size.width) / 2, y, self.size.width, self.size.height)
        yield PlacedBlock("image", "figure", *rect, self.file)
        yield from self.caption.placed(x, y + self.size.height + self.gap)


class ColumnEnd:
    """Stands in a galley where a column ends; nothing is seen of it."""

    before = after = height = least = 0.0
    stays = False

    def cut(self, room: float) -> None:
        """There is nothing to cut."""

    def placed(self, x: float, y: float) -> Iterator[PlacedBlock]:  # noqa: ARG002  as everything in a galley is asked
        """There is nothing to draw."""
        return iter(())


class FramedBlock:
    """A box with blocks in it, cut only where it is longer than a column."""

    stays = False

    def __init__(self, inside: Sequence[FlowBlock], width: float, pad: float, most: float) -> None:
        self._inside, self._width, self._pad, self._most = inside, width, pad, most
        self.before = self.after = pad

    @cached_property
    def height(self) -> float:
        """Of the box."""
        return stacked_height(self._inside) + 2 * self._pad

    @property
    def least(self) -> float:
        """All of it, if a column holds it."""
        return self.height if self.height <= self._most else self._inside[0].least + 2 * self._pad

    def cut(self, room: float) -> tuple[FramedBlock, FramedBlock] | None:
        """In two, where no column could hold it."""
        from generator.typeset.flow.page_flow import fill_column

        if self.height <= self._most:
            return None
        held, rest = fill_column(self._inside, room - 2 * self._pad)
        if not held or not rest:
            return None
        return self._of([item for item, _ in held]), self._of(rest)

    def _of(self, inside: Sequence[FlowBlock]) -> FramedBlock:
        return FramedBlock(inside, self._width, self._pad, self._most)

    def placed(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """The box, and what is in it."""
        yield place_shape("box", x, y, self._width, self.height)
        y += self._pad
        for at, item in enumerate(self._inside):
            y += space_between(self._inside[at - 1], item) if at else 0.0
            yield from item.placed(x + self._pad, y)
            y += item.height


def space_between(above: FlowBlock, below: FlowBlock) -> float:
    """Between two that follow each other."""
    return max(above.after, below.before)


def stacked_height(items: Sequence[FlowBlock]) -> float:
    """The height of several, one below the other."""
    between = sum(space_between(above, below) for above, below in pairwise(items))
    return sum(item.height for item in items) + between


def rect_in_mm(x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
    """A rect in points as whole hundredths of millimetres."""
    return round(to_mm(x), 2), round(to_mm(y), 2), round(to_mm(width), 2), round(to_mm(height), 2)


def place_shape(kind: str, x: float, y: float, width: float, height: float) -> PlacedBlock:
    """A shape without words."""
    return PlacedBlock(kind, kind, *rect_in_mm(x, y, width, height))
