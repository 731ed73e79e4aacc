"""A game of solo play as an environment of Gymnasium, after installing the extra `gym`.

>>> import gymnasium
>>> environment = gymnasium.make("generator.bots.gym_environment:vallum/Solo-v0", game="hadrians-wall")
>>> observation, info = environment.reset(seed=1)
>>> action = environment.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = environment.step(action)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from generator.base.errors import UsageError, suggestion
from generator.bots.bot_game import BotGame, read_rulebook
from generator.bots.state_encoding import ActionNumbers, StateEncoder
from generator.solo.scoring import total_score
from generator.solo.state import State

REWARDS = ("final", "change")


class SoloEnvironment(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A whole game as an episode; cards are dealt inside, so that each step is a decision of the player.

    Actions are numbers (`ActionNumbers`), and `info["action_mask"]` has a 1 for each that is legal. One that is not
    legal changes nothing and gives no reward. Observations are rows of bytes (`StateEncoder`). The reward is the score
    after the last step and 0 before; with `reward="change"`, what each step changes the score by. Both add up to it.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(
        self,
        game: str,
        settings: Mapping[str, str] | None = None,
        *,
        reward: str = "final",
        render_mode: str | None = None,
    ) -> None:
        """Read the rules of a game, given by name or folder.

        Raises Faults where it has none, UsageError for an unknown game or reward; `reset` does for unknown settings.
        """
        if reward not in REWARDS:
            raise UsageError(f"no reward called {reward!r}{suggestion(reward, REWARDS)}")
        self.render_mode = render_mode
        self.book = read_rulebook(game)
        self.numbers = ActionNumbers(self.book)
        self.encoder = StateEncoder(self.book)
        self.action_space = gymnasium.spaces.Discrete(len(self.numbers.actions))
        self.observation_space = gymnasium.spaces.Box(0, 255, (self.encoder.length,), np.uint8)
        self._settings = settings
        self._rewards_change = reward == "change"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal a new game, and return the first observation with the mask of legal actions.

        The cards come from `options["deal"]`, a session's seed, else from the environment's random numbers.
        """
        super().reset(seed=seed)
        # The environment's own numbers choose the deal, so that a seed repeats it, as Gymnasium asks.
        deal = (options or {}).get("deal") or f"gym/{self.np_random.integers(1 << 62)}"
        self.game = BotGame(self.book, str(deal), self._settings)
        # The score at the last reward: the changes of an episode add up to its score.
        self._total = 0
        self._mask = self._legal_mask()
        return self._observation(), {"action_mask": self._mask.copy()}

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Do an action by its number, deal the cards that follow, and return Gymnasium's five values.

        `info["score"]` is the score when the game is over.
        """
        # Learners try any number; an exception would end their run.
        if not self._mask[action]:
            unchanged = {"action_mask": self._mask.copy(), "illegal": True}
            return self._observation(), 0.0, self.game.is_over, False, unchanged
        before = self.game.state
        self.game.play(self.numbers.actions[action])
        self._mask = self._legal_mask()
        over = self.game.is_over
        info: dict[str, Any] = {"action_mask": self._mask.copy()}
        if over:
            info["score"] = self.game.score.total
        return self._observation(), self._reward(before, over), over, False, info

    def _reward(self, before: State, over: bool) -> float:
        """Return the reward of a step: the change of the score, or the whole score after the last step."""
        if not over and (not self._rewards_change or before.boxes == self.game.state.boxes):
            return 0.0
        last, self._total = self._total, total_score(self.book, self.game.state)
        return float(self._total - last)

    def _observation(self) -> NDArray[np.uint8]:
        """Return the state that the player sees as a row of bytes."""
        return np.frombuffer(self.encoder.encode(self.game.state), np.uint8)

    def _legal_mask(self) -> NDArray[np.int8]:
        """Return a 1 for each numbered action that is legal now, else 0."""
        # Gymnasium wants masks as int8, not as flags.
        mask: NDArray[np.int8] = np.zeros(len(self.numbers.actions), np.int8)
        mask[self.numbers.numbers(self.game.legal)] = 1
        return mask


gymnasium.register("vallum/Solo-v0", "generator.bots.gym_environment:SoloEnvironment")
