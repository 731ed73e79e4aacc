"""Cells of a map that no set of patterns covers without overlap."""

from __future__ import annotations

from collections.abc import Collection, Mapping

_MOST_STEPS = 50_000
"""Sets of cells that are tried before the search gives up; maps of 20 cells need a tenth of it."""


class _GaveUpError(Exception):
    """The search takes too long."""


def untiled_cells(marked: int, patterns: Collection[int]) -> int:
    """Return the cells that stay uncovered when patterns cover as many as they can; 0 if all can be covered.

    Cells are bits. Where several ways leave equally few, the cells of all of them are returned.

    >>> square = 0b11_11
    >>> untiled_cells(0b11_11, [square]), bin(untiled_cells(0b111_011, [0b011_011]))
    (0, '0b100000')
    """
    by_lowest: dict[int, list[int]] = {}
    for pattern in patterns:
        if pattern & ~marked == 0:
            by_lowest.setdefault(pattern & -pattern, []).append(pattern)
    try:
        return _fewest(marked, by_lowest, {0: (0, 0)})[1]
    except _GaveUpError:
        return 0


def _fewest(left: int, by_lowest: Mapping[int, list[int]], known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Return the least number of cells that stay uncovered, and the cells of all ways that leave so few."""
    if left in known:
        return known[left]
    if len(known) > _MOST_STEPS:
        raise _GaveUpError
    cell = left & -left
    number, cells = _fewest(left & ~cell, by_lowest, known)
    best, found = number + 1, cells | cell
    for pattern in by_lowest.get(cell, ()):
        if pattern & ~left:
            continue
        number, cells = _fewest(left & ~pattern, by_lowest, known)
        if number < best:
            best, found = number, cells
        elif number == best:
            found |= cells
    known[left] = best, found
    return known[left]
