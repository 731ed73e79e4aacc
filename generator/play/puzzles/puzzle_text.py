"""A puzzle in words: the position, the question, and the answer with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.base.errors import UsageError
from generator.play.adviser import margin_text, move_adviser
from generator.play.live_session import LiveSession
from generator.play.puzzles.puzzle_collection import Puzzle
from generator.play.rules.full_rules import FullRules
from generator.play.rules.visible_state import VisibleState
from generator.play.text.board_text import board_head, board_lines
from generator.play.text.hint_reasons import HintReasons
from generator.session.timeline import ActionChain
from generator.solo.action import STOPPED, Action
from generator.solo.ai.paired_playouts import Margin
from generator.solo.explain.advantage import PlanComparison
from generator.solo.hadrians_wall import apply
from generator.solo.state import State


class PuzzlePosition:
    """The position of a puzzle in its session."""

    def __init__(self, session: LiveSession[Any], puzzle: Puzzle) -> None:
        """Find the position; raise UsageError where the session has not this move, or keeps no sheets."""
        chain = next((chain for chain in session.chains if chain.step.number == puzzle.event), None)
        events = session.play.store.events
        is_same = chain is not None and events[puzzle.event].hash == puzzle.hash
        if chain is None or not is_same or not isinstance(session.rules, FullRules):
            raise UsageError(f"{puzzle.session}: it has changed since its puzzle was kept; review it again")
        self._session, self._chain, self._puzzle, self._rules = session, chain, puzzle, session.rules
        self.text = session.solo_text

    @property
    def before(self) -> VisibleState:
        """Return the position as its player saw it."""
        chain: ActionChain = self._chain
        return self._session.step(chain).before

    def question(self) -> Iterator[str]:
        """Yield the position and the question with its numbered moves."""
        before, messages = self.before, self.text.messages
        yield messages("puzzle.head", name=self._puzzle.session, year=self._puzzle.year)
        yield from board_lines(self.text, before)
        yield from self.text.raid(before)
        yield self.text.prompts.short_question(before)
        for number, move in enumerate(self._puzzle.options, 1):
            yield f"  {number}. " + ": ".join(filter(None, self.describe(move)))

    def facts(self) -> tuple[str, ...]:
        """Return the year with points, the items in hand and the attack to come, as sentences."""
        return (*board_head(self.text, self.before), *self.text.raid(self.before))

    def game_question(self) -> str:
        """Return the question of the game in the position; empty where the player acts freely."""
        return self.text.prompts.short_question(self.before) if self.before.asks else ""

    def describe(self, move: str) -> tuple[str, str]:
        """Return the name of a move, and its price and gains, in the position before it; either may be empty."""
        name, means = self.text.prompts.describe(self.before, Action.parse(move))
        return (name, means) if name or means else (move, "")

    def name(self, move: str) -> str:
        """Return the short name of a move: without price and gains, unless both moves of the puzzle are called so."""
        names = [self.describe(option)[0] for option in self._puzzle.options]
        name, means = self.describe(move)
        if names.count(name) > 1:
            return ": ".join(filter(None, (name, means)))
        return name or (self.text.messages("puzzle.stop") if Action.parse(move) == STOPPED else means)

    def answer(self, choice: str) -> Iterator[str]:
        """Yield whether a choice of `Puzzle.options` was the better move, by how much, and why."""
        puzzle, messages = self._puzzle, self.text.messages
        margin = margin_text(Margin(puzzle.points, puzzle.error, puzzle.games))
        key = "right" if choice == puzzle.better else "wrong"
        names = {"better": self.name(puzzle.better), "played": self.name(puzzle.played)}
        yield messages(f"puzzle.{key}", margin=margin, n=puzzle.games, **names)
        yield self._reason()

    def _reason(self) -> str:
        """Return the sentence why the better move is better, from the plans that follow both moves."""
        state: State = self._session.state_at(self._chain.before)
        adviser = move_adviser(self._rules.book, self._puzzle.hash)
        moves = [Action.parse(move) for move in (self._puzzle.better, self._puzzle.played)]
        plans = [(move, *adviser.planned(apply(self._rules.book, state, move))[0]) for move in moves]
        advantage = PlanComparison(self._rules.book, state, *plans).advantage()
        return HintReasons(self.text.names).reason(advantage, self.name(self._puzzle.played))
