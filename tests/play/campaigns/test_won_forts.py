"""A whole campaign by the games that won its forts; with `--long`, forts played until they are won."""

from pathlib import Path

import pytest

from generator.bots.dealer import Dealer, draw_request
from generator.play.campaigns.campaign_checks import judge_campaign
from generator.play.campaigns.campaign_record import next_options, read_campaign_record, session_name
from generator.play.game_data import campaign_of, fort_rulebook, load_rulebook
from generator.play.session_library import SessionRequest, live_session, start_solo
from generator.solo import hadrians_wall as rules
from generator.solo.action import Action
from generator.solo.ai.goal_tables import GoalAim
from generator.solo.fort_goals import campaign_standing, judge_fort
from tests.play.campaigns.fort_player import play_fort

GAME, NORMAL = "hadrians-wall", {"difficulty": "normal"}
GAMES = [line.split(": ", 1) for line in Path(__file__).with_name("won_forts.txt").read_text("utf-8").splitlines()]
"""For each fort its id, the seed and the total, and the decisions of the game that won it."""
ATTEMPTS = 8
AIMS = (GoalAim(), GoalAim(met=40_000, needed=500))


@pytest.fixture(scope="module")
def at_fort():
    book, digest = load_rulebook(GAME)
    return lambda fort: fort_rulebook(book, digest, fort)[0]


def played_again(book, seed, decided, start):
    """The last state of a game of the file."""
    dealer, decisions = Dealer(seed), iter(decided.split("; "))
    state = rules.setup(book, NORMAL, items=start)
    while not rules.is_over(state):
        draw = draw_request(book, state)
        state = rules.apply(book, state, dealer.action(draw) if draw else Action.parse(next(decisions)))
    assert next(decisions, None) is None
    return state


def test_sixteen_games_win_the_campaign(at_fort):
    campaign, results = campaign_of(load_rulebook(GAME)[0]), []
    for about, decided in GAMES:
        fort, seed, total = about.split()
        stands, book = campaign_standing(campaign, results), at_fort(fort)
        state = played_again(book, seed, decided, dict(stands.start))
        result = judge_fort(book, book.fort.fort, state)
        results.append((result.is_won, result.earns_reward))

        assert stands.fort.id == fort
        assert rules.score(book, state).total == int(total)

    assert campaign_standing(campaign, results).won == len(campaign.forts) == 16


def test_whole_campaign_in_sessions_is_verified(tmp_path, long):
    if not long:
        pytest.skip("plays sixteen sessions; --long does")
    for number, (about, decided) in enumerate(GAMES, 1):
        fort, seed, _ = about.split()
        place = {"campaign": {"name": "wall", "game": 1}}
        if number > 1:
            before = read_campaign_record(tmp_path, "wall")
            place = {"campaign": next_options(before), "start": dict(before.standing.start)}
        name = session_name("wall", number, fort)
        request = SessionRequest("full", name=name, seed=seed, settings=NORMAL, fort=fort, **place)
        with start_solo(GAME, request, tmp_path) as play:
            session = live_session(play)
            list(session.start())
            for action in decided.split("; "):
                list(session.do(action))
    verdict = judge_campaign("wall", tmp_path, "en")

    assert verdict.good
    assert verdict.document["won"] == verdict.document["forts"] == 16


def test_forts_are_won_by_a_player_who_plays_for_their_goals(at_fort, long):
    if not long:
        pytest.skip("plays dozens of games; --long does")
    forts = [fort.id for fort in campaign_of(load_rulebook(GAME)[0]).forts]
    won = {fort: _attempts(at_fort(fort), fort) for fort in forts}

    assert sum(bool(count) for count in won.values()) >= 10, won


def _attempts(book, fort):
    """How many games it took to win a fort; 0 where none of ATTEMPTS games did."""
    for number in range(1, ATTEMPTS + 1):
        if play_fort(book, f"won/{fort}/{number}", AIMS[number % len(AIMS)], strength=4).is_won:
            return number
    return 0
