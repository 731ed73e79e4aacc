"""Cutting machines that find a printed sheet by marks: the marks, and the layouts for which there are templates."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.geometry import Size
from generator.base.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class RegistrationMarks:
    """The marks by which a cutting machine finds the printed sheet. Lengths in points."""

    inset: float
    """Distance from the edges of the paper to the middle of the lines."""
    thickness: float
    """Width of the lines."""
    square: float
    """Side of the filled square, without the line around it."""
    least: float
    """Least length of an arm, from the corner of the mark."""
    most: float
    clear: float
    """Width of the zone around a mark that must stay unprinted."""
    places_inset: float = 0.0
    """The inset that the places and arms of a template were computed for; 0 for `inset`."""

    @property
    def corner(self) -> float:
        """Side of the zone at each corner, measured from the inset, that cards of a template may not reach into."""
        return self.square + self.clear

    @property
    def kept(self) -> float:
        """Side of the square at each corner of the paper that is kept clear on sheets without a template.

        The line around the square of three marks reaches farther than the zone of templates allows for.
        """
        return self.inset + self.corner + self.thickness / 2


@dataclass(frozen=True, slots=True)
class CuttingTemplate:
    """A published template, which cuts one size of card on one paper; its places follow from the sizes."""

    name: str
    paper: str
    """Id of the paper."""
    card: Size
    corner: float
    portrait: bool
    """Whether the paper stands upright."""
    borderless: bool

    @property
    def is_round(self) -> bool:
        """Whether the template cuts circles."""
        # A corner of half the side makes a square a circle.
        return self.card.width == self.card.height == 2 * self.corner


@dataclass(frozen=True, slots=True)
class Cutter:
    """A make of cutting machines."""

    marks: RegistrationMarks
    borderless: RegistrationMarks
    """Marks nearer to the edge, for printers that reach there."""
    dpi: int
    """Places on its templates are whole pixels of this resolution."""
    gap: float
    """Least space between pieces."""
    templates: Mapping[str, CuttingTemplate]
    """Templates by name."""
    borderless_places: Mapping[str, float]
    """Inset that borderless templates were computed for, by paper, where it differs from the inset of `borderless`."""

    def marks_of(self, template: CuttingTemplate | None) -> RegistrationMarks:
        """Return the marks of a sheet that is cut by a template, or by none."""
        if not (template and template.borderless):
            return self.marks
        return replace(self.borderless, places_inset=self.borderless_places.get(template.paper, 0.0))

    def enlarged_by(self, marks: RegistrationMarks) -> float:
        """Return the points to add to the paper's width and height in the machine, for marks nearer to the edge."""
        # Once for each of two opposite edges.
        return 2 * (self.marks.inset - marks.inset)
