"""Reads the content of a page, and of the forms and patterns that it draws, and yields what is painted.

Bounded on hostile files: so many operators, so many forms in forms; no form draws itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from generator.base.geometry import Matrix, Rect
from generator.exchange.preflight.content.colour_space import (
    DEVICE_CMYK,
    DEVICE_GREY,
    DEVICE_RGB,
    PATTERN,
    Colour,
    ColourSpace,
    StrangeValueError,
    first_colour,
    read_colour_space,
)
from generator.exchange.preflight.content.paint_state import PaintState
from generator.exchange.preflight.content.painted import GROUP, IMAGE, PATH, SHADING, TEXT, Painted, PlacedImage
from generator.exchange.preflight.content.pdf_values import MISREAD, ObjectMemory, has_entries, is_array
from generator.exchange.preflight.content.text_widths import PLAIN, FontWidths, read_widths

Operators = Sequence[tuple[str, Sequence[Any]]]
"""Names of operators with their operands."""

ClippedText = tuple[Rect, float, Rect]
"""Where the letters of a text are, clipped or not, their size, and the clip."""

MOST_STEPS = 8_000_000
"""Operators of one file, counted as often as forms are drawn: a minute or less."""
PAINTED_STEPS = 5
"""As how many an operator counts that paints, as all checks look at it."""
DEEPEST = 24
"""Forms in forms."""
MOST_SAVED = 512
"""States that wait for their `Q`."""
_KEPT = 300_000
"""Operators of forms that are kept to be drawn again."""

_DAMAGED = (*MISREAD, RuntimeError)
"""What values of the wrong kind and damaged data lead to; such an operator is left out, as viewers do."""
_PAINTS = {
    **dict.fromkeys(("f", "F", "f*"), (True, False)),
    **dict.fromkeys(("S", "s"), (False, True)),
    **dict.fromkeys(("B", "B*", "b", "b*"), (True, True)),
    "n": (False, False),
}
"""Whether an operator fills and strokes the path."""
INLINE_IMAGE = "INLINE IMAGE"
"""The operator of a picture that is written in the content."""
_DESCENT = 0.25
"""Ems that letters reach below their line, by estimate."""
_INVISIBLE = 3
"""Text mode of text that can be searched and is not printed."""


class TooMuchContentError(Exception):
    """A file paints more than is looked at."""


class ContentReader:
    """Reads the pages of one file."""

    def __init__(self) -> None:
        self.steps = 0
        """Operators that were read."""
        self.strange = 0
        """Operators that could not be understood and were left out."""
        self.texts: list[ClippedText] = []
        """The texts of the page that is read."""
        self.has_clipped = False
        """Whether something of that page is clipped away as a whole."""
        self._parsed: dict[tuple[int, int], Operators] = {}
        self._kept = 0
        self._widths = ObjectMemory(read_widths)

    def paint(self, page: Any, operators: Operators, clip: Rect) -> Iterator[Painted]:
        """Yield what the operators of a page of pikepdf paint within a rectangle. Raises TooMuchContentError."""
        self.texts, self.has_clipped = [], False
        for painted in _Drawing(self, page.resources, PaintState(Matrix(), clip), ()).run(operators):
            self.count(PAINTED_STEPS)
            yield painted

    def count(self, steps: int = 1) -> None:
        """Count operators."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooMuchContentError

    def widths(self, font: Any) -> FontWidths:
        """Return the widths of the letters of a font."""
        if font is None:
            return PLAIN
        return self._widths.get(font)

    def operators(self, drawn: Any, key: tuple[int, int] | None = None) -> Operators:
        """Return the operators of a page or form with their operands; those of a form are kept by its key.

        Raises StrangeValueError where the content cannot be read at all.
        """
        import pikepdf

        known = self._parsed.get(key) if key else None
        if known is not None:
            return known
        try:
            parsed: Operators = [
                (str(each.operator), list(each.operands)) for each in pikepdf.parse_content_stream(drawn)
            ]
        except MemoryError:
            raise
        except Exception:  # whatever the decoders make of damaged data
            raise StrangeValueError from None
        if key and self._kept + len(parsed) < _KEPT:
            self._kept += len(parsed)
            self._parsed[key] = parsed
        return parsed


