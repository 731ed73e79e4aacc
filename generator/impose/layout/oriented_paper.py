"""The paper upright or on its side, and the part of it where fronts may lie: all of it, or one half to be folded."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass
from generator.base.units import MM
from generator.impose.layout.mirror import Mirror
from generator.model.paper import Paper

FOLD = 5 * MM  # from the fold to the nearest bleed, where there is space: folding by hand is not exact


@dataclass(frozen=True, slots=True)
class OrientedPaper:
    """A sheet of paper in one orientation."""

    size: Size
    printable: Rect
    """The part of the paper that the printer reaches."""
    area: Rect
    """The part where fronts may lie."""
    bounds: Rect
    """The limit of their bleed."""
    name: str
    """Begins the name of a grid: `a4-landscape`."""
    fold: Mirror | None = None
    """The mirror from fronts to their backs on the same side of a sheet to be folded; None for any other sheet."""
    reserved: tuple[Rect, ...] = ()
    """Rectangles where no slug line may lie."""


def orientations(paper: Paper) -> Iterator[OrientedPaper]:
    """Yield the paper upright and on its side."""
    for size, name in ((paper.size, paper.id), (paper.size.transpose(), f"{paper.id}-landscape")):
        across, down = paper.margins or (paper.margin, paper.margin)
        printable = Rect(across, down, size.width - 2 * across, size.height - 2 * down)
        reserved = corner_squares(size, paper.corners) if paper.corners else ()
        yield OrientedPaper(size, printable, printable, printable, name, reserved=reserved)


def corner_squares(size: Size, side: float) -> tuple[Rect, ...]:
    """Return the squares at the corners of the paper, from the top left clockwise."""
    right, foot = size.width - side, size.height - side
    return tuple(Rect(x, y, side, side) for x, y in ((0.0, 0.0), (right, 0.0), (right, foot), (0.0, foot)))


def folded_halves(paper: Paper, bleed: float) -> Iterator[OrientedPaper]:
    """Yield the left and the upper half of both orientations: first with FOLD kept clear at the fold, then without.

    `bleed` is the largest of the pieces.
    """
    for clear in (FOLD + bleed, bleed):
        for sheet in orientations(paper):
            yield _half(sheet, clear, vertical=True)
            yield _half(sheet, clear, vertical=False)


def _half(sheet: OrientedPaper, clear: float, *, vertical: bool) -> OrientedPaper:
    """Return the left or upper half of a sheet that is folded in its middle; `clear` points stay free at the fold."""
    reach, size = sheet.printable, sheet.size
    width = size.width / 2 - reach.x if vertical else reach.width
    height = reach.height if vertical else size.height / 2 - reach.y
    bounds = Rect(reach.x, reach.y, width, height)
    area = Rect(reach.x, reach.y, width - clear if vertical else width, height if vertical else height - clear)
    return OrientedPaper(size, reach, area, bounds, sheet.name, Mirror(size, vertical))
