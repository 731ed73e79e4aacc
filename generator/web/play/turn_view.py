"""One moment of a game as the page tells it: what happened, what is asked, what can be answered, how it came here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.base.records import dataclass
from generator.play.undo_redo import can_undo

if TYPE_CHECKING:
    from generator.play.live_step import LiveStep
    from generator.play.rules.visible_state import VisibleState
    from generator.solo.action import Action
    from generator.web.play.open_sessions import OpenSession


@dataclass(frozen=True, slots=True)
class ActionView:
    """Something that can be done now."""

    action: Action
    name: str
    """What it is called."""
    means: str
    """What it costs and gives."""

    @property
    def line(self) -> str:
        """What is posted, as it is typed in the terminal."""
        return str(self.action)

    @property
    def verb(self) -> str:
        return self.action.verb

    @property
    def words(self) -> tuple[str, ...]:
        return self.action.words


@dataclass(frozen=True, slots=True)
class TurnView:
    """What the page of a table shows, in one language."""

    seen: VisibleState
    title: str
    told: tuple[str, ...]
    """What happened last."""
    question: str
    answers: tuple[ActionView, ...]
    steps: tuple[LiveStep, ...]
    """Of what happened last."""
    can_undo: bool
    can_redo: bool
    years: int

    @property
    def can_fix(self) -> bool:
        """Whether a card that the player turned up can be corrected."""
        return self.seen.typed and bool(self.steps)

    @property
    def event(self) -> int:
        """The number of the last event: what every move from this page is meant for."""
        return self.seen.event

    def those(self, *verbs: str) -> tuple[ActionView, ...]:
        """The answers that begin with one of some words."""
        return tuple(answer for answer in self.answers if answer.verb in verbs)


def moment_of(seat: OpenSession, language: str) -> TurnView:
    """The game of a session as it stands."""
    table, voice, naming = seat.speaking(language), seat.voice(language), seat.naming(language)
    seen = table.visible
    steps = table.last_turn()
    answers = (ActionView(action, *voice.prompts.describe(seen, action)) for action in seen.legal)
    return TurnView(
        seen,
        naming.text(naming.game.title),
        tuple(line for step in steps for line in voice.step(step) if line.strip()),
        voice.prompts.short_question(seen),
        () if seen.draw and not seen.typed else tuple(answers),
        steps,
        can_undo(table),
        seat.play.timeline.redoable is not None,
        len(naming.book.years),
    )
