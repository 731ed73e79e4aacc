"""Pictures that are dropped on cells go into the folder art, and the cell names them as the templates read them."""

import io
from urllib.parse import urlencode

import pytest
from PIL import Image

from generator.load.game_locations import sample
from generator.web.editing.cell_pictures import KINDS
from generator.web.editing.row_form import PICTURES

GAME = """format = 1
title = { en = "Deck" }
[components.deck]
kind = "cards"
title = { en = "Cards" }
trim = ["63mm", "88mm"]
bleed = "3mm"
rows = "deck.csv"
front = "front.svg.j2"
columns = { pic = { type = "text", optional = true }, place = { type = "text", optional = true } }
"""
FRONT = """{% from "shared/card.svg.j2" import svg, cover %}
{% call svg(face) %}
{% if card.pic %}{{ cover(face, "art/" ~ card.pic ~ ENDING) }}{% endif %}
{% if card.place %}<image href="{{ card.place }}" x="1" y="1" width="9" height="9"/>{% endif %}
{% endcall %}
"""


def picture(colour="red"):
    data = io.BytesIO()
    Image.new("RGB", (40, 60), colour).save(data, "PNG")
    return data.getvalue()


@pytest.fixture
def deck(services, tmp_path):
    """A game whose cards show the picture that a cell names, below art or by its whole path."""

    def deck(rows="fox,,\nhare,,\n", ending='""'):
        folder = tmp_path / "deck"
        (folder / "templates").mkdir(parents=True)
        (folder / "game.toml").write_text(GAME, "utf-8")
        (folder / "deck.csv").write_text(f"id,pic,place\n{rows}", "utf-8")
        (folder / "templates/front.svg.j2").write_text(FRONT.replace("ENDING", ending), "utf-8")
        services.games.add(folder)
        return folder

    return deck


def drop(visitor, data, name, *, game="deck", file="deck.csv", row=0, column="pic"):
    query = urlencode({"file": file, "row": row, "column": column, "name": name})
    return visitor.put(f"/gallery/{game}/tables/picture?{query}", data)


@pytest.mark.parametrize(
    ("rows", "ending", "column", "text"),
    [
        ("fox,,\n", '""', "pic", "owl one.png"),
        ("fox,,\n", '""', "place", "art/owl one.png"),
        ("fox,,\n", '".png"', "pic", "owl one"),
        ("fox,a,b\n", '".png"', "pic", "owl one"),
        ("fox,,art/a.png\n", '""', "place", "art/owl one.png"),
    ],
)
def test_cell_names_the_picture_so_that_a_template_draws_it(visitor, deck, rows, ending, column, text):
    folder = deck(rows, ending)
    answer = drop(visitor, picture(), "C:\\pictures\\owl one.png", column=column)

    assert (answer.status, answer.text) == (200, text)
    assert (folder / "art/owl one.png").read_bytes() == picture()


def test_a_picture_that_is_there_already_is_used_again(visitor, deck):
    folder = deck()
    drop(visitor, picture(), "owl.png")
    assert drop(visitor, picture(), "owl.png", row=1).text == "owl.png"
    assert [path.name for path in (folder / "art").iterdir()] == ["owl.png"]


@pytest.mark.parametrize(
    ("name", "data", "status", "sentence"),
    [
        ("owl.exe", picture(), 415, "owl.exe: no picture of a known kind"),
        ("owl.png", b"<html>", 415, "owl.png: no picture of a known kind"),
        ("owl.png", picture("blue"), 409, "art/owl.png is there already and shows something else"),
        ("con.png", picture(), 422, "con.png: no file of a game can be called so"),
        (".png", picture(), 415, ".png: no picture"),
    ],
)
def test_what_is_not_taken_is_told_in_a_sentence(visitor, deck, name, data, status, sentence):
    folder = deck()
    drop(visitor, picture(), "owl.png")
    before = sorted(folder.rglob("*")), (folder / "deck.csv").read_bytes()
    answer = drop(visitor, data, name)

    assert answer.status == status
    assert answer.text.startswith(sentence)
    assert (sorted(folder.rglob("*")), (folder / "deck.csv").read_bytes()) == before


