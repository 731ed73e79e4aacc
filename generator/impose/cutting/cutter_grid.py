"""Where cards lie between the marks of a cutting machine: rules of published templates, in whole pixels.

The templates of silhouette-card-maker cut cards at fixed places. To lie there exactly, all sizes are rounded to pixels,
half to even, before anything is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.model.cutting.cutter import RegistrationMarks
from generator.model.paper import LabelCells

_INCH = 72.0


@dataclass(frozen=True, slots=True)
class CutterGrid:
    """The places of cards on one sheet, and how long the arms of the marks beside them are. Points."""

    page: Size
    cells: LabelCells
    arm: float


class _Pixels(NamedTuple):
    """Lengths in pixels."""

    page: tuple[int, int]
    card: tuple[int, int]
    gap: int
    inset: int
    corner: int


class _Fit(NamedTuple):
    """How many cards lie across and down, and the margins of the area in which they are centred."""

    counts: tuple[int, int]
    margins: tuple[int, int]


def cutter_grid(
    page: Size, card: Size, marks: RegistrationMarks, gap: float, dpi: int, *, corner: float = 0.0
) -> CutterGrid | None:
    """Return the grid of the most cards whose corners stay clear of the marks; None where not one card fits.

    `corner` is the radius of the cards' own corners.
    """

    def pixels(length: float) -> int:
        """Return a length in points as whole pixels."""
        return round(length / _INCH * dpi)

    def points(length: float) -> float:
        """Return a length in pixels as points."""
        return length / dpi * _INCH

    sizes = _Pixels(
        (pixels(page.width), pixels(page.height)),
        (pixels(card.width), pixels(card.height)),
        pixels(gap),
        pixels(marks.places_inset or marks.inset),
        pixels(marks.corner),
    )
    # Of fits with equally many cards the first counts.
    fit = max(_fits(sizes), key=lambda fit: fit.counts[0] * fit.counts[1], default=None)
    if fit is None:
        return None
    x, y = (_start(sizes, fit, axis) for axis in (0, 1))
    arm = points(max(x, y) - sizes.inset - sizes.gap)
    pitch = points(sizes.card[0] + sizes.gap), points(sizes.card[1] + sizes.gap)
    size = Size(points(sizes.card[0]), points(sizes.card[1]))
    cells = LabelCells(size, *fit.counts, (points(x), points(y)), pitch, corner)
    return CutterGrid(page, cells, min(max(arm, marks.least), marks.most))


def _fits(sizes: _Pixels) -> Iterator[_Fit]:
    """Yield grids of cards that stay clear of the marks at the corners of the sheet."""
    inset, corner = sizes.inset, sizes.corner
    for margins in ((inset, inset), (inset + corner, inset), (inset, inset + corner)):
        most = tuple(
            _count(sizes.page[axis] - 2 * margins[axis] + sizes.gap, sizes.card[axis] + sizes.gap) for axis in (0, 1)
        )
        if not all(most):
            continue
        clear = tuple(_clear_count(sizes, margins[axis], axis) for axis in (0, 1))
        for counts in ((most[0], most[1]), (clear[0], most[1]), (most[0], clear[1])):
            fit = _Fit(counts, margins)
            if all(counts) and _is_clear(sizes, fit):
                yield fit


def _count(space: float, pitch: int) -> int:
    """Return how many cards fit a space in pixels, given the distance from card to card."""
    return max(0, int(space // pitch))


def _clear_count(sizes: _Pixels, margin: int, axis: int) -> int:
    """Return how many cards with gaps on both sides lie between the corners."""
    usable = sizes.page[axis] - 2 * margin
    space = usable - sizes.gap - 2 * (sizes.corner - margin + sizes.inset)
    return _count(space, sizes.card[axis] + sizes.gap)


def _is_clear(sizes: _Pixels, fit: _Fit) -> bool:
    """Whether the grid begins behind the corners on one axis at least, so that no card reaches into one."""
    return any(_before(sizes, fit, axis) - sizes.inset >= sizes.corner for axis in (0, 1))


def _before(sizes: _Pixels, fit: _Fit, axis: int) -> float:
    """Return the length in pixels before the grid, on one axis; the grid begins with a gap."""
    count, margin = fit.counts[axis], fit.margins[axis]
    length = count * sizes.card[axis] + (count + 1) * sizes.gap
    return margin + (sizes.page[axis] - 2 * margin - length) / 2


def _start(sizes: _Pixels, fit: _Fit, axis: int) -> int:
    """Return the pixel at which the first card begins."""
    return round(_before(sizes, fit, axis) + sizes.gap)
