"""A challenge as a link that another Vallum opens."""

import html
import re
from urllib.parse import urlencode

import pytest

from generator.play.game_data import load_rulebook
from generator.session.session_folder import challenge_seed
from generator.web.sessions.new_session_form import this_month, today

GAME = "hadrians-wall"
DAY = {"game": GAME, "challenge": "2026-11-23", "set-difficulty": "hard"}


def hidden(page):
    """The fields that the button posts."""
    form = re.search(r'<form method="post" action="/challenge">(.*?)</form>', page.text, re.DOTALL)[1]
    return {name: html.unescape(value) for name, value in re.findall(r'name="([\w-]+)" value="([^"]*)"', form)}


def test_challenge_of_a_day_begins_as_its_link_says(visitor, header):
    page = visitor.get(f"/challenge?{urlencode(DAY | {'undo': 'relaxed'})}")
    assert "Challenge of 2026-11-23" in page.text
    assert "<dd>Hard</dd>" in page.text
    assert "Begin this challenge" in page.text

    answer = visitor.post("/challenge", hidden(page))
    begun = header(f"{GAME}-2026-11-23")
    assert answer.headers["location"] == f"/play/{GAME}-2026-11-23"
    assert (begun.seed, begun.mode) == (challenge_seed("2026-11-23"), "relaxed")
    assert begun.options["challenge"] == "2026-11-23"
    assert begun.options["settings"] == {"difficulty": "hard"}


def test_lobby_leads_to_the_challenges_of_today(visitor):
    page = visitor.get("/play").text

    for period in (today(), this_month()):
        assert f'href="/challenge?game={GAME}&amp;challenge={period}"' in page


def test_form_begins_the_challenge_of_the_day(visitor, header):
    visitor.post("/play", {"game": GAME, "decks": "day"})

    assert header(f"{GAME}-{today()}").seed == challenge_seed(today())


def test_link_of_another_vallum_is_opened(visitor):
    link = f"http://192.168.1.5:8480/challenge?{urlencode(DAY)}"
    answer = visitor.get(f"/challenge?{urlencode({'link': link})}")

    assert answer.status == 303
    assert "Challenge of 2026-11-23" in visitor.get(answer.headers["location"]).text


def test_page_gives_its_own_link_on(visitor):
    page = visitor.get(f"/challenge?{urlencode(DAY)}").text
    link = html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", page)[1])

    assert link.startswith("http://127.0.0.1:8475/challenge?")
    again = visitor.get(f"/challenge?{urlencode({'link': link})}").headers["location"]
    assert link.endswith(again)


def test_other_rules_are_told(visitor):
    digest = load_rulebook(GAME)[1]

    assert "differ from those" not in visitor.get(f"/challenge?{urlencode(DAY | {'rules': digest[:8]})}").text
    assert "differ from those" in visitor.get(f"/challenge?{urlencode(DAY | {'rules': '00000000'})}").text


def test_game_that_is_not_here_is_told(visitor):
    page = visitor.get(f"/challenge?{urlencode(DAY | {'game': 'chess'})}")

    assert page.status == 404
    assert "a game called “chess”, which is not served here" in page.text
    assert visitor.post("/challenge", DAY | {"game": "chess"}).status == 404


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"game": GAME},
        {"game": GAME, "challenge": "2026-02-30"},
        {"game": GAME, "challenge": "2026-11", "seed": "both"},
        {"game": GAME, "seed": "a\tb"},
        {"game": GAME, "seed": "x" * 101},
        {"game": "../picket", "seed": "x"},
        {"game": GAME, "seed": "x", "kind": "deck"},
        {"game": GAME, "seed": "x", "undo": "never"},
        {"game": GAME, "seed": "x", "set-difficulty": "mild"},
        {"game": GAME, "seed": "x", "set-colour": "red"},
        {"link": "hello"},
        {"link": "x" * 3000},
        {"link": f"http://x/challenge?game={GAME}&challenge=soon"},
    ],
)
def test_what_is_no_challenge_is_told_and_begins_nothing(visitor, services, fields):
    page = visitor.get(f"/challenge?{urlencode(fields)}")

    assert page.status == 400
    assert re.search(r'<ul class="faults">\s*<li>', page.text)
    assert visitor.post("/challenge", fields).status == 400
    assert not list(services.sessions.folder.glob("*.jsonl"))
