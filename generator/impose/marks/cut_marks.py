"""Marks for the knife: crop marks, cut lines, outlines of round pieces, the fold line. Never inside a trim or bleed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.base.geometry import Matrix, Rect
from generator.base.units import MM, decimal
from generator.impose.layout.mirror import Segment
from generator.impose.layout.oriented_paper import OrientedPaper
from generator.model.face import Face, Group, Ink, Shape, Stroke

HAIRLINE = 0.15 * MM
"""Thin enough to cut through, thick enough to see (print-specs, home printer)."""
HALO = 0.45 * MM
"""Of the white line under a cut on art."""
REACH = 4 * MM
"""The length of a crop mark where nothing is in its way."""
STUB = 1 * MM
"""Its length where slug and bar need the room."""
OFFSET = 0.3 * MM
"""From a bleed to the marks around it."""
_CREASE = (2 * MM, 1 * MM)
"""Dashes of a fold."""
_SHORTEST = 0.8 * MM
BLACK = "#000000"
WHITE = "#ffffff"
_SLACK = 0.001

Span = tuple[float, float]


def crop_marks(trims: Sequence[Rect], walls: Sequence[Rect], page: Rect, reach: float) -> tuple[Segment, ...]:
    """Short lines that prolong the edges of the trims, outside all walls (bleeds and places to keep clear).

    A cut that two pieces share has one mark.
    """
    across = _crop_marks(_turned(trims), _turned(walls), _turned([page])[0], reach)
    return (*_crop_marks(trims, walls, page, reach), *map(_swapped, across))


def cut_lines(trims: Sequence[Rect], walls: Sequence[Rect], page: Rect) -> tuple[Segment, ...]:
    """The edges of the trims prolonged through all the waste, and hems beside trims that do not bleed."""
    across = _cut_lines(_turned(trims), _turned(walls), _turned([page])[0])
    return (*_cut_lines(trims, walls, page), *map(_swapped, across))


def draw_lines(segments: Iterable[Segment], *, dash: tuple[float, ...] = ()) -> tuple[Ink, ...]:
    """Lines as one hairline shape."""
    path = lines_path(segments)
    return (Shape(path, stroke=Stroke(BLACK, HAIRLINE, dash=dash)),) if path else ()


def lines_path(segments: Iterable[Segment]) -> str:
    """Straight lines as a path."""
    words = [f"M {decimal(x1)} {decimal(y1)} L {decimal(x2)} {decimal(y2)}" for x1, y1, x2, y2 in segments]
    return " ".join(words)


def piece_outlines(face: Face, matrix: Matrix) -> tuple[Ink, ...]:
    """The cut of a piece that is not a rectangle, and its creases dashed: the one mark that lies on a piece."""
    cut = _haloed(face.cut) if face.cut else ()
    creases = tuple(crease for fold in face.folds for crease in _haloed(fold, _CREASE))
    return (Group(cut + creases, matrix),) if cut or creases else ()


def _haloed(path: str, dash: tuple[float, ...] = ()) -> tuple[Ink, ...]:
    """A hairline that shows on dark art too: between its dashes the white is seen."""
    return Shape(path, stroke=Stroke(WHITE, HALO)), Shape(path, stroke=Stroke(BLACK, HAIRLINE, dash=dash))


def fold_line(ground: OrientedPaper, walls: Sequence[Rect], page: Rect) -> tuple[Ink, ...]:
    """A dashed line along the fold, as far as it touches no bleed and nothing else to keep clear."""
    if ground.fold is None:
        return ()
    x, y = page.centre
    if ground.fold.upright:
        lines = [(x, start, x, end) for start, end in _free(x, walls, page)]
    else:
        lines = [(start, y, end, y) for start, end in _free(y, _turned(walls), _turned([page])[0])]
    return draw_lines(lines, dash=(3 * MM, 2 * MM))


def _crop_marks(trims: Sequence[Rect], walls: Sequence[Rect], page: Rect, reach: float) -> Iterator[Segment]:
    for x, touched in _edges(trims):
        spans = _spans(x, walls)
        ends = [_ends(trim, spans) for trim in touched]
        ups = _upwards({top for top, _ in ends}, spans, page.y, reach)
        yield from ((x, start, x, end) for start, end in ups)
        under = [(-bottom, -top) for top, bottom in spans]
        downs = _upwards({-bottom for _, bottom in ends}, under, -page.bottom, reach)
        yield from ((x, -start, x, -end) for start, end in downs)


def _edges(trims: Sequence[Rect]) -> list[tuple[float, list[Rect]]]:
    """Every upright cut once, with the trims it bounds."""
    edges: dict[float, list[Rect]] = {}
    for trim in trims:
        edges.setdefault(round(trim.x, 3), []).append(trim)
        edges.setdefault(round(trim.right, 3), []).append(trim)
    return sorted(edges.items(), key=lambda edge: edge[0])


def _spans(x: float, walls: Sequence[Rect]) -> list[Span]:
    """From where to where the upright line at x meets or touches a wall."""
    reach = HAIRLINE / 2
    return [(wall.y, wall.bottom) for wall in walls if wall.x - reach < x < wall.right + reach]


def _ends(trim: Rect, spans: Sequence[Span]) -> Span:
    """From where to where the wall around a trim goes: its own bleed and what lies level with it."""
    own = [span for span in spans if span[0] <= trim.y + _SLACK and span[1] >= trim.bottom - _SLACK]
    return min(top for top, _ in own), max(bottom for _, bottom in own)


def _upwards(starts: Iterable[float], spans: Sequence[Span], limit: float, reach: float) -> Iterator[Span]:
    """Marks that begin above a start and stop at their length, at the page's edge or below the next wall."""
    for start in sorted(starts):
        low = start - OFFSET
        stops = [bottom + OFFSET for top, bottom in spans if top < low]
        high = max(low - reach, limit, *stops)
        if low - high >= _SHORTEST:
            yield low, high


def _cut_lines(trims: Sequence[Rect], walls: Sequence[Rect], page: Rect) -> Iterator[Segment]:
    for x, _ in _edges(trims):
        yield from ((x, top, x, bottom) for top, bottom in _free(x, walls, page))
    for trim in trims:
        for x in (trim.x - HAIRLINE / 2, trim.right + HAIRLINE / 2):
            line = Rect(x - HAIRLINE / 2, trim.y, HAIRLINE, trim.height)
            if not any(wall.overlaps(line, slack=_SLACK) for wall in walls):
                yield x, trim.y, x, trim.bottom


def _free(x: float, walls: Sequence[Rect], page: Rect) -> Iterator[Span]:
    """The stretches of the upright line at x that are clear of all walls."""
    top = page.y
    for start, end in [*sorted(_spans(x, walls)), (page.bottom + OFFSET, page.bottom)]:
        if start - OFFSET - top >= _SHORTEST:
            yield top, start - OFFSET
        top = max(top, end + OFFSET)


def _turned(rects: Sequence[Rect]) -> list[Rect]:
    """Rectangles with x and y exchanged, so that level lines are found as upright ones are."""
    return [Rect(rect.y, rect.x, rect.height, rect.width) for rect in rects]


def _swapped(line: Segment) -> Segment:
    x1, y1, x2, y2 = line
    return y1, x1, y2, x2
