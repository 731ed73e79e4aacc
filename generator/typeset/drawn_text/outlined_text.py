"""`<text>` in pictures: letters become outlines, which take strokes, gradients and turns as any other path does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.base.geometry import IDENTITY, Matrix, Point, Rect
from generator.base.records import dataclass, replace
from generator.model.face import GlyphRun, Ink
from generator.typeset.drawn_text.letter_lines import LINES, LetterLine, line_rect
from generator.typeset.drawn_text.picture_letters import PictureLetter, letters_of
from generator.typeset.glyph_outlines import GlyphOutlines
from generator.typeset.ink.clip import fade_and_clip
from generator.typeset.ink.compiler import Canvas, Compiler
from generator.typeset.ink.shape_element import shape_ink
from generator.typeset.paths.path_data import write_path
from generator.typeset.paths.path_geometry import transform_path
from generator.typeset.paths.shape_paths import rect_path
from generator.typeset.svg.attribute_values import keyword, numbers
from generator.typeset.svg.profile import SHAPES
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.shaping import Typeface
from generator.typeset.text.single_line import LineStyle, ShapedLine, shape_line
from generator.typeset.text.text_markup import TextOrigin, plain

_LANGUAGE = "en"
"""Language of the fonts: a picture says the same on faces of all languages; other scripts get fonts that have them."""
_LEADING = 1.25
_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}
_ADJUSTS = ("spacing", "spacingAndGlyphs")
_NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(slots=True)
class LetterStretch:
    """Letters of one style that follow one another without a move."""

    letters: list[PictureLetter]
    line: ShapedLine
    gap: float
    """From the end of the stretch before, in user units."""

    @property
    def first(self) -> PictureLetter:
        """Return the first letter, whose style and font hold for the whole stretch."""
        return self.letters[0]

    @property
    def width(self) -> float:
        """Return the width of the letters in user units, with the letter spacing behind the last one."""
        return (self.line.width + self.first.font.spacing) * self.first.stretch


class OutlinedText:
    """Draws the texts of pictures in the fonts of fonts.toml."""

    def __init__(self, fonts: FontLibrary) -> None:
        """Take the fonts that texts of pictures may be set in."""
        self._fonts = fonts
        self._glyphs = GlyphOutlines(fonts)

    def draw(self, compiler: Compiler, element: Element, style: ElementStyle, matrix: Matrix, canvas: Canvas) -> None:
        """Draw one text. Raises ValueError or Faults where it cannot be set."""
        letters = letters_of(compiler, element, style, self._fonts)
        if not letters:
            return
        if length := element.get("textLength"):
            self._fit(letters, numbers(length)[0], element.get("lengthAdjust") or "spacing")
        ink: list[Ink] = []
        track = next((child for child in element.elements() if child.name == "textPath"), None)
        if length and track is not None:
            raise ValueError("textLength: letters on a path are not spread; save the text as paths")
        if track is not None:
            ink += self._on_path(compiler, element, track, letters)
        elif element.get("flow"):
            ink += self._flowed(compiler, element, letters)
        else:
            ink += self._placed(compiler, element, letters)
        if not ink:
            return
        inside = matrix @ compiler.transform(element)
        if style.opacity < 1 or style.clip:
            canvas.add(inside, fade_and_clip(compiler, element, style, tuple(ink), IDENTITY, style.opacity))
            return
        for item in ink:
            canvas.add(inside, item)

    def _fit(self, letters: list[PictureLetter], length: float, adjust: str) -> None:
        """Stretch letters to the `textLength` of their text: widen the gaps between them, or the letters themselves.

        `adjust` is the attribute `lengthAdjust`. Raises ValueError where the letters stand at several places: some
        viewers spread each part, others the whole text.
        """
        if sum(1 for _ in _chunks(letters)) > 1:
            raise ValueError("textLength: letters at several places are spread in different ways; write several texts")
        width = self.measured(letters)
        if keyword("lengthAdjust:", adjust, _ADJUSTS) == "spacingAndGlyphs":
            for letter in letters if width > 0 else ():
                # Only with spacingAndGlyphs the letters themselves are stretched (SVG 1.1, 10.5).
                letter.stretch = length / width
            return
        extra = (length - width - sum(letter.dx for letter in letters[1:])) / max(len(letters) - 1, 1)
        for letter in letters[1:] if abs(extra) > 1e-6 else ():
            letter.dx += extra

    def _placed(self, compiler: Compiler, element: Element, letters: list[PictureLetter]) -> Iterator[Ink]:
        """Yield the ink of letters at the places that the file gives them."""
        # All places first: gradients take shares of the box of the whole text.
        placed = [pair for chunk in self._chunk_places(letters) for pair in chunk]
        box = self._box(placed)
        for stretch, start in placed:
            yield from self._ink(compiler, element, stretch, start, box)

    def _chunk_places(self, letters: list[PictureLetter]) -> Iterator[list[tuple[LetterStretch, Point]]]:
        """Yield the stretches of each anchored chunk of letters, each with the start of its baseline in user units.

        A chunk without a place of its own goes on where the one before ended.
        """
        end = (0.0, 0.0)
        for chunk in _chunks(letters):
            stretches = [self._stretch(part) for part in _stretches(chunk)]
            start = chunk[0]
            x = end[0] if start.x is None else start.x
            y = end[1] if start.y is None else start.y
            total = sum(stretch.width + stretch.gap for stretch in stretches) - stretches[0].gap
            # The space behind the last letter does not count for the anchor, else centred text would stand too far
            # left.
            total -= stretches[-1].first.font.spacing * stretches[-1].first.stretch
            font = start.font
            anchor = _SHARES[font.anchor]
            # In text from right to left `start` is the right end.
            x -= total * (1 - anchor if font.direction == "rtl" else anchor)
            places = []
            for stretch in stretches:
                x, y = x + stretch.gap, y + stretch.first.dy
                places.append((stretch, (x, y)))
                x += stretch.width
            yield places
            end = x, y

    def _box(self, placed: Sequence[tuple[LetterStretch, Point]]) -> Rect | None:
        """Return the box of a whole text, as wide as its letters and as high as their fonts; None without letters.

        Gradients take shares of this box.
        """
        box: Rect | None = None
        for stretch, (x, y) in placed:
            size = stretch.first.font.size
            ascent, descent = (size * height for height in self._extents(stretch.first))
            area = Rect(
                x, y - stretch.first.rise - ascent, stretch.line.width * stretch.first.stretch, ascent - descent
            )
            box = area if box is None else box.union(area)
        return box

    def _extents(self, letter: PictureLetter) -> tuple[float, float]:
        """Return the reach of a letter's font above and below the baseline, in sizes of the font."""
        face = self._typeface(letter)
        extents = face.font.get_font_extents("ltr")
        return extents.ascender / face.units_per_em, extents.descender / face.units_per_em

    def _typeface(self, letter: PictureLetter) -> Typeface:
        """Return the font that the style and role of a letter ask for."""
        font = letter.font
        return self._fonts.typeface(self._fonts.stack(letter.role, _LANGUAGE, bold=font.bold, italic=font.italic)[0])

    def _stretch(self, letters: list[PictureLetter]) -> LetterStretch:
        """Shape letters of one style, which begin after the move of the first."""
        return LetterStretch(letters, self._line(letters), letters[0].dx)

    def _line(self, letters: Sequence[PictureLetter]) -> ShapedLine:
        """Shape letters of one style as one line of text."""
        # Spaces at the ends of a stretch would be dropped.
        words = "".join(letter.text for letter in letters).replace(" ", _NO_BREAK)
        font = letters[0].font
        style = LineStyle(
            role=letters[0].role,
            language=_LANGUAGE,
            size=font.size,
            bold=font.bold,
            italic=font.italic,
            letter_spacing=font.spacing,
            direction=font.direction,
        )
        return shape_line(plain(words), style, self._fonts, TextOrigin("", key=words[:24]))

    def _ink(
        self, compiler: Compiler, element: Element, stretch: LetterStretch, start: Point, box: Rect | None = None
    ) -> Iterator[Ink]:
        """Yield the outlines of a stretch of letters and the lines at them, from a point of the baseline in user units.

        Gradients take shares of `box`, else of the box of the letters. Raises ValueError for an emoji that no font has.
        """
        first = stretch.first
        # Hidden letters keep their room, as in browsers.
        if not first.style.is_seen:
            return
        base = start[0], start[1] - first.rise
        turn = Matrix.rotation(first.rotate, start) if first.rotate else IDENTITY
        # Letters are stretched from where they begin, so that a turn stays around that point.
        if first.stretch != 1:
            turn @= Matrix(a=first.stretch, e=start[0] * (1 - first.stretch))
        placed = stretch.line.place(*base)
        # An emoji is a picture, and outlines of letters have no place for it.
        if placed.icons:
            raise ValueError("text has an emoji that no font has; save it as a path")
        yield from self._outlines(compiler, element, first.style, placed.runs, turn, box=box)
        for line in first.lines:
            if line.name in LINES and stretch.line.width:
                yield from self._line_ink(compiler, element, stretch, base, line)

    def _line_ink(
        self, compiler: Compiler, element: Element, stretch: LetterStretch, start: Point, line: LetterLine
    ) -> Iterator[Ink]:
        """Yield a line under, over or through a stretch of letters, where their font has it."""
        face, size = self._typeface(stretch.first), stretch.first.font.size
        rect = line_rect(line.name, face, size, start, stretch.line.width * stretch.first.stretch)
        ink = shape_ink(compiler, element, line.style, rect_path(rect, decimals=compiler.decimals))
        if ink is not None:
            yield ink

    def _outlines(
        self,
        compiler: Compiler,
        element: Element,
        style: ElementStyle,
        runs: Iterable[GlyphRun],
        matrix: Matrix,
        *,
        box: Rect | None = None,
    ) -> Iterator[Ink]:
        """Yield the outlines of glyphs under a matrix as one painted shape; none for spaces."""
        forms: list[str] = []
        values: list[float] = []
        for run in runs:
            form, numbers_ = self._glyphs.path_data(run)
            if form:
                forms.append(form)
                values += numbers_
        if matrix != IDENTITY:
            points = zip(values[::2], values[1::2], strict=True)
            values = [value for point in points for value in matrix.apply(*point)]
        path = write_path(" ".join(forms), values, compiler.decimals) if forms else ""
        ink = shape_ink(compiler, element, style, path, box=box)
        if ink is not None:
            yield ink

    def _on_path(
        self, compiler: Compiler, element: Element, on: Element, letters: list[PictureLetter]
    ) -> Iterator[Ink]:
        """Yield the ink of letters along the path of a `<textPath>`; those beyond its ends are left out.

        Nothing where the path is missing.
        """
        from generator.typeset.placed_text.path_track import PathTrack
        from generator.typeset.placed_text.text_on_path import bent

        target = compiler.document.ids.get((on.get("href") or "").removeprefix("#"))
        if target is None or target.name not in SHAPES:
            return
        track = PathTrack.of(transform_path(compiler.path(target), compiler.transform(target), 6))
        text = (on.get("startOffset") or "0").strip()
        share = numbers(text.removesuffix("%"))[0]
        offset = share / 100 * track.length if text.endswith("%") else share
        line = self._line(letters)
        first = letters[0]
        for letter in bent(line.place(0.0, 0.0).runs, line.width, track, first.font.anchor, offset):
            runs = [run for run in letter.ink if isinstance(run, GlyphRun)]
            yield from self._outlines(compiler, element, first.style, runs, letter.matrix)

    def _flowed(self, compiler: Compiler, element: Element, letters: list[PictureLetter]) -> Iterator[Ink]:
        """Yield the ink of letters that are wrapped in the rectangle of their attribute `flow`."""
        left_edge, top, width, height = numbers(element.get("flow") or "")
        y = top
        for line in _wrapped(self, letters, width):
            size = max((letter.font.size for letter in line), default=0.0)
            # The first baseline stands one size below the top, all others by the leading.
            y += size * (1.0 if y == top else _LEADING)
            if not line or (height and y > top + height + size / 2):
                continue
            stretches = [self._stretch(part) for part in _stretches(line)]
            total = sum(stretch.width for stretch in stretches)
            x = left_edge + (width - total) * _SHARES[line[0].font.anchor]
            for stretch in stretches:
                yield from self._ink(compiler, element, stretch, (x, y))
                x += stretch.width

    def measured(self, letters: Sequence[PictureLetter]) -> float:
        """Return the width of letters in user units."""
        return sum(self._stretch(part).width for part in _stretches(letters))


