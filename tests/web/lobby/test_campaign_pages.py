"""Campaigns on the pages: begun, gone on with, given up, and told where they stand."""

import pytest

from generator.play.campaigns.campaign_record import campaign_names, read_campaign_record
from generator.play.session_library import live_session, open_play
from generator.play.typed_line import run_line
from generator.solo.action import STOPPED

GAME = {"game": "hadrians-wall"}


@pytest.fixture
def play_out(services):
    """Play a session to its end, stopping as soon as it may be stopped."""

    def play(name):
        with open_play(name, services.sessions.folder, writing=True) as recorded:
            table = live_session(recorded)
            while not table.visible.over:
                legal = table.visible.legal or ("0 0 0",)
                list(run_line(table, "stop" if STOPPED in legal else str(legal[0])))

    return play


def record(services):
    (name,) = campaign_names(services.sessions.folder)
    return read_campaign_record(services.sessions.folder, name)


def test_campaign_is_begun_and_its_first_fort_shown(visitor, services, header):
    answer = visitor.post("/campaigns", GAME | {"kind": "full"})
    name = answer.headers["location"].removeprefix("/play/")

    assert (answer.status, name) == (303, f"{record(services).name}-01-segedunum")
    assert header(name).options["settings"]["difficulty"] == "normal"
    assert header(name).options["campaign"] == {"name": record(services).name, "game": 1}
    assert visitor.get(answer.headers["location"]).status == 200
    page = visitor.get("/campaigns").text
    assert "Go on in year 1" in page
    assert "Segedunum" in page
    assert "`" not in page


def test_difficulty_is_that_of_the_form(visitor, header):
    location = visitor.post("/campaigns", GAME | {"kind": "paper", "set-difficulty": "hard"}).headers["location"]
    options = header(location.removeprefix("/play/")).options

    assert (options["kind"], options["settings"]["difficulty"]) == ("paper", "hard")


@pytest.mark.parametrize(("kind", "is_shown"), [("paper", True), ("full", False)])
def test_fort_and_its_goals_are_one_tap_away_beside_paper(visitor, kind, is_shown):
    page = visitor.get(visitor.post("/campaigns", GAME | {"kind": kind}).headers["location"]).text

    assert ('id="show-fort"' in page) == is_shown
    assert 'id="look-goals"' in page


def test_button_leads_to_the_game_in_play_and_then_to_the_next(visitor, services, play_out):
    first = visitor.post("/campaigns", GAME).headers["location"].removeprefix("/play/")
    go_on = f"/campaigns/{record(services).name}"

    assert visitor.post(go_on).headers["location"] == f"/play/{first}"
    play_out(first)
    second = visitor.post(go_on).headers["location"].removeprefix("/play/")
    assert second == f"{record(services).name}-02-segedunum"
    assert [game.session for game in record(services).games] == [first, second]
    assert record(services).in_play.session == second


def test_game_is_given_up_by_its_button_alone(visitor, services):
    visitor.post("/campaigns", GAME)
    page = visitor.get("/campaigns").text
    assert '<button name="again" value="1">' in page

    visitor.post(f"/campaigns/{record(services).name}", {"again": "1"})
    assert len(record(services).games) == 2


def test_damaged_campaign_says_why_and_begins_nothing(visitor, services):
    first = visitor.post("/campaigns", GAME).headers["location"].removeprefix("/play/")
    file = services.sessions.folder / f"{first}.jsonl"
    services.sessions.close()
    file.write_bytes(file.read_bytes().replace(b'"a":"reveal ', b'"a":"reveel ', 1))
    page = visitor.get("/campaigns").text

    assert "its hash does not match what it says" in page
    assert "Go on in year" not in page


def test_unknown_campaign_is_an_error_on_the_page(visitor):
    answer = visitor.post("/campaigns/nobody")

    assert answer.status == 422
    assert "no campaign called" in answer.text


def test_lobby_leads_to_the_campaigns_in_both_languages(visitor):
    assert 'href="/campaigns"' in visitor.get("/play").text
    visitor.cookies["lang"] = "ja"
    assert visitor.get("/campaigns").status == 200
