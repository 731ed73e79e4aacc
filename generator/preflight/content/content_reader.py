"""Reads the content of a page, and of the forms and patterns that it draws, and yields what is painted.

Bounded on hostile files: so many operators, so many forms in forms; no form draws itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from generator.base.errors import HandledError
from generator.base.geometry import Matrix, Point, Rect
from generator.base.memory.bounded_cache import BoundedCache
from generator.preflight.content.colour_space import (
    PATTERN,
    Colour,
    ColourSpace,
    StrangeValueError,
    first_colour,
    read_colour_space,
)
from generator.preflight.content.graphics_state import state_changes
from generator.preflight.content.page_content import ContentParser, Operator, PageContent, content_data
from generator.preflight.content.paint_state import PaintState
from generator.preflight.content.painted import GROUP, IMAGE, PATH, SHADING, TEXT, Painted, PlacedImage
from generator.preflight.content.painted_path import POINTS, PaintedPath
from generator.preflight.content.pdf_values import MISREAD, ObjectMemory, is_array, is_stream
from generator.preflight.content.shading_colours import shading_space
from generator.preflight.content.text_widths import PLAIN, FontWidths, read_widths

Operators = Iterable[Operator]

ClippedText = tuple[Rect, float, Rect]
"""Area of the letters of a text, clipped or not, their size, and the clip."""

MOST_STEPS = 12_000_000
"""Operators of one page, counted as often as forms are drawn: a minute or less."""
PAINTED_STEPS = 2
"""Steps that a painting operator counts as: all checks look at it. Other operators count as 1."""
DEEPEST = 24
"""Forms in forms."""
MOST_SAVED = 512
"""States that wait for their `Q`."""
_KEPT = 4_000_000
"""Bytes of forms that are kept to be drawn again, with their operators."""

_KEPT_COLOURS = 20_000
_FILTERS = {"/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/ASCII85Decode", "/A85", "/ASCIIHexDecode", "/AHx"}
_FILTERS |= {"/RunLengthDecode", "/RL"}
"""Filters of content that are known."""
_DAMAGED = (*MISREAD, RuntimeError)
"""Errors that values of the wrong kind and damaged data raise; such an operator is left out, as viewers do."""
_PAINTS = {
    **dict.fromkeys(("f", "F", "f*"), (True, False)),
    **dict.fromkeys(("S", "s"), (False, True)),
    **dict.fromkeys(("B", "B*", "b", "b*"), (True, True)),
    "n": (False, False),
}
"""Whether an operator fills and strokes the path."""
_CLOSES = {"s", "b", "b*"}
"""Operators that close a path before they paint it."""
_COMPATIBLE = {"BX": 1, "EX": -1}
"""Operators that begin and end a section in which a viewer leaves out what it does not know."""
_WITHOUT_EFFECT = {"J", "j", "M", "d", "i", "ri", "Tw", "ET", "MP", "DP", "BMC", "BDC", "EMC", "d0", "d1"}
"""Operators that change nothing that is looked at."""
INLINE_IMAGE = "INLINE IMAGE"
"""The operator of a picture that is written in the content."""
_DESCENT = 0.25
"""Ems that letters reach below their line, by estimate."""
_INVISIBLE = 3
"""Text mode of text that can be searched and is not printed."""


class TooMuchContentError(HandledError):
    """A page paints more than is looked at."""


class ContentReader:
    """Reads the pages of one file."""

    def __init__(self) -> None:
        """Start a reader for the pages of one file."""
        self.steps = 0
        """Operators of the page that were read."""
        self.strange = 0
        """Operators that could not be understood and were left out."""
        self.texts: list[ClippedText] = []
        """The texts of the page that is read."""
        self.has_clipped = False
        """Whether something of that page is clipped away as a whole."""
        self.is_circular = False
        """Whether a form or pattern of that page draws itself."""
        self._parser = ContentParser()
        self._colours: dict[tuple[int, tuple[float, ...]], Colour] = BoundedCache(_KEPT_COLOURS)
        """Colours by their space, which each of them keeps, and their values."""
        self._contents: dict[tuple[int, int] | None, PageContent] = {}
        self._kept = 0
        self._widths = ObjectMemory(read_widths)
        self._states = ObjectMemory(state_changes)

    def paint(self, page: Any, operators: Operators, clip: Rect) -> Iterator[Painted]:
        """Yield the objects that the operators of a pikepdf page paint within `clip`. Raises TooMuchContentError."""
        self.texts, self.has_clipped, self.is_circular = [], False, False
        self.steps = 0
        for painted in _Drawing(self, page.resources, PaintState(Matrix(), clip), ()).run(operators):
            self.count(PAINTED_STEPS)
            yield painted

    def count(self, steps: int = 1) -> None:
        """Count operators that were read. Raises TooMuchContentError if a page has too many."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooMuchContentError

    def state_changes(self, graphics_state: Any) -> Mapping[str, Any]:
        """Return the changes that a graphics state dictionary makes, by field of PaintState."""
        return self._states.get(graphics_state)

    def widths(self, font: Any) -> FontWidths:
        """Return the widths of the letters of a font; estimates for None."""
        if font is None:
            return PLAIN
        return self._widths.get(font)

    def no_content(self) -> PageContent:
        """Return the content of a page that has none."""
        return PageContent(b"", self._parser)

    def colour(self, space: ColourSpace, values: tuple[float, ...]) -> Colour:
        """Return a colour; the same object for the same values, as far as they are cached."""
        key = id(space), values
        if key not in self._colours:
            # A page may set a new colour for each of a million shapes.
            self._colours[key] = Colour(space, values)
        return self._colours[key]

    def content(self, drawn: Any, key: tuple[int, int] | None = None) -> PageContent:
        """Return the content of a page or form. Forms have a key, under which their content is cached.

        Raises StrangeValueError where the content cannot be read at all.
        """
        if key in self._contents:
            return self._contents[key]
        try:
            content = PageContent(content_data(drawn), self._parser)
        except MemoryError:
            raise
        except Exception:  # whatever the decoders make of damaged data
            raise StrangeValueError from None
        # A page is drawn once, so only the content of forms is worth the memory.
        if key and self._kept + len(content.data) < _KEPT:
            self._kept += len(content.data)
            self._contents[key] = content
        return content


