"""A PDF content stream under construction. It omits operators that change nothing, and names its resources."""

from __future__ import annotations

import operator
import zlib
from collections.abc import Iterable, Mapping
from functools import reduce
from hashlib import sha256
from itertools import count
from typing import TypeVar

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import replace
from generator.model.face import Font, GlyphRun, Stroke
from generator.write.colours.written_colours import RGB, WrittenColours
from generator.write.pdf.face_digest import DrawnForm, form_digest, outlines_of_file, plain_value
from generator.write.pdf.font_metrics import widths
from generator.write.pdf.xobjects import FormXObject, GraphicsState, font_id, reading_of
from generator.write.pdf_syntax import array, matrix, number

T = TypeVar("T")
LEVEL = 4
"""Level of zlib. On 187 cards, level 1 saves 4 ms and adds 5 % of size; level 6 costs 12 ms and saves 1 %."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class ContentStream:
    """One content stream. It begins opaque; every other graphics parameter is unknown until it is set."""

    def __init__(
        self,
        key: str,
        box: Rect,
        fonts: Mapping[str, Font],
        *,
        base: Matrix = IDENTITY,
        group: str = "",
        colours: WrittenColours = RGB,
        outlines: bool = False,
    ) -> None:
        """Begin a stream whose visible part is `box`, in the coordinates it begins with.

        `base` leads from these to the page; `group` is the colour space of a transparency group, empty for a plain
        form. With `outlines`, letters are filled paths.
        """
        self.key, self.colours, self.outlines = key, colours, outlines
        self.forms: list[FormXObject] = []
        """Forms that this one needed on the way: groups that fade, veils."""
        self._form_box, self._form_base = box, base
        self._group = group
        self._catalogue = fonts
        self._out: list[str] = []
        self._fonts: dict[str, dict[int, str]] = {}
        self._widths: list[list[int]] = []
        self._glyphs: list[set[int]] = []
        """Those shown, of each font in the order of `_fonts`."""
        self._uses: dict[str, int] = {}
        self._states: dict[GraphicsState, int] = {}
        self._patterns: dict[str, int] = {}
        self._spaces: dict[str, int] = {}
        self._in_text = False
        self._matrices: tuple[Matrix, ...] = ()
        """Those of the saved states, outermost first: together they lead to the present coordinates."""
        self._saved: list[tuple[tuple[Matrix, ...], tuple[object, ...]]] = []
        self._fill = self._stroke = ""
        self._line: tuple[object, ...] = ()
        self._font: tuple[str, float] = ("", 0.0)
        self._state = GraphicsState()

    @property
    def box(self) -> Rect:
        """The part of the form that can be seen, in the present coordinates."""
        box = self._form_box
        for inner in self._matrices:
            box = inner.inverse().bounding_box(box)
        return box

    @property
    def base(self) -> Matrix:
        """The matrix from the present coordinates to the stream's first ones, in which gradients are placed."""
        return reduce(operator.matmul, self._matrices, self._form_base)

    def form(self, *, is_page: bool = False) -> FormXObject:
        """Return the finished form; the content of a page has no digest."""
        # Ends a text object that is still open.
        self.write("")
        content = "\n".join(self._out).encode("ascii")
        return FormXObject(
            self.key,
            self._form_box,
            zlib.compress(content, LEVEL),
            self._fonts,
            uses=tuple(self._uses),
            states=tuple(self._states),
            patterns=tuple(self._patterns),
            spaces=tuple(self._spaces),
            group=self._group,
            digest="" if is_page else self._digest(content),
        )

    def _digest(self, content: bytes) -> str:
        """Return the digest of all that the stream draws itself."""
        box = self._form_box
        # The digest sees the same parts as one that is read back from a PDF.
        return form_digest(
            DrawnForm(
                content,
                (box.x, box.y, box.right, box.bottom),
                self._group,
                [outlines_of_file(self._catalogue[font_id(id_)].path) for id_ in self._fonts],
                states=[state.look for state in self._states],
                patterns=[plain_value(resource) for resource in (*self._patterns, *self._spaces)],
                glyphs=self._glyphs,
            )
        )

    def write(self, words: str) -> None:
        """Write operators that may not stand inside a text object."""
        if self._in_text:
            self._in_text = False
            self._out.append("ET")
        self._out.append(words)

    def write_text(self, words: str) -> None:
        """Write operators that must stand inside a text object."""
        if not self._in_text:
            self._in_text = True
            self._out.append("BT")
        self._out.append(words)

    def set_fill(self, words: str) -> None:
        """Set the colour of fills and text, given as its operator."""
        if words != self._fill:
            self._fill = words
            self._out.append(words)

    def set_stroke(self, words: str) -> None:
        """Set the colour of strokes, given as its operator."""
        if words != self._stroke:
            self._stroke = words
            self._out.append(words)

    def set_line(self, stroke: Stroke) -> None:
        """Set width, ends, joins and dashes of strokes."""
        line = (stroke.width, stroke.cap, stroke.join, stroke.miter, stroke.dash, stroke.offset)
        if line != self._line:
            self._line = line
            ends = f"{_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j {number(max(1.0, stroke.miter))} M"
            self._out.append(f"{number(stroke.width)} w {ends} {_dashes(stroke)} d")

    def set_opacity(self, *, fill: float | None = None, stroke: float | None = None) -> None:
        """Set the opacities of fills and strokes, 0 to 1; None leaves one unchanged."""
        now = self._state
        if (fill is not None and fill != now.fill) or (stroke is not None and stroke != now.stroke):
            self.set_state(
                now._replace(fill=now.fill if fill is None else fill, stroke=now.stroke if stroke is None else stroke)
            )

    def set_mask(self, key: str, *, by_alpha: bool = False) -> None:
        """Mask everything that is drawn from now on by the form with this key."""
        self.set_state(self._state._replace(mask=key, mask_by_alpha=by_alpha))

    def set_blend(self, name: str) -> None:
        """Set the blend mode, such as `/Multiply`."""
        self.set_state(self._state._replace(blend=name))

    def set_spot_stroke(self, ink: str, paint: str) -> None:
        """Set the colour of strokes to an ink of its own, which covers nothing that is printed below it."""
        # A knife line must not knock out the art below it.
        self.set_state(self._state._replace(overprints=True))
        self.set_stroke(f"/S{_index(self._spaces, self.colours.spot_space(ink, paint))} CS 1 SCN")

    def set_state(self, state: GraphicsState) -> None:
        """Set the parameters of transparency."""
        # A state operator only where something changes: most faces never leave the first state.
        if state != self._state:
            self._state = state
            self._out.append(f"/G{_index(self._states, state)} gs")

    def reading(self, id_: str, texts: Mapping[int, str]) -> str:
        """Return the name of a font that reads glyphs as the given texts.

        It is the font's id, or a further name if its glyphs stand for other texts there.
        """
        names = (reading_of(id_, number) for number in count())
        return next(name for name in names if self._can_read(name, texts))

    def _can_read(self, name: str, texts: Mapping[int, str]) -> bool:
        """Whether a font, under a name, can still read all these glyphs as the given texts."""
        readings = self._fonts.get(name, {})
        return all(readings.get(glyph) in {None, "", text} for glyph, text in texts.items())

    def use_font(self, id_: str, size: float, glyphs: Iterable[int]) -> tuple[dict[int, str], list[int]]:
        """Set the font for some glyphs; return the text of its glyphs, to be added to, and its advance widths."""
        if id_ not in self._fonts:
            self._fonts[id_] = {}
            self._widths.append(widths(self._catalogue[font_id(id_)].path))
            self._glyphs.append(set())
        index = list(self._fonts).index(id_)
        self._glyphs[index].update(glyphs)
        # The font is part of the graphics state, and lasts from one text object to the next.
        if (id_, size) != self._font:
            self._font = (id_, size)
            self._out.append(f"/F{index} {number(size)} Tf")
        return self._fonts[id_], self._widths[index]

    def place(self, key: str, m: Matrix, *, clip: str = "") -> None:
        """Draw a form, or an image in the unit square, through a clip and a matrix; one without area is left out."""
        # Viewers differ in how they draw a matrix without area.
        if m.a * m.d != m.b * m.c:
            self.write(f"q {clip}{matrix(m)} cm /X{_index(self._uses, key)} Do Q")

    def pattern_name(self, dictionary: str) -> str:
        """Return the name of a pattern, given by its dictionary."""
        return f"/P{_index(self._patterns, dictionary)}"

    def save(self, m: Matrix = IDENTITY, clip: str = "") -> None:
        """Save the graphics state, then apply a clip and a matrix; `m` must be invertible."""
        self._saved.append((self._matrices, (self._fill, self._stroke, self._line, self._font, self._state)))
        self.write(f"q {clip}")
        if m != IDENTITY:
            self._matrices += (m,)
            self._out.append(f"{matrix(m)} cm")

    def restore(self) -> None:
        """Restore the graphics state that was saved last."""
        self.write("Q")
        # The operator `Q` takes colours, line and font back too.
        self._matrices, state = self._saved.pop()
        self._fill, self._stroke, self._line, self._font, self._state = state  # type: ignore[assignment]

    def new_group(self, group: str, colours: WrittenColours | None = None) -> ContentStream:
        """Return a stream for a transparency group in the current coordinates.

        `colours` are the group's own colours, by default those of the stream.
        """
        group_colours = colours or self.colours
        return ContentStream("", self.box, self._catalogue, group=group, colours=group_colours, outlines=self.outlines)

    def outline_of(self, run: GlyphRun) -> str:
        """Return the outlines of a run of glyphs as one path, for letters without a font."""
        from generator.write.glyph_paths import run_path

        return run_path(run, self._catalogue)

    def add_group(self, inner: ContentStream) -> str:
        """Add a finished group and return its key, which is the same for groups of the same content."""
        form = inner.form()
        form = replace(form, key=f"group-{_content_key(form)}")
        self.forms += [form, *inner.forms]
        return form.key


def _content_key(form: FormXObject) -> str:
    """Return a digest of all that a form consists of."""
    content = (form.box, form.stream, form.fonts, form.uses, form.states, form.patterns, form.spaces, form.group)
    # A key of the content, so that equal groups of many faces are written once.
    return sha256(repr(content).encode()).hexdigest()


def _index(numbers: dict[T, int], item: T) -> int:
    """Return the number of an item in a list of resources; a new item gets the next number."""
    return numbers.setdefault(item, len(numbers))


def _dashes(stroke: Stroke) -> str:
    """Return dashes and phase. SVG allows dashes that are all 0, for a solid line, and negative phases; PDF neither."""
    total = sum(stroke.dash)
    if total <= 0:
        return "[] 0"
    return f"{array(stroke.dash)} {number(stroke.offset % (2 * total))}"
