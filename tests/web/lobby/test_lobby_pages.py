"""The way into the play room: games to go on with, and the form that begins another."""

import re
import shutil
from urllib.parse import urlencode

import pytest

from generator.load.game_locations import data_root
from generator.play.session_library import SessionRequest, start_deck, start_solo
from generator.session.recorded_play import resume
from generator.session.session_folder import challenge_seed
from generator.web.sessions.new_session_form import this_month

GAME = "hadrians-wall"


def refused(answer):
    """What the form says is wrong, and what stands in it."""
    assert answer.status == 422
    wrong = re.search(r'<p class="trouble" role="alert">(.*?)</p>', answer.text)[1]
    return wrong, re.findall(r'name="([\w-]+)" value="([^"]*)"(?: checked| maxlength)', answer.text)


def test_first_visit_offers_a_game(visitor):
    page = visitor.get("/play").text

    assert '<h2 id="new">New game</h2>' in page
    assert "Go on" not in page
    assert all(word in page for word in ("On this screen", "On paper", "Difficulty", "Hard"))
    assert f'href="/print/{GAME}?part=sheets"' in page
    assert f'href="/rules/{GAME}"' in page


def test_guided_year_comes_first_until_a_game_is_begun(visitor, services):
    def places():
        page = visitor.get("/play").text
        assert page.count(f'href="/learn/{GAME}"') == 1
        return page.index(f'href="/learn/{GAME}"'), page.index('id="challenges"'), page.index('id="new"')

    guided, challenges, _ = places()
    assert guided < challenges

    start_solo(GAME, SessionRequest("full", "wall"), services.sessions.folder).close()
    guided, challenges, new = places()
    assert challenges < new < guided


def test_game_begins_as_the_form_says(visitor, header):
    fields = {"game": GAME, "kind": "paper", "set-difficulty": "hard", "set-reshuffle": "all", "undo": "relaxed"}
    answer = visitor.post("/play", {**fields, "draw": "typed", "name": "First  Wall"})
    begun = header("first-wall")

    assert (answer.status, answer.headers["location"]) == (303, "/play/first-wall")
    assert (begun.mode, begun.options["kind"], begun.options["typed"]) == ("relaxed", "paper", True)
    assert begun.options["settings"] == {
        "difficulty": "hard",
        "reshuffle": "all",
        "battle": "any_time",
        "sword": "refused",
    }


def test_form_is_kept_in_its_address(visitor):
    fields = {"game": GAME, "kind": "paper", "set-difficulty": "hard", "undo": "relaxed", "name": "First wall"}
    page = visitor.get(f"/play?{urlencode(fields)}").text

    assert {"paper", "hard", "relaxed"} <= set(re.findall(r'value="(\w+)" checked', page))
    assert 'name="name" value="first-wall"' in page
    assert visitor.get("/play?kind=chess").status == 400


def test_game_begins_with_nothing_chosen(visitor, header):
    places = [visitor.post("/play", {"game": GAME}).headers["location"] for _ in range(2)]

    assert places == [f"/play/{GAME}", f"/play/{GAME}-2"]
    assert header(GAME).seed != header(f"{GAME}-2").seed
    assert header(GAME).mode == "strict"


def test_decks_are_those_that_are_chosen(visitor, header):
    visitor.post("/play", {"game": GAME, "decks": "month"})
    visitor.post("/play", {"game": GAME, "decks": "earlier", "seed": " abcd-efgh ", "name": "again"})
    visitor.post("/play", {"game": GAME, "seed": "typed-alone", "name": "alone"})

    assert header(f"{GAME}-{this_month()}").seed == challenge_seed(this_month())
    assert header("again").seed == "abcd-efgh"
    assert header("alone").seed == "typed-alone"


def test_challenge_deals_its_own_cards(visitor):
    page = visitor.post("/play", {"game": GAME, "decks": "month", "draw": "typed"})

    assert "The challenge deals its cards itself" in page.text


def test_session_speaks_as_the_page_does(visitor, header):
    visitor.cookies["vallum-page"] = "ja.auto.normal"
    visitor.post("/play", {"game": GAME, "name": "kabe"})

    assert header("kabe").options["language"] == "ja"


@pytest.mark.parametrize("name", ["../up", "..", "-rf", "a/b", "con", "über", "x" * 61, "a\0b", "<b>"])
def test_hostile_names_are_refused(visitor, services, name):
    wrong, fields = refused(visitor.post("/play", {"game": GAME, "name": name, "kind": "paper"}))

    assert "cannot be a game’s name" in wrong
    assert ("kind", "paper") in fields
    assert "<b>" not in wrong
    assert not list(services.sessions.folder.glob("**/*.jsonl"))


def test_name_that_is_taken_is_told(visitor):
    visitor.post("/play", {"game": GAME, "name": "wall"})
    wrong, fields = refused(visitor.post("/play", {"game": GAME, "name": "wall", "set-difficulty": "normal"}))

    assert wrong == "There is a game called “wall” already. Go on with that one, or choose another name."
    assert {("name", "wall"), ("set-difficulty", "normal")} <= set(fields)


