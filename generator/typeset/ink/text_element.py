"""`<text>`: lines and paragraphs of a drawing, set with real fonts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.base.errors import suggestion
from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import dataclass
from generator.model.face import Group, Ink, TextFit, Use
from generator.model.markup import unguard
from generator.typeset.ink.canvas import Canvas
from generator.typeset.ink.clip import clip_path
from generator.typeset.ink.text_chunks import Stretch, TextPiece, anchored_chunks, check_text, span_style, text_pieces
from generator.typeset.svg.attribute_numbers import length, number, numbers
from generator.typeset.svg.colour import colour
from generator.typeset.svg.profile import Attributes, ElementForm
from generator.typeset.svg.style import INITIAL, ElementStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.svg.viewport import Aspect
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.paragraph import ParagraphStyle, set_paragraph
from generator.typeset.text.single_line import LineStyle, PlacedIcon, SetLine, set_line
from generator.typeset.text.text_markup import Span, TextOrigin, parse

if TYPE_CHECKING:
    from generator.typeset.ink.compiler import Compiler

Point = tuple[float, float]

_ALIGNS = ("left", "center", "right", "justify")
_VALIGNS = ("top", "middle", "bottom")
_HYPHENS = ("none", "auto")
_LEADING = (0.5, 5.0)


@dataclass(frozen=True, slots=True)
class TextFrame:
    """Where a text is set: upright and in points, then turned by `matrix` where that is not how it stands."""

    scale: float
    """Points to a user unit."""
    shift: tuple[float, float]
    matrix: Matrix

    @classmethod
    def of(cls, matrix: Matrix) -> TextFrame:
        """The ground for coordinates that a matrix takes to the canvas."""
        if matrix.b == matrix.c == 0 and matrix.a == matrix.d > 0:
            return cls(matrix.a, (matrix.e, matrix.f), IDENTITY)
        scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        return cls(scale, (0.0, 0.0), matrix @ Matrix.scaling(1 / scale))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point given in user units."""
        return x * self.scale + self.shift[0], y * self.scale + self.shift[1]

    def rect(self, x: float, y: float, width: float, height: float) -> Rect:
        """A rectangle given in user units."""
        return Rect(*self.point(x, y), width * self.scale, height * self.scale)


@dataclass(frozen=True, slots=True)
class PreparedText:
    """One text, ready to be set."""

    compiler: Compiler
    element: Element
    pieces: list[TextPiece]
    ground: TextFrame
    place: TextOrigin

    @property
    def base(self) -> ElementStyle:
        """The look that the text starts in."""
        return self.pieces[0].look


