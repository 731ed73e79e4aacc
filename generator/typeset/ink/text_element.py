"""`<text>`: set single lines and, with `pnp:rect`, paragraphs, in the fonts of fonts.toml."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from generator.base.errors import Faults, suggestion
from generator.base.geometry import IDENTITY, Matrix, Point, Rect, Size
from generator.base.memory.bounded_cache import BoundedCache
from generator.base.records import dataclass, replace
from generator.base.units import to_mm
from generator.model.face import Group, Ink, TextFit, Use
from generator.model.markup import unguard
from generator.typeset.glyph_outlines import GlyphOutlines
from generator.typeset.ink.clip import fade_and_clip
from generator.typeset.ink.compiler import Canvas, Compiler, DrawnText, OverflowingText
from generator.typeset.ink.text_chunks import Stretch, TextPiece, anchored_chunks, check_text, span_style, text_pieces
from generator.typeset.paths.path_geometry import transform_path
from generator.typeset.paths.shape_paths import lengths
from generator.typeset.scripts.writing_direction import RTL
from generator.typeset.svg.attribute_values import colour, keyword, length, number, numbers, share
from generator.typeset.svg.coordinate_systems import Aspect
from generator.typeset.svg.profile import SHAPES, Attributes, ElementForm
from generator.typeset.svg.style import INITIAL, ElementStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.paragraph import JUSTIFIED, STEP, FittedText, ParagraphStyle, fit_paragraph
from generator.typeset.text.single_line import LineStyle, PlacedIcon, SetLine, ShapedLine, set_line, shape_line
from generator.typeset.text.text_markup import Span, TextOrigin, parse, plain

if TYPE_CHECKING:
    from generator.typeset.placed_text.drawn_boxes import DrawnBox, DrawnBoxes
    from generator.typeset.placed_text.path_track import PathTrack


_ALIGNS = ("start", "left", "center", "right", "end", "justify", "justify-all")
_OPPOSITE = {"start": "end", "middle": "middle", "end": "start"}
_VALIGNS = ("top", "middle", "bottom", "baseline")
_HYPHENS = ("none", "auto")
_LEADING = (0.5, 5.0)
_TOLERANCE = 0.01
"""Points by which a line may be longer than its path, for sums of floats."""


@dataclass(frozen=True, slots=True)
class TextFrame:
    """Upright coordinates in points that a text is set in; `matrix` takes them to those of the canvas."""

    scale: float
    """Points in a user unit."""
    shift: Point
    matrix: Matrix

    @classmethod
    def of(cls, matrix: Matrix) -> TextFrame:
        """Return the frame for user units that `matrix` takes to the canvas; upright text needs no group around it."""
        if matrix.b == matrix.c == 0 and matrix.a == matrix.d > 0:
            return cls(matrix.a, (matrix.e, matrix.f), IDENTITY)
        scale = matrix.mean_scale
        return cls(scale, (0.0, 0.0), matrix @ Matrix.scaling(1 / scale))

    def point(self, x: float, y: float) -> Point:
        """Return a point in user units as one in the frame's points."""
        return x * self.scale + self.shift[0], y * self.scale + self.shift[1]


class PreparedText:
    """One `<text>`, split into pieces and ready to be set."""

    __slots__ = "box", "compiler", "element", "frame", "pieces", "rect", "style"

    def __init__(self, compiler: Compiler, element: Element, pieces: list[TextPiece], frame: TextFrame) -> None:
        """Take a text with its pieces, which are at least one, and the coordinates that it is set in."""
        self.compiler, self.element, self.pieces, self.frame = compiler, element, pieces, frame
        self.style = pieces[0].style
        """The style of the first piece, which the whole text starts in."""
        self.rect: Rect | None = None
        """Of a paragraph, in user units."""
        self.box: DrawnBox | None = None
        """Where the rectangle was found in a drawing."""

    @property
    def origin(self) -> TextOrigin:
        """Return the place that faults of this text name: its file and element."""
        findings = self.compiler.findings
        return TextOrigin(findings.where, report=partial(findings.at, self.element))

    @property
    def name(self) -> str:
        """Return the id of the text, or its first words."""
        if id_ := self.element.id:
            return id_
        words = "".join([piece.text for piece in self.pieces])
        return unguard(" ".join(words.split())[:24].rstrip())


