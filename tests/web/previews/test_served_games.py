"""Games are loaded again when their files have changed, also where that happens while they are loaded."""

import pytest

from generator.web.previews import face_previews, served_games
from generator.web.previews.served_games import ServedGames

LAYOUT = "/gallery/mine/layout?part=raid"


def while_saved(file, content, work):
    """A function that does its work while a file has another content, as a program that saves it gives it."""

    def work_while_saved(*arguments, **named):
        before = file.read_bytes()
        file.write_bytes(content)
        try:
            return work(*arguments, **named)
        finally:
            file.write_bytes(before)

    return work_while_saved


@pytest.fixture
def saved_meanwhile(game, monkeypatch):
    """Has a table empty while a game is loaded, as an editor has it that saves it unchanged."""
    table, load = game / "cards/raid.csv", served_games.load

    with monkeypatch.context() as patch:
        patch.setattr(served_games, "load", while_saved(table, b"", load))
        yield patch


def test_game_that_was_saved_while_it_was_loaded_is_loaded_again(game, saved_meanwhile):
    games = ServedGames([str(game)])
    assert games.get("mine").faults
    saved_meanwhile.undo()

    assert games.get("mine").game
    assert not games.get("mine").faults


def test_unchanged_game_is_loaded_once(game):
    games = ServedGames([str(game)])

    assert games.get("mine") is games.get("mine")


def test_page_of_a_game_that_was_saved_while_it_was_loaded_fetches_itself_again(visitor, saved_meanwhile):
    assert 'data-stamp=""' in visitor.get(LAYOUT).text
    saved_meanwhile.undo()

    page = visitor.get(LAYOUT).text
    assert 'data-stamp=""' not in page
    assert 'id="box-0"' in page


def test_cards_that_were_drawn_while_a_template_was_saved_are_drawn_again(visitor, game, monkeypatch):
    template, draw = game / "templates/raid.svg.j2", face_previews.typeset_game
    # Another template than the sample's, whose cards the cache may have.
    template.write_bytes(template.read_bytes() + b"{# drawn while it is saved #}")

    with monkeypatch.context() as patch:
        patch.setattr(face_previews, "typeset_game", while_saved(template, b"<svg/>", draw))
        faulty = visitor.get("/gallery/mine?part=raid").text
    page = visitor.get("/gallery/mine?part=raid").text

    assert 'class="fault' in faulty
    assert 'class="fault' not in page
