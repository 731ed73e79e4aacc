"""Marks for cutting and folding: crop marks, cut lines, outlines of round pieces, ticks at corners, the fold line.

All but the outlines and ticks stay clear of trims and bleeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.base.geometry import Matrix, Rect
from generator.base.units import MM, decimal
from generator.impose.layout.mirror import Segment
from generator.impose.layout.oriented_paper import OrientedPaper
from generator.model.face import Face, Group, Ink, Shape, Stroke

HAIRLINE = 0.15 * MM  # line width of a mark: thin enough to cut through, thick enough to see
HALO = 0.45 * MM  # width of the white line under a cut on art
REACH = 4 * MM  # length of a crop mark
STUB = 1 * MM  # length of a crop mark where slug line and scale bar need the space
OFFSET = 0.3 * MM  # from a bleed to the marks around it
PAPER_EDGE = 0.7  # points; no mark comes nearer to the edge of the paper
_CREASE = (2 * MM, 1 * MM)  # dashes of a crease
_TICK = 1.2 * MM  # goes when the corners are rounded
_SHORTEST = 0.8 * MM
BLACK = "#000000"
WHITE = "#ffffff"
_TOLERANCE = 0.001

Span = tuple[float, float]


def crop_marks(trims: Sequence[Rect], obstacles: Sequence[Rect], page: Rect, reach: float) -> tuple[Segment, ...]:
    """Return short lines that prolong the edges of the trims, clear of all obstacles (bleeds, slots used before).

    A cut that two pieces share has one mark. `reach` is the length.
    """
    horizontal = _crop_marks(_swap_axes(trims), _swap_axes(obstacles), _swap_axes([page])[0], reach)
    return (*_crop_marks(trims, obstacles, page, reach), *map(_swap_line, horizontal))


def cut_lines(trims: Sequence[Rect], obstacles: Sequence[Rect], page: Rect) -> tuple[Segment, ...]:
    """Return the edges of the trims prolonged over the whole page, and lines beside trims that do not bleed."""
    horizontal = _cut_lines(_swap_axes(trims), _swap_axes(obstacles), _swap_axes([page])[0])
    return (*_cut_lines(trims, obstacles, page), *map(_swap_line, horizontal))


def draw_lines(segments: Iterable[Segment], *, dash: tuple[float, ...] = ()) -> tuple[Ink, ...]:
    """Return lines as one hairline shape; nothing for no lines."""
    path = lines_path(segments)
    return (Shape(path, stroke=Stroke(BLACK, HAIRLINE, dash=dash)),) if path else ()


def lines_path(segments: Iterable[Segment]) -> str:
    """Return straight lines as a path.

    >>> lines_path([(0, 0, 10, 0), (0, 5, 10, 5)])
    'M 0 0 L 10 0 M 0 5 L 10 5'
    """
    return " ".join(f"M {decimal(x1)} {decimal(y1)} L {decimal(x2)} {decimal(y2)}" for x1, y1, x2, y2 in segments)


def line_box(line: Segment) -> Rect:
    """Return the rectangle that a hairline covers."""
    x1, y1, x2, y2 = line
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).expand(HAIRLINE / 2)


def piece_outlines(face: Face, matrix: Matrix) -> tuple[Ink, ...]:
    """Return the outline of a piece that is no rectangle, and its dashed creases: marks that lie on the piece."""
    cut = _haloed(face.cut) if face.cut else ()
    creases = tuple(crease for fold in face.folds for crease in _haloed(fold, _CREASE))
    return (Group(cut + creases, matrix),) if cut or creases else ()


def corner_ticks(trims: Iterable[Rect]) -> tuple[Ink, ...]:
    """Return short lines along the edges of the trims, at their corners.

    They are for cuts whose ends are hidden by other pieces.
    """
    lines: list[Segment] = []
    for trim in trims:
        for x, inward in ((trim.x, _TICK), (trim.right, -_TICK)):
            lines += [(x, trim.y, x, trim.y + _TICK), (x, trim.bottom - _TICK, x, trim.bottom)]
            lines += [(x, y, x + inward, y) for y in (trim.y, trim.bottom)]
    return _haloed(lines_path(lines)) if lines else ()


def _haloed(path: str, dash: tuple[float, ...] = ()) -> tuple[Ink, ...]:
    """Return a hairline on white, which shows on dark art too."""
    return Shape(path, stroke=Stroke(WHITE, HALO)), Shape(path, stroke=Stroke(BLACK, HAIRLINE, dash=dash))


def fold_line(sheet: OrientedPaper, obstacles: Sequence[Rect], page: Rect) -> tuple[Ink, ...]:
    """Return a dashed line along the sheet's fold, clear of all obstacles; nothing for a sheet that is not folded."""
    if sheet.fold is None:
        return ()
    x, y = page.centre
    if sheet.fold.vertical:
        lines = [(x, start, x, end) for start, end in _free_spans(x, obstacles, page)]
    else:
        spans = _free_spans(y, _swap_axes(obstacles), _swap_axes([page])[0])
        lines = [(start, y, end, y) for start, end in spans]
    return draw_lines(lines, dash=(3 * MM, 2 * MM))


