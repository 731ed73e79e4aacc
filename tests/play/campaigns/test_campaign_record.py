"""Campaigns as their sessions have them: what is won, what comes next, and what a forged session cannot claim."""

import shutil

import pytest

from generator.base.errors import DamagedError, UsageError
from generator.base.records import replace
from generator.load.game_locations import find_game
from generator.load.weights_reader import read_weights
from generator.play.campaigns.campaign_checks import judge_campaign
from generator.play.campaigns.campaign_record import (
    find_campaign,
    free_campaign_name,
    next_options,
    read_campaign_record,
    session_name,
)
from generator.play.campaigns.campaign_text import CampaignText
from generator.play.score_line import find_false_claim, parse_score_line, score_line
from generator.play.session_checks import judge
from generator.play.session_library import SessionRequest, live_session, open_play, start_solo
from generator.play.typed_line import run_line
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.players import GreedyPlayer

CAMPAIGN = """
title = { en = "Short", ja = "短い" }
settings = { difficulty = "easy" }
[values.points]
is = "total"
at_least = { en = "{n} points.", ja = "{n}点。" }
[changes.longer]
text = { en = "One card more.", ja = "1枚多い。" }
attack_cards = 1
[forts.first]
title = { en = "First", ja = "一" }
goals = { points = 5 }
challenge = { points = 6 }
reward = "civilian"
[forts.second]
title = { en = "Second", ja = "二" }
changes = ["longer"]
goals = { points = 300 }
reward = "builder"
[forts.third]
title = { en = "Third", ja = "三" }
goals = { points = 5 }
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder of the game with a campaign of its own, whose first fort any game wins and whose second none does."""
    folder = tmp_path_factory.mktemp("games") / "hadrians-wall"
    shutil.copytree(find_game("hadrians-wall"), folder)
    (folder / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    return str(folder)


def new_game(place, folder, number, fort, **request):
    """Begin a game of the campaign `line`; the caller closes it."""
    campaign = {"name": "line", "game": 1}
    if number > 1:
        campaign = next_options(read_campaign_record(folder, "line"))
    asked = {"settings": {"difficulty": "easy"}, "seed": f"game {number}", "campaign": campaign} | request
    return start_solo(
        place, SessionRequest("full", name=session_name("line", number, fort), fort=fort, **asked), folder
    )


@pytest.fixture(scope="module")
def won_game(place, tmp_path_factory):
    """A folder with the first game of the campaign, won by a greedy player."""
    folder = tmp_path_factory.mktemp("won")
    with new_game(place, folder, 1, "first") as play:
        session = live_session(play)
        list(session.start())
        play_out(session)
    return folder


@pytest.fixture
def won(won_game, tmp_path):
    """A campaign with its first fort won."""
    for file in won_game.iterdir():
        shutil.copy(file, tmp_path)
    return tmp_path


@pytest.fixture
def begin(place, tmp_path):
    """What begins a game of the campaign and leaves it."""

    def begin(number, fort, **request):
        with new_game(place, tmp_path, number, fort, **request) as play:
            session = live_session(play)
            list(session.start())
        return session

    return begin


def play_out(session):
    book = session.text.names.book
    player = GreedyPlayer(book, Evaluation(book, read_weights(book.game, book.solo)), None)
    while not session.visible.over:
        list(session.do(str(player.choose(session.state, session.rules.legal(session.state)))))


def record(folder):
    return read_campaign_record(folder, "line")


def test_won_fort_leads_to_the_next_with_its_reward(won):
    stands = record(won).standing

    assert (stands.won, stands.fort.id, dict(stands.start), stands.rewarded) == (
        1,
        "second",
        {"civilian": 1},
        ("first",),
    )
    assert record(won).in_play is None


def test_points_of_a_won_fort_are_those_of_the_game_that_won_it(won):
    found = record(won)
    lost = replace(found.games[0], won=False, rewarded=False, points=-3)
    noted = [replace(found, games=(lost, replace(found.games[0], points=points))) for points in (-5, None)]
    rows = [next(line for line in CampaignText(each, "en").whole() if line.startswith("  1.")) for each in noted]

    assert [row.split()[-2:] for row in rows] == [["2", "-5"], ["met", "2"]]


def test_reward_comes_in_every_attempt_at_the_next_fort(begin, won):
    begin(2, "second", start={"civilian": 1})
    begin(3, "second", start={"civilian": 1})
    stands = record(won).standing

    assert (stands.won, stands.fort.id, dict(stands.start)) == (1, "second", {"civilian": 1})
    assert judge_campaign("line", won, "en").good


def test_game_in_play_goes_on(begin, tmp_path):
    begin(1, "first")

    assert record(tmp_path).in_play.session == "line-01-first"
    assert judge("line-01-first", tmp_path, "en").good


def test_game_that_was_given_up_counts_no_more(begin, tmp_path):
    begin(1, "first")
    begin(2, "first")
    with open_play("line-01-first", tmp_path, writing=True) as play:
        play_out(live_session(play))

    assert [game.won for game in record(tmp_path).games] == [False, False]
    assert judge_campaign("line", tmp_path, "en").good


@pytest.mark.parametrize(
    ("fort", "start", "what"),
    [
        ("third", {}, "it is played at third, and the fort to be played is second"),
        ("second", {}, "it begins with nothing; the games before it give {'civilian': 1}"),
    ],
)
def test_false_claim_is_found(begin, won, fort, start, what):
    begin(2, fort, start=start)
    verdict = judge_campaign("line", won, "en")

    assert not verdict.good
    assert what in verdict.lines[0]


def test_other_settings_than_the_campaign_began_with_are_found(begin, won):
    begin(2, "second", start={"civilian": 1}, settings={"difficulty": "hard"})

    assert "its settings is" in judge_campaign("line", won, "en").lines[0]


def test_game_that_follows_another_state_is_found(begin, won):
    claimed = next_options(record(won))
    claimed["after"]["hash"] = "0" * 32
    begin(2, "second", start={"civilian": 1}, campaign=claimed)

    assert "the game before it is not session 'line-01-first'" in judge_campaign("line", won, "en").lines[0]


def test_items_that_no_fort_gives_are_refused(begin):
    with pytest.raises(UsageError, match="cannot begin with"):
        begin(1, "first", start={"soldier": 9})


def test_missing_game_is_named(begin, won):
    begin(2, "second", start={"civilian": 1})
    (won / "line-01-first.jsonl").unlink()

    with pytest.raises(DamagedError, match="game 1 of it is missing"):
        record(won)


def test_same_game_cannot_be_begun_twice(begin, tmp_path):
    begin(1, "first")
    with pytest.raises(Exception, match="line-01-first"):
        begin(1, "first", campaign={"name": "line", "game": 1})


def test_unknown_fort_is_a_wrong_word(begin):
    with pytest.raises(UsageError, match="no fort called 'nowhere'"):
        begin(1, "nowhere")


def test_names_of_campaigns(begin, tmp_path):
    with pytest.raises(UsageError, match="there is no campaign yet"):
        find_campaign(tmp_path, "")
    begin(1, "first")

    assert find_campaign(tmp_path, "") == find_campaign(tmp_path, "li") == "line"
    assert free_campaign_name(tmp_path, "hadrians-wall", "") == "hadrians-wall-campaign"
    with pytest.raises(UsageError, match="no campaign called 'other'"):
        find_campaign(tmp_path, "other")
    with pytest.raises(UsageError, match="there is a campaign called 'line'"):
        free_campaign_name(tmp_path, "hadrians-wall", "line")


def test_reward_is_in_hand_before_the_first_card(begin, won):
    session = begin(2, "second", start={"civilian": 1})

    assert dict(session.rules.visible_state(session.rules.start()).items)["civilian"] == 1


def test_score_line_of_a_fort_is_verified_by_its_rules(won):
    with open_play("line-01-first", won, writing=False) as play:
        session = live_session(play)
        rules = session.rules
        claimed = parse_score_line(score_line(session))

    assert dict(claimed.settings)["fort"] == "first"
    assert find_false_claim(rules, claimed, play.header.rules) is None


def test_beside_paper_the_player_says_how_the_goals_ended(begin, place, tmp_path):
    request = SessionRequest(
        "paper", name="line-01-first", fort="first", seed="paper", campaign={"name": "line", "game": 1}
    )
    with start_solo(place, request, tmp_path) as play:
        session = live_session(play)
        list(session.start())
        while not session.visible.over:
            phase = session.visible.asks[0] if session.visible.asks else session.visible.phase
            typed = {"cohorts": "0 0 0", "favours": "0 0 0", "result": "next", "actions": "stop"}.get(phase)
            list(session.do(typed or str(session.visible.legal[0])))
        assert not record(tmp_path).standing.won
        assert record(tmp_path).in_play  # nobody has judged it yet
        session.known_event = play.last
        told = list(run_line(session, "goals challenge"))

    assert told == ["First is won, and its challenge met: you begin the next fort with 1 × Civilian."]
    assert (record(tmp_path).standing.won, record(tmp_path).games[0].is_said) == (1, True)
    verdict = judge_campaign("line", tmp_path, "en")
    assert verdict.good
    assert "player's word" in verdict.lines[1]


def test_campaign_has_a_name_that_its_sessions_can_have(tmp_path):
    for name in ("a/b", "..", ""):
        if not name:
            assert free_campaign_name(tmp_path, "trial", name).startswith("trial-")
            continue
        with pytest.raises(UsageError):
            free_campaign_name(tmp_path, "trial", name)
