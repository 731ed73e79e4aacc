"""Several cards on a page: equal rectangles in rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.base.geometry import Rect, Size
from generator.base.records import dataclass
from generator.base.units import MM

SMALLEST = 25 * MM
"""Shorter side of a card."""
_LARGEST = 160 * MM
"""Longer side of a card with its bleed."""
_ALIKE = 0.8 * MM
"""Tolerance for the sizes and places of cards in one grid, which are drawn alike."""
_WIDEST_BLEED = 3.5 * MM
_CARD = Size(100 * MM, 150 * MM)
"""A page or a frame up to this size may be one card with equal parts."""
_COVERED = 0.3
"""Share of the page that cards of a size that is not known have to cover."""
_MOST = 400
"""Rectangles of which the grids are sought."""


@dataclass(frozen=True, slots=True)
class CardGrid:
    """Equal rectangles in rows and columns."""

    card: Size
    count: int
    columns: int
    rows: int
    frame: Rect
    """Around them all."""

    def is_of_cards(self, sizes: Sequence[Size], page: Rect) -> bool:
        """Return whether the grid is one of cards.

        Two rectangles of a known size are enough; of another size, four or more have to fill much of a larger page.
        """
        if self.count >= 2 and is_card(self.card, sizes):
            return True
        # Equal pictures on one card form a grid too: cards of an unknown size have to fill much of a larger page.
        covered = self.count * self.card.width * self.card.height / (page.width * page.height)
        return min(self.columns, self.rows) >= 2 and covered >= _COVERED and not is_as_small_as_a_card(self.frame)


def is_as_small_as_a_card(frame: Rect) -> bool:
    """Return whether a frame is small enough for a single card."""
    size = Size(frame.width, frame.height).upright
    return size.width <= _CARD.width and size.height <= _CARD.height


def find_cards(rects: Iterable[Rect], sizes: Sequence[Size], page: Rect) -> int:
    """Return the number of cards on a page, counted by its rectangles; 0 for a single card or none.

    `sizes` are usual sizes of cards, in units of the page.
    """
    # Each size is compared with all that remain, so the work grows with the square of their number.
    remaining = [rect for rect in dict.fromkeys(rects) if _may_be_card(rect)][:_MOST]
    most = 0
    while remaining:
        first = remaining[0]
        alike = [rect for rect in remaining if _difference(rect, first) <= _ALIKE]
        remaining = [rect for rect in remaining if _difference(rect, first) > _ALIKE]
        grid = _grid(alike)
        if grid is not None and grid.is_of_cards(sizes, page):
            most = max(most, grid.count)
    return most


def _may_be_card(rect: Rect) -> bool:
    """Return whether a rectangle is neither too small nor too large for a card."""
    shorter, longer = sorted((rect.width, rect.height))
    return shorter >= SMALLEST and longer <= _LARGEST


def _difference(one: Rect, other: Rect) -> float:
    """Return the larger difference of two rectangles, in width or height."""
    return max(abs(one.width - other.width), abs(one.height - other.height))


def is_card(size: Size, cards: Iterable[Size]) -> bool:
    """Return whether a size equals the size of a card, alone or with the same bleed on all sides."""
    return any(_is_of(size, card) for card in cards)


def _is_of(size: Size, card: Size) -> bool:
    """Return whether a size is that card's size with an even bleed, or none."""
    # A bleed adds as much to the width as to the height; any other surplus makes another format.
    over = [one - other for one, other in zip(_sides(size), _sides(card), strict=True)]
    return max(over) - min(over) <= _ALIKE and min(over) >= -_ALIKE and max(over) <= 2 * _WIDEST_BLEED


def _sides(size: Size) -> tuple[float, float]:
    """Return the shorter and the longer side of a size."""
    return size.upright.width, size.upright.height


def _grid(rects: Sequence[Rect]) -> CardGrid | None:
    """Return the grid that equal rectangles form; None for one alone, or with at most half of its places filled."""
    cards: list[Rect] = []
    for rect in rects:
        # Cards that are laid cut to cut overlap by the bleed of both; their cores do not.
        core = rect.expand(-2 * _WIDEST_BLEED)
        if not any(core.overlaps(card.expand(-2 * _WIDEST_BLEED)) for card in cards):
            cards.append(rect)
    if len(cards) < 2:
        return None
    columns, rows = (count_places(places) for places in ([card.x for card in cards], [card.y for card in cards]))
    frame = Rect.around([(x, y) for card in cards for x, y in ((card.x, card.y), (card.right, card.bottom))])
    # The last row of a sheet may be short, but scattered pictures leave most of the places empty.
    if 2 * len(cards) <= columns * rows:
        return None
    return CardGrid(Size(cards[0].width, cards[0].height), len(cards), columns, rows, frame)


def count_places(places: Iterable[float]) -> int:
    """Return the number of distinct places; coordinates that are nearly equal count as one."""
    count, last = 0, float("-inf")
    for place in sorted(places):
        if place - last > _ALIKE:
            count += 1
            last = place
    return count
