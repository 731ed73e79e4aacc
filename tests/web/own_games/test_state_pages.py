"""Earlier states of a game are listed and brought back on the pages."""

import re

import pytest

from generator.base.hashing import file_digests

STATES = "/own/mine/states"
RAID = "/gallery/mine/tables?file=cards/raid.csv&row=0"


def delete_first_row(visitor):
    digest = re.search(r'name="digest" value="([^"]+)"', visitor.get(RAID).text)[1]
    fields = {"file": "cards/raid.csv", "digest": digest, "row": "0", "do": "remove"}
    return visitor.post("/gallery/mine/tables/rows", fields)


def links(page):
    return re.findall(rf'href="({STATES}/[\w-]+)"', page.text)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_deleted_row_is_brought_back_in_two_clicks_and_that_is_undone(visitor, game, language):
    before = file_digests(game)
    visitor.get("/gallery/mine")
    assert delete_first_row(visitor).status == 303
    visitor.cookies["vallum-page"] = f"{language}.light.normal"
    after = file_digests(game)

    [first] = links(visitor.get(STATES))
    page = visitor.get(first)
    assert page.status == 200
    assert "cards/raid.csv" in page.text
    state = re.search(r'id="bring-back" name="state" value="([^"]+)"', page.text)[1]
    answer = visitor.post(STATES, {"state": state})
    assert (answer.status, file_digests(game)) == (303, before)

    page = visitor.get(answer.headers["location"])
    undo = re.search(r'id="undo" name="state" value="([^"]+)"', page.text)[1]
    visitor.post(STATES, {"state": undo})
    assert file_digests(game) == after


def test_cells_that_would_change_are_named(visitor, game):
    visitor.get("/gallery/mine")
    file = game / "cards/raid.csv"
    file.write_text(file.read_text("utf-8").replace("Scouts", "Scouts & Co", 1), "utf-8")
    page = visitor.get(links(visitor.get(STATES))[0])

    assert "<del>Scouts &amp; Co</del>" in page.text
    assert "<ins>Scouts</ins>" in page.text


def test_the_last_twenty_are_listed(visitor, services, game):
    for number in range(25):
        (game / "note.txt").write_text(str(number), "utf-8")
        services.kept_states.keep_state(game, "work")
    page = visitor.get(STATES)

    assert len(links(page)) == 20
    assert page.text.count("note.txt") == 20
    assert 'aria-current="true"' in page.text


def test_games_under_git_shipped_ones_and_other_computers(visitor, services, game, monkeypatch):
    services.kept_states.keep_state(game, "day")
    (game / ".git").mkdir()
    assert "under git" in visitor.get(STATES).text
    assert "came with Vallum" in visitor.get("/own/picket/states").text
    assert visitor.post("/own/picket/states", {"state": "x"}).status == 403
    (game / ".git").rmdir()
    (game / "note.txt").touch()
    monkeypatch.setattr("generator.web.own_games.state_pages.is_away", lambda _: True)
    assert 'id="bring-back"' not in visitor.get(links(visitor.get(STATES))[0]).text
    assert visitor.post(STATES, {"state": "x"}).status == 403


def test_a_state_that_has_given_way_is_told(visitor):
    answer = visitor.post(STATES, {"state": "2020-01-01-000000"})

    assert answer.status == 422
    assert "given way" in answer.text.partition('id="notice"')[2]
    assert visitor.get(f"{STATES}/2020-01-01-000000").status == 404


def test_a_removed_game_was_kept_before(visitor, services):
    visitor.post("/new", {"title": "Fox"})
    folder = services.own_games.home / "fox"
    visitor.get("/own/fox")
    (folder / "note.txt").write_text("late", "utf-8")
    visitor.post("/own/fox", {"do": "remove"})

    assert [state.reason for state in services.kept_states.states(folder)] == ["day", "before"]
