"""Text on one line: titles, numbers and labels, and the glyph runs of any line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate

from generator.base.errors import Fault, Faults
from generator.base.geometry import Rect
from generator.base.records import dataclass, replace
from generator.model.face import GlyphRun
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.font_role import ICON_MARGIN, MissingGlyph, ShapedPiece, why_unsettable
from generator.typeset.text.line_wrapping import BreakableParagraph, ParagraphBuilder, SpanStyle
from generator.typeset.text.line_wrapping import LineRange as Boxes
from generator.typeset.text.shaping import Strip, StripFont
from generator.typeset.text.text_markup import Span, TextOrigin, plain


@dataclass(frozen=True, slots=True)
class PlacedIcon:
    """An inline icon, placed: its square, the colour of its lines, the colour of its tone."""

    id: str
    rect: Rect
    colour: str
    tone: str


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How a single line is to be set; lengths in points."""

    role: str = "text"
    language: str = "en"
    size: float = 9.0
    colour: str = "#000000"
    tone: str = "#000000"
    tones: tuple[tuple[str, str], ...] = ()
    """Ids of icons with a tone of their own, and these."""
    opacity: float = 1.0
    bold: bool = False
    italic: bool = False
    letter_spacing: float = 0.0
    features: tuple[str, ...] = ()
    """OpenType features besides kerning and ligatures: `onum`, `tnum`; `-liga` switches one off."""


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line, set."""

    runs: tuple[GlyphRun, ...]
    icons: tuple[PlacedIcon, ...]
    rect: Rect
    """The advance wide, from the fonts' tallest letters to their descenders: what has to stay inside a safe zone."""


def set_line(
    spans: Sequence[Span],
    x: float,
    y: float,
    style: LineStyle,
    fonts: FontLibrary,
    place: TextOrigin,
    *,
    anchor: str = "start",
    goes_on: tuple[bool, bool] = (False, False),
) -> SetLine:
    """Set text on the baseline `y`; `anchor` (`start`, `middle`, `end`) says which of its points is at `x`.

    Spaces at the ends are dropped, unless the line `goes_on` before or after: there a space is kept and counted.
    Raises Faults where no font has a character.
    """
    line = [span if span.text.isprintable() else _on_one_line(span) for span in spans]
    blocks = paragraphs_of(line, style, fonts, place, keep=goes_on)
    if not blocks:
        return SetLine((), (), Rect(x, y, 0.0, 0.0))
    block, size = blocks[0], style.size
    width = (block.width(block.whole) + (block.pieces[-1].space * block.looks[-1].scale)) * size
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    runs, icons = glyph_runs(block, block.whole, left, y, size, opacity=style.opacity)
    sized = list(zip(block.pieces, block.looks, strict=True))
    top = max(piece.ascent * look.scale for piece, look in sized) * size
    bottom = min(piece.descent * look.scale for piece, look in sized) * size
    return SetLine(runs, icons, Rect(left, y - top, width, top - bottom))


def label(  # noqa: PLR0913  it is called with keywords by people who have nothing but words
    fonts: FontLibrary,
    text: str,
    *,
    x: float,
    y: float,
    role: str = "text",
    size: float = 6.0,
    language: str = "en",
    anchor: str = "start",
    fill: str = "#000000",
    bold: bool = False,
) -> tuple[GlyphRun, ...]:
    """Plain text outside faces: slug lines, ids on proofs.

    Raises Faults where no font has a character.
    """
    style = LineStyle(role, language, size, fill, bold=bold)
    return set_line(plain(text), x, y, style, fonts, TextOrigin("label", key=text[:40]), anchor=anchor).runs