class TextCompiler:
    """Sets the texts of faces in one language."""

    def __init__(self, fonts: FontLibrary, language: str) -> None:
        self._fonts = fonts
        self._roles = fonts.roles
        self._language = language
        self._paragraphs: dict[tuple[ElementForm, Attributes, ElementStyle, float], ParagraphStyle] = {}
        self._voices: dict[tuple[ElementStyle, float], LineStyle] = {}

    def draw(self, compiler: Compiler, element: Element, look: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
        """Set one text onto the canvas.

        Raises ValueError where its attributes do not make sense, Faults where its characters cannot be set.
        """
        pieces = text_pieces(compiler, element, look)
        if not pieces:
            return
        check_text(pieces, self._roles)
        inside = matrix @ compiler.step(element)
        place = TextOrigin(compiler.found.where, key=compiler.found.key(element))
        copy = PreparedText(compiler, element, pieces, TextFrame.of(inside), place)
        ink, fit = self._paragraph(copy) if "pnp:rect" in element.form.at else self._lines(copy)
        name = element.id or _first_words(pieces)
        compiler.gathered.fits.append(TextFit(name, fit.asked, fit.used, fit.floor, fit.lines, fit.overflow))
        compiler.gathered.texts.append((element, copy.ground.matrix, ink))
        if look.clip:
            whole = (Group(tuple(ink), copy.ground.matrix),)
            canvas.add(IDENTITY, Group(whole, clip=clip_path(compiler, look.clip, element, whole, inside)))
            return
        for item in ink:
            canvas.add(copy.ground.matrix, item)

    def _paragraph(self, copy: PreparedText) -> tuple[list[Ink], TextFit]:
        element, base = copy.element, copy.base
        box = numbers(element.get("pnp:rect") or "")
        if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
            text = element.get("pnp:rect")
            raise ValueError(f"pnp:rect {text!r} needs four numbers, x y width height, the last two above 0")
        key = (element.form, element.attributes, base, copy.ground.scale)
        style = self._paragraphs.get(key)
        if style is None:
            style = self._paragraphs[key] = self._paragraph_style(copy)
        spans: list[Span] = []
        for piece in copy.pieces:
            spans += parse(piece.text, copy.place, base=span_style(piece.look, base))
        setting = set_paragraph(spans, copy.ground.rect(*box), style, self._fonts, copy.place)
        if setting.fault:
            copy.compiler.found.faults.append(setting.fault)
        return [*setting.runs, *_icons(copy, setting.icons)], setting.fit

    def _paragraph_style(self, copy: PreparedText) -> ParagraphStyle:
        element, look, scale = copy.element, copy.base, copy.ground.scale
        type_ = look.style.type
        tone = element.get("pnp:tone")
        return ParagraphStyle(
            role=type_.family,
            language=self._language,
            size=type_.size * scale,
            floor=_floor(copy),
            align=_one_of(element, "pnp:align", _ALIGNS),
            valign=_one_of(element, "pnp:valign", _VALIGNS),
            leading=_leading(element),
            hyphens=_one_of(element, "pnp:hyphens", _HYPHENS) == "auto",
            lines=_line_count(element),
            colour=look.fill or "#000000",
            tone=colour(tone) if tone else "",
            tones=_tones(element),
            opacity=look.fill_opacity,
            bold=type_.bold,
            italic=type_.italic,
            letter_spacing=type_.spacing * scale,
        )

    def _lines(self, copy: PreparedText) -> tuple[list[Ink], TextFit]:
        alone = [name for name in copy.element.form.at if name.startswith("pnp:")]
        if alone:
            raise ValueError(f"{', '.join(alone)} needs pnp:rect")
        ink: list[Ink] = []
        pen = (0.0, 0.0)
        for chunk in anchored_chunks(copy.pieces, copy.compiler.units):
            pen = self._chunk(copy, chunk, pen, ink)
        size = copy.base.style.type.size * copy.ground.scale
        return ink, TextFit(element="", asked=size, used=size, floor=size, lines=1)

    def _chunk(self, copy: PreparedText, chunk: list[Stretch], pen: Point, ink: list[Ink]) -> Point:
        """Set what is anchored as one; gives where the pen is then, in points."""
        first, scale = chunk[0], copy.ground.scale
        x, y = copy.ground.point(first.x or 0.0, first.y or 0.0)
        x, y = (pen[0] if first.x is None else x), (pen[1] if first.y is None else y)
        anchor = first.look.style.type.anchor
        if len(chunk) > 1 and anchor != "start":
            widths = [self._line(copy, stretch, (0.0, 0.0)).rect.width for stretch in chunk]
            width = sum(widths) + sum(stretch.dx for stretch in chunk) * scale
            x, anchor = x - width * (0.5 if anchor == "middle" else 1.0), "start"
        for stretch in chunk:
            x, y = x + stretch.dx * scale, y + stretch.dy * scale
            line = self._line(copy, stretch, (x, y), anchor)
            ink += line.runs
            x = line.rect.right
        return x, y

    def _line(self, copy: PreparedText, stretch: Stretch, at: Point, anchor: str = "start") -> SetLine:
        key = (stretch.look, copy.ground.scale)
        style = self._voices.get(key)
        if style is None:
            style = self._voices[key] = self._voice(*key)
        return set_line(stretch.spans, *at, style, self._fonts, copy.place, anchor=anchor)

    def _voice(self, look: ElementStyle, scale: float) -> LineStyle:
        type_ = look.style.type
        return LineStyle(
            role=type_.family,
            language=self._language,
            size=type_.size * scale,
            colour=look.fill or "#000000",
            opacity=look.fill_opacity,
            bold=type_.bold,
            italic=type_.italic,
            letter_spacing=type_.spacing * scale,
        )


def _first_words(pieces: list[TextPiece]) -> str:
    return unguard(" ".join("".join(piece.text for piece in pieces).split())[:24].rstrip())


def _icons(copy: PreparedText, icons: tuple[PlacedIcon, ...]) -> Iterator[Ink]:
    """Inline icons: their lines in the text's `color` if it has one, else in its fill."""
    compiler, base = copy.compiler, copy.base
    for icon in icons:
        line = icon.colour if base.style.color == INITIAL.color else base.style.color
        picture = compiler.shelf.icon(icon.id, line, icon.tone or None, copy.element, compiler.found)
        if picture is not None:
            compiler.gathered.take(copy.element, picture.parts, picture.references)
            yield Use(picture.part.key, Aspect().fitted(picture.part.box, icon.rect), base.fill_opacity)


def _floor(copy: PreparedText) -> float | None:
    """The smallest size that pnp:fit allows, in points; None where the asked size has to fit."""
    text = copy.element.get("pnp:fit")
    if text is None:
        return None
    words = text.split()
    if len(words) != 2 or words[0] != "shrink":
        raise ValueError(f"pnp:fit {text!r} is not understood; write it like 'shrink 5.5pt'")
    floor = length(words[1], copy.compiler.units)
    if not 0 < floor <= copy.base.style.type.size:
        raise ValueError(f"pnp:fit {text!r} has a floor that is not between 0 and the font-size")
    return floor * copy.ground.scale


def _tones(element: Element) -> tuple[tuple[str, str], ...]:
    """The tones of single icons, from `coin #d9ab4a; wood #8a5a33`."""
    pairs = [pair.split(None, 1) for pair in (element.get("pnp:tones") or "").split(";") if pair.strip()]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(
            f"pnp:tones {element.get('pnp:tones')!r} is not understood; write it like 'coin #d9ab4a; wood #8a5a33'"
        )
    return tuple((icon, colour(tone)) for icon, tone in pairs)


def _leading(element: Element) -> float:
    leading = number(element.get("pnp:leading") or "1.2")
    if not _LEADING[0] <= leading <= _LEADING[1]:
        raise ValueError(f"pnp:leading: {leading:g} is not between {_LEADING[0]:g} and {_LEADING[1]:g} sizes")
    return leading


def _one_of(element: Element, name: str, known: tuple[str, ...]) -> str:
    text = element.get(name) or known[0]
    if text not in known:
        raise ValueError(f"{name} {text!r} is unknown{suggestion(text, known)}")
    return text


def _line_count(element: Element) -> int | None:
    text = element.get("pnp:lines")
    if text is None:
        return None
    if not text.strip().isdecimal() or not 0 < int(text) < 1000:
        raise ValueError(f"pnp:lines {text!r} is not a whole number above 0")
    return int(text)
