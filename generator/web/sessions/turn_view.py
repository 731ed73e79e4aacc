"""The view model of a game's current turn: what happened, what is asked, and which actions are legal."""

from __future__ import annotations

from typing import Any

from generator.base.records import dataclass
from generator.play.live_session import LiveSession
from generator.play.rules.visible_state import LiveStep, VisibleState
from generator.play.undo_redo import can_undo
from generator.solo.action import Action
from generator.web.sessions.game_over import GameOverView, game_over_view
from generator.web.sessions.side_panel import PANELS, SidePanel, side_panel


@dataclass(frozen=True, slots=True)
class ActionView:
    """A legal action."""

    action: Action
    name: str
    means: str
    """Costs and gains in words."""

    @property
    def line(self) -> str:
        """Text that a form posts, as typed in the terminal."""
        return str(self.action)

    @property
    def verb(self) -> str:
        """Verb of the action, as typed in the terminal."""
        return self.action.verb


@dataclass(frozen=True, slots=True)
class TurnView:
    """Everything the page needs from the open session, in one language."""

    state: VisibleState
    title: str
    years: int
    steps: tuple[LiveStep, ...]
    """The player's last action, and the chance events that followed."""
    events: tuple[str, ...]
    """Sentences about these steps."""
    question: str
    actions: tuple[ActionView, ...]
    can_undo: bool
    can_redo: bool
    repairs: str
    """Repairs of the session's file, in words."""
    odds: tuple[str, ...]
    """Odds of the attack, if the reader always wants them."""
    panels: tuple[str, ...]
    """Side panels that this kind of game has."""
    panel: SidePanel
    game_over: GameOverView | None

    @property
    def can_fix(self) -> bool:
        """Whether a card that the player typed can be corrected."""
        return self.state.typed and bool(self.steps)

    @property
    def event(self) -> int:
        """Number of the last event; a form posts it, so that a move for an older state is refused."""
        return self.state.event

    def actions_of(self, verb: str) -> tuple[ActionView, ...]:
        """Return the legal actions with a verb."""
        return tuple(action for action in self.actions if action.verb == verb)


def turn_view(
    session: LiveSession[Any], panel: str = "", cohorts: tuple[str, ...] = (), *, shows_odds: bool = False
) -> TurnView:
    """Return the view of the current turn; call it in the thread of the sessions.

    `panel` is the side panel to fill, `cohorts` the numbers typed for its odds.
    """
    state, text, names = session.visible, session.solo_text, session.solo_text.names
    steps = session.last_turn()
    verbs = {verb.name for verb in session.verbs}
    actions = (ActionView(action, *text.prompts.describe(state, action)) for action in state.legal)
    # The program itself turns up the card; there is nothing to choose.
    is_dealing = state.draw and not state.typed
    return TurnView(
        state=state,
        title=names.text(names.game.title),
        years=len(names.book.years),
        steps=steps,
        events=tuple(line for step in steps for line in text.step(step) if line.strip()),
        question=text.prompts.short_question(state),
        actions=() if is_dealing else tuple(actions),
        can_undo=can_undo(session),
        can_redo=session.play.redoable is not None,
        repairs=session.play.repairs,
        # The odds depend on the sheets, which the program does not know for a game on paper.
        odds=tuple(text.chances(state)) if shows_odds and state.marks else (),
        panels=tuple(panel_name for panel_name in PANELS if panel_name in verbs),
        panel=side_panel(session, panel, cohorts),
        game_over=game_over_view(session),
    )
