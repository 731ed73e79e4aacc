"""Sheets of cards for Tabletop Simulator: which card stands in which place of which picture, and what others see.

A card in somebody's hand must look the same to the others whatever is on its front. What they are shown depends on two
switches of a sheet (`tjakubo/Decker`, issue 2):

    BackIsHidden   one back                               a sheet of backs
    false          the last place of the sheet of fronts  the last places of both sheets
    true           the back                               the card's own back

Cards that share a back therefore get sheets with one back, and the others are shown that back. A back that no other
card has would tell which card it is: such cards get a sheet of backs, and a blank picture in the last places of both
sheets, which the others are shown instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.base.geometry import Size
from generator.base.records import dataclass

LARGEST = 4096
"""Pixels of a side of a picture (kb.tabletopsimulator.com, Asset Creation)."""
COLUMNS, ROWS = 10, 7
"""Most cards of a sheet, side by side and one above the other (kb.tabletopsimulator.com, Custom Decks)."""
PLACES = 100
"""The number of a card is that of its sheet times this, plus its place."""

Pixels = tuple[int, int]
"""Width and height."""


@dataclass(frozen=True, slots=True)
class CardSides:
    """Keys of the faces on front and back; cards with equal keys are the same card."""

    front: str
    back: str
    """Empty for a card with one side."""


@dataclass(frozen=True, slots=True)
class CardSheet:
    """A picture of the fronts of cards of one size, with one back or with a picture of backs."""

    number: int
    """Number in the whole table, from 1."""
    place_size: Pixels
    columns: int
    rows: int
    cards: tuple[CardSides, ...]
    """Cards in their places, row by row; places at the end may be free."""
    is_secret: bool = False
    """Whether backs differ, and a blank picture is in the last place of both pictures."""

    @property
    def size(self) -> Pixels:
        """Return the width and height of the picture in pixels."""
        return self.columns * self.place_size[0], self.rows * self.place_size[1]

    def corner(self, place: int) -> Pixels:
        """Return the left top corner of a place in the picture, in pixels; places count from 0."""
        row, column = divmod(place, self.columns)
        return column * self.place_size[0], row * self.place_size[1]

    def card_ids(self) -> Mapping[CardSides, int]:
        """Return the numbers of the cards, as decks name them: PLACES times the sheet plus the place."""
        return {card: PLACES * self.number + place for place, card in enumerate(self.cards)}


def fitting_dpi(size: Size, dpi: float, *, in_row: int = 1) -> float:
    """Return the resolution at which a picture has room for a face of a size, or for `in_row` faces in a row.

    It is never finer than `dpi`; `size` is in points.
    """
    return min(dpi, LARGEST * 72 / (in_row * max(size.width, size.height)))


def plan_sheets(cards: Iterable[CardSides], place_size: Pixels, first: int) -> list[CardSheet]:
    """Return sheets for cards of one size, each card once; `first` is the number of the first sheet."""
    return [
        _sheet(first + index, group, place_size, is_secret=is_secret)
        for index, (group, is_secret) in enumerate(_groups([*dict.fromkeys(cards)], _most(place_size)))
    ]


def _groups(cards: Sequence[CardSides], most: int) -> Iterator[tuple[Sequence[CardSides], bool]]:
    """Yield the cards of each sheet, up to `most`, and whether their backs must be hidden."""
    by_back: dict[str, list[CardSides]] = {}
    for card in cards:
        by_back.setdefault(card.back, []).append(card)
    # A single card needs no secret: there is no other that it could be taken for.
    shared = [group for group in by_back.values() if len(group) > 1 or len(cards) == 1]
    single = [group[0] for group in by_back.values() if len(group) == 1 < len(cards)]
    for group in shared:
        yield from ((group[start : start + most], False) for start in range(0, len(group), most))
    hidden = max(1, most - 1)  # one place is for the blank picture
    yield from ((single[start : start + hidden], True) for start in range(0, len(single), hidden))


def _most(place_size: Pixels) -> int:
    """Return the number of places on a sheet."""
    columns, rows = _grid(place_size)
    return columns * rows


def _grid(place_size: Pixels) -> tuple[int, int]:
    """Return the most columns and rows that a picture has room for."""
    width, height = place_size
    return max(1, min(COLUMNS, LARGEST // width)), max(1, min(ROWS, LARGEST // height))


def _sheet(number: int, cards: Sequence[CardSides], place_size: Pixels, *, is_secret: bool) -> CardSheet:
    """Return the smallest sheet that holds the cards, as wide as possible."""
    places = len(cards) + is_secret
    most_columns, _ = _grid(place_size)
    rows = -(-places // most_columns)
    # As many in each row as the rows need: empty columns would only make the picture larger.
    columns = -(-places // rows)
    return CardSheet(number, place_size, columns, rows, tuple(cards), is_secret)
