"""The start page: the game to go on with first, then the rooms and the games with their covers."""

import re
import shutil
from urllib.parse import urljoin

from generator.load.game_locations import sample
from generator.play.session_library import SessionRequest, start_deck, start_solo
from generator.web.previews.served_games import ServedGames, distinct_titles

GAME = "hadrians-wall"


def test_game_to_go_on_with_comes_first(visitor, services):
    folder = services.sessions.folder
    assert "Go on with" not in visitor.get("/").text

    start_solo(GAME, SessionRequest("full", "wall"), folder).close()
    start_deck("glory-to-rome/orders", SessionRequest("deck", "orders"), folder).close()
    (folder / "burnt.jsonl").write_bytes(b"ash\n")
    page = visitor.get("/").text
    assert page.index("Go on with wall, year 1") < page.index('class="doors"')
    assert f'src="/gallery/{GAME}/cover.svg"' in page.partition('class="doors"')[0]


def test_first_visit_is_led_to_a_guided_year(visitor, services):
    guided = f'class="button" href="/learn/{GAME}"'
    first, _, rest = visitor.get("/").text.partition('class="doors"')
    assert guided in first
    assert guided not in rest

    start_solo(GAME, SessionRequest("full", "wall"), services.sessions.folder).close()
    assert guided not in visitor.get("/").text


def test_games_are_shown_with_what_can_be_done(visitor):
    page = visitor.get("/").text
    card = re.search(r"<h3>Hadrian.s Wall</h3>.*?</li>", page, re.DOTALL)[0]

    ways = ["learn/", "play?game=", "gallery/", "rules/", "print/"]
    assert re.findall(r'href="([^"]*)"', card) == [f"/{way}{GAME}" for way in ways]
    assert 'href="/play?game=concordia"' not in page


def test_styles_find_their_fonts_beside_them(visitor):
    styles = re.findall(r'href="(/static/[^"]+\.css)"', visitor.get("/").text)
    fonts = {
        urljoin(style, font) for style in styles for font in re.findall(r"url\(([^)]+)\)", visitor.get(style).text)
    }

    assert "/font/cinzel.ttf" in fonts
    assert {font: visitor.get(font).status for font in fonts} == dict.fromkeys(fonts, 200)


def test_scripts_below_a_tag_ask_for_the_same_addresses(visitor):
    tag = re.search(r'"/static/(\w+)/', visitor.get("/").text)[1]

    assert 'new URL("../../print/upload", import.meta.url)' in visitor.get(f"/static/{tag}/send_file.js").text
    assert 'new URL("../..", import.meta.url)' in visitor.get(f"/static/{tag}/page.js").text
    assert 'new URL("../print/upload", import.meta.url)' in visitor.get("/static/send_file.js").text


def test_games_of_one_title_are_told_apart(visitor, game, tmp_path):
    games = ServedGames([str(game), shutil.copytree(sample(), tmp_path / "other")])
    titles = distinct_titles(games.all(), "en")

    assert (titles["mine"], titles["other"], titles["picket"]) == ("Picket (mine)", "Picket (other)", "Picket (picket)")
    assert titles["concordia"] == "Concordia"
    for room in ("/", "/gallery", "/print"):
        page = visitor.get(room).text
        assert "Picket (mine)" in page
        assert "Picket (picket)" in page