def _chunks(letters: Iterable[PictureLetter]) -> Iterator[list[PictureLetter]]:
    """Yield letters in groups that are anchored together: a letter with an x or y of its own begins a new group."""
    chunk: list[PictureLetter] = []
    for letter in letters:
        if chunk and (letter.x is not None or letter.y is not None):
            yield chunk
            chunk = []
        chunk.append(letter)
    if chunk:
        yield chunk


def _stretches(letters: Iterable[PictureLetter]) -> Iterator[list[PictureLetter]]:
    """Yield letters in groups of one style without moves, which are shaped together."""
    part: list[PictureLetter] = []
    for letter in letters:
        if part and (letter.is_moved or not letter.looks_like(part[-1])):
            yield part
            part = []
        part.append(letter)
    if part:
        yield part


def _wrapped(text: OutlinedText, letters: Sequence[PictureLetter], width: float) -> Iterator[list[PictureLetter]]:
    """Yield the lines of flowed text, each at most `width` user units wide; a newline ends a paragraph."""
    line: list[PictureLetter] = []
    word: list[PictureLetter] = []
    # A newline more ends the last line.
    for letter in [*letters, replace(letters[-1], text="\n")]:
        if letter.text not in {" ", "\n"}:
            word.append(letter)
            continue
        if line and text.measured([*line, *word]) > width:
            yield line[:-1] if line[-1].text == " " else line
            line = []
        line, word = [*line, *word], []
        if letter.text == " ":
            line.append(letter)
        else:
            yield line
            line = []
