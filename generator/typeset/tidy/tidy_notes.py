"""Warnings and faults of a drawing that was tidied: what was left out, and what viewers draw in different ways."""

from __future__ import annotations

from typing import NamedTuple

from generator.typeset.tidy.drawing_file import DrawingNode


class TidyFault(NamedTuple):
    """Something that cannot be drawn as the file says."""

    line: int
    element: str
    what: str


class TidyNotes:
    """Collects warnings and faults, each once."""

    def __init__(self, notes: tuple[str, ...] = ()) -> None:
        """Begin with the notes of the parser."""
        self._notes = dict.fromkeys(notes)
        self._faults: dict[TidyFault, None] = {}

    def warn(self, line: int, warning: str) -> None:
        """Add a warning about a line; 0 for the whole file."""
        self._notes[f"line {line}: {warning}" if line else warning] = None

    def refuse(self, node: DrawingNode, reason: str) -> None:
        """Add a fault of a node: the drawing is then refused."""
        self._faults[TidyFault(node.line, f"<{node.tag}>", reason)] = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return all warnings, each once."""
        return tuple(self._notes)

    @property
    def faults(self) -> tuple[TidyFault, ...]:
        """Return all faults, each once."""
        return tuple(self._faults)
