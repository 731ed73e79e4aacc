"""Checks of a page as pdfium draws it: text beside the cut, art that ends at it, and ink beyond the bleed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

from generator.base.geometry import Rect
from generator.base.units import MM, to_mm
from generator.exchange.preflight.content.content_reader import ContentReader
from generator.exchange.preflight.drawn_page import PAPER, DrawnPage, Letter
from generator.exchange.preflight.page_check import PageCheck

_CONTRAST = 24
"""Steps of grey by which a letter that is seen differs from its ground."""
MOST_NEAR = 2_000
"""Letters near the cut that are looked at on a page."""
_INSIDE, _OUTSIDE = 0.4 * MM, 0.6
"""How far inside the cut the art is looked at, and at what part of the bleed outside."""
_ENDING = 0.25
"""Share of an edge along which the art has to end to be told of."""
_ROUND = 1 / 3
"""Share of an edge beside each corner that is left out where a page names our piece: coins have round backs."""
_CUT = 0.05 * MM
_OVERHANG = 1.0
"""Units by which a letter may reach out of its text: italics do."""
_SAME_SIZE = 0.1
_GRID = 0.5
"""Units to which places of letters are rounded, to tell of each once."""


def check_letters(drawn: DrawnPage, reader: ContentReader, page: PageCheck) -> None:
    """Check that no text is cut, or lies nearer to the cut than the shop wants; the reader has just read the page."""
    told: set[tuple[int, int]] = set()
    near = (letter for letter in drawn.letters() if _is_near(letter.box, page))
    for letter in islice(near, MOST_NEAR):
        place = round(letter.box.x / _GRID), round(letter.box.y / _GRID)
        shown = None if place in told else _shown(letter, reader)
        told.add(place)
        if shown and _is_near(shown, page) and _is_seen(drawn, shown):
            _tell_of(shown, -_beyond(_nearest_cut(shown, page), shown) * page.boxes.unit, page)


def _is_near(letter: Rect, page: PageCheck) -> bool:
    """Whether a letter lies within a piece, and nearer to its cut than it may."""
    cut = _nearest_cut(letter, page)
    room = -_beyond(cut, letter) * page.boxes.unit
    return room < max(page.rules.edge - _CUT, -_CUT) and cut.overlaps(letter)


def _nearest_cut(letter: Rect, page: PageCheck) -> Rect:
    return min(page.boxes.cuts, key=lambda each: _beyond(each, letter))


def _shown(letter: Letter, reader: ContentReader) -> Rect | None:
    """Return what of a letter the clip leaves: pdfium tells of letters that are clipped, too."""
    of_size = [text for text in reader.texts if math.isclose(text[1], letter.size, rel_tol=_SAME_SIZE)]
    clips = [clip for reach, _, clip in of_size if reach.contains(letter.box, slack=_OVERHANG)]
    if not clips:
        return None if reader.has_clipped else letter.box
    return next((letter.box.intersection(clip) for clip in clips if clip.overlaps(letter.box)), None)


def check_edges(drawn: DrawnPage, page: PageCheck) -> None:
    """Check that art which reaches the cut goes on into the bleed, and that nothing lies beyond the bleed."""
    boxes = page.boxes
    if boxes.is_sheet or not (boxes.trim or boxes.art) or not drawn.is_drawable():
        return
    for name, inside, outside in _edges(page):
        if boxes.bleed and not boxes.has_outline and _ends(drawn, inside, outside):
            what = f"the art ends at the {name} cut; draw it on into the bleed"
            page.flaws.tell("art-in-bleed", what, page.place(inside), is_fault=bool(page.rules.bleed))
    if not page.rules.takes_marks and _has_ink_beyond(drawn, boxes.printed):
        page.flaws.fault("marks", f"ink beyond the bleed; {page.rules.shop} wants no marks, so leave them out")


def _beyond(cut: Rect, letter: Rect) -> float:
    """Return how far a letter reaches beyond a cut; negative for the room that is left."""
    return max(cut.x - letter.x, cut.y - letter.y, letter.right - cut.right, letter.bottom - cut.bottom)


def _is_seen(drawn: DrawnPage, letter: Rect) -> bool:
    """Whether a letter is seen: pdfium also tells of those that are clipped, covered or invisible."""
    pixels = drawn.pixels(letter.expand(0.5))
    return max(pixels) - min(pixels) > _CONTRAST


def _tell_of(letter: Rect, room: float, page: PageCheck) -> None:
    place = page.place(letter)
    if room < -_CUT:
        page.flaws.fault("text-cut", "text is cut off; move it away from the edge", place, room)
        return
    what = f"text {to_mm(max(room, 0)):.1f} mm from the cut; {page.rules.shop} wants {to_mm(page.rules.edge):.1f} mm"
    page.flaws.warn("text-near-cut", what, place, room)


def _edges(page: PageCheck) -> Iterator[tuple[str, Rect, Rect]]:
    """Yield the name of each edge of the cut, with a strip inside it and one in the bleed."""
    cut, bleed, inside = page.boxes.cut, page.boxes.printed, _INSIDE / page.boxes.unit
    left, right = (cut.x - bleed.x) * _OUTSIDE, (bleed.right - cut.right) * _OUTSIDE
    below, above = (cut.y - bleed.y) * _OUTSIDE, (bleed.bottom - cut.bottom) * _OUTSIDE
    names = _edge_names(page.boxes.turned)
    from_corner = _ROUND if page.boxes.pieces else 0.0
    x, across = cut.x + from_corner * cut.width, cut.width * (1 - 2 * from_corner)
    y, along = cut.y + from_corner * cut.height, cut.height * (1 - 2 * from_corner)
    yield names[0], Rect(cut.x + inside, y, 0, along), Rect(cut.x - left, y, 0, along)
    yield names[1], Rect(x, cut.bottom - inside, across, 0), Rect(x, cut.bottom + above, across, 0)
    yield names[2], Rect(cut.right - inside, y, 0, along), Rect(cut.right + right, y, 0, along)
    yield names[3], Rect(x, cut.y + inside, across, 0), Rect(x, cut.y - below, across, 0)


def _edge_names(turned: int) -> list[str]:
    """Return how viewers show the left, upper, right and lower edge of a page."""
    names = ["left", "upper", "right", "lower"]
    by = turned // 90
    return names[by:] + names[:by]


def _ends(drawn: DrawnPage, inside: Rect, outside: Rect) -> bool:
    """Whether there is ink inside a cut and none outside of it, along enough of the edge."""
    inner, outer = drawn.pixels(inside), drawn.pixels(outside)
    ending = sum(one < PAPER <= other for one, other in zip(inner, outer, strict=False))
    return ending > _ENDING * len(inner)


def _has_ink_beyond(drawn: DrawnPage, printed: Rect) -> bool:
    """Whether there is ink beyond the bleed; a pixel beside its edge counts as inside."""
    beyond = drawn.image.copy()
    left, top, right, bottom = drawn.corners(printed)
    inner = max(left - 1, 0), max(top - 1, 0), min(right + 1, beyond.width), min(bottom + 1, beyond.height)
    beyond.paste(255, inner)
    return min(beyond.tobytes()) < PAPER
