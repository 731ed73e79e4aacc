"""Joins the commands of a loop in nanDECK: those that draw the same box on different cards become one."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.records import dataclass, field
from generator.imports.foreign.project import Look
from generator.imports.projects.nandeck_script import NandeckCommand


@dataclass(slots=True)
class NandeckDrawing:
    """A box on cards, with the words or the file that it has on each."""

    command: NandeckCommand
    """The first of its commands."""
    look: Look
    contents: dict[str, set[int]] = field(default_factory=dict)
    """Cards by their words or files; nothing where the command is not for cards of plain numbers."""
    cards: set[int] = field(default_factory=set)

    def has_form_of(self, command: NandeckCommand, look: Look, first: int) -> bool:
        """Return whether a command draws the same box in the same look; only words or file may differ.

        `first` is the part of the command at which its place begins.
        """
        mine = self.command
        is_same = mine.place == command.place and mine.name == command.name and self.look == look
        return is_same and [*mine.parts[first:]] == [*command.parts[first:]]


class NandeckDrawings:
    """The boxes of a deck in the order in which they are drawn."""

    def __init__(self) -> None:
        """Start a deck without any drawn box."""
        self.joined: list[NandeckDrawing] = []

    def add(self, command: NandeckCommand, look: Look, cards: Sequence[int], first: int) -> None:
        """Add a command that draws on some cards, joined to an earlier one where it draws the same box.

        `cards` are numbers from 1, none where the range is not of plain numbers; `first` is the part with the place.
        """
        content = command.part(1) if first > 1 else ""
        if not cards or "[" in content:
            self.joined.append(NandeckDrawing(command, look))
            return
        numbers = {*cards}
        # A later box lies above: nothing that shares a card may have come in between.
        for drawing in reversed(self.joined):
            if not drawing.contents:
                break
            if not numbers.isdisjoint(drawing.cards):
                if drawing.has_form_of(command, look, first) and numbers <= drawing.contents.get(content, set()):
                    return  # the same once more
                break
            if drawing.has_form_of(command, look, first):
                drawing.contents.setdefault(content, set()).update(numbers)
                drawing.cards |= numbers
                self._write_range(drawing)
                return
        self.joined.append(NandeckDrawing(command, look, {content: numbers}, {*numbers}))

    def _write_range(self, drawing: NandeckDrawing) -> None:
        """Set the range of a drawing's command to all its cards."""
        command = drawing.command
        cards = ",".join(map(str, sorted(drawing.cards)))
        drawing.command = command._replace(parts=[cards, *command.parts[1:]])
