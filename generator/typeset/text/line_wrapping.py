"""Break one paragraph into lines: arithmetic on the advances of shaped pieces, in ems; nothing is shaped here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from operator import attrgetter

from generator.base.records import NamedTuple, dataclass
from generator.typeset.text.font_role import FontRole, ShapedPiece
from generator.typeset.text.line_breaks import ICON, SHY, hyphen_points, is_unbreakable
from generator.typeset.text.phrase_breaks import has_phrases, phrase_starts, word_starts
from generator.typeset.text.phrase_wrapping import CHARACTER, PHRASE, WORD, Boxes, LineRange

_SLACK = 1e-6
WIDOW = 0.12
"""A last line narrower than this share of the measure is filled by narrowing the lines above it."""


@dataclass(frozen=True, slots=True, eq=False)
class SpanStyle:
    """How a span is drawn. Pieces of one span share the object, and neighbours with the same one share a glyph run."""

    font_role: FontRole
    scale: float
    colour: str
    tone: str
    icon: str = ""


class PieceLevels(NamedTuple):
    """The levels of a paragraph with right-to-left text (UAX 9)."""

    of_pieces: tuple[int, ...]
    base: int
    """1 where the paragraph begins at the right, else 0."""


BULLETS = ("•", "◦", "▪", "‣")
"""Signs that begin an item of a list."""


class BreakableParagraph:
    """The shaped pieces of one paragraph, joined to boxes between possible breaks; widths in ems."""

    def __init__(
        self, pieces: Sequence[ShapedPiece], styles: Sequence[SpanStyle], glued: frozenset[int] = frozenset()
    ) -> None:
        """Join shaped pieces to boxes, which end where a line may end.

        `glued` has the indexes of pieces that must stay with the piece before them.
        """
        self.pieces, self.styles, self._glued = pieces, styles, glued
        self.is_hyphenated = False
        self.levels: PieceLevels | None = None
        """None where all runs from left to right."""
        self.is_one_size = {style.scale for style in styles} == {1.0}
        self.has_soft_hyphens = SHY in "".join([piece.text for piece in pieces])
        advances = [piece.width + piece.space for piece in pieces]
        widths = [piece.width - piece.trim for piece in pieces]
        if not self.is_one_size:
            advances = [advance * style.scale for advance, style in zip(advances, styles, strict=True)]
            widths = [width * style.scale for width, style in zip(widths, styles, strict=True)]
        forbidden = [index for index, (a, b) in enumerate(pairwise(pieces), 1) if a.not_last or b.not_first]
        unbreakable = glued.union(forbidden)
        self._first_pieces = [index for index in range(len(pieces)) if index not in unbreakable]
        starts = [0.0, *accumulate(advances)]
        self._starts = [starts[index] for index in self._first_pieces]
        # One more than the boxes: each ends where the next one begins.
        self._first_pieces.append(len(pieces))
        self._ends = [starts[after - 1] + widths[after - 1] for after in self._first_pieces[1:]]
        is_item = len(self._starts) > 1 and pieces[0].text.strip() in BULLETS
        self.hang = self._starts[1] if is_item else 0.0
        """Indent of the lines of a list item behind its sign, but the first."""
        self.is_apart = False
        """Whether an empty line stands before it."""

    @property
    def is_rtl(self) -> bool:
        """Return whether the lines of the paragraph begin at the right."""
        return self.levels is not None and self.levels.base == 1

    @property
    def whole(self) -> LineRange:
        """Return the line that holds the whole paragraph.

        A box is the text between two places where a line may end; a line is its first box and the one after its last.
        """
        return 0, len(self._ends)

    def lines(self, measure: float) -> list[LineRange]:
        """Return lines of at most `measure` ems, each filled as far as possible; a wider box has a line to itself."""
        lines, first, count = [], 0, len(self._ends)
        while first < count:
            line = self.line_from(first, measure)
            lines.append(line)
            first = line[1]
        return lines

    def line_from(self, first: int, measure: float) -> LineRange:
        """Return the line of at most `measure` ems that begins with box `first`, which is taken even if too wide."""
        # The ends rise from box to box. The search begins after the first box.
        # Only the first line has the sign of a list item.
        room = measure - self.hang if first else measure
        return first, bisect_right(self._ends, self._starts[first] + room + _SLACK, first + 1)

    def balanced_lines(self, measure: float, *, even: bool) -> list[LineRange]:
        """Return as many lines, but of `even` length, or at least without a very short last line.

        A hyphenated paragraph is left alone, for other lines would need other hyphens.
        """
        lines = self.lines(measure)
        if self.is_hyphenated or len(lines) == 1 or not (even or self.width(lines[-1]) < WIDOW * measure):
            return lines
        narrowest = self._narrowest(measure, len(lines))
        if even:
            return self.lines(narrowest)
        # In eighths, the widest first, so that lines stay as long as they can.
        tried = (self.lines(measure - (measure - narrowest) * part / 8) for part in range(1, 9))
        return next((fuller for fuller in tried if self.width(fuller[-1]) >= WIDOW * measure), lines)

    @cached_property
    def has_phrases(self) -> bool:
        """Return whether lines should end between the phrases of a language without spaces."""
        text = "".join([piece.text for piece in self.pieces])
        return not self.is_hyphenated and has_phrases(text, self.styles[0].font_role.language)

    def phrase_lines(self, measure: float, most: float, *, even: bool) -> list[LineRange]:
        """Return at most `most` lines that end between phrases as far as they can; empty where there are none."""
        return self._phrase_boxes.lines(measure, most, even=even)

    def lines_to_stretch(self, measure: float) -> list[LineRange]:
        """Return lines that stretching makes `measure` ems wide; they end between words where that is hardly seen."""
        lines, first, count = [], 0, len(self._ends)
        while first < count:
            room = measure - self.hang if first else measure
            lines.append(self._phrase_boxes.line_to_stretch(self.line_from(first, measure), room))
            first = lines[-1][1]
        return lines

    def torn_lines(self, lines: Sequence[LineRange]) -> int:
        """Return how many of the lines end inside a phrase."""
        return sum(self._phrase_boxes.kinds[first] != PHRASE for first, _ in lines[1:]) if self.has_phrases else 0

    def lopsided_lines(self, lines: Sequence[LineRange], share: float) -> int:
        """Return how many lines but the last are narrower than a share of the widest, where lines end with phrases."""
        if len(lines) == 1 or not self.has_phrases:
            return 0
        *before, last = map(self.width, lines)
        return sum(width < share * max(*before, last) for width in before)

    def width(self, line: LineRange) -> float:
        """Return the width of a line in ems, without the spaces at its end."""
        return self._ends[line[1] - 1] - self._starts[line[0]]

    def piece_range(self, line: LineRange) -> tuple[int, int]:
        """Return the index of the first piece of a line and of the one after its last."""
        return self._first_pieces[line[0]], self._first_pieces[line[1]]

    def heights(self, line: LineRange, name: str) -> list[float]:
        """Return a vertical measure of each piece of a line: `ascent`, `descent`, `optical_top` or `optical_bottom`."""
        first, after = self.piece_range(line)
        heights = list(map(attrgetter(name), self.pieces[first:after]))
        if self.is_one_size:
            return heights
        return [height * style.scale for height, style in zip(heights, self.styles[first:after], strict=True)]

    def line_ends(self, lines: Sequence[LineRange]) -> tuple[int, ...]:
        """Return the number of characters before the end of each line, with icons and without spaces."""
        styled = zip(self.pieces, self.styles, strict=True)
        before = [0, *accumulate(1 if style.icon else len("".join(piece.text.split())) for piece, style in styled)]
        return tuple(before[self.piece_range(line)[1]] for line in lines)

    @cached_property
    def widest_box(self) -> float:
        """Return the width in ems of the widest part that no line may divide."""
        return max((self.width(line) for line in self.lines(0.0)), default=0.0)

    def scale(self, line: LineRange) -> float:
        """Return the largest letters on a line, in sizes of the paragraph: 1 where all have its size."""
        first, after = self.piece_range(line)
        return 1.0 if self.is_one_size else max(style.scale for style in self.styles[first:after])

    def hyphenated(self, measure: float, *, poor: float, dictionary: bool) -> BreakableParagraph:
        """Return the paragraph with words divided where a line is too long, or lacks more than `poor` of the measure.

        Without `dictionary`, words are divided at soft hyphens only.
        """
        paragraph, number = self, 0
        lines = paragraph.lines(measure)
        while number < len(lines):
            paragraph = paragraph._hyphenated_at(lines[number], measure, poor, dictionary)
            lines = paragraph.lines(measure)
            number += 1
        return paragraph

    def _hyphenated_at(self, line: LineRange, measure: float, poor: float, dictionary: bool) -> BreakableParagraph:
        """Return the paragraph with the word at the end of one line divided, where that line needs it."""
        first, after = line
        lacking = measure - self.width(line)
        # A box that is too long has to be divided, even on a last line.
        if lacking < -_SLACK:
            room = measure - self._starts[after - 1] + self._starts[first]
            return self._divided(after - 1, room, dictionary, must=True)
        # A last line may be short.
        if after == len(self._ends) or lacking < poor * measure:
            return self
        room = measure - self._starts[after] + self._starts[first]
        return self._divided(after, room, dictionary, must=False)

    def _divided(self, box: int, room: float, dictionary: bool, *, must: bool) -> BreakableParagraph:
        """Return the paragraph with a box divided so that its first part fits into `room` ems, if one does.

        Names are divided only where they `must` be.
        """
        index = self._first_pieces[box]
        word, style = self.pieces[index].text, self.styles[index]
        if self.levels or style.icon or not (SHY in word or (dictionary and (must or not _is_name(word)))):
            return self
        # The longest first part that fits.
        for point in reversed(hyphen_points(word, style.font_role.language)):
            start = style.font_role.hyphenated(word[:point].replace(SHY, ""))
            if start.width * style.scale <= room + _SLACK:
                return self._with_halves(index, (start, style.font_role.piece(word[point:].removeprefix(SHY))))
        return self

    def _with_halves(self, piece_index: int, halves: tuple[ShapedPiece, ShapedPiece]) -> BreakableParagraph:
        """Return the paragraph with one piece, a word, replaced by the two halves that it was divided into."""
        pieces = [*self.pieces[:piece_index], *halves, *self.pieces[piece_index + 1 :]]
        styles = [*self.styles[: piece_index + 1], *self.styles[piece_index:]]
        glued = frozenset(index if index <= piece_index else index + 1 for index in self._glued)
        paragraph = BreakableParagraph(pieces, styles, glued)
        paragraph.is_hyphenated = True
        return paragraph

    @cached_property
    def _phrase_boxes(self) -> Boxes:
        """Return the texts between possible line ends, each marked as the start of a phrase or a word, or neither."""
        texts = [piece.text for piece in self.pieces]
        before, text = [0, *accumulate(map(len, texts))], "".join(texts)
        phrases, words = phrase_starts(text), word_starts(text)
        places = [before[index] for index in self._first_pieces[:-1]]
        kinds = [PHRASE if place in phrases else WORD if place in words else CHARACTER for place in places]
        return Boxes(self._starts, self._ends, kinds)

    def _narrowest(self, measure: float, count: int) -> float:
        """Return the narrowest measure in ems that takes `count` lines, by bisection."""
        low, high = self.width(self.whole) / count, measure
        for _ in range(9):  # to 1/512 of the measure: less than anyone sees
            middle = (low + high) / 2
            low, high = (middle, high) if len(self.lines(middle)) > count else (low, middle)
        return high


class ParagraphBuilder:
    """Collects the shaped pieces of one paragraph, span by span."""

    def __init__(self) -> None:
        """Begin with an empty paragraph."""
        self._pieces: list[ShapedPiece] = []
        self._styles: list[SpanStyle] = []
        self._glued: set[int] = set()

    def add_words(self, words: Sequence[str], style: SpanStyle) -> None:
        """Add words, each with the spaces after it; raises MissingGlyphError."""
        if words:
            self._join(words[0][0])
            # A number behind an icon stays on its line.
            if words[0] == " " and words[1:] and words[1][0].isdigit() and self._ends_in_icon:
                self._glued.add(len(self._pieces) + 1)
        shaped = style.font_role.shaped
        for word in words:
            pieces = shaped.get(word) or style.font_role.pieces(word)
            self._pieces += pieces
            self._styles += [style] * len(pieces)

    def add_icon(self, piece: ShapedPiece, style: SpanStyle) -> None:
        """Add an icon; a number before or after it stays on its line."""
        self._join(piece.text)
        if self._pieces and self._pieces[-1].space and self._pieces[-1].text.rstrip().isdigit():
            self._glued.add(len(self._pieces))
        self._pieces.append(piece)
        self._styles.append(style)

    @property
    def drops_space(self) -> bool:
        """Return whether a space added now would be dropped: at the start, or after another space."""
        return not self._pieces or self._pieces[-1].text[-1] == " "

    def build(self) -> BreakableParagraph | None:
        """Return the paragraph, without the space at its end; None where it is empty."""
        # A space at the end would count as width.
        if self._pieces and self._pieces[-1].text[-1] == " ":
            text = self._pieces.pop().text.rstrip(" ")
            if text:
                self._pieces.append(self._styles[-1].font_role.piece(text))
            else:
                self._styles.pop()
        return BreakableParagraph(self._pieces, self._styles, frozenset(self._glued)) if self._pieces else None

    @property
    def _ends_in_icon(self) -> bool:
        """Return whether the paragraph so far ends in an icon."""
        return bool(self._pieces) and self._pieces[-1].text == ICON

    def _join(self, char: str) -> None:
        """Fit the last piece to the character after it: the space of an icon, and whether a line may end there."""
        if self._ends_in_icon:
            self._pieces[-1] = self._styles[-1].font_role.icon_before(char)
        if not self._pieces or self._pieces[-1].space:
            return
        if char == " " or is_unbreakable(self._pieces[-1].text[-1], char):
            self._glued.add(len(self._pieces))


def _is_name(word: str) -> bool:
    """Return whether a word begins with a capital, as names do."""
    return next(filter(str.isalpha, word), "").isupper()
