"""The environment, held to the checks of Gymnasium; a warning of theirs is a failure, as everywhere in the tests."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from generator.base.errors import UsageError
from generator.bots.bot_game import BotGame
from generator.bots.gym_environment import SoloEnvironment

NAME = "generator.bots.gym_environment:vallum/Solo-v0"


@pytest.fixture
def environment():
    return SoloEnvironment("hadrians-wall")


def episode(environment, seed=None, **how):
    """Observations and rewards of a game that chance plays, with what is told at its end."""
    observation, info = environment.reset(seed=seed, **how)
    environment.action_space.seed(7)
    seen, rewards, is_over = [observation], [], False
    while not is_over:
        observation, reward, is_over, _, info = environment.step(environment.action_space.sample(info["action_mask"]))
        seen.append(observation)
        rewards.append(reward)
    return seen, rewards, info


@pytest.mark.parametrize("reward", ["final", "change"])
def test_gymnasium_finds_no_fault(reward):
    check_env(gymnasium.make(NAME, game="hadrians-wall", reward=reward).unwrapped)


def test_made_environment_plays_whole_games():
    environment = gymnasium.make(NAME, game="hadrians-wall", settings={"difficulty": "hard"})

    assert "score" in episode(environment, seed=1)[2]


def test_same_seed_is_the_same_game(environment):
    first, second, other = (episode(environment, seed) for seed in (3, 3, 4))

    assert all(map(np.array_equal, first[0], second[0]))
    assert first[1:2] == second[1:2]
    assert not np.array_equal(first[0][0], other[0][0])


def test_games_after_a_seed_differ(environment):
    first, second = episode(environment, 3), episode(environment)

    assert not np.array_equal(first[0][0], second[0][0])


def test_deal_is_that_of_a_session(environment, book):
    environment.reset(options={"deal": "any seed"})

    assert environment.game.state == BotGame(book, "any seed").state


def test_mask_is_what_is_legal(environment):
    _, info = environment.reset(seed=5)
    legal = [environment.numbers.actions[number] for number in np.flatnonzero(info["action_mask"])]

    assert set(legal) == set(environment.game.legal)
    assert info["action_mask"].dtype == np.int8


def test_illegal_action_changes_nothing(environment):
    before, info = environment.reset(seed=5)
    after, reward, is_over, _, told = environment.step(np.flatnonzero(info["action_mask"] == 0)[0])

    assert (reward, is_over, told["illegal"]) == (0.0, False, True)
    assert np.array_equal(before, after)
    assert np.array_equal(info["action_mask"], told["action_mask"])


def test_both_rewards_add_up_to_the_score():
    final, change = (episode(SoloEnvironment("hadrians-wall", reward=each), 2) for each in ("final", "change"))

    assert sum(final[1]) == sum(change[1]) == final[2]["score"] == change[2]["score"]
    assert not any(final[1][:-1])
    assert sum(map(bool, change[1])) > 1


def test_nothing_is_legal_when_the_game_is_over(environment):
    info = episode(environment, 1)[2]

    assert not info["action_mask"].any()


def test_unknown_reward_is_refused():
    with pytest.raises(UsageError, match="'chang'; did you mean 'change'"):
        SoloEnvironment("hadrians-wall", reward="chang")