@pytest.mark.parametrize("seed", ["", "x" * 101, "a\tb"])
def test_seed_that_is_none_is_told(visitor, seed):
    wrong, _ = refused(visitor.post("/play", {"game": GAME, "decks": "earlier", "seed": seed}))

    assert wrong.startswith("A seed has 1 to 100 characters")


def test_disk_that_refuses_is_told(visitor, services):
    services.sessions.folder.write_bytes(b"a file where the folder would be")
    wrong, _ = refused(visitor.post("/play", {"game": GAME}))

    assert wrong.startswith("The game could not be begun: ")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"game": "nothing"}, 404),
        ({}, 404),
        ({"game": GAME, "kind": "deck"}, 400),
        ({"game": GAME, "set-difficulty": "mild"}, 400),
        ({"game": GAME, "draw": "dealt.", "undo": "strict"}, 400),
    ],
)
def test_what_is_not_offered_is_not_begun(visitor, services, fields, status):
    assert visitor.post("/play", fields).status == status
    assert not list(services.sessions.folder.glob("*.jsonl"))


def test_last_game_is_the_large_door(visitor):
    for name in ("one", "two"):
        visitor.post("/play", {"game": GAME, "name": name})
        visitor.get(f"/play/{name}")
    page = visitor.get("/play").text

    assert re.search(
        r'<a class="onward" href="/play/two">\s*<img [^>]*>\s*<span[^>]*><strong>Go on with two, year 1</strong>', page
    )
    assert re.search(r'<a href="/play/one"><strong>one</strong>\s*<span>year 1 of 6</span>', page)


def test_fort_and_attempt_of_a_game_are_told(visitor, services):
    wish = {"seed": "known", "fort": "magnis", "campaign": {"name": "line", "game": 1}}
    services.sessions.create(GAME, SessionRequest("full", name="first", **wish))
    assert "campaign: Magnis" in visitor.get("/play").text
    assert "with these decks" not in visitor.get("/play").text

    services.sessions.create(GAME, SessionRequest("full", name="second", seed="known"))
    assert "attempt 2 with these decks" in visitor.get("/play").text


def test_many_games_are_folded_away(visitor, services):
    for number in range(9):
        start_solo(GAME, SessionRequest("paper", f"game-{number}"), services.sessions.folder).close()
    page = visitor.get("/play").text

    assert "Older ones: 3" in page
    assert len(re.findall(r'href="/play/game-\d"', page)) == 9


def test_session_in_use_elsewhere_is_listed(visitor, services):
    start_solo(GAME, SessionRequest("full", "elsewhere"), services.sessions.folder).close()
    with resume(services.sessions.path("elsewhere")):  # nobody else may write to it
        page = visitor.get("/play").text

    assert "Go on with elsewhere" in page


def test_trouble_is_told_with_what_to_do(visitor, services):
    folder = services.sessions.folder
    start_solo(GAME, SessionRequest("full", "spilt"), folder).close()
    with (folder / "spilt.jsonl").open("ab") as file:
        file.write(b"wine\n" * 2)
    (folder / "burnt.jsonl").write_bytes(b"ash\n")
    page = visitor.get("/play").text

    assert "Its file is damaged (event 1: its hash does not match what it says)" in page
    assert "<code>vallum solo show spilt</code>" in page
    assert 'href="/play/spilt"' not in page
    assert "Its file cannot be read: burnt.jsonl" in page
    assert "Put it back from a copy, or delete it." in page
    assert "Go on with" not in page


def test_single_deck_is_sent_to_the_terminal(visitor, services):
    start_deck("glory-to-rome/orders", SessionRequest("deck", "orders"), services.sessions.folder).close()
    page = visitor.get("/play").text

    assert "<code>vallum solo resume orders</code>" in page
    assert 'href="/play/orders"' not in page


def test_own_game_can_be_begun_too(visitor, services, game, header):
    shutil.rmtree(game)
    shutil.copytree(data_root() / GAME, game)
    page = visitor.get("/play?game=mine").text

    assert re.search(r'href="/play\?game=hadrians-wall#new"', page)
    assert '<input type="hidden" name="game" value="mine">' in page
    assert visitor.post("/play", {"game": "mine", "name": "own"}).status == 303
    assert header("own").options["place"] == str(game.resolve())


def test_page_without_solo_games_says_so(visitor, services):
    for id_ in services.games.folders.keys() - {"mine"}:
        del services.games.folders[id_]
    page = visitor.get("/play")

    assert page.status == 200
    assert "No game here has rules for playing alone." in page.text


def test_own_game_with_faults_is_told(visitor, game):
    shutil.copy(data_root() / GAME / "solo.toml", game)
    page = visitor.get("/play?game=mine").text

    assert "solo.toml" in page
    assert '<form class="begin"' not in page


def test_no_finished_game_no_history(visitor, services):
    with start_solo(GAME, SessionRequest("full", "one"), services.sessions.folder) as play:
        play.note("score", 12)

    assert visitor.get("/play/history.svg").status == 404  # a note alone does not end a game


def test_page_is_in_both_languages(visitor):
    visitor.cookies["vallum-page"] = "ja.dark.large"
    page = visitor.get("/play").text

    assert '<h2 id="new">新しいゲーム</h2>' in page
    assert "難易度" in page
