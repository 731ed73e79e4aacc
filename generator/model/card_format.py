"""Sizes of cards and of sleeves, and what a box holds. Lengths are points."""

from __future__ import annotations

from collections.abc import Iterable

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.base.units import MM

_SEAM = 2 * MM
"""By how much a sleeve must be larger than its card, in width and in height: its welded edges and some play."""


def scale_factor(drawn: Size, wanted: Size) -> float:
    """Return the factor by which a face of one size is scaled to fit another.

    >>> scale_factor(Size(60, 90), Size(40, 70))
    0.6666666666666666
    """
    return min(wanted.width / drawn.width, wanted.height / drawn.height)


@dataclass(frozen=True, slots=True)
class CardSize:
    """A size that cards can be printed at, upright."""

    name: str
    """Its name, or `50x75mm`."""
    size: Size

    @property
    def word(self) -> str:
        """What it is called in the names of files."""
        return self.name

    def of(self, trim: Size) -> Size:
        """Return this size, lying for a card that lies."""
        return self.size if trim.width <= trim.height else self.size.transpose()


@dataclass(frozen=True, slots=True)
class CardScale:
    """A share of their own size that cards can be printed at."""

    factor: float

    @property
    def name(self) -> str:
        """The share as it is typed: `95%`."""
        return f"{100 * self.factor:.6g}%"

    @property
    def word(self) -> str:
        """What it is called in the names of files, some of which become addresses: `95percent`."""
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
    """Thickness of one side."""

    def takes(self, card: Size) -> bool:
        """Whether an upright or lying card fits in."""
        return self._play(card) >= _SEAM - 0.01

    def _play(self, card: Size) -> float:
        width, height = sorted((card.width, card.height))
        return min(self.size.width - width, self.size.height - height)


def fitting_sleeve(card: Size, sleeves: Iterable[Sleeve]) -> Sleeve | None:
    """Return the smallest sleeve that takes a card; None if there is none."""
    taking = [sleeve for sleeve in sleeves if sleeve.takes(card)]
    return min(taking, key=lambda sleeve: sleeve.size.width * sleeve.size.height, default=None)


@dataclass(frozen=True, slots=True)
class Packing:
    """What a box holds."""

    holds: tuple[str, ...]
    """Components by id."""
    stock: float
    """Thickness of a card."""
    film: float
    """Thickness of one side of a sleeve; 0 for cards without."""
    clearance: float