def is_packed_as_known(page: Any) -> bool:
    """Return whether the filters of a page's content are known, so that unreadable content must be damaged."""
    content = page.obj.get("/Contents")
    streams = list(content) if is_array(content) else [content]
    return all(_filters(stream) <= _FILTERS for stream in streams if is_stream(stream))


def _filters(stream: Any) -> set[str]:
    """Return the names of a stream's filters."""
    filters = stream.get("/Filter", ())
    return set(map(str, filters)) if is_array(filters) else {str(filters)} if filters else set()


class _Drawing:
    """Reads one content stream: that of a page, a form or a pattern."""

    def __init__(self, reader: ContentReader, resources: Any, state: PaintState, around: tuple[Any, ...]) -> None:
        """Take the resources and the state to begin with.

        `around` are the forms that are being drawn outside of this one.
        """
        self._reader, self._resources, self._around = reader, resources, around
        self._state, self._base = state, state.matrix
        self._saved: list[PaintState] = []
        self._path = PaintedPath()
        self._clips = False
        self._compatible = 0
        """How many sections are open in which operators may be unknown."""
        self._text = self._line = Matrix()
        self._patterns: set[tuple[int, int]] = set()
        self._devices: dict[str, ColourSpace] = {}
        """The spaces of colours that are set without naming one."""

    def run(self, operators: Operators) -> Iterator[Painted]:
        """Run operators, and yield the objects that they paint; operators that cannot be understood are counted."""
        for name, operands in operators:
            self._reader.count()
            try:
                if name in _SETTERS:
                    _SETTERS[name](self, operands)
                elif name in _PAINTS:
                    yield from self._paint_path(name)
                elif name in _PAINTERS:
                    yield from _PAINTERS[name](self, operands)
                elif name in _COMPATIBLE:
                    self._compatible += _COMPATIBLE[name]
                elif name not in _WITHOUT_EFFECT and not self._compatible:
                    self._reader.strange += 1
            except _DAMAGED:
                self._reader.strange += 1

    # --- state ---

    def _save(self, _: Sequence[Any]) -> None:
        """Save the graphics state (PDF operator `q`)."""
        if len(self._saved) < MOST_SAVED:
            self._saved.append(self._state.copy())

    def _restore(self, _: Sequence[Any]) -> None:
        """Restore the graphics state that was saved last (PDF operator `Q`)."""
        # Viewers pass over a Q without its q.
        if self._saved:
            self._state = self._saved.pop()

    def _concat(self, operands: Sequence[Any]) -> None:
        """Apply a matrix to the coordinates (PDF operator `cm`)."""
        self._state.matrix @= _matrix(operands)

    def _set_width(self, operands: Sequence[Any]) -> None:
        """Set the width of lines (PDF operator `w`)."""
        self._state.line_width = abs(float(operands[0]))

    def _set_state(self, operands: Sequence[Any]) -> None:
        """Set the values of a graphics state dictionary (PDF operator `gs`)."""
        changes = self._reader.state_changes(self._resources["/ExtGState"][operands[0]])
        for name, value in changes.items():
            setattr(self._state, name, value)

    # --- colour ---

    def _set_colour(self, space: ColourSpace, operands: Sequence[Any], *, stroked: bool) -> None:
        """Set the fill or stroke colour to values in a space."""
        self._put_colour(self._reader.colour(space, tuple(map(float, operands))), stroked=stroked)

    def _set_device(self, name: str, operands: Sequence[Any], *, stroked: bool) -> None:
        """Set the fill or stroke colour in a space of the device, such as grey: `g`, `rg`, `k`."""
        if name not in self._devices:
            self._devices[name] = read_colour_space(name, self._resources.get("/ColorSpace"))
        self._set_colour(self._devices[name], operands, stroked=stroked)

    def _put_colour(self, colour: Colour, *, stroked: bool) -> None:
        """Set the stroke colour if `stroked`, or else the fill colour."""
        if stroked:
            self._state.stroke = colour
        else:
            self._state.fill = colour

    def _set_space(self, operands: Sequence[Any], *, stroked: bool) -> None:
        """Set the fill or stroke colour space, which begins with its first colour (PDF operator `cs`)."""
        space = read_colour_space(operands[0], self._resources.get("/ColorSpace"))
        self._put_colour(first_colour(space), stroked=stroked)

    def _set_values(self, operands: Sequence[Any], *, stroked: bool) -> None:
        """Set the fill or stroke colour in the current space, or a pattern (PDF operators `sc`, `scn`)."""
        space = (self._state.stroke if stroked else self._state.fill).space
        if space.kind != PATTERN:
            self._set_colour(space, operands, stroked=stroked)
            return
        pattern = self._resources["/Pattern"][operands[-1]]
        colour = Colour(space, tuple(map(float, operands[:-1])), pattern)
        self._put_colour(colour, stroked=stroked)

    # --- paths ---

    def _add_point(self, name: str, operands: Sequence[Any]) -> None:
        """Add one point to the path (PDF operators `m`, `l`)."""
        x, y = map(float, operands)
        matrix, path = self._state.matrix, self._path
        path.xs.append(matrix.a * x + matrix.c * y + matrix.e)
        path.ys.append(matrix.b * x + matrix.d * y + matrix.f)
        path.operators.append(name)

    def _add_points(self, name: str, operands: Sequence[Any]) -> None:
        """Add a curve or the end of a subpath to the path (PDF operators `c`, `v`, `y`, `h`).

        Raises ValueError for a wrong number of operands.
        """
        values = [float(value) for value in operands]
        if len(values) != 2 * POINTS[name]:
            raise ValueError(name)
        self._join(name, [*zip(values[::2], values[1::2], strict=True)])

    def _add_rectangle(self, operands: Sequence[Any]) -> None:
        """Add a rectangle to the path (PDF operator `re`)."""
        x, y, width, height = map(float, operands)
        self._join("re", [(x, y), (x + width, y), (x + width, y + height), (x, y + height)])

    def _join(self, name: str, points: Sequence[Point]) -> None:
        """Add points to the path, moved by the current matrix."""
        matrix, path = self._state.matrix, self._path
        for x, y in points:
            path.xs.append(matrix.a * x + matrix.c * y + matrix.e)
            path.ys.append(matrix.b * x + matrix.d * y + matrix.f)
        path.operators.append(name)

    def _set_clip(self, _: Sequence[Any]) -> None:
        """Note that the current path becomes a clip once it is painted (PDF operator `W`)."""
        self._clips = True

    def _paint_path(self, name: str) -> Iterable[Painted]:
        """Return the objects that a painting operator draws from the current path, and start a new path."""
        is_filled, is_stroked = _PAINTS[name]
        path, state = self._path, self._state
        self._path = PaintedPath()
        if not path.xs:
            self._clips = False
            return ()
        if name in _CLOSES:
            path.operators.append("h")
        bounds = path.clipped_bounds(state.stroke_width / 2 if is_stroked else 0.0, state.clip)
        # W clips only after its path is painted (ISO 32000-1, 8.5.4), so the bounds come first.
        if self._clips:
            self._clips = False
            state.clip = state.clip.intersection(path.bounds())
        if not (is_filled or is_stroked) or not _is_visible(bounds):
            return ()
        painted = Painted(PATH, bounds, state, is_filled, is_stroked, path=path)
        if state.fill.pattern is None and state.stroke.pattern is None:
            return (painted,)
        return chain((painted,), self._paint_patterns(painted))

    # --- text ---

    def _begin_text(self, _: Sequence[Any]) -> None:
        """Begin a text at the origin (PDF operator `BT`)."""
        self._text = self._line = Matrix()

    def _set_font(self, operands: Sequence[Any]) -> None:
        """Set font and size (PDF operator `Tf`)."""
        self._state.font_size = float(operands[1])
        self._state.font = self._resources.get("/Font", {}).get(operands[0])

    def _set_number(self, operands: Sequence[Any], name: str) -> None:
        """Set a number of the text state, such as its leading."""
        setattr(self._state, name, float(operands[0]))

    def _set_text_mode(self, operands: Sequence[Any]) -> None:
        """Set the text mode, which fills, strokes or hides letters (PDF operator `Tr`)."""
        self._state.text_mode = int(operands[0])

    def _set_stretch(self, operands: Sequence[Any]) -> None:
        """Set the horizontal scale of text (PDF operator `Tz`)."""
        self._state.stretch = float(operands[0]) / 100

    def _move_text(self, operands: Sequence[Any]) -> None:
        """Move to another line of text (PDF operator `Td`)."""
        self._line @= Matrix.translation(float(operands[0]), float(operands[1]))
        self._text = self._line

    def _move_and_lead(self, operands: Sequence[Any]) -> None:
        """Move to another line, and set the distance of lines (PDF operator `TD`)."""
        # TD sets the leading to its second operand, negated (ISO 32000-1, table 108).
        self._state.leading = -float(operands[1])
        self._move_text(operands)

    def _next_line(self, _: Sequence[Any]) -> None:
        """Move to the next line (PDF operator `T*`)."""
        self._move_text((0, -self._state.leading))

    def _set_text_matrix(self, operands: Sequence[Any]) -> None:
        """Set the matrix of text (PDF operator `Tm`)."""
        self._text = self._line = _matrix(operands)

    def _show(self, operands: Sequence[Any]) -> Iterator[Painted]:
        """Yield a text that is painted at the current place (PDF operator `Tj`)."""
        # The operator " has two spacings before its text (ISO 32000-1, table 109).
        yield from self._show_text([bytes(operands[-1])], 0.0)

    def _show_on_next_line(self, operands: Sequence[Any]) -> Iterator[Painted]:
        """Yield a text on the next line (PDF operators `'` and `"`)."""
        self._next_line(())
        yield from self._show(operands)

    def _show_pieces(self, operands: Sequence[Any]) -> Iterator[Painted]:
        """Yield a text of several pieces with gaps between (PDF operator `TJ`)."""
        import pikepdf

        pieces = [bytes(item) for item in operands[0] if isinstance(item, pikepdf.String)]
        moves = [float(item) for item in operands[0] if not isinstance(item, pikepdf.String)]
        # Numbers between strings are thousandths of an em, and move back (ISO 32000-1, table 109).
        yield from self._show_text(pieces, -sum(moves) / 1000)

    def _show_text(self, pieces: Sequence[bytes], moved: float) -> Iterator[Painted]:
        """Yield a text of several pieces; `moved` is the sum of the gaps between them, in ems."""
        state, widths = self._state, self._reader.widths(self._state.font)
        count = sum(map(len, pieces)) // widths.code_bytes
        if not count:
            return
        ems = sum(map(widths.total, pieces)) + moved
        width = (ems * state.font_size + count * state.letter_space) * state.stretch
        whole, size = state.matrix @ self._text, state.font_size
        bounds = whole.bounding_box(Rect(0, state.rise - _DESCENT * size, width, size)).intersection(state.clip)
        # The boxes that pdfium gives of letters have to lie inside, so it is larger than the estimate.
        reach = whole.bounding_box(Rect(0, state.rise - 2 * _DESCENT * size, width, 1.5 * size))
        self._text @= Matrix.translation(width, 0)
        # Modes 4 to 7 paint as 0 to 3 do, and add the text to the clip (ISO 32000-1, table 106).
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
        """Yield the objects of a picture or form (PDF operator `Do`)."""
        drawn = self._resources["/XObject"][operands[0]]
        if str(drawn.Subtype) == "/Image":
            yield from self._draw_image(drawn)
        elif str(drawn.Subtype) == "/Form":
            yield from self._draw_form(drawn)

    def _draw_image(self, drawn: Any) -> Iterator[Painted]:
        """Yield a picture of pixels, an image XObject of the file, at the current place."""
        is_stencil = bool(drawn.get("/ImageMask", False))
        space = None if is_stencil else self._image_space(drawn.get("/ColorSpace"))
        # JPEG 2000 tells its bits itself and may leave them out here (ISO 32000-1, table 89).
        bits = 1 if is_stencil else int(drawn.get("/BitsPerComponent", 8))
        size = int(drawn.Width), int(drawn.Height)
        is_smoothed = bool(drawn.get("/Interpolate", False))
        yield from self._place_image(
            PlacedImage(*size, bits, is_stencil, space, drawn, self._state.matrix, is_smoothed)
        )

    def _draw_inline(self, operands: Sequence[Any]) -> Iterator[Painted]:
        """Yield a picture that is written in the content (PDF operator `BI`)."""
        keys = _inline_keys(operands[0].obj)
        is_stencil = bool(keys.get("/ImageMask", False))
        space = None if is_stencil else self._image_space(keys.get("/ColorSpace"))
        size = int(keys["/Width"]), int(keys["/Height"])
        bits = 1 if is_stencil else int(keys.get("/BitsPerComponent", 8))
        yield from self._place_image(PlacedImage(*size, bits, is_stencil, space, None, self._state.matrix))

    def _image_space(self, value: Any) -> ColourSpace | None:
        """Return the colour space of a picture; None without one, or where it cannot be read."""
        if value is None:
            return None
        try:
            return read_colour_space(value, self._resources.get("/ColorSpace"))
        except _DAMAGED:
            self._reader.strange += 1
            return None

    def _place_image(self, image: PlacedImage) -> Iterator[Painted]:
        """Yield a picture, if any of it is within the clip."""
        # A picture fills the unit square of its coordinates (ISO 32000-1, 8.9.4).
        bounds = image.matrix.bounding_box(Rect(0, 0, 1, 1)).intersection(self._state.clip)
        if _is_visible(bounds):
            yield Painted(IMAGE, bounds, self._state, image=image)

    def _draw_form(self, form: Any) -> Iterator[Painted]:
        """Yield the objects that a form paints; a form that draws itself is noted and left out."""
        key = form.objgen
        if key in self._around:
            self._reader.is_circular = True
            return
        if len(self._around) >= DEEPEST:
            self._reader.strange += 1
            return
        state = self._state.copy()
        state.matrix @= _matrix_of(form)
        state.clip = state.clip.intersection(state.matrix.bounding_box(_box_of(form)))
        if not _is_visible(state.clip):
            self._reader.has_clipped = True
            return
        if "/Group" in form:
            yield Painted(GROUP, state.clip, self._state)
        # Forms of PDF 1.1 may have no resources, and use those of their page (ISO 32000-1, 7.8.3).
        resources = form.get("/Resources", self._resources)
        yield from self._inner(form, resources, state)

    def _inner(self, form: Any, resources: Any, state: PaintState) -> Iterator[Painted]:
        """Yield the objects that the content of a form or pattern paints."""
        around = (*self._around, form.objgen)
        yield from _Drawing(self._reader, resources, state, around).run(self._reader.content(form, form.objgen))

    def _shade(self, operands: Sequence[Any]) -> Iterator[Painted]:
        """Yield a shading that fills the clip (PDF operator `sh`)."""
        shading = self._resources["/Shading"][operands[0]]
        if _is_visible(self._state.clip):
            yield self._shaded(shading, self._state.clip, self._state)

    def _shaded(self, shading: Any, bounds: Rect, state: PaintState) -> Painted:
        """Return a shading as a painted object."""
        space = shading_space(shading, self._resources.get("/ColorSpace"))
        return Painted(SHADING, bounds, state, shading=shading, shading_space=space)

    def _paint_patterns(self, painted: Painted) -> Iterator[Painted]:
        """Yield the content of patterns that are set as colours; each tile is drawn once a page."""
        for pattern in [colour.pattern for colour in painted.colours if colour.pattern is not None]:
            if "/Shading" in pattern:
                yield self._shaded(pattern.Shading, painted.bounds, painted.state)
            elif pattern.objgen in self._around:
                self._reader.is_circular = True
            elif pattern.objgen not in self._patterns:
                self._patterns.add(pattern.objgen)
                yield from self._draw_tile(pattern, painted.bounds)

    def _draw_tile(self, pattern: Any, bounds: Rect) -> Iterator[Painted]:
        """Yield the objects of one tile of a pattern, at the place where the pattern is first shown."""
        if len(self._around) >= DEEPEST:
            self._reader.strange += 1
            return
        # A pattern's matrix starts from the page or form around it, not from the current one (ISO 32000-1, 8.7.2).
        state = PaintState(self._base @ _matrix_of(pattern), bounds)
        tile = state.matrix.bounding_box(_box_of(pattern))
        # One tile stands for all; where it is shown first, its place is as good as any other.
        state.matrix = Matrix.translation(bounds.x - tile.x, bounds.y - tile.y) @ state.matrix
        # An uncoloured tile is painted in the colour that is set with it (ISO 32000-1, 8.7.3.3).
        if int(pattern.get("/PaintType", 1)) == 2:
            state.fill = state.stroke = Colour(self._state.fill.space, self._state.fill.values)
        yield from self._inner(pattern, pattern.get("/Resources", {}), state)


