"""Type into columns and pages: nothing torn apart that belongs together, and the last page's columns of one length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from generator.base.errors import Fault, Faults
from generator.base.geometry import Rect, Size
from generator.base.records import dataclass
from generator.base.units import MM, to_mm
from generator.model.prose import Manuscript, PlacedBlock, Prose
from generator.typeset.flow.block_setter import BlockSetter
from generator.typeset.flow.blocks import ColumnEnd, FlowBlock, TextContext, round_down, space_between
from generator.typeset.text.font_library import FontLibrary

GUTTER = 6 * MM
"""Between columns."""
_FINEST = 1.0
"""Points to which the columns of the last page are made of one length."""
_MOST = 400
"""Pages of a text."""
_NOTHING = 0.01

Held = list[tuple[FlowBlock, float]]
"""What stands in a column, each with its distance from the top."""


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on one page, in reading order."""

    placed: tuple[PlacedBlock, ...]


def set_pages(
    text: Manuscript,
    prose: Prose,
    language: str,
    size: Size,
    fonts: FontLibrary,
    *,
    head: float,
    drawing: Callable[[str], Size | None],
    icons: Iterable[str],
) -> tuple[Page, ...]:
    """Set a text on pages of a size; `head` points at the top of the first are left for its title.

    Raises Faults for whatever cannot be set, and for what no column can hold.
    """
    desk = TextContext.of(prose, language, text.where, fonts, drawing, icons)
    flow = _Flow(desk, prose, size, head)
    galley = flow.galley(text)
    return tuple(Page(tuple(flow.page(columns))) for columns in flow.paged(galley))


class _Flow:
    """The columns of pages of one size."""

    def __init__(self, desk: TextContext, prose: Prose, size: Size, head: float) -> None:
        self._desk, self._across, self._head = desk, prose.across, head
        margin = prose.margin
        self._rect = Rect(margin, margin, size.width - 2 * margin, size.height - 2 * margin)
        self._width = round_down((self._rect.width - GUTTER * (prose.across - 1)) / prose.across)

    def galley(self, text: Manuscript) -> list[FlowBlock]:
        """The text, set in one long column; raises Faults."""
        setter = BlockSetter(self._desk, self._width, self._rect.height)
        galley = [*setter.set(text.blocks)]
        if setter.faults:
            raise Faults(setter.faults)
        return galley

    def paged(self, galley: Sequence[FlowBlock]) -> list[list[tuple[Held, float]]]:
        """The columns of each page, with the height that they begin at."""
        made: list[list[tuple[Held, float]]] = []
        while galley or not made:
            top = self._rect.y + (0.0 if made else self._head)
            columns, rest = self._columns(galley, self._rect.bottom - top)
            if not rest and self._across > 1:
                columns = self._balanced(galley, self._rect.bottom - top)
            if len(made) == _MOST:
                raise Faults([Fault(self._desk.where, f"more than {_MOST} pages; divide the text")])
            made.append([(column, top) for column in columns])
            galley = rest
        return made

    def _columns(self, galley: Sequence[FlowBlock], height: float) -> tuple[list[Held], list[FlowBlock]]:
        columns = []
        rest = list(galley)
        for _ in range(self._across):
            column, rest = fill_column(rest, height)
            columns.append(column)
        return columns, rest

    def _balanced(self, galley: Sequence[FlowBlock], height: float) -> list[Held]:
        """The columns of the last page at the least height that holds everything."""
        low, high = 0.0, height
        while high - low > _FINEST:
            middle = (low + high) / 2
            columns, rest = self._columns(galley, middle)
            fits = not rest and all(_depth(column) <= middle + _NOTHING for column in columns)
            low, high = (low, middle) if fits else (middle, high)
        return self._columns(galley, high)[0]

    def page(self, columns: Iterable[tuple[Held, float]]) -> Iterator[PlacedBlock]:
        """Everything on a page.

        Raises Faults for what is longer than its column.
        """
        for at, (column, top) in enumerate(columns):
            over = top + _depth(column) - self._rect.bottom
            if over > _NOTHING:
                raise Faults(
                    [Fault(self._desk.where, f"{_named(column)} is {to_mm(over):.1f} mm longer than {LONGER}")]
                )
            for item, y in column:
                yield from item.placed(self._rect.x + at * (self._width + GUTTER), top + y)


def fill_column(galley: Sequence[FlowBlock], height: float) -> tuple[Held, list[FlowBlock]]:
    """A column of a height, and what is left for the next; one that nothing fits into holds the first all the same."""
    held: Held = []
    rest, y = list(galley), 0.0
    while rest:
        item = rest[0]
        if isinstance(item, ColumnEnd):
            return (held, rest[1:]) if held else fill_column(rest[1:], height)
        gap = space_between(held[-1][0], item) if held else 0.0
        room = height - y - gap + _NOTHING
        if held and needed_height(rest) > room:
            break
        y += gap
        parts = item.cut(room) if item.height > room else None
        if item.height > room and parts is None and held:
            break
        item, rest = (parts[0], [parts[1], *rest[1:]]) if parts else (item, rest[1:])
        held.append((item, y))
        y += item.height
        if parts:
            break
    return held, rest


def needed_height(galley: Sequence[FlowBlock]) -> float:
    """The height that the first needs, together with what it must not be parted from."""
    first = galley[0]
    if first.stays and len(galley) > 1:
        return first.height + space_between(first, galley[1]) + needed_height(galley[1:])
    return first.height if first.stays else first.least


LONGER = "a column; divide it, or make it shorter"


def _named(column: Held) -> str:
    """What stands in a column alone, by its first words."""
    words = next((placed.text for placed in column[0][0].placed(0.0, 0.0) if placed.text), "")
    return f"what begins with {words[:40]!r}"


def _depth(column: Held) -> float:
    return max((y + item.height for item, y in column), default=0.0)