# The functions below find vertical lines. Horizontal ones are found with x and y swapped.


def _crop_marks(trims: Sequence[Rect], obstacles: Sequence[Rect], page: Rect, reach: float) -> Iterator[Segment]:
    """Yield the upright crop marks, above and below the trims.

    They are at most `reach` points long, and stop short of obstacles and of the edge of the page.
    """
    for x, bounded in _edges(trims):
        spans = _blocked_spans(x, obstacles)
        ends = [_ends(trim, spans) for trim in bounded]
        ups = _marks_above({top for top, _ in ends}, spans, page.y, reach)
        yield from ((x, start, x, end) for start, end in ups)
        # Marks below are marks above of the page turned upside down.
        mirrored = [(-bottom, -top) for top, bottom in spans]
        downs = _marks_above({-bottom for _, bottom in ends}, mirrored, -page.bottom, reach)
        yield from ((x, -start, x, -end) for start, end in downs)


def _edges(trims: Sequence[Rect]) -> list[tuple[float, list[Rect]]]:
    """Return the x of every vertical cut, once, with the trims it bounds."""
    edges: dict[float, list[Rect]] = {}
    for trim in trims:
        edges.setdefault(round(trim.x, 3), []).append(trim)
        edges.setdefault(round(trim.right, 3), []).append(trim)
    return sorted(edges.items(), key=lambda edge: edge[0])


def _blocked_spans(x: float, obstacles: Sequence[Rect]) -> list[Span]:
    """Return the spans in which the vertical hairline at x meets or touches an obstacle."""
    half = HAIRLINE / 2
    return [(obstacle.y, obstacle.bottom) for obstacle in obstacles if obstacle.x - half < x < obstacle.right + half]


def _ends(trim: Rect, spans: Sequence[Span]) -> Span:
    """Return the blocked span around a trim: its own bleed, and obstacles beside it."""
    around = [span for span in spans if span[0] <= trim.y + _TOLERANCE and span[1] >= trim.bottom - _TOLERANCE]
    return min(top for top, _ in around), max(bottom for _, bottom in around)


def _marks_above(starts: Iterable[float], spans: Sequence[Span], limit: float, reach: float) -> Iterator[Span]:
    """Yield marks that begin above each start and end at their length, the page's edge or the next blocked span."""
    for start in sorted(starts):
        low = start - OFFSET
        stops = [bottom + OFFSET for top, bottom in spans if top < low]
        high = max(low - reach, limit, *stops)
        if low - high >= _SHORTEST:
            yield low, high


def _cut_lines(trims: Sequence[Rect], obstacles: Sequence[Rect], page: Rect) -> Iterator[Segment]:
    """Yield the upright cut lines: along edges over the page, and beside trims that do not bleed."""
    for x, _ in _edges(trims):
        yield from ((x, top, x, bottom) for top, bottom in _free_spans(x, obstacles, page))
    for trim in trims:
        for x in (trim.x - HAIRLINE / 2, trim.right + HAIRLINE / 2):
            line = Rect(x - HAIRLINE / 2, trim.y, HAIRLINE, trim.height)
            if not any(obstacle.overlaps(line, slack=_TOLERANCE) for obstacle in obstacles):
                yield x, trim.y, x, trim.bottom


def _free_spans(x: float, obstacles: Sequence[Rect], page: Rect) -> Iterator[Span]:
    """Yield the spans of the vertical line at x that are clear of all obstacles."""
    top = page.y
    for start, end in [*sorted(_blocked_spans(x, obstacles)), (page.bottom + OFFSET, page.bottom)]:
        if start - OFFSET - top >= _SHORTEST:
            yield top, start - OFFSET
        top = max(top, end + OFFSET)


def _swap_axes(rects: Sequence[Rect]) -> list[Rect]:
    """Return rectangles with x and y exchanged."""
    return [Rect(rect.y, rect.x, rect.height, rect.width) for rect in rects]


def _swap_line(line: Segment) -> Segment:
    """Return a line with x and y exchanged."""
    x1, y1, x2, y2 = line
    return y1, x1, y2, x2
