"""The part of the paper where fronts may lie: the whole printable area, or one half of a sheet to be folded."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.layout.mirror import Mirror
from generator.model.paper import Paper

FOLD = 5 * MM
"""From the fold to the nearest bleed, where there is room: hand folding is not exact (print-specs, home printer)."""


@dataclass(frozen=True, slots=True)
class OrientedPaper:
    """An oriented sheet and the rectangle of it that takes fronts."""

    size: Size
    printable: Rect
    """What the printer reaches."""
    area: Rect
    """Where fronts may lie."""
    bounds: Rect
    """How far they may bleed."""
    name: str
    """Begins the name of a grid: `a4-landscape`."""
    fold: Mirror | None = None
    """Takes fronts to their backs on the same side, where the sheet is to be folded."""


def orientations(paper: Paper) -> Iterator[OrientedPaper]:
    """The printable area, upright and on its side."""
    for size, name in _ways(paper):
        printable = Rect(0, 0, size.width, size.height).expand(-paper.margin)
        yield OrientedPaper(size, printable, printable, printable, name)


def folded_halves(paper: Paper, bleed: float) -> Iterator[OrientedPaper]:
    """The left half and the upper half, upright and on its side; first all that keep clear of the fold."""
    for clear in (FOLD + bleed, bleed):
        for ground in orientations(paper):
            yield _half(ground, clear, upright=True)
            yield _half(ground, clear, upright=False)


def _half(ground: OrientedPaper, clear: float, *, upright: bool) -> OrientedPaper:
    reach, size = ground.printable, ground.size
    if upright:
        bounds = Rect(reach.x, reach.y, size.width / 2 - reach.x, reach.height)
        area = Rect(bounds.x, bounds.y, bounds.width - clear, bounds.height)
    else:
        bounds = Rect(reach.x, reach.y, reach.width, size.height / 2 - reach.y)
        area = Rect(bounds.x, bounds.y, bounds.width, bounds.height - clear)
    return OrientedPaper(size, reach, area, bounds, ground.name, Mirror(size, upright))


def _ways(paper: Paper) -> tuple[tuple[Size, str], ...]:
    return (paper.size, paper.id), (paper.size.transpose(), f"{paper.id}-landscape")
