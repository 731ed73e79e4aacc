"""An open session: actions, undo, redo and corrections, each of which is on the disk when its method returns.

An action is only a text here. The caller checks that it is legal, inside `turn` where several windows may be open, and
says whether it reveals something hidden.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.base.errors import DamagedError, UsageError
from generator.session.disk import DISK, Disk
from generator.session.header import FORMAT, RELAXED, Header, parse_header
from generator.session.migration import format_of, migrate
from generator.session.record import Body
from generator.session.store import Store
from generator.session.timeline import ActionChain, Timeline, WrongEventError

STATE_EVERY = 10
"""Every event whose number is a multiple of this has the digest of the game's state."""
LONGEST_TEXT = 10_000
"""The most characters of an action or a note."""


class RecordedPlay(Timeline):
    """The timeline of an open session, from `begin` or `resume`, whose events are in the file of its `store`."""

    def __init__(self, store: Store) -> None:
        """Follow the events of a store; raise DamagedError for events that contradict each other."""
        self.store, self.name = store, store.path.stem
        bodies = [event.body for event in store.events]
        try:
            self.format = format_of(bodies)
            bodies = list(migrate(bodies))
            super().__init__(parse_header(bodies[0]))
            self.follow(bodies[1:])
        except WrongEventError as wrong:
            raise _damaged(store, wrong.args[1], wrong.args[0]) from None
        except ValueError as wrong:
            raise _damaged(store, 0, str(wrong)) from None
        self._opened_at = self.last

    @property
    def is_writable(self) -> bool:
        """Return whether actions can be added."""
        return self.store.writing

    @property
    def repairs(self) -> str:
        """Return a sentence on the repairs of the file when it was opened; empty once the game has gone on."""
        return "; ".join(self.store.reports) if self.last == self._opened_at else ""

    @property
    def actions(self) -> tuple[str, ...]:
        """Return the actions that count, in order."""
        return tuple(step.action for step in self.steps)

    def leads_to(self, number: int, line: ActionChain) -> bool:
        """Return whether `undo` to an event brings back this line, which has not been corrected since."""
        return self.is_past(number) and self.line_at(number) is line

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Lock the session for writing during the block, after reading events that other processes have added."""
        with self.store.turn():
            self._catch_up()
            yield

    def act(
        self,
        action: str,
        *,
        reveals: bool = False,
        state: Callable[[], str] | None = None,
        known_last: int | None = None,
    ) -> int:
        """Record an action and return its event's number; `reveals` says that it shows something hidden.

        `state` returns the digest of the state after it. `known_last` is the last event that the caller knows:
        InUseError is raised if another was added. Raises the errors of `Store.append`, and UsageError for a session
        opened for reading.
        """
        body = {"t": "act", "a": _short(action)} | ({"reveals": True} if reveals else {})
        return self._add(body, state, known_last)

    def undo(
        self, *, to: int | None = None, state: Callable[[], str] | None = None, known_last: int | None = None
    ) -> int:
        """Go back by one action, or to the state after event `to`, and return the new event's number.

        No event is removed. Raises UsageError if there is nothing to undo, or if a strict game has revealed something
        since.
        """
        with self.turn():
            goal = self._undo_goal(to)
            peek = {"peek": True} if self.is_peek(goal) else {}
            return self._add({"t": "undo", "to": goal, **peek}, state, known_last)

    def redo(
        self, *, to: int | None = None, state: Callable[[], str] | None = None, known_last: int | None = None
    ) -> int:
        """Go forward again by one action, or to the undone event `to`, and return the new event's number.

        Raises UsageError if nothing was undone, or something else was done since.
        """
        with self.turn():
            goal = self.redoable if to is None else to
            if goal is None or not self.is_future(goal):
                raise UsageError(f"{self.name}: there is nothing to redo; go on from here")
            return self._add({"t": "redo", "to": goal}, state, known_last)

    def correct(
        self, number: int, action: str, *, state: Callable[[], str] | None = None, known_last: int | None = None
    ) -> int:
        """Replace an earlier action; the caller has checked that the actions after it stay legal.

        In a strict game an action before the last reveal may be replaced only if it revealed something itself, such as
        a card typed in by hand. Raises UsageError for any other.
        """
        with self.turn():
            self.checked_correction(number, action)
            return self._add({"t": "fix", "of": number, "a": _short(action)}, state, known_last)

    def checked_correction(self, number: int, action: str) -> ActionChain:
        """Return the line after a correction, for the caller to check. Raises UsageError as `correct` does."""
        try:
            return self.corrected_line(number, action)
        except WrongEventError as wrong:
            raise UsageError(f"{self.name}: {wrong}; name another, or go on from here") from None

    def note(self, about: str, value: Any) -> int:
        """Record a fact that is no action, such as the final score, and return its event's number.

        `value` must be JSON.
        """
        _short(json.dumps(value))
        return self._add({"t": "note", "about": _short(about), "value": value}, None, None)

    def close(self) -> None:
        """Close the session's file."""
        self.store.close()

    def __enter__(self) -> RecordedPlay:
        """Return the session, which the end of the block closes."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the session."""
        self.close()

    def _add(self, body: Body, state: Callable[[], str] | None, known_last: int | None) -> int:
        """Append an event and apply it; return its number.

        Every event whose number is a multiple of STATE_EVERY gets the digest that `state` returns. `known_last` is the
        last event that the caller knows, None to accept any.
        """
        if self.format != FORMAT:
            raise UsageError(
                f"{self.name}: it is written in format {self.format}, which can only be read; begin a new session"
            )
        with self.turn():
            # A digest of a state takes time, so that only some events have it.
            due = state is not None and (self.last + 1) % STATE_EVERY == 0
            event = self.store.append({**body, "s": state()} if state and due else body, known_last=known_last)
            self.advance(event.body)
        return event.number

    def _catch_up(self) -> None:
        """Apply the events that other processes have written since this one last looked."""
        try:
            self.follow([event.body for event in self.store.events[self.last + 1 :]])
        except WrongEventError as wrong:
            raise _damaged(self.store, wrong.args[1], wrong.args[0]) from None

    def _undo_goal(self, to: int | None) -> int:
        """Return the event to go back to, by default one action back; raise UsageError where that is not allowed."""
        goal = self.undoable if to is None else to
        if goal is not None and self.is_past(goal):
            # A strict game stops at the last card that was turned up.
            if self.header.mode == RELAXED or not self.is_peek(goal):
                return goal
        elif self.floor == 0 or to is not None:
            raise UsageError(f"{self.name}: there is nothing to undo; go on from here")
        refusal = f"event {self.floor} revealed something hidden, and a strict game keeps that"
        raise UsageError(f"{self.name}: {refusal}; go on from here")


