"""Whether a session is what it says: the chain of hashes, the sense of its events, and the game played through again.

The first is proof against accidents, as anyone can write a new chain; the last is what a stranger believes: the rules
accept every action, every outcome is the one that the seed deals, and every hash of the state is met.
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
    """The game, as far as a session has to know it."""

    def start(self, header: Header) -> State:
        """The state before the first action; raises GeneratorError where these rules cannot play it."""
        ...

    def apply(self, state: State, action: str) -> State:
        """The state after an action; raises GeneratorError, saying why, where it is not legal or not what was dealt."""
        ...

    def digest(self, state: State) -> str:
        """A hash of the whole state."""
        ...


@dataclass(frozen=True, slots=True)
class EventFault:
    """The first event that is not right."""

    event: int
    what: str

    def __str__(self) -> str:
        """As it is shown: `event 13: the state is another one`."""
        return printable(f"event {self.event}: {self.what}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found."""

    events: int
    """Events that were read."""
    actions: int
    """Actions that count in the end."""
    peeked: int = 0
    corrected: int = 0
    wrong: EventFault | None = None
    digest: str = ""
    """Of the last state, where an engine replayed it and nothing is wrong."""

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return self.wrong is None


def verify(path: Path, engine: Engine[State] | None = None, *, rules: str = "", disk: Disk = DISK) -> Verdict:
    """Judge a session without changing it; `rules` is the digest that the engine's data have.

    Raises what `Store.open` raises for a file that cannot be read or is no session.
    """
    with Store.open(path, writing=False, disk=disk) as store:
        bodies = [event.body for event in store.events]
        broken = EventFault(store.damage.event, store.damage.what) if store.damage else _torn(store)
    try:
        bodies = list(migrate(bodies))
        timeline = timeline_of(bodies)
    except WrongEventError as wrong:
        return Verdict(len(bodies), 0, wrong=EventFault(wrong.args[1], wrong.args[0]))
    except ValueError as wrong:
        return Verdict(len(bodies), 0, wrong=EventFault(0, str(wrong)))
    digest, found = _replayed(bodies, engine, rules) if engine else ("", None)
    found = found or broken
    count = timeline.peeked, timeline.corrected
    return Verdict(len(bodies), len(timeline.steps), *count, found, digest if not found else "")


def _torn(store: Store) -> EventFault | None:
    return EventFault(len(store.events), store.reports[0]) if store.reports else None


def _replayed(bodies: list[Body], engine: Engine[State], rules: str) -> tuple[str, EventFault | None]:
    """The digest of the last state, and the first event with which the engine does not agree."""
    timeline = timeline_of(bodies[:1])
    if rules and timeline.header.rules != rules:
        return "", EventFault(0, "it was played by other rules than these")
    number = 0
    try:
        replay: _Replay[State] = _Replay(engine, timeline.header)
        for number, body in enumerate(bodies[1:], 1):  # noqa: B007  the handler below names it
            timeline.advance(body)
            replay.meet(timeline, body)
        return engine.digest(replay.state(timeline.line)), None
    except GeneratorError as error:
        return "", EventFault(number, str(error))


class _Replay(Generic[State]):
    """States by the line of actions that leads to them, so that each action is applied once."""

    def __init__(self, engine: Engine[State], header: Header) -> None:
        self._engine = engine
        self._states: dict[ActionChain | None, State] = {None: engine.start(header)}

    def state(self, line: ActionChain | None) -> State:
        """The state at the end of a line."""
        missing = []
        while line not in self._states:
            assert line is not None  # noqa: S101  the empty line has the state of the start
            missing.append(line)
            line = line.before
        state = self._states[line]
        for each in reversed(missing):
            state = self._states[each] = self._engine.apply(state, each.step.action)
        return state

    def meet(self, timeline: Timeline, body: Body) -> None:
        """Play an event; raises GeneratorError where the game is not as it says."""
        state = self.state(timeline.line)
        if "s" in body and body["s"] != self._engine.digest(state):
            raise GeneratorError("the state after it is another one than it says")
