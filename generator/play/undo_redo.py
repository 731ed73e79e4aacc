"""Undo, redo and corrections of a live session, as the player asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any, TypeVar

from generator.base.errors import GeneratorError
from generator.play.live_session import LiveSession, action_of
from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.visible_state import LiveStep
from generator.session.chain_states import ChainStates
from generator.session.header import STRICT
from generator.session.timeline import ActionChain, TimelineStep
from generator.solo.action import Action

State = TypeVar("State")


def can_undo(session: LiveSession[Any]) -> bool:
    """Return whether an action of the player can be taken back; undoing only dealt cards would deal them again."""
    if session.play.undoable is None:
        return False
    return session.typed or any(not Action.parse(action).is_chance for action in session.play.actions)


def undo(session: LiveSession[Any]) -> tuple[str, ...]:
    """Take back the player's last action with the chance that followed, and return those actions.

    Raises PlayError where there is none, or where a strict session keeps it.
    """
    play = session.play
    if not can_undo(session):
        is_kept = play.header.mode == STRICT and play.floor and play.undoable is None
        raise PlayError(key="floor", event=play.floor) if is_kept else PlayError(key="no_undo")
    undone: tuple[str, ...] = ()
    # The chance that followed goes back with the action: alone, it would be dealt again at once.
    while True:
        before = play.steps
        play.undo()
        undone = (_difference(before, play.steps), *undone)
        if not session.own_action() or play.undoable is None:
            return undone


def undo_to(session: LiveSession[Any], event: int) -> tuple[str, ...]:
    """Go back to where the game stood after an event, and return the actions taken back.

    Raises PlayError where it has not stood there, or where a strict session keeps what came since.
    """
    play = session.play
    if not play.is_past(event):
        raise PlayError(key="not_stood", n=event)
    if play.header.mode == STRICT and event < play.floor:
        raise PlayError(key="floor", event=play.floor)
    before = play.actions
    play.undo(to=event)
    # Where no action is gone, only a correction was taken back.
    return before[len(play.steps) :] or ("fix",)


def redo(session: LiveSession[Any]) -> tuple[str, ...]:
    """Do the actions again that were taken back last, with the chance that followed, and return them.

    Raises PlayError where nothing was taken back.
    """
    if session.play.redoable is None:
        raise PlayError(key="no_redo")
    done = [_redo_one(session)]
    # The chance that followed an action is done again with it, as undo took both back.
    while session.own_action() and session.play.redoable is not None:
        done.append(_redo_one(session))
    return tuple(done)


def _redo_one(session: LiveSession[Any]) -> str:
    """Do one taken-back action again and return its text."""
    before = session.play.steps
    session.play.redo()
    return _difference(session.play.steps, before)


def _difference(longer: Sequence[TimelineStep], other: Sequence[TimelineStep]) -> str:
    """Return the action in which two lists of steps differ: the last of the longer one, or a correction as `fix …`."""
    if len(longer) > len(other):
        return longer[-1].action
    pairs = zip(longer, other, strict=True)
    return next((f"fix {was.number} ({now.action} → {was.action})" for was, now in pairs if was != now), "")


def fix(session: LiveSession[Any], typed: str, event: int | None = None) -> tuple[str, LiveStep]:
    """Replace the action of an event by a typed one. Returns the old action and the step of the new one.

    Without an event it is the last card of the same deck where cards are typed, else the player's last action. Raises
    PlayError for a card that was dealt, and where a later action would no longer be legal.
    """
    step = _step_to_fix(session, event, typed)
    if Action.parse(step.action).is_chance and not session.typed:
        raise PlayError(key="dealt")
    chains = session.chains
    place = next(number for number, chain in enumerate(chains) if chain.step == step)
    action = session.rules.read(session.state_at(chains[place].before), typed)
    # replayed before it is recorded: a session file never holds a correction that breaks the game
    state = _replay(session, session.play.checked_correction(step.number, str(action)))
    session.play.correct(step.number, str(action), state=lambda: session.rules.digest(state))
    return step.action, session.step(session.chains[place])


def _step_to_fix(session: LiveSession[Any], event: int | None, typed: str) -> TimelineStep:
    """Return the step that a correction replaces, by its event number or None for the likeliest.

    Raises PlayError if none.
    """
    steps = session.play.steps
    done = [(Action.parse(step.action), step) for step in reversed(steps)]
    if event is not None:
        step = next((step for step in steps if step.number == event), None)
    elif session.typed:
        last = next((step for action, step in done if action.reveals), None)
        step = _last_card_like(session, typed) or last
    else:
        step = next((step for action, step in done if not action.is_chance), None)
    if step is None:
        raise PlayError(key="no_action" if session.typed or event is not None else "dealt")
    return step


def _last_card_like(session: LiveSession[Any], typed: str) -> TimelineStep | None:
    """Return the step of the last typed card in whose place the newly typed card could have come; None for none."""
    for chain in reversed(session.chains):
        before = session.state_at(chain.before)
        draw = session.rules.draw(before) if action_of(chain).reveals else None
        with suppress(GeneratorError):
            if draw and session.rules.read(before, typed).words[0] in draw.unseen:
                return chain.step
    return None


def _replay(session: LiveSession[State], corrected: ActionChain) -> State:
    """Return the state after all actions of a corrected session; raise PlayError for the first illegal one."""
    numbers = count(1)

    def apply(state: State, step: TimelineStep) -> State:
        """Return the state after a step; raise PlayError, with the number of the action, for one that is not legal."""
        number, action = next(numbers), Action.parse(step.action)
        try:
            draw = session.rules.draw(state)
            # only typed actions can be corrected: dealt cards stay those of the seed
            if draw and session.dealer and session.dealer.action(draw) != action:
                raise PlayError(key="other_dealt")
            return session.rules.apply(state, action)
        except GeneratorError as error:
            raise PlayError(key="breaks", n=number, why=error) from None

    return ChainStates(session.rules.start(), apply).after(corrected)