_OF_THE_PLACE = {"id", "x", "y", "transform", "pnp:rect"}
"""Attributes that do not change how a text is set. Its scale and the size of its rect do."""
_IN_NAMES = r"-\w*(?:bold|black|heavy)", r"-\w*(?:italic|oblique)"
"""Ends of the names of bold and slanted fonts, as Illustrator writes them: `Cinzel-Bold`."""

LEAST = 5.0
"""Points that the texts of drawings shrink to, which name no smallest size; large ones shrink to half their size."""

MOST_REMEMBERED = 5_000
"""Texts remembered in one language: twice what a game has. Each takes some 9 kB, and a large deck may repeat none."""


class TextCompiler:
    """Sets the texts of faces in one language, and remembers them: cards repeat words, and sheets numbers."""

    def __init__(self, fonts: FontLibrary, language: str, glyphs: GlyphOutlines | None = None) -> None:
        """Take the fonts and the language of texts; `glyphs` may be shared with others."""
        self._fonts = fonts
        self._glyphs = glyphs or GlyphOutlines(fonts)
        self._roles = fonts.roles
        self._language = language
        self._setting_values: dict[ElementForm, Callable[[Attributes], object]] = {}
        """Of each form, what takes the values of the attributes that change how a text is set."""
        self._paragraphs: dict[tuple[object, ...], FittedText] = BoundedCache(MOST_REMEMBERED)
        self._paragraph_styles: dict[tuple[object, ...], ParagraphStyle] = {}
        self._shaped_lines: dict[tuple[object, ...], ShapedLine] = BoundedCache(MOST_REMEMBERED)
        self._line_styles: dict[tuple[ElementStyle, float], LineStyle] = {}
        self._in_roles: dict[tuple[ElementStyle, str], ElementStyle] = BoundedCache(MOST_REMEMBERED)
        self._boxes: tuple[Compiler, DrawnBoxes] | None = None
        """The boxes of the drawing that is drawn."""

    def draw(self, compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
        """Set one `<text>` in its fonts and draw it onto the canvas.

        Raises ValueError where its attributes are invalid, Faults where its characters cannot be set.
        """
        pieces = text_pieces(compiler, element, style)
        if not pieces:
            return
        if compiler.is_saved:
            pieces = [replace(piece, style=self._in_role(compiler, element, piece.style)) for piece in pieces]
        check_text(pieces, self._roles)
        inside = matrix @ compiler.transform(element)
        text = PreparedText(compiler, element, pieces, TextFrame.of(inside))
        self._find_rect(text, inside)
        ink, fit = self._set(text)
        ink = self._with_effects(text, ink)
        compiler.extras.fits.append(TextFit(text.name, fit.asked, fit.used, fit.floor, fit.lines, fit.overflow))
        self._report_upright(text)
        drawn = DrawnText(element, pieces[0].starts, inside, ink, text.frame.matrix)
        drawn.rect, drawn.units = text.rect, compiler.units
        if fit.overflow:  # it is a fault already
            compiler.extras.overflows.append(OverflowingText(ink, _rect(text), text.frame.matrix))
        else:
            compiler.extras.texts.append(drawn)
        if style.clip:
            whole = (Group(tuple(ink), text.frame.matrix),)
            canvas.add(
                IDENTITY, fade_and_clip(compiler, element, style, whole, matrix=inside, opacity=1.0, texts=[drawn])
            )
            return
        for item in ink:
            canvas.add(text.frame.matrix, item)

    def _with_effects(self, text: PreparedText, ink: list[Ink]) -> list[Ink]:
        """Return the ink with the outlines of letters and the lines below or through them.

        Raises ValueError for others.
        """
        decoration, style = text.element.get("text-decoration"), text.style
        if not decoration and style.stroke is None:
            return ink
        from generator.typeset.placed_text.letter_effects import decorations, outlined, scaled, with_lines

        if decoration:
            ink = with_lines(ink, decorations(decoration), self._fonts)
        if style.stroke:
            stroke = scaled(style.stroke, text.frame.scale)
            ink = outlined(ink, stroke, self._glyphs, is_first=style.inherited.stroke.is_first)
        return ink if style.group_opacity == 1 else [Group(tuple(ink), opacity=style.group_opacity)]

    def _in_role(self, compiler: Compiler, element: Element, style: ElementStyle) -> ElementStyle:
        """Return a style whose font is a role, where a drawing names a font; warn of a font that fonts.toml lacks."""
        font = style.inherited.font
        role = self._fonts.named_role(font.family, self._language)
        if not role:
            # A list of families, of which the first is meant, may come with its quotes.
            family = font.family.partition(",")[0].strip(" \"'")
            warning = f"font {family!r} is not in fonts.toml, so the words are set in 'text'"
            compiler.findings.warn(element, f"{warning}; add it there, or draw with a font of a role")
        elif kind := self._fonts.any_font(font.family):
            # Each computer has another font for such a name, and none of them is ours.
            choice = f"{kind!r} is any font of a kind; the text is set in {self._fonts.family_name(role)}"
            compiler.findings.warn_once(element, f"{choice}: name a font of fonts.toml, or save the text as paths")
        # Templates name roles, so that nothing changes for them.
        if role == font.family:
            return style
        is_bold, is_italic = (bool(re.search(words, font.family, re.IGNORECASE)) for words in _IN_NAMES)
        key = style, role or "text"
        if key not in self._in_roles:
            named = replace(font, family=key[1], bold=font.bold or is_bold, italic=font.italic or is_italic)
            inherited = style.inherited.with_changes({"font": named})
            self._in_roles[key] = replace(style, inherited=inherited)
        return self._in_roles[key]

    def _set(self, text: PreparedText) -> tuple[list[Ink], TextFit]:
        """Set a paragraph, a line along a path, or lines at given places; return their ink and the sizes used."""
        if text.rect:
            return self._paragraph(text, text.rect)
        track = next((child for child in text.element.elements() if child.name == "textPath"), None)
        return self._lines(text) if track is None else self._on_path(text, track)

    def _report_upright(self, text: PreparedText) -> None:
        """Warn of italic words in a family that has no italics, which stand upright."""
        if not any(piece.style.inherited.font.italic or "*" in piece.text for piece in text.pieces):
            return
        family = text.style.inherited.font.family
        roles = {span.role or family for span in _spans(text) if span.italic or text.style.inherited.font.italic}
        for name in sorted(filter(None, (self._fonts.without_italics(role, self._language) for role in roles))):
            text.compiler.findings.warn(text.element, f"{name} has no italics, so the words stand upright")

    def _setting(self, text: PreparedText) -> tuple[object, ...]:
        """Return a key of everything that changes how a text's words are set, besides the size of its rectangle."""
        form = text.element.form
        values = self._setting_values.get(form)
        if values is None:
            # Where a text stands changes nothing in how it is set, so that equal texts are set once.
            places = [place for name, place in form.positions.items() if name not in _OF_THE_PLACE]
            values = self._setting_values[form] = itemgetter(*places) if places else lambda _: ()
        return form, values(text.element.attributes), text.style, text.frame.scale

    def _find_rect(self, text: PreparedText, inside: Matrix) -> None:
        """Set `text.rect` by `pnp:rect` or `pnp:box`; `inside` maps the text to the drawing that has the boxes.

        Raises ValueError where it is invalid.
        """
        rect_text = text.element.get("pnp:rect")
        if rect_text is not None:
            rect = numbers(rect_text)
            if len(rect) != 4 or rect[2] <= 0 or rect[3] <= 0:
                raise ValueError(f"pnp:rect {rect_text!r} needs four numbers, x y width height, the last two above 0")
            text.rect = Rect(*rect)
        elif "pnp:box" in text.element.form.positions:
            from generator.typeset.placed_text.drawn_boxes import DrawnBoxes

            # A compiler draws one drawing, whose boxes are found once.
            if self._boxes is None or self._boxes[0] is not text.compiler:
                self._boxes = text.compiler, DrawnBoxes(text.compiler.document, text.compiler.units)
            font = text.style.inherited.font
            text.box = self._boxes[1].box(text.element, font, inside, self._sample_width(text))
            text.rect = text.box.rect
            # A shape that showed no words says nothing of their size, which is then taken from the shape.
            if text.box.size:
                text.pieces = [replace(piece, style=_in_size(piece.style, text.box.size)) for piece in text.pieces]
                text.style = text.pieces[0].style

    def _sample_width(self, text: PreparedText) -> float:
        """Return the width of the words that a drawing shows as an example, in user units.

        0 where there are none, or where no font has their letters.
        """
        words = text.element.get("pnp:sample")
        if not words:
            return 0.0
        with suppress(Faults):  # letters that no font has
            line = shape_line(plain(words), self._line_style(text.style, text.frame.scale), self._fonts, text.origin)
            return line.width / text.frame.scale
        return 0.0

    def _paragraph(self, text: PreparedText, rect: Rect) -> tuple[list[Ink], TextFit]:
        """Set a paragraph into its rectangle, once for equal texts; return its ink and the sizes used."""
        scale, setting = text.frame.scale, self._setting(text)
        size = Size(rect.width * scale, rect.height * scale)
        if "pnp:around" in text.element.form.positions:
            # Not remembered, as the shapes may be others on the next face.
            return self._placed(text, self._around(text, setting, rect, size), rect)
        key = setting, rect.width, rect.height, *[(piece.text, piece.style) for piece in text.pieces]
        fitted = self._paragraphs.get(key)
        if fitted is None:
            fitted = self._paragraphs[key] = self._fit(text, setting, size)
        return self._placed(text, fitted, rect)

    def _placed(self, text: PreparedText, fitted: FittedText, rect: Rect) -> tuple[list[Ink], TextFit]:
        """Return the ink of a fitted paragraph at its rectangle, and the sizes used; report an overflow as a fault."""
        if fitted.overflow:
            text.compiler.findings.faults.append(text.origin.fault(fitted.overflow))
        runs, icons = fitted.place(*text.frame.point(rect.x, rect.y))
        return [*runs, *_icons(text, icons)], fitted.fit

    def _fit(self, text: PreparedText, setting: tuple[object, ...], size: Size) -> FittedText:
        """Return a paragraph set into a size in points, as large as fits between its size and its floor."""
        return fit_paragraph(_spans(text), size, self._style(text, setting), self._fonts, text.origin)

    def _around(self, text: PreparedText, setting: tuple[object, ...], rect: Rect, size: Size) -> FittedText:
        """Fit a paragraph around shapes, which may be other ones on each face.

        Raises ValueError where that is impossible.
        """
        from generator.typeset.placed_text.around_shapes import obstacles
        from generator.typeset.placed_text.text_around import fit_around

        style, compiler = self._style(text, setting), text.compiler
        if style.align in JUSTIFIED or style.valign != "top" or style.hyphens:
            raise ValueError("pnp:around goes with lines from the top, neither justified nor hyphenated")
        shapes = obstacles(compiler.document, text.element, rect, text.frame.scale, compiler.units)
        fitted = fit_around(_spans(text), size, shapes, style, self._fonts, text.origin)
        if fitted.fit.overflow:
            fault = f"the text does not fit around the shape at {fitted.fit.used:g} pt, its smallest size"
            advice = "shorten it, enlarge its rect or lower its floor"
            compiler.findings.faults.append(text.origin.fault(f"{fault}; {advice}"))
        return fitted

    def _style(self, text: PreparedText, setting: tuple[object, ...]) -> ParagraphStyle:
        """Return the paragraph style of a setting, made once for equal settings."""
        style = self._paragraph_styles.get(setting)
        if style is None:
            style = self._paragraph_styles[setting] = self._paragraph_style(text)
        return style

    def _paragraph_style(self, text: PreparedText) -> ParagraphStyle:
        """Return the style of a paragraph from the `pnp:` attributes of its text.

        Raises ValueError for invalid ones.
        """
        element, style, scale = text.element, text.style, text.frame.scale
        tone = element.get("pnp:tone")
        box = text.box
        return ParagraphStyle(
            floor=_floor(text),
            align=keyword("pnp:align", element.get("pnp:align") or (box and box.align), _ALIGNS),
            valign=keyword("pnp:valign", element.get("pnp:valign") or (box and box.valign), _VALIGNS),
            leading=_leading(text),
            hyphens=keyword("pnp:hyphens", element.get("pnp:hyphens"), _HYPHENS) == "auto",
            lines=_line_count(text),
            line=LineStyle(
                **self._line_settings(style, scale), tone=colour(tone) if tone else "", tones=_tones(element)
            ),
        )

    def _lines(self, text: PreparedText) -> tuple[list[Ink], TextFit]:
        """Set lines at the places that the text and its tspans give; return their ink and the size.

        Raises ValueError for `pnp:` attributes of paragraphs.
        """
        needless = [name for name in text.element.form.positions if name.startswith("pnp:")]
        if needless:
            raise ValueError(f"{', '.join(needless)} needs pnp:rect")
        size = text.style.inherited.font.size * text.frame.scale
        fit = TextFit(element="", asked=size, used=size, floor=size, lines=1)
        if len(text.pieces) == len(text.pieces[0].starts) == 1:  # without a tspan, which may have a place of its own
            return [*self._single_line(text)], fit
        ink: list[Ink] = []
        end = (0.0, 0.0)
        for chunk in anchored_chunks(text.pieces, text.compiler.units):
            end = self._chunk(text, chunk, end, ink)
        return ink, fit

    def _on_path(self, text: PreparedText, on: Element) -> tuple[list[Ink], TextFit]:
        """Set one line along a path, as large as fits on it, down to the floor of `pnp:fit`.

        Return its ink and the sizes used. Raises ValueError for an emoji that no font has.
        """
        from generator.typeset.placed_text.text_on_path import bent, room

        track, anchor = _track(text, on), _anchor(text.pieces[0].style)
        offset = _offset(text, on, track)
        words = " ".join("".join(piece.text for piece in text.pieces).split())
        style = self._line_style(text.style, text.frame.scale)
        asked_size, floor = style.size, _floor(text) or style.size
        line = shape_line(plain(words), style, self._fonts, text.origin)
        longest, used = room(track, anchor, offset), asked_size
        if line.width > longest:
            # Sizes go down in steps, as those of paragraphs do.
            used = max(floor, math.floor(asked_size * longest / line.width / STEP) * STEP)
            style = replace(style, size=used, letter_spacing=style.letter_spacing * used / asked_size)
            line = shape_line(plain(words), style, self._fonts, text.origin)
        excess = max(0.0, line.width - longest - _TOLERANCE)
        if excess:
            fault = f"the text is {to_mm(excess):.1f} mm longer than its path at {used:g} pt, its smallest size"
            text.compiler.findings.faults.append(text.origin.fault(f"{fault}; shorten it or lengthen the path"))
        placed = line.place(0.0, 0.0)
        if placed.icons:
            # Letters turn with the path, a picture would not.
            raise ValueError("text on a path has an emoji that no font has; a picture cannot stand on a path")
        return [*bent(placed.runs, line.width, track, anchor, offset)], TextFit("", asked_size, used, floor, 1, excess)

    def _single_line(self, text: PreparedText) -> Sequence[Ink]:
        """Return the ink of a text of one piece, shaped once for equal texts."""
        x, y, dx, dy = lengths(text.element, text.compiler.units, x=0, y=0, dx=0, dy=0)
        scale, style, words = text.frame.scale, text.style, text.pieces[0].text
        key = self._setting(text), words
        line = self._shaped_lines.get(key)
        if line is None:
            line = shape_line(plain(words), self._line_style(style, scale), self._fonts, text.origin)
            self._shaped_lines[key] = line
        start, base = text.frame.point(x, y)
        placed = line.place(start + dx * scale, base + dy * scale, _anchor(style))
        return [*placed.runs, *_icons(text, placed.icons)] if placed.icons else placed.runs

    def _chunk(self, text: PreparedText, chunk: list[Stretch], start: Point, ink: list[Ink]) -> Point:
        """Set one anchored chunk and add its ink; return the point where it ends, in points.

        It begins at `start` unless it has a place of its own.
        """
        _keep_spaces(chunk)
        first, scale = chunk[0], text.frame.scale
        x, y = text.frame.point(first.x or 0.0, first.y or 0.0)
        x, y = (start[0] if first.x is None else x), (start[1] if first.y is None else y)
        anchor = _anchor(first.style)
        # An anchor other than start needs the width of the whole chunk before its first glyph is placed.
        if len(chunk) > 1 and anchor != "start":
            widths = [self._line(text, stretch, (0.0, 0.0)).rect.width for stretch in chunk]
            gaps = [stretch.style.inherited.font.spacing for stretch in chunk[:-1]]  # a letter has its space after it
            width = sum(widths) + (sum(stretch.dx for stretch in chunk) + sum(gaps)) * scale
            x, anchor = x - width * (0.5 if anchor == "middle" else 1.0), "start"
        is_rtl = first.style.inherited.font.direction == RTL
        for stretch in chunk[::-1] if is_rtl else chunk:
            x, y = x + stretch.dx * scale, y + stretch.dy * scale
            line = self._line(text, stretch, (x, y), anchor)
            ink += [*line.runs, *_icons(text, line.icons)]
            x = line.rect.right + (stretch.style.inherited.font.spacing * scale if stretch is not chunk[-1] else 0.0)
        return x, y

    def _line(self, text: PreparedText, stretch: Stretch, point: Point, anchor: str = "start") -> SetLine:
        """Set one stretch of letters as a line, anchored at a point of the frame."""
        style = self._line_style(stretch.style, text.frame.scale)
        return set_line(stretch.spans, *point, style, self._fonts, text.origin, anchor=anchor)

    def _line_style(self, style: ElementStyle, scale: float) -> LineStyle:
        """Return the style of a line, made once for equal styles; `scale` is the points in a user unit."""
        line_style = self._line_styles.get((style, scale))
        if line_style is None:
            line_style = self._line_styles[style, scale] = LineStyle(**self._line_settings(style, scale))
        return line_style

    def _line_settings(self, style: ElementStyle, scale: float) -> dict[str, Any]:
        """Return the fields of LineStyle that every text has, with lengths in points."""
        font = style.inherited.font
        return {
            "role": font.family,
            "language": self._language,
            "size": font.size * scale,
            "colour": style.fill or "#000000",
            "opacity": style.fill_opacity,
            "bold": font.bold,
            "italic": font.italic,
            "letter_spacing": font.spacing * scale,
            "direction": font.direction,
        }


_NO_BREAK = "\N{NO-BREAK SPACE}"


def _keep_spaces(chunk: list[Stretch]) -> None:
    """Keep the spaces between stretches, which are set as lines of their own and would lose spaces at their ends."""
    for stretch in chunk[1:]:
        span = stretch.spans[0] if stretch.spans else None
        if span and span.text.startswith(" "):  # a space goes with the words after it
            stretch.spans[0] = replace(span, text=_NO_BREAK + span.text.lstrip(" "))


def _rect(text: PreparedText) -> Rect | None:
    """Return the rectangle of a paragraph in points of its frame; None for a text without one."""
    rect, scale = text.rect, text.frame.scale
    return rect and Rect(*text.frame.point(rect.x, rect.y), rect.width * scale, rect.height * scale)


def _anchor(style: ElementStyle) -> str:
    """Return `start`, `middle` or `end` as if text ran from left to right.

    With direction="rtl" the start of a text is its right end.
    """
    font = style.inherited.font
    return _OPPOSITE[font.anchor] if font.direction == RTL else font.anchor


def _spans(text: PreparedText) -> list[Span]:
    """Return the styled spans of a text, with its light markup such as `**bold**` read."""
    spans: list[Span] = []
    for piece in text.pieces:
        spans += parse(piece.text, text.origin, base=span_style(piece.style, text.style))
    return spans


def _track(text: PreparedText, on: Element) -> PathTrack:
    """Return the path of a `<textPath>` in points of the frame. Raises ValueError where there is none."""
    from generator.typeset.placed_text.path_track import PathTrack

    compiler, href = text.compiler, on.get("href") or ""
    target = compiler.document.ids.get(href.removeprefix("#"))
    if target is None or target.name not in SHAPES or not href.startswith("#"):
        near = [f"#{id_}" for id_, shape in compiler.document.ids.items() if shape.name in SHAPES]
        raise ValueError(f"textPath: there is no path {href!r}{suggestion(href, near)}")
    if len(list(text.element.elements())) > 1 or any(piece.style is not text.style for piece in text.pieces):
        raise ValueError("textPath takes plain words, and is alone in its <text>; write a <text> for each")
    to_points = Matrix.translation(*text.frame.shift) @ Matrix.scaling(text.frame.scale)
    return PathTrack.of(transform_path(compiler.path(target), to_points @ compiler.transform(target), 6))


def _offset(text: PreparedText, on: Element, track: PathTrack) -> float:
    """Return the `startOffset` of a `<textPath>` in points along its path. Raises ValueError for no length."""
    offset_text = (on.get("startOffset") or "0").strip()
    try:
        if offset_text.endswith("%"):
            return number(offset_text[:-1]) / 100 * track.length
        return length(offset_text, text.compiler.units) * text.frame.scale
    except ValueError as error:
        raise ValueError(f"startOffset: {error}") from None


def _icons(text: PreparedText, icons: Sequence[PlacedIcon]) -> Iterator[Ink]:
    """Yield the inline icons of a paragraph, drawn in the text's `color` if it has one, else in its fill."""
    compiler, style = text.compiler, text.style
    for icon in icons:
        # Black is what `color` is where nobody set it, and the fill is meant then.
        colour_ = icon.colour if style.inherited.color == INITIAL.color else style.inherited.color
        colours = (colour_, icon.tone or None, 1.0, INITIAL.hatch)
        picture = compiler.pictures.icon(icon.id, colours, text.element, compiler.findings)
        if picture is not None:
            compiler.extras.add_parts(text.element, picture.parts, picture.references)
            yield Use(picture.part.key, Aspect().fit(picture.part.box, icon.rect), style.fill_opacity)


def _in_size(style: ElementStyle, size: float) -> ElementStyle:
    """Return a style with another size of letters, in user units."""
    font = replace(style.inherited.font, size=size)
    return replace(style, inherited=style.inherited.with_changes({"font": font}))


def _floor(text: PreparedText) -> float | None:
    """Return the smallest size that `pnp:fit` allows, in points; None where the given size has to fit.

    Raises ValueError for a floor that is no size up to the given one.
    """
    fit_text = text.element.get("pnp:fit")
    if fit_text is None:
        size = text.style.inherited.font.size * text.frame.scale
        # A drawn box says no floor: words may shrink to half, but not below what can be read.
        return max(min(size, LEAST), size / 2) if text.box else None
    words = fit_text.split()
    if len(words) != 2 or words[0] != "shrink":
        raise ValueError(f"pnp:fit {fit_text!r} is not understood; write it like 'shrink 5.5pt'")
    size = text.style.inherited.font.size
    floor = size * share(words[1]) if words[1].endswith("%") else length(words[1], text.compiler.units)
    if not 0 < floor <= size:
        raise ValueError(f"pnp:fit {fit_text!r} has a floor that is not between 0 and the font-size")
    return floor * text.frame.scale


def _tones(element: Element) -> tuple[tuple[str, str, str], ...]:
    """Return icon, tone and colour of lines for single icons, from `coin #d9ab4a; wood #8a5a33 #000000`.

    The colour is '' where only a tone is given. Raises ValueError for anything else.
    """
    text = element.get("pnp:tones") or ""
    icons = [words.split() for words in text.split(";") if words.strip()]
    if not all(len(words) in (2, 3) for words in icons):
        raise ValueError(f"pnp:tones {text!r} is not understood; write it like 'coin #d9ab4a; wood #8a5a33'")
    return tuple((icon, colour(tone), colour(*line) if line else "") for icon, tone, *line in icons)


def _leading(text: PreparedText) -> float:
    """Return the leading of a paragraph in sizes, from `pnp:leading` or a measured `pnp:pitch`. Raises ValueError."""
    element, pitch = text.element, text.element.get("pnp:pitch")
    if pitch and not element.get("pnp:leading"):
        # The pitch was measured in a drawing: an odd one is brought into range rather than refused.
        return min(max(number(pitch) / text.style.inherited.font.size, _LEADING[0]), _LEADING[1])
    leading = number(element.get("pnp:leading") or "1.2")
    if not _LEADING[0] <= leading <= _LEADING[1]:
        raise ValueError(f"pnp:leading: {leading:g} is not between {_LEADING[0]:g} and {_LEADING[1]:g} sizes")
    return leading


def _line_count(text: PreparedText) -> int | None:
    """Return the most lines of a paragraph, from `pnp:lines` or its box; None for as many as fit. Raises ValueError."""
    lines_text = text.element.get("pnp:lines")
    if lines_text is None:
        return text.box.lines if text.box else None
    if not lines_text.strip().isdecimal() or not 0 < int(lines_text) < 1000:
        raise ValueError(f"pnp:lines {lines_text!r} is not a whole number above 0")
    return int(lines_text)
