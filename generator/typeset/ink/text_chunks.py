"""Split the characters of a `<text>` into pieces of one style, and group these into anchored chunks (SVG 1.1, 10.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.base.errors import suggestion
from generator.base.records import dataclass, field, replace
from generator.typeset.ink.compiler import Compiler
from generator.typeset.paths.shape_paths import lengths
from generator.typeset.svg.style import GRADIENT, ElementStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.text.text_markup import PLAIN, Span, plain


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Characters in one style, and the elements that begin with them."""

    text: str
    style: ElementStyle
    starts: tuple[Element, ...] = ()
    """The text and tspans whose first piece this is, outermost first: their x, y, dx and dy place it."""


@dataclass(slots=True)
class Stretch:
    """Pieces of a line with no move between them, set as one line."""

    style: ElementStyle
    x: float | None = None
    """Start of a new chunk, in user units; None to continue at the end of the last stretch."""
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    spans: list[Span] = field(default_factory=list)


def text_pieces(compiler: Compiler, element: Element, style: ElementStyle) -> list[TextPiece]:
    """Return the pieces of a text and its tspans, in reading order; white space takes the style of the piece after it.

    Empty where nothing is seen. Raises ValueError where only a part of the words is hidden.
    """
    words = element.children[0] if len(element.children) == 1 else None
    if isinstance(words, str):  # as most texts are
        return [TextPiece(words, style, (element,))] if words.strip() and style.is_seen else []
    pieces = list(_pieces(compiler, element, style, ()))
    visibilities = {piece.style.is_seen for piece in pieces if piece.text.strip()}
    # Hidden words would leave a gap in a line that is set as a whole.
    if len(visibilities) > 1:
        raise ValueError("visibility differs within the text, whose hidden words would leave a gap; write two texts")
    if visibilities == {False}:
        return []
    following: ElementStyle | None = None
    for index in range(len(pieces) - 1, -1, -1):
        if pieces[index].text.strip():
            following = pieces[index].style
        elif following is not None:
            pieces[index] = replace(pieces[index], style=following)
        else:
            pieces.pop()
    return pieces


def _pieces(
    compiler: Compiler, element: Element, style: ElementStyle, starts: tuple[Element, ...]
) -> Iterator[TextPiece]:
    """Yield the pieces of an element and those in it; the first of them begins the elements `starts`."""
    starts = (*starts, element)
    for child in element.children:
        if isinstance(child, str):
            yield TextPiece(child, style, starts)
        elif child.name in {"tspan", "textPath"}:
            child_style = compiler.style(child, style.inherited)
            if style.opacity != 1:  # a tspan has no ink of its own that a group could hold, so its letters fade
                child_style = replace(child_style, fill_opacity=child_style.fill_opacity * style.opacity)
            if child_style.displayed:
                yield from _pieces(compiler, child, child_style, starts)
        else:
            continue
        starts = ()


def check_text(pieces: Sequence[TextPiece], roles: Sequence[str]) -> None:
    """Raise ValueError with everything that text does not support: gradients, several strokes, unknown font roles."""
    styles = dict.fromkeys(piece.style for piece in pieces)
    # The outlines of all letters are drawn at once, with one stroke.
    if len({style.stroke for style in styles}) > 1:
        raise ValueError("stroke differs within the text; write it on <text>, or write two texts")
    if wrong := dict.fromkeys(fault for style in styles for fault in _unsupported(style, roles)):
        raise ValueError(*wrong)


def _unsupported(style: ElementStyle, roles: Sequence[str]) -> Iterator[str]:
    """Yield a fault for each property that text in templates does not support, such as a gradient."""
    font = style.inherited.font
    if (style.stroke_paint or "").startswith(GRADIENT):
        yield "text takes a plain colour as stroke, not a gradient"
    if style.fill is None:
        yield "text without a fill is not seen; leave it out, or give it a colour"
    elif style.fill.startswith(GRADIENT):
        yield "text takes a plain colour as fill, not a gradient"
    if font.size <= 0:
        yield "text needs font-size"
    if font.family not in roles:
        yield f"font-family {font.family!r} is not a role in fonts.toml{suggestion(font.family, roles)}"


def span_style(style: ElementStyle, base: ElementStyle) -> Span:
    """Return an empty span with the differences between a piece's style and the style of its text."""
    if style is base:
        return PLAIN
    font, outer = style.inherited.font, base.inherited.font
    return Span(
        "",
        bold=font.bold,
        italic=font.italic,
        role=font.family if font.family != outer.family else "",
        colour=style.fill or "",
        scale=font.size / outer.size,
    )


def anchored_chunks(pieces: Sequence[TextPiece], units: Mapping[str, float]) -> list[list[Stretch]]:
    """Return the stretches of a text, grouped by anchor point.

    Raises ValueError where x, y, dx or dy is not a length.
    """
    chunks: list[list[Stretch]] = []
    for piece in pieces:
        stretch = _stretch(piece, units)
        if not chunks or stretch.x is not None or stretch.y is not None:
            chunks.append([stretch])
        # A moved stretch is shaped by itself, yet anchored with its chunk.
        elif stretch.dx or stretch.dy or not _fit_one_line(stretch.style, chunks[-1][-1].style):
            chunks[-1].append(stretch)
        last = chunks[-1][-1]
        last.spans += plain(piece.text, base=span_style(piece.style, last.style))
    return chunks


def _stretch(piece: TextPiece, units: Mapping[str, float]) -> Stretch:
    """Return an empty stretch at the place that the elements beginning with a piece give it."""
    stretch = Stretch(piece.style)
    for element in piece.starts:
        positions = element.form.positions
        x, y, dx, dy = lengths(element, units, x=0, y=0, dx=0, dy=0)
        # Only <text> begins at 0: a <tspan> without x goes on where the last one ended.
        stretch.x = x if "x" in positions or element.name == "text" else stretch.x
        stretch.y = y if "y" in positions or element.name == "text" else stretch.y
        stretch.dx += dx
        stretch.dy += dy
    return stretch


def _fit_one_line(one: ElementStyle, other: ElementStyle) -> bool:
    """Return whether one set line can hold both styles: a line has one letter spacing and one opacity."""
    return one.inherited.font.spacing == other.inherited.font.spacing and one.fill_opacity == other.fill_opacity
