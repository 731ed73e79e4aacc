"""Set text on one line: titles, numbers and labels; also shape paragraphs, and write the glyph runs of any line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from generator.base.errors import Fault, Faults
from generator.base.geometry import Rect
from generator.base.records import NamedTuple, dataclass, replace
from generator.model.face import GlyphRun
from generator.model.text import is_rtl_language
from generator.typeset.scripts.icu_library import NoIcuError
from generator.typeset.scripts.writing_direction import RTL, has_rtl
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.font_role import ICON_MARGIN, MissingGlyphError, RoleStyle, ShapedPiece, why_unsettable
from generator.typeset.text.line_breaks import CJK, CLOSING, OPENING, SPACES
from generator.typeset.text.line_wrapping import BreakableParagraph, ParagraphBuilder, SpanStyle
from generator.typeset.text.phrase_wrapping import LineRange
from generator.typeset.text.shaping import Strip, StripFont
from generator.typeset.text.text_markup import Span, TextOrigin, plain


@dataclass(frozen=True, slots=True)
class PlacedIcon:
    """An inline icon at its place: its square, line colour and tone."""

    id: str
    rect: Rect
    colour: str
    tone: str


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How a line is set; lengths in points."""

    role: str = "text"
    language: str = "en"
    size: float = 9.0
    colour: str = "#000000"
    tone: str = "#000000"
    tones: tuple[tuple[str, str, str], ...] = ()
    """Icon id, tone and line colour, which may be empty, for icons with a tone of their own."""
    opacity: float = 1.0
    bold: bool = False
    italic: bool = False
    letter_spacing: float = 0.0
    features: tuple[str, ...] = ()
    """OpenType features besides kerning and ligatures: `onum`, `tnum`; `-liga` switches one off."""
    direction: str = ""
    """`ltr` or `rtl`; empty where the words and their language decide."""


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line at its place."""

    runs: tuple[GlyphRun, ...]
    icons: tuple[PlacedIcon, ...]
    rect: Rect
    """Rectangle as wide as the advance, from the tallest letters of the fonts to their descenders."""


class ShapedLine:
    """A line shaped at one size, to be placed anywhere; lengths in points."""

    __slots__ = "_bottom", "_shape", "_top", "width"

    def __init__(self, shape: LineShape, width: float, top: float, bottom: float) -> None:
        """Take the glyphs of a line, its width, and its top and bottom above the baseline."""
        self._shape, self.width, self._top, self._bottom = shape, width, top, bottom

    def place(self, x: float, y: float, anchor: str = "start") -> SetLine:
        """Return the line on the baseline `y`, with its start, middle or end at `x` as `anchor` says."""
        if anchor != "start":
            x -= self.width / 2 if anchor == "middle" else self.width
        runs, icons = self._shape.place(x, y)
        return SetLine(tuple(runs), tuple(icons), Rect(x, y - self._top, self.width, self._top - self._bottom))


def shape_line(spans: Sequence[Span], style: LineStyle, fonts: FontLibrary, origin: TextOrigin) -> ShapedLine:
    """Shape text for one line. Spaces at the ends are dropped. Raises Faults where no font has a character."""
    one_line = [
        span if span.text.isprintable() else replace(span, text=" ".join(_split_lines(span.text))) for span in spans
    ]
    paragraphs = paragraphs_of(one_line, style, fonts, origin)
    if not paragraphs:
        return ShapedLine(LineShape((), style.opacity), 0.0, 0.0, 0.0)
    line, size = paragraphs[0], style.size
    width = (line.width(line.whole) + (line.pieces[-1].space * line.styles[-1].scale)) * size
    sized = list(zip(line.pieces, line.styles, strict=True))
    top = max(piece.ascent * span.scale for piece, span in sized) * size
    bottom = min(piece.descent * span.scale for piece, span in sized) * size
    return ShapedLine(line_shape(line, line.whole, size, opacity=style.opacity), width, top, bottom)


def set_line(
    spans: Sequence[Span],
    x: float,
    y: float,
    style: LineStyle,
    fonts: FontLibrary,
    origin: TextOrigin,
    *,
    anchor: str = "start",
) -> SetLine:
    """Shape text and place it, as `shape_line` and `ShapedLine.place` do."""
    return shape_line(spans, style, fonts, origin).place(x, y, anchor)


def label(
    fonts: FontLibrary, language: str, text: str, size: float, x: float, y: float, anchor: str, fill: str
) -> tuple[GlyphRun, ...]:
    """Return the glyph runs of plain text outside faces, such as slug lines.

    Raises Faults where no font has a character, and for emoji.
    """
    style, origin = LineStyle("text", language, size, fill), TextOrigin("label", key=text[:40])
    line = set_line(plain(text), x, y, style, fonts, origin, anchor=anchor)
    if line.icons:
        raise Faults([origin.fault("has an emoji, which is a picture; it stands only on faces")])
    return line.runs


def paragraphs_of(
    spans: Iterable[Span], style: LineStyle, fonts: FontLibrary, origin: TextOrigin
) -> list[BreakableParagraph]:
    """Shape spans to paragraphs, split at newlines; empty ones and spaces at their ends are dropped.

    Raises Faults naming every character that cannot be set.
    """
    styles, spans = _SpanStyles(style, fonts), tuple(spans)
    try:
        try:
            return _shape(spans, styles, style)
        except MissingGlyphError:
            # Only then, as most texts have no emoji, and finding them takes time.
            return _shape(tuple(_with_emoji_pictures(spans, styles)), styles, style)
    except MissingGlyphError:
        raise Faults(_missing_characters(spans, styles, origin)) from None
    except NoIcuError as error:
        raise Faults([origin.fault(str(error))]) from None


def _shape(spans: Sequence[Span], styles: _SpanStyles, base: LineStyle) -> list[BreakableParagraph]:
    """Return the shaped paragraphs of spans, with the levels of right-to-left text where there is any."""
    if base.direction == RTL or is_rtl_language(base.language) or any(has_rtl(span.text) for span in spans):
        return _shape_bidi_paragraphs(spans, styles, base)
    paragraphs: list[BreakableParagraph] = []
    is_apart = False
    for builder in _shape_paragraphs(spans, styles):
        if paragraph := builder.build():
            # Empty lines before the first paragraph are dropped.
            paragraph.is_apart = is_apart and bool(paragraphs)
            paragraphs.append(paragraph)
        is_apart = paragraph is None
    return paragraphs


def _with_emoji_pictures(spans: Iterable[Span], styles: _SpanStyles) -> Iterator[Span]:
    """Yield the spans with icons in place of the emoji that no font has."""
    from generator.typeset.scripts.emoji import emoji_file_name, split_emoji

    for span in spans:
        role = styles.of(span).font_role
        for number, part in enumerate(split_emoji(span.text)):
            # Emoji stand at the odd places; one that a font has stays text.
            if number % 2 and role.missing_characters(part):
                yield replace(span, text="", icon=emoji_file_name(part))
            elif part or span.icon:
                yield replace(span, text=part)


def _shape_bidi_paragraphs(spans: Iterable[Span], styles: _SpanStyles, base: LineStyle) -> list[BreakableParagraph]:
    """Return the shaped paragraphs of a text with right-to-left parts."""
    from generator.typeset.text.bidi_paragraph import BidiParagraph

    paragraphs = [BidiParagraph()]
    for span in spans:
        style = styles.of(span)
        if span.icon:
            paragraphs[-1].add_icon(style)
            continue
        for number, line in enumerate(_split_lines(span.text)):
            if number:
                paragraphs.append(BidiParagraph())
            paragraphs[-1].add_words(_words(line, drop_space=paragraphs[-1].drops_space), style)
    built = [paragraph.build(base.language, base.direction) for paragraph in paragraphs]
    return [paragraph for paragraph in built if paragraph]


def _shape_paragraphs(spans: Iterable[Span], styles: _SpanStyles) -> list[ParagraphBuilder]:
    """Return a builder for each paragraph of a text from left to right."""
    builders = [ParagraphBuilder()]
    for span in spans:
        style = styles.of(span)
        if span.icon:
            builders[-1].add_icon(style.font_role.icon, style)
            continue
        for number, line in enumerate(_split_lines(span.text)):
            if number:
                builders.append(ParagraphBuilder())
            builders[-1].add_words(_words(line, drop_space=builders[-1].drops_space), style)
    return builders


def line_shape(
    paragraph: BreakableParagraph, line: LineRange, size: float, *, stretch: float = 0.0, opacity: float = 1.0
) -> LineShape:
    """Return the glyph runs and icons of one line at a size in points; `stretch` is added at each of its gaps."""
    first, after = paragraph.piece_range(line)
    pieces, styles = paragraph.pieces[first:after], paragraph.styles[first:after]
    if stretch:
        pieces = [*_stretched_pieces(pieces, styles, stretch / size)]
    if paragraph.levels:
        pieces, styles = _in_visual_order(pieces, styles, paragraph.levels.of_pieces[first:after])
    last = pieces[-1]
    # Selecting text in a viewer highlights the width of a run, which must not stick out of the rect.
    blank = (last.space + last.trim) * styles[-1].scale * size
    strips = [piece.strips for piece in pieces]
    parts: list[_RunShape | _IconShape] = []
    groups = _group_strips(strips, styles)
    for style, font, group in groups:
        if style.icon:
            parts += [_icon_shape(font, strip, style, size) for strip in group]
        else:
            parts.append(_run_shape(font, group, style, size, blank if group is groups[-1][2] else 0.0))
    return LineShape(parts, opacity)


def _in_visual_order(
    pieces: Sequence[ShapedPiece], styles: Sequence[SpanStyle], levels: Sequence[int]
) -> tuple[list[ShapedPiece], list[SpanStyle]]:
    """Return the pieces of a line from left to right, without the spaces at its end.

    In visual order those spaces might stand anywhere.
    """
    from generator.typeset.scripts.embedding_levels import visual_order

    count = len(pieces)
    # Found before they are ordered: in a line from right to left they come to stand first.
    while count > 1 and pieces[count - 1].text.isspace():
        count -= 1
    order = visual_order(levels[:count])
    return [pieces[index] for index in order], [styles[index] for index in order]


class LineShape:
    """The glyph runs and icons of one line at one size; lengths in points.

    Cards repeat words, and sheets repeat them at many places: the same line is shaped once and placed often.
    """

    __slots__ = "_opacity", "_parts"

    def __init__(self, parts: Sequence[_RunShape | _IconShape], opacity: float) -> None:
        """Take the glyph runs and icons of a line from left to right."""
        self._parts, self._opacity = parts, opacity

    def place(self, x: float, y: float) -> tuple[list[GlyphRun], list[PlacedIcon]]:
        """Return the runs and icons of the line that starts at `x` on the baseline `y`."""
        runs: list[GlyphRun] = []
        icons: list[PlacedIcon] = []
        for part in self._parts:
            if isinstance(part, _RunShape):
                font, size, lead, rise, glyphs, offsets, sources, width, advance, colour, is_rtl = part
                x += lead
                run = GlyphRun(font, size, x, y - rise, glyphs, offsets, sources, width, colour, self._opacity, is_rtl)
                runs.append(run)
                x += advance
            else:
                rect = Rect(x + part.margin, y - part.rise, part.side, part.side)
                icons.append(PlacedIcon(part.id, rect, part.colour, part.tone))
                x += part.advance
        return runs, icons


class _RunShape(NamedTuple):
    """A glyph run without its place."""

    font: str
    size: float
    lead: float
    """Distance from the end of the shape before it."""
    rise: float
    """Height of its baseline above the baseline of the line."""
    glyphs: tuple[int, ...]
    offsets: tuple[float, ...]
    sources: tuple[str, ...]
    width: float
    advance: float
    colour: str
    is_rtl: bool


class _IconShape(NamedTuple):
    """An inline icon without its place."""

    id: str
    side: float
    margin: float
    """Distance from the end of the shape before it."""
    rise: float
    """Height of its top above the baseline."""
    advance: float
    colour: str
    tone: str


def _icon_shape(font: StripFont, strip: Strip, style: SpanStyle, size: float) -> _IconShape:
    """Return an inline icon with its lengths in points; the strip is the space shaped for it."""
    side = size * style.scale
    rise, advance = font[2] * side, strip.total_advance * side
    return _IconShape(style.icon, side, ICON_MARGIN * side, rise, advance=advance, colour=style.colour, tone=style.tone)


def _run_shape(font: StripFont, strips: Sequence[Strip], style: SpanStyle, size: float, blank: float) -> _RunShape:
    """Return strips of one font joined to a run; `blank` points at its end do not count as its width."""
    id_, scale, rise = font
    em = size * style.scale * scale
    glyphs: list[int] = []
    advances = [0.0]
    sources: list[str] = []
    for _, strip_glyphs, strip_advances, strip_sources, strip_lead, _ in strips:
        if strip_lead:
            advances[-1] += strip_lead
        glyphs += strip_glyphs
        advances += strip_advances
        sources += strip_sources
    # What moves the first glyph moves the run itself.
    lead, advances[0] = advances[0] * em, 0.0
    offsets = [offset * em for offset in accumulate(advances)]
    advance = offsets.pop()
    shaped = tuple(glyphs), tuple(offsets), tuple(sources)
    is_rtl = strips[0].is_rtl
    return _RunShape(id_, em, lead, rise * em, *shaped, max(0.0, advance - blank), advance, style.colour, is_rtl)


class _SpanStyles:
    """The styles of the spans of one text: one object for each that differs."""

    def __init__(self, style: LineStyle, fonts: FontLibrary) -> None:
        """Take the style of the whole text."""
        self._style, self._fonts = style, fonts
        self._known: dict[tuple[object, ...], SpanStyle] = {}
        self._tones = {icon: (tone, line) for icon, tone, line in style.tones}

    def of(self, span: Span) -> SpanStyle:
        """Return the style of a span, one object for all spans that look alike."""
        # All but the words: spans that look alike share a style.
        key = (span.role, span.bold, span.italic, span.small_caps, span.scale, span.colour, span.tone, span.icon)
        span_style = self._known.get(key)
        if span_style is None:
            style = self._style
            bold = style.bold if span.bold is None else span.bold
            italic = style.italic if span.italic is None else span.italic
            spacing = style.letter_spacing / style.size if style.letter_spacing else 0.0
            role = span.role or style.role
            role_style = RoleStyle(
                role, style.language, bold, italic, small_caps=span.small_caps, features=style.features, spacing=spacing
            )
            tone, line = self._tones.get(span.icon, (style.tone, ""))
            ink = span.colour or line or style.colour
            span_style = SpanStyle(self._fonts.font_role(role_style), span.scale, ink, span.tone or tone, span.icon)
            self._known[key] = span_style
        return span_style


def _group_strips(
    pieces: Iterable[Sequence[Strip]], styles: Iterable[SpanStyle]
) -> list[tuple[SpanStyle, StripFont, list[Strip]]]:
    """Return strips that follow one another in groups of one style, font and direction."""
    groups: list[tuple[SpanStyle, StripFont, list[Strip]]] = []
    last_style = last_font = last_is_rtl = None
    for strips, style in zip(pieces, styles, strict=True):
        for strip in strips:
            if style is not last_style or strip.font != last_font or strip.is_rtl is not last_is_rtl:
                last_style, last_font, last_is_rtl = style, strip.font, strip.is_rtl
                group: list[Strip] = []
                groups.append((last_style, last_font, group))
            group.append(strip)
    return groups


def line_gaps(paragraph: BreakableParagraph, line: LineRange) -> tuple[int, bool]:
    """Return how many places of a line can be stretched, and whether it is set solid, without spaces between words."""
    first, after = paragraph.piece_range(line)
    pieces = paragraph.pieces[first:after]
    return sum(map(sum, _gaps(pieces))), _is_solid(pieces)


def _stretched_pieces(pieces: Sequence[ShapedPiece], styles: Sequence[SpanStyle], ems: float) -> Iterator[ShapedPiece]:
    """Yield the pieces of a justified line, `ems` wider at its gaps."""
    for piece, style, gaps in zip(pieces, styles, _gaps(pieces), strict=True):
        wide = ems / style.scale
        space = piece.space + wide if piece.space and gaps[-1] else piece.space
        yield replace(piece, strips=tuple(_stretched(piece.strips, iter(gaps), wide)), space=space)


def _gaps(pieces: Sequence[ShapedPiece]) -> list[list[bool]]:
    """Return for each glyph of each piece of a line whether the room after it can be stretched."""
    find_gaps = _solid_gaps if _is_solid(pieces) else _space_gaps
    gaps = [*map(find_gaps, pieces)]
    # The last piece ends at the edge of the rect.
    return [*gaps[:-1], [*gaps[-1][:-1], *(False for _ in gaps[-1][-1:])]]


def _is_solid(pieces: Sequence[ShapedPiece]) -> bool:
    """Return whether all characters of a line move apart: it has East Asian ones, or no spaces."""
    text = "".join([piece.text for piece in pieces])
    return not any(piece.space for piece in pieces[:-1]) or re.search(_EAST_ASIAN, text) is not None


def _space_gaps(piece: ShapedPiece) -> list[bool]:
    """Return for each glyph of a piece whether it is the space that stretches."""
    count = sum(len(strip.advances) for strip in piece.strips)
    return [number == count and piece.space > 0 for number in range(1, count + 1)]


def _solid_gaps(piece: ShapedPiece) -> list[bool]:
    """Return for each glyph of a piece whether room may stand after it: beside East Asian characters, and at its end.

    Brackets and stops stay with what they enclose and end.
    """
    sources = [source for strip in piece.strips for source in strip.sources or [""]]
    return [*(re.match(_APART, "".join(pair)) is not None for pair in pairwise(sources)), *(True for _ in sources[:1])]


def _stretched(strips: Sequence[Strip], gaps: Iterator[bool], ems: float) -> Iterator[Strip]:
    """Yield strips with `ems` more after the glyphs at gaps."""
    for strip in strips:
        wide = ems / strip.font[1]
        yield strip._replace(advances=tuple([advance + wide * next(gaps) for advance in strip.advances]))


_LINE_END = re.compile("\r\n|[\n\r\u0085\u2028\u2029]")
_BLANKS = re.compile("[ \t]+")
_WORD = re.compile("[^ ]+ ?| ")
# Patterns are text: `re` compiles them at their first use, and remembers them.
_EAST_ASIAN = f"[{CJK}]"
_APART = f"(?![{OPENING}])(?:{_EAST_ASIAN}[^{SPACES}]|[^{SPACES}]{_EAST_ASIAN})(?<![{CLOSING}])"
"""Two characters between which a line set solid may be stretched."""


def _split_lines(text: str) -> Sequence[str]:
    """Return the lines of a text, split at any line end."""
    return (text,) if text.isprintable() else _LINE_END.split(text)


def _words(text: str, *, drop_space: bool) -> list[str]:
    """Return the words of a text, each with one space after it.

    A space at the start is a word by itself, or dropped.
    """
    if "  " in text or "\t" in text:
        text = _BLANKS.sub(" ", text)
    return _WORD.findall(text.removeprefix(" ") if drop_space else text)


def _missing_characters(spans: Iterable[Span], styles: _SpanStyles, origin: TextOrigin) -> list[Fault]:
    """Return a fault for each reason why characters of a text cannot be set."""
    missing: dict[str, dict[str, None]] = {}
    for span in spans:
        text = "".join(_split_lines(span.text)).replace("\t", " ")
        for char in styles.of(span).font_role.missing_characters(text):
            missing.setdefault(why_unsettable(char), {})[char] = None
    return [origin.fault(_missing_fault(reason, _list_characters(list(chars)))) for reason, chars in missing.items()]


def _missing_fault(reason: str, characters: str) -> str:
    """Return the words of a fault for characters that cannot be set; without a `reason` the fonts lack them."""
    if reason:
        return f"{reason} {characters}; write it another way"
    return f"no font of this role has {characters}; write it another way, or name a font that has it in fonts.toml"


def _list_characters(chars: Sequence[str]) -> str:
    """Return characters with their code points and Unicode names, at most seven."""
    described = [
        f"{char!r} (U+{ord(char):04X}{unicodedata.name(char, '') and ' ' + unicodedata.name(char, '')})"
        for char in chars
    ]
    # Seven, or six and the number of the others: never `1 more`.
    more = [f"{len(described) - 6} more"] if len(described) > 7 else []
    return ", ".join(described[: 6 if more else 7] + more)
