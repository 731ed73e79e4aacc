"""Sizes of cards and of sleeves, and what a box holds. Lengths are points."""

from __future__ import annotations

from collections.abc import Iterable

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.base.units import MM

_SEAM = 2 * MM
"""Least difference between a sleeve's outside and its card, in width and in height: welded edges and some play."""


def scale_factor(drawn: Size, target: Size) -> float:
    """Return the largest factor at which a face of size `drawn` fits into another size; shape is kept.

    >>> scale_factor(Size(60, 90), Size(40, 70))
    0.6666666666666666
    """
    # The smaller ratio, so that nothing is cut off.
    return min(target.width / drawn.width, target.height / drawn.height)


@dataclass(frozen=True, slots=True)
class CardSize:
    """A size that cards can be printed at, upright."""

    name: str
    """Name of the size in `card_formats`, or the typed `50x75mm`."""
    size: Size

    @property
    def word(self) -> str:
        """Word for this size in file names."""
        return self.name

    def of(self, trim: Size) -> Size:
        """Return this size, lying for a card that lies."""
        # Sizes are kept upright, and a deck of lying cards stays lying.
        return self.size if trim.width <= trim.height else self.size.transpose()


@dataclass(frozen=True, slots=True)
class CardScale:
    """A share of their own size that cards can be printed at."""

    factor: float

    @property
    def name(self) -> str:
        """Scale as it is typed: `95%`."""
        return f"{100 * self.factor:.6g}%"

    @property
    def word(self) -> str:
        """Word for this scale in file names, which may become web addresses: `95percent`."""
        return self.name.replace("%", "percent")

    def of(self, trim: Size) -> Size:
        """Return the size of a card that has this trim."""
        return Size(self.factor * trim.width, self.factor * trim.height)


@dataclass(frozen=True, slots=True)
class Sleeve:
    """A sleeve for cards, by its size outside."""

    id: str
    size: Size
    film: float
    """Thickness of the foil on one side of the card, in points."""

    def takes(self, card: Size) -> bool:
        """Whether an upright or lying card fits in."""
        # A hundredth of a point for rounding: sizes come from millimetres with one decimal.
        return self._play(card) >= _SEAM - 0.01

    def _play(self, card: Size) -> float:
        """Return the least room in points between a card, upright, and the edges of the sleeve."""
        # Sleeves are upright; a card may be turned.
        width, height = sorted((card.width, card.height))
        return min(self.size.width - width, self.size.height - height)


def fitting_sleeve(card: Size, sleeves: Iterable[Sleeve]) -> Sleeve | None:
    """Return the smallest sleeve that takes a card; None if there is none."""
    # The smallest one holds the card most tightly.
    taking = [sleeve for sleeve in sleeves if sleeve.takes(card)]
    return min(taking, key=lambda sleeve: sleeve.size.width * sleeve.size.height, default=None)


@dataclass(frozen=True, slots=True)
class Packing:
    """Contents of a tuck box, from which its inner measures follow; lengths in points."""

    holds: tuple[str, ...]
    """Ids of the components that lie in the box."""
    stock: float
    """Thickness of a card."""
    film: float
    """Thickness of one side of a sleeve; 0 for cards without."""
    clearance: float
