"""Numbers written by hand in boxes, read where each digit is sure and the number can stand in its box."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from generator.model.sheet import Book, Box, Sheet
from generator.scoresheets.photos.blank_page import BoxRect
from generator.scoresheets.photos.digits.digit_model import DIGITS, digit_model
from generator.scoresheets.photos.digits.glyph_shapes import digit_shapes, whole_digit
from generator.scoresheets.photos.digits.number_rules import allowed_numbers, contradicted
from generator.scoresheets.photos.ink_map import InkMap
from generator.scoresheets.photos.plane_geometry import Array

KINDS = ("year", "number")
_TRUSTED = 0.3
"""Trust from which a pixel counts in full; print that is laid beside itself has less."""
_INSET = 3
"""Pixels at the edges of a box that are not read: its line lies there."""
_BEYOND = 5
"""Pixels around a box in which a digit that runs over the line of the box has to end."""
_EDGE = 8
"""Pixels at the left and right edges of a box in which a digit may hide in its line."""
_HIDDEN = 0.25
"""Darkness by which rows of a hidden digit exceed those above and below it, as a share of that of the ink."""


def read_numbers(book: Book, ink: InkMap, boxes: Mapping[str, BoxRect], free: Collection[str] = ()) -> dict[str, int]:
    """Return the numbers in boxes with writing, given by their places; boxes whose number is in doubt are absent.

    Tracks of `free` are filled in any order.
    """
    numbers: dict[str, int] = {}
    for sheet in book.sheets:
        places = {box.id: boxes[box.id] for box in sheet.boxes if box.kind in KINDS and box.id in boxes}
        read = {id_: read_number(ink, rect, book.box(id_)) for id_, rect in places.items()}
        sure = {id_: number for id_, number in read.items() if number is not None}
        # In a box with room for several digits, ink beside a digit may be another one.
        doubtful = [id_ for id_ in places if id_ not in sure and book.box(id_).most < DIGITS]
        for id_ in doubtful:
            number = read_digit(ink, places[id_], allowed_numbers(sheet, id_, sure, free))
            read[id_] = number
        numbers |= _consistent(sheet, {id_: number for id_, number in read.items() if number is not None}, free)
    return numbers


def _consistent(sheet: Sheet, numbers: dict[str, int], free: Collection[str]) -> dict[str, int]:
    """Return the numbers that no other number of a sheet contradicts; tracks of `free` are filled in any order."""
    doubtful = {*contradicted(sheet, numbers, free)}
    return {id_: number for id_, number in numbers.items() if id_ not in doubtful}


def read_number(ink: InkMap, rect: BoxRect, box: Box) -> int | None:
    """Return the number in a box; None if it is in doubt."""
    inner, most_digits = _inner_ink(ink, rect), len(str(box.most))
    shapes = digit_shapes(inner, is_several=most_digits > 1)
    if not 0 < len(shapes) <= most_digits or (most_digits > len(shapes) and _hides_digit(ink, rect, inner)):
        return None
    digits = digit_model().sure_digits(np.array(shapes))
    # Nobody writes 07: it is a stroke beside a 7.
    if None in digits or (len(digits) > 1 and digits[0] == 0):
        return None
    number = int("".join(map(str, digits)))
    return number if box.least <= number <= box.most else None


def read_digit(ink: InkMap, rect: BoxRect, allowed: Collection[int]) -> int | None:
    """Return the digit in a box, which may run over the line of the box, if it is an allowed one; None if in doubt."""
    x1, y1, x2, y2 = map(round, rect)
    high, wide = ink.darkness.shape
    if min(x1, y1, wide - x2, high - y2) < _BEYOND:
        return None
    # Beside the box little is trusted, yet where print was laid well, ink shows there too.
    area = np.s_[y1 - _BEYOND : y2 + _BEYOND, x1 - _BEYOND : x2 + _BEYOND]
    shape = whole_digit(np.maximum(ink.darkness[area], 0), _BEYOND + _INSET)
    return None if shape is None else digit_model().sure_digits(shape[None], allowed)[0]


def _hides_digit(ink: InkMap, rect: BoxRect, inner: Array) -> bool:
    """Return whether ink beside the digits lies in the left or right line of a box, as a thin 1 does.

    Print that was laid beside itself is as dark above and below the digits as beside them.
    """
    x1, y1, x2, y2 = map(round, rect)
    level = float(np.percentile(inner, 99))
    is_inked = (inner > _HIDDEN * level).any(1)
    rows = np.flatnonzero(is_inked)
    is_beside: Array = np.zeros(len(inner), bool)
    is_beside[rows[0] : rows[-1] + 1] = True
    top = max(0, y1 + _INSET)
    for columns in (slice(max(0, x1 - 1), x1 + _EDGE), slice(x2 - _EDGE, x2 + 1)):
        darkness = ink.darkness[top : y2 - _INSET, columns].max(1)
        around = 0.0 if is_beside.all() else float(darkness[~is_beside].mean())
        if float(darkness[is_beside].mean()) - around > _HIDDEN * level:
            return True
    return False


def _inner_ink(ink: InkMap, rect: BoxRect) -> Array:
    """Return the ink within the line of a box; ink beside print counts less."""
    x1, y1, x2, y2 = map(round, rect)
    area = np.s_[max(0, y1 + _INSET) : y2 - _INSET, max(0, x1 + _INSET) : x2 - _INSET]
    darkness, trust = ink.darkness[area], ink.trust[area]
    # Dark ink over print shows; pale residues of print do not count.
    return np.maximum(darkness, 0) * np.minimum(1, trust / _TRUSTED)
