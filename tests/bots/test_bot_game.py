"""Games in memory: dealt as sessions are, and refused as sessions are."""

import pytest

from generator.base.errors import UsageError
from generator.bots.bot_game import BotGame, read_rulebook
from generator.play.session_library import SessionRequest, live_session, start_solo
from generator.solo.action import Action
from generator.solo.hadrians_wall import IllegalActionError


def played(book, seed):
    """A game in which the last of the legal actions is always taken, and these actions."""
    game, actions = BotGame(book, seed), []
    while not game.is_over:
        actions.append(game.legal[-1])
        game.play(actions[-1])
    return game, actions


def test_seed_deals_the_game_of_a_session(book, tmp_path):
    game, actions = played(book, "any seed")
    with start_solo("hadrians-wall", SessionRequest("full", language="en", seed="any seed"), tmp_path) as play:
        session = live_session(play)
        list(session.deal())
        for action in actions:
            list(session.do(str(action)))

        assert session.state == game.state


def test_same_seed_is_the_same_game(book):
    first, second, other = (played(book, seed)[0].state for seed in ("a", "a", "b"))

    assert first == second != other


def test_only_the_player_decides(book):
    game = BotGame(book, "any", {"difficulty": "hard"})
    while not game.is_over:
        assert not any(action.is_chance for action in game.legal)
        game.play(game.legal[0])

    assert game.legal == ()
    assert game.score.total == dict(game.score.rows)["total"]


def test_what_cannot_be_is_refused(book):
    with pytest.raises(UsageError, match="'hrad'; did you mean 'hard'"):
        BotGame(book, "any", {"difficulty": "hrad"})
    with pytest.raises(UsageError, match="cannot be a seed"):
        BotGame(book, "")
    with pytest.raises(IllegalActionError):
        BotGame(book, "any").play(Action("stop"))
    with pytest.raises(UsageError, match="hadrians-wall"):
        read_rulebook("hadrian-wall")