def begin(path: Path, header: Header, *, disk: Disk = DISK, shared: bool = False) -> RecordedPlay:
    """Create a session under a free name and return it, open for writing.

    Raises UsageError and OutputError as `Store.create` does.
    """
    return RecordedPlay(Store.create(path, [header.body()], disk=disk, shared=shared))


def resume(path: Path, *, writing: bool = True, shared: bool = False, disk: Disk = DISK) -> RecordedPlay:
    """Open a session and return it; with `shared`, other processes may write too, in turn.

    Raises the errors of `Store.open`, and DamagedError for events that contradict each other.
    """
    store = Store.open(path, writing=writing, shared=shared, disk=disk)
    try:
        return RecordedPlay(store)
    # Also on Ctrl-C: the lock would outlive the failed opening.
    except BaseException:
        store.close()
        raise


def _damaged(store: Store, number: int, fault: str) -> DamagedError:
    """Return the error for a session whose events contradict each other at this event."""
    where = f"{store.path.name}:{number + 1}: event {number}"
    return DamagedError(f"{where}: {fault}; `verify` says more")


def _short(text: str) -> str:
    """Return a text to be recorded; raise UsageError for an empty or too long one."""
    if not text or len(text) > LONGEST_TEXT:
        raise UsageError(f"a text of {len(text)} characters cannot be kept; use 1 to {LONGEST_TEXT}")
    return text