def paragraphs_of(
    spans: Iterable[Span],
    style: LineStyle,
    fonts: FontLibrary,
    place: TextOrigin,
    *,
    keep: tuple[bool, bool] = (False, False),
) -> list[BreakableParagraph]:
    """Spans as paragraphs of shaped pieces; empty paragraphs are left out, and so are spaces at the ends of one.

    `keep` says whether the spaces before and after the whole text stay.

    Raises Faults naming every character that cannot be set.
    """
    looks = _Looks(style, fonts)
    try:
        gathered = _gathered(spans, looks, keep=keep[0])
    except MissingGlyph:
        raise Faults(_lacking(spans, looks, place)) from None
    return [block for gathering in gathered if (block := gathering.block(keep=keep[1]))]


def _gathered(spans: Iterable[Span], looks: _Looks, *, keep: bool) -> list[ParagraphBuilder]:
    """One gathering a paragraph; Missing where a character cannot be set."""
    gathered = [ParagraphBuilder(keep=keep)]
    for span in spans:
        look = looks.of(span)
        if span.icon:
            gathered[-1].show(look.voice.icon, look)
            continue
        for at, words in enumerate(_split_lines(span.text)):
            if at:
                gathered.append(ParagraphBuilder())
            gathered[-1].say(_words(words, drop=gathered[-1].is_spaced), look)
    return gathered


def glyph_runs(
    block: BreakableParagraph,
    line: Boxes,
    x: float,
    y: float,
    size: float,
    *,
    stretch: float = 0.0,
    opacity: float = 1.0,
) -> tuple[tuple[GlyphRun, ...], tuple[PlacedIcon, ...]]:
    """The glyph runs and icons of one line that starts at `x` on the baseline `y`.

    `stretch` (points) is added after every piece that ends in a space, or after every piece where none does.
    """
    first, after = block.span(line)
    pieces, looks = block.pieces[first:after], block.looks[first:after]
    last = pieces[-1]
    everywhere = stretch > 0 and not any(piece.space for piece in pieces[:-1])
    blank = (last.space + last.trim) * looks[-1].scale * size + (stretch if last.space or everywhere else 0.0)
    strips = [piece.strips for piece in pieces]
    if stretch:
        strips = [
            _stretched(piece, stretch / size / look.scale, everywhere)
            for piece, look in zip(pieces, looks, strict=True)
        ]
    pen = _Pen(x, y, size, opacity)
    groups = _alike(strips, looks)
    for look, hand, held in groups:
        if look.icon:
            pen.show(hand, held, look)
        else:
            pen.write(hand, held, look, blank if held is groups[-1][2] else 0.0)
    return tuple(pen.runs), tuple(pen.icons)


class _Looks:
    """The looks of the spans of one text: one object for each that differs."""

    def __init__(self, style: LineStyle, fonts: FontLibrary) -> None:
        self._style, self._fonts = style, fonts
        self._known: dict[tuple[object, ...], SpanStyle] = {}
        self._tones = dict(style.tones)

    def of(self, span: Span) -> SpanStyle:
        key = (span.role, span.bold, span.italic, span.small_caps, span.scale, span.colour, span.tone, span.icon)
        look = self._known.get(key)
        if look is None:
            style = self._style
            voice = self._fonts.voice(
                span.role or style.role,
                style.language,
                bold=style.bold if span.bold is None else span.bold,
                italic=style.italic if span.italic is None else span.italic,
                small_caps=span.small_caps,
                features=style.features,
                spacing=style.letter_spacing / style.size if style.letter_spacing else 0.0,
            )
            tone = span.tone or self._tones.get(span.icon, style.tone)
            look = SpanStyle(voice, span.scale, span.colour or style.colour, tone, span.icon)
            self._known[key] = look
        return look


