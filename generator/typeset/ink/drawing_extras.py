"""What a drawing yields besides its ink: parts it uses, boxes to fill in, lines to cut, how its texts fitted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from generator.base.geometry import Matrix, Rect
from generator.model.face import FormField, Ink, Part, Raster, TextFit
from generator.typeset.svg.svg_tree import Element

MOST_REFERENCES = 2_000
"""Uses and images drawn in one face, those inside of parts included; reliability.md D.3."""


@dataclass(slots=True)
class DrawingExtras:
    """Filled while a drawing is compiled."""

    parts: dict[str, Part | Raster] = field(default_factory=dict)
    """By key, each after the parts it uses."""
    references: int = 0
    fields: list[FormField] = field(default_factory=list)
    cuts: list[str] = field(default_factory=list)
    """Outlines in the coordinates of the face."""
    folds: list[str] = field(default_factory=list)
    safes: list[Rect] = field(default_factory=list)
    texts: list[tuple[Element, Matrix, Sequence[Ink]]] = field(default_factory=list)
    """What was set for each text, and the matrix that takes it to the face."""
    fits: list[TextFit] = field(default_factory=list)

    def take(self, element: Element, parts: Iterable[Part | Raster], references: int) -> None:
        """Note what an element has used.

        Raises Overfull where that is more than a face may refer to.
        """
        for part in parts:
            self.parts[part.key] = part
        self.references += references
        if self.references > MOST_REFERENCES:
            raise TooManyReferences(element)


class TooManyReferences(Exception):  # noqa: N818  it is what the drawing is
    """A drawing refers to more than may be drawn; the element is where the count ran over."""

    def __init__(self, element: Element) -> None:
        super().__init__(f"more than {MOST_REFERENCES:,} references")
        self.element = element
