"""The tutorials of the shipped games, played through the engine."""

import random

import pytest

from generator.cli.main import main
from generator.load.game_locations import data_root, shipped_games
from generator.load.sheets.tutorial_reader import NAME
from generator.play.session_library import live_session, start_solo
from generator.play.tutorials.guide import guide_position, tutorial_of
from generator.play.tutorials.tutorial_sessions import tutorial_request
from generator.play.typed_line import run_line
from generator.web.rules.rules_text import heading_ids

GAMES = [name for name in shipped_games() if (data_root() / name / NAME).is_file()]


@pytest.fixture(params=GAMES)
def begun(request, tmp_path):
    """A tutorial at its beginning: the open session, the steps, and its folder."""
    with start_solo(request.param, tutorial_request(request.param, "en"), tmp_path) as play:
        session = live_session(play)
        list(session.start())
        yield session, tutorial_of(session.rules.book), tmp_path


def done(session, line):
    list(run_line(session, line))
    assert session.error == ""


def test_every_suggested_action_is_legal_and_leads_to_the_next(begun):
    session, tutorial, _ = begun
    read = []
    while not (at := guide_position(tutorial, session)).is_end:
        assert at.others == 0
        assert at.steps[-1].do in map(str, session.visible.legal)
        read += at.steps
        done(session, at.steps[-1].do)

    assert (*read, *guide_position(tutorial, session).steps) == tutorial.steps
    assert session.visible.year == 2


@pytest.mark.parametrize("seed", range(6))
def test_what_the_player_does_freely_changes_no_attack_that_is_told(begun, seed):
    session, tutorial, _ = begun
    chance = random.Random(seed)
    while not guide_position(tutorial, session).steps[-1].free:
        done(session, guide_position(tutorial, session).steps[-1].do)
    number = session.play.last
    done(session, "stop")
    told = session.state.attacks
    done(session, f"undo {number}")
    while others := [action for action in session.visible.legal if str(action) != "stop"]:
        done(session, str(chance.choice(others)))
        assert guide_position(tutorial, session).steps[-1].free
    done(session, "stop")

    assert guide_position(tutorial, session).is_end
    assert session.state.attacks == told


def test_rules_that_the_steps_name_are_headings_of_the_rules(begun):
    session, tutorial, _ = begun
    game = session.rules.book.game
    ids = heading_ids(game, game.texts[0])

    assert {step.rules for step in tutorial.steps} - {""} <= set(ids)


def test_tutorial_is_in_no_list_of_the_terminal(begun, capsys):
    session, _, folder = begun
    assert main(["solo", "list", "--sessions", str(folder), "--json"]) == 0

    assert session.play.name not in capsys.readouterr().out
