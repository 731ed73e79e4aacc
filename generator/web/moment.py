"""One moment of a game as the page tells it: what happened, what is asked, what can be answered, how it came here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.companion.rules import is_chance
from generator.companion.table import Table
from generator.records import dataclass

if TYPE_CHECKING:
    from generator.companion.seen import Seen
    from generator.companion.sitting import Step
    from generator.session.timeline import Line
    from generator.web.tables import Seat


@dataclass(frozen=True, slots=True)
class Answer:
    """Something that can be done now."""

    line: str
    """What is posted, as it is typed in the terminal."""
    name: str
    """What it is called."""
    means: str
    """What it costs and gives."""

    @property
    def verb(self) -> str:
        """Its first word."""
        return self.line.split(maxsplit=1)[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The words behind the first."""
        return tuple(self.line.split()[1:])


@dataclass(frozen=True, slots=True)
class Entry:
    """Something the player did, with the chance that followed."""

    number: int
    """Of its last event: after that one the game stood as it tells."""
    line: str
    told: tuple[str, ...]
    can_return: bool
    """Whether the game may go back to it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the page of a table shows, in one language."""

    seen: Seen
    title: str
    opening: tuple[str, ...]
    told: tuple[str, ...]
    """What happened last."""
    question: str
    answers: tuple[Answer, ...]
    steps: tuple[Step, ...]
    """Of what happened last."""
    can_undo: bool
    can_redo: bool
    years: int

    @property
    def event(self) -> int:
        """The number of the last event: what every move from this page is meant for."""
        return self.seen.event

    def those(self, *verbs: str) -> tuple[Answer, ...]:
        """The answers that begin with one of some words."""
        return tuple(answer for answer in self.answers if answer.verb in verbs)


def moment_of(seat: Seat, language: str) -> Moment:
    """The game of a session as it stands."""
    table = seat.speaking(language)
    seen, sitting, naming = table.seen, table.sitting, seat.naming(language)
    steps = sitting.latest
    answers = (Answer(each.line, each.name, each.means) for each in table.voice.meanings(seen))
    return Moment(
        seen,
        naming.text(naming.game.title),
        tuple(table.voice.opening(seen)),
        tuple(line for step in steps for line in table.voice.step(step) if line.strip()),
        table.voice.asked(seen),
        () if seen.draw and not seen.typed else tuple(answers),
        steps,
        seat.play.undoable is not None,
        seat.play.redoable is not None,
        len(naming.book.years),
    )


def log_of(seat: Seat, language: str) -> tuple[Entry, ...]:
    """Everything that was done, last first."""
    table = seat.speaking(language)
    floor = seat.play.floor if table.seen.strict else 0
    entries: list[Entry] = []
    for lines in _acts(table):
        told = tuple(text for line in lines for text in _told(seat, table, language, line))
        number = lines[-1].step.number
        is_now = lines[-1] is seat.play.line
        entries.append(Entry(number, lines[0].step.action, told, not is_now and number >= floor))
    return tuple(reversed(entries))


def _acts(table: Table) -> Iterator[list[Line]]:
    """The lines of actions, each act of the player with the chance that followed; chance before the first by itself."""
    group: list[Line] = []
    for line in table.sitting.lines:
        if group and (table.seen.typed or not is_chance(line.step.action)):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _told(seat: Seat, table: Table, language: str, line: Line) -> tuple[str, ...]:
    known = (language, line)
    if known not in seat.told:
        lines = table.voice.step(table.sitting.step(line))
        seat.told[known] = tuple(text for text in lines if text.strip())
    return seat.told[known]
