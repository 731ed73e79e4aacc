"""What a drawing yields: its ink in drawing order, and its parts, form fields, cut and fold lines, and text fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from generator.base.geometry import IDENTITY, Matrix, Rect
from generator.base.records import dataclass, field
from generator.model.face import FormField, Group, Ink, Part, Raster, TextFit
from generator.typeset.svg.svg_tree import Element


class Canvas:
    """Collects ink; each item comes with the matrix from its coordinates to those of the canvas."""

    __slots__ = ("_layers",)

    def __init__(self) -> None:
        self._layers: list[tuple[Matrix, list[Ink]]] = []

    def add(self, matrix: Matrix, ink: Ink) -> None:
        """Draw an item on top of everything added before."""
        last = self._layers[-1][0] if self._layers else None
        if matrix is not last and matrix != last:
            self._layers.append((matrix, []))
        self._layers[-1][1].append(ink)

    def ink(self) -> tuple[Ink, ...]:
        """Everything on the canvas, in drawing order and in the coordinates of the canvas."""
        layers = (ink if matrix == IDENTITY else [Group(tuple(ink), matrix)] for matrix, ink in self._layers)
        return tuple(chain.from_iterable(layers))


MOST_REFERENCES = 2_000
"""Uses and images drawn in one face, those inside parts included: nested uses multiply, and could go on for hours."""


@dataclass(slots=True)
class DrawingExtras:
    """Filled in while a drawing is compiled; outlines and rectangles are in the coordinates of the face."""

    parts: dict[str, Part | Raster] = field(default_factory=dict)
    """By key, each after the parts it uses."""
    references: int = 0
    fields: list[FormField] = field(default_factory=list)
    cuts: list[str] = field(default_factory=list)
    folds: list[str] = field(default_factory=list)
    safe_areas: list[Rect] = field(default_factory=list)
    texts: list[tuple[Element, Matrix, Sequence[Ink]]] = field(default_factory=list)
    """The ink of each text, and the matrix from its coordinates to those of the face."""
    fits: list[TextFit] = field(default_factory=list)

    def add_parts(self, element: Element, parts: Iterable[Part | Raster], references: int) -> None:
        """Add the parts that an element uses and count its references; raises TooManyReferences."""
        for part in parts:
            self.parts[part.key] = part
        self.references += references
        if self.references > MOST_REFERENCES:
            raise TooManyReferences(element)


class TooManyReferences(Exception):  # noqa: N818  it names the condition, as the message does
    """A drawing has more than MOST_REFERENCES references; `element` is the one that exceeded the limit."""

    def __init__(self, element: Element) -> None:
        super().__init__(f"more than {MOST_REFERENCES:,} references")
        self.element = element