def test_too_large_a_picture_is_refused_before_it_is_read(visitor, deck, monkeypatch):
    monkeypatch.setattr("generator.web.http.guard.MAX_UPLOAD", 100)
    deck()

    assert drop(visitor, picture() * 10, "owl.png").status == 413


def test_nothing_is_written_through_a_link(visitor, deck, tmp_path):
    folder = deck()
    (tmp_path / "elsewhere").mkdir()
    (folder / "art").symlink_to(tmp_path / "elsewhere")

    assert drop(visitor, picture(), "owl.png").status == 409
    assert not [*(tmp_path / "elsewhere").iterdir()]


def test_only_own_tables_of_this_computer_take_pictures(visitor, deck, monkeypatch):
    deck()
    assert drop(visitor, picture(), "owl.png", column="nothing").status == 404
    assert drop(visitor, picture(), "owl.png", file="nothing.csv").status == 404
    assert drop(visitor, picture(), "owl.png", game="nothing").status == 404
    shipped = drop(visitor, picture(), "owl.png", game=sample().name, file="cards/raid.csv", column="suit")
    assert shipped.status == 403
    monkeypatch.setattr("generator.web.editing.cell_picture_pages.is_away", lambda _: True)
    assert drop(visitor, picture(), "owl.png").status == 403


def test_a_starter_shows_a_dropped_picture(visitor, services):
    visitor.post("/new", {"title": "Fate", "starter": "tarot"})
    folder = services.games.folders["fate"].folder
    answer = drop(visitor, picture(), "gate.png", game="fate", file="cards/cards.csv", column="picture")

    assert answer.text == "art/gate.png"
    assert (folder / "art/gate.png").is_file()


def test_rows_with_pictures_have_a_button_to_choose_one(visitor, deck):
    deck("fox,owl.png,\nhare,,\n")
    page = visitor.get("/gallery/deck/tables?file=deck.csv&row=1").text

    assert page.count('<button type="button" data-picture=".png,') == 1


def test_empty_column_with_a_heading_for_pictures_has_a_button_too(visitor, deck):
    folder = deck("fox,,\nhare,,\n")
    for file in ("deck.csv", "game.toml"):
        text = (folder / file).read_text("utf-8")
        (folder / file).write_text(text.replace("place", "Artwork"), "utf-8")
    page = visitor.get("/gallery/deck/tables?file=deck.csv&row=1").text

    assert page.count('<button type="button" data-picture=".png,') == 1


def test_all_kinds_of_pictures_can_be_chosen():
    assert set(KINDS) == set(PICTURES)


def test_words_that_no_template_draws_are_not_taken_for_a_picture(visitor, deck):
    deck("fox,,\n")
    assert "vallum-undrawn" not in drop(visitor, picture(), "owl.png").headers
    assert drop(visitor, picture(), "owl.png", column="id").headers["vallum-undrawn"] == "yes"


def test_a_picture_gets_a_line_in_the_credits(visitor, deck):
    folder = deck()
    (folder / "credits.toml").write_text('# Ours.\n[pictures]\n"art/crow.png" = "A. Smith, CC BY 4.0"', "utf-8")
    for data, name in (
        (picture(), "fox.png"),
        (picture(), "fox.png"),
        (picture("blue"), "冬.png"),
        (picture(), "crow.png"),
    ):
        drop(visitor, data, name)
    expected = '# Ours.\n[pictures]\n"art/crow.png" = "A. Smith, CC BY 4.0"\n"art/fox.png" = ""\n"art/冬.png" = ""\n'
    assert (folder / "credits.toml").read_text("utf-8") == expected


@pytest.mark.parametrize("text", ["[pictures\n", "pictures = 3\n", "\xff"], ids=["faulty", "number", "bytes"])
def test_credits_that_cannot_be_read_stay_and_the_picture_is_stored(visitor, deck, text):
    folder = deck()
    (folder / "credits.toml").write_bytes(text.encode("latin-1"))
    drop(visitor, picture(), "fox.png")
    assert (folder / "credits.toml").read_bytes() == text.encode("latin-1")
    assert (folder / "art/fox.png").is_file()


def test_first_picture_begins_the_credits(visitor, deck):
    folder = deck()
    drop(visitor, picture(), "fox.png")
    assert (folder / "credits.toml").read_text("utf-8") == '[pictures]\n"art/fox.png" = ""\n'