def _is_visible(bounds: Rect) -> bool:
    """Return whether bounds have any width or height."""
    # A level or upright line has no thickness beside its stroke.
    return bounds.width > 0 or bounds.height > 0


def _matrix_of(form: Any) -> Matrix:
    """Return the matrix of a form or pattern."""
    return _matrix(form.get("/Matrix", (1, 0, 0, 1, 0, 0)))


def _matrix(numbers: Iterable[Any]) -> Matrix:
    """Return a matrix of six numbers; raises ValueError for any other count."""
    a, b, c, d, e, f = map(float, numbers)
    return Matrix(a, b, c, d, e, f)


def _box_of(form: Any) -> Rect:
    """Return the bounding box of a form or pattern."""
    x_min, y_min, x_max, y_max = map(float, form.BBox)
    return Rect.around([(x_min, y_min), (x_max, y_max)])


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


def _point_setter(name: str) -> _Setter:
    """Return the function for a PDF operator that adds points to a path, such as `c`."""
    return lambda drawing, operands: drawing._add_points(name, operands)


_SETTERS: dict[str, _Setter] = {
    "q": _Drawing._save,
    "Q": _Drawing._restore,
    "cm": _Drawing._concat,
    "w": _Drawing._set_width,
    "gs": _Drawing._set_state,
    "g": lambda drawing, operands: drawing._set_device("/DeviceGray", operands, stroked=False),
    "G": lambda drawing, operands: drawing._set_device("/DeviceGray", operands, stroked=True),
    "rg": lambda drawing, operands: drawing._set_device("/DeviceRGB", operands, stroked=False),
    "RG": lambda drawing, operands: drawing._set_device("/DeviceRGB", operands, stroked=True),
    "k": lambda drawing, operands: drawing._set_device("/DeviceCMYK", operands, stroked=False),
    "K": lambda drawing, operands: drawing._set_device("/DeviceCMYK", operands, stroked=True),
    "cs": lambda drawing, operands: drawing._set_space(operands, stroked=False),
    "CS": lambda drawing, operands: drawing._set_space(operands, stroked=True),
    **dict.fromkeys(("sc", "scn"), lambda drawing, operands: drawing._set_values(operands, stroked=False)),
    **dict.fromkeys(("SC", "SCN"), lambda drawing, operands: drawing._set_values(operands, stroked=True)),
    **{name: _point_setter(name) for name in ("c", "v", "y", "h")},
    "m": lambda drawing, operands: drawing._add_point("m", operands),
    "l": lambda drawing, operands: drawing._add_point("l", operands),
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
