"""The work of cutting sheets of paper by hand: straight cuts along a ruler, and curves along which scissors go."""

from __future__ import annotations

from generator.base.records import dataclass
from generator.base.units import MM

METRE = 1000 * MM
SMALL = 40 * MM
"""Length of a piece from which on a ruler does not hide it."""
CUT_MINUTES = 0.25
"""Time to lay a ruler on two marks and draw the knife along it."""
CURVE_MINUTES = 5.0
"""Time to cut a metre of curves with scissors."""


@dataclass(frozen=True, slots=True)
class KnifeWork:
    """What some sheets of paper take; lengths in points."""

    cuts: int = 0
    """Straight cuts; one through several pieces counts once."""
    straight: float = 0.0
    """Length of all straight cuts."""
    curved: float = 0.0
    """Length of all curves."""

    def __add__(self, other: KnifeWork) -> KnifeWork:
        """Return the work of both."""
        return KnifeWork(self.cuts + other.cuts, self.straight + other.straight, self.curved + other.curved)

    @property
    def metres(self) -> float:
        """Length of all cuts, in metres."""
        return (self.straight + self.curved) / METRE

    @property
    def minutes(self) -> float:
        """About how long it takes."""
        return self.cuts * CUT_MINUTES + self.curved / METRE * CURVE_MINUTES


NO_WORK = KnifeWork()
