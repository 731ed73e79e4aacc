"""Checks of the text of a page as pdfium draws it: whether it is cut off, or lies too near to the cut."""

from __future__ import annotations

import math
from itertools import islice

from generator.base.geometry import Rect
from generator.base.units import MM, to_mm
from generator.preflight.content.content_reader import ContentReader
from generator.preflight.drawn_page import MOST_LETTERS, DrawnPage, Letter
from generator.preflight.page_check import PageCheck

_CONTRAST = 24
"""Steps of grey by which a letter that is seen differs from its ground."""
MOST_NEAR = 2_000
"""Letters near the cut that are looked at on a page."""
_CUT = 0.05 * MM
_OVERHANG = 1.0
"""Units by which a letter may reach out of its text: italics do."""
_SAME_SIZE = 0.1
_GRID = 0.5
"""Units to which places of letters are rounded, to tell of each once."""


def check_letters(drawn: DrawnPage, reader: ContentReader, page: PageCheck) -> None:
    """Report text that is cut, or lies nearer to the cut than the shop wants.

    The reader must just have read the page.
    """
    checked_places: set[tuple[int, int]] = set()
    near = (letter for letter in drawn.letters() if _is_near(letter.box, page))
    for letter in islice(near, MOST_NEAR):
        place = round(letter.box.x / _GRID), round(letter.box.y / _GRID)
        visible = None if place in checked_places else _shown(letter, reader)
        checked_places.add(place)
        if visible and _is_near(visible, page) and _is_seen(drawn, visible):
            _tell_of(visible, -_beyond(_nearest_cut(visible, page), visible) * page.boxes.unit, page)
    if next(near, None):
        page.flaws.leave_unchecked("text-near-cut", f"only the first {MOST_NEAR:,} letters near the cut are looked at")
    if drawn.letter_count > MOST_LETTERS:
        message = f"only the first {MOST_LETTERS:,} letters of the page are looked at for their distance from the cut"
        page.flaws.leave_unchecked("text-near-cut", message)


def _is_near(letter: Rect, page: PageCheck) -> bool:
    """Return whether a letter lies within a piece, and nearer to its cut than it may."""
    cut = _nearest_cut(letter, page)
    room = -_beyond(cut, letter) * page.boxes.unit
    return room < max(page.rules.edge - _CUT, -_CUT) and cut.overlaps(letter)


def _nearest_cut(letter: Rect, page: PageCheck) -> Rect:
    """Return the cut that a letter is nearest to, or reaches furthest beyond."""
    return min(page.cuts, key=lambda cut: _beyond(cut, letter))


def _shown(letter: Letter, reader: ContentReader) -> Rect | None:
    """Return the visible part of a letter, None without one: pdfium also lists letters that are clipped away."""
    of_size = [text for text in reader.texts if math.isclose(text[1], letter.size, rel_tol=_SAME_SIZE)]
    clips = [clip for reach, _, clip in of_size if reach.contains(letter.box, slack=_OVERHANG)]
    if not clips:
        return None if reader.has_clipped else letter.box
    return next((letter.box.intersection(clip) for clip in clips if clip.overlaps(letter.box)), None)


def _beyond(cut: Rect, letter: Rect) -> float:
    """Return how far a letter reaches beyond a cut; negative for the room between them."""
    return max(cut.x - letter.x, cut.y - letter.y, letter.right - cut.right, letter.bottom - cut.bottom)


def _is_seen(drawn: DrawnPage, letter: Rect) -> bool:
    """Return whether a letter is visible: pdfium also lists letters that are clipped, covered or invisible."""
    pixels = drawn.pixels(letter.expand(0.5))
    return max(pixels) - min(pixels) > _CONTRAST


def _tell_of(letter: Rect, room: float, page: PageCheck) -> None:
    """Report a letter that is cut off, or has too little room (points) to the cut."""
    place = page.place(letter)
    if room < -_CUT:
        page.flaws.fault("text-cut", "text is cut off; move it away from the edge", place, room)
        return
    message = f"text {to_mm(max(room, 0)):.1f} mm from the cut; {page.rules.shop} wants {to_mm(page.rules.edge):.1f} mm"
    page.flaws.warn("text-near-cut", message, place, room)
