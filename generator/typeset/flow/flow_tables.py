"""Tables: columns as wide as their words need, rows that are cut between each other, a head that is repeated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.errors import Fault, Faults
from generator.base.records import dataclass
from generator.base.units import to_mm
from generator.model.prose import PlacedBlock, TableBlock
from generator.typeset.flow.blocks import MIN_LINES, ParagraphBlock, TextContext, place_shape

_CELL_X, _CELL_Y = 0.5, 0.28
_AROUND = 0.6
_WHOLE = 0.35
"""A table that is higher than this part of a column may go on in the next."""
_UNBROKEN = 8.5
"""Words in a cell that need no more than this stay on one line, if there is room."""
_TABLE_FULL = 0.7
"""A table that is wider than this part of the column is as wide as the column."""


@dataclass(frozen=True, slots=True)
class TableRows:
    """Rows of a table under its head, which is repeated where the table is cut."""

    head: tuple[ParagraphBlock, ...]
    rows: tuple[tuple[ParagraphBlock, ...], ...]
    pads: tuple[float, float]
    whole: float
    """The height up to which it is not cut."""
    around: float
    """Space above and below."""
    stays: bool = False

    @property
    def before(self) -> float:
        """Space above it."""
        return self.around

    @property
    def after(self) -> float:
        """Space below it."""
        return self.around

    @property
    def height(self) -> float:
        """Of the head and all rows."""
        return self._high(self.head) + sum(map(self._high, self.rows))

    @property
    def least(self) -> float:
        """The head and two rows, where it is long and as many stay for the next column."""
        rows = self.rows[:MIN_LINES] if self._can_be_cut else self.rows
        return self._high(self.head) + sum(map(self._high, rows))

    @property
    def _can_be_cut(self) -> bool:
        return len(self.rows) >= 2 * MIN_LINES and self.height > self.whole

    def cut(self, room: float) -> tuple[TableRows, TableRows] | None:
        """Between two rows."""
        if not self._can_be_cut:
            return None
        room -= self._high(self.head)
        count = 0
        while count < len(self.rows) and room >= self._high(self.rows[count]):
            room -= self._high(self.rows[count])
            count += 1
        count = min(count, len(self.rows) - MIN_LINES)
        if count < MIN_LINES:
            return None
        return self._of(self.rows[:count]), self._of(self.rows[count:])

    def _of(self, rows: tuple[tuple[ParagraphBlock, ...], ...]) -> TableRows:
        return TableRows(self.head, rows, self.pads, self.whole, self.around)

    def placed(self, x: float, y: float) -> Iterator[PlacedBlock]:
        """A band for the head, the cells, and a rule under each row."""
        width = sum(cell.width + 2 * self.pads[0] for cell in self.head)
        if high := self._high(self.head):
            yield place_shape("band", x, y, width, high)
            yield from self._cells(self.head, x, y)
            y += high
        for at, row in enumerate(self.rows):
            if at % 2:
                yield place_shape("stripe", x, y, width, self._high(row))
            yield from self._cells(row, x, y)
            y += self._high(row)
            yield place_shape("rule", x, y, width, 0.0)

    def _cells(self, row: Sequence[ParagraphBlock], x: float, y: float) -> Iterator[PlacedBlock]:
        for cell in row:
            yield from cell.placed(x + self.pads[0], y + self.pads[1])
            x += cell.width + 2 * self.pads[0]

    def _high(self, row: Sequence[ParagraphBlock]) -> float:
        """A row's height; a head without words has none."""
        lines = max(cell.height for cell in row)
        return lines + 2 * self.pads[1] if lines else 0.0


def set_table(desk: TextContext, block: TableBlock, width: float, most: float) -> TableRows:
    """A table in a column of a width and, at most, a height in points.

    Raises Faults where its words are too long for the width.
    """
    pads = desk.ems(_CELL_X), desk.ems(_CELL_Y)
    room = width - 2 * pads[0] * len(block.head)
    wide = [*_rows(desk, block, room)]
    widths = _widths(desk, block, wide, room)
    head, *rows = (tuple(cell.narrowed(each) for cell, each in zip(row, widths, strict=True)) for row in wide)
    return TableRows(head, tuple(rows), pads, most * _WHOLE, desk.ems(_AROUND))


def _rows(desk: TextContext, block: TableBlock, width: float) -> Iterator[tuple[ParagraphBlock, ...]]:
    """The head and every row, each cell in a width. In the text, a line of dashes stands below the head."""
    for at, cells in enumerate((block.head, *block.rows)):
        style, line = ("cell", block.line + at + 1) if at else ("head", block.line)
        each = zip(cells, block.aligns, strict=True)
        yield tuple(desk.copy(style, text, line, width, align) for text, align in each)


def _widths(desk: TextContext, block: TableBlock, rows: Sequence[Sequence[ParagraphBlock]], room: float) -> list[float]:
    """Of the columns without their padding: by their contents, together no wider than the room."""
    found = [[cell.measured for cell in column] for column in zip(*rows, strict=True)]
    natural = [max(cell.natural for cell in column) + 0.1 for column in found]
    narrowest = [max(cell.narrowest for cell in column) + 0.1 for column in found]
    unbroken = [max(low, min(high, desk.ems(_UNBROKEN))) for low, high in zip(narrowest, natural, strict=True)]
    if sum(narrowest) > room:
        over = to_mm(sum(narrowest) - room)
        what = f"the table is {over:.1f} mm wider than its column; shorten its longest words or drop a column"
        raise Faults([Fault(desk.where, what, block.line)])
    return column_widths(natural, unbroken if sum(unbroken) <= room else narrowest, room)


def column_widths(natural: Sequence[float], narrowest: Sequence[float], room: float) -> list[float]:
    """Widths of columns: what their words would like, if there is room; else something between that and the least."""
    wanted = sum(natural)
    if wanted <= room:
        grown = room / wanted if wanted > _TABLE_FULL * room else 1.0
        return [width * grown for width in natural]
    spare = (room - sum(narrowest)) / (wanted - sum(narrowest))
    return [low + (high - low) * spare for low, high in zip(narrowest, natural, strict=True)]
