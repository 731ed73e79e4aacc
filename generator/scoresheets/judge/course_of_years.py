"""Find marks that the years of the game cannot have brought: by paths, bribes and the map."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from generator.base.errors import HandledError
from generator.model.formula import State
from generator.scoresheets.flaw import Flaw
from generator.scoresheets.judge.game_limits import GameLimits, years_written

_MOST_STEPS = 50_000
"""Sets of cells that are tried before the search gives up; maps of 20 cells need a tenth of it."""


def unbegun_years(state: State, limits: GameLimits) -> Iterator[Flaw]:
    """Yield a flaw for each box with a year for which no path card is chosen; none where paths were kept as cards."""
    paths = limits.year_boxes
    if not limits.has_paths(state):
        return
    for box, year in years_written(limits.book.boxes.values(), state):
        if year <= len(paths) and not state.get(paths[year - 1].id):
            yield Flaw("unbegun", (box.id,), {"year": year, "other": paths[year - 1].id})


def early_removals(state: State, limits: GameLimits) -> Iterator[Flaw]:
    """Yield a flaw for each bribe, a box that cancels disdain, of a year before attacks can have brought so much."""
    for icon, track in limits.removals:
        bribes = [box for box in limits.book.boxes.values() if icon in box.gains]
        written = sorted((year, box.id) for box, year in years_written(bribes, state))
        for count, (year, box_id) in enumerate(written, 1):
            # The attack of a year comes at its end, after its bribes.
            most = limits.potential(year - 1)
            if count > most:
                yield Flaw("early", (box_id,), {"year": year, "tracks": (track,), "count": count, "most": most})


def untiled_map(state: State, limits: GameLimits) -> Iterator[Flaw]:
    """Yield a flaw with the marked cells of the map that no placing of the patterns can cover."""
    cells = limits.map.boxes
    marked = sum(1 << index for index, box in enumerate(cells) if state.get(box.id))
    if uncovered := untiled_cells(marked, limits.patterns):
        boxes = tuple(box.id for index, box in enumerate(cells) if uncovered >> index & 1)
        yield Flaw("untiled", boxes, {"count": len(boxes)})


class _GaveUpError(HandledError):
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
        # A pattern that reaches an unmarked cell was never placed there.
        if pattern & ~marked == 0:
            by_lowest.setdefault(pattern & -pattern, []).append(pattern)
    try:
        return _fewest(marked, by_lowest, {0: (0, 0)})[1]
    # A sheet is not accused of what the search could not find out.
    except _GaveUpError:
        return 0


def _fewest(
    open_cells: int, by_lowest: Mapping[int, list[int]], results: dict[int, tuple[int, int]]
) -> tuple[int, int]:
    """Return the least number of cells that stay uncovered, and the cells of all ways that leave so few.

    `by_lowest` has the patterns by their lowest cell, `results` the answers so far. Raises _GaveUpError after too many.
    """
    if open_cells in results:
        return results[open_cells]
    if len(results) > _MOST_STEPS:
        raise _GaveUpError
    # The lowest open cell stays uncovered, or a pattern covers it whose own lowest cell it is.
    cell = open_cells & -open_cells
    number, cells = _fewest(open_cells & ~cell, by_lowest, results)
    best, uncovered = number + 1, cells | cell
    for pattern in by_lowest.get(cell, ()):
        if pattern & ~open_cells:
            continue
        number, cells = _fewest(open_cells & ~pattern, by_lowest, results)
        if number < best:
            best, uncovered = number, cells
        elif number == best:
            uncovered |= cells
    results[open_cells] = best, uncovered
    return results[open_cells]
