"""Faults and warnings of one drawing, gathered as they are found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from generator.base.errors import Fault


class ElementName(Protocol):
    """An element, as far as a fault has to name it."""

    line: int

    @property
    def name(self) -> str:
        """`rect`."""

    @property
    def id(self) -> str | None:
        """Its id, if it has one."""


class SvgFindings:
    """Everything wrong or doubtful in one file; `own_lines` says that line numbers are those of the user's own file."""

    __slots__ = ("faults", "own_lines", "warnings", "where")

    def __init__(self, where: str, *, own_lines: bool) -> None:
        self.where = where
        self.own_lines = own_lines
        self.faults: list[Fault] = []
        self.warnings: list[str] = []

    def key(self, element: ElementName) -> str:
        """An element's name: `text#rule`, `<rect> line 12 of its SVG`, or `<rect>` where the line is told anyway."""
        if element.id:
            return f"{element.name}#{element.id}"
        return f"<{element.name}>" if self.own_lines else f"<{element.name}> line {element.line} of its SVG"

    def fault(self, element: ElementName, *whats: str) -> None:
        """Something that keeps the face from being made."""
        self.faults += [self._placed(element, what) for what in whats]

    def warn(self, element: ElementName, what: str) -> None:
        """Something to be looked at."""
        self.warnings.append(str(self._placed(element, what)))

    def fault_at(self, line: int, *whats: str) -> None:
        """A fault of the file rather than of an element."""
        place: dict[str, int | str] = {"line": line} if self.own_lines else {"key": f"line {line} of its SVG"}
        self.faults += [Fault(self.where, what, **place) for what in whats]  # type: ignore[arg-type]  # line or key

    def _placed(self, element: ElementName, what: str) -> Fault:
        return Fault(self.where, what, line=element.line if self.own_lines else None, key=self.key(element))


def messages(error: ValueError) -> Sequence[str]:
    """What a ValueError of ours says: one sentence for each thing wrong."""
    return [str(argument) for argument in error.args]
