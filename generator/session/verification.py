"""Verification of a session: its chain of hashes, its order of events, and the game played through again.

The chain protects against accidents only, because anyone can compute a new one. The replay is the proof for others: the
rules accept every action, every chance is the one that the seed gives, every recorded digest of the state is there and
right, every note is true, and every event has exactly what this program writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from generator.base.errors import GeneratorError, printable
from generator.base.records import dataclass
from generator.session.chain_states import ChainStates
from generator.session.disk import DISK, Disk
from generator.session.header import FORMAT, Header, parse_header
from generator.session.migration import format_of, migrate
from generator.session.record import NOTHING, Body, Event, encode
from generator.session.recorded_play import STATE_EVERY
from generator.session.store import Store
from generator.session.timeline import Timeline, WrongEventError, timeline_of

State = TypeVar("State")

_KEYS = {
    "open": frozenset(("format", "game", "rules", "engine", "rng", "seed", "mode", "options")),
    "act": frozenset(("a", "reveals", "s")),
    "undo": frozenset(("to", "peek", "s")),
    "redo": frozenset(("to", "s")),
    "fix": frozenset(("of", "a", "s")),
    "note": frozenset(("about", "value")),
}
"""Keys that each kind of event may have, beside its kind."""


class Engine(Protocol[State]):
    """The rules of a game, as far as verification needs them."""

    def start(self, header: Header) -> State:
        """Return the state before the first action; raises GeneratorError if these rules cannot play the session."""

    def apply(self, state: State, action: str) -> State:
        """Return the state after an action. Raises GeneratorError for an illegal one, or a wrong card."""

    def digest(self, state: State) -> str:
        """Return a digest of the whole state."""

    def reveals(self, action: str) -> bool:
        """Return whether an action shows something hidden."""

    def check_note(self, state: State, about: str, value: Any) -> None:
        """Raise GeneratorError for a note that is not true of the state it was made in."""


@dataclass(frozen=True, slots=True)
class EventFault:
    """The first wrong event, and why it is wrong."""

    event: int
    fault: str

    def __str__(self) -> str:
        """Return, for example, `event 13: the state is another one`."""
        return printable(f"event {self.event}: {self.fault}")


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a verification."""

    events: int
    """Number of events."""
    actions: int
    """Number of actions that count in the end."""
    peeked: int = 0
    corrected: int = 0
    wrong: EventFault | None = None
    digest: str = ""
    """Digest of the last state, if an engine replayed it and nothing is wrong."""

    @property
    def is_good(self) -> bool:
        """Return whether nothing was found wrong."""
        return self.wrong is None


def verify(path: Path, engine: Engine[State] | None = None, *, rules: str = "", disk: Disk = DISK) -> Verification:
    """Return the verdict on a session: its first wrong event, or that it is good. Nothing is changed.

    `engine` replays the game, None checks the file alone; `rules` is the digest of the engine's data. Raises the errors
    of `Store.open` for a file that cannot be read or is no session.
    """
    with Store.open(path, writing=False, disk=disk) as store:
        events = tuple(store.events)
        torn = EventFault(len(events), store.reports[0]) if store.reports else None
        broken = EventFault(store.damage.event, store.damage.fault) if store.damage else torn
    bodies = [event.body for event in events]
    try:
        is_current = format_of(bodies) == FORMAT
        bodies = list(migrate(bodies))
        timeline = timeline_of(bodies)
    except WrongEventError as wrong:
        return Verification(len(bodies), 0, wrong=EventFault(wrong.args[1], wrong.args[0]))
    except ValueError as wrong:
        return Verification(len(bodies), 0, wrong=EventFault(0, str(wrong)))
    # Without the rules of the game only the file itself can be checked.
    digest, wrong_play = _replay(bodies, engine, rules) if engine else ("", None)
    foreign = next(_foreign_parts(events), None) if is_current else None
    first_fault = min(
        (fault for fault in (wrong_play, foreign, broken) if fault), key=lambda fault: fault.event, default=None
    )
    count = timeline.peeked, timeline.corrected
    return Verification(len(bodies), len(timeline.steps), *count, first_fault, digest if not first_fault else "")


def _foreign_parts(events: Sequence[Event]) -> Iterator[EventFault]:
    """Yield events that this program would have written otherwise: other keys, a missing digest, other bytes."""
    previous = NOTHING
    for event in events:
        strange = sorted(event.body.keys() - _KEYS.get(event.kind, event.body.keys()) - {"t"})
        if strange:
            yield EventFault(event.number, f"{strange[0]!r} is nothing that an event of the kind {event.kind!r} has")
        if event.kind == "open" and [*event.body] != [*parse_header(event.body).body()]:
            yield EventFault(event.number, "its keys stand in another order than this program writes")
        if event.kind in {"act", "fix"} and event.number % STATE_EVERY == 0 and "s" not in event.body:
            yield EventFault(event.number, f"the digest of the state is missing; each {STATE_EVERY}th event has it")
        if encode(event.number, previous, event.body)[0].hash != event.hash:
            yield EventFault(event.number, "its line is not spelled as this program writes it")
        previous = event.hash


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
        return engine.digest(replay.states.after(timeline.line)), None
    except GeneratorError as error:
        return "", EventFault(number, str(error))


class _Replay(Generic[State]):
    """The claims of events, checked against the states that an engine gives."""

    def __init__(self, engine: Engine[State], header: Header) -> None:
        """Begin the game by the rules of an engine; raise GeneratorError if they cannot play the session."""
        self._engine = engine
        self.states = ChainStates(engine.start(header), lambda state, step: engine.apply(state, step.action))

    def check(self, timeline: Timeline, body: Body) -> None:
        """Check the claims of an event; raise GeneratorError for a wrong digest, note or flag."""
        state = self.states.after(timeline.line)
        if "s" in body and body["s"] != self._engine.digest(state):
            raise GeneratorError("the state after it is another one than it says")
        if body["t"] == "note":
            self._engine.check_note(state, *timeline.notes[-1])
        if body["t"] in {"act", "fix"}:
            self._check_flag(timeline, body)

    def _check_flag(self, timeline: Timeline, body: Body) -> None:
        """Raise GeneratorError for an action whose `reveals` is wrong.

        Without the flag, a strict game could take back a card that was turned up.
        """
        assert timeline.line is not None  # noqa: S101  the event has just put an action on it
        step = timeline.line.step
        if body["t"] == "fix":
            step = next(recorded for recorded in timeline.steps if recorded.number == body["of"])
        if step.reveals != self._engine.reveals(step.action):
            says = "turned up something hidden" if step.reveals else "turned up nothing"
            raise GeneratorError(f"it says that it {says}, and the opposite is true")
