"""Replay of chains of actions: the state of a game after each, computed once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from generator.session.timeline import ActionChain, TimelineStep

State = TypeVar("State")


class ChainStates(Generic[State]):
    """States by chain of actions, from the state at the start; `apply` returns the state after one more step.

    They are kept by chain, not by number of actions: after an undo and another action both lines keep their states.
    """

    def __init__(self, start: State, apply: Callable[[State, TimelineStep], State]) -> None:
        """Take the state before the first action, and the function that applies a step."""
        self._apply = apply
        self._states: dict[ActionChain | None, State] = {None: start}

    def after(self, chain: ActionChain | None) -> State:
        """Return the state after the last action of a chain. Raises the errors of `apply`."""
        missing = []
        # Backwards to the nearest known state, then forwards again: recursion would be too deep for a long game.
        while chain not in self._states:
            assert chain is not None  # noqa: S101  the state of the empty chain is always there
            missing.append(chain)
            chain = chain.before
        state = self._states[chain]
        for link in reversed(missing):
            state = self._states[link] = self._apply(state, link.step)
        return state

    def add(self, chain: ActionChain | None, state: State) -> None:
        """Keep a state that was computed before its action was recorded."""
        self._states[chain] = state
