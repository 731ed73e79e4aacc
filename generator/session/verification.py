"""Verification of a session: its chain of hashes, its order of events, and the game played through again.

The chain protects against accidents only, because anyone can compute a new one. The replay is the proof for others: the
rules accept every action, every chance is the one that the seed gives, and every recorded digest of the state is right.
"""

from __future__ import annotations

from pathlib import Path
from typing import Generic, Protocol, TypeVar

from generator.base.errors import GeneratorError, printable
from generator.base.records import dataclass
from generator.session.disk import DISK, Disk
from generator.session.header import Header
from generator.session.migration import migrate
from generator.session.record import Body
from generator.session.recorded_play import timeline_of
from generator.session.store import Store
from generator.session.timeline import ActionChain, Timeline, WrongEventError

State = TypeVar("State")


class Engine(Protocol[State]):
    """The rules of a game, as far as verification needs them."""

    def start(self, header: Header) -> State:
        """Return the state before the first action; raises GeneratorError if these rules cannot play the session."""

    def apply(self, state: State, action: str) -> State:
        """Return the state after an action; raises GeneratorError if it is not legal or not what the seed gives."""

    def digest(self, state: State) -> str:
        """Return a digest of the whole state."""


@dataclass(frozen=True, slots=True)
class EventFault:
    """The first wrong event, and why it is wrong."""

    event: int
    what: str

    def __str__(self) -> str:
        """Return, for example, `event 13: the state is another one`."""
        return printable(f"event {self.event}: {self.what}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a verification."""

    events: int
    """Number of events."""
    actions: int
    """Number of actions that count in the end."""
    peeked: int = 0
    corrected: int = 0
    wrong: EventFault | None = None
    digest: str = ""
    """Of the last state, if an engine replayed it and nothing is wrong."""

    @property
    def is_good(self) -> bool:
        return self.wrong is None


def verify(path: Path, engine: Engine[State] | None = None, *, rules: str = "", disk: Disk = DISK) -> Verdict:
    """Verify a session without changing it; `rules` is the digest of the engine's data.

    Raises what `Store.open` raises for a file that cannot be read or is no session.
    """
    with Store.open(path, writing=False, disk=disk) as store:
        bodies = [event.body for event in store.events]
        torn = EventFault(len(store.events), store.reports[0]) if store.reports else None
        broken = EventFault(store.damage.event, store.damage.what) if store.damage else torn
    try:
        bodies = list(migrate(bodies))
        timeline = timeline_of(bodies)
    except WrongEventError as wrong:
        return Verdict(len(bodies), 0, wrong=EventFault(wrong.args[1], wrong.args[0]))
    except ValueError as wrong:
        return Verdict(len(bodies), 0, wrong=EventFault(0, str(wrong)))
    digest, found = _replay(bodies, engine, rules) if engine else ("", None)
    found = found or broken
    count = timeline.peeked, timeline.corrected
    return Verdict(len(bodies), len(timeline.steps), *count, found, digest if not found else "")


def _replay(bodies: list[Body], engine: Engine[State], rules: str) -> tuple[str, EventFault | None]:
    """Return the digest of the last state, or the first event that the engine refuses."""
    timeline = timeline_of(bodies[:1])
    if rules and timeline.header.rules != rules:
        return "", EventFault(0, "it was played by other rules than these")
    number = 0  # of the event that is blamed for an error; the header for one at the start
    try:
        replay: _Replay[State] = _Replay(engine, timeline.header)
        for number, body in enumerate(bodies[1:], 1):  # noqa: B007  the handler below names it
            timeline.advance(body)
            replay.check(timeline, body)
        return engine.digest(replay.state(timeline.line)), None
    except GeneratorError as error:
        return "", EventFault(number, str(error))


class _Replay(Generic[State]):
    """States by line of actions, so that each action is applied once."""

    def __init__(self, engine: Engine[State], header: Header) -> None:
        self._engine = engine
        self._states: dict[ActionChain | None, State] = {None: engine.start(header)}

    def state(self, line: ActionChain | None) -> State:
        missing = []
        while line not in self._states:
            assert line is not None  # noqa: S101  the empty line has the state of the start
            missing.append(line)
            line = line.before
        state = self._states[line]
        for each in reversed(missing):
            state = self._states[each] = self._engine.apply(state, each.step.action)
        return state

    def check(self, timeline: Timeline, body: Body) -> None:
        """Check the state after an event; raises GeneratorError if the event has another digest of it."""
        state = self.state(timeline.line)
        if "s" in body and body["s"] != self._engine.digest(state):
            raise GeneratorError("the state after it is another one than it says")
