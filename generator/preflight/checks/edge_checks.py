"""Checks of the edges of a page as pdfium draws it: art that ends at the cut, and ink beyond the bleed."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.geometry import Rect
from generator.base.records import dataclass
from generator.base.units import MM
from generator.preflight.drawn_page import PAPER, DrawnPage
from generator.preflight.page_check import PageCheck

_INSIDE = 0.4 * MM
"""How far inside the cut the art is looked at."""
_OUTSIDE = 0.8
"""Part of the bleed at which the art is looked at outside the cut."""
_USUAL_BLEED = 3 * MM
"""Bleed that most shops ask for."""
_ENDING = 0.25
"""Share of an edge along which the art has to end to be told of."""
_ROUND = 1 / 3
"""Share of an edge beside each corner that is left out where a page names our piece: coins have round backs."""
_STEP = 0.5 * MM
"""Distance of the lines along which ink is sought beyond the bleed."""
_MARK_REACH = 2 * MM
"""Beside a crop mark there is no ink for as long."""


@dataclass(frozen=True, slots=True)
class _Edge:
    """An edge of the cut."""

    name: str
    cut: Rect
    outwards: tuple[int, int]
    """Direction away from the cut."""
    margin: float
    """From the cut to the end of the bleed."""

    def line(self, distance: float) -> Rect:
        """Return the line along the edge at a distance outside the cut, in units of the page; negative inside."""
        x, y = self.outwards
        return self.cut.translate(x * distance, y * distance)


def is_cut_as_one(page: PageCheck) -> bool:
    """Return whether the page is one piece, and it is known where it is cut."""
    return not page.boxes.is_sheet and (page.area.is_stated or bool(page.rules.bleed))


def check_edges(drawn: DrawnPage, page: PageCheck) -> None:
    """Check that art which reaches the cut goes on into the bleed, and that nothing lies beyond the bleed."""
    boxes = page.boxes
    if not is_cut_as_one(page) or not drawn.is_drawable():
        return
    edges = [*_edges(page)]
    # The art of a coin rightly ends within its trim box.
    for edge in edges if not boxes.has_outline else ():
        if edge.margin > 0 and _ends(drawn, edge, page):
            message = f"the art ends at the {edge.name} cut; draw it on into the bleed"
            place = page.place(edge.line(-_INSIDE / boxes.unit))
            page.flaws.tell("art-in-bleed", message, place, is_fault=bool(page.rules.bleed))
    if not page.rules.takes_marks and _has_marks(drawn, edges, page):
        page.flaws.fault("marks", f"ink beyond the bleed; {page.rules.shop} wants no marks, so leave them out")


def _edges(page: PageCheck) -> Iterator[_Edge]:
    """Yield the edges of the page's cut."""
    yield from _edges_within(page, page.area.cut, page.area.bleed)


def _edges_within(page: PageCheck, cut: Rect, bleed: Rect) -> Iterator[_Edge]:
    """Yield the edges of a cut, with their margins to the end of a bleed."""
    names = _edge_names(page.boxes.turned)
    from_corner = _ROUND if page.boxes.pieces else 0.0
    x, across = cut.x + from_corner * cut.width, cut.width * (1 - 2 * from_corner)
    y, along = cut.y + from_corner * cut.height, cut.height * (1 - 2 * from_corner)
    yield _Edge(names[0], Rect(cut.x, y, 0, along), (-1, 0), cut.x - bleed.x)
    yield _Edge(names[1], Rect(x, cut.bottom, across, 0), (0, 1), bleed.bottom - cut.bottom)
    yield _Edge(names[2], Rect(cut.right, y, 0, along), (1, 0), bleed.right - cut.right)
    yield _Edge(names[3], Rect(x, cut.y, across, 0), (0, -1), cut.y - bleed.y)


def _edge_names(turned: int) -> list[str]:
    """Return how viewers show the left, upper, right and lower edge of a page."""
    names = ["left", "upper", "right", "lower"]
    quarters = turned // 90
    return names[quarters:] + names[:quarters]


