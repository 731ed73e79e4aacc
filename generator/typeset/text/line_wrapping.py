"""One paragraph's pieces, and how they fall into lines of a width: arithmetic on advances in ems, nothing is shaped."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from generator.base.records import dataclass
from generator.typeset.text.font_role import FontRole, ShapedPiece
from generator.typeset.text.line_breaks import ICON, SHY, hyphen_points, is_unbreakable

_SLACK = 1e-6
_WIDOW = 0.12
"""A last line narrower than this part of the measure is filled by narrowing the lines above it."""


@dataclass(frozen=True, slots=True, eq=False)
class SpanStyle:
    """How a span is drawn; its pieces share it, and pieces with the same look share a glyph run."""

    voice: FontRole
    scale: float
    colour: str
    tone: str
    icon: str = ""


LineRange = tuple[int, int]
"""First box of a line and the one after its last; a box is what stands between two places to break."""


class BreakableParagraph:
    """The pieces of one paragraph, and the boxes they make."""

    def __init__(
        self, pieces: Sequence[ShapedPiece], looks: Sequence[SpanStyle], glued: frozenset[int] = frozenset()
    ) -> None:
        self.pieces, self.looks, self._glued = pieces, looks, glued
        self.is_divided = False
        self.even = {look.scale for look in looks} == {1.0}
        self.is_soft = SHY in "".join([piece.text for piece in pieces])
        advances = [piece.width + piece.space for piece in pieces]
        inner = [piece.width - piece.trim for piece in pieces]
        if not self.even:
            advances = [advance * look.scale for advance, look in zip(advances, looks, strict=True)]
            inner = [width * look.scale for width, look in zip(inner, looks, strict=True)]
        closed = [at for at, (a, b) in enumerate(pairwise(pieces), 1) if a.clings or b.tied]
        shut = glued.union(closed)
        self._opens = [at for at in range(len(pieces)) if at not in shut]
        starts = [0.0, *accumulate(advances)]
        self._starts = [starts[at] for at in self._opens]
        self._opens.append(len(pieces))
        self._ends = [starts[after - 1] + inner[after - 1] for after in self._opens[1:]]

    @property
    def looked(self) -> Iterator[tuple[ShapedPiece, SpanStyle]]:
        """Its pieces, each with its look."""
        return zip(self.pieces, self.looks, strict=True)

    @property
    def whole(self) -> LineRange:
        """All of it on one line."""
        return 0, len(self._ends)

    def lines(self, measure: float) -> list[LineRange]:
        """As much on every line as fits into `measure` ems; a box that fits nowhere has a line to itself."""
        lines, first, count = [], 0, len(self._ends)
        while first < count:
            after = bisect_right(self._ends, self._starts[first] + measure + _SLACK, first + 1)
            lines.append((first, after))
            first = after
        return lines

    def settled(self, measure: float, *, even: bool) -> list[LineRange]:
        """The same number of lines, but `even` in length, or at least without a widow at the end.

        A block with divided words stays as it is, for its hyphens belong at the ends of its lines.
        """
        lines = self.lines(measure)
        if self.is_divided or len(lines) == 1 or not (even or self.width(lines[-1]) < _WIDOW * measure):
            return lines
        narrow = self._narrowest(measure, len(lines))
        if even:
            return self.lines(narrow)
        tried = (self.lines(measure - (measure - narrow) * part / 8) for part in range(1, 9))
        return next((fuller for fuller in tried if self.width(fuller[-1]) >= _WIDOW * measure), lines)

    def width(self, line: LineRange) -> float:
        """Of a line's ink, in ems."""
        return self._ends[line[1] - 1] - self._starts[line[0]]

    def span(self, line: LineRange) -> tuple[int, int]:
        """A line's first piece and the one after its last."""
        return self._opens[line[0]], self._opens[line[1]]

    def reach(self, line: LineRange, name: str) -> list[float]:
        """A vertical measure of each piece of a line, in ems: `ascent`, `descent`, `crown` or `foot`."""
        first, after = self.span(line)
        measures = [getattr(piece, name) for piece in self.pieces[first:after]]
        return (
            measures
            if self.even
            else [measure * look.scale for measure, look in zip(measures, self.looks[first:after], strict=True)]
        )

    def scale(self, line: LineRange) -> float:
        """The largest size on a line, as a part of the paragraph's."""
        first, after = self.span(line)
        return 1.0 if self.even else max(look.scale for look in self.looks[first:after])

    def divided(self, measure: float, *, poor: float, dictionary: bool) -> BreakableParagraph:
        """The block with words divided where a line would else be too long, or shorter by `poor` of the measure."""
        block, at = self, 0
        lines = block.lines(measure)
        while at < len(lines):
            block = block._divided_at(lines[at], measure, poor, dictionary)
            lines = block.lines(measure)
            at += 1
        return block

    def _divided_at(self, line: LineRange, measure: float, poor: float, dictionary: bool) -> BreakableParagraph:
        first, after = line
        lacking = measure - self.width(line)
        if lacking < -_SLACK:
            return self._split(
                after - 1, measure - self._starts[after - 1] + self._starts[first], dictionary, must=True
            )
        if after == len(self._ends) or lacking < poor * measure:
            return self
        return self._split(after, measure - self._starts[after] + self._starts[first], dictionary, must=False)

    def _split(self, box: int, room: float, dictionary: bool, *, must: bool) -> BreakableParagraph:
        at = self._opens[box]
        word, look = self.pieces[at].text, self.looks[at]
        if look.icon or not (SHY in word or (dictionary and (must or not _is_name(word)))):
            return self
        for point in reversed(hyphen_points(word, look.voice.language)):
            start = look.voice.divided(word[:point].replace(SHY, ""))
            if start.width * look.scale <= room + _SLACK:
                return self._with(at, (start, look.voice.piece(word[point:].removeprefix(SHY))))
        return self

    def _with(self, at: int, halves: tuple[ShapedPiece, ShapedPiece]) -> BreakableParagraph:
        pieces = [*self.pieces[:at], *halves, *self.pieces[at + 1 :]]
        looks = [*self.looks[: at + 1], *self.looks[at:]]
        block = BreakableParagraph(pieces, looks, frozenset(glue if glue <= at else glue + 1 for glue in self._glued))
        block.is_divided = True
        return block

    def _narrowest(self, measure: float, count: int) -> float:
        """The narrowest measure that still takes `count` lines."""
        low, high = self.width(self.whole) / count, measure
        for _ in range(9):
            middle = (low + high) / 2
            low, high = (middle, high) if len(self.lines(middle)) > count else (low, middle)
        return high


