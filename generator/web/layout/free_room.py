"""Where a new box is placed on a card: in free room, or a little aside of the boxes in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice, product

from generator.base.geometry import Rect, Size

SAFE = 3.0
"""Millimetres between a new box and the edge."""
_GAP = 1.0
"""Millimetres between a new box and its neighbours."""
_ASIDE = 4.0
"""Millimetres by which boxes that find no free room are placed aside of each other."""
_MOST_STEPS = 50
"""Most places across or down that are looked at: a board has as many as a card."""
_GROUND = 0.6
"""Share of the card from which a box is a ground or a frame, on which others stand."""


def free_place(box: Size, card: Size, boxes: Sequence[Rect]) -> tuple[float, float]:
    """Return the corner of a new box on a card, in millimetres: in the free room nearest the middle.

    Where there is none, boxes are placed aside of each other, from the middle on.
    """
    obstacles = [rect for rect in boxes if rect.width * rect.height < _GROUND * card.width * card.height]
    middle = (card.width - box.width) / 2, (card.height - box.height) / 2
    # Whatever is added next is seen first in the middle.
    places = product(_steps(box.width, card.width), _steps(box.height, card.height))
    for x, y in sorted(places, key=lambda place: (place[0] - middle[0]) ** 2 + (place[1] - middle[1]) ** 2):
        room = Rect(x, y, box.width, box.height).expand(_GAP)
        if not any(room.overlaps(rect) for rect in obstacles):
            return x, y
    # As many boxes as there are may stand at the first places.
    aside = islice(_aside(middle, box, card), len(obstacles) + 1)
    return next((place for place in aside if not any(_is_at(rect, place) for rect in obstacles)), middle)


def _steps(size: float, whole: float) -> list[float]:
    """Return the places of a side of a box along a side of a card, the one in the middle among them."""
    middle = (whole - size) / 2
    step = max(1.0, 2 * (middle - SAFE) / _MOST_STEPS)
    steps = int(max(middle - SAFE, 0) / step)
    return [middle + number * step for number in range(-steps, steps + 1)]


def _aside(middle: tuple[float, float], box: Size, card: Size) -> Iterator[tuple[float, float]]:
    """Yield places from the middle down to the right, and again from the top and the left behind the edge."""
    room = max(card.width - box.width - 2 * SAFE, _ASIDE / 2), max(card.height - box.height - 2 * SAFE, _ASIDE / 2)
    for number in count():
        # Behind the edge it goes on from the other side, so that no box leaves the card.
        x, y = (SAFE + (start - SAFE + number * _ASIDE) % size for start, size in zip(middle, room, strict=True))
        yield x, y


def _is_at(rect: Rect, place: tuple[float, float]) -> bool:
    """Return whether the corner of a box is at a place, to less than one can see."""
    return abs(rect.x - place[0]) < _GAP and abs(rect.y - place[1]) < _GAP
