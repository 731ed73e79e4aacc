"""The characters of a `<text>`: in stretches of one style, and in the chunks that are anchored as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from generator.base.errors import suggestion
from generator.base.records import dataclass
from generator.typeset.paths.shape_paths import lengths
from generator.typeset.svg.style import GRADIENT, ElementStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.text.text_markup import PLAIN, Span, plain

if TYPE_CHECKING:
    from generator.typeset.ink.compiler import Compiler


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A stretch of characters in one style, and the elements that begin with it."""

    text: str
    look: ElementStyle
    starts: tuple[Element, ...] = ()
    """The text and tspans of which this is the first piece, outermost first: their x, y, dx and dy place it."""

    @property
    def blank(self) -> bool:
        """Whether there is nothing to see."""
        return not self.text or self.text.isspace()


@dataclass(slots=True)
class Stretch:
    """Pieces of a line that are set as one: nothing between them moves the pen."""

    look: ElementStyle
    x: float | None = None
    """Where a new chunk starts, in user units; None to go on where the last stretch ended."""
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    spans: list[Span] = field(default_factory=list)


def text_pieces(compiler: Compiler, element: Element, look: ElementStyle) -> list[TextPiece]:
    """The characters of a text and its tspans, in reading order; white space looks like what it stands before."""
    pieces = list(_gathered(compiler, element, look, ()))
    seen: ElementStyle | None = None
    for index in range(len(pieces) - 1, -1, -1):
        if not pieces[index].blank:
            seen = pieces[index].look
        elif seen is not None:
            pieces[index] = replace(pieces[index], look=seen)
        else:
            pieces.pop()
    return pieces


def _gathered(
    compiler: Compiler, element: Element, look: ElementStyle, starts: tuple[Element, ...]
) -> Iterator[TextPiece]:
    starts = (*starts, element)
    for child in element.children:
        if isinstance(child, str):
            yield TextPiece(child, look, starts)
        elif child.name == "tspan":
            child_look = compiler.look(child, look.style)
            if child_look.shown:
                yield from _gathered(compiler, child, _faded(child_look, look), starts)
        else:
            continue
        starts = ()


def _faded(child: ElementStyle, parent: ElementStyle) -> ElementStyle:
    """The look of a tspan, with the opacity of what it stands in."""
    return child if parent.opacity == 1 else replace(child, fill_opacity=child.fill_opacity * parent.opacity)


def check_text(pieces: Sequence[TextPiece], roles: Sequence[str]) -> None:
    """Refuse what letters cannot do.

    Raises ValueError with all of it.
    """
    looks = dict.fromkeys(piece.look for piece in pieces)
    if wrong := dict.fromkeys(what for look in looks for what in _wrong(look, roles)):
        raise ValueError(*wrong)


def _wrong(look: ElementStyle, roles: Sequence[str]) -> Iterator[str]:
    type_ = look.style.type
    if look.stroke is not None:
        yield "text takes no stroke; write stroke='none' on it"
    if look.fill is None:
        yield "text without a fill is not seen; leave it out, or give it a colour"
    elif look.fill.startswith(GRADIENT):
        yield "text takes a plain colour as fill, not a gradient"
    if type_.size <= 0:
        yield "text needs font-size"
    if type_.family not in roles:
        yield f"font-family {type_.family!r} is not a role in fonts.toml{suggestion(type_.family, roles)}"


def span_style(look: ElementStyle, base: ElementStyle) -> Span:
    """How a piece differs from the text it stands in."""
    if look is base:
        return PLAIN
    style, outer = look.style, base.style
    return Span(
        "",
        bold=style.type.bold,
        italic=style.type.italic,
        role=style.type.family if style.type.family != outer.type.family else "",
        colour=look.fill or "",
        scale=style.type.size / outer.type.size,
    )


def anchored_chunks(pieces: Sequence[TextPiece], units: Mapping[str, float]) -> list[list[Stretch]]:
    """The stretches of a text, by the points they are anchored at.

    Raises ValueError where these are no lengths.
    """
    chunks: list[list[Stretch]] = []
    for piece in pieces:
        stretch = _stretch(piece, units)
        if not chunks or stretch.x is not None or stretch.y is not None:
            chunks.append([stretch])
        elif stretch.dx or stretch.dy or not _alike(stretch.look, chunks[-1][-1].look):
            chunks[-1].append(stretch)
        last = chunks[-1][-1]
        last.spans += plain(piece.text, base=span_style(piece.look, last.look))
    return chunks


def _stretch(piece: TextPiece, units: Mapping[str, float]) -> Stretch:
    stretch = Stretch(piece.look)
    for element in piece.starts:
        at = element.form.at
        x, y, dx, dy = lengths(element, units, x=0, y=0, dx=0, dy=0)
        stretch.x = x if "x" in at or element.name == "text" else stretch.x
        stretch.y = y if "y" in at or element.name == "text" else stretch.y
        stretch.dx += dx
        stretch.dy += dy
    return stretch


def _alike(one: ElementStyle, other: ElementStyle) -> bool:
    """Whether two looks can be told apart within one line as it is set."""
    return one.style.type.spacing == other.style.type.spacing and one.fill_opacity == other.fill_opacity
