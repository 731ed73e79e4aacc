"""Cutting machines that find a printed sheet by marks: the marks, and the layouts for which there are templates."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.geometry import Size
from generator.base.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class RegistrationMarks:
    """The marks by which a cutting machine finds the printed sheet. Lengths in points."""

    inset: float
    """From the edges of the paper to the middle of the arms."""
    thickness: float
    """Of the lines."""
    square: float
    """Side of the filled square, without the line around it."""
    least: float
    """Length of an arm, from the corner."""
    most: float
    clear: float
    """What is kept clear around a mark."""
    places_inset: float = 0.0
    """The inset that the places and arms of a template were computed for; 0 for `inset`."""

    @property
    def corner(self) -> float:
        """Side of the zone at each corner, from the inset on, that the cards of templates may not reach into."""
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
        """Whether it cuts circles."""
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
    """Between pieces."""
    templates: Mapping[str, CuttingTemplate]
    """By name."""
    borderless_places: Mapping[str, float]
    """The inset that borderless templates were computed for, by paper, where it is not that of their marks."""

    def marks_of(self, template: CuttingTemplate | None) -> RegistrationMarks:
        if not (template and template.borderless):
            return self.marks
        return replace(self.borderless, places_inset=self.borderless_places.get(template.paper, 0.0))

    def enlarged_by(self, marks: RegistrationMarks) -> float:
        """By how much larger the paper is declared, both ways, where marks stand nearer to the edge than is allowed."""
        return 2 * (self.marks.inset - marks.inset)
