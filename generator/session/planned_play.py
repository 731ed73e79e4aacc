"""A plan as a session: actions in memory, after those that count; nothing is written to the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from generator.base.records import replace
from generator.session.header import RELAXED
from generator.session.record import Body
from generator.session.recorded_play import RecordedPlay
from generator.session.timeline import ActionChain, Timeline, TimelineStep


class PlannedPlay(RecordedPlay):
    """A timeline that goes on from where a recorded one stands."""

    is_writable, repairs = True, ""

    def __init__(self, play: RecordedPlay) -> None:
        """Begin a plan after the last event of a session."""
        # Relaxed: the cards of a plan are assumed ones, which undo may take back.
        Timeline.__init__(self, replace(play.header, mode=RELAXED), play.line, play.last)
        self.name, self.base = play.name, play.steps
        """The actions of the session when the plan began."""

    @property
    def own_steps(self) -> tuple[TimelineStep, ...]:
        """Return the actions of the plan, without the session's before it."""
        return self.steps[len(self.base) :]

    @property
    def own_chains(self) -> tuple[ActionChain, ...]:
        """Return the actions of the plan, each linked with all before it."""
        chains, chain = [], self.line
        for _ in self.own_steps:
            assert chain  # noqa: S101  there is a link for each step
            chains.append(chain)
            chain = chain.before
        return tuple(reversed(chains))

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Do the block: nobody else writes into a plan."""
        yield

    def close(self) -> None:
        """Do nothing: a plan has no file."""

    def _add(self, body: Body, _state: Callable[[], str] | None, _known_last: int | None) -> int:
        """Apply an event and return its number; nothing is written."""
        self.advance(body)
        return self.last
