"""Ink as it is drawn, gathered so that neighbours with the same coordinates share one group."""

from __future__ import annotations

from generator.base.geometry import IDENTITY, Matrix
from generator.model.face import Group, Ink


class Canvas:
    """Where ink is put, each piece with the matrix that takes its coordinates to the canvas's own."""

    __slots__ = ("_last", "_layers", "_matrix")

    def __init__(self) -> None:
        self._layers: list[tuple[Matrix, list[Ink]]] = []
        self._matrix: Matrix | None = None
        self._last: list[Ink] = []

    def add(self, matrix: Matrix, ink: Ink) -> None:
        """Draw something on top of all that is there."""
        if matrix is not self._matrix and matrix != self._matrix:
            self._last = []
            self._layers.append((matrix, self._last))
        self._matrix = matrix
        self._last.append(ink)

    def ink(self) -> tuple[Ink, ...]:
        """All of it, in drawing order."""
        drawn: list[Ink] = []
        for matrix, layer in self._layers:
            if matrix == IDENTITY:
                drawn += layer
            else:
                drawn.append(Group(tuple(layer), matrix))
        return tuple(drawn)
