"""A play of a game: its head and its line of actions, with undo, redo and corrections, each safe when it returns.

What an action means is the caller's: it is a word here. The caller checks that it is legal, inside `turn` where
several windows may be open, and says whether it reveals something hidden.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.base.errors import DamagedError, UsageError
from generator.session.disk import DISK, Disk
from generator.session.header import FORMAT, RELAXED, Header, parse_header
from generator.session.migration import format_of, migrate
from generator.session.record import Body
from generator.session.store import Store
from generator.session.timeline import ActionChain, Timeline, TimelineStep, WrongEventError, with_correction

STATE_EVERY = 10
"""Events from one hash of the whole state to the next."""
LONGEST_TEXT = 10_000
"""Characters of an action or a note."""


class RecordedPlay:
    """One session, open: made by `begin` and `resume`."""

    def __init__(self, store: Store) -> None:
        self.store = store
        bodies = [event.body for event in store.events]
        try:
            self.format = format_of(bodies)
            self._timeline = timeline_of(migrate(bodies))
        except WrongEventError as wrong:
            raise _damaged(store, wrong.args[1], wrong.args[0]) from None
        except ValueError as wrong:
            raise _damaged(store, 0, str(wrong)) from None

    # where the game stands

    @property
    def header(self) -> Header:
        """What is played, and how."""
        return self._timeline.header

    @property
    def name(self) -> str:
        """The session's name."""
        return self.store.path.stem

    @property
    def steps(self) -> tuple[TimelineStep, ...]:
        """The actions that count, each with its event's number."""
        return self._timeline.steps

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions that count."""
        return tuple(step.action for step in self.steps)

    @property
    def line(self) -> ActionChain | None:
        """The last action that counts, linked to those before it: what a caller can keep states by."""
        return self._timeline.line

    @property
    def last(self) -> int:
        """The number of the last event: what `at` wants."""
        return self._timeline.number

    @property
    def floor(self) -> int:
        """The event behind which a strict game does not go back."""
        return self._timeline.floor

    @property
    def undoable(self) -> int | None:
        """After which event the game would stand after one undo; None where there is nothing to undo."""
        return self._timeline.undoable

    @property
    def redoable(self) -> int | None:
        """After which event the game would stand after one redo; None where there is nothing to redo."""
        return self._timeline.redoable

    def stood(self, number: int) -> bool:
        """Whether the game has stood after this event on the way to where it stands, so that `undo` may go there."""
        return self._timeline.is_past(number)

    def leads_to(self, number: int, line: ActionChain) -> bool:
        """Whether `undo` to an event brings back this line: not where it has been corrected since."""
        return self.stood(number) and self._timeline.line_at(number) is line

    @property
    def peeked(self) -> int:
        """How often something revealed was taken back: the score line says so."""
        return self._timeline.peeked

    @property
    def corrected(self) -> int:
        """How often an entry was corrected: the score line says so."""
        return self._timeline.corrected

    @property
    def notes(self) -> tuple[tuple[str, Any], ...]:
        """Notes by what they are about, oldest first."""
        return tuple(self._timeline.notes)

    # going on

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A stretch in which no other window writes, begun with what others have added."""
        with self.store.turn():
            self._follow()
            yield

    def act(
        self, action: str, *, reveals: bool = False, state: Callable[[], str] | None = None, at: int | None = None
    ) -> int:
        """Record an action and return its event's number; `state` gives the digest of the state after it when asked.

        Raises what `Store.append` raises, and UsageError for a session that is only looked at.
        """
        body = {"t": "act", "a": _short(action)} | ({"reveals": True} if reveals else {})
        return self._add(body, state, at)

    def undo(self, *, to: int | None = None, state: Callable[[], str] | None = None, at: int | None = None) -> int:
        """Go back by one action, or to where the game stood after an event; nothing is removed.

        Raises UsageError where there is nothing to undo, or where a strict game has revealed something since.
        """
        with self.turn():
            goal = self._past(to)
            peek = {"peek": True} if self._timeline.is_peek(goal) else {}
            return self._add({"t": "undo", "to": goal, **peek}, state, at)

    def redo(self, *, to: int | None = None, state: Callable[[], str] | None = None, at: int | None = None) -> int:
        """Go forward again by one action, or to an event that was undone.

        Raises UsageError where nothing was undone, or something else was done since.
        """
        with self.turn():
            goal = self.redoable if to is None else to
            if goal is None or not self._timeline.is_future(goal):
                raise UsageError(f"{self.name}: there is nothing to redo; go on from here")
            return self._add({"t": "redo", "to": goal}, state, at)

    def correct(self, of: int, action: str, *, state: Callable[[], str] | None = None, at: int | None = None) -> int:
        """Put another action in the place of an earlier one; the caller has checked that the line stays legal.

        What was typed as revealed may always be corrected, another action of a strict game only down to the floor.
        Raises UsageError.
        """
        with self.turn():
            self._check_correction(of, action)
            return self._add({"t": "fix", "of": of, "a": _short(action)}, state, at)

    def corrected_actions(self, of: int, action: str) -> tuple[str, ...]:
        """The line as a correction would leave it, for the caller to check; raises what `correct` raises."""
        line = self._check_correction(of, action)
        actions = []
        while line:
            actions.append(line.step.action)
            line = line.before
        return tuple(reversed(actions))

    def note(self, about: str, value: Any) -> int:
        """Write down something that is no action, such as the final score; `value` is of plain types."""
        _short(json.dumps(value))
        return self._add({"t": "note", "about": _short(about), "value": value}, None, None)

    def close(self) -> None:
        """Let go of the session."""
        self.store.close()

    def __enter__(self) -> RecordedPlay:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _add(self, body: Body, state: Callable[[], str] | None, at: int | None) -> int:
        if self.format != FORMAT:
            raise UsageError(f"{self.name}: it is written in format {self.format}; make a copy to go on with")
        with self.turn():
            due = state is not None and (self.last + 1) % STATE_EVERY == 0
            event = self.store.append({**body, "s": state()} if state and due else body, at=at)
            self._timeline.advance(event.body)
        return event.number

    def _follow(self) -> None:
        """Take in what the store has read and this play has not."""
        for event in self.store.events[self.last + 1 :]:
            try:
                self._timeline.advance(event.body)
            except WrongEventError as wrong:
                raise _damaged(self.store, event.number, str(wrong)) from None

    def _past(self, to: int | None) -> int:
        goal = self.undoable if to is None else to
        if goal is not None and self._timeline.is_past(goal):
            if self.header.mode == RELAXED or not self._timeline.is_peek(goal):
                return goal
        elif self.floor == 0 or to is not None:
            raise UsageError(f"{self.name}: there is nothing to undo; go on from here")
        raise UsageError(
            f"{self.name}: event {self.floor} revealed something hidden, and a strict game keeps that; go on from here"
        )

    def _check_correction(self, of: int, action: str) -> ActionChain | None:
        try:
            line = with_correction(self.line, of, action)
        except WrongEventError as wrong:
            raise UsageError(f"{self.name}: {wrong}; name one that does") from None
        step = next(step for step in self.steps if step.number == of)
        if self.header.mode != RELAXED and of < self.floor and not step.reveals:
            what = f"event {self.floor} revealed something hidden since event {of}"
            raise UsageError(f"{self.name}: {what}, and a strict game keeps both; go on from here")
        return line


