"""Counts of the pieces of a component by the values of its columns, also of two columns crossed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.base.records import dataclass
from generator.model.game import Piece
from generator.web.gallery.column_values import COPIES, ShownColumn
from generator.web.gallery.piece_filter import RANGE, matches

MOST_VALUES = 14
"""Most values of a column that each get a bar of their own."""
BINS = 10
"""Number of ranges for a column of numbers with more values than that."""
_UNTOLD = frozenset({"id", "label"})
"""Columns in which each piece has a value of its own; they are not counted."""


@dataclass(frozen=True, slots=True)
class ValueCount:
    """How often a column has a value."""

    value: str
    """Words, or a range such as `3…5`, as a PieceFilter takes them."""
    kinds: int
    """Number of pieces with the value."""
    copies: int
    """Number of printed copies of these pieces."""
    share: float
    """Length of the bar, in per cent of the longest."""


@dataclass(frozen=True, slots=True)
class ColumnCounts:
    """The counts of one column."""

    column: ShownColumn
    counts: tuple[ValueCount, ...]


@dataclass(frozen=True, slots=True)
class CrossedCounts:
    """Copies by the values of two columns."""

    down: ShownColumn
    across: ShownColumn
    head: tuple[str, ...]
    """Values of the second column."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """Each value of the first column with its counts."""
    most: int
    """Largest count."""


def column_counts(columns: Iterable[ShownColumn], pieces: Sequence[Piece]) -> list[ColumnCounts]:
    """Count the pieces by the values of each column.

    Columns with the same value for all, or one for each, are left out.
    """
    counted = (ColumnCounts(column, _counts(column, pieces)) for column in columns if column.name not in _UNTOLD)
    # One value for all pieces tells nothing.
    return [counts for counts in counted if len(counts.counts) > 1]


def crossed_counts(down: ColumnCounts, across: ColumnCounts, pieces: Sequence[Piece]) -> CrossedCounts:
    """Count the printed copies of pieces by the values of two columns, as a table of one column by the other."""
    head = tuple(value_count.value for value_count in across.counts)
    rows = []
    for count in down.counts:
        row_pieces = [piece for piece in pieces if matches(down.column, piece, count.value)]
        rows.append((count.value, tuple(_copies(row_pieces, across.column, value) for value in head)))
    most = max((number for _, numbers in rows for number in numbers), default=0)
    return CrossedCounts(down.column, across.column, head, tuple(rows), most)


def _copies(pieces: Iterable[Piece], column: ShownColumn, value: str) -> int:
    """Return the number of printed copies of the pieces whose cell in a column has a value."""
    return sum(piece.copies for piece in pieces if matches(column, piece, value))


def _counts(column: ShownColumn, pieces: Sequence[Piece]) -> tuple[ValueCount, ...]:
    """Return how often each value of a column occurs; numbers with many values are counted in ranges.

    Empty for words with more than MOST_VALUES values, and for columns in which each piece has its own value.
    """
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        if words := column.words(piece):
            groups.setdefault(words, []).append(piece)
    numbers = {words: column.number(group[0]) for words, group in groups.items()}
    is_numeric = all(number is not None for number in numbers.values())
    if len(groups) > MOST_VALUES:
        if not is_numeric:
            return ()
        groups = _binned(column, pieces, [number for number in numbers.values() if number is not None])
    elif is_numeric:
        groups = {words: groups[words] for words in sorted(groups, key=lambda words: numbers[words] or 0.0)}
    else:
        # The most frequent words first; equal ones stay in the table's order.
        groups = dict(sorted(groups.items(), key=lambda item: -_size(item[1])))
    # Bars of one piece each would only repeat the table.
    if column.name != COPIES and all(len(group) == 1 for group in groups.values()):
        return ()  # a name for each piece
    longest = max(map(_size, groups.values()), default=1)
    return tuple(
        ValueCount(value, len(group), _size(group), round(100 * _size(group) / max(longest, 1), 1))
        for value, group in groups.items()
    )


def _size(pieces: Sequence[Piece]) -> int:
    """Return the number of printed copies of some pieces."""
    return sum(piece.copies for piece in pieces)


def _binned(column: ShownColumn, pieces: Sequence[Piece], numbers: Sequence[float]) -> dict[str, list[Piece]]:
    """Divide the pieces by ranges of a column's numbers, at most BINS ranges of equal width.

    The ends of each range are numbers that occur.
    """
    # Only called with more than MOST_VALUES different numbers, so the width is not 0.
    low, width = min(numbers), (max(numbers) - min(numbers)) / BINS
    bins: dict[int, list[float]] = {}
    for number in sorted(numbers):
        # The greatest number would fall into a bin of its own.
        bins.setdefault(min(int((number - low) / width), BINS - 1), []).append(number)
    ranges = [f"{bin_numbers[0]:g}{RANGE}{bin_numbers[-1]:g}" for bin_numbers in bins.values()]
    binned = {name: [piece for piece in pieces if matches(column, piece, name)] for name in ranges}
    return {name: group for name, group in binned.items() if group}
