"""Paragraphs with right-to-left text: the level of each part, found for the whole paragraph before a line is broken."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from generator.typeset.scripts.embedding_levels import embedding_levels
from generator.typeset.scripts.writing_direction import is_rtl_paragraph
from generator.typeset.text.font_role import ShapedPiece
from generator.typeset.text.line_breaks import ICON, units
from generator.typeset.text.line_wrapping import BreakableParagraph, ParagraphBuilder, PieceLevels, SpanStyle


class BidiParagraph:
    """Collects the words and icons of a paragraph; they are shaped when all are known."""

    def __init__(self) -> None:
        """Begin with an empty paragraph."""
        self._items: list[tuple[Sequence[str], SpanStyle]] = []
        """Words in one style, or one icon."""

    @property
    def drops_space(self) -> bool:
        """Return whether a space added now would be dropped: at the start, or after another space."""
        return not self._items or self._items[-1][0][-1][-1] == " "

    def add_words(self, words: Sequence[str], style: SpanStyle) -> None:
        """Add words of a paragraph in one style, each with the spaces after it."""
        if words:
            self._items.append((words, style))

    def add_icon(self, style: SpanStyle) -> None:
        """Add an inline icon to the paragraph, which counts as one character."""
        self._items.append(((ICON,), style))

    def build(self, language: str, direction: str) -> BreakableParagraph | None:
        """Return the shaped paragraph; None for an empty one. Raises MissingGlyphError, and NoIcuError without ICU."""
        if not self._items:
            return None
        text = "".join([word for words, _ in self._items for word in words])
        is_rtl = is_rtl_paragraph(text, language, direction)
        builder = _LevelBuilder(embedding_levels(text, is_rtl=is_rtl), is_rtl=is_rtl)
        for words, style in self._items:
            if style.icon:
                builder.add_icon(style.font_role.icon, style)
            else:
                builder.add_words(words, style)
        return builder.build()


class _LevelBuilder(ParagraphBuilder):
    """Divides words where their level changes, so that every piece runs one way; spaces are pieces of their own."""

    def __init__(self, levels: Sequence[int], *, is_rtl: bool) -> None:
        """Take the level of each character of the paragraph, which runs from right to left with `is_rtl`."""
        super().__init__()
        self._levels, self._is_rtl = levels, is_rtl
        self._at = 0
        """The character of the paragraph that comes next."""
        self._piece_levels: list[int] = []

    def add_words(self, words: Sequence[str], style: SpanStyle) -> None:
        """Add words, divided where a line may end and where their level changes."""
        self._join(words[0][0])
        for word in words:
            for unit in units(word):
                self._add_unit(unit, style)

    def add_icon(self, piece: ShapedPiece, style: SpanStyle) -> None:
        """Add an icon at the level of its place in the paragraph."""
        super().add_icon(piece, style)
        self._piece_levels.append(self._levels[self._at])
        self._at += 1

    def build(self) -> BreakableParagraph | None:
        """Return the paragraph with the level of each piece; None where it is empty."""
        paragraph = super().build()
        if paragraph is not None:
            # Levels are even from left to right and odd from right to left (UAX 9).
            base = 1 if self._is_rtl else 0
            paragraph.levels = PieceLevels(tuple(self._piece_levels[: len(paragraph.pieces)]), base)
        return paragraph

    def _add_unit(self, unit: str, style: SpanStyle) -> None:
        """Add a unit that no line may divide, as pieces that each run one way."""
        numbered = zip(unit, self._levels[self._at : self._at + len(unit)], strict=True)
        # A piece runs in one direction, so that a unit with two of them is cut.
        for index, ((_, level), part) in enumerate(groupby(numbered, lambda pair: (pair[0].isspace(), pair[1]))):
            if index:
                self._glued.add(len(self._pieces))
            text = "".join([char for char, _ in part])
            self._pieces.append(style.font_role.directed_piece(text, is_rtl=level % 2 == 1))
            self._styles.append(style)
            self._piece_levels.append(level)
        self._at += len(unit)
