"""Digests of compiled drawings: equal digests mean that the same is printed.

A digest covers operators, colours, outlines of glyphs and pixels, with everything that a form draws. It leaves out what
nobody sees: the text that glyphs stand for, names of fonts, compression. It is computed from the same parts for a form
that was compiled and for one that is read back from a PDF, so the two can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.model.face import Face
from generator.write.pdf.xobjects import FormXObject, XObject, drawn_by
from generator.write.pdf_syntax import array, fine

DIGITS = 32
"""Length of the digest of a face: 128 bits."""

Outlines = Callable[[int], str]
"""Returns the digest of a glyph's outline by its id."""

PlainValue: TypeAlias = "str | tuple[PlainValue, ...]"
"""A PDF object without references: a word, or an array or sorted dictionary of them."""


@dataclass(frozen=True, slots=True)
class DrawnForm:
    """The parts of a form that can be seen, as compiled or as read from a file; resources by their index."""

    stream: bytes
    """Content stream, decompressed."""
    box: tuple[float, ...]
    group: str
    fonts: Sequence[Outlines]
    states: Sequence[tuple[object, ...]]
    """Look of each graphics state: opacity of fills and strokes, and other marks, see `GraphicsState.look`."""
    patterns: Sequence[PlainValue]
    glyphs: Sequence[Collection[int]]
    """Ids of the glyphs shown, of each font."""


def form_digest(form: DrawnForm) -> str:
    """Return the digest of a form alone, without the XObjects that it draws."""
    stream = _visible(form.stream) if form.fonts else form.stream
    glyphs = [
        f"{index} {glyph} {outline(glyph)}"
        for index, (outline, used) in enumerate(zip(form.fonts, form.glyphs, strict=True))
        for glyph in sorted(used)
    ]
    states = [" ".join(fine(part) if isinstance(part, float) else str(part) for part in look) for look in form.states]
    return digest(stream, array(form.box), form.group, repr(states), repr(tuple(form.patterns)), *glyphs)


def tree_digest(form: str, drawn: Sequence[str]) -> str:
    """Return the digest of a form with all that it draws, from their digests, in the order of its resources."""
    return digest(form, *drawn)


def face_digest(face: Face, forms: Mapping[str, XObject]) -> str:
    """Return the digest of a compiled face: its print, and the outline that it is cut or folded along."""
    return join_outline(_compiled_tree(face.key, forms), outline_digest(face))


def outline_digest(face: Face) -> str:
    """Return a digest of the lines that a face is cut and folded along; empty for a plain rectangle."""
    return digest(face.cut, *face.folds)[:8] if face.cut or face.folds else ""


def join_outline(tree: str, outline: str) -> str:
    """Return the digest of a face from the digests of its drawing and its outline."""
    # Most faces are plain rectangles, whose digest stays as short as it was.
    return f"{tree[:DIGITS]}-{outline}" if outline else tree[:DIGITS]


def _compiled_tree(key: str, forms: Mapping[str, XObject]) -> str:
    """Return the digest of a form with all that it draws."""
    form = forms[key]
    # A picture draws nothing else.
    if not isinstance(form, FormXObject):
        return form.digest
    return tree_digest(form.digest, [_compiled_tree(part, forms) for part in drawn_by(form)])


_SPAN = re.compile(rb"/Span<</ActualText<[0-9a-f]*>>>BDC ")


def _visible(stream: bytes) -> bytes:
    """Return a stream without the text that its glyphs stand for; the strings that were divided for it are joined."""
    return _SPAN.sub(b"", stream).replace(b" EMC", b"").replace(b"] TJ [", b"").replace(b"><", b"")


_TEXT = re.compile(rb"^(q) (?!.*Q$)|^(Q)$|/F(\d+) \S+ Tf|<([0-9a-f]+)>", re.MULTILINE)


def shown_glyphs(stream: bytes, fonts: int) -> list[set[int]]:
    """Return the ids of the glyphs that a stream shows, of each of its fonts."""
    used: list[set[int]] = [set() for _ in range(fonts)]
    font, saved = 0, []
    for save, restore, index, glyph_digits in _TEXT.findall(_visible(stream)):
        if save:
            saved.append(font)
        elif restore:
            font = saved.pop() if saved else 0
        elif index:
            font = int(index)
        else:
            # Two bytes for each glyph, as Identity-H has it.
            used[font].update(int(glyph_digits[start : start + 4], 16) for start in range(0, len(glyph_digits), 4))
    return used


@cache
def outlines_of_file(path: str) -> Outlines:
    """Return the outlines of a font file."""
    import uharfbuzz

    hb: Any = uharfbuzz  # a C library without types
    return _outlines(hb.Face(hb.Blob.from_file_path(path)))


def outlines_of_data(data: bytes) -> Outlines:
    """Return the outlines of an embedded font."""
    import uharfbuzz

    hb: Any = uharfbuzz
    return _outlines(hb.Face(hb.Blob(data)))


def _outlines(face: Any) -> Outlines:
    """Return the function that gives the digest of each glyph of a font."""
    import uharfbuzz

    hb: Any = uharfbuzz
    font = hb.Font(face)
    functions = hb.DrawFuncs()
    functions.set_move_to_func(lambda x, y, out: out.append(("M", x, y)))
    functions.set_line_to_func(lambda x, y, out: out.append(("L", x, y)))
    functions.set_quadratic_to_func(lambda *points: points[-1].append(("Q", *points[:-1])))
    functions.set_cubic_to_func(lambda *points: points[-1].append(("C", *points[:-1])))
    functions.set_close_path_func(lambda out: out.append("Z"))

    @cache
    def outline(glyph: int) -> str:
        """Return the digest of a glyph's outline."""
        drawn: list[Any] = [face.upem]
        font.draw_glyph(glyph, functions, drawn)
        return digest(repr(drawn))

    return outline


_TOKENS = re.compile(r"<<|>>|\[|\]|/[^\s/<>\[\]]+|[^\s/<>\[\]]+")


def plain_value(text: str) -> PlainValue:
    """Read a dictionary, array, name or number in PDF syntax; keys are sorted and numbers written in one way.

    >>> plain_value("<</S 2.50/C[0 1]>>")
    ('<<', '/C', ('[', '0', '1'), '/S', '2.5')
    """
    return _value(iter(_TOKENS.findall(text)))


def _value(tokens: Iterator[str]) -> PlainValue:
    """Return the value that begins with the next token."""
    token = next(tokens)
    return _collected(token, tokens) if token in {"<<", "["} else plain_word(token)


def _collected(opening: str, tokens: Iterator[str]) -> PlainValue:
    """Return the array or dictionary whose opening token was read."""
    values: list[PlainValue] = []
    closing = {"<<": ">>", "[": "]"}[opening]
    for token in tokens:
        if token == closing:
            break
        values.append(_collected(token, tokens) if token in {"<<", "["} else plain_word(token))
    if opening == "[":
        return ("[", *values)
    return sorted_dictionary(dict(zip(map(str, values[::2]), values[1::2], strict=True)))


def sorted_dictionary(entries: Mapping[str, PlainValue]) -> PlainValue:
    """Return a dictionary as a plain value."""
    return ("<<", *(part for key in sorted(entries) for part in (key, entries[key])))


def plain_word(token: str) -> str:
    """Return a word as it is, a number to a millionth."""
    try:
        return fine(float(token))
    except ValueError:
        return token
