"""An ink canvas: collects ink in drawing order, and puts neighbours with the same matrix into one group."""

from __future__ import annotations

from generator.base.geometry import IDENTITY, Matrix
from generator.model.face import Group, Ink


class Canvas:
    """Collects ink; each item comes with the matrix from its coordinates to those of the canvas."""

    __slots__ = ("_last", "_layers", "_matrix")

    def __init__(self) -> None:
        self._layers: list[tuple[Matrix, list[Ink]]] = []
        self._matrix: Matrix | None = None
        self._last: list[Ink] = []

    def add(self, matrix: Matrix, ink: Ink) -> None:
        """Draw an item on top of everything added before."""
        if matrix is not self._matrix and matrix != self._matrix:
            self._last = []
            self._layers.append((matrix, self._last))
        self._matrix = matrix
        self._last.append(ink)

    def ink(self) -> tuple[Ink, ...]:
        """Everything on the canvas, in drawing order and in the coordinates of the canvas."""
        drawn: list[Ink] = []
        for matrix, layer in self._layers:
            if matrix == IDENTITY:
                drawn += layer
            else:
                drawn.append(Group(tuple(layer), matrix))
        return tuple(drawn)
