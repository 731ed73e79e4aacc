"""The timeline of a session: which actions count after each event.

Events are only added. An undo names the event after which the game stands again; what was undone stays in the session
and can be redone until another action is recorded. The floor is the last event that revealed something hidden: a
strict game is never undone beyond it, a relaxed one may be, and then the undo has `peek`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from generator.base.errors import HandledError
from generator.base.records import dataclass
from generator.session.header import RELAXED, Header, parse_header
from generator.session.record import Body


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """One action that counts."""

    number: int
    """The number of its event; a correction keeps the number and changes the action."""
    action: str
    reveals: bool = False
    """Whether it showed something hidden."""


# Compared by identity: hashing a chain of hundreds of steps for every lookup of a state would take quadratic time.
@dataclass(frozen=True, slots=True, eq=False)
class ActionChain:
    """An action that counts, linked to the actions before it, so that callers can keep a state for each."""

    step: TimelineStep
    before: ActionChain | None = None


class WrongEventError(HandledError, ValueError):
    """An event that is impossible at its place; the message says why."""


class Timeline:
    """The events of a session so far, and the line of actions that counts."""

    def __init__(self, header: Header, line: ActionChain | None = None, last: int = 0) -> None:
        """Begin with the header alone, or after event `last` with the line of actions that counts then."""
        self.header = header
        self.last = last
        """The number of the last event."""
        self.peeked = self.corrected = 0
        """How often a reveal was undone, and an action corrected; both are part of the score line."""
        self.notes: list[tuple[str, Any]] = []
        self._lines: dict[int, ActionChain | None] = {last: line}
        self._past = [last]
        self._future: list[int] = []
        self._reveals: set[int] = set()

    @property
    def position(self) -> int:
        """Return the number of the event after which the game stands."""
        return self._past[-1]

    @property
    def line(self) -> ActionChain | None:
        """Return the last action that counts, linked to those before it; None before the first action."""
        return self._lines[self.position]

    def line_at(self, number: int) -> ActionChain | None:
        """Return the last action that counted after an event."""
        return self._lines.get(number)

    @property
    def steps(self) -> tuple[TimelineStep, ...]:
        """Return the actions that count, in order."""
        return steps_of(self.line)

    @property
    def floor(self) -> int:
        """Return the last event that revealed something, beyond which a strict game cannot be undone.

        The event that it began after, where there is none.
        """
        return next((number for number in reversed(self._past) if number in self._reveals), self._past[0])

    @property
    def undoable(self) -> int | None:
        """Return the event after which the game stands after one undo; None at the start, and at a strict game's floor.

        The floor is the last event that revealed something.
        """
        if len(self._past) < 2 or (self.header.mode != RELAXED and self.position == self.floor):
            return None
        return self._past[-2]

    @property
    def redoable(self) -> int | None:
        """Return the event after which the game stands after one redo; None if nothing was undone."""
        return self._future[-1] if self._future else None

    def is_peek(self, to: int) -> bool:
        """Return whether going back to an event undoes a reveal, so that the player has seen a hidden card."""
        # By place on the line, not by number: after an undo later events may count before earlier ones.
        return to in self._past and self._past.index(to) < self._past.index(self.floor)

    def is_past(self, number: int) -> bool:
        """Return whether an undo may go back to this event: the game has stood after it on the way here."""
        return number in self._past[:-1]

    def is_future(self, number: int) -> bool:
        """Return whether this event was undone and can be redone."""
        return number in self._future

    def last_note(self, about: str) -> Any:
        """Return the value that was noted last about a subject, such as `score`; None where nothing was noted."""
        return next((value for subject, value in reversed(self.notes) if subject == about), None)

    def corrected_line(self, number: int, action: str) -> ActionChain:
        """Return the line of actions that counts, with another action for event `number`.

        Raises WrongEventError if that event is not one of its actions, or if a strict game has revealed something since
        and the event revealed nothing itself.
        """
        changed = with_correction(self.line, number, action)
        step = next(step for step in self.steps if step.number == number)
        if self.header.mode != RELAXED and number < self.floor and not step.reveals:
            refusal = f"event {self.floor} revealed something hidden since event {number}"
            raise WrongEventError(f"{refusal}, and a strict game keeps both")
        return changed

    def advance(self, body: Body) -> None:
        """Apply the next event, given by its data.

        Raises WrongEventError without any change.
        """
        apply = _KINDS.get(body["t"])
        if apply is None:
            raise WrongEventError(f"{body['t']!r} is no kind of event")
        apply(self, body, self.last + 1)
        self.last += 1

    def follow(self, bodies: Iterable[Body]) -> None:
        """Apply the next events; raises WrongEventError with the number of the first wrong one."""
        for body in bodies:
            try:
                self.advance(body)
            except WrongEventError as wrong:
                raise WrongEventError(str(wrong), self.last + 1) from None

    def _act(self, body: Body, number: int) -> None:
        """Apply an `act` event: its action counts from now on."""
        step = TimelineStep(number, _word(body, "a"), _flag(body, "reveals"))
        if step.reveals:
            self._reveals.add(number)
        self._stand(number, ActionChain(step, self.line))

    def _undo(self, body: Body, _: int) -> None:
        """Apply an `undo` event: the game stands after an earlier event again."""
        to = _event(body, "to")
        if not self.is_past(to):
            raise WrongEventError(f"the game has not stood after event {to} on the way here")
        peek = self.is_peek(to)
        if peek and self.header.mode != RELAXED:
            raise WrongEventError(f"event {self.floor} revealed something, and a strict game keeps that")
        if peek != _flag(body, "peek"):  # written down, so that nobody can hide a look at a card
            raise WrongEventError("'peek' stands with an undo that takes back something revealed, and only there")
        self.peeked += peek
        while self.position != to:
            # Event by event, so that each of them can be redone by itself.
            self._future.append(self._past.pop())

    def _redo(self, body: Body, _: int) -> None:
        """Apply a `redo` event: the game stands after an event that was undone."""
        to = _event(body, "to")
        if not self.is_future(to):
            raise WrongEventError(f"event {to} was not undone, or something else was done since")
        while self.position != to:
            self._past.append(self._future.pop())

    def _fix(self, body: Body, number: int) -> None:
        """Apply a `fix` event: an earlier action is replaced."""
        changed = self.corrected_line(_event(body, "of"), _word(body, "a"))
        self.corrected += 1
        self._stand(number, changed)

    def _note(self, body: Body, _: int) -> None:
        """Apply a `note` event: a fact is kept, and no action changes."""
        self.notes.append((_word(body, "about"), body.get("value")))

    def _stand(self, number: int, line: ActionChain | None) -> None:
        """Let the game stand after a new event with this line of actions; nothing can be redone any more."""
        self._lines[number] = line
        self._past.append(number)
        self._future.clear()  # a new action ends what could be redone


_KINDS = {
    "act": Timeline._act,
    "undo": Timeline._undo,
    "redo": Timeline._redo,
    "fix": Timeline._fix,
    "note": Timeline._note,
}
KINDS = frozenset(_KINDS)
"""The kinds of events after the first."""


def timeline_of(bodies: Sequence[Body]) -> Timeline:
    """Return the timeline of events in the current format.

    Raises ValueError for a wrong first event, and WrongEventError with the number of any other wrong one.
    """
    timeline = Timeline(parse_header(bodies[0]))
    timeline.follow(bodies[1:])
    return timeline


def steps_of(line: ActionChain | None) -> tuple[TimelineStep, ...]:
    """Return the steps of a line, in order."""
    steps = []
    while line:
        steps.append(line.step)
        line = line.before
    return tuple(reversed(steps))


def with_correction(line: ActionChain | None, number: int, action: str) -> ActionChain:
    """Return the line with another action for event `number`.

    Raises WrongEventError if that event is not one of its actions.
    """
    steps = steps_of(line)
    if number not in {step.number for step in steps}:
        raise WrongEventError(f"event {number} is no action that counts")
    # A new chain from the first step: chains are frozen, and other lines still use the old links.
    changed: ActionChain | None = None
    for step in steps:
        changed = ActionChain(TimelineStep(number, action, step.reveals) if step.number == number else step, changed)
    assert changed is not None  # noqa: S101  there is at least the step that was corrected
    return changed


def _word(body: Body, key: str) -> str:
    """Return the text of an event under a key; raise WrongEventError for a missing one or another value."""
    word = body.get(key)
    if not isinstance(word, str) or not word:
        raise WrongEventError(f"{key!r} must be a word")
    return word


def _event(body: Body, key: str) -> int:
    """Return the event number under a key of an event; raise WrongEventError for another value."""
    number = body.get(key)
    if not isinstance(number, int) or isinstance(number, bool):  # True is an int
        raise WrongEventError(f"{key!r} must be the number of an event")
    return number


def _flag(body: Body, key: str) -> bool:
    """Return the truth value under a key of an event, False where it is missing; raise WrongEventError for others."""
    flag = body.get(key, False)
    if not isinstance(flag, bool):
        raise WrongEventError(f"{key!r} must be true or false")
    return flag