def begin(path: Path, header: Header, *, disk: Disk = DISK, shared: bool = False) -> RecordedPlay:
    """A new play under a name that is free; raises what `Store.create` raises."""
    return RecordedPlay(Store.create(path, [header.body()], disk=disk, shared=shared))


def resume(path: Path, *, writing: bool = True, shared: bool = False, disk: Disk = DISK) -> RecordedPlay:
    """A play as it stands; raises what `Store.open` raises, and DamagedError for events that make no sense."""
    store = Store.open(path, writing=writing, shared=shared, disk=disk)
    try:
        return RecordedPlay(store)
    except BaseException:
        store.close()
        raise


def upgrade(path: Path, to: Path, *, disk: Disk = DISK) -> int:
    """Copy a session of an older format to a new one in today's, and count its events; the old one is not touched."""
    with resume(path, writing=False, disk=disk) as play:
        bodies = migrate([event.body for event in play.store.events])
    Store.create(to, bodies, disk=disk).close()
    return len(bodies)


def timeline_of(bodies: Sequence[Body]) -> Timeline:
    """Events in today's format, folded.

    Raises ValueError for the first, and WrongEventError with the number of the first that cannot stand where it does.
    """
    timeline = Timeline(parse_header(bodies[0]))
    for number, body in enumerate(bodies[1:], 1):
        try:
            timeline.advance(body)
        except WrongEventError as wrong:
            raise WrongEventError(str(wrong), number) from None
    return timeline


def _damaged(store: Store, number: int, what: str) -> DamagedError:
    where = f"{store.path.name}:{number + 1}: event {number}"
    return DamagedError(f"{where}: {what}; `verify` says more")


def _short(text: str) -> str:
    if not text or len(text) > LONGEST_TEXT:
        raise UsageError(f"a text of {len(text)} characters cannot be kept; use 1 to {LONGEST_TEXT}")
    return text
