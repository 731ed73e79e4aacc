"""Faults and warnings of one SVG document, collected while it is read and compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from generator.base.errors import Fault


class ElementName(Protocol):
    """What a fault needs to know of an element."""

    line: int

    @property
    def name(self) -> str: ...

    @property
    def id(self) -> str | None: ...


class SvgFindings:
    """The faults and warnings of one document; `own_lines` says that its lines are those of the user's file."""

    __slots__ = ("faults", "own_lines", "warnings", "where")

    def __init__(self, where: str, *, own_lines: bool) -> None:
        self.where = where
        self.own_lines = own_lines
        self.faults: list[Fault] = []
        self.warnings: list[str] = []

    def key(self, element: ElementName) -> str:
        """An element as faults name it: `text#rule`, `<rect> line 12 of its SVG`, or `<rect>` with `own_lines`."""
        if element.id:
            return f"{element.name}#{element.id}"
        return f"<{element.name}>" if self.own_lines else f"<{element.name}> line {element.line} of its SVG"

    def fault(self, element: ElementName, *whats: str) -> None:
        """Add faults of an element."""
        self.faults += [self._at(element, what) for what in whats]

    def warn(self, element: ElementName, what: str) -> None:
        """Add a warning of an element."""
        self.warnings.append(str(self._at(element, what)))

    def fault_at(self, line: int, what: str) -> None:
        """Add a fault of the file rather than of an element."""
        place: dict[str, int | str] = {"line": line} if self.own_lines else {"key": f"line {line} of its SVG"}
        self.faults.append(Fault(self.where, what, **place))  # type: ignore[arg-type]  # line or key

    def _at(self, element: ElementName, what: str) -> Fault:
        return Fault(self.where, what, line=element.line if self.own_lines else None, key=self.key(element))


def messages(error: ValueError) -> Sequence[str]:
    """The messages of a ValueError raised here: one argument for each thing wrong."""
    return [str(argument) for argument in error.args]