def _asked_bleed(edge: _Edge, page: PageCheck) -> float:
    """Return the bleed that is wanted at an edge: there may be more, up to the end of the page."""
    return min(edge.margin, (page.rules.bleed or _USUAL_BLEED) / page.boxes.unit)


def _ends(drawn: DrawnPage, edge: _Edge, page: PageCheck) -> bool:
    """Return whether there is ink inside a cut and none outside of it, along enough of the edge."""
    inner = drawn.pixels(edge.line(-_INSIDE / page.boxes.unit))
    outer = drawn.pixels(edge.line(_OUTSIDE * _asked_bleed(edge, page)))
    ending = sum(one < PAPER <= other for one, other in zip(inner, outer, strict=False))
    return ending > _ENDING * len(inner)


def _has_marks(drawn: DrawnPage, edges: list[_Edge], page: PageCheck) -> bool:
    """Return whether there is ink beyond the bleed.

    Without a large enough bleed box only crop marks show that such ink is no bleed.
    """
    if page.boxes.bleed and not _is_bleed_short(edges, page):
        return _has_ink_beyond(drawn, page.boxes.bleed)
    if page.boxes.bleed:  # the art may rightly go on beyond a bleed box that is too small
        edges = [*_edges_within(page, page.area.cut, page.boxes.crop)]
    return any(_has_mark(drawn, edge, page) for edge in edges)


def _is_bleed_short(edges: list[_Edge], page: PageCheck) -> bool:
    """Return whether the bleed box leaves less than the shop wants at an edge."""
    bleed = (page.rules.bleed or 0.0) / page.boxes.unit
    return any(edge.margin < bleed - _STEP / page.boxes.unit for edge in edges)


def _has_ink_beyond(drawn: DrawnPage, bleed: Rect) -> bool:
    """Return whether there is ink beyond the bleed; a pixel beside its edge counts as inside."""
    beyond = drawn.image.copy()
    x_min, y_min, x_max, y_max = drawn.corners(bleed)
    # pdfium smooths edges, which tints the pixels beside them.
    inner = max(x_min - 1, 0), max(y_min - 1, 0), min(x_max + 1, beyond.width), min(y_max + 1, beyond.height)
    beyond.paste(255, inner)
    return min(beyond.tobytes()) < PAPER


def _has_mark(drawn: DrawnPage, edge: _Edge, page: PageCheck) -> bool:
    """Return whether marks are seen beyond the bleed: ink that lies apart, or lines that go on from both corners."""
    step, reach = _STEP / page.boxes.unit, drawn.pixel_count(_MARK_REACH / page.boxes.unit)
    distance = _asked_bleed(edge, page) + step
    nearest = drawn.pixels(edge.line(distance))
    while (distance := distance + step) < edge.margin:
        line = drawn.pixels(edge.line(distance))
        if _goes_on_from_corners(nearest, reach) or _lies_apart(line, nearest, reach):
            return True
    return False


def _goes_on_from_corners(line: bytes, reach: int) -> bool:
    """Return whether there is ink at both ends of a line of pixels, and none beside these ends."""
    # Crop marks go on from the corners, so they cross a line beside the cut at its ends.
    ends = line[:2], line[-2:]
    beside = line[reach : 2 * reach], line[-2 * reach : -reach]
    return all(min(end) < PAPER for end in ends) and all(min(part, default=0) >= PAPER for part in beside)


def _lies_apart(line: bytes, nearer: bytes, reach: int) -> bool:
    """Return whether there is ink on a line where the line nearer to the cut has none; `reach` is in pixels."""
    # Art that bleeds further than the shop asks is joined to the art nearer to the cut.
    ink = [place for place, value in enumerate(line) if value < PAPER]
    return any(min(nearer[max(place - reach, 0) : place + reach + 1], default=0) >= PAPER for place in ink)
