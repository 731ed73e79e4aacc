"""Parse and shape the texts of a manuscript, each once for all the sizes and widths that it is tried in."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from generator.base.errors import Faults, suggestion
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.line_wrapping import BreakableParagraph
from generator.typeset.text.paragraph import shape_paragraph
from generator.typeset.text.single_line import LineStyle
from generator.typeset.text.text_markup import Span, TextOrigin, parse, to_markup


class ShapedText:
    """A text in one style, shaped; its widths are in ems, so it can be measured at any size."""

    def __init__(self, spans: tuple[Span, ...], line: int, style: LineStyle, paragraph: BreakableParagraph) -> None:
        """Take a shaped text; `line` is its line in the manuscript."""
        self.spans, self.line, self.style, self.paragraph = spans, line, style, paragraph

    @cached_property
    def markup(self) -> str:
        """Return the text in light markup, for the template that draws it."""
        return to_markup(self.spans).strip()


class ShapedTexts:
    """The texts of one manuscript in one language, which remembers those that it has shaped."""

    def __init__(self, where: str, language: str, fonts: FontLibrary, icons: Collection[str]) -> None:
        """Take the file `where` that faults name, the language, the fonts and the ids of known icons."""
        self.where, self.language = where, language
        self._fonts, self._icons = fonts, icons
        self._known: dict[tuple[str, str, bool], ShapedText] = {}

    def shaped(self, text: str, line: int, role: str, *, bold: bool) -> ShapedText:
        """Return a text in light markup, shaped; it stands in a `line` of the manuscript.

        Raises Faults for invalid markup, unknown icons and characters that no font has.
        """
        shaped = self._known.get((text, role, bold))
        if shaped is None:
            style = LineStyle(role=role, language=self.language, bold=bold)
            shaped = self._known[text, role, bold] = self._shape(self._parse(text, line), line, style)
        return shaped

    def part(self, spans: tuple[Span, ...], whole: ShapedText) -> ShapedText:
        """Return a part of a text, given by its spans, shaped in the style of the whole."""
        return self._shape(spans, whole.line, whole.style)

    def _shape(self, spans: tuple[Span, ...], line: int, style: LineStyle) -> ShapedText:
        """Shape spans of a text; faults name the line of the manuscript."""
        origin = TextOrigin(self.where, line)
        return ShapedText(spans, line, style, shape_paragraph(spans, style, self._fonts, origin))

    def _parse(self, text: str, line: int) -> tuple[Span, ...]:
        """Return the spans of a text in light markup. Raises Faults for invalid markup and unknown icons."""
        origin = TextOrigin(self.where, line)
        spans = parse(text, origin)
        unknown = [span.icon for span in spans if span.icon and span.icon not in self._icons]
        if unknown:
            raise Faults([origin.fault(f"no icon {icon!r}{suggestion(icon, sorted(self._icons))}") for icon in unknown])
        return spans