class _Drawing:
    """Reads one content stream: that of a page, a form or a pattern."""

    def __init__(self, reader: ContentReader, resources: Any, state: PaintState, around: tuple[Any, ...]) -> None:
        self._reader, self._resources, self._around = reader, resources, around
        self._state, self._base = state, state.matrix
        self._saved: list[PaintState] = []
        self._points: list[tuple[float, float]] = []
        self._clips = False
        self._text = self._line = Matrix()
        self._patterns: set[tuple[int, int]] = set()

    def run(self, operators: Operators) -> Iterator[Painted]:
        """Yield what the operators paint."""
        for name, operands in operators:
            self._reader.count()
            try:
                yield from self._run(name, operands)
            except _DAMAGED:
                self._reader.strange += 1

    def _run(self, name: str, operands: Sequence[Any]) -> Iterator[Painted]:
        if name in _PAINTS:
            yield from self._paint_path(*_PAINTS[name])
        elif name in _PAINTERS:
            yield from _PAINTERS[name](self, operands)
        elif name in _SETTERS:
            _SETTERS[name](self, operands)

    # --- state ---

    def _save(self, _: Sequence[Any]) -> None:
        if len(self._saved) < MOST_SAVED:
            self._saved.append(self._state.copy())

    def _restore(self, _: Sequence[Any]) -> None:
        if self._saved:
            self._state = self._saved.pop()

    def _concat(self, operands: Sequence[Any]) -> None:
        self._state.matrix @= Matrix(*map(float, operands))

    def _set_width(self, operands: Sequence[Any]) -> None:
        self._state.line_width = abs(float(operands[0]))

    def _set_state(self, operands: Sequence[Any]) -> None:
        given, state = self._resources["/ExtGState"][operands[0]], self._state
        state.line_width = float(given.get("/LW", state.line_width))
        state.fill_alpha = float(given.get("/ca", state.fill_alpha))
        state.stroke_alpha = float(given.get("/CA", state.stroke_alpha))
        state.stroke_overprint = bool(given.get("/OP", state.stroke_overprint))
        state.fill_overprint = bool(given.get("/op", given.get("/OP", state.fill_overprint)))
        if "/SMask" in given:
            state.has_mask = has_entries(given["/SMask"])
        if "/BM" in given:
            blend = given["/BM"]
            state.blend = (str(blend[0]) if is_array(blend) else str(blend)).lstrip("/")
        if "/Font" in given:
            state.font, state.font_size = given["/Font"][0], float(given["/Font"][1])

    # --- colour ---

    def _set_colour(self, space: ColourSpace, operands: Sequence[Any], *, stroked: bool) -> None:
        self._put_colour(Colour(space, tuple(map(float, operands))), stroked=stroked)

    def _put_colour(self, colour: Colour, *, stroked: bool) -> None:
        if stroked:
            self._state.stroke = colour
        else:
            self._state.fill = colour

    def _set_space(self, operands: Sequence[Any], *, stroked: bool) -> None:
        space = read_colour_space(operands[0], self._resources.get("/ColorSpace"))
        self._put_colour(first_colour(space), stroked=stroked)

    def _set_values(self, operands: Sequence[Any], *, stroked: bool) -> None:
        space = (self._state.stroke if stroked else self._state.fill).space
        if space.kind != PATTERN:
            self._set_colour(space, operands, stroked=stroked)
            return
        pattern = self._resources["/Pattern"][operands[-1]]
        colour = Colour(space, tuple(map(float, operands[:-1])), pattern)
        self._put_colour(colour, stroked=stroked)

    # --- paths ---

    def _add_points(self, operands: Sequence[Any]) -> None:
        values = [float(each) for each in operands]
        self._points += [self._state.matrix.apply(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]

    def _add_rectangle(self, operands: Sequence[Any]) -> None:
        x, y, width, height = map(float, operands)
        self._points += [self._state.matrix.apply(*at) for at in ((x, y), (x + width, y), (x + width, y + height))]
        self._points.append(self._state.matrix.apply(x, y + height))

    def _set_clip(self, _: Sequence[Any]) -> None:
        self._clips = True

    def _paint_path(self, is_filled: bool, is_stroked: bool) -> Iterator[Painted]:
        points, clips, state = self._points, self._clips, self._state
        self._points, self._clips = [], False
        if not points:
            return
        path = Rect.around(points)
        reach = state.stroke_width / 2 if is_stroked else 0.0
        bounds = path.expand(reach).intersection(state.clip)
        if clips:
            state.clip = state.clip.intersection(path)
        if (is_filled or is_stroked) and _is_visible(bounds):
            thickness = min(path.width, path.height)
            painted = Painted(PATH, bounds, state, is_filled, is_stroked, thickness=thickness)
            yield painted
            yield from self._paint_patterns(painted)

    # --- text ---

    def _begin_text(self, _: Sequence[Any]) -> None:
        self._text = self._line = Matrix()

    def _set_font(self, operands: Sequence[Any]) -> None:
        self._state.font_size = float(operands[1])
        self._state.font = self._resources.get("/Font", {}).get(operands[0])

    def _set_number(self, operands: Sequence[Any], name: str) -> None:
        setattr(self._state, name, float(operands[0]))

    def _set_text_mode(self, operands: Sequence[Any]) -> None:
        self._state.text_mode = int(operands[0])

    def _set_stretch(self, operands: Sequence[Any]) -> None:
        self._state.stretch = float(operands[0]) / 100

    def _move_text(self, operands: Sequence[Any]) -> None:
        self._line @= Matrix.translation(float(operands[0]), float(operands[1]))
        self._text = self._line

    def _move_and_lead(self, operands: Sequence[Any]) -> None:
        self._state.leading = -float(operands[1])
        self._move_text(operands)

    def _next_line(self, _: Sequence[Any]) -> None:
        self._move_text((0, -self._state.leading))

    def _set_text_matrix(self, operands: Sequence[Any]) -> None:
        self._text = self._line = Matrix(*map(float, operands))

    def _show(self, operands: Sequence[Any]) -> Iterator[Painted]:
        yield from self._show_text([bytes(operands[-1])], 0.0)

    def _show_on_next_line(self, operands: Sequence[Any]) -> Iterator[Painted]:
        self._next_line(())
        yield from self._show(operands)

    def _show_pieces(self, operands: Sequence[Any]) -> Iterator[Painted]:
        import pikepdf

        pieces = [bytes(each) for each in operands[0] if isinstance(each, pikepdf.String)]
        moves = [float(each) for each in operands[0] if not isinstance(each, pikepdf.String)]
        yield from self._show_text(pieces, -sum(moves) / 1000)

    def _show_text(self, pieces: Sequence[bytes], moved: float) -> Iterator[Painted]:
        """Yield a text of some pieces, which are moved apart by some ems together."""
        state, widths = self._state, self._reader.widths(self._state.font)
        count = sum(map(len, pieces)) // widths.code_bytes
        if not count:
            return
        ems = sum(map(widths.total, pieces)) + moved
        width = (ems * state.font_size + count * state.letter_space) * state.stretch
        whole, size = state.matrix @ self._text, state.font_size
        bounds = whole.bounding_box(Rect(0, state.rise - _DESCENT * size, width, size)).intersection(state.clip)
        reach = whole.bounding_box(Rect(0, state.rise - 2 * _DESCENT * size, width, 1.5 * size))
        self._text @= Matrix.translation(width, 0)
        if state.text_mode % 4 == _INVISIBLE:
            return
        if not _is_visible(bounds):
            self._reader.has_clipped = True
            return
        size = abs(state.font_size) * whole.mean_scale
        self._reader.texts.append((reach, size, state.clip))
        is_filled, is_stroked = state.text_mode % 4 in {0, 2}, state.text_mode % 4 in {1, 2}
        painted = Painted(TEXT, bounds, state, is_filled, is_stroked, font=state.font, size=size)
        yield painted
        yield from self._paint_patterns(painted)

    # --- pictures, forms, shadings, patterns ---

    def _draw(self, operands: Sequence[Any]) -> Iterator[Painted]:
        drawn = self._resources["/XObject"][operands[0]]
        if str(drawn.Subtype) == "/Image":
            yield from self._draw_image(drawn)
        elif str(drawn.Subtype) == "/Form":
            yield from self._draw_form(drawn)

    def _draw_image(self, drawn: Any) -> Iterator[Painted]:
        is_stencil = bool(drawn.get("/ImageMask", False))
        space = None if is_stencil else self._image_space(drawn.get("/ColorSpace"))
        bits = 1 if is_stencil else int(drawn.get("/BitsPerComponent", 8))
        size = int(drawn.Width), int(drawn.Height)
        is_smoothed = bool(drawn.get("/Interpolate", False))
        yield from self._place_image(
            PlacedImage(*size, bits, is_stencil, space, drawn, self._state.matrix, is_smoothed)
        )

    def _draw_inline(self, operands: Sequence[Any]) -> Iterator[Painted]:
        keys = _inline_keys(operands[0].obj)
        is_stencil = bool(keys.get("/ImageMask", False))
        space = None if is_stencil else self._image_space(keys.get("/ColorSpace"))
        size = int(keys["/Width"]), int(keys["/Height"])
        bits = 1 if is_stencil else int(keys.get("/BitsPerComponent", 8))
        yield from self._place_image(PlacedImage(*size, bits, is_stencil, space, None, self._state.matrix))

    def _image_space(self, given: Any) -> ColourSpace | None:
        """Return the colour space of a picture; None without one, or where it cannot be read."""
        if given is None:
            return None
        try:
            return read_colour_space(given, self._resources.get("/ColorSpace"))
        except _DAMAGED:
            self._reader.strange += 1
            return None

    def _place_image(self, image: PlacedImage) -> Iterator[Painted]:
        bounds = image.matrix.bounding_box(Rect(0, 0, 1, 1)).intersection(self._state.clip)
        if _is_visible(bounds):
            yield Painted(IMAGE, bounds, self._state, image=image)

    def _draw_form(self, form: Any) -> Iterator[Painted]:
        key = form.objgen
        if key in self._around or len(self._around) >= DEEPEST:
            return
        state = self._state.copy()
        state.matrix @= _matrix_of(form)
        state.clip = state.clip.intersection(state.matrix.bounding_box(_box_of(form)))
        if not _is_visible(state.clip):
            self._reader.has_clipped = True
            return
        if "/Group" in form:
            yield Painted(GROUP, state.clip, self._state)
        resources = form.get("/Resources", self._resources)
        yield from self._inner(form, resources, state)

    def _inner(self, form: Any, resources: Any, state: PaintState) -> Iterator[Painted]:
        around = (*self._around, form.objgen)
        yield from _Drawing(self._reader, resources, state, around).run(self._reader.operators(form, form.objgen))

    def _shade(self, operands: Sequence[Any]) -> Iterator[Painted]:
        shading = self._resources["/Shading"][operands[0]]
        if _is_visible(self._state.clip):
            yield Painted(SHADING, self._state.clip, self._state, shading=shading)

    def _paint_patterns(self, painted: Painted) -> Iterator[Painted]:
        """Yield what the patterns hold that were set as colours, those of tiles once for each page."""
        for pattern in [each.pattern for each in painted.colours if each.pattern is not None]:
            if "/Shading" in pattern:
                yield Painted(SHADING, painted.bounds, painted.state, shading=pattern.Shading)
            elif pattern.objgen not in self._patterns and pattern.objgen not in self._around:
                self._patterns.add(pattern.objgen)
                yield from self._draw_tile(pattern, painted.bounds)

    def _draw_tile(self, pattern: Any, bounds: Rect) -> Iterator[Painted]:
        if len(self._around) >= DEEPEST:
            return
        state = PaintState(self._base @ _matrix_of(pattern), bounds)
        tile = state.matrix.bounding_box(_box_of(pattern))
        # One tile stands for all; where it is shown first, its place is as good as any other.
        state.matrix = Matrix.translation(bounds.x - tile.x, bounds.y - tile.y) @ state.matrix
        if int(pattern.get("/PaintType", 1)) == 2:
            state.fill = state.stroke = Colour(self._state.fill.space, self._state.fill.values)
        yield from self._inner(pattern, pattern.get("/Resources", {}), state)


def _is_visible(bounds: Rect) -> bool:
    return bounds.width > 0 or bounds.height > 0


def _matrix_of(form: Any) -> Matrix:
    return Matrix(*map(float, form.get("/Matrix", (1, 0, 0, 1, 0, 0))))


def _box_of(form: Any) -> Rect:
    left, bottom, right, top = map(float, form.BBox)
    return Rect.around([(left, bottom), (right, top)])


_SHORT_KEYS = {"/W": "/Width", "/H": "/Height", "/BPC": "/BitsPerComponent", "/CS": "/ColorSpace", "/IM": "/ImageMask"}


def _inline_keys(image: Any) -> dict[str, Any]:
    """Return the dictionary of an inline image, whose keys may be short."""
    return {_SHORT_KEYS.get(key, key): value for key, value in image.items()}


_Painter = Callable[[_Drawing, Sequence[Any]], Iterator[Painted]]
_Setter = Callable[[_Drawing, Sequence[Any]], None]

_PAINTERS: dict[str, _Painter] = {
    "Tj": _Drawing._show,
    "TJ": _Drawing._show_pieces,
    "'": _Drawing._show_on_next_line,
    '"': _Drawing._show_on_next_line,
    "Do": _Drawing._draw,
    "sh": _Drawing._shade,
    INLINE_IMAGE: _Drawing._draw_inline,
}
_SETTERS: dict[str, _Setter] = {
    "q": _Drawing._save,
    "Q": _Drawing._restore,
    "cm": _Drawing._concat,
    "w": _Drawing._set_width,
    "gs": _Drawing._set_state,
    "g": lambda drawing, operands: drawing._set_colour(DEVICE_GREY, operands, stroked=False),
    "G": lambda drawing, operands: drawing._set_colour(DEVICE_GREY, operands, stroked=True),
    "rg": lambda drawing, operands: drawing._set_colour(DEVICE_RGB, operands, stroked=False),
    "RG": lambda drawing, operands: drawing._set_colour(DEVICE_RGB, operands, stroked=True),
    "k": lambda drawing, operands: drawing._set_colour(DEVICE_CMYK, operands, stroked=False),
    "K": lambda drawing, operands: drawing._set_colour(DEVICE_CMYK, operands, stroked=True),
    "cs": lambda drawing, operands: drawing._set_space(operands, stroked=False),
    "CS": lambda drawing, operands: drawing._set_space(operands, stroked=True),
    **dict.fromkeys(("sc", "scn"), lambda drawing, operands: drawing._set_values(operands, stroked=False)),
    **dict.fromkeys(("SC", "SCN"), lambda drawing, operands: drawing._set_values(operands, stroked=True)),
    **dict.fromkeys(("m", "l", "c", "v", "y"), _Drawing._add_points),
    "re": _Drawing._add_rectangle,
    **dict.fromkeys(("W", "W*"), _Drawing._set_clip),
    "BT": _Drawing._begin_text,
    "Tf": _Drawing._set_font,
    "Tr": _Drawing._set_text_mode,
    "TL": lambda drawing, operands: drawing._set_number(operands, "leading"),
    "Tc": lambda drawing, operands: drawing._set_number(operands, "letter_space"),
    "Ts": lambda drawing, operands: drawing._set_number(operands, "rise"),
    "Tz": _Drawing._set_stretch,
    "Td": _Drawing._move_text,
    "TD": _Drawing._move_and_lead,
    "T*": _Drawing._next_line,
    "Tm": _Drawing._set_text_matrix,
}