class _Pen:
    """Writes strips and icons one after the other."""

    def __init__(self, x: float, y: float, size: float, opacity: float) -> None:
        self.runs: list[GlyphRun] = []
        self.icons: list[PlacedIcon] = []
        self._x, self._y, self._size, self._opacity = x, y, size, opacity

    def show(self, hand: StripFont, strips: Sequence[Strip], look: SpanStyle) -> None:
        """An icon, once for each strip."""
        side = self._size * look.scale
        for strip in strips:
            rect = Rect(self._x + ICON_MARGIN * side, self._y - hand[2] * side, side, side)
            self.icons.append(PlacedIcon(look.icon, rect, look.colour, look.tone))
            self._x += strip.advance * side

    def write(self, hand: StripFont, strips: Sequence[Strip], look: SpanStyle, blank: float) -> None:
        """Strips in one hand and look, as a run; `blank` points at its end are left out of its width."""
        font, scale, rise = hand
        em = self._size * look.scale * scale
        glyphs: list[int] = []
        steps = [0.0]
        sources: list[str] = []
        for strip in strips:
            if strip.lead:
                steps[-1] += strip.lead
            glyphs += strip.glyphs
            steps += strip.steps
            sources += strip.sources
        x = self._x + steps[0] * em
        steps[0] = 0.0
        offsets = [step * em for step in accumulate(steps)]
        advance = offsets.pop()
        self._x = x + advance
        width, y = max(0.0, advance - blank), self._y - rise * em
        shaped = tuple(glyphs), tuple(offsets), tuple(sources)
        self.runs.append(GlyphRun(font, em, x, y, *shaped, width, look.colour, self._opacity))


def _alike(
    pieces: Iterable[Sequence[Strip]], looks: Iterable[SpanStyle]
) -> list[tuple[SpanStyle, StripFont, list[Strip]]]:
    """The strips of a line in groups of one look and hand."""
    groups: list[tuple[SpanStyle, StripFont, list[Strip]]] = []
    look = hand = None
    for strips, its in zip(pieces, looks, strict=True):
        for strip in strips:
            if its is not look or strip.hand != hand:
                look, hand = its, strip.hand
                held: list[Strip] = []
                groups.append((look, hand, held))
            held.append(strip)
    return groups


def _stretched(piece: ShapedPiece, ems: float, everywhere: bool) -> tuple[Strip, ...]:
    """A piece's strips in a justified line: wider by `ems` where a space ends it, or everywhere."""
    if not piece.strips or not (piece.space or everywhere):
        return piece.strips
    *before, last = piece.strips
    hand, glyphs, steps, sources, lead = last
    return *before, Strip(hand, glyphs, (*steps[:-1], steps[-1] + ems / hand[1]), sources, lead)


_LINE_END = re.compile("\r\n|[\n\r\u0085\u2028\u2029]")
_BLANKS = re.compile("[ \t]+")
_WORD = re.compile("[^ ]+ ?| ")


def _on_one_line(span: Span) -> Span:
    return replace(span, text=" ".join(_split_lines(span.text)))


def _split_lines(text: str) -> Sequence[str]:
    return (text,) if text.isprintable() else _LINE_END.split(text)


def _words(text: str, *, drop: bool) -> list[str]:
    """Words with the one space after each; at the start a space stands alone, or is dropped."""
    if "  " in text or "\t" in text:
        text = _BLANKS.sub(" ", text)
    return _WORD.findall(text.removeprefix(" ") if drop else text)


def _lacking(spans: Iterable[Span], looks: _Looks, place: TextOrigin) -> list[Fault]:
    """One fault for each reason why characters cannot be set."""
    lost: dict[str, dict[str, None]] = {}
    for span in spans:
        text = "".join(_split_lines(span.text)).replace("\t", " ")
        for char in looks.of(span).voice.lacking(text):
            lost.setdefault(why_unsettable(char) or "no font of this role has", {})[char] = None
    return [place.fault(f"{reason} {_named(list(chars))}; write it another way") for reason, chars in lost.items()]


def _named(chars: Sequence[str]) -> str:
    shown = [
        f"{char!r} (U+{ord(char):04X}{unicodedata.name(char, '') and ' ' + unicodedata.name(char, '')})"
        for char in chars
    ]
    more = [f"{len(shown) - 6} more"] if len(shown) > 7 else []
    return ", ".join(shown[: 6 if more else 7] + more)