class ParagraphBuilder:
    """Collects one paragraph, span by span."""

    def __init__(self, *, keep: bool = False) -> None:
        self._keep = keep
        self._pieces: list[ShapedPiece] = []
        self._looks: list[SpanStyle] = []
        self._glued: set[int] = set()

    def say(self, words: Sequence[str], look: SpanStyle) -> None:
        """Add words, each with the spaces after it; raises Missing."""
        if words:
            self._meet(words[0][0])
            if words[0] == " " and words[1:] and words[1][0].isdigit() and self._ends_in_icon:
                self._glued.add(len(self._pieces) + 1)
        known = look.voice.known
        for word in words:
            made = known.get(word) or look.voice.pieces(word)
            self._pieces += made
            self._looks += [look] * len(made)

    def show(self, piece: ShapedPiece, look: SpanStyle) -> None:
        """Add an icon; a number before it stays with it, as does one after it."""
        self._meet(piece.text)
        if self._pieces and self._pieces[-1].space and self._pieces[-1].text.rstrip().isdigit():
            self._glued.add(len(self._pieces))
        self._pieces.append(piece)
        self._looks.append(look)

    @property
    def is_spaced(self) -> bool:
        """Whether a space here would say nothing: at the start, and after another."""
        return self._pieces[-1].text[-1] == " " if self._pieces else not self._keep

    def block(self, *, keep: bool = False) -> BreakableParagraph | None:
        """The paragraph, without the space at its end unless it is to be kept; None where nothing is left."""
        if not keep and self._pieces and self._pieces[-1].text[-1] == " ":
            text = self._pieces.pop().text.rstrip(" ")
            if text:
                self._pieces.append(self._looks[-1].voice.piece(text))
            else:
                self._looks.pop()
        return BreakableParagraph(self._pieces, self._looks, frozenset(self._glued)) if self._pieces else None

    @property
    def _ends_in_icon(self) -> bool:
        return bool(self._pieces) and self._pieces[-1].text == ICON

    def _meet(self, char: str) -> None:
        if self._ends_in_icon:
            self._pieces[-1] = self._looks[-1].voice.icon_before(char)
        if (
            self._pieces
            and not self._pieces[-1].space
            and (char == " " or is_unbreakable(self._pieces[-1].text[-1], char))
        ):
            self._glued.add(len(self._pieces))


def _is_name(word: str) -> bool:
    letter = next((char for char in word if char.isalpha()), "")
    return letter.isupper()
