"""Games that are renamed, deleted, brought back and handed over to a phone, on the pages."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from generator.play.session_library import SessionRequest, start_deck, start_solo
from generator.session.recorded_play import resume
from generator.session.session_folder import deleted_folder, session_names

GAME = "hadrians-wall"


@pytest.fixture
def begun(services):
    def begin(name, **options):
        start_solo(GAME, SessionRequest("full", name, **options), services.sessions.folder).close()

    return begin


def moved(page):
    """What the lobby tells of a move, and the form that undoes it."""
    form = re.search(r'<form class="moved".*?action="([^"]*)">\s*<p>(.*?)</p>(.*?)</form>', page.text, re.DOTALL)
    return form[2], form[1], dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[3]))


def test_renaming_can_be_undone(visitor, services, begun):
    begun("one")
    visitor.get("/play/one")  # it is open here, and must be opened again
    answer = visitor.post("/games/one/rename", {"new": "First Wall"})
    told, undo, fields = moved(visitor.get(answer.headers["location"]))

    assert told == "“one” is now called “first-wall”."
    assert visitor.get("/play/first-wall").status == 200
    assert visitor.get("/play/one").status == 404
    visitor.post(undo, fields)
    assert session_names(services.sessions.folder) == ("one",)


def test_deleting_can_be_undone(visitor, services, begun):
    begun("one")
    visitor.get("/play/one")
    answer = visitor.post("/games/one/delete")
    page = visitor.get(answer.headers["location"])
    told, undo, fields = moved(page)

    assert told == "“one” was deleted."
    assert 'href="/play/one"' not in page.text
    assert 'href="/deleted"' in page.text
    assert session_names(deleted_folder(services.sessions.folder)) == ("one",)
    assert moved(visitor.get(visitor.post(undo, fields).headers["location"]))[0] == "“one” is back."
    assert visitor.get("/play/one").status == 200


def test_deleted_games_are_listed_on_pages(visitor, begun):
    for number in range(26):
        begun(f"game-{number}")
        visitor.post(f"/games/game-{number}/delete")
    first, second = visitor.get("/deleted").text, visitor.get("/deleted?page=2").text

    assert first.count("Bring back</button>") == 24
    assert second.count("Bring back</button>") == 2
    assert "Page 2 of 2" in second
    assert visitor.get("/deleted?page=999999999").status == 200


def test_move_that_is_no_longer_so_is_not_told(visitor, begun):
    begun("one")

    for query in ("renamed=x&to=gone", "deleted=gone", "restored=gone", "renamed=../x&to=one", "deleted=../../etc"):
        assert 'class="moved"' not in visitor.get(f"/play?{query}").text


@pytest.mark.parametrize("new", ["", "../up", "a/b", "con", "x" * 61, "a\0b", "<b>"])
def test_impossible_names_are_told(visitor, services, begun, new):
    begun("one")
    page = visitor.post("/games/one/rename", {"new": new})

    assert page.status == 422
    assert "cannot be a game’s name" in page.text
    assert "<b>”" not in page.text
    assert session_names(services.sessions.folder) == ("one",)


def test_name_that_is_taken_is_told(visitor, services, begun):
    begun("one")
    begun("two")
    page = visitor.post("/games/one/rename", {"new": "two"})

    assert page.status == 422
    assert "There is a game called “two” already. Choose another name." in page.text
    assert 'value="two"' in page.text
    assert session_names(services.sessions.folder) == ("one", "two")


@pytest.mark.parametrize("path", ["/games/none", "/games/..", "/games/UP"])
def test_missing_game_is_not_found(visitor, path):
    assert visitor.get(path).status == 404
    for verb in ("rename", "delete", "phone"):
        assert visitor.post(f"{path}/{verb}", {"new": "x"}).status == 404
    assert visitor.post("/deleted", {"name": path.removeprefix("/games/")}).status == 404


def test_game_that_is_locked_elsewhere_stays(visitor, services, begun, monkeypatch):
    begun("one")
    monkeypatch.setattr("generator.session.session_moves.PATIENCE", 0)
    with resume(services.sessions.path("one")):
        page = visitor.post("/games/one/delete")

    assert page.status == 503
    assert "it is open in another window" in page.text
    assert session_names(services.sessions.folder) == ("one",)


def test_game_of_a_campaign_says_why_it_stays(visitor, services, begun):
    begun("one", fort="magnis", campaign={"name": "line", "game": 1})
    page = visitor.post("/games/one/delete")

    assert page.status == 400
    assert "the campaign it belongs to knows it by this name" in page.text
    assert session_names(services.sessions.folder) == ("one",)


def test_window_of_a_renamed_game_writes_nothing(visitor, services, begun):
    """A window that still shows the game under its old name, while another program takes it away."""
    begun("one")
    page = visitor.get("/play/one").text
    event = re.search(r'name="at" value="(\d+)"', page)[1]
    (services.sessions.folder / "one.jsonl").rename(services.sessions.folder / "two.jsonl")
    before = (services.sessions.folder / "two.jsonl").read_bytes()

    assert visitor.post("/play/one", {"at": event, "do": "undo"}).status == 404
    assert (services.sessions.folder / "two.jsonl").read_bytes() == before
    assert visitor.get("/play/two").status == 200


def test_phone_needs_the_network(visitor, begun):
    begun("one")
    page = visitor.get("/games/one").text

    assert "<code>vallum serve --lan</code>" in page
    assert "Show a code" not in page
    assert visitor.post("/games/one/phone").status == 400


def test_code_leads_a_phone_into_the_game_once(visitor, services, begun, visit, auth):
    begun("one")
    services.network.address = "http://127.0.0.1:8475"
    assert "Show a code" in visitor.get("/games/one").text
    page = visitor.post("/games/one/phone").text
    link = re.search(r"<code>(http://[^<]*)</code>", page)[1].replace("&amp;", "&")
    place = urlsplit(link)

    assert '<svg viewBox="0 0 ' in page
    assert parse_qs(place.query)["to"] == ["/play/one"]
    phone = visit(visitor.app, auth)
    phone.cookies.clear()
    entered = phone.get(f"{place.path}?{place.query}")
    assert (entered.status, entered.headers["location"]) == (303, "/play/one")
    assert phone.get(f"{place.path}?{place.query}").status == 403


def test_encrypted_code_tells_its_fingerprint(visitor, services, begun):
    begun("one")
    services.network.address, services.network.fingerprint = "https://192.168.1.7:8475", "AB:CD"
    page = visitor.post("/games/one/phone").text

    assert "<code>https://192.168.1.7:8475/enter?t=" in page
    assert "<code>AB:CD</code>" in page


def test_deck_and_strange_files_have_a_page(visitor, services):
    folder = services.sessions.folder
    start_deck("glory-to-rome/orders", SessionRequest("deck", "orders"), folder).close()
    (folder / "burnt.jsonl").write_bytes(b"ash\n")

    assert "vallum solo resume orders" in visitor.get("/games/orders").text
    assert "Its file cannot be read" in visitor.get("/games/burnt").text
    assert 'href="/games/burnt"' in visitor.get("/play").text
    assert visitor.post("/games/burnt/delete").status == 303


def test_all_games_are_listed_on_pages(visitor, begun):
    for number in range(25):
        begun(f"game-{number}")

    assert len(re.findall(r'href="/play/game-', visitor.get("/games").text)) == 24
    assert len(re.findall(r'href="/play/game-', visitor.get("/games?page=2").text)) == 1
    assert visitor.get("/games?page=2²").status == 200
